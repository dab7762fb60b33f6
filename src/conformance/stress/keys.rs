//! The keys in use. They are few and known, so a slot that claims another key is an error.

use std::collections::HashSet;

use crate::key::{Key, SplitMix64};

#[derive(Clone, Debug)]
pub(super) struct Keys {
    all: Vec<Key>,
    /// The number of the key whose spread key has these 16 low bits. It is 0 if there is none.
    numbers: Vec<u16>,
}

impl Keys {
    /// The spread keys differ also in the 16 bits at either end, because a tag keeps no more.
    pub(super) fn new(count: usize, seed: u64) -> Self {
        let (mut random, mut high) = (SplitMix64::new(seed), HashSet::new());
        let (mut all, mut numbers) = (Vec::with_capacity(count), vec![None; 1 << 16]);
        while all.len() < count {
            let spread = random.next();
            let number = &mut numbers[usize::from(spread as u16)];
            if number.is_none() && high.insert(spread >> 48) {
                *number = Some(all.len() as u16);
                all.push(Key::from_spread(Key(spread)));
            }
        }
        Self { all, numbers: numbers.into_iter().map(Option::unwrap_or_default).collect() }
    }

    pub(super) fn all(&self) -> &[Key] {
        &self.all
    }

    #[inline]
    pub(super) fn any(&self, dice: u32) -> Key {
        self.all[((u64::from(dice) * self.all.len() as u64) >> 32) as usize]
    }

    #[inline]
    pub(super) fn contain(&self, key: Key) -> bool {
        let number = self.numbers[usize::from(key.spread().0 as u16)];
        self.all[usize::from(number)] == key
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Keys};

    #[test]
    fn keys_contain_all_of_theirs_and_no_other() {
        let keys = Keys::new(300, 1);
        assert!(keys.all().iter().all(|&key| keys.contain(key)));
        let mut others = keys.all().iter().flat_map(|key| (0..64).map(|bit| Key(key.0 ^ 1 << bit)));
        assert!(others.all(|other| !keys.contain(other)));
        let drawn = [0, u32::MAX].map(|dice| keys.any(dice));
        assert_eq!(drawn, [keys.all()[0], keys.all()[299]]);
    }
}
