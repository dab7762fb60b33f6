//! A table for one worker that follows a rule of the family.

use std::sync::Mutex;

use supplant::entry::size;
use supplant::key::SplitMix64;
use supplant::scheme::HitSize;
use supplant::table::{Index, MultiplyShift};
use supplant::{Bound, Key, SizedEntry};
use supplant_search::search::SearchTable;

use crate::learned::Learned;
use crate::rule::Rule;

#[derive(Clone, Copy, Debug)]
struct Resident {
    key: Key,
    entry: SizedEntry,
    wear: i32,
}

#[derive(Debug)]
pub(crate) struct Simulated {
    rule: Rule,
    index: MultiplyShift,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    buckets: Vec<Vec<Resident>>,
    learned: Learned,
    chance: SplitMix64,
}

impl State {
    fn worth(&self, rule: &Rule, resident: &Resident) -> i32 {
        let octaves = size::octaves(size::encode(resident.entry.size)) as i32;
        let fixed = 4 * octaves + rule.draft * i32::from(resident.entry.depth);
        fixed - resident.wear + self.learned.worth(&resident.entry)
    }

    fn least(&self, rule: &Rule, bucket: usize, but: Option<usize>) -> (i32, usize) {
        let all = self.buckets[bucket].iter().enumerate().filter(|&(slot, _)| Some(slot) != but);
        all.map(|(slot, resident)| (self.worth(rule, resident), slot)).min().unwrap_or((i32::MAX, 0))
    }
}

impl Simulated {
    pub(crate) fn new(rule: &Rule, slots: usize) -> Self {
        let buckets = slots / rule.width;
        let index = MultiplyShift::over(buckets).expect("a table has buckets");
        let learned = Learned::new(rule, buckets);
        let state = State { buckets: vec![Vec::new(); buckets], learned, chance: SplitMix64::new(1) };
        Self { rule: *rule, index, state: Mutex::new(state) }
    }

    fn collide(&self, state: &mut State, bucket: usize, new: Resident) {
        let rule = &self.rule;
        let (worth, weakest) = state.least(rule, bucket, None);
        let is_refused = rule.always == 0 && state.worth(rule, &new) + rule.newcomer < worth;
        let (worn, step) = if is_refused {
            (weakest, rule.step)
        } else {
            state.buckets[bucket][weakest] = new;
            (state.least(rule, bucket, Some(weakest)).1, rule.second)
        };
        if rule.chance <= 1 || state.chance.below(rule.chance as u64) == 0 {
            let resident = &mut state.buckets[bucket][worn];
            resident.wear = (resident.wear + step).min(rule.most.max(resident.wear));
        }
    }
}

impl SearchTable for Simulated {
    fn hit_size(&self) -> HitSize {
        if self.rule.subtree == 0 { HitSize::One } else { HitSize::Subtree }
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        let (bucket, mut state) = (self.index.of(key), self.state.lock().expect("no thread panics"));
        if self.rule.learned != 3 {
            state.learned.meet(bucket, key);
        }
        let found = state.buckets[bucket].iter_mut().find(|resident| resident.key == key)?;
        found.wear = found.wear.saturating_sub(self.rule.mended).max(0);
        Some(found.entry)
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        let (bucket, mut state) = (self.index.of(key), self.state.lock().expect("no thread panics"));
        state.learned.offer(bucket, key, &entry);
        let upper = if entry.bound == Bound::Upper { self.rule.upper } else { 0 };
        let mut new = Resident { key, entry, wear: self.rule.unused + upper };
        if let Some(own) = state.buckets[bucket].iter_mut().find(|resident| resident.key == key) {
            new.wear = new.wear.min(own.wear);
            *own = new;
        } else if state.buckets[bucket].len() < self.rule.width {
            state.buckets[bucket].push(new);
        } else {
            self.collide(&mut state, bucket, new);
        }
    }

    fn cut_by(&self, key: Key) {
        if self.rule.learned == 3 {
            self.state.lock().expect("no thread panics").learned.meet(self.index.of(key), key);
        }
    }
}
