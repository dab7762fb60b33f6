//! An engine's entry: static evaluation and principal-variation bit in the place of the subtree size.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–47 | static evaluation | two's complement |
//! | 48–55 | draft | 0–255 plies |
//! | 56–57 | bound | 1 upper, 2 lower, 3 exact |
//! | 58 | principal variation | |
//! | 59–63 | generation | modulo 32 |
//!
//! These are the fields of today's engines (Stockfish, `tt.h`), in the same 64 bits.

use super::{Bits, Bound, Depth, Facts, Move16, Payload, Score};

const MOVE: Bits = Bits::at(0..16);
const SCORE: Bits = Bits::at(16..32);
const EVALUATION: Bits = Bits::at(32..48);
const DEPTH: Bits = Bits::at(48..56);
const BOUND: Bits = Bits::at(56..58);
const PV: Bits = Bits::at(58..59);
const GENERATION: Bits = Bits::at(59..64);

/// What today's engines keep for a position. It counts no nodes: the schemes of size do not compile with it.
///
/// ```
/// use supplant::entry::{Bound, EngineEntry, bucket::Cluster};
/// use supplant::{Key, Table, scheme::DepthAge};
/// // Three entries of ten bytes in 32, the shallowest and oldest replaced.
/// let table: Table<DepthAge, Cluster<EngineEntry>> = Table::with_mebibytes(1)?;
/// let entry = EngineEntry { score: 31, evaluation: 18, bound: Bound::Lower, depth: 9, pv: true, ..EngineEntry::default() };
/// table.store(Key(0xfeed), entry);
/// assert_eq!(table.probe(Key(0xfeed)), Some(entry));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineEntry {
    /// The best move, or the one that cut off.
    pub mv: Move16,
    /// The score, exact or a bound.
    pub score: Score,
    /// The static evaluation of the position.
    pub evaluation: Score,
    /// What the score says.
    pub bound: Bound,
    /// The draft, from whatever offset the engine counts.
    pub depth: Depth,
    /// Whether the position is, or was, on a principal variation.
    pub pv: bool,
}

impl Default for EngineEntry {
    /// No move, scores 0, an upper bound from no search at all.
    fn default() -> Self {
        Self { mv: Move16::NONE, score: 0, evaluation: 0, bound: Bound::Upper, depth: 0, pv: false }
    }
}

impl Payload for EngineEntry {
    type Data = [u64; 1];
    const NAME: &'static str = "engine";
    const FACTS: Facts = Facts {
        depth: Some(DEPTH),
        score: Some(SCORE),
        bound: Some(BOUND),
        age: Some(GENERATION),
        pv: Some(PV),
        mv: Some(MOVE),
        ..Facts::NONE
    };

    #[inline]
    fn pack(self) -> [u64; 1] {
        [MOVE.of(self.mv.0.into())
            | SCORE.of(u64::from(self.score as u16))
            | EVALUATION.of(u64::from(self.evaluation as u16))
            | DEPTH.of(self.depth.into())
            | BOUND.of(self.bound as u64)
            | PV.of(self.pv.into())]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        Self {
            mv: Move16(MOVE.get(word) as u16),
            score: SCORE.get(word) as u16 as Score,
            evaluation: EVALUATION.get(word) as u16 as Score,
            bound: Bound::from_code(BOUND.get(word)),
            depth: DEPTH.get(word) as Depth,
            pv: PV.get(word) == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EngineEntry;
    use crate::entry::{Bound, Generation, Move16, Packed, Payload};

    #[test]
    fn schemes_find_each_fact_where_it_is_packed() {
        let entry = EngineEntry {
            mv: Move16(0x1234),
            score: -7,
            evaluation: 90,
            bound: Bound::Lower,
            depth: 200,
            pv: true,
        };
        let packed = Packed::<EngineEntry>::from_word(entry.pack()[0]).stamped(Generation::new(3));
        assert_eq!((packed.score(), packed.bound(), packed.depth()), (-7, Bound::Lower, 200));
        assert_eq!((packed.is_principal(), packed.age(Generation::new(5))), (true, 2));
        let without = Packed::from_word(EngineEntry { mv: Move16::NONE, ..entry }.pack()[0]);
        assert_eq!(without.or_move_of(packed).word(), entry.pack()[0]);
    }
}
