//! The search that meets the tables.

use super::{Axis, one};
use crate::lab::words::preset;

pub(super) static AXIS: Axis = Axis {
    name: "search",
    values: "PRESET",
    about: "The search, a preset of enhancements: alibaba, alibaba-leaves, sound, pruning, none",
    set: |grid, values| {
        grid.search = preset(one(values)?)?;
        Ok(())
    },
    words: |grid| vec![grid.search.0.clone()],
    filters: &[],
};
