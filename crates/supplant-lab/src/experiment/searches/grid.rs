//! The axes of the study and the units they span.

use serde::{Deserialize, Serialize};

use super::{Contender, Mode, Same, SearchCell};
use crate::experiment::Unit;
use crate::experiment::by_name;
use crate::experiment::clashing::Cut;
use crate::experiment::limit::SavingsLimit;
use crate::experiment::positions::PositionSet;
use crate::experiment::sizes::slots_in;
use crate::experiment::words::search_name;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant_search::search::{Enhancements, HitUse};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Searches {
    #[serde(default = "first_study")]
    pub study: String,
    pub positions: PositionSet,
    #[serde(with = "by_name::schemes")]
    pub schemes: Vec<SchemeName>,
    #[serde(default = "plain_layout", with = "by_name::each")]
    pub layouts: Vec<LayoutName>,
    #[serde(default = "all_of_hits", skip_serializing_if = "are_all_of_hits", with = "by_name::each")]
    pub hits: Vec<HitUse>,
    #[serde(default = "own_rule", skip_serializing_if = "is_own_rule", with = "by_name::each")]
    pub same: Vec<Same>,
    #[serde(default = "whole_keys", skip_serializing_if = "are_whole_keys")]
    pub verified: Vec<Option<Cut>>,
    /// The paper of 1994 calls these slots of [`SLOT_BYTES`](crate::experiment::sizes::SLOT_BYTES)
    /// *positions*.
    pub slots: Vec<usize>,
    pub plies: (Depth, Depth),
    pub further: Option<Further>,
    pub modes: Vec<Mode>,
    #[serde(with = "by_name::named_search")]
    pub search: (String, Enhancements),
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "by_name::searches")]
    pub beside: Vec<Enhancements>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lean: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<SavingsLimit>,
    pub threads: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lockstep: Option<u64>,
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeats: usize,
}

pub(super) fn once() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
pub(super) fn is_once(repeats: &usize) -> bool {
    *repeats == once()
}

fn plain_layout() -> Vec<LayoutName> {
    vec![Contender::LAYOUT]
}

fn all_of_hits() -> Vec<HitUse> {
    vec![HitUse::Both]
}

fn are_all_of_hits(hits: &[HitUse]) -> bool {
    hits == [HitUse::Both]
}

fn own_rule() -> Vec<Same> {
    vec![Same::Scheme]
}

fn is_own_rule(same: &[Same]) -> bool {
    same == [Same::Scheme]
}

fn whole_keys() -> Vec<Option<Cut>> {
    vec![None]
}

fn are_whole_keys(verified: &[Option<Cut>]) -> bool {
    verified == [None]
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    pub ply: Depth,
    /// Slots have 16 bytes.
    pub slots: Vec<usize>,
}

fn first_study() -> String {
    "1994".to_owned()
}

impl Searches {
    #[must_use]
    pub fn blank() -> Self {
        Self {
            study: String::new(),
            positions: PositionSet::empty(),
            schemes: Vec::new(),
            layouts: vec![Contender::LAYOUT],
            hits: vec![HitUse::Both],
            same: own_rule(),
            verified: vec![None],
            slots: Vec::new(),
            plies: (1, 1),
            further: None,
            modes: Vec::new(),
            search: ("alibaba".to_owned(), Enhancements::ALIBABA),
            beside: Vec::new(),
            lean: false,
            limits: Vec::new(),
            threads: vec![1],
            lockstep: None,
            repeats: 1,
        }
    }

    pub(super) fn spanned(&self) -> Vec<Unit<SearchCell>> {
        let mut units = Vec::new();
        for &threads in &self.threads {
            for repeat in 1..=self.repeats {
                self.clear_units(threads, repeat, &mut units);
                for &mode in self.modes.iter().filter(|&&mode| mode != Mode::Clear) {
                    self.lasting_units(mode, threads, repeat, &mut units);
                }
            }
        }
        units
    }

    fn searches(&self, cell: SearchCell) -> impl Iterator<Item = Unit<SearchCell>> {
        let verified = if cell.contender.scheme().is_some() { &self.verified[..] } else { &[None] };
        let is_further = cell.plies.0 > self.plies.1;
        let is_limit = matches!(cell.contender, Contender::Limit(_));
        let is_first_alone = is_limit || self.lean && (is_further || cell.contender.scheme().is_none());
        let beside = if is_first_alone { &[] } else { &self.beside[..] };
        let searches = std::iter::once(None).chain(beside.iter().copied().map(Some));
        let all = searches.flat_map(move |search| verified.iter().map(move |&verified| (search, verified)));
        all.map(move |(search, verified)| self.unit(SearchCell { search, verified, ..cell.clone() }))
    }

