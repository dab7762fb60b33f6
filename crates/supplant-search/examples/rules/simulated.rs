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
    /// Of those that are told apart.
    iteration: i32,
}

/// Parts of a quarter of an octave, the unit of worth.
const PARTS: i32 = 256;
/// More than any entry is worth.
const GONE: i32 = 1 << 24;

fn of_size(fine: i32, size: u64) -> i32 {
    let code = size::encode(size);
    let (octaves, held) = (size::octaves(code), size::decode(code).max(1));
    match fine {
        0 => 4 * octaves as i32 * PARTS,
        // The two bits after the leading one.
        1 => (4 * octaves as i32 + ((held << 2 >> octaves) & 3) as i32) * PARTS,
        2 => (4.0 * (held as f64).log2()).floor() as i32 * PARTS,
        3 => ((4 * PARTS) as f64 * (held as f64).log2()).round() as i32,
        // A power of two is 128 codes away from the next.
        _ => i32::from(code) * (4 * PARTS / 128),
    }
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
    iteration: i32,
}

impl State {
    fn worth(&self, rule: &Rule, resident: &Resident) -> i32 {
        let Resident { entry, wear, iteration, .. } = resident;
        let age = (self.iteration - iteration).rem_euclid(rule.ages);
        let upper = entry.bound == Bound::Upper;
        let gone = rule.olduppers > 0 && age > 0 && upper || rule.ancient > 0 && age > 1;
        let last = if age == 1 && entry.bound == Bound::Lower { rule.lastlower } else { 0 };
        let fixed = rule.draft * i32::from(entry.depth) + last;
        of_size(rule.fine, entry.size) + (fixed - wear + self.learned.worth(entry)) * PARTS
            - if gone { GONE } else { 0 }
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
        let state =
            State { buckets: vec![Vec::new(); buckets], learned, chance: SplitMix64::new(1), iteration: 0 };
        Self { rule: *rule, index, state: Mutex::new(state) }
    }

    fn collide(&self, state: &mut State, bucket: usize, new: Resident) {
        let rule = &self.rule;
        let (worth, weakest) = state.least(rule, bucket, None);
        let is_refused = rule.always == 0 && state.worth(rule, &new) + rule.newcomer * PARTS < worth;
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
        let iteration = state.iteration;
        let mut new = Resident { key, entry, wear: self.rule.unused + upper, iteration };
        if let Some(own) = state.buckets[bucket].iter_mut().find(|resident| resident.key == key) {
            new.wear = (new.wear.min(own.wear) - self.rule.again).max(0);
            *own = new;
        } else if state.buckets[bucket].len() < self.rule.width {
            state.buckets[bucket].push(new);
        } else {
            self.collide(&mut state, bucket, new);
        }
    }

    fn new_iteration(&self) {
        let mut state = self.state.lock().expect("no thread panics");
        state.iteration = (state.iteration + 1) % self.rule.ages;
    }

    fn cut_by(&self, key: Key) {
        if self.rule.learned == 3 {
            self.state.lock().expect("no thread panics").learned.meet(self.index.of(key), key);
        }
    }
}
