//! The axis of numbers of workers.

use super::{Axis, shown};
use crate::experiment::words::{each, threads};

pub(super) static AXIS: Axis = Axis {
    name: "threads",
    values: "N,…",
    about: "Workers of each search; with more than one, results differ from run to run, but in lockstep",
    set: |grid, values| each(values, threads).map(|threads| grid.threads = threads),
    words: |grid| shown(&grid.threads),
    filters: &[("threads", |value| {
        let known = threads(value)?;
        Ok(Box::new(move |cell| cell.threads == known))
    })],
};
