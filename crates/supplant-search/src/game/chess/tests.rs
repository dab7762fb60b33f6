//! Tests of the chess adapter; `crates/supplant-search/tests/perft.rs` has perft counts.

use std::collections::{HashMap, HashSet};

use super::{Chess, Move};
use crate::game::{Game, Ranked, Repetitions, Root};
use supplant::key::Key;

fn after(fen: &str, moves: &[&str]) -> Chess {
    let mut game: Chess = fen.parse().unwrap();
    moves.iter().for_each(|mv| game.play(mv.parse().unwrap()));
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_en_passant_file_counts_only_when_the_capture_is_legal() {
    let double = after(START, &["e2e4"]);
    let single = after("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", &["e3e4"]);
    assert_eq!(double.key(), single.key());
    let double = after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &["e2e4"]);
    let single = after("4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", &["e3e4"]);
    assert_ne!(double.key(), single.key());
    let double = after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", &["e2e4"]);
    let single = after("8/8/8/8/k2p3R/4P3/8/4K3 w - - 0 1", &["e3e4"]);
    assert_eq!(double.key(), single.key());
}

fn identity(game: &Chess) -> String {
    let fen = game.board().to_string();
    let fields: Vec<_> = fen.split(' ').collect();
    format!("{} {:?}", fields[..3].join(" "), super::key::legal_en_passant(game.board()))
}

fn walk(game: &mut Chess, depth: u32, visit: &mut impl FnMut(&Chess)) {
    visit(game);
    if depth > 0 {
        let mut moves: Vec<Ranked<Move>> = Vec::new();
        game.moves(&mut moves);
        for ranked in moves {
            game.play(ranked.mv);
            walk(game, depth - 1, visit);
            game.undo();
        }
    }
}

#[test]
fn keys_are_one_to_one_with_positions() {
    let (mut by_key, mut by_position) = (HashMap::new(), HashMap::new());
    for fen in [
        "rnbqkbnr/1ppppppp/8/8/pP6/8/P1PPPPPP/RNBQKBNR b KQkq b3 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        walk(&mut fen.parse().unwrap(), 3, &mut |game| {
            let (key, position) = (game.key(), identity(game));
            assert_eq!(
                *by_key.entry(key).or_insert_with(|| position.clone()),
                position,
                "one key, two positions"
            );
            assert_eq!(*by_position.entry(position).or_insert(key), key, "one position, two keys");
        });
    }
    assert!(by_key.len() > 50_000, "{}", by_key.len());
}

#[test]
fn other_keys_are_one_to_one_too_and_fill_other_buckets() {
    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let seen = |draw| {
        let mut keys = Vec::new();
        let mut game: Chess = FEN.parse().unwrap();
        game = game.with_keys(draw);
        walk(&mut game, 2, &mut |game| keys.push(game.key()));
        keys
    };
    let (usual, other) = (seen(0), seen(1));
    let both: HashSet<_> = usual.iter().zip(&other).collect();
    let count = |keys: &[Key]| keys.iter().collect::<HashSet<_>>().len();
    assert_eq!((both.len(), count(&other)), (count(&usual), count(&usual)), "one to one");
    for bits in [|key: Key| key.0 >> 58, |key: Key| key.0 & 63] {
        let together = |keys: &[Key], (i, j): (usize, usize)| bits(keys[i]) == bits(keys[j]);
        let pairs = (0..300).flat_map(|i| (0..i).map(move |j| (i, j)));
        let pairs: Vec<_> =
            pairs.filter(|&(i, j)| usual[i] != usual[j] && together(&usual, (i, j))).collect();
        let still = pairs.iter().filter(|&&pair| together(&other, pair)).count();
        assert!(pairs.len() > 300 && still * 10 < pairs.len(), "{still} of {}", pairs.len());
    }

    let mut game = FEN.parse::<Chess>().unwrap().with_keys(7);
    let step = "d2c1".parse().unwrap();
    let likely = game.likely_key_after(step);
    game.play(step);
    assert_eq!(likely, game.key());
}

