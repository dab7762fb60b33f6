//! The axis of depths. A cell matches each of its plies.

use super::{Axis, one};
use crate::experiment::words::plies;
use supplant::entry::Depth;

pub(super) static AXIS: Axis = Axis {
    name: "plies",
    values: "A..=B",
    about: "Plies to measure",
    set: |grid, values| {
        grid.plies = plies(one(values)?)?;
        Ok(())
    },
    words: |grid| vec![format!("{}..={}", grid.plies.0, grid.plies.1)],
    filters: &[("ply", |value| {
        let ply: Depth = value.parse().map_err(|_| "is not a ply; give a whole number")?;
        Ok(Box::new(move |cell| (cell.plies.0..=cell.plies.1).contains(&ply)))
    })],
};
