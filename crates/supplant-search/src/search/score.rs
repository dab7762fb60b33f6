//! Values at the end of the game, and their conversion for the table.
//!
//! A win is worth [`WIN`] less the plies to it from the root, so a nearer win is better. The table
//! counts the plies from the position.

use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::Score;

/// The value of a game that is already won.
pub const WIN: Value = 32_000;
/// A value greater than every other.
pub const INFINITE: Value = 32_700;
/// The value of a draw.
pub const DRAW: Value = 0;
/// The least absolute value of a decided game, from which values count plies to its end.
pub const DECIDED: Value = WIN - 1_000;

const _: () = assert!(STATIC_LIMIT < DECIDED, "no static value looks like a decided game");

#[inline]
pub(crate) const fn undecided(value: Value) -> Value {
    if value > STATIC_LIMIT {
        STATIC_LIMIT
    } else if value < -STATIC_LIMIT {
        -STATIC_LIMIT
    } else {
        value
    }
}

#[inline]
pub(crate) fn static_value<G: Game>(game: &G) -> Value {
    let value = game.evaluate();
    debug_assert!(
        value == undecided(value),
        "{value} is not a static value of {}: at most {STATIC_LIMIT} to either side",
        G::NAME
    );
    undecided(value)
}

#[inline]
pub(crate) const fn lost_at(ply: usize) -> Value {
    ply as Value - WIN
}

/// A value beyond a win, which a false hit may cause, is stored as a win.
#[inline]
pub(crate) const fn to_table(value: Value, ply: usize) -> Score {
    let from_here = match value {
        v if v >= DECIDED => v + ply as Value,
        v if v <= -DECIDED => v - ply as Value,
        v => v,
    };
    clamped(from_here) as Score
}

#[inline]
const fn clamped(value: Value) -> Value {
    const _: () = assert!(WIN <= Score::MAX as Value, "a win fits the table");
    if value > WIN {
        WIN
    } else if value < -WIN {
        -WIN
    } else {
        value
    }
}

/// Any stored bits give at most a win.
#[inline]
pub(crate) const fn from_table(score: Score, ply: usize) -> Value {
    match clamped(score as Value) {
        v if v >= DECIDED => v - ply as Value,
        v if v <= -DECIDED => v + ply as Value,
        v => v,
    }
}

/// Plies to the end of the game if the value is decided: positive for a win.
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
    use super::{DECIDED, INFINITE, Value, WIN, from_table, lost_at, plies_to_end, to_table, undecided};
    use crate::search::MAX_PLY;

    #[test]
    fn a_win_is_stored_by_its_distance_from_the_position() {
        let stored = to_table(WIN - 5, 2);
        assert_eq!(stored, (WIN - 3) as i16);
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
    fn no_value_wraps_on_its_way_through_the_table() {
        for ply in [0, 1, 255, MAX_PLY] {
            for value in [Value::MAX / 2, INFINITE, WIN + 1, WIN] {
                assert_eq!(to_table(value, ply), WIN as i16, "{value} at {ply}");
                assert_eq!(to_table(-value, ply), -WIN as i16, "{value} at {ply}");
            }
            for score in [i16::MAX, i16::MIN] {
                assert!(from_table(score, ply).abs() <= WIN, "{score} at {ply}");
            }
        }
    }

    #[test]
    fn a_static_value_is_brought_within_its_range() {
        assert_eq!([Value::MAX, 31_000, 30_999, -7].map(undecided), [30_999, 30_999, 30_999, -7]);
        assert_eq!([Value::MIN, -31_000, -30_999].map(undecided), [-30_999; 3]);
    }

    #[test]
    fn distances_are_read_off_decided_values_alone() {
        assert_eq!(plies_to_end(WIN - 3), Some(3));
        assert_eq!(plies_to_end(-WIN + 4), Some(-4));
        assert_eq!(plies_to_end(900), None);
    }
}
