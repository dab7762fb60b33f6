//! An entry with a lower and an upper bound, each with its own depth, in as many bytes as an entry
//! with one bound (an answer to the outlook of Breuker et al. 1996, section 6).
//!
//! | bits | field |
//! |---|---|
//! | 0–15 | move |
//! | 16–31, 32–47 | score of the lower bound, of the upper bound |
//! | 48–53 | the greater depth, 0 to 63 |
//! | 54–59 | the smaller depth; 63 if there is one bound |
//! | 60 | 1 if the greater depth is the upper bound's |
//! | 61 | 1 |
//!
//! The second bound takes the room of the generation and of the subtree size.

use super::search_table::{NodeContext, Remembered};
use supplant::entry::{Bits, Bound, Depth, Facts, Move16, Payload, Score, SizedEntry};

const MOVE: Bits = Bits::at(0..16);
const LOWER: Bits = Bits::at(16..32);
const UPPER: Bits = Bits::at(32..48);
const DEEPER: Bits = Bits::at(48..54);
const OTHER: Bits = Bits::at(54..60);
const UPPER_IS_DEEPER: Bits = Bits::at(60..61);
const PRESENT: Bits = Bits::at(61..62);

const NO_OTHER: u64 = OTHER.max();

/// A score and the depth of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The score, a bound.
    pub score: Score,
    /// The depth, at most 62.
    pub depth: Depth,
}

/// An entry with up to two bounds of one position.
///
/// A result replaces the bound of its own kind. The other one stays, unless the two contradict each
/// other. An exact score is both bounds at one depth. The entry keeps no marks, so repeated
/// extensions and proven draws have no effect. A result without a bound must not be stored.
///
/// ```
/// use supplant::entry::bucket::Pairs;
/// use supplant::{Bound, Key, SizedEntry, Table, scheme::Deep};
/// use supplant_search::search::{BoundsEntry, SearchTable};
/// let table = Table::builder().scheme::<Deep>().bucket::<Pairs<1, BoundsEntry>>().slots(1 << 10).build()?;
/// let upper = SizedEntry { score: 30, bound: Bound::Upper, depth: 6, ..SizedEntry::default() };
/// let lower = SizedEntry { score: 10, bound: Bound::Lower, depth: 6, ..SizedEntry::default() };
/// SearchTable::store(&table, Key(5), upper);
/// SearchTable::store(&table, Key(5), lower);
/// let found = SearchTable::probe_both(&table, Key(5));
/// assert_eq!(found.map(|entry| entry.map(|entry| entry.score)), [Some(10), Some(30)]);
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsEntry {
    /// The best move of the last search that had one.
    pub mv: Move16,
    /// The score is at least this.
    pub lower: Option<Searched>,
    /// The score is at most this.
    pub upper: Option<Searched>,
}

impl Payload for BoundsEntry {
    type Data = [u64; 1];
    const NAME: &'static str = "bounds";
    const FACTS: Facts = Facts { depth: Some(DEEPER), mv: Some(MOVE), ..Facts::NONE };

    #[inline]
    fn pack(self) -> [u64; 1] {
        let depth = |bound: Option<Searched>| bound.map(|bound| u64::from(bound.depth).min(NO_OTHER - 1));
        let score = |bound: Option<Searched>| bound.map_or(0, |bound| u64::from(bound.score as u16));
        let (lower, upper) = (depth(self.lower), depth(self.upper));
        let upper_is_deeper = upper > lower;
        let (deeper, other) = if upper_is_deeper { (upper, lower) } else { (lower, upper) };
        [MOVE.of(self.mv.0.into())
            | LOWER.of(score(self.lower))
            | UPPER.of(score(self.upper))
            | DEEPER.of(deeper.unwrap_or(0))
            | OTHER.of(other.unwrap_or(NO_OTHER))
            | UPPER_IS_DEEPER.of(upper_is_deeper.into())
            | PRESENT.of(1)]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        let searched = |score: Bits, depth: u64| Searched {
            score: score.get(word) as u16 as Score,
            depth: depth as Depth,
        };
        let (deeper, other) = (DEEPER.get(word), OTHER.get(word));
        let other_of = |score| (other != NO_OTHER).then(|| searched(score, other));
        let (lower, upper) = if UPPER_IS_DEEPER.get(word) == 1 {
            (other_of(LOWER), Some(searched(UPPER, deeper)))
        } else {
            (Some(searched(LOWER, deeper)), other_of(UPPER))
        };
        Self { mv: Move16(MOVE.get(word) as u16), lower, upper }
    }
}

impl BoundsEntry {
    fn read(self, bound: Bound, searched: Searched) -> SizedEntry {
        SizedEntry {
            mv: self.mv,
            score: searched.score,
            bound,
            depth: searched.depth,
            ..SizedEntry::default()
        }
    }
}

impl Remembered for BoundsEntry {
    const JOINS: bool = true;

