//! The keys in use. They are few and known, so a slot that claims another key is an error.

use std::collections::HashSet;

use crate::key::{Key, SplitMix64};

#[derive(Clone, Debug)]
pub(super) struct Keys {
    all: Vec<Key>,
    known: HashSet<Key>,
}

impl Keys {
    /// The spread keys differ also in the 16 bits at either end, because a tag keeps no more.
    pub(super) fn new(count: usize, seed: u64) -> Self {
        let (mut random, mut low, mut high) = (SplitMix64::new(seed), HashSet::new(), HashSet::new());
        let mut all = Vec::with_capacity(count);
        while all.len() < count {
            let spread = random.next();
            if low.insert(spread as u16) && high.insert(spread >> 48) {
                all.push(Key::from_spread(Key(spread)));
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
