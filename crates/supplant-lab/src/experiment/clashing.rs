//! A table with truncated keys that knows whether a hit is false.
//!
//! It verifies only the key bits that choose the bucket, and a given number behind them. The whole
//! key is hidden in the entry's field for a line of moves.
//!
//! Zobrist keys collide in clusters (Hsu, *Clustering of errors*): the same move from two colliding
//! positions keeps their keys' difference. So `clashes` counts differences.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use supplant::entry::{Move16, SizedEntry};
use supplant::key::Key;
use supplant::scheme::SchemeName;
use supplant_search::search::{FOLLOWING, NodeContext, SearchTable, StudyTable};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "InFile", try_from = "InFile")]
pub struct Cut {
    pub bits: u32,
    pub keys: Hashing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hashing {
    #[default]
    Zobrist,
    /// Zobrist keys of words from a code, of which small sets never cancel.
    Distant,
    /// Zobrist keys multiplied by a constant, so that they are not sums of words.
    Multiplied,
}

impl Hashing {
    pub const ALL: [Self; 3] = [Self::Zobrist, Self::Distant, Self::Multiplied];

    const fn mark(self) -> &'static str {
        match self {
            Self::Zobrist => "",
            Self::Distant => "distant",
            Self::Multiplied => "multiplied",
        }
    }
}

impl Cut {
    pub const BITS: std::ops::RangeInclusive<u32> = 4..=56;

    #[must_use]
    pub const fn to(bits: u32) -> Self {
        Self { bits, keys: Hashing::Zobrist }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.bits, self.keys.mark())
    }
}

impl FromStr for Cut {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let bits = text[..end].parse().ok().filter(|bits| Self::BITS.contains(bits));
        let keys = Hashing::ALL.into_iter().find(|keys| keys.mark().eq_ignore_ascii_case(&text[end..]));
        bits.zip(keys).map(|(bits, keys)| Self { bits, keys }).ok_or_else(|| {
            let (least, most) = Self::BITS.into_inner();
            format!("`{text}` is not a number of bits; give all, or {least} to {most}, with `distant` or `multiplied` behind it for other keys than Zobrist's")
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum InFile {
    Bits(u32),
    Text(String),
}

impl From<Cut> for InFile {
    fn from(cut: Cut) -> Self {
        if cut.keys == Hashing::Zobrist { Self::Bits(cut.bits) } else { Self::Text(cut.to_string()) }
    }
}

impl TryFrom<InFile> for Cut {
    type Error = String;

    fn try_from(read: InFile) -> Result<Self, String> {
        match read {
            InFile::Bits(bits) => bits.to_string().parse(),
            InFile::Text(text) => text.parse(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FalseHits {
    pub false_hits: u64,
    /// Different pairs of a sought and a found position. The reversed pair counts separately.
    pub false_pairs: u64,
    pub clashes: u64,
}

#[derive(Debug, Default)]
pub(super) struct FalseHitCounter {
    false_hits: AtomicU64,
    pairs: Mutex<HashSet<(u64, u64)>>,
}

impl FalseHitCounter {
    pub(super) fn count(&self, sought: Key, found: Key) {
        let difference = sought.0 ^ found.0;
        if difference != 0 {
            self.false_hits.fetch_add(1, Relaxed);
            self.pairs.lock().unwrap_or_else(PoisonError::into_inner).insert((sought.0, difference));
        }
    }

    pub(super) fn found(&self) -> FalseHits {
        let pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        let clashes: HashSet<_> = pairs.iter().map(|(_, difference)| difference).collect();
        FalseHits {
            false_hits: self.false_hits.load(Relaxed),
            false_pairs: pairs.len() as u64,
            clashes: clashes.len() as u64,
        }
    }
}

pub struct Clashing<'a> {
    table: &'a dyn StudyTable,
    kept: u64,
    tally: FalseHitCounter,
}

impl std::fmt::Debug for Clashing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Clashing").field("kept", &self.kept.count_ones()).finish_non_exhaustive()
    }
}

impl<'a> Clashing<'a> {
    /// The `table` must have a power of two of buckets, and entries that keep lines of moves.
    pub fn over(table: &'a dyn StudyTable, scheme: SchemeName, bits: u32) -> Self {
        let buckets = table.slots() / scheme.info().slots;
        let kept = buckets.ilog2().saturating_add(bits).clamp(1, u64::BITS);
        Self { table, kept: u64::MAX << (u64::BITS - kept), tally: FalseHitCounter::default() }
    }

    pub fn found(&self) -> FalseHits {
        self.tally.found()
    }

    /// The table sees the bits of the game's key, as an engine would that does not spread keys.
    fn cut(&self, key: Key) -> Key {
        Key::from_spread(Key(key.0 & self.kept))
    }
}

/// A table with whole keys, whose buckets are those of [`Clashing`]. So two searches differ only
/// where a hit is false.
#[derive(Clone, Copy)]
pub struct Unspread<'a>(pub &'a dyn StudyTable);

impl SearchTable for Unspread<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.0)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.0.probe(Key::from_spread(key))
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        self.0.probe_both(Key::from_spread(key))
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.0.store(Key::from_spread(key), entry);
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        self.0.store_with(Key::from_spread(key), entry, beside);
    }

    fn cut_by(&self, key: Key) {
        self.0.cut_by(Key::from_spread(key));
    }

    fn prefetch(&self, key: Key) {
        self.0.prefetch(Key::from_spread(key));
    }
}

