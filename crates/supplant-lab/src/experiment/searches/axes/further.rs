//! The axis of a deeper ply at some sizes.

use super::Axis;
use crate::experiment::searches::Further;
use crate::experiment::sizes::name;
use crate::experiment::words::{depth, each, size};

pub(super) static AXIS: Axis = Axis {
    name: "further",
    values: "PLY@SIZE,…",
    about: "One ply more at some sizes: 8@64K, or none; without it --plies leaves out the study's",
    set: |grid, values| {
        if values == ["none"] {
            grid.further = None;
            return Ok(());
        }
        let pairs = each(values, |text| {
            let (ply, size_of) = text.split_once('@').ok_or_else(|| {
                format!("`{text}` is not a ply at a size; write for example 8@64K, or none")
            })?;
            Ok((depth(ply)?, size(size_of)?))
        })?;
        let ply = pairs[0].0;
        if let Some((other, _)) = pairs.iter().find(|(other, _)| *other != ply) {
            return Err(format!("it is one ply, not {ply} and {other}"));
        }
        grid.further = Some(Further { ply, slots: pairs.into_iter().map(|(_, slots)| slots).collect() });
        Ok(())
    },
    words: |grid| match &grid.further {
        None => vec!["none".to_owned()],
        Some(Further { ply, slots }) => slots.iter().map(|&slots| format!("{ply}@{}", name(slots))).collect(),
    },
    filters: &[],
};
