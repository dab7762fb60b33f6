//! A table whose keys are cut, and which knows of every hit whether it is of another position.
//!
//! Of a key it keeps the bits that choose the bucket and so many behind them, and verifies these; the whole key it hides in the entry, where a line would be, and
//! compares when an entry is found. So false hits are counted, not estimated, and the search takes them for true, as it would.

use crate::entry::{Entry, FOLLOWING, Move16};
use crate::key::Key;
use crate::scheme::{HitSize, SchemeName};
use crate::search::{AnyTable, Beside, SearchTable};
use crate::sync::{AtomicU64, UNORDERED};

/// The table, over one whose entries keep lines.
pub struct Clashing<'a> {
    table: &'a dyn AnyTable,
    kept: u64,
    false_hits: AtomicU64,
}

impl std::fmt::Debug for Clashing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Clashing").field("kept", &self.kept.count_ones()).finish_non_exhaustive()
    }
}

impl<'a> Clashing<'a> {
    /// Over a `table` of a `scheme` with a power of two of buckets: of a key, so many `bits` are verified behind those that choose the bucket.
    pub fn over(table: &'a dyn AnyTable, scheme: SchemeName, bits: u32) -> Self {
        let buckets = table.slots() / scheme.info().slots;
        let kept = buckets.ilog2().saturating_add(bits).clamp(1, u64::BITS);
        Self { table, kept: u64::MAX << (u64::BITS - kept), false_hits: AtomicU64::new(0) }
    }

    /// Hits so far that were of another position.
    pub fn false_hits(&self) -> u64 {
        self.false_hits.load(UNORDERED)
    }

    fn cut(&self, key: Key) -> Key {
        Key(key.0 & self.kept)
    }
}

/// A key where a line would be.
fn hidden(key: Key) -> [Move16; FOLLOWING] {
    std::array::from_fn(|i| Move16((key.0 >> (16 * i)) as u16))
}

impl SearchTable for Clashing<'_> {
    fn hit_size(&self) -> HitSize {
        self.table.hit_size()
    }

    fn uses_principal(&self) -> bool {
        self.table.uses_principal()
    }

    /// Not counted: who asks so marks what lies there, and searches nothing.
    fn probe(&self, key: Key) -> Option<Entry> {
        self.table.probe(self.cut(key))
    }

    fn probe_both(&self, key: Key) -> [Option<Entry>; 2] {
        let cut = self.cut(key);
        let found = self.table.probe(cut);
        // By one worker nothing comes between.
        if found.is_some() && self.table.following(cut) != hidden(key) {
            self.false_hits.fetch_add(1, UNORDERED);
        }
        [found, None]
    }

    fn store(&self, key: Key, entry: Entry) {
        self.table.store_with(self.cut(key), entry, Beside { following: hidden(key), ..Beside::NOTHING });
    }

    fn cut_by(&self, key: Key) {
        self.table.cut_by(self.cut(key));
    }

    fn prefetch(&self, key: Key) {
        self.table.prefetch(self.cut(key));
    }

    fn is_far(&self) -> bool {
        self.table.is_far()
    }

    fn permille(&self) -> u16 {
        self.table.permille()
    }
}

#[cfg(test)]
mod tests {
    use super::Clashing;
    use crate::entry::Entry;
    use crate::key::{Key, SplitMix64};
    use crate::scheme::SchemeName;
    use crate::search::{AnyTable, SearchTable as _};
    use crate::table::Size;

    fn table(scheme: SchemeName, slots: usize) -> Box<dyn AnyTable> {
        <dyn AnyTable>::untouched_lined(scheme, Size::Slots(slots)).expect("small")
    }

    /// As a search looks up.
    fn hits(table: &Clashing, key: Key) -> bool {
        table.probe_both(key)[0].is_some()
    }

    #[test]
    fn keys_that_agree_in_the_bits_kept_hit_falsely_and_are_counted() {
        let lined = table(SchemeName::New, 1 << 10);
        let table = Clashing::over(&*lined, SchemeName::New, 16);
        let key = Key(0x1234_5678_9abc_def0);
        table.store(key, Entry { depth: 3, ..Entry::default() });
        assert!(hits(&table, key) && table.false_hits() == 0, "its own");
        let beyond = Key(key.0 ^ 1 << (63 - 26));
        assert!(
            table.probe(beyond).is_some_and(|found| found.depth == 3) && table.false_hits() == 0,
            "who marks is not counted"
        );
        assert!(hits(&table, beyond) && table.false_hits() == 1);
        let verified = Key(key.0 ^ 1 << (63 - 25));
        assert!(!hits(&table, verified) && table.false_hits() == 1);
        table.store(beyond, Entry { depth: 5, ..Entry::default() });
        assert!(hits(&table, beyond) && table.false_hits() == 1, "it is its own by now");
        assert!(hits(&table, key) && table.false_hits() == 2);
    }

    #[test]
    fn where_all_bits_are_kept_no_hit_is_false() {
        let lined = table(SchemeName::TwoBig1, 1 << 10);
        let table = Clashing::over(&*lined, SchemeName::TwoBig1, 64);
        let mut random = SplitMix64::new(1);
        for _ in 0..100_000 {
            let key = Key(random.next());
            if !hits(&table, key) {
                table.store(key, Entry { depth: 1, ..Entry::default() });
            }
        }
        assert_eq!(table.false_hits(), 0);
    }

    #[test]
    fn false_hits_are_as_many_as_keys_drawn_by_lot_should_have() {
        let (slots, bits) = (1 << 8, 6);
        let lined = table(SchemeName::New, slots);
        let table = Clashing::over(&*lined, SchemeName::New, bits);
        let mut random = SplitMix64::new(2);
        let draws = 200_000;
        for _ in 0..draws {
            let key = Key(random.next());
            let _ = hits(&table, key);
            table.store(key, Entry { depth: 1, ..Entry::default() });
        }
        // Every slot is soon full, and a key of it agrees in six bits once in 64 times.
        let expected = f64::from(draws) / f64::from(1 << bits);
        let found = table.false_hits() as f64;
        assert!((found / expected - 1.0).abs() < 0.1, "{found} of {expected}");
    }
}