impl std::fmt::Debug for Unspread<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Unspread").finish_non_exhaustive()
    }
}

fn hidden(key: Key) -> [Move16; FOLLOWING] {
    std::array::from_fn(|i| Move16((key.0 >> (16 * i)) as u16))
}

fn shown(line: [Move16; FOLLOWING]) -> u64 {
    line.iter().rev().fold(0, |key, part| key << 16 | u64::from(part.0))
}

impl SearchTable for Clashing<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.table.probe(self.cut(key))
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        let cut = self.cut(key);
        let found = self.table.probe(cut);
        if found.is_some() {
            self.tally.count(key, Key(shown(self.table.following(cut))));
        }
        [found, None]
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.table.store_with(
            self.cut(key),
            entry,
            NodeContext { following: hidden(key), ..NodeContext::NOTHING },
        );
    }

    fn cut_by(&self, key: Key) {
        self.table.cut_by(self.cut(key));
    }

    fn prefetch(&self, key: Key) {
        self.table.prefetch(self.cut(key));
    }
}

#[cfg(test)]
mod tests {
    use super::{Clashing, Cut, FalseHits, Hashing};
    use supplant::entry::SizedEntry;
    use supplant::key::{Key, SplitMix64};
    use supplant::scheme::SchemeName;
    use supplant::table::Size;
    use supplant::table::Table;
    use supplant_search::search::{SearchTable as _, StudyTable};

    fn table(scheme: SchemeName, slots: usize) -> Box<dyn StudyTable> {
        <dyn StudyTable>::build_lined(scheme, Table::builder().size(Size::Slots(slots))).expect("small")
    }

    fn hits(table: &Clashing, key: Key) -> bool {
        table.probe_both(key)[0].is_some()
    }

    #[test]
    fn keys_that_agree_in_the_bits_kept_hit_falsely_and_are_counted() {
        let lined = table(SchemeName::New, 1 << 10);
        let table = Clashing::over(&*lined, SchemeName::New, 16);
        let key = Key(0x1234_5678_9abc_def0);
        table.store(key, SizedEntry { depth: 3, ..SizedEntry::default() });
        assert!(hits(&table, key) && table.found().false_hits == 0, "its own");
        let beyond = Key(key.0 ^ 1 << (63 - 26));
        assert!(
            table.probe(beyond).is_some_and(|found| found.depth == 3) && table.found().false_hits == 0,
            "who marks is not counted"
        );
        assert!(hits(&table, beyond) && table.found().false_hits == 1);
        let verified = Key(key.0 ^ 1 << (63 - 25));
        assert!(!hits(&table, verified) && table.found().false_hits == 1);
        table.store(beyond, SizedEntry { depth: 5, ..SizedEntry::default() });
        assert!(hits(&table, beyond) && table.found().false_hits == 1, "it is its own by now");
        assert!(hits(&table, key) && table.found().false_hits == 2);
    }

    #[test]
    fn a_difference_of_keys_that_moves_carry_along_is_one_clash() {
        let lined = table(SchemeName::New, 1 << 10);
        let table = Clashing::over(&*lined, SchemeName::New, 16);
        let (first, second, mv) = (Key(0x1234_5678_9abc_def0), Key(0x1234_5678_9abc_def1), 0x7777 << 40);
        for (own, other) in [(first, second), (Key(first.0 ^ mv), Key(second.0 ^ mv))] {
            table.store(own, SizedEntry { depth: 3, ..SizedEntry::default() });
            assert!(hits(&table, other));
        }
        assert_eq!(table.found(), FalseHits { false_hits: 2, false_pairs: 2, clashes: 1 });
        assert!(hits(&table, Key(first.0 ^ mv ^ 2)), "another difference");
        assert!(hits(&table, Key(first.0 ^ mv ^ 2)), "the same again");
        assert_eq!(table.found(), FalseHits { false_hits: 4, false_pairs: 3, clashes: 2 });
    }

    #[test]
    fn a_cut_reads_back_as_it_is_written() {
        for keys in Hashing::ALL {
            let cut = Cut { bits: 24, keys };
            assert_eq!(cut.to_string().parse(), Ok(cut));
            let in_file = serde_json::to_string(&cut).expect("a number or a text");
            assert_eq!(serde_json::from_str::<Cut>(&in_file).expect("as written"), cut);
        }
        assert_eq!(serde_json::to_string(&Cut::to(24)).expect("a number"), "24", "as ever");
        for wrong in ["3", "57", "24x", "distant", "", "-24"] {
            assert!(wrong.parse::<Cut>().expect_err("no cut").contains("4 to 56"), "{wrong}");
        }
    }

    #[test]
    fn where_all_bits_are_kept_no_hit_is_false() {
        let lined = table(SchemeName::TwoBig1, 1 << 10);
        let table = Clashing::over(&*lined, SchemeName::TwoBig1, 64);
        let mut random = SplitMix64::new(1);
        for _ in 0..100_000 {
            let key = Key(random.next());
            if !hits(&table, key) {
                table.store(key, SizedEntry { depth: 1, ..SizedEntry::default() });
            }
        }
        assert_eq!(table.found().false_hits, 0);
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
            table.store(key, SizedEntry { depth: 1, ..SizedEntry::default() });
        }
        let expected = f64::from(draws) / f64::from(1 << bits);
        let found = table.found().false_hits as f64;
        assert!((found / expected - 1.0).abs() < 0.1, "{found} of {expected}");
    }
}
