//! A table whose layout verifies a tag of each key, with a witness that counts its false hits.
//! Only one worker may search: after a race nobody knows which store came last.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::clashing::{FalseHitCounter, FalseHits};
use supplant::entry::SizedEntry;
use supplant::entry::bucket::LayoutName;
use supplant::key::Key;
use supplant::scheme::SchemeName;
use supplant::table::{Index, MultiplyShift};
use supplant_search::search::{SearchTable, StudyTable};

type Seen = (usize, u64);

pub struct Witnessed<'a> {
    table: &'a dyn StudyTable,
    index: MultiplyShift,
    tag: u64,
    written: Mutex<HashMap<Seen, Key>>,
    tally: FalseHitCounter,
}

impl std::fmt::Debug for Witnessed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Witnessed").field("tag", &self.tag).finish_non_exhaustive()
    }
}

/// The scheme must keep a position in one slot only, and must not mark principal variations.
#[must_use]
pub fn can_tell(scheme: SchemeName, layout: LayoutName) -> bool {
    let scheme = scheme.info();
    !layout.info().verifies_whole_key() && !scheme.holds_twice && !scheme.uses_principal
}

impl<'a> Witnessed<'a> {
    pub fn over(table: &'a dyn StudyTable, scheme: SchemeName, layout: LayoutName) -> Option<Self> {
        let slots = layout.info().bucket_slots.unwrap_or(scheme.info().slots);
        let index = MultiplyShift::over(table.slots() / slots)?;
        let tag = (1 << layout.info().verified_bits.min(63)) - 1;
        let (written, tally) = (Mutex::default(), FalseHitCounter::default());
        can_tell(scheme, layout).then_some(Self { table, index, tag, written, tally })
    }

    pub fn found(&self) -> FalseHits {
        self.tally.found()
    }

    fn seen(&self, key: Key) -> Seen {
        (self.index.of(key), key.spread().0 & self.tag)
    }

    fn written(&self) -> MutexGuard<'_, HashMap<Seen, Key>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchTable for Witnessed<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.table.probe(key)
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        let found = self.table.probe_both(key);
        if found[0].is_some() {
            let own = *self.written().get(&self.seen(key)).expect("what is found was stored");
            self.tally.count(key, own);
        }
        found
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        if self.table.offer(key, entry) {
            self.written().insert(self.seen(key), key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Witnessed, can_tell};
    use supplant::entry::bucket::LayoutName;
    use supplant::entry::{Bound, SizedEntry};
    use supplant::key::{Key, SplitMix64};
    use supplant::scheme::SchemeName;
    use supplant::table::Size;
    use supplant::table::Table;
    use supplant_search::search::{SearchTable as _, StudyTable};

    fn table(scheme: SchemeName, layout: LayoutName, slots: usize) -> Box<dyn StudyTable> {
        <dyn StudyTable>::build(scheme, layout, Table::builder().size(Size::Slots(slots))).expect("small")
    }

    fn entry(depth: u8) -> SizedEntry {
        SizedEntry { bound: Bound::Exact, depth, size: 100, ..SizedEntry::default() }
    }

    #[test]
    fn the_tag_and_the_bucket_are_all_that_a_table_sees() {
        let held = table(SchemeName::New, LayoutName::Single8, 1 << 10);
        let table = Witnessed::over(&*held, SchemeName::New, LayoutName::Single8).expect("it has tags");
        let hits = |key| table.probe_both(key)[0].is_some();
        let key = Key(0x1234_5678_9abc_def0);
        table.store(key, entry(3));
        assert!(hits(key) && table.found().false_hits == 0, "its own");
        let spread_with = |bits| Key::from_spread(Key(key.spread().0 ^ bits));
        let other = spread_with(1 << 20);
        assert!(table.probe(other).is_some() && table.found().false_hits == 0, "who marks is not counted");
        assert!(hits(other) && table.found().false_hits == 1);
        assert!(!hits(spread_with(1 << 15)) && !hits(spread_with(1 << 62)), "another tag, another bucket");
        table.store(other, entry(5));
        assert!(hits(other) && table.found().false_hits == 1, "it is its own by now");
        assert!(hits(key) && table.found().false_hits == 2);
    }

    #[test]
    fn an_entry_that_is_refused_leaves_the_witness_as_it_was() {
        let held = table(SchemeName::DepthAge, LayoutName::Cluster10, 3 << 8);
        let table =
            Witnessed::over(&*held, SchemeName::DepthAge, LayoutName::Cluster10).expect("it has tags");
        let [deep, shallow] = [0, 1 << 20].map(|bits| Key::from_spread(Key(0x1234_5678_9abc_def0 ^ bits)));
        table.store(deep, entry(30));
        table.store(shallow, SizedEntry { bound: Bound::Lower, ..entry(2) });
        assert_eq!(table.probe_both(shallow)[0].map(|found| found.depth), Some(30));
        assert_eq!(table.found().false_hits, 1);
        let _ = table.probe_both(deep);
        assert_eq!(table.found().false_hits, 1, "it is its own");
    }

    #[test]
    fn false_hits_are_as_many_as_filled_slots_and_tags_allow() {
        let told =
            |scheme: &SchemeName, layout: &LayoutName| scheme.fits(*layout) && can_tell(*scheme, *layout);
        let mut measured = 0;
        for &layout in LayoutName::ALL {
            for &scheme in SchemeName::ALL.iter().filter(|scheme| told(scheme, &layout)) {
                let held = table(scheme, layout, 3 << 8);
                let table = Witnessed::over(&*held, scheme, layout).expect("it has tags");
                let mut random = SplitMix64::new(3);
                let draws = 30_000;
                for _ in 0..draws {
                    let key = Key::from_spread(Key(random.next() & !0xFF00));
                    let _ = table.probe_both(key);
                    table.store(key, entry(1));
                }
                let slots = layout.info().bucket_slots.unwrap_or(scheme.info().slots);
                let expected = f64::from(draws) * layout.info().false_hit(slots) * 256.0;
                let found = table.found().false_hits as f64;
                let most = expected + 5.0 * expected.sqrt();
                assert!((expected / 2.0..most).contains(&found), "{scheme} {layout}: {found}, {expected}");
                measured += 1;
            }
        }
        assert!(measured > 10, "{measured}");
    }

    #[test]
    fn whole_keys_positions_held_twice_and_marks_have_no_witness() {
        let of = |scheme, layout| {
            let held = table(scheme, layout, 1 << 10);
            Witnessed::over(&*held, scheme, layout).is_some()
        };
        assert!(!of(SchemeName::New, LayoutName::Xor16) && !of(SchemeName::Thompson, LayoutName::Single8));
        assert!(!of(SchemeName::Principal, LayoutName::Single8), "whose marks are stored as found");
        assert!(of(SchemeName::TwoDeep, LayoutName::Single8));
    }
}