#[test]
fn repetitions_are_told_apart_by_where_the_search_began() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let game = after(START, &[shuffle, shuffle].concat());
    assert_eq!(game.repetitions(Root(0)), Repetitions { in_search: 2, in_game: 0 });
    assert_eq!(game.repetitions(Root(4)), Repetitions { in_search: 1, in_game: 1 });
    assert_eq!(game.repetitions(Root(8)), Repetitions { in_search: 0, in_game: 2 });
    let pawn_move_between = after(START, &[&shuffle[..], &["e2e4", "e7e5"], &shuffle].concat());
    assert_eq!(pawn_move_between.repetitions(Root(0)), Repetitions { in_search: 1, in_game: 0 });
}

#[test]
fn fifty_moves_stall_a_game_unless_it_is_mate() {
    assert!(!after("7k/8/8/8/8/8/R7/K7 w - - 98 80", &["a2b2"]).is_stalled());
    assert!(after("7k/8/8/8/8/8/R7/K7 w - - 99 80", &["a2b2"]).is_stalled());
    assert!(!after("7k/R7/8/8/8/8/1R6/K7 w - - 99 80", &["b2b8"]).is_stalled(), "checkmate comes first");
}

#[test]
fn a_side_without_moves_is_recognised_also_when_pawns_are_blocked_or_pinned() {
    for (fen, moves) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
        ("7k/8/8/8/8/p7/P7/K1r5 w - - 0 1", false),
        ("k7/8/8/8/8/p7/P7/1K6 w - - 0 1", true),
        (START, true),
    ] {
        let game: Chess = fen.parse().unwrap();
        assert_eq!(game.has_moves(), moves, "{fen}");
    }
}

#[test]
fn moves_are_ranked_by_victim_then_attacker_then_promotions_then_quiet() {
    let game: Chess = "1q2r2k/P1P5/3N4/8/8/8/4R3/K7 w - - 0 1".parse().unwrap();
    let mut moves: Vec<Ranked<Move>> = Vec::new();
    game.moves(&mut moves);
    moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    let names: Vec<_> = moves.iter().map(|ranked| game.notation(ranked.mv)).collect();
    let captures_of_queen = ["axb8=Q", "cxb8=Q", "axb8=R", "cxb8=R", "axb8=B", "cxb8=B", "axb8=N", "cxb8=N"];
    assert_eq!(names[..8], captures_of_queen);
    assert_eq!(names[8..10], ["Nxe8", "Rxe8+"]);
    assert_eq!(names[10..12], ["a8=Q", "c8=Q"]);
    let mut noisy: Vec<Ranked<Move>> = Vec::new();
    game.noisy_moves(&mut noisy);
    assert_eq!(noisy.len(), 8 + 2 + 8);
    assert!(noisy.iter().all(|ranked| ranked.rank >= Ranked::<Move>::NOISY));
}

#[test]
fn a_move_from_another_position_does_not_decode() {
    let game: Chess = START.parse().unwrap();
    let foreign = game.encode("e7e5".parse().unwrap());
    assert_eq!(game.decode(foreign), None);
    assert_eq!(game.decode(game.encode("e2e4".parse().unwrap())), Some("e2e4".parse().unwrap()));
}

#[test]
fn a_pass_gives_the_other_side_the_turn_and_is_taken_back() {
    let mut game = after("4k3/8/8/8/3p4/8/4P3/4KN2 w - - 0 1", &["e2e4", "e8e7"]);
    let before = (game.key(), game.evaluate(), game.played());
    assert!(game.pass());
    let told: Chess = "8/4k3/8/8/3pP3/8/8/4KN2 b - - 2 2".parse().unwrap();
    assert_eq!((game.key(), game.played()), (told.key(), Root(3)));
    assert_eq!(game.evaluate(), -before.1);
    game.undo();
    assert_eq!((game.key(), game.evaluate(), game.played()), before);
}

#[test]
fn nobody_passes_in_check_nor_with_pawns_alone_nor_without_moves() {
    for (fen, passes) in [
        ("4R1nk/8/6K1/8/8/8/8/8 b - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/4P3/4KN2 b - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/4r3/8/8/8/8/8/4KN2 w - - 0 1", false),
    ] {
        let mut game: Chess = fen.parse().unwrap();
        let before = game.key();
        assert_eq!(game.pass(), passes, "{fen}");
        assert_eq!(game.key() == before, !passes, "{fen}");
    }
}

