//! The axis of layouts, at equal bytes.

use super::Axis;
use crate::experiment::words::{each, layout};

pub(super) static AXIS: Axis = Axis {
    name: "layouts",
    values: "NAME,…",
    about: "Entry layouts, compared at equal bytes: xor16 (slots of 16 bytes, the whole key verified), single8 (of 8, 16 bits); for \
            schemes of any number of slots also line8 (eight of 8 a bucket, 16 bits), cluster10 (three of 10 in 32, 16 bits) and lines16 (eight of 16)",
    set: |grid, values| each(values, layout).map(|layouts| grid.layouts = layouts),
    words: |grid| grid.layouts.iter().map(|layout| layout.name().to_owned()).collect(),
    filters: &[("layout", |value| {
        let known = layout(value)?;
        Ok(Box::new(move |cell| cell.contender.layout() == Some(known)))
    })],
};
