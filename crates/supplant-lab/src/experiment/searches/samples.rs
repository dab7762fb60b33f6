//! Nodes, hits and results of every cell, position by position.

#[cfg(test)]
mod made;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use super::cell::{self, At, Repeats, rows};
use super::{Contender, Hits, Mode, RootResult, Same, Searches};
use crate::experiment::clashing::Cut;
use crate::experiment::journal::Records;
use crate::experiment::positions::{PositionSet, played_game};
use crate::experiment::stats::Estimate;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant_search::search::{Enhancements, HitUse};

#[derive(Clone, Debug, Default)]
pub struct Samples {
    set: String,
    threads: usize,
    lockstep: Option<u64>,
    first: Option<Enhancements>,
    search: Option<Enhancements>,
    verified: Option<Cut>,
    /// The only rule for the same position, which contenders then do not name.
    same: Same,
    order: Vec<SchemeName>,
    /// If they are sums over games that were played.
    are_games: bool,
    positions: Vec<String>,
    measured: Arc<Measured>,
}

#[derive(Clone, Debug, Default)]
struct Measured {
    nodes: BTreeMap<At, Vec<u64>>,
    interior: BTreeMap<At, Vec<u64>>,
    full_width: BTreeMap<At, Vec<u64>>,
    hits: BTreeMap<At, Vec<Hits>>,
    outcomes: BTreeMap<At, Vec<RootResult>>,
    repeated: BTreeMap<At, Vec<Vec<RootResult>>>,
    stores: BTreeMap<At, u64>,
    elapsed_ns: BTreeMap<At, u64>,
    /// Computed on first use, because intervals are the slowest part of a report.
    to_none: BTreeMap<At, OnceLock<Estimate>>,
}

impl Samples {
    #[must_use]
    pub fn of(records: &Records<Searches>, order: &[SchemeName], threads: usize) -> Self {
        let mut rows = rows(records);
        let rules: BTreeSet<_> =
            rows.keys().filter(|at| at.contender.scheme().is_some()).map(|at| at.contender.same()).collect();
        let same = if rules.len() == 1 { rules.first().copied().unwrap_or_default() } else { Same::Scheme };
        let without_rule = |at: At| match same {
            Same::Scheme => at,
            _ => At { contender: at.contender.under(Same::Scheme), ..at },
        };
        rows = rows.into_iter().map(|(at, found)| (without_rule(at), found)).collect();
        let lockstep = rows.keys().filter(|at| at.threads == threads).find_map(|at| at.lockstep);
        let without = if lockstep.is_some() { threads } else { 1 };
        let is_here = |at: &At| match at.contender {
            Contender::None => at.threads == without,
            _ => at.threads == threads,
        };
        rows.retain(|at, _| is_here(at));
        let plain = rows.iter().filter(|(at, _)| at.contender.is_plain());
        let mut positions: BTreeSet<&str> = plain.flat_map(|(_, found)| found.keys()).copied().collect();
        if positions.is_empty() {
            positions = rows.values().flat_map(BTreeMap::keys).copied().collect();
        }
        rows.retain(|_, found| positions.iter().all(|position| found.contains_key(position)));
        let mut measured = Measured::default();
        for (at, found) in rows {
            let in_order = || positions.iter().map(|position| &found[position]);
            measured.nodes.insert(at, in_order().map(|repeats| cell::nodes(repeats)).collect());
            let interior = |repeats: &Repeats<'_>| cell::mean(repeats, |row| row.interior);
            measured.interior.insert(at, in_order().map(interior).collect());
            let full_width = |repeats: &Repeats<'_>| cell::mean(repeats, |row| row.interior + row.leaf);
            measured.full_width.insert(at, in_order().map(full_width).collect());
            let hits = |repeats: &Repeats<'_>| repeats.values().map(|row| Hits::of(row)).sum();
            measured.hits.insert(at, in_order().map(hits).collect());
            let outcomes = |repeats: &Repeats<'_>| repeats.values().map(|row| RootResult::of(row)).collect();
            let repeated: Vec<Vec<_>> = in_order().map(outcomes).collect();
            measured.outcomes.insert(at, repeated.iter().map(|repeats| repeats[0].clone()).collect());
            measured.repeated.insert(at, repeated);
            let stores = |repeats: &Repeats<'_>| cell::mean(repeats, |row| row.stores);
            measured.stores.insert(at, in_order().map(stores).sum());
            measured.to_none.insert(at, OnceLock::new());
        }
        measured.elapsed_ns =
            cell::elapsed_ns(records).into_iter().map(|(at, ns)| (without_rule(at), ns)).collect();
        let positions = positions.into_iter().map(str::to_owned).collect();
        Self {
            threads,
            lockstep,
            same,
            order: order.to_vec(),
            positions,
            measured: Arc::new(measured),
            ..Self::default()
        }
    }

