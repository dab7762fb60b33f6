//! The axis of lockstep, in nodes per turn.

use super::{Axis, one};

const NONE: &str = "none";

const MOST: u64 = 1_000_000_000;

pub(super) static AXIS: Axis = Axis {
    name: "lockstep",
    values: "NODES",
    about: "Nodes of a turn, for several workers that take turns on one thread, in an order by lot, so that results are the same every time; none: each is a thread",
    set: |grid, values| {
        let text = one(values)?;
        let nodes = || text.parse().ok().filter(|nodes| (1..=MOST).contains(nodes));
        grid.lockstep =
            match text {
                NONE => None,
                _ => Some(nodes().ok_or_else(|| {
                    format!("`{text}` is not a number of nodes; give 1 to {MOST}, or {NONE}")
                })?),
            };
        Ok(())
    },
    words: |grid| vec![grid.lockstep.map_or_else(|| NONE.to_owned(), |nodes| nodes.to_string())],
    filters: &[],
};
