//! None of the readers panics on random texts.
#![cfg(feature = "chess")]

use proptest::{collection::vec, prelude::*, sample};
use supplant_search::game::chess::notation::{Document, ReadError, epd, fen, pgn, read, san};
use supplant_search::game::chess::{Board, Chess, Move};
use supplant_search::game::{Game, Ranked};

const VALID: [&str; 5] = [
    include_str!("../src/game/chess/positions/breuker1994.epd"),
    include_str!("../src/game/chess/positions/breuker1994.pgn"),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "% x\n[SetUp \"1\"]\n[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"]\n1. 0-0-0!? (1. O-O $3 {a}) O-O ; b\n*",
    "rnbqkbnr/1ppppppp/8/8/pP6/8/P1PPPPPP/RNBQKBNR b KQkq b3 bm axb3; c0 \"x; y\"; id \"é\"",
];

/// Parts that let random texts pass the readers' first checks.
const PARTS: [&str; 40] = [
    "[",
    "]",
    "\"",
    "(",
    ")",
    "{",
    "}",
    ";",
    "%",
    "$",
    "#",
    "/",
    "\\",
    "\n",
    "\r\n",
    " ",
    "-",
    ".",
    "*",
    "1.",
    "1-0",
    "0-0",
    "O-O-O",
    "e4",
    "e5",
    "Nf3",
    "exd6e.p.",
    "8/8",
    "4k3/8/8/8/8/8/8/4K3",
    "w",
    "KQkq",
    "e3",
    "FEN",
    "SetUp",
    "bm",
    "id",
    "65536",
    "\u{feff}",
    "é",
    "…",
];

fn read_all(text: &str) {
    let start = Board::startpos();
    let errors = [
        fen(text).err(),
        epd(text).err(),
        pgn(text).err(),
        san(&start, text).err(),
        read("a\nb", text).map(Document::into_positions).err(),
    ];
    errors.iter().flatten().for_each(is_one_line);
    for game in pgn(text).into_iter().flatten() {
        assert_eq!(game.at_end().played().0, game.moves.len());
    }
}

fn is_one_line(error: &ReadError) {
    let message = error.to_string();
    assert!(!message.contains(['\n', '\r']) && message.len() < 1_000, "{message}");
}

fn mutated(text: &str, changes: &[(sample::Index, char, u8)]) -> String {
    let mut chars: Vec<_> = text.chars().collect();
    for (place, c, change) in changes {
        let at = place.index(chars.len().max(1)).min(chars.len());
        match change {
            0 => chars.insert(at, *c),
            1 if at < chars.len() => chars[at] = *c,
            2 if at < chars.len() => drop(chars.remove(at)),
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

fn random_game(choices: &[sample::Index]) -> (Chess, Vec<String>) {
    let (mut game, mut names) = (Chess::default(), Vec::new());
    for choice in choices {
        let mut moves: Vec<Ranked<Move>> = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = choice.get(&moves).mv;
        names.push(game.notation(mv));
        game.play(mv);
    }
    (game, names)
}

fn numbered(names: &[String]) -> String {
    let pairs = names.chunks(2).zip(1..);
    pairs.map(|(pair, number)| format!("{number}. {}\n", pair.join(" "))).collect()
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        read_all(&text);
    }

    #[test]
    fn no_combination_of_parts_makes_a_reader_panic(parts in vec(sample::select(PARTS.to_vec()), 0..40)) {
        read_all(&parts.concat());
        read_all(&parts.join(" "));
    }

    #[test]
    fn no_damage_to_a_valid_text_makes_a_reader_panic(
        text in sample::select(VALID.to_vec()),
        letter in any::<char>(),
        changes in vec((any::<sample::Index>(), sample::select("[]\"(){};%$#/-.*0189 \nabkKQewNxO".chars().collect::<Vec<_>>()), 0_u8..3), 1..6),
        cut in proptest::option::of(any::<sample::Index>()),
    ) {
        let mut changes = changes;
        changes[0].1 = letter;
        changes.extend(cut.map(|place| (place, ' ', 3)));
        read_all(&mutated(text, &changes));
    }

    #[test]
    fn a_game_written_down_reads_back_with_all_its_positions(choices in vec(any::<sample::Index>(), 1..120)) {
        let (mut game, names) = random_game(&choices);
        let read = pgn(&numbered(&names)).unwrap().remove(0);
        let mut again = read.at_end();
        prop_assert_eq!(again.played(), game.played());
        while game.played().0 > 0 {
            prop_assert_eq!(again.board(), game.board());
            prop_assert_eq!(again.key(), game.key());
            let text = game.board().to_string();
            prop_assert_eq!(&fen(&text).unwrap(), game.board());
            game.undo();
            again.undo();
        }
    }
}

#[test]
fn the_texts_to_be_damaged_are_valid() {
    VALID.iter().for_each(|text| assert!(!read("valid", text).unwrap().into_positions().is_empty()));
}
