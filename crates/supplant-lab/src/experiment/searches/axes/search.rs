//! The axis of the searches that use the tables.

use super::{Axis, Searches};
use crate::experiment::words::{each, once_each, preset, search_name};

pub(super) static AXIS: Axis = Axis {
    name: "search",
    values: "SEARCH,…",
    about: "The searches, each over every table: presets of enhancements (alibaba, alibaba-leaves, sound, pruning, plain, none, modern, today), with switches added or taken \
            away, as in alibaba+kill-hist; of several the first is the one that a study is about where it does not say another",
    set: |grid, values| {
        let mut all = each(values, preset)?.into_iter();
        grid.search = all.next().ok_or("it takes a search")?;
        let beside = all.map(|(_, search)| search).filter(|&search| search != grid.search.1);
        grid.beside = once_each(beside);
        Ok(())
    },
    words: |grid| {
        std::iter::once(grid.search.0.clone()).chain(grid.beside.iter().copied().map(search_name)).collect()
    },
    filters: &[("search", |value| {
        let wanted = if value == FIRST { None } else { Some(preset(value)?.1) };
        Ok(Box::new(move |cell| cell.search == wanted))
    })],
};

const FIRST: &str = "first";

#[must_use]
pub fn in_cells(grid: &Searches, value: &str) -> String {
    match preset(value) {
        Ok((_, search)) if search == grid.search.1 => FIRST.to_owned(),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{AXIS, in_cells};
    use crate::experiment::Experiment as _;
    use crate::experiment::searches::Searches;

    #[test]
    fn a_search_is_filtered_by_its_name_the_first_one_too() {
        let mut grid = Searches::example();
        (AXIS.set)(&mut grid, &["alibaba", "alibaba+kill"]).expect("two searches");
        let cells: Vec<_> = grid.units().into_iter().map(|unit| unit.cell).collect();
        let of = |value: &str| {
            let condition = (AXIS.filters[0].1)(&in_cells(&grid, value)).expect("a search");
            cells.iter().filter(|cell| condition(cell)).count()
        };
        assert_eq!(of("alibaba"), of("first"));
        assert!(of("alibaba+kill") > 0 && of("first") > 0);
        assert_eq!(of("alibaba+kill") + of("alibaba"), cells.len());
        assert_eq!(of("modern"), 0);
        assert!((AXIS.filters[0].1)("no such search").is_err());
    }
}
