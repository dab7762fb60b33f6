//! The axis of the game.

use super::{Axis, one};
use crate::experiment::positions::PositionSet;

pub(super) static AXIS: Axis = Axis {
    name: "game",
    values: "NAME",
    about: "The game: chess, domineering, connect-four, synthetic, or all; the study's positions where they are of it, or else the game's own set",
    set: |grid, values| {
        let set = PositionSet::of_game(one(values)?)?;
        if grid.positions.game() != set.game() {
            grid.positions = set;
        }
        Ok(())
    },
    words: |grid| vec![grid.positions.game().to_owned()],
    filters: &[],
};