    #[must_use]
    pub fn complete(experiment: &Searches, records: &Records<Searches>) -> Self {
        let threads = experiment.threads.first().copied().unwrap_or(1);
        let samples = Self::of(records, &experiment.schemes, threads);
        let samples = samples.on(&experiment.positions.name).of_first(experiment.search.1);
        if samples.positions.len() == experiment.positions.positions.len() {
            samples
        } else {
            Self::default()
        }
    }

    #[must_use]
    pub(crate) fn on(self, set: &str) -> Self {
        Self { set: set.to_owned(), ..self }
    }

    #[must_use]
    pub fn of_search(&self, search: Option<Enhancements>) -> Self {
        Self { search, ..self.clone() }
    }

    #[must_use]
    pub(crate) fn of_first(self, first: Enhancements) -> Self {
        Self { first: Some(first), ..self }
    }

    #[must_use]
    pub fn doing(&self, search: Enhancements) -> Self {
        self.of_search(self.column(search))
    }

    /// The search in cells, where the first one is not named.
    fn column(&self, search: Enhancements) -> Option<Enhancements> {
        (self.first != Some(search)).then_some(search)
    }

    #[must_use]
    pub fn of_verified(&self, verified: Option<Cut>) -> Self {
        Self { verified, ..self.clone() }
    }

    /// The only rule for the same position, which contenders then do not name, or the schemes' own.
    #[must_use]
    pub const fn same(&self) -> Same {
        self.same
    }

    #[must_use]
    pub fn verified(&self) -> Vec<Option<Cut>> {
        let tables = self.measured.nodes.keys().filter(|at| at.contender.scheme().is_some());
        let all: BTreeSet<_> = tables.map(|at| at.verified).collect();
        all.into_iter().collect()
    }

    #[must_use]
    pub fn searches(&self) -> Vec<Option<Enhancements>> {
        let all: BTreeSet<_> = self.measured.nodes.keys().map(|at| at.search).collect();
        all.into_iter().collect()
    }

    /// Dependence stays within blocks (Künsch, *The jackknife and the bootstrap for general
    /// stationary observations*, 1989).
    ///
    /// # Panics
    /// If an index has no position.
    #[must_use]
    pub fn in_blocks(&self, blocks: &[&[usize]]) -> Self {
        fn sums<T: Copy + std::iter::Sum>(all: &[T], blocks: &[&[usize]]) -> Vec<T> {
            blocks.iter().map(|block| block.iter().map(|&place| all[place]).sum()).collect()
        }
        let name = |block: &&[usize]| {
            block.iter().map(|&place| self.positions[place].as_str()).collect::<Vec<_>>().join("+")
        };
        let Measured { nodes, hits, .. } = &*self.measured;
        Self {
            positions: blocks.iter().map(name).collect(),
            measured: Arc::new(Measured {
                nodes: nodes.iter().map(|(&at, nodes)| (at, sums(nodes, blocks))).collect(),
                hits: hits.iter().map(|(&at, hits)| (at, sums(hits, blocks))).collect(),
                to_none: nodes.keys().map(|&at| (at, OnceLock::new())).collect(),
                ..Measured::default()
            }),
            ..self.clone()
        }
    }

