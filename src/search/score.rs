//! Values at the ends of the game, and how they pass through the table.
//!
//! A win is worth [`WIN`] less the plies to it from the root, so nearer wins are better. In the table it is counted from the
//! position itself, because one position is met at different distances from the root.

use crate::entry::Score;
use crate::game::Value;

/// The value of having won on the spot.
pub const WIN: Value = 32_000;
/// Beyond every value.
pub const INFINITE: Value = 32_700;
/// The value of a draw.
pub const DRAW: Value = 0;
/// Values at least this far from zero count plies to the end of the game.
pub const DECIDED: Value = WIN - 1_000;

/// The value for a side that has lost `ply` plies from the root.
#[inline]
pub(crate) const fn lost_at(ply: usize) -> Value {
    ply as Value - WIN
}

/// A value counted from the root, as the position `ply` plies from it stores it.
#[inline]
pub(crate) const fn to_table(value: Value, ply: usize) -> Score {
    let from_here = match value {
        v if v >= DECIDED => v + ply as Value,
        v if v <= -DECIDED => v - ply as Value,
        v => v,
    };
    // WIN + the deepest ply stays below i16::MAX: see `MAX_PLY`.
    from_here as Score
}

/// A stored score, counted from the root again.
#[inline]
pub(crate) const fn from_table(score: Score, ply: usize) -> Value {
    match score as Value {
        v if v >= DECIDED => v - ply as Value,
        v if v <= -DECIDED => v + ply as Value,
        v => v,
    }
}

/// Plies to the end of the game, if the value says that it is decided: positive for a win.
#[must_use]
pub const fn plies_to_end(value: Value) -> Option<i32> {
    match value {
        v if v >= DECIDED => Some(WIN - v),
        v if v <= -DECIDED => Some(-WIN - v),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{DECIDED, WIN, from_table, lost_at, plies_to_end, to_table};
    use crate::search::MAX_PLY;

    #[test]
    fn a_win_is_stored_by_its_distance_from_the_position() {
        // A mate five plies from the root, stored by the position two plies from it, is three away from there …
        let stored = to_table(WIN - 5, 2);
        assert_eq!(stored, (WIN - 3) as i16);
        // … and seven from the root for a position met four plies from it.
        assert_eq!(from_table(stored, 4), WIN - 7);
        assert_eq!(from_table(to_table(-WIN + 5, 2), 2), -WIN + 5);
    }

    #[test]
    fn every_value_survives_the_table_at_every_ply() {
        for ply in 0..MAX_PLY {
            for value in [lost_at(ply), -lost_at(ply + 1), 0, 1, -1, DECIDED - 1, 1 - DECIDED] {
                assert_eq!(from_table(to_table(value, ply), ply), value, "{value} at {ply}");
            }
        }
    }

    #[test]
    fn distances_are_read_off_decided_values_alone() {
        assert_eq!(plies_to_end(WIN - 3), Some(3));
        assert_eq!(plies_to_end(-WIN + 4), Some(-4));
        assert_eq!(plies_to_end(900), None);
    }
}
