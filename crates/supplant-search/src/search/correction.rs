//! Correction history (Caissa, Witek, 2023): how far the static value of similar positions was from
//! what their searches found.
//!
//! Positions are similar if they agree in a part: the pawns, or the other men of one side. Each
//! part has a table of errors, and the sum of three errors corrects the static value of a node. What
//! is left of the error is learnt by all three, so three quarters of a steady error are corrected.

use super::Search;
use super::node::Node;
use super::score::undecided;
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::{Bound, Depth};

/// The parts that a game may tell.
pub(crate) const PARTS: usize = 3;
/// Entries of one part, for each side to move.
const SLOTS: usize = 1 << 13;
/// The unit of an entry, in fractions of a value.
const GRAIN: i32 = 128;
/// An entry corrects by 64 units of value at most.
const MOST: i32 = 64 * GRAIN;
/// How slowly an entry moves to a new error.
const WEIGHTS: i32 = 256;

#[derive(Clone, Debug, Default)]
pub(crate) struct Corrections(Vec<i16>);

impl Corrections {
    /// Sets all corrections to 0; takes no memory before.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
        self.0.resize(2 * PARTS * SLOTS, 0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    fn slots(parts: [u64; PARTS]) -> [usize; PARTS] {
        let mut part = 0;
        parts.map(|key| {
            part += 1;
            (part - 1) * 2 * SLOTS + key as usize % (2 * SLOTS)
        })
    }

    #[inline]
    fn correction(&self, parts: [u64; PARTS]) -> Value {
        Self::slots(parts).into_iter().map(|slot| i32::from(self.0[slot])).sum::<i32>() / GRAIN
    }

    #[inline]
    fn learn(&mut self, parts: [u64; PARTS], error: Value, depth: Depth) {
        let weight = i32::from(depth.min(15)) + 1;
        for slot in Self::slots(parts) {
            let now = i32::from(self.0[slot]);
            let pulled = now * (WEIGHTS - weight) + (error * GRAIN).clamp(-4 * MOST, 4 * MOST) * weight;
            self.0[slot] = (pulled / WEIGHTS).clamp(-MOST, MOST) as i16;
        }
    }
}

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn corrected(&self, value: Value) -> Value {
        if !self.on.correction {
            return value;
        }
        undecided(value + self.known.corrections.correction(self.game.parts()))
    }

    /// Learns what is left of the error of a node's corrected static value, if the score says on
    /// which side it is.
    #[inline]
    pub(super) fn learn_error(&mut self, node: &Node<G::Move>, bound: Bound) {
        let Some(stand) = node.stand.filter(|_| self.on.correction && node.excluded.is_none()) else {
            return;
        };
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > stand,
            Bound::Upper => node.best < stand,
            Bound::None => false,
        };
        let is_calm = node.best_move.is_none_or(|mv| self.game.is_quiet(mv));
        if tells && is_calm && node.depth > 0 && node.best.abs() <= STATIC_LIMIT {
            let parts = self.game.parts();
            self.known.corrections.learn(parts, node.best - stand, node.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Corrections, MOST, PARTS, SLOTS};

    #[test]
    fn a_repeated_error_is_corrected_and_the_correction_has_a_limit() {
        let mut known = Corrections::default();
        known.forget();
        let parts = [5, 6, 7];
        for _ in 0..400 {
            known.learn(parts, 40 - known.correction(parts), 7);
        }
        let corrected = known.correction(parts);
        assert!((28..=30).contains(&corrected), "three parts share an error of 40: {corrected}");
        (0..4000).for_each(|_| known.learn(parts, -9_000, 200));
        assert_eq!(known.correction(parts), -(PARTS as i32) * MOST / 128);
        assert_eq!(known.correction([8, 9, 10]), 0, "of other positions nothing is known");
        assert_eq!(Corrections::slots([5; PARTS]), [5, 2 * SLOTS + 5, 4 * SLOTS + 5]);
    }
}