#[test]
fn what_is_repeated_across_a_pass_is_repeated_in_no_game() {
    let mut game: Chess = START.parse().unwrap();
    let play = |game: &mut Chess, moves: &[&str]| moves.iter().for_each(|mv| game.play(mv.parse().unwrap()));
    play(&mut game, &["g1f3"]);
    assert!(game.pass());
    play(&mut game, &["f3g1"]);
    assert!(game.pass());
    assert_eq!(game.repetitions(Root(0)), Repetitions::default(), "two passes and a knight there and back");
    play(&mut game, &["g1f3", "g8f6", "f3g1", "f6g8"]);
    assert_eq!(game.repetitions(Root(0)).in_search, 1, "since the pass");
}

#[test]
fn captures_and_promotions_are_not_quiet_and_the_rest_is() {
    let game = after("r3k3/1P6/8/8/3p4/8/4P3/4K2R w K - 0 1", &["e2e4"]);
    let noisy = |game: &Chess| {
        let (mut all, mut noisy) = (Vec::new(), Vec::new());
        game.moves(&mut all);
        game.noisy_moves(&mut noisy);
        assert!(all.len() > noisy.len() && !noisy.is_empty());
        let quiet = all.iter().filter(|ranked| game.is_quiet(ranked.mv)).count();
        assert_eq!(quiet + noisy.len(), all.len());
        assert!(noisy.iter().all(|ranked| !game.is_quiet(ranked.mv)));
    };
    noisy(&game);
    noisy(&after("r3k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", &[]));
}

#[test]
fn a_recapture_takes_what_has_just_taken() {
    let is = |moves: &[&str]| after("4k3/8/2p5/3p3r/4P3/8/4P3/4K2R w - - 0 1", moves).is_recaptured();
    assert!(is(&["e4d5", "c6d5"]));
    assert!(!is(&["e4d5", "h5h1"]), "elsewhere");
    assert!(!is(&["e4d5"]) && !is(&["e1d1", "d5e4"]), "the first capture");
    assert!(!is(&["e4d5", "c6d5", "e2e3"]), "a move later");
    let passing = ["e2e4", "d4e3", "f2e3"];
    assert!(after("4k3/8/8/8/3p4/8/4PP2/4K3 w - - 0 1", &passing).is_recaptured());
    let mut passed = after("4k3/8/2p5/3p4/4P3/8/8/4KN2 w - - 0 1", &["e4d5", "c6d5"]);
    assert!(passed.pass() && !passed.is_recaptured());
    passed.undo();
    assert!(passed.is_recaptured());
}

#[test]
fn a_single_move_is_the_only_one() {
    for (fen, is_single) in [
        ("k7/8/1K6/8/8/8/8/8 b - - 0 1", true),
        ("k7/8/2K5/8/8/8/8/8 b - - 0 1", false),
        ("k7/8/1K6/8/8/8/p7/8 b - - 0 1", false),
        ("k7/8/1Q6/8/8/8/8/7K b - - 0 1", false),
    ] {
        let game: Chess = fen.parse().unwrap();
        assert_eq!(game.has_single_move(), is_single, "{fen}");
    }
}

#[test]
fn quiet_checks_are_the_quiet_moves_after_which_the_other_side_is_in_check() {
    let mut count = 0;
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "5k2/8/8/8/3b4/8/1n6/R3K2R w KQ - 0 1",
        "4k3/8/8/3pP3/8/1BN1N3/4Q3/4RK2 w - d6 0 1",
    ] {
        walk(&mut fen.parse().unwrap(), 2, &mut |game| {
            let (mut checks, mut all) = (Vec::new(), Vec::new());
            game.quiet_checks(&mut checks);
            game.moves(&mut all);
            let gives_check = |mv| {
                let mut after = game.clone();
                after.play(mv);
                after.in_check()
            };
            let expected = all.iter().map(|ranked| ranked.mv);
            let expected: Vec<_> = expected.filter(|&mv| game.is_quiet(mv) && gives_check(mv)).collect();
            assert_eq!(
                checks.iter().map(|ranked| ranked.mv).collect::<Vec<_>>(),
                expected,
                "{}",
                game.board()
            );
            count += expected.len();
        });
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn zugzwang_threatens_who_has_two_pieces_at_most() {
    for (fen, threatens) in [
        ("4k3/8/8/8/8/8/PPPP4/RN2K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/RNB1K3 b - - 0 1", true),
    ] {
        let game: Chess = fen.parse().unwrap();
        assert_eq!(game.threatens_zugzwang(), threatens, "{fen}");
    }
}
