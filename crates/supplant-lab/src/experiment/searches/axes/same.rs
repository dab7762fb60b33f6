//! The axis of rules for a result whose position already has an entry.

use super::{Axis, shown};
use crate::experiment::searches::Same;
use crate::experiment::words::each;

pub(super) static AXIS: Axis = Axis {
    name: "same",
    values: "RULE,…",
    about: "What happens to a result whose position already has an entry: scheme (its own rule), competes (like entries of different positions), newest, deeper (the \
            deeper, or the newer of equals), margin0 to margin255 (the newer, unless the entry is deeper by these plies), lowering0 to lowering255 (the same, and a \
            refused result lowers the entry's depth by one); several of them start with scheme",
    set: |grid, values| each(values, str::parse).map(|same| grid.same = same),
    words: |grid| shown(&grid.same),
    filters: &[("same", |value| {
        let known: Same = value.parse()?;
        Ok(Box::new(move |cell| cell.contender.scheme().is_some() && cell.contender.same() == known))
    })],
};
