//! The axis of uses of hits.

use super::{Axis, shown};
use crate::experiment::words::{each, hit};

pub(super) static AXIS: Axis = Axis {
    name: "hits",
    values: "USE,…",
    about: "What a hit may do, each compared in every table: nothing, move (order moves), exact (end a search by a true value), bound (by \
            a bound), score (by either), both (score and move), line2, line3, line4, line5 (both, and as many moves of a line; entries take 24 bytes), twobounds (both, with a lower and an upper bound in each entry, under NEW, DEEP and TWODEEP)",
    set: |grid, values| each(values, hit).map(|hits| grid.hits = hits),
    words: |grid| shown(&grid.hits),
    filters: &[("hit", |value| {
        let known = hit(value)?;
        Ok(Box::new(move |cell| cell.contender.scheme().is_some() && cell.contender.hit() == known))
    })],
};
