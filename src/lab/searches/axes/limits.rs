//! What no table can do, beside tables.

use super::{Axis, shown};
use crate::lab::words::each;

pub(super) static AXIS: Axis = Axis {
    name: "limits",
    values: "LIMIT,…",
    about: "What no table can do, at every size beside the tables: foresight (a table told what will be used), optimum-W (the best of all policies in \
            buckets of W slots, on the record of a search), replay-SCHEME and admitted-SCHEME (a scheme on that record; offered only what will be used); of one ply, \
            cleared tables and one worker",
    set: |grid, values| {
        let read = |value: &str| value.parse().map_err(|unknown| format!("{unknown}"));
        each(values, read).map(|limits| grid.limits = limits)
    },
    words: |grid| shown(&grid.limits),
    filters: &[],
};
