//! The positions that are searched.

use super::{Axis, one};
use crate::lab::positions::PositionSet;

pub(super) static AXIS: Axis = Axis {
    name: "positions",
    values: "SET",
    about: "A set of positions: breuker1994 (18 of one game), breuker1996 (21 of one endgame), middlegames or endings (240 each, one a game), domineering, connect-four or synthetic (18 each), games (all that games have of their own), or an EPD file; every fourth of a set: middlegames:4",
    set: |grid, values| {
        grid.positions = PositionSet::named(one(values)?).map_err(|error| format!("{error:#}"))?;
        Ok(())
    },
    words: |grid| vec![grid.positions.source.clone()],
    filters: &[("position", |value| {
        let id = value.to_owned();
        Ok(Box::new(move |cell| cell.position.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(&id))))
    })],
};
