//! Known bugs of shared transposition tables that need a search. Each test is named after one.

use std::sync::atomic::{AtomicU64, Ordering};

use supplant::key::SplitMix64;
use supplant::scheme::New;
use supplant::table::{SizedBucket, TableBuilder};
use supplant::{Bound, Key, Move16, SizedEntry};
use supplant_search::game::Game;
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::search::negamax::negamax;
use supplant_search::search::{Enhancements, Limits, NoTable, SearchTable, search};

#[test]
fn an_evicted_root_entry_that_panics_the_search() {
    let game = Domineering::new(4, 4, Player::Vertical);
    let truth = negamax(&mut game.clone(), 6);
    let nothing = search(&game, &NoTable, Limits::depth(6), Enhancements::SOUND).best.expect("a result");
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().expect("small");
    let one_slot = search(&game, &table, Limits::depth(6), Enhancements::SOUND).best.expect("a result");
    assert_eq!((nothing.value, one_slot.value), (truth, truth));
    assert!(!nothing.line.is_empty() && !one_slot.line.is_empty(), "the line does not come from the table");
}

#[derive(Default)]
struct Liar(AtomicU64);

impl SearchTable for Liar {
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        let mv = Move16(SplitMix64::new(key.0 ^ number).next() as u16);
        // No search has this depth, so the score is never used.
        Some(SizedEntry { mv, score: 77, bound: Bound::Exact, depth: 250, ..SizedEntry::default() })
    }
    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        [self.probe(key), self.probe(key)]
    }
    fn store(&self, _: Key, _: SizedEntry) {}
}

fn lies_do_no_harm<G: Game>(game: &G, depth: u8) {
    let mut prepared = game.clone();
    prepared.prepare();
    let truth = negamax(&mut prepared, depth);
    for _ in 0..8 {
        let found = search(game, &Liar::default(), Limits::depth(depth), Enhancements::SOUND).best;
        assert_eq!(found.expect("a result").value, truth);
    }
}

#[test]
fn an_illegal_move_from_a_false_hit_that_corrupts_the_position() {
    lies_do_no_harm(&Domineering::new(4, 4, Player::Vertical), 5);
    #[cfg(feature = "chess")]
    for fen in ["8/P6k/8/8/4pP2/8/6K1/8 b - f3 0 1", "r3k3/8/8/3Q4/8/8/8/4K2R w Kq - 0 1"] {
        lies_do_no_harm(&fen.parse::<supplant_search::game::chess::Chess>().expect("well-formed"), 3);
    }
}
