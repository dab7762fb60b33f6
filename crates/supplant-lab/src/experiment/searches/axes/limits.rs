//! The axis of limits on savings.

use super::{Axis, shown};
use crate::experiment::words::each;

const NONE: &str = "none";

pub(super) static AXIS: Axis = Axis {
    name: "limits",
    values: "LIMIT,…",
    about: "What no table can do, at every size beside the tables: none, foresight (a table told which scores will be used), foresight-moves (and which moves), \
            moves-SCHEME and scores-SCHEME (a scheme beside an unbounded memory of all moves, or of all scores), optimum-W (the best of all policies in \
            buckets of W slots, on the record of a search), replay-SCHEME and admitted-SCHEME (a scheme on that record; offered only what will be used); of one ply, \
            cleared tables, and one worker or several in lockstep",
    set: |grid, values| {
        let read = |value: &str| value.parse().map_err(|unknown| format!("{unknown}"));
        grid.limits = if values == [NONE] { Vec::new() } else { each(values, read)? };
        Ok(())
    },
    words: |grid| if grid.limits.is_empty() { vec![NONE.to_owned()] } else { shown(&grid.limits) },
    filters: &[],
};
