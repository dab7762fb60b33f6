//! A table that knows how much an unbounded table saved with each position.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::TableAccess;
use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant::table::{Index as _, MultiplyShift};
use supplant_search::search::SearchTable;

pub(super) const WIDTH: usize = 4;

/// This is not a bound, because savings change what is searched.
#[derive(Debug)]
pub struct Foresight {
    index: MultiplyShift,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    buckets: Vec<[Option<(Key, SizedEntry)>; WIDTH]>,
    to_save: HashMap<Key, u64>,
}

impl State {
    fn worth(&self, key: Key, entry: SizedEntry) -> (u64, u64) {
        (self.to_save.get(&key).copied().unwrap_or(0), entry.size)
    }
}

impl Foresight {
    /// # Panics
    /// If `slots` is less than one bucket of four slots.
    #[must_use]
    pub fn told(accesses: &[TableAccess], slots: usize) -> Self {
        let mut to_save = HashMap::new();
        for access in accesses {
            if let TableAccess::Used(key, saved) = *access {
                *to_save.entry(key).or_insert(0) += saved;
            }
        }
        let index = MultiplyShift::over(slots / WIDTH).expect("a table has buckets");
        Self { index, state: Mutex::new(State { buckets: vec![[None; WIDTH]; slots / WIDTH], to_save }) }
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
        let mut state = self.state.lock();
        state.to_save.entry(key).and_modify(|left| *left = left.saturating_sub(saved));
    }
}