    /// Sums the positions of each game that was played, if all ids name one: those of one game are
    /// not independent.
    #[must_use]
    pub fn by_played_game(&self) -> Cow<'_, Self> {
        if self.positions.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut games = BTreeMap::<_, Vec<_>>::new();
        for (place, id) in self.positions.iter().enumerate() {
            let Some(game) = played_game(id) else { return Cow::Borrowed(self) };
            games.entry(game).or_default().push(place);
        }
        let blocks: Vec<_> = games.values().map(Vec::as_slice).collect();
        let summed = self.in_blocks(&blocks);
        let positions = games.into_keys().map(str::to_owned).collect();
        Cow::Owned(Self { are_games: true, positions, ..summed })
    }

    /// What one of [`Self::positions`] is, in words.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        if self.are_games { "game" } else { "position" }
    }

    #[must_use]
    pub fn set(&self) -> &str {
        &self.set
    }

    #[must_use]
    pub fn are_of(&self, set: &PositionSet) -> bool {
        self.set == set.name && self.positions.len() == set.positions.len()
    }

    #[must_use]
    pub fn positions(&self) -> &[String] {
        &self.positions
    }

    pub(super) fn at(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> At {
        match contender {
            Contender::None if self.lockstep.is_none() => At { search: self.search, ..At::none(ply) },
            _ => {
                let (search, threads, lockstep) = (self.search, self.threads, self.lockstep);
                let mode = if contender == Contender::None { Mode::Clear } else { mode };
                let verified = self.verified.filter(|_| contender.scheme().is_some());
                At { search, verified, mode, ply, contender, size, threads, lockstep }
            }
        }
    }

    #[must_use]
    pub fn nodes(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<&[u64]> {
        self.measured.nodes.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    #[must_use]
    pub fn nodes_in(
        &self,
        search: Enhancements,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<&[u64]> {
        let search = self.column(search);
        self.measured.nodes.get(&At { search, ..self.at(mode, ply, contender, size) }).map(Vec::as_slice)
    }

    #[must_use]
    pub fn interior(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<&[u64]> {
        self.measured.interior.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    /// Interior nodes and leaves.
    #[must_use]
    pub fn full_width(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<&[u64]> {
        self.measured.full_width.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    pub(super) fn kept(&self, at: At) -> Option<&OnceLock<Estimate>> {
        self.measured.to_none.get(&at)
    }

    #[must_use]
    pub fn hits(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<Hits> {
        Some(self.hits_by_position(mode, ply, contender, size)?.iter().copied().sum())
    }

    #[must_use]
    pub fn hits_by_position(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<&[Hits]> {
        self.measured.hits.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    #[must_use]
    pub fn outcomes(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<&[RootResult]> {
        self.measured.outcomes.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    #[must_use]
    pub fn repeated_outcomes(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<&[Vec<RootResult>]> {
        self.measured.repeated.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    /// Of all positions together.
    #[must_use]
    pub fn stores(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<u64> {
        self.measured.stores.get(&self.at(mode, ply, contender, size)).copied()
    }

    #[must_use]
    pub fn load(&self, mode: Mode, ply: Depth, table: Contender, size: usize) -> Option<f64> {
        let slots = self.at(mode, ply, table, Some(size)).slots()? * self.positions.len();
        Some(self.stores(mode, ply, table, Some(size))? as f64 / slots as f64)
    }

    /// `None` in joined results, and where one search measures several plies.
    #[must_use]
    pub fn elapsed_ns(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<u64> {
        self.measured.elapsed_ns.get(&self.at(mode, ply, contender, size)).copied()
    }

    #[must_use]
    pub fn none(&self, ply: Depth) -> Option<&[u64]> {
        self.nodes(Mode::Clear, ply, Contender::None, None)
    }

    #[must_use]
    pub fn plies(&self, mode: Mode) -> BTreeSet<Depth> {
        let of_mode = self.cells().filter(|at| at.mode == mode && at.contender != Contender::None);
        of_mode.map(|at| at.ply).collect()
    }

    #[must_use]
    pub fn deepest(&self, mode: Mode) -> Option<Depth> {
        self.plies(mode).pop_last()
    }

    #[must_use]
    pub fn sizes(&self, mode: Mode, ply: Depth) -> Vec<usize> {
        self.sizes_of(mode, ply, Contender::is_plain)
    }

    #[must_use]
    pub fn sizes_of(&self, mode: Mode, ply: Depth, contenders: impl Fn(Contender) -> bool) -> Vec<usize> {
        let here = self.cells().filter(|at| at.mode == mode && at.ply == ply && contenders(at.contender));
        here.filter_map(|at| at.size).collect::<BTreeSet<_>>().into_iter().collect()
    }

    #[must_use]
    pub fn schemes(&self) -> Vec<SchemeName> {
        self.tables().into_iter().filter(|table| table.is_plain()).filter_map(Contender::scheme).collect()
    }

    #[must_use]
    pub fn tables(&self) -> Vec<Contender> {
        let measured = |table: &Contender| self.cells().any(|at| at.contender == *table);
        let later = SchemeName::ALL.iter().filter(|scheme| !self.order.contains(scheme));
        let schemes = self.order.iter().chain(later);
        let in_layouts =
            |&scheme| LayoutName::ALL.iter().map(move |&layout| Contender::in_layout(scheme, layout));
        let with_hits = |table: Contender| HitUse::ALL.map(|hit| table.with_hits(hit));
        let rules: BTreeSet<_> = self.cells().map(|at| at.contender.same()).collect();
        let under = |table: Contender| rules.iter().map(move |&same| table.under(same)).collect::<Vec<_>>();
        schemes.flat_map(in_layouts).flat_map(with_hits).flat_map(under).filter(measured).collect()
    }

    pub fn all_cells(&self) -> impl Iterator<Item = At> {
        self.measured.nodes.keys().copied()
    }

    pub fn cells(&self) -> impl Iterator<Item = At> {
        let is_shown = |at: &At| {
            at.search == self.search && (at.verified == self.verified || at.contender.scheme().is_none())
        };
        self.measured.nodes.keys().copied().filter(is_shown)
    }
}

#[cfg(test)]
mod tests {
    use super::{Contender, Hits, Mode, Same, Samples, Searches};
    use crate::experiment::Experiment as _;
    use crate::experiment::journal::Record;
    use crate::experiment::searches::{SearchCell, SearchRow};
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant_search::search::Stop;

    impl Samples {
        /// Runs every unit of an experiment, which is small.
        pub(crate) fn measured(experiment: &Searches) -> Self {
            let records = experiment.units().into_iter().map(|unit| {
                let rows = experiment.run(&unit.cell, &Stop::default()).expect("there is memory");
                let (id, cell, rows) = (unit.id.clone(), unit.cell, rows.expect("nothing stops it"));
                (unit.id, Record { id, cell, rows, deterministic: true, machine: None, elapsed_ns: None })
            });
            Self::complete(experiment, &records.collect())
        }
    }

    fn record(contender: Contender, position: &str, mode: Mode) -> Record<SearchCell, SearchRow> {
        Record {
            id: format!("1994/alibaba/{mode}/{contender}/3-3/t1/{position}"),
            cell: SearchCell {
                search: None,
                verified: None,
                contender,
                slots: contender.scheme().map(|_| 1024),
                mode,
                plies: (3, 3),
                position: None,
                threads: 1,
                lockstep: None,
                repeat: 1,
            },
            rows: vec![SearchRow {
                position: position.to_owned(),
                ply: 3,
                nodes: 5,
                hits: 3,
                cutoffs: 2,
                illegal_moves: (position != "c").then_some(1),
                ..SearchRow::default()
            }],
            deterministic: true,
            machine: None,
            elapsed_ns: None,
        }
    }

    fn samples_of(records: &[Record<SearchCell, SearchRow>]) -> Samples {
        Samples::of(&records.iter().map(|record| (record.id.clone(), record.clone())).collect(), &[], 1)
    }

    #[test]
    fn nodes_are_the_mean_of_repeats_and_hits_are_counted_beside_all_nodes() {
        let first = record(Contender::None, "a", Mode::Clear);
        let mut second = Record { id: format!("{}/2", first.id), ..first.clone() };
        second.cell.repeat = 2;
        second.rows[0].nodes = 7;
        let both = samples_of(&[first, second]);
        let found = both.hits(Mode::Clear, 3, Contender::None, None).map(|found| (found.nodes, found.hits));
        assert_eq!((both.none(3), found), (Some([6].as_slice()), Some((12, 6))));
    }

    #[test]
    fn a_cell_that_lacks_a_position_is_left_out() {
        let none = |position, mode| record(Contender::None, position, mode);
        let both = samples_of(&[none("a", Mode::Clear), none("b", Mode::Clear)]);
        assert_eq!(both.none(3), Some([5, 5].as_slice()));
        let half = samples_of(&[none("a", Mode::Clear), none("b", Mode::Stamp)]);
        assert_eq!(half.none(3), None);
    }

    #[test]
    fn a_contender_does_not_name_the_only_rule_for_the_same_position() {
        let table = Contender::table(SchemeName::Deep);
        let of = |rules: &[Same]| {
            let tables = rules.iter().map(|&same| record(table.under(same), "a", Mode::Clear));
            let records: Vec<_> = tables.chain([record(Contender::None, "a", Mode::Clear)]).collect();
            let samples = samples_of(&records);
            (samples.same(), samples.schemes(), samples.tables())
        };
        assert_eq!(of(&[Same::Competes]), (Same::Competes, vec![SchemeName::Deep], vec![table]));
        let both = vec![table, table.under(Same::Competes)];
        assert_eq!(of(&[Same::Scheme, Same::Competes]), (Same::Scheme, vec![SchemeName::Deep], both));
    }

    #[test]
    fn in_lockstep_what_has_no_table_is_that_of_as_many_workers() {
        let by = |threads, lockstep, nodes| {
            let mut record = record(Contender::None, "a", Mode::Clear);
            record.id = format!("{threads}");
            (record.cell.threads, record.cell.lockstep, record.rows[0].nodes) = (threads, lockstep, nodes);
            record
        };
        let all = [by(1, None, 5), by(4, Some(8), 17)].map(|record| (record.id.clone(), record)).into();
        let none = |threads| Samples::of(&all, &[], threads).none(3).map(<[_]>::to_vec);
        assert_eq!([none(1), none(4)], [Some(vec![5]), Some(vec![17])]);
        let free = [by(1, None, 5)].map(|record| (record.id.clone(), record)).into();
        assert_eq!(Samples::of(&free, &[], 4).none(3), Some([5].as_slice()), "of threads it is one worker's");
    }

    #[test]
    fn a_cell_has_a_time_where_each_of_its_units_has() {
        let of =
            |position, elapsed_ns| Record { elapsed_ns, ..record(Contender::None, position, Mode::Clear) };
        let time = |records: &[_]| samples_of(records).elapsed_ns(Mode::Clear, 3, Contender::None, None);
        assert_eq!(time(&[of("a", Some(5)), of("b", Some(7))]), Some(12));
        assert_eq!(time(&[of("a", Some(5)), of("b", None)]), None);
        let mut several = of("a", Some(5));
        several.cell.plies = (2, 3);
        assert_eq!(time(&[several]), None, "it is not of this ply alone");
    }

    #[test]
    fn a_block_sums_its_positions() {
        let none = |position| record(Contender::None, position, Mode::Clear);
        let all = samples_of(&[none("a"), none("b"), none("c")]);
        let blocks = all.in_blocks(&[&[0, 2], &[1]]);
        assert_eq!(
            (blocks.none(3), blocks.positions()),
            (Some([10, 5].as_slice()), &["a+c".to_owned(), "b".to_owned()][..])
        );
        assert_eq!(all.in_blocks(&[&[0], &[1], &[2]]).none(3), all.none(3));
        let found = |samples: &Samples| {
            samples.hits_by_position(Mode::Clear, 3, Contender::None, None).map(<[_]>::to_vec)
        };
        let hits = |nodes, hits, cutoffs, illegal_moves| Hits {
            nodes,
            hits,
            cutoffs,
            illegal_moves,
            ..Hits::default()
        };
        assert_eq!(found(&blocks), Some(vec![hits(10, 6, 4, None), hits(5, 3, 2, Some(1))]));
        assert_eq!(
            all.hits(Mode::Clear, 3, Contender::None, None),
            Some(hits(15, 9, 6, None)),
            "c did not count all"
        );
    }

    #[test]
    fn positions_of_one_played_game_are_one_sum_if_all_are_of_games() {
        let of = |ids: &[&str]| {
            samples_of(&ids.iter().map(|id| record(Contender::None, id, Mode::Clear)).collect::<Vec<_>>())
        };
        let games = of(&["1/2", "1/4", "2/1"]);
        let by_game = games.by_played_game();
        assert_eq!(
            (by_game.none(3), by_game.positions()),
            (Some([10, 5].as_slice()), &["1".to_owned(), "2".to_owned()][..])
        );
        let some = of(&["1/2", "1/4", "a"]);
        assert_eq!(some.by_played_game().positions(), some.positions());
        assert!(Samples::default().by_played_game().positions().is_empty());
    }

    #[test]
    fn positions_that_another_layout_alone_has_searched_leave_the_plain_cells_whole() {
        let dense = Contender::in_layout(SchemeName::TwoBig1, LayoutName::Single8);
        let none = record(Contender::None, "a", Mode::Clear);
        let more = samples_of(&[
            none.clone(),
            record(dense, "a", Mode::Clear),
            record(dense, "b", Mode::Clear),
            record(dense, "b", Mode::Stamp),
        ]);
        assert_eq!((more.positions().len(), more.none(3)), (1, Some([5].as_slice())));
        assert_eq!(more.nodes(Mode::Clear, 3, dense, Some(512)), Some([5].as_slice()));
        assert_eq!(more.nodes(Mode::Stamp, 3, dense, Some(512)), None, "it lacks one of them");
    }
}
