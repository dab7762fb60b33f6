//! Broken code on the crate's own words, which the oracle answers too.

use std::sync::atomic::Ordering::Relaxed;

use supplant::Key;
use supplant::entry::slot::{Slot, Words};
use supplant::oracle::AtomicU64;

#[derive(Default)]
pub(crate) struct Unvalidated([AtomicU64; 2]);

impl Unvalidated {
    pub(crate) fn store(&self, key: Key, data: u64) {
        self.0[0].store(key.0, Relaxed);
        self.0[1].store(data, Relaxed);
    }

    pub(crate) fn probe(&self, key: Key) -> Option<u64> {
        let [found, data] = self.0.each_ref().map(|word| word.load(Relaxed));
        (found == key.0 && data != 0).then_some(data)
    }
}

/// Plain XOR, and zero words are not special.
#[derive(Default)]
pub(crate) struct PlainXor([AtomicU64; 2]);

impl PlainXor {
    pub(crate) fn store(&self, key: Key, data: u64) {
        self.0[0].store(key.0 ^ data, Relaxed);
        self.0[1].store(data, Relaxed);
    }

    pub(crate) fn claimed_key(&self) -> Key {
        let [check, data] = self.0.each_ref().map(|word| word.load(Relaxed));
        Key(check ^ data)
    }
}

pub(crate) fn shift_with_a_second_look(bucket: &[Slot<1>; 2], key: Key, data: u64) {
    if let Some(resident) = bucket[0].load().claimed_key() {
        let again = bucket[0].load().data();
        bucket[1].save(Words::seal(resident, again));
    }
    bucket[0].save(Words::seal(key, [data]));
}

/// An entry whose two lowest data bits, its *wear*, are outside the check.
pub(crate) struct Worn {
    check: AtomicU64,
    data: AtomicU64,
    data_first: bool,
}

const WEAR: u64 = 3;

impl Worn {
    pub(crate) fn holding(key: Key, data: u64, data_first: bool) -> Self {
        let check = AtomicU64::new(key.0 ^ data & !WEAR);
        Self { check, data: AtomicU64::new(data), data_first }
    }

    fn open(&self, key: Key) -> Option<(u64, u64)> {
        let (check, data) = (self.check.load(Relaxed), self.data.load(Relaxed));
        (check ^ data & !WEAR == key.0).then_some((check, data))
    }

    pub(crate) fn holds(&self, key: Key) -> bool {
        self.open(key).is_some()
    }

    pub(crate) fn wear(&self, key: Key) {
        if let Some((_, data)) = self.open(key)
            && data & WEAR != 0
        {
            let _ = self.data.compare_exchange(data, data - 1, Relaxed, Relaxed);
        }
    }

    /// Each word must be unchanged since one look.
    pub(crate) fn refresh(&self, key: Key, fresh: u64) {
        let Some((check, data)) = self.open(key) else { return };
        let exchange =
            |word: &AtomicU64, seen, new| word.compare_exchange(seen, new, Relaxed, Relaxed).is_ok();
        let check = (&self.check, check, key.0 ^ fresh & !WEAR);
        let data = (&self.data, data, fresh);
        let [first, second] = if self.data_first { [data, check] } else { [check, data] };
        if exchange(first.0, first.1, first.2) {
            exchange(second.0, second.1, second.2);
        }
    }

    pub(crate) fn store(&self, key: Key, data: u64) {
        self.check.store(key.0 ^ data & !WEAR, Relaxed);
        self.data.store(data, Relaxed);
    }
}