    fn tables_of(&self, slots: &[usize], threads: usize, repeat: usize) -> Vec<(Contender, Option<usize>)> {
        let mut tables = Vec::new();
        if threads > 1 || is_once(&repeat) {
            tables.push((Contender::Unbounded, None));
        }
        for &size in slots {
            let slots = |table: Contender| table.layout().map(|layout| slots_in(layout, size));
            tables.extend(self.tables().map(|table| (table, slots(table))));
        }
        tables
    }

    /// One worker measures the search without a table, in lockstep each number of workers.
    fn clear_units(&self, threads: usize, repeat: usize, units: &mut Vec<Unit<SearchCell>>) {
        for (id, _) in &*self.positions.positions {
            let mut push = |contender, slots, plies, threads, repeat| {
                let (position, cell) = (Some(id.clone()), self.cell(Mode::Clear, threads, repeat));
                units.extend(self.searches(SearchCell { contender, slots, plies, position, ..cell }));
            };
            // Several workers do not pass through the plies together.
            let searches = |plies, threads| if threads == 1 { vec![plies] } else { singly(plies) };
            let without = if self.lockstep.is_some() { threads } else { 1 };
            let further = self.further.iter().map(|further| ((further.ply, further.ply), &further.slots));
            for (plies, slots) in further.chain([(self.plies, &self.slots)]) {
                let is_lean = self.lean && plies != self.plies;
                let is_first = threads == self.threads[0] || self.lockstep.is_some();
                if is_first && repeat == 1 && !is_lean {
                    for plies in searches(plies, without) {
                        push(Contender::None, None, plies, without, 1);
                    }
                }
                if !self.modes.contains(&Mode::Clear) {
                    continue;
                }
                for plies in searches(plies, threads) {
                    let tables = self.tables_of(slots, threads, repeat).into_iter();
                    for (contender, slots) in tables.filter(|(table, _)| !is_lean || table.scheme().is_some())
                    {
                        push(contender, slots, plies, threads, repeat);
                    }
                    for (limit, &size) in
                        self.limits.iter().flat_map(|&limit| slots.iter().map(move |size| (limit, size)))
                    {
                        if repeat == 1 {
                            push(
                                Contender::Limit(limit),
                                Some(slots_in(Contender::LAYOUT, size)),
                                plies,
                                threads,
                                repeat,
                            );
                        }
                    }
                }
            }
        }
    }

    /// The longest come first, so that no job ends with a long one.
    fn lasting_units(&self, mode: Mode, threads: usize, repeat: usize, units: &mut Vec<Unit<SearchCell>>) {
        let further = self.further.iter().map(|further| (further.ply, &further.slots));
        let plies = (self.plies.0..=self.plies.1).rev().map(|ply| (ply, &self.slots));
        for (ply, slots) in further.chain(plies) {
            for (contender, slots) in self.tables_of(slots, threads, repeat) {
                let (plies, cell) = ((ply, ply), self.cell(mode, threads, repeat));
                units.extend(self.searches(SearchCell { contender, slots, plies, ..cell }));
            }
        }
    }

    /// A cell without a table, over all positions.
    fn cell(&self, mode: Mode, threads: usize, repeat: usize) -> SearchCell {
        SearchCell {
            search: None,
            verified: None,
            contender: Contender::None,
            slots: None,
            mode,
            plies: self.plies,
            position: None,
            threads,
            lockstep: self.lockstep.filter(|_| threads > 1),
            repeat,
        }
    }

    fn unit(&self, cell: SearchCell) -> Unit<SearchCell> {
        let deterministic = cell.is_repeatable();
        Unit { id: self.id_of(&cell), cost: self.cost(&cell), cell, deterministic }
    }

