//! The axis of rules for a result whose position already has an entry.

use super::{Axis, shown};
use crate::experiment::searches::Same;
use crate::experiment::words::each;

pub(super) static AXIS: Axis = Axis {
    name: "same",
    values: "RULE,…",
    about: Same::ABOUT,
    set: |grid, values| each(values, str::parse).map(|same| grid.same = same),
    words: |grid| shown(&grid.same),
    filters: &[("same", |value| {
        let known: Same = value.parse()?;
        Ok(Box::new(move |cell| cell.contender.scheme().is_some() && cell.contender.same() == known))
    })],
};
