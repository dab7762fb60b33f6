use super::fitted::{GREAT_SWING, PhaseMix, Sum, count, evaluate};
use super::terms;
use super::weights::FITTED;
use super::{Evaluation, TERMS, TermCounter};
use crate::game::chess::{Chess, positions};
use crate::game::{Game as _, Ranked, Value};

struct Met(Vec<i32>);

impl TermCounter for Met {
    fn count(&mut self, term: usize, times: i32) {
        self.0[term] += times;
    }
}

fn games() -> Vec<Chess> {
    let sets = [positions::middlegames(), positions::endings()];
    sets.into_iter().flatten().map(|position| position.game).collect()
}

fn value(fen: &str) -> Value {
    evaluate(fen.parse::<Chess>().expect("a position").board())
}

fn mirrored(fen: &str) -> String {
    let exchanged = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let words: Vec<_> = fen.split(' ').collect();
    let ranks: Vec<_> =
        words[0].split('/').rev().map(|rank| rank.chars().map(exchanged).collect::<String>()).collect();
    let castling: String = words[2].chars().map(exchanged).collect();
    format!("{} {} {castling} - 0 1", ranks.join("/"), if words[1] == "w" { "b" } else { "w" })
}

#[test]
fn whoever_stands_better_the_other_stands_as_much_worse() {
    for game in games() {
        let fen = game.board().to_string();
        assert_eq!(value(&mirrored(&fen)), -value(&fen), "{fen}");
    }
}

#[test]
fn both_parts_of_the_sum_are_those_of_the_terms_that_were_counted() {
    for game in games() {
        let (mut met, mut sum) = (Met(vec![0; TERMS]), Sum::default());
        count(game.board(), &mut met);
        count(game.board(), &mut sum);
        let part = |part: usize| {
            met.0.iter().zip(&FITTED).map(|(times, weights)| times * Value::from(weights[part])).sum()
        };
        assert_eq!(sum.parts(), (part(0), part(1)), "{}", game.board());
    }
}

/// If this fails, increase the number in `Evaluation::seed`: saved scores would be wrong.
#[test]
fn what_a_table_was_filled_under_is_the_evaluation_that_there_is() {
    let sum: i64 =
        games().iter().enumerate().map(|(i, game)| (i as i64 + 1) * i64::from(evaluate(game.board()))).sum();
    assert_eq!((Evaluation::Fitted.seed(), sum), (10_651_180_587_913_833_079, 2_167_336));
}

#[test]
fn every_kind_of_term_is_met_in_a_game() {
    let mut met = [0u32; TERMS];
    for game in games() {
        let mut once = Met(vec![0; TERMS]);
        count(game.board(), &mut once);
        met.iter_mut().zip(&once.0).for_each(|(met, times)| *met += times.unsigned_abs());
    }
    let kinds = [
        terms::MOBILITY,
        terms::PASSED,
        terms::BLOCKED,
        terms::FREE,
        terms::OWN_KING_NEAR,
        terms::OTHER_KING_NEAR,
        terms::PROTECTED,
        terms::BESIDE,
        terms::ISOLATED,
        terms::DOUBLED,
        terms::BACKWARD,
        terms::BISHOP_PAIR,
        terms::BISHOP_PAWNS,
        terms::OUTPOST,
        terms::ROOK_FILE,
        terms::ROOK_BEHIND,
        terms::SHELTER,
        terms::STORM,
        terms::DANGER,
        terms::THREAT,
        terms::HANGING,
        terms::PUSH,
        terms::TEMPO,
        TERMS,
    ];
    for ends in kinds.windows(2) {
        assert!(met[ends[0]..ends[1]].iter().any(|&met| met > 0), "{ends:?}");
    }
}

#[test]
fn an_attack_on_a_king_a_passed_pawn_and_a_hanging_piece_are_seen() {
    for (what, seen, not) in [
        (
            "attack",
            "6k1/5p1p/5QpP/6N1/8/8/1q1n1PP1/6K1 w - - 0 1",
            "6k1/5p1p/6pP/8/8/8/1q1n1PP1/3N1QK1 w - - 0 1",
        ),
        ("passed pawn", "8/P7/4k3/8/8/4K3/8/8 w - - 0 1", "8/8/4k3/8/8/4K3/P7/8 w - - 0 1"),
        (
            "hanging piece",
            "4k3/5ppp/8/1b6/8/8/5PPP/1R2K3 b - - 0 1",
            "4k3/5ppp/8/8/2b5/8/5PPP/1R2K3 b - - 0 1",
        ),
    ] {
        assert!(value(seen) > value(not) + 15, "{what}: {} {}", value(seen), value(not));
    }
}

#[test]
fn a_piece_more_without_pawns_is_hardly_worth_anything() {
    let (bishop, rook) = ("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", "8/8/4k3/8/8/3RK3/8/8 w - - 0 1");
    assert!(value(bishop) < 60 && value(rook) > 300, "{} {}", value(bishop), value(rook));
    assert_eq!(PhaseMix { phase: 12, scale: 32 }.value(100, 40), 60);
}

#[test]
fn a_capture_gains_no_more_than_a_search_hopes_for_and_would_without_the_swing() {
    let (mut all, mut beyond) = (0, [0; 2]);
    for game in games() {
        let mut game = game.with_evaluation(Evaluation::Fitted);
        let (before, hope) = (game.evaluate(), game.greatest_gain());
        let mut moves: Vec<Ranked<_>> = Vec::new();
        game.noisy_moves(&mut moves);
        for Ranked { mv, .. } in moves {
            game.play(mv);
            let gained = -game.evaluate() - before;
            beyond[0] += u32::from(gained > hope);
            beyond[1] += u32::from(gained > hope - GREAT_SWING);
            all += 1;
            game.undo();
        }
    }
    assert!(all > 900 && beyond[0] * 200 < all && beyond[1] > 0, "{beyond:?} of {all}");
}
