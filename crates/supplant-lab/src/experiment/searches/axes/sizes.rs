//! The axis of sizes, with the same bytes in every layout.

use super::Axis;
use crate::experiment::Condition;
use crate::experiment::searches::SearchCell;
use crate::experiment::sizes::name;
use crate::experiment::words::{each, size};

pub(super) static AXIS: Axis = Axis {
    name: "sizes",
    values: "N,…",
    about: "Table sizes in slots of 16 bytes (8K) or bytes (1MiB)",
    set: |grid, values| each(values, size).map(|slots| grid.slots = slots),
    words: |grid| grid.slots.iter().map(|&slots| name(slots)).collect(),
    filters: &[("slots", holding), ("size", holding)],
};

fn holding(value: &str) -> Result<Condition<SearchCell>, String> {
    let wanted = size(value)?;
    Ok(Box::new(move |cell| cell.size() == Some(wanted)))
}
