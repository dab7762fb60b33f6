//! The axis of modes: cleared, stamped or kept.

use super::{Axis, shown};
use crate::experiment::words::{each, mode};

pub(super) static AXIS: Axis = Axis {
    name: "modes",
    values: "MODE,…",
    about: "Treatment of the table between positions: clear, stamp, keep",
    set: |grid, values| each(values, mode).map(|modes| grid.modes = modes),
    words: |grid| shown(&grid.modes),
    filters: &[("mode", |value| {
        let known = mode(value)?;
        Ok(Box::new(move |cell| cell.mode == known))
    })],
};
