//! A table that knows how much an unbounded table saved with each position.

use std::collections::HashMap;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::TableAccess;
use supplant::entry::{Bound, SizedEntry};
use supplant::key::Key;
use supplant::table::{Index as _, MultiplyShift};
use supplant_search::search::SearchTable;

pub(super) const WIDTH: usize = 4;

/// The uses of an entry that a table with foresight knows beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ForesightOf {
    /// A score that ends the search of a position.
    Scores,
    /// Also a move that again exceeds β. It counts as a quarter of the nodes that it led to.
    Both,
}

/// Trials on other positions tried 1/4, 1/2, 1, 2 and 4 of the nodes; 1/4 needed the fewest.
const MOVES_PER_SCORE: u64 = 4;

/// This is not a bound, because savings change what is searched.
#[derive(Debug)]
pub struct Foresight {
    of: ForesightOf,
    index: MultiplyShift,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    buckets: Vec<[Option<(Key, SizedEntry)>; WIDTH]>,
    /// Nodes, times [`MOVES_PER_SCORE`].
    to_save: HashMap<Key, u64>,
    /// What each position was last stored with, held or not.
    newest: HashMap<Key, SizedEntry>,
}

impl State {
    fn worth(&self, key: Key, entry: SizedEntry) -> (u64, u64) {
        (self.to_save.get(&key).copied().unwrap_or(0), entry.size)
    }

    fn spend(&mut self, key: Key, worth: u64) {
        self.to_save.entry(key).and_modify(|left| *left = left.saturating_sub(worth));
    }
}

/// Returns the worth of each position's uses.
pub(super) fn worths(accesses: &[TableAccess], of: ForesightOf) -> HashMap<Key, u64> {
    let (mut worths, mut newest) = (HashMap::new(), HashMap::new());
    for access in accesses {
        let (key, worth) = match *access {
            TableAccess::Probed(_) | TableAccess::NewIteration => continue,
            TableAccess::Used(key, saved) => (key, MOVES_PER_SCORE * saved),
            TableAccess::Stored(key, entry) => {
                let is_of_move = newest.insert(key, entry).is_some_and(|older| confirms(older, entry));
                (key, if is_of_move && of == ForesightOf::Both { entry.size } else { 0 })
            }
        };
        *worths.entry(key).or_insert(0) += worth;
    }
    worths
}

fn may_use_move(entry: &SizedEntry) -> bool {
    entry.mv.is_some() && entry.bound == Bound::Lower
}

/// Whether the move of the older entry led to the newer one. A search tries the table's move first,
/// so a lower bound with the same move was found by it.
pub(super) fn confirms(older: SizedEntry, newer: SizedEntry) -> bool {
    may_use_move(&newer) && older.mv == newer.mv
}

impl Foresight {
    /// # Panics
    /// If `slots` is less than one bucket of four slots.
    #[must_use]
    pub fn told(of: ForesightOf, accesses: &[TableAccess], slots: usize) -> Self {
        let to_save = worths(accesses, of);
        let index = MultiplyShift::over(slots / WIDTH).expect("a table has buckets");
        let state = Mutex::new(State {
            buckets: vec![[None; WIDTH]; slots / WIDTH],
            to_save,
            newest: HashMap::new(),
        });
        Self { of, index, state }
    }
}

impl SearchTable for Foresight {
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        let state = self.state.lock();
        let held = state.buckets[self.index.of(key)].iter().flatten().find(|(held, _)| *held == key);
        held.map(|&(_, entry)| entry)
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        let mut state = self.state.lock();
        let is_of_move = state.newest.insert(key, entry).is_some_and(|older| confirms(older, entry));
        if is_of_move && self.of == ForesightOf::Both {
            // Whether or not the table knew the move, this use is over.
            state.spend(key, entry.size);
        }
        let number = self.index.of(key);
        let bucket = state.buckets[number];
        let own = bucket.iter().position(|slot| slot.is_some_and(|(held, _)| held == key));
        let free = || bucket.iter().position(Option::is_none);
        let at = own.or_else(free).or_else(|| {
            let worth = |at: usize| bucket[at].map(|(key, entry)| state.worth(key, entry));
            let least = (0..WIDTH).min_by_key(|&at| worth(at))?;
            (Some(state.worth(key, entry)) >= worth(least)).then_some(least)
        });
        if let Some(at) = at {
            state.buckets[number][at] = Some((key, entry));
        }
    }

    fn cut_by(&self, key: Key) {
        let saved = self.probe(key).map_or(0, |entry| entry.size);
        self.state.lock().spend(key, MOVES_PER_SCORE * saved);
    }
}
