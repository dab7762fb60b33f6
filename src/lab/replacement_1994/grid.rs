//! The axes of the study and the units they span.

use serde::{Deserialize, Serialize};

use super::{Cell, Contender, Mode};
use crate::entry::Depth;
use crate::lab::positions::Listing;
use crate::lab::sizes::{size, slots_of};
use crate::lab::{Condition, Unit};

/// The axes, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The positions.
    pub positions: Listing,
    /// The schemes.
    pub schemes: Vec<Contender>,
    /// Table sizes, in slots.
    pub slots: Vec<usize>,
    /// First and last ply.
    pub plies: (Depth, Depth),
    /// One ply more, at some sizes.
    pub further: Option<Further>,
    /// What happens between positions.
    pub modes: Vec<Mode>,
    /// The preset of the search.
    pub search: String,
    /// Workers of each search.
    pub threads: Vec<usize>,
}

/// A ply beyond the others, measured at some sizes only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    /// The ply.
    pub ply: Depth,
    /// The sizes, in slots.
    pub slots: Vec<usize>,
}

impl Further {
    /// Ply 8 at every second size from 16K to 1024K, as in 1994.
    #[must_use]
    pub fn published() -> Self {
        Self { ply: 8, slots: (2..=5).map(|k| 1 << (2 * k + 10)).collect() }
    }
}

impl Grid {
    /// The units, in the order they are to be started: variants interleaved, the longest of a kind first.
    #[must_use]
    pub fn units(&self) -> Vec<Unit<Cell>> {
        let mut units = Vec::new();
        for &threads in &self.threads {
            self.clear_units(threads, &mut units);
            if self.modes.contains(&Mode::Stamp) {
                self.stamp_units(threads, &mut units);
            }
        }
        units
    }

    /// The contenders that have a table, with the sizes they are measured at.
    fn tables(&self, slots: &[usize]) -> Vec<(Contender, Option<usize>)> {
        let schemes =
            slots.iter().flat_map(|&slots| self.schemes.iter().map(move |&scheme| (scheme, Some(slots))));
        std::iter::once((Contender::Unbounded, None)).chain(schemes).collect()
    }

    /// Position by position. The search without a table is the same in both modes and is measured by one worker; it is here
    /// whatever else is, since all is told in proportion to it.
    fn clear_units(&self, threads: usize, units: &mut Vec<Unit<Cell>>) {
        for (id, _) in &self.positions.positions {
            let mut push = |contender, slots, plies, threads| {
                let position = Some(id.clone());
                let cell = Cell { contender, slots, mode: Mode::Clear, plies, position, threads };
                units.push(self.unit(cell));
            };
            let further = self.further.iter().map(|further| ((further.ply, further.ply), &further.slots));
            for (plies, slots) in further.chain([(self.plies, &self.slots)]) {
                if threads == self.threads[0] {
                    push(Contender::None, None, plies, 1);
                }
                if !self.modes.contains(&Mode::Clear) {
                    continue;
                }
                // Several workers do not pass through the plies together: one search a ply.
                let searches = if threads == 1 { vec![plies] } else { singly(plies) };
                for plies in searches {
                    for (contender, slots) in self.tables(slots) {
                        push(contender, slots, plies, threads);
                    }
                }
            }
        }
    }

    /// All positions in one unit, ply by ply; the longest first, so that no job is left alone with one at the end.
    fn stamp_units(&self, threads: usize, units: &mut Vec<Unit<Cell>>) {
        let further = self.further.iter().map(|further| (further.ply, &further.slots));
        let plies = (self.plies.0..=self.plies.1).rev().map(|ply| (ply, &self.slots));
        for (ply, slots) in further.chain(plies) {
            for (contender, slots) in self.tables(slots) {
                let (mode, plies) = (Mode::Stamp, (ply, ply));
                let cell = Cell { contender, slots, mode, plies, position: None, threads };
                units.push(self.unit(cell));
            }
        }
    }

    fn unit(&self, cell: Cell) -> Unit<Cell> {
        let deterministic = cell.threads == 1;
        Unit { id: self.id(&cell), cost: self.cost(&cell), cell, deterministic }
    }

