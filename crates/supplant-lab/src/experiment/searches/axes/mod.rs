//! The axes of a grid, one file each. `docs/architecture.md` says what a new one needs.

mod further;
mod game;
mod hits;
mod layouts;
mod limits;
mod lockstep;
mod modes;
mod plies;
mod positions;
mod repeats;
mod same;
mod schemes;
pub mod search;
mod sizes;
mod threads;
pub(crate) mod verified;

use super::{SearchCell, Searches};
use crate::experiment::Condition;
use crate::experiment::words::quoted;

#[derive(Debug)]
pub struct Axis {
    pub name: &'static str,
    pub values: &'static str,
    pub about: &'static str,
    pub set: fn(&mut Searches, &[&str]) -> Result<(), String>,
    pub words: fn(&Searches) -> Vec<String>,
    pub filters: &'static [(&'static str, Values)],
}

pub type Values = fn(&str) -> Result<Condition<SearchCell>, String>;

pub static ALL: [&Axis; 16] = [
    &schemes::AXIS,
    &layouts::AXIS,
    &hits::AXIS,
    &sizes::AXIS,
    &plies::AXIS,
    &further::AXIS,
    &modes::AXIS,
    &same::AXIS,
    &verified::AXIS,
    &limits::AXIS,
    &search::AXIS,
    &threads::AXIS,
    &lockstep::AXIS,
    &repeats::AXIS,
    // The positions may depend on the game.
    &game::AXIS,
    &positions::AXIS,
];

impl Axis {
    #[must_use]
    pub fn of_filter(name: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|axis| axis.filters.iter().any(|(filter, _)| *filter == name))
    }

    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|axis| axis.name == name)
    }

    #[must_use]
    pub fn takes_several(&self) -> bool {
        self.values.ends_with('…')
    }

    #[must_use]
    pub fn shown(&self, grid: &Searches) -> String {
        (self.words)(grid).join(",")
    }
}

pub(super) fn filters() -> Vec<&'static str> {
    ALL.iter().flat_map(|axis| axis.filters).map(|&(name, _)| name).collect()
}

pub(super) fn condition(name: &str, value: &str) -> Result<Condition<SearchCell>, String> {
    let mut all = ALL.iter().flat_map(|axis| axis.filters);
    let (_, values) =
        all.find(|(known, _)| *known == name).ok_or_else(|| format!("there are {}", filters().join(", ")))?;
    values(value)
}

#[must_use]
pub fn stated(grid: &Searches, but: Option<&Searches>) -> String {
    let differs = |axis: &&&Axis| but.is_none_or(|other| axis.shown(grid) != axis.shown(other));
    let words = |axis: &&Axis| format!("--{} {}", axis.name, quoted(&axis.shown(grid)));
    ALL.iter().filter(differs).map(words).collect::<Vec<_>>().join(" ")
}

fn one<'a>(values: &[&'a str]) -> Result<&'a str, String> {
    match values {
        [value] => Ok(value),
        _ => Err(format!("it takes one value, not {}", values.len())),
    }
}

fn shown<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::{ALL, Axis, Searches, condition, stated};
    use crate::experiment::positions::PositionSet;
    use crate::experiment::searches::{Further, Mode, Same};
    use supplant_search::search::{Enhancements, HitUse};

    fn grids() -> [Searches; 2] {
        let other = Searches {
            further: Some(Further { ply: 8, slots: vec![8 << 10] }),
            modes: vec![Mode::Stamp, Mode::Clear],
            hits: vec![HitUse::Score, HitUse::Both],
            same: vec![Same::Scheme, Same::Lowering(4)],
            threads: vec![2, 4],
            lockstep: Some(8),
            repeats: 3,
            ..Searches::example()
        };
        [Searches::example(), other]
    }

    #[test]
    fn what_an_axis_says_of_a_grid_it_reads_back() {
        for grid in grids() {
            let mut read = Searches::blank();
            read.study.clone_from(&grid.study);
            for axis in ALL {
                let words = (axis.words)(&grid);
                let words: Vec<_> = words.iter().map(String::as_str).collect();
                (axis.set)(&mut read, &words).unwrap_or_else(|error| panic!("{}: {error}", axis.name));
            }
            let written = |grid: &Searches| serde_json::to_value(grid).expect("plain data");
            assert_eq!(written(&read), written(&grid));
        }
    }

    #[test]
    fn every_axis_has_a_name_of_its_own_and_refuses_what_is_no_value() {
        for axis in ALL {
            assert!(std::ptr::eq(Axis::find(axis.name).expect("it has a name"), axis));
            let error = (axis.set)(&mut Searches::blank(), &["no such value"]).expect_err(axis.name);
            assert!(error.contains("no such value"), "{}: {error}", axis.name);
            assert!((axis.set)(&mut Searches::blank(), &[]).is_err(), "{}", axis.name);
        }
        assert!(condition("colour", "red").is_err_and(|error| error.contains("scheme, contender, layout")));
    }

    #[test]
    fn help_names_every_search_use_of_hits_and_set_of_positions() {
        let about = |name| Axis::find(name).expect("an axis").about;
        for (preset, _) in Enhancements::PRESETS {
            assert!(about("search").contains(preset), "{preset}");
        }
        for hit in HitUse::ALL {
            assert!(about("hits").contains(hit.name()), "{hit}");
        }
        for set in PositionSet::built_in_names() {
            assert!(about("positions").contains(set), "{set}");
        }
    }

    #[test]
    fn a_grid_is_stated_whole_or_where_it_differs() {
        let [plain, other] = grids();
        assert_eq!(stated(&plain, Some(&plain)), "");
        assert_eq!(
            stated(&other, Some(&plain)),
            "--hits score,both --further 8@8K --modes stamp,clear --same scheme,lowering4 --threads 2,4 --lockstep 8 --repeats 3"
        );
        assert!(
            stated(&plain, None)
                .starts_with("--schemes TWOBIG1,DEEP --layouts xor16 --hits both --sizes 8K,64K")
        );
    }
}
