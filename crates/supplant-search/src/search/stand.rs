//! The static value of a node, that value corrected by the table, and whether the side to move
//! improves. Later steps decide by them before they search a move.
//!
//! With `mem`, each worker keeps static values in a small memory, because a position is met on
//! several paths and in several iterations. 48 bits of the key verify an entry.

use super::node::Node;
use super::score::static_value;
use super::{MAX_PLY, Search, score};
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::{Bound, SizedEntry};
use supplant::key::Key;

/// Static values of positions, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticValues {
    slots: Vec<u64>,
}

/// 256 KiB, which fits into the second-level cache (chosen, not measured).
const SLOTS: usize = 1 << 15;

impl StaticValues {
    /// Empties the memory, because a root may change the evaluation.
    pub(crate) fn forget(&mut self) {
        self.slots.clear();
        self.slots.resize(SLOTS, 0);
    }

    #[inline]
    pub(crate) fn value(&mut self, key: Key, evaluate: impl FnOnce() -> Value) -> Value {
        let slot = &mut self.slots[key.0 as usize % SLOTS];
        if *slot >> 16 == key.0 >> 16 && *slot != 0 {
            return Value::from(*slot as u16 as i16);
        }
        let value = evaluate();
        *slot = key.0 >> 16 << 16 | u64::from(value as i16 as u16);
        value
    }
}

/// The static values on the current path; `None` in check.
#[derive(Clone, Debug)]
pub(super) struct Stands(Vec<Option<Value>>);

impl Stands {
    pub(super) fn new() -> Self {
        Self(vec![None; MAX_PLY + 1])
    }

    /// Whether the value is greater than on the player's last turn, or on the turn before where
    /// that was in check.
    fn improves(&self, ply: usize, value: Value) -> bool {
        let before = |back: usize| ply.checked_sub(back).and_then(|ply| self.0[ply]);
        before(2).or_else(|| before(4)).is_none_or(|before| value > before)
    }
}

/// A bound of the table on the side of the static value tells more than that value.
fn corrected(value: Value, entry: &SizedEntry, ply: usize) -> Value {
    let stored = score::from_table(entry.score, ply);
    if stored.abs() > STATIC_LIMIT {
        return value;
    }
    match entry.bound {
        Bound::Exact => stored,
        Bound::Lower => value.max(stored),
        Bound::Upper => value.min(stored),
        Bound::None => value,
    }
}

impl<G: Game> Search<'_, G> {
    /// The static value of the position, from the memory of the worker if that is on.
    #[inline]
    pub(super) fn static_value(&mut self) -> Value {
        if !self.on.static_memory {
            return static_value(&self.game);
        }
        let game = &self.game;
        self.known.statics.value(game.key(), || static_value(game))
    }

    #[inline]
    pub(super) fn take_stand(&mut self, node: &mut Node<G::Move>) {
        if !self.on.takes_stands() {
            return;
        }
        let stand = if self.game.in_check() { None } else { Some(self.static_value()) };
        let stand = stand.map(|value| self.corrected(value));
        self.stands_by_ply.0[node.ply] = stand;
        node.stand = stand;
        if let Some(value) = stand {
            node.estimate = node.stored.map_or(value, |entry| corrected(value, &entry, node.ply));
            node.improves = self.stands_by_ply.improves(node.ply, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SLOTS, Stands, StaticValues, corrected};
    use crate::search::score::WIN;
    use supplant::entry::{Bound, SizedEntry};
    use supplant::key::Key;

    #[test]
    fn a_value_is_asked_for_once_and_another_position_of_the_slot_replaces_it() {
        let mut values = StaticValues::default();
        values.forget();
        let mut asked = 0;
        let mut value = |key, value| {
            values.value(Key(key), || {
                asked += 1;
                value
            })
        };
        assert_eq!([value(7 << 40 | 3, -250), value(7 << 40 | 3, 9)], [-250; 2]);
        assert_eq!(value((8 << 40) + SLOTS as u64 + 3, 30), 30);
        assert_eq!([value(7 << 40 | 3, 11), value(0, 5), value(0, 6)], [11, 5, 5]);
        assert_eq!(asked, 4);
    }

    #[test]
    fn a_side_improves_if_its_value_grows_from_turn_to_turn() {
        let mut stands = Stands::new();
        (stands.0[0], stands.0[1], stands.0[2]) = (Some(20), Some(500), None);
        assert_eq!([10, 20, 21].map(|value| stands.improves(2, value)), [false, false, true]);
        assert_eq!([20, 21].map(|value| stands.improves(4, value)), [false, true], "in check between");
        assert!(stands.improves(1, -900), "nothing is known of the turn before");
    }

    #[test]
    fn a_bound_corrects_the_static_value_to_its_own_side_only() {
        let by = |bound, score| corrected(50, &SizedEntry { bound, score, ..SizedEntry::default() }, 3);
        assert_eq!([by(Bound::Lower, 70), by(Bound::Lower, 30)], [70, 50]);
        assert_eq!([by(Bound::Upper, 70), by(Bound::Upper, 30)], [50, 30]);
        assert_eq!([by(Bound::Exact, 30), by(Bound::None, 30)], [30, 50]);
        assert_eq!(by(Bound::Exact, (WIN - 9) as i16), 50, "a decided game is not a static value");
    }
}