    /// The stable name of a cell. Everything that determines its rows is in it.
    fn id(&self, cell: &Cell) -> String {
        let slots = cell.slots.map_or_else(String::new, |slots| format!("/{slots}"));
        let set = &self.positions.name;
        let position = match cell.position.as_deref() {
            Some(position) if position.starts_with(set.as_str()) => position.to_owned(),
            Some(position) => format!("{set}.{position}"),
            None => set.clone(),
        };
        let (first, last) = cell.plies;
        let Cell { contender, mode, threads, .. } = cell;
        format!("1994/{}/{mode}/{contender}{slots}/{first}-{last}/t{threads}/{position}", self.search)
    }

    /// Relative time: about four times as long a ply, twice as long without a table.
    fn cost(&self, cell: &Cell) -> f64 {
        let positions = if cell.position.is_some() { 1.0 } else { self.positions.positions.len() as f64 };
        let contender = if cell.contender == Contender::None { 2.0 } else { 1.0 };
        positions * contender * 4f64.powi(i32::from(cell.plies.1))
    }
}

/// Each ply by itself, the longest first.
fn singly((first, last): (Depth, Depth)) -> Vec<(Depth, Depth)> {
    (first..=last).rev().map(|ply| (ply, ply)).collect()
}

/// The axes that filters name.
pub(super) const AXES: &[&str] = &["scheme", "contender", "slots", "mode", "ply", "position", "threads"];

/// Which cells have `value` on `axis`. A cell that measures several plies at once has each of them.
pub(super) fn condition(axis: &str, value: &str) -> Result<Condition<Cell>, String> {
    Ok(match axis {
        "scheme" | "contender" => {
            let known = Contender::try_from(value.to_owned()).map_err(|error| {
                format!("{error}; `supplant schemes` lists them; there are also none and unbounded")
            })?;
            Box::new(move |cell| cell.contender == known)
        }
        "slots" => {
            let size = size(value).ok_or("is no table size; give one such as 8K or 1MiB")?;
            Box::new(move |cell| cell.slots == Some(slots_of(size)))
        }
        "mode" => match value {
            "clear" => Box::new(|cell: &Cell| cell.mode == Mode::Clear),
            "stamp" => Box::new(|cell: &Cell| cell.mode == Mode::Stamp),
            _ => return Err("is no mode; there are clear and stamp".to_owned()),
        },
        "ply" => {
            let ply: Depth = value.parse().map_err(|_| "is no ply; give a whole number")?;
            Box::new(move |cell| (cell.plies.0..=cell.plies.1).contains(&ply))
        }
        "position" => {
            let id = value.to_owned();
            Box::new(move |cell| cell.position.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(&id)))
        }
        "threads" => {
            let threads: usize = value.parse().map_err(|_| "is no number of threads")?;
            Box::new(move |cell| cell.threads == threads)
        }
        _ => return Err(format!("there are {}", AXES.join(", "))),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Contender, Mode};
    use crate::lab::Study as _;
    use crate::lab::replacement_1994::Replacement1994;

    #[test]
    fn the_full_grid_has_the_observations_of_the_paper() {
        let study = Replacement1994::full();
        let units = study.units();
        let observations = units.iter().filter(|unit| matches!(unit.cell.contender, Contender::Scheme(_)));
        let observations = observations.map(|unit| {
            let plies = usize::from(unit.cell.plies.1 - unit.cell.plies.0) + 1;
            plies * if unit.cell.position.is_some() { 1 } else { 18 }
        });
        assert_eq!(observations.sum::<usize>(), 11_088);
        let ids: HashSet<_> = units.iter().map(|unit| &unit.id).collect();
        assert_eq!(ids.len(), units.len());
    }

    #[test]
    fn the_search_without_a_table_is_in_every_grid_once() {
        for modes in [vec![Mode::Stamp], vec![Mode::Clear], vec![Mode::Clear, Mode::Stamp]] {
            let study = Replacement1994 { modes, threads: vec![1, 2], ..Replacement1994::quick() };
            let none = |units: Vec<crate::lab::Unit<super::Cell>>| {
                units.iter().filter(|unit| unit.cell.contender == Contender::None).count()
            };
            assert_eq!(none(study.units()), 18);
            assert!(study.units().iter().all(|unit| unit.deterministic == (unit.cell.threads == 1)));
        }
    }

    #[test]
    fn ids_are_as_they_always_were() {
        let ids: Vec<_> = Replacement1994::quick().units().into_iter().take(3).map(|unit| unit.id).collect();
        assert_eq!(ids[0], "1994/alibaba/clear/none/3-7/t1/breuker1994.15");
        assert_eq!(ids[2], "1994/alibaba/clear/TWOBIG1/8192/3-7/t1/breuker1994.15");
    }
}
