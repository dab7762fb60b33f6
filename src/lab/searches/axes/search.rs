//! The search that meets the tables.

use super::Axis;
use crate::lab::words::{each, once_each, preset, search_name};

pub(super) static AXIS: Axis = Axis {
    name: "search",
    values: "SEARCH,…",
    about: "The searches, each over every table: presets of enhancements (alibaba, alibaba-leaves, sound, pruning, plain, none, modern), with switches added or taken \
            away, as in alibaba+kill-hist; of several the first is the one that a study is about where it does not say another",
    set: |grid, values| {
        let mut all = each(values, preset)?.into_iter();
        grid.search = all.next().ok_or("it takes a search")?;
        // Under another name it is the same search.
        let beside = all.map(|(_, search)| search).filter(|&search| search != grid.search.1);
        grid.beside = once_each(beside);
        Ok(())
    },
    words: |grid| {
        std::iter::once(grid.search.0.clone()).chain(grid.beside.iter().copied().map(search_name)).collect()
    },
    filters: &[],
};