    /// Journals contain this name, so it must determine the rows and stay stable.
    pub(super) fn id_of(&self, cell: &SearchCell) -> String {
        let verified = cell.verified.map_or_else(String::new, |bits| format!("v{bits}"));
        let slots = cell.slots.map_or_else(String::new, |slots| format!("/{slots}{verified}"));
        let set = &self.positions.name;
        let position = match cell.position.as_deref() {
            Some(position) if position.starts_with(set.as_str()) => position.to_owned(),
            Some(position) => format!("{set}.{position}"),
            None => set.clone(),
        };
        let (first, last) = cell.plies;
        let SearchCell { contender, mode, threads, repeat, .. } = cell;
        let turns = cell.lockstep.map_or_else(String::new, |quantum| format!("l{quantum}"));
        let again = if is_once(repeat) { String::new() } else { format!("r{repeat}") };
        format!(
            "{}/{}/{mode}/{contender}{slots}/{first}-{last}/t{threads}{turns}{again}/{position}",
            self.study,
            cell.search.map_or_else(|| self.search.0.clone(), search_name)
        )
    }

    fn cost(&self, cell: &SearchCell) -> f64 {
        let positions = if cell.position.is_some() { 1.0 } else { self.positions.positions.len() as f64 };
        let contender = if cell.contender == Contender::None { 2.0 } else { 1.0 };
        positions * contender * 4f64.powi(i32::from(cell.plies.1))
    }
}

fn singly((first, last): (Depth, Depth)) -> Vec<(Depth, Depth)> {
    (first..=last).rev().map(|ply| (ply, ply)).collect()
}

