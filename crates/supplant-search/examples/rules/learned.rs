//! Estimates how likely an entry is to be met again, from all offers to some of the buckets.

use supplant::entry::size;
use supplant::{Key, SizedEntry};

use crate::rule::Rule;

/// Offers after which a class halves its counts, so that the estimate follows the search.
const RECENT: f64 = 4096.0;

#[derive(Clone, Copy, Debug)]
struct Offered {
    key: Key,
    class: usize,
    met: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Class {
    offered: f64,
    met: f64,
}

#[derive(Debug)]
pub(crate) struct Learned {
    rule: Rule,
    classes: [Class; 128],
    offered: Vec<Vec<Offered>>,
    oldest: Vec<usize>,
}

impl Learned {
    pub(crate) fn new(rule: &Rule, buckets: usize) -> Self {
        let buckets = if rule.learned == 0 { 0 } else { buckets };
        Self {
            rule: *rule,
            classes: [Class::default(); 128],
            offered: vec![Vec::new(); buckets],
            oldest: vec![0; buckets],
        }
    }

    fn class(&self, entry: &SizedEntry) -> usize {
        let coarse = if self.rule.learned == 2 {
            size::octaves(size::encode(entry.size)) as usize
        } else {
            entry.depth.into()
        };
        coarse.min(31) * 4 + entry.bound as usize
    }

    fn is_sampled(&self, bucket: usize) -> bool {
        let spread = (bucket as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        !self.offered.is_empty() && spread.is_multiple_of(self.rule.sampled as u64)
    }

    /// In quarters of an octave, over others of its size.
    pub(crate) fn worth(&self, entry: &SizedEntry) -> i32 {
        if self.rule.learned == 0 {
            return 0;
        }
        let Class { offered, met } = self.classes[self.class(entry)];
        // The prior: one entry in eight is met again.
        (4.0 * ((met + 1.0) / (offered + 8.0)).log2()).round() as i32
    }

    pub(crate) fn offer(&mut self, bucket: usize, key: Key, entry: &SizedEntry) {
        if !self.is_sampled(bucket) {
            return;
        }
        let class = self.class(entry);
        let counts = &mut self.classes[class];
        counts.offered += 1.0;
        if counts.offered > RECENT {
            *counts = Class { offered: counts.offered / 2.0, met: counts.met / 2.0 };
        }
        let (new, most) = (Offered { key, class, met: false }, self.rule.memory as usize);
        let (offered, oldest) = (&mut self.offered[bucket], &mut self.oldest[bucket]);
        if let Some(own) = offered.iter_mut().find(|offered| offered.key == key) {
            *own = new;
        } else if offered.len() < most {
            offered.push(new);
        } else {
            offered[*oldest] = new;
            *oldest = (*oldest + 1) % most;
        }
    }

    pub(crate) fn meet(&mut self, bucket: usize, key: Key) {
        if self.is_sampled(bucket)
            && let Some(offered) =
                self.offered[bucket].iter_mut().find(|offered| offered.key == key && !offered.met)
        {
            offered.met = true;
            self.classes[offered.class].met += 1.0;
        }
    }
}
