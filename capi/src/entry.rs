//! The entry of C callers. Each of the three payloads keeps the fields that it has bits for.

use supplant::entry::{Entry, FullEntry};
use supplant::{Bound, Move16, Payload, SizedEntry};

/// The entry has no score, only a static evaluation. An engine stores it before it searches a
/// position.
pub const SUPPLANT_NO_BOUND: u8 = 0;
/// The value is at most the score: every move failed low.
pub const SUPPLANT_UPPER: u8 = 1;
/// The value is at least the score: a move caused a cutoff.
pub const SUPPLANT_LOWER: u8 = 2;
/// The value is the score.
pub const SUPPLANT_EXACT: u8 = 3;

/// An entry of a position. A table keeps the evaluation, the size, or both; a field that it does
/// not keep is 0 in a probe.
///
/// Set all fields before a store; `= {0}` zeroes those that you do not use. Then set the bound: 0
/// is SUPPLANT_NO_BOUND.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CEntry {
    /// Nodes of the entry's subtree, if the table keeps sizes: within 1 % (layouts of 8 bytes: a
    /// power of 8, at most 2097152; SUPPLANT_KEEPS_BOTH: a power of 2). Under SIEGE, FOURITER,
    /// MERIT and BIGALL add the size of a hit to that of the node above, as if you had searched it.
    pub size: u64,
    /// The best move in the caller's own 16 bits; 0 means no move. Check that it is legal before
    /// you play it.
    pub best_move: u16,
    /// The score from the view of the side to move. Make a score that counts plies to mate relative
    /// to the position first.
    pub score: i16,
    /// The static evaluation of the position, if the table keeps evaluations (SUPPLANT_KEEPS_BOTH:
    /// held at -8191 and 8191).
    pub evaluation: i16,
    /// Plies searched, 0 to 255 (layouts of 8 bytes and SUPPLANT_KEEPS_BOTH: held at 63). Store a
    /// negative depth as 0, or add an offset to all: -1 would become 255.
    pub depth: u8,
    /// SUPPLANT_UPPER, SUPPLANT_LOWER, SUPPLANT_EXACT, or SUPPLANT_NO_BOUND for an evaluation
    /// alone: the score then means nothing. A table that keeps only sizes refuses
    /// SUPPLANT_NO_BOUND.
    pub bound: u8,
    /// Whether the position is on a PV: 0 is no, all else is yes; a probe returns 0 or 1.
    pub pv: u8,
}

impl CEntry {
    /// Returns `None` if the code is unknown.
    #[must_use]
    pub fn bound(&self) -> Option<Bound> {
        (self.bound <= SUPPLANT_EXACT).then(|| Bound::from_code(self.bound.into()))
    }
}

/// A payload that C callers store as a `supplant_entry`.
pub trait Kept: Payload {
    /// Keeps its own fields; `None` if the bound is unknown, or absent although the payload keeps
    /// no evaluation.
    fn kept(entry: &CEntry) -> Option<Self>;
    /// Returns the entry of C callers; fields that the payload does not keep are 0.
    fn told(self) -> CEntry;
}

impl Kept for Entry {
    fn kept(entry: &CEntry) -> Option<Self> {
        Some(Self {
            mv: Move16(entry.best_move),
            score: entry.score,
            evaluation: entry.evaluation,
            bound: entry.bound()?,
            depth: entry.depth,
            pv: entry.pv != 0,
        })
    }

    fn told(self) -> CEntry {
        CEntry {
            size: 0,
            best_move: self.mv.0,
            score: self.score,
            evaluation: self.evaluation,
            depth: self.depth,
            bound: self.bound as u8,
            pv: self.pv.into(),
        }
    }
}

impl Kept for SizedEntry {
    fn kept(entry: &CEntry) -> Option<Self> {
        Some(Self {
            mv: Move16(entry.best_move),
            score: entry.score,
            bound: entry.bound().filter(|&bound| bound != Bound::None)?,
            depth: entry.depth,
            size: entry.size,
            principal: entry.pv != 0,
            ..Self::default()
        })
    }

    fn told(self) -> CEntry {
        CEntry {
            size: self.size,
            best_move: self.mv.0,
            score: self.score,
            evaluation: 0,
            depth: self.depth,
            bound: self.bound as u8,
            pv: self.principal.into(),
        }
    }
}

impl Kept for FullEntry {
    fn kept(entry: &CEntry) -> Option<Self> {
        let kept = Self {
            mv: Move16(entry.best_move),
            score: entry.score,
            evaluation: entry.evaluation,
            bound: entry.bound()?,
            depth: entry.depth,
            pv: entry.pv != 0,
            octaves: 0,
        };
        Some(kept.with_size(entry.size))
    }

    fn told(self) -> CEntry {
        CEntry {
            size: self.size(),
            best_move: self.mv.0,
            score: self.score,
            evaluation: self.evaluation,
            depth: self.depth,
            bound: self.bound as u8,
            pv: self.pv.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CEntry, Kept, SUPPLANT_EXACT, SUPPLANT_LOWER, SUPPLANT_NO_BOUND, SUPPLANT_UPPER};
    use supplant::entry::{Entry, FullEntry};
    use supplant::{Payload, SizedEntry};

    const FULL: CEntry = CEntry {
        size: 200,
        best_move: 0xBEEF,
        score: -31_000,
        evaluation: 77,
        depth: 200,
        bound: SUPPLANT_LOWER,
        pv: 2,
    };

    #[test]
    fn each_payload_keeps_what_it_has_bits_for() {
        let evaluated = Entry::kept(&FULL).expect("it has a bound").told();
        assert_eq!(evaluated, CEntry { size: 0, pv: 1, ..FULL });
        let sized = SizedEntry::kept(&FULL).expect("it has a bound").told();
        assert_eq!(sized, CEntry { evaluation: 0, pv: 1, ..FULL });
        let both = FullEntry::unpack(FullEntry::kept(&FULL).expect("it has a bound").pack()).told();
        assert_eq!(both, CEntry { size: 128, depth: 63, pv: 1, ..FULL });
    }

    #[test]
    fn bounds_come_back_as_they_were_and_other_codes_are_refused() {
        let kept = |bound| {
            let entry = CEntry { bound, ..FULL };
            [
                Entry::kept(&entry).map(Kept::told),
                SizedEntry::kept(&entry).map(Kept::told),
                FullEntry::kept(&entry).map(Kept::told),
            ]
            .map(|kept| kept.map(|kept| kept.bound))
        };
        for bound in [SUPPLANT_UPPER, SUPPLANT_LOWER, SUPPLANT_EXACT] {
            assert_eq!(kept(bound), [Some(bound); 3]);
        }
        assert_eq!(kept(SUPPLANT_NO_BOUND), [Some(0), None, Some(0)], "only beside an evaluation");
        for bound in [4, 7, 255] {
            assert_eq!(kept(bound), [None; 3], "{bound}");
        }
    }
}
