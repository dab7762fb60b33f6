//! Broken input is answered in one line, and changes nothing.

use proptest::prelude::*;
use supplant_cli::uci::{CommandKind, parse};
use supplant_search::game::chess::Chess;

use super::engine::{Engine, moves, played};

#[test]
fn broken_input_is_answered_and_nothing_ends() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.say_bytes(&[b'x'; 10 << 20]);
    for bytes in
        [&b"\n"[..], b"\0\xff\xfe go \xc3\n", b"position fen \xf0\x9f\n", b"go depth 1e9999\n", b"\r\n\n"]
    {
        engine.say_bytes(bytes);
    }
    for line in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
        "position startpos moves e2e5",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Hash value 33554432",
        "setoption",
    ] {
        engine.say(line);
    }
    engine.say("isready");
    let said = engine.until("readyok");
    assert!(
        said.len() >= 10
            && said
                .iter()
                .rev()
                .skip(1)
                .all(|line| line.starts_with("info string") || line == "bestmove 0000"),
        "{said:?}"
    );
    assert_eq!(engine.best("go depth 2"), "0000");
    engine.say("position startpos moves e2e4");
    let best = engine.best("go depth 2");
    let mut game = Chess::default();
    assert_eq!(played(&mut game, "e2e4"), 1);
    assert!(moves(&game).iter().any(|&mv| game.uci(mv) == best), "{best}");
}

#[test]
fn whatever_refuses_a_position_the_one_before_is_not_searched_for_it() {
    let long = format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(60_000));
    let under_way = "go infinite\nposition startpos moves e2e4\nstop\nisready";
    for refused in ["position startpos e2e4", "position startpos moves e2e5", &long, under_way] {
        let mut engine = Engine::start();
        engine.say("position startpos moves e2e4");
        assert_ne!(engine.best("go depth 1"), "0000");
        engine.say(refused);
        if refused == under_way {
            engine.until("readyok");
        }
        assert_eq!(engine.best("go depth 1"), "0000", "{}", &refused[..40.min(refused.len())]);
        engine.say("position startpos");
        assert_ne!(engine.best("go depth 1"), "0000");
    }
}

#[test]
fn a_line_that_is_too_long_waits_behind_those_before_it() {
    let mut engine = Engine::start();
    engine.say(&format!(
        "go infinite\nstop\nposition startpos\nposition startpos moves {}",
        "x".repeat(2_000_000)
    ));
    engine.until("bestmove");
    assert_eq!(engine.best("go depth 1"), "0000");
}

#[test]
fn a_complaint_is_short_however_much_there_is_to_complain_of() {
    let mut engine = Engine::start();
    engine.say(&format!("go depth 1 searchmoves {}", "e2e5 ".repeat(100_000)));
    let said = engine.until("bestmove");
    assert!(
        said[0].contains("100000 not legal") && said[0].contains("all moves are searched"),
        "{}",
        said[0]
    );
    let junk = "z".repeat(500_000);
    engine
        .say(&format!("go {junk}\nsetoption name {junk} value {junk}\nposition fen {junk}\n{junk}\nisready"));
    let said = [said, engine.until("readyok")].concat();
    assert!(said.len() > 5 && said.iter().all(|line| line.chars().count() < 300), "{said:?}");
}

#[test]
fn a_game_of_a_hundred_thousand_moves_is_played_through() {
    let mut engine = Engine::start();
    engine.say(&format!("position startpos moves {}e2e4", "g1f3 g8f6 f3g1 f6g8 ".repeat(25_000)));
    let best = engine.best("go depth 1");
    let mut game = Chess::default();
    assert_eq!(played(&mut game, &format!("e2e4 {best}")), 2);
}

const COMMANDS: [&str; 10] =
    ["uci", "debug", "register", "isready", "ucinewgame", "position", "go", "setoption", "ponderhit", "stop"];

pub(crate) fn words() -> impl Strategy<Value = String> {
    let known = "uci go position startpos fen moves setoption name value depth nodes wtime btime movestogo infinite ponder mate searchmoves \
                 e2e4 a7a8q - -1 7 99999999999999999999 stop \0 é";
    let known: Vec<_> = known.split(' ').map(str::to_owned).collect();
    prop::collection::vec(prop_oneof![prop::sample::select(known), any::<String>()], 0..12)
        .prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_line_makes_the_reader_panic_and_refusals_are_one_short_line(line in words()) {
        if let Err(refused) = parse(&line) {
            prop_assert_eq!(refused.why.lines().count(), 1);
            prop_assert!(refused.why.chars().count() < 120, "{}", refused.why);
            let command = line.split_whitespace().find(|&word| COMMANDS.contains(&word));
            prop_assert_eq!(refused.kind == CommandKind::Go, command == Some("go"));
            prop_assert_eq!(refused.kind == CommandKind::Position, command == Some("position"));
        }
    }
}