#[cfg(test)]
impl Searches {
    pub(crate) fn example() -> Self {
        Self {
            study: "example".to_owned(),
            positions: PositionSet::kasparov_short(),
            schemes: vec![SchemeName::TwoBig1, SchemeName::Deep],
            layouts: vec![Contender::LAYOUT],
            slots: vec![8 << 10, 64 << 10],
            plies: (3, 7),
            modes: vec![Mode::Clear],
            threads: vec![1],
            ..Self::blank()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Contender, HitUse, LayoutName, Mode};
    use crate::experiment::Experiment as _;
    use crate::experiment::plan::Plan;
    use crate::experiment::searches::Searches;

    fn written(grid: &Searches) -> serde_json::Value {
        serde_json::to_value(grid).expect("plain data")
    }

    fn rewritten(header: &serde_json::Value) -> serde_json::Value {
        written(&serde_json::from_value(header.clone()).expect("a grid"))
    }

    #[test]
    fn a_grid_of_a_search_that_is_not_known_is_refused_with_its_name() {
        let mut plan = Plan::of(&Searches::example());
        plan.grid["search"] = "alibaba+gone".into();
        let refused = plan.experiment::<Searches>().expect_err("there is no such switch").to_string();
        assert!(refused.contains("gone") && refused.contains("the version that wrote it"), "{refused}");
    }

    #[test]
    fn the_search_without_a_table_is_in_every_grid_once() {
        for modes in [vec![Mode::Stamp], vec![Mode::Clear], Mode::ALL.to_vec()] {
            let study = Searches { modes, threads: vec![1, 2], ..Searches::example() };
            let none = |units: Vec<crate::experiment::Unit<super::SearchCell>>| {
                units.iter().filter(|unit| unit.cell.contender == Contender::None).count()
            };
            assert_eq!(none(study.units()), 18);
            assert!(study.units().iter().all(|unit| unit.deterministic == (unit.cell.threads == 1)));
        }
    }

    #[test]
    fn in_lockstep_the_search_without_a_table_has_as_many_workers_and_each_ply_is_a_search_of_theirs() {
        let study = Searches { threads: vec![1, 4], lockstep: Some(8), ..Searches::example() };
        let units = study.units();
        let none = |threads| {
            let is_it =
                |cell: &super::SearchCell| cell.contender == Contender::None && cell.threads == threads;
            units.iter().filter(|unit| is_it(&unit.cell)).count()
        };
        assert_eq!((none(1), none(4)), (18, 18 * 5));
        let turns = |cell: &super::SearchCell| (cell.threads, cell.lockstep);
        assert!(
            units
                .iter()
                .all(|unit| unit.deterministic && matches!(turns(&unit.cell), (1, None) | (4, Some(8))))
        );
        assert_eq!(rewritten(&written(&study)), written(&study));
    }

    #[test]
    fn where_a_grid_is_lean_further_searches_meet_tables_alone() {
        let beside = vec![supplant_search::search::Enhancements::SOUND];
        let further = Some(super::Further { ply: 8, slots: vec![8 << 10] });
        let example = Searches { beside, further, ..Searches::example() };
        let units = |lean| Searches { lean, ..example.clone() }.units();
        let of = |units: &[crate::experiment::Unit<super::SearchCell>], is_beside: bool, is_table: bool| {
            let cells = units.iter().map(|unit| &unit.cell);
            cells
                .filter(|cell| {
                    cell.search.is_some() == is_beside && cell.contender.scheme().is_some() == is_table
                })
                .count()
        };
        let (all, lean) = (units(false), units(true));
        assert_eq!([of(&all, true, true), of(&lean, true, true)], [18 * 6, 18 * 4]);
        assert_eq!([of(&all, true, false), of(&lean, true, false)], [18 * 4, 0]);
        assert_eq!([of(&all, false, true), of(&lean, false, true)], [18 * 6; 2]);
        assert_eq!([of(&all, false, false), of(&lean, false, false)], [18 * 4, 18 * 2]);
        let grid = written(&Searches { lean: true, ..example });
        assert_eq!((&grid["lean"], rewritten(&grid)), (&true.into(), grid.clone()));
    }

    #[test]
    fn every_layout_is_measured_at_every_size_in_the_same_bytes() {
        let layouts = vec![LayoutName::Xor16, LayoutName::Single8];
        let study = Searches { layouts: layouts.clone(), ..Searches::example() };
        let units = study.units();
        let tables = |layout| units.iter().filter(move |unit| unit.cell.contender.layout() == Some(layout));
        let all: Vec<_> = layouts.iter().map(|&layout| tables(layout).count()).collect();
        assert_eq!(all, vec![2 * 2 * 18; all.len()]);
        let dense = tables(LayoutName::Single8).next().expect("there are some");
        assert_eq!(dense.id, "example/alibaba/clear/TWOBIG1:single8/16384/3-7/t1/breuker1994.15");
        assert_eq!((dense.cell.bytes(), dense.cell.size()), (Some(8192 * 16), Some(8192)));
        let passing = |axis, value: &str| {
            let condition = super::super::axes::condition(axis, value).expect("a value of the axis");
            units.iter().filter(|unit| condition(&unit.cell)).count()
        };
        assert_eq!(passing("scheme", "deep"), 2 * 2 * 18);
        assert_eq!((passing("contender", "deep"), passing("contender", "deep:single8")), (36, 36));
        assert_eq!((passing("layout", "single8"), passing("slots", "64k")), (2 * 36, 2 * 2 * 18));
    }

    #[test]
    fn a_grid_of_before_there_were_layouts_is_of_the_plain_one() {
        let now = written(&Searches::example());
        assert_eq!(now["layouts"], serde_json::json!(["xor16"]));
        let mut old = now.clone();
        old.as_object_mut().expect("a grid").remove("layouts");
        assert_eq!(rewritten(&old), now);
    }

    #[test]
    fn each_use_of_hits_is_measured_in_every_table_and_named_where_it_is_not_all() {
        let study = Searches { hits: vec![HitUse::Move, HitUse::Both], ..Searches::example() };
        let (units, plain) = (study.units(), Searches::example().units());
        let all = units.iter().filter(|unit| unit.cell.contender.hit() != HitUse::Move);
        assert!(all.map(|unit| &unit.id).eq(plain.iter().map(|unit| &unit.id)));
        let of_moves = units.iter().filter(|unit| unit.cell.contender.hit() == HitUse::Move);
        let of_moves: Vec<_> = of_moves.collect();
        assert_eq!(of_moves.len(), 2 * 2 * 18, "schemes, sizes and positions; no search but those on tables");
        assert_eq!(of_moves[0].id, "example/alibaba/clear/TWOBIG1:move/8192/3-7/t1/breuker1994.15");
        let condition = super::super::axes::condition("hit", "move").expect("a value of the axis");
        assert_eq!(units.iter().filter(|unit| condition(&unit.cell)).count(), of_moves.len());
    }

    #[test]
    fn a_grid_in_which_hits_do_all_is_written_as_before_there_was_a_choice() {
        let plain = written(&Searches::example());
        assert!(plain.get("hits").is_none());
        assert_eq!(rewritten(&plain), plain);
        let some = written(&Searches { hits: vec![HitUse::Exact], ..Searches::example() });
        assert_eq!((&some["hits"], rewritten(&some)), (&serde_json::json!(["exact"]), some.clone()));
    }

    #[test]
    fn ids_are_as_they_always_were() {
        let ids: Vec<_> = Searches::example().units().into_iter().take(3).map(|unit| unit.id).collect();
        assert_eq!(ids[0], "example/alibaba/clear/none/3-7/t1/breuker1994.15");
        assert_eq!(ids[2], "example/alibaba/clear/TWOBIG1/8192/3-7/t1/breuker1994.15");
    }
}
