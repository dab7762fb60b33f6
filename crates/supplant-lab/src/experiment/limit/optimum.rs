//! The most that any policy could have saved on a record.
//!
//! An entry carried from the access that stored or last used it to its next use is an interval. Its
//! weight is the nodes saved. A bucket of w slots can serve all sets of intervals of which at most
//! w overlap. An entry that it drops is searched and stored again, storing is optional, and a slot
//! is free again at the instant of a use.
//!
//! This is weighted interval scheduling on w machines (Carlisle and Lloyd, 1995), for caches
//! *CSOPT* (Jeong and Dubois, 2006). It is a flow of w units along the time line, in which each
//! interval is a shortcut of capacity one that gains its weight. The greatest gain takes w
//! augmentations, each along a path of greatest gain that may undo earlier shortcuts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::TableAccess;
use supplant::key::Key;
use supplant::table::{Index, MultiplyShift};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reuse {
    pub from: usize,
    pub to: usize,
    pub saved: u64,
}

/// The most nodes that any policy could save by these reuses, in buckets of `width` slots.
///
/// # Panics
/// If the number of buckets is 0 or cannot be indexed.
#[must_use]
pub fn most_saved(reuses: &[(Key, Reuse)], slots: usize, width: usize) -> u64 {
    let index = MultiplyShift::over(slots / width).expect("a table has buckets");
    let mut buckets = HashMap::<usize, Vec<Reuse>>::new();
    for &(key, reuse) in reuses {
        buckets.entry(index.of(key)).or_default().push(reuse);
    }
    buckets.values().map(|reuses| best(reuses, width)).sum()
}

/// Each reuse on a record, with its key.
#[must_use]
pub fn reuses(accesses: &[TableAccess]) -> Vec<(Key, Reuse)> {
    let (mut last, mut reuses) = (HashMap::new(), Vec::new());
    for (to, access) in accesses.iter().enumerate() {
        match *access {
            TableAccess::Probed(_) | TableAccess::NewIteration => {}
            TableAccess::Stored(key, _) => _ = last.insert(key, to),
            TableAccess::Used(key, saved) => {
                if let Some(from) = last.insert(key, to) {
                    reuses.push((key, Reuse { from, to, saved }));
                }
            }
        }
    }
    reuses
}

pub(super) fn best(reuses: &[Reuse], width: usize) -> u64 {
    let mut line = Line::of(reuses);
    (0..width).map(|_| line.augment()).take_while(|&gain| gain > 0).sum()
}

struct Line {
    intervals: Vec<(usize, usize, i64, bool)>,
    at: Vec<Vec<usize>>,
    flow: Vec<usize>,
    /// Distances in the last augmentation, which make the next costs non-negative (Johnson).
    potential: Vec<i64>,
}

#[derive(Clone, Copy)]
enum Step {
    On,
    Back,
    Through(usize),
}

impl Line {
    fn of(reuses: &[Reuse]) -> Self {
        let mut instants: Vec<_> = reuses.iter().flat_map(|reuse| [reuse.from, reuse.to]).collect();
        instants.sort_unstable();
        instants.dedup();
        let number = |instant| instants.binary_search(&instant).expect("it is one of them");
        let interval = |reuse: &Reuse| (number(reuse.from), number(reuse.to), reuse.saved as i64, false);
        let intervals: Vec<_> = reuses.iter().map(interval).collect();
        let mut at = vec![Vec::new(); instants.len()];
        for (i, &(from, to, ..)) in intervals.iter().enumerate() {
            at[from].push(i);
            at[to].push(i);
        }
        let mut line =
            Self { flow: vec![0; instants.len()], potential: vec![0; instants.len()], intervals, at };
        line.first_potential();
        line
    }

    fn first_potential(&mut self) {
        for instant in 0..self.at.len() {
            let here = self.potential[instant];
            if let Some(next) = self.potential.get_mut(instant + 1) {
                *next = (*next).min(here);
            }
            for &i in &self.at[instant] {
                let (from, to, weight, _) = self.intervals[i];
                if from == instant {
                    self.potential[to] = self.potential[to].min(here - weight);
                }
            }
        }
    }

    fn steps(&self, instant: usize) -> impl Iterator<Item = (usize, i64, Step)> + '_ {
        let on = (instant + 1 < self.at.len()).then_some((instant + 1, 0, Step::On));
        let back = (instant > 0 && self.flow[instant - 1] > 0).then(|| (instant - 1, 0, Step::Back));
        let through = self.at[instant].iter().filter_map(move |&i| {
            let (from, to, weight, is_served) = self.intervals[i];
            match is_served {
                false if from == instant => Some((to, -weight, Step::Through(i))),
                true if to == instant => Some((from, weight, Step::Through(i))),
                _ => None,
            }
        });
        on.into_iter().chain(back).chain(through)
    }

    fn augment(&mut self) -> u64 {
        let Some(last) = self.at.len().checked_sub(1) else { return 0 };
        let (distance, came) = self.cheapest();
        self.potential.iter_mut().zip(&distance).for_each(|(potential, far)| *potential += far);
        let mut instant = last;
        while let Some((before, step)) = came[instant] {
            match step {
                Step::On => self.flow[before] += 1,
                Step::Back => self.flow[instant] -= 1,
                Step::Through(i) => self.intervals[i].3 ^= true,
            }
            instant = before;
        }
        u64::try_from(-self.potential[last]).unwrap_or(0)
    }

    /// The distance to each instant in non-negative costs, and the step that reaches it (Dijkstra).
    fn cheapest(&self) -> (Vec<i64>, Vec<Option<(usize, Step)>>) {
        let (mut distance, mut came) = (vec![i64::MAX; self.at.len()], vec![None; self.at.len()]);
        let mut open = BinaryHeap::from([(Reverse(0), 0)]);
        distance[0] = 0;
        while let Some((Reverse(far), instant)) = open.pop() {
            if far > distance[instant] {
                continue;
            }
            for (to, cost, step) in self.steps(instant) {
                let there = far + cost + self.potential[instant] - self.potential[to];
                if there < distance[to] {
                    (distance[to], came[to]) = (there, Some((instant, step)));
                    open.push((Reverse(there), to));
                }
            }
        }
        (distance, came)
    }
}
