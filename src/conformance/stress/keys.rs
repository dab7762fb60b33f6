//! The keys in use. They are few and known, so a slot that claims another key is an error.

use std::collections::HashSet;

use crate::key::{Key, SplitMix64};

#[derive(Clone, Debug)]
pub(super) struct Keys {
    all: Vec<Key>,
    known: HashSet<Key>,
}

impl Keys {
    /// The keys differ also in the 16 bits at either end, because a tag keeps no more.
    pub(super) fn new(count: usize, seed: u64) -> Self {
        let (mut random, mut low, mut high) = (SplitMix64::new(seed), HashSet::new(), HashSet::new());
        let mut all = Vec::with_capacity(count);
        while all.len() < count {
            let key = random.next();
            if low.insert(key as u16) && high.insert(key >> 48) {
                all.push(Key(key));
            }
        }
        Self { known: all.iter().copied().collect(), all }
    }

    pub(super) fn all(&self) -> &[Key] {
        &self.all
    }

    #[inline]
    pub(super) fn any(&self, dice: u64) -> Key {
        self.all[dice as usize % self.all.len()]
    }

    #[inline]
    pub(super) fn contain(&self, key: Key) -> bool {
        self.known.contains(&key)
    }
}
