//! The axis of repeats, each with other keys.

use super::{Axis, one};

const MOST: usize = 1000;

pub(super) static AXIS: Axis = Axis {
    name: "repeats",
    values: "N",
    about: "How often each search is run, each time under other keys, so that other positions meet in the table",
    set: |grid, values| {
        let text = one(values)?;
        let repeats = text.parse().ok().filter(|repeats| (1..=MOST).contains(repeats));
        grid.repeats =
            repeats.ok_or_else(|| format!("`{text}` is not a number of repeats; give 1 to {MOST}"))?;
        Ok(())
    },
    words: |grid| vec![grid.repeats.to_string()],
    filters: &[("repeat", |value| {
        let repeat: usize = value.parse().map_err(|_| "is not a repeat; give a whole number")?;
        Ok(Box::new(move |cell| cell.repeat == repeat))
    })],
};
