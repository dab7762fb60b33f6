//! A table that keeps the entries that will save most, by the record of an unbounded table; without
//! the laboratory's `experiment/limit/foresight.rs`.

use std::collections::HashMap;
use std::sync::Mutex;

use supplant::table::{Index, MultiplyShift};
use supplant::{Key, SizedEntry};
use supplant_search::search::SearchTable;

const WIDTH: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Record(Mutex<(HashMap<Key, SizedEntry>, HashMap<Key, u64>)>);

impl SearchTable for Record {
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.0.lock().expect("no thread panics").0.get(&key).copied()
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.0.lock().expect("no thread panics").0.insert(key, entry);
    }

    fn cut_by(&self, key: Key) {
        let (entries, saved) = &mut *self.0.lock().expect("no thread panics");
        *saved.entry(key).or_default() += entries[&key].size;
    }
}

#[derive(Debug)]
pub(crate) struct Foresight {
    index: MultiplyShift,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    buckets: Vec<Vec<(Key, SizedEntry)>>,
    to_save: HashMap<Key, u64>,
}

impl State {
    fn worth(&self, (key, entry): &(Key, SizedEntry)) -> (u64, u64) {
        (self.to_save.get(key).copied().unwrap_or(0), entry.size)
    }
}

impl Foresight {
    pub(crate) fn told(record: Record, slots: usize) -> Self {
        let (_, to_save) = record.0.into_inner().expect("no thread panics");
        let index = MultiplyShift::over(slots / WIDTH).expect("a table has buckets");
        Self { index, state: Mutex::new(State { buckets: vec![Vec::new(); slots / WIDTH], to_save }) }
    }
}

impl SearchTable for Foresight {
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        let state = self.state.lock().expect("no thread panics");
        state.buckets[self.index.of(key)].iter().find(|(held, _)| *held == key).map(|&(_, entry)| entry)
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        let (bucket, mut state) = (self.index.of(key), self.state.lock().expect("no thread panics"));
        if let Some(own) = state.buckets[bucket].iter_mut().find(|(held, _)| *held == key) {
            own.1 = entry;
        } else if state.buckets[bucket].len() < WIDTH {
            state.buckets[bucket].push((key, entry));
        } else {
            let worths = state.buckets[bucket].iter().map(|held| state.worth(held));
            let (least, slot) = worths.zip(0..).min().expect("the bucket is full");
            if state.worth(&(key, entry)) >= least {
                state.buckets[bucket][slot] = (key, entry);
            }
        }
    }

    fn cut_by(&self, key: Key) {
        let saved = self.probe(key).map_or(0, |entry| entry.size);
        let mut state = self.state.lock().expect("no thread panics");
        state.to_save.entry(key).and_modify(|left| *left = left.saturating_sub(saved));
    }
}