    #[inline]
    fn remembered(entry: SizedEntry, _: NodeContext) -> Self {
        let searched = Some(Searched { score: entry.score, depth: entry.depth });
        let is = |bound| entry.bound == bound || entry.bound == Bound::Exact;
        Self {
            mv: entry.mv,
            lower: searched.filter(|_| is(Bound::Lower)),
            upper: searched.filter(|_| is(Bound::Upper)),
        }
    }

    #[inline]
    fn joined(self, known: Self) -> Self {
        let mv = if self.mv.is_some() { self.mv } else { known.mv };
        let (lower, upper) = (self.lower.or(known.lower), self.upper.or(known.upper));
        match (lower, upper) {
            // Both may be right, at two depths or on two paths. The newer one stays, as with one bound.
            (Some(low), Some(high)) if low.score > high.score => Self { mv, ..self },
            _ => Self { mv, lower, upper },
        }
    }

    #[inline]
    fn entry(self) -> SizedEntry {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) if lower == upper => self.read(Bound::Exact, lower),
            (Some(lower), _) => self.read(Bound::Lower, lower),
            (None, Some(upper)) => self.read(Bound::Upper, upper),
            (None, None) => SizedEntry { mv: self.mv, ..SizedEntry::default() },
        }
    }

    #[inline]
    fn second(self) -> Option<SizedEntry> {
        let (lower, upper) = (self.lower?, self.upper?);
        (lower != upper).then(|| self.read(Bound::Upper, upper))
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{BoundsEntry, Searched};
    use crate::search::search_table::{NodeContext, Remembered};
    use supplant::entry::{Bound, Move16, Payload, SizedEntry};

    fn searched(score: i16, depth: u8) -> Option<Searched> {
        Some(Searched { score, depth })
    }

    fn remembered(score: i16, bound: Bound, depth: u8, mv: u16) -> BoundsEntry {
        let entry = SizedEntry { mv: Move16(mv), score, bound, depth, ..SizedEntry::default() };
        BoundsEntry::remembered(entry, NodeContext::NOTHING)
    }

    #[test]
    fn what_is_packed_is_read_back() {
        let bounds = [None, searched(-7, 0), searched(300, 5), searched(i16::MIN, 62)];
        for lower in bounds {
            for upper in bounds.into_iter().filter(|upper| lower.is_some() || upper.is_some()) {
                let entry = BoundsEntry { mv: Move16(0x1234), lower, upper };
                assert_eq!(BoundsEntry::unpack(entry.pack()), entry);
            }
        }
        let deep = BoundsEntry { mv: Move16::NONE, lower: searched(1, 200), upper: searched(2, 62) };
        assert_eq!(BoundsEntry::unpack(deep.pack()).lower, searched(1, 62), "deeper ones are kept as 62");
    }

    #[test]
    fn the_fact_that_schemes_read_is_the_greater_depth() {
        let depth = |entry: BoundsEntry| BoundsEntry::FACTS.depth.map(|bits| bits.get(entry.pack()[0]));
        let of = |lower, upper| depth(BoundsEntry { mv: Move16::NONE, lower, upper });
        assert_eq!(of(searched(0, 4), searched(9, 7)), Some(7));
        assert_eq!(of(searched(0, 8), searched(9, 7)), Some(8));
        assert_eq!(of(None, searched(9, 3)), Some(3));
    }

    #[test]
    fn a_result_replaces_its_own_bound_and_keeps_the_other() {
        let upper = remembered(50, Bound::Upper, 6, 3);
        let both = remembered(20, Bound::Lower, 4, 0).joined(upper);
        assert_eq!(both, BoundsEntry { mv: Move16(3), lower: searched(20, 4), upper: searched(50, 6) });
        let raised = remembered(30, Bound::Lower, 2, 8).joined(both);
        assert_eq!((raised.mv, raised.lower, raised.upper), (Move16(8), searched(30, 2), searched(50, 6)));
        let exact = remembered(33, Bound::Exact, 5, 1).joined(raised);
        assert_eq!((exact.entry().bound, exact.second()), (Bound::Exact, None));
    }

    #[test]
    fn of_two_bounds_that_contradict_each_other_the_newer_stays_alone() {
        let known = remembered(50, Bound::Upper, 6, 3);
        let newer = remembered(51, Bound::Lower, 2, 0).joined(known);
        assert_eq!(newer, BoundsEntry { mv: Move16(3), lower: searched(51, 2), upper: None });
    }

    #[test]
    fn both_bounds_are_read_as_entries_of_their_own_depths() {
        let both = remembered(20, Bound::Lower, 4, 0).joined(remembered(50, Bound::Upper, 6, 3));
        let second = both.second().expect("there are two");
        assert_eq!((both.entry().bound, both.entry().score, both.entry().depth), (Bound::Lower, 20, 4));
        assert_eq!((second.bound, second.score, second.depth, second.mv), (Bound::Upper, 50, 6, Move16(3)));
        assert_eq!(remembered(50, Bound::Upper, 6, 3).entry().bound, Bound::Upper);
    }
}
