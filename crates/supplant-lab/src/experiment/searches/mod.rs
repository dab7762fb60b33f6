//! Searches over tables: the experiment that nearly every study is.
//!
//! Every contender — a scheme's table in a layout, no table, a table without end — at every size searches the same positions to the
//! same depths; what is compared is the number of nodes. Between the search without a table and the one in which nothing
//! ever collides lies all that a scheme can save. A study declares the axes; everything else is here.
//!
//! | file | what |
//! |---|---|
//! | `axes` | what spans a grid, a file each: names, values, filters |
//! | `grid`, `cell`, `contender` | the axes as data, the units they span, what remembers positions |
//! | `measure` | one unit |
//! | `forecast` | how long units will take |
//! | `contrast` | nodes in some cells relative to others: what most claims are about |
//! | `results`, `samples`, `found`, `cost` | what was measured, read back: by cell and position, and summed |

pub mod axes;
pub mod cell;
mod contender;
pub mod contrast;
mod cost;
mod forecast;
mod found;
mod grid;
mod measure;
mod results;
mod samples;

pub use cell::{At, SearchCell};
pub use contender::{Contender, UnknownContenderError};
pub use cost::Cost;
pub use found::{Hits, RootResult};
pub use grid::{Further, SearchGrid};
pub use measure::SearchRow;
pub(in crate::experiment) use measure::is_nought;
pub use results::{Family, Results, measures};
pub use samples::Samples;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use supplant_search::search::StudyTable;

use super::clashing::{Cut, Hashing};
use super::limit::SavingsLimit;
use super::positions::PositionSet;
use super::{Condition, Experiment, Unit, sizes};
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::Table;
use supplant_search::search::{Enhancements, HitUse, Stop};

/// What happens to the table between positions (1994, section 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It is cleared.
    Clear,
    /// Its entries are stamped: found, but losing every collision.
    Stamp,
    /// It is kept as it is: an entry of an earlier position is found, and meets others as if it were of this one, but under a scheme that
    /// looks at ages itself: each position is a search of its own to the table ([`Table::new_generation`](supplant::Table::new_generation)).
    Keep,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Clear, Self::Stamp, Self::Keep];
}

impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Clear => "clear",
            Self::Stamp => "stamp",
            Self::Keep => "keep",
        })
    }
}

/// The grid to be run.
#[derive(Clone, Debug)]
pub struct Searches {
    /// The study it is for.
    pub study: String,
    /// The positions.
    pub positions: PositionSet,
    /// The schemes.
    pub schemes: Vec<SchemeName>,
    /// The layouts of their entries, each in the same bytes.
    pub layouts: Vec<LayoutName>,
    /// What a hit may do, each in every table.
    pub hits: Vec<HitUse>,
    /// Bits of a key that tables verify, beyond those that choose the bucket; `None` for all of them.
    pub verified: Vec<Option<Cut>>,
    /// Table sizes, in slots of [`sizes::SLOT_BYTES`]: what 1994 calls *positions*.
    pub slots: Vec<usize>,
    /// First and last ply.
    pub plies: (Depth, Depth),
    /// One ply more, at some sizes.
    pub further: Option<Further>,
    /// What happens between positions.
    pub modes: Vec<Mode>,
    /// The search, by its name: the first, which all of a study is about that does not say another.
    pub search: (String, Enhancements),
    /// Further searches, each over every table.
    pub beside: Vec<Enhancements>,
    /// Whether those meet schemes' tables alone, and the first one has the further ply to itself.
    pub lean: bool,
    /// What no table can do, at every size beside the schemes' tables; of cleared tables, one worker or several in lockstep, and the first search alone.
    pub limits: Vec<SavingsLimit>,
    /// Workers of each search. With more than one, rows are not the same every time, but in lockstep.
    pub threads: Vec<usize>,
    /// Nodes of a turn, where several workers take turns (`smp::lockstep`); `None` for threads.
    pub lockstep: Option<u64>,
    /// How often each search is run, each time under other keys.
    pub repeats: usize,
}

impl Searches {
    /// A grid with the values that most studies have: the plain layout, hits that may do all, whole keys, the search `alibaba`, one worker. It has no
    /// positions, schemes, sizes and modes yet.
    #[must_use]
    pub fn blank() -> Self {
        Self {
            study: String::new(),
            positions: PositionSet { name: String::new(), positions: [].into(), source: String::new() },
            schemes: Vec::new(),
            layouts: vec![Contender::LAYOUT],
            hits: vec![HitUse::Both],
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

    /// Fits the further ply to axes that were set anew, unless it was itself: other plies leave it out, other sizes keep theirs of it.
    pub fn fit_further(&mut self, is_set: impl Fn(&str) -> bool) {
        if is_set("further") {
            return;
        }
        self.further.take_if(|_| is_set("plies"));
        if let Some(further) = self.further.as_mut().filter(|_| is_set("sizes")) {
            further.slots.retain(|slots| self.slots.contains(slots));
        }
        self.further.take_if(|further| further.slots.is_empty());
    }

    /// Fits the keys to positions that were set anew: those that their game has not are left out, unless they were asked for.
    pub fn fit_verified(&mut self, is_set: impl Fn(&str) -> bool) {
        let is_distant = |cut: &Option<Cut>| cut.is_some_and(|cut| cut.keys == Hashing::Distant);
        // To ask a game is to make its keys anew.
        let has_keys = || self.positions.positions.iter().all(|(_, game)| game.has_distant_keys());
        if !is_set("verified") && self.verified.iter().any(is_distant) && !has_keys() {
            self.verified.retain(|cut| !is_distant(cut));
        }
    }

    /// Whether the further ply is beyond the others: else it would be measured twice.
    ///
    /// # Errors
    /// If it is among them.
    pub fn check_further(&self) -> Result<(), String> {
        match &self.further {
            Some(Further { ply, .. }) if *ply <= self.plies.1 => {
                let (first, last) = self.plies;
                Err(format!(
                    "further: {ply} ply is not beyond the plies {first}..={last}; name a deeper one, or none"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Whether the searches are no deeper than any search is.
    ///
    /// # Errors
    /// If they are.
    pub fn check_plies(&self) -> Result<(), String> {
        let further = self.further.as_ref().map_or(0, |further| further.ply);
        self.positions.check_depth(self.plies.1.max(further)).map_err(|why| format!("plies: {why}"))
    }

    /// The tables compared: each scheme in each layout that it can have, with each use of hits.
    pub fn tables(&self) -> impl Iterator<Item = Contender> {
        let layouts = |&scheme: &SchemeName| {
            let fitting = self.layouts.iter().filter(move |&&layout| scheme.fits(layout));
            fitting.map(move |&layout| Contender::in_layout(scheme, layout))
        };
        let hits = |table: Contender| {
            let layout = table.layout().unwrap_or(Contender::LAYOUT);
            let allowed = self.hits.iter().filter(move |&&hit| Contender::allows(layout, hit));
            allowed.map(move |&hit| table.with_hits(hit))
        };
        self.schemes.iter().flat_map(layouts).flat_map(hits)
    }

    /// Bytes of the largest slot in its tables.
    #[must_use]
    pub fn slot_bytes(&self) -> usize {
        let all = |table| self.verified.iter().map(move |&verified| cell::slot_bytes(table, verified));
        self.tables().flat_map(all).max().unwrap_or(sizes::SLOT_BYTES)
    }

    /// Whether every use of hits has a layout that allows it, and every layout a use.
    ///
    /// # Errors
    /// The first that has none, and what would do.
    pub fn check_hits(&self) -> anyhow::Result<()> {
        let plain = Contender::LAYOUT;
        for &hit in &self.hits {
            if !self.layouts.iter().any(|&layout| Contender::allows(layout, hit)) {
                anyhow::bail!("--hits {hit}: only entries in layout {plain} keep lines; add it to --layouts");
            }
        }
        for &layout in &self.layouts {
            if !self.hits.iter().any(|&hit| Contender::allows(layout, hit)) {
                anyhow::bail!(
                    "--layouts {layout}: its entries keep no lines, and --hits asks for nothing else; leave it out, or add `both` to --hits"
                );
            }
        }
        Ok(())
    }

    /// Whether there is somebody to take turns with, and limits can be found as is asked: on the record of a search to one depth, over a table that is cleared, by one worker or by several in lockstep.
    ///
    /// # Errors
    /// What stands in the way, and what would do.
    pub fn check_limits(&self) -> anyhow::Result<()> {
        if let (Some(turns), [1]) = (self.lockstep, self.threads.as_slice()) {
            anyhow::bail!(
                "--lockstep {turns}: one worker has nobody to take turns with; give --threads 16, say"
            );
        }
        let Some(limit) = self.limits.first() else { return Ok(()) };
        if self.plies.0 != self.plies.1 || self.further.is_some() {
            anyhow::bail!(
                "--limits {limit}: a search is recorded to one depth; give --plies {0}..={0} and no --further",
                self.plies.1
            );
        }
        if self.modes != [Mode::Clear] {
            anyhow::bail!("--limits {limit}: a record is of one position's search; give --modes clear");
        }
        if self.hits != [HitUse::Both] || self.verified != [None] {
            anyhow::bail!(
                "--limits {limit}: a record is of a search that uses all of a hit and verifies whole keys; leave out --hits and --verified"
            );
        }
        if self.lockstep.is_none() && self.threads != [1] {
            anyhow::bail!(
                "--limits {limit}: of workers on threads no two records are the same; give --threads 1, or --lockstep 8"
            );
        }
        if let Some(limit) = self
            .limits
            .iter()
            .enumerate()
            .find_map(|(i, limit)| self.limits[..i].contains(limit).then_some(limit))
        {
            anyhow::bail!("--limits {limit}: it stands twice; leave one out");
        }
        for &size in &self.slots {
            if let Some(limit) = self.limits.iter().find(|limit| size % limit.width() != 0) {
                anyhow::bail!(
                    "--limits {limit}: {size} slots are no whole buckets of {}; give another --sizes",
                    limit.width()
                );
            }
        }
        Ok(())
    }

    /// Whether keys can be cut as is asked: then tables are plain ones of one worker, with a power of two of buckets.
    ///
    /// # Errors
    /// What stands in the way, and what would do.
    pub fn check_verified(&self) -> anyhow::Result<()> {
        let Some(bits) = self.verified.iter().flatten().next() else { return Ok(()) };
        let plain = Contender::LAYOUT;
        if self.layouts != [plain] {
            anyhow::bail!("--verified {bits}: keys are cut in layout {plain} alone; give --layouts {plain}");
        }
        let distant = self.verified.iter().flatten().find(|cut| cut.keys == Hashing::Distant);
        let without = self.positions.positions.iter().find(|(_, game)| !game.has_distant_keys());
        if let (Some(cut), Some((_, game))) = (distant, without) {
            anyhow::bail!(
                "--verified {cut}: no keys of {} are chosen for distance; give {} alone",
                game.name(),
                cut.bits
            );
        }
        if self.modes != [Mode::Clear] {
            anyhow::bail!(
                "--verified {bits}: false hits are those of one position's search; give --modes clear"
            );
        }
        if self.threads != [1] {
            anyhow::bail!("--verified {bits}: false hits are counted of one worker; give --threads 1");
        }
        if let Some(hit) = self.hits.iter().find(|hit| hit.needs_lines()) {
            anyhow::bail!(
                "--verified {bits}: the key is hidden where --hits {hit} has a line; leave one out"
            );
        }
        for &size in self.slots.iter().chain(self.further.iter().flat_map(|further| &further.slots)) {
            for scheme in &self.schemes {
                let buckets = size / scheme.info().slots;
                let most = u64::BITS - buckets.max(1).ilog2();
                if let Some(cut) = self.verified.iter().flatten().find(|cut| cut.bits > most) {
                    anyhow::bail!(
                        "--verified {cut}: a key has 64 bits, of which {} choose one of {buckets} buckets under {scheme}; give {most} at most",
                        64 - most
                    );
                }
                if !buckets.is_power_of_two() {
                    anyhow::bail!(
                        "--verified {bits}: {size} slots are no power of two of buckets under {scheme}, whose number says how many bits choose one"
                    );
                }
            }
        }
        Ok(())
    }

    /// Whether every size can be had under every scheme in every layout, and is filled: a row says how many slots the table holds.
    ///
    /// # Errors
    /// The first that cannot, or is not.
    pub fn try_sizes(&self) -> anyhow::Result<()> {
        let further = self.further.iter().flat_map(|further| &further.slots);
        for &size in self.slots.iter().chain(further) {
            for &scheme in &self.schemes {
                for &layout in &self.layouts {
                    // What the scheme cannot have is not in the grid.
                    let held = sizes::size_holding(layout, sizes::slots_in(layout, size));
                    if scheme.fits(layout) && held != size {
                        anyhow::bail!(
                            "{}: no buckets of {layout} fill {size} slots of {} bytes; the nearest below is {held}",
                            Contender::in_layout(scheme, layout),
                            sizes::SLOT_BYTES
                        );
                    }
                    if scheme.fits(layout) {
                        try_size(scheme, layout, sizes::slots_in(layout, size))
                            .with_context(|| Contender::in_layout(scheme, layout).to_string())?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Refuses a number of slots that is not whole buckets, or that no table can have.
fn try_size(scheme: SchemeName, layout: LayoutName, slots: usize) -> anyhow::Result<()> {
    // Untouched: what there is room for is asked elsewhere.
    let held = <dyn StudyTable>::build(scheme, layout, Table::builder().slots(slots))?.slots();
    let bucket_slots = scheme.bucket_slots(layout)?;
    if held != slots {
        anyhow::bail!(
            "a table of {slots} slots holds {held} of them, for a bucket has {bucket_slots}; give whole buckets"
        );
    }
    Ok(())
}

impl Experiment for Searches {
    type Grid = SearchGrid;
    type Cell = SearchCell;
    type Row = SearchRow;

    fn axes() -> Vec<&'static str> {
        axes::filters()
    }

    fn study(&self) -> &str {
        &self.study
    }

    fn grid(&self) -> SearchGrid {
        SearchGrid {
            study: self.study.clone(),
            positions: self.positions.listing(),
            schemes: self.schemes.iter().map(|&scheme| Contender::table(scheme)).collect(),
            layouts: self.layouts.clone(),
            hits: self.hits.clone(),
            verified: self.verified.clone(),
            slots: self.slots.clone(),
            plies: self.plies,
            further: self.further.clone(),
            modes: self.modes.clone(),
            search: self.search.0.clone(),
            beside: self.beside.clone(),
            lean: self.lean,
            limits: self.limits.clone(),
            threads: self.threads.clone(),
            lockstep: self.lockstep,
            repeats: self.repeats,
        }
    }

    fn units_of(grid: &SearchGrid) -> Vec<Unit<SearchCell>> {
        grid.units()
    }

    fn id(grid: &SearchGrid, cell: &SearchCell) -> String {
        grid.id(cell)
    }

    fn check(cell: &SearchCell, row: &SearchRow) -> Result<(), String> {
        row.check(cell)
    }

    fn check_all(grid: &SearchGrid, cell: &SearchCell, rows: &[SearchRow]) -> Result<(), String> {
        measure::check_all(&grid.positions.positions, cell, rows)
    }

    fn condition(axis: &str, value: &str) -> Result<Condition<SearchCell>, String> {
        axes::condition(axis, value)
    }

    fn run(&self, cell: &SearchCell, stop: &Stop) -> anyhow::Result<Option<Vec<SearchRow>>> {
        measure::run(self, cell, stop)
    }

    /// Rows of one position add up what the iterations before them counted, so the last ply's rows stand for all.
    fn nodes(rows: &[SearchRow]) -> u64 {
        let last = rows.iter().map(|row| row.ply).max();
        rows.iter().filter(|row| Some(row.ply) == last).map(|row| row.nodes).sum()
    }

    fn forecast(&self, units: &[Unit<SearchCell>], jobs: usize, stop: &Stop) -> Vec<f64> {
        forecast::forecast(self, units, jobs, stop)
    }
}

/// The experiment that a journal's header describes.
impl TryFrom<SearchGrid> for Searches {
    type Error = anyhow::Error;

    fn try_from(grid: SearchGrid) -> anyhow::Result<Self> {
        let search = grid.search.parse::<Enhancements>();
        let search =
            search.with_context(|| format!("search {}: use the version that wrote it", grid.search))?;
        Ok(Self {
            study: grid.study,
            schemes: grid.schemes.iter().filter_map(|contender| contender.scheme()).collect(),
            layouts: grid.layouts,
            hits: grid.hits,
            verified: grid.verified,
            positions: grid.positions.try_into()?,
            slots: grid.slots,
            plies: grid.plies,
            further: grid.further,
            modes: grid.modes,
            search: (grid.search, search),
            beside: grid.beside,
            lean: grid.lean,
            limits: grid.limits,
            threads: grid.threads,
            lockstep: grid.lockstep,
            repeats: grid.repeats,
        })
    }
}

#[cfg(test)]
impl Searches {
    /// The grid of the tests: two schemes, two sizes, five plies, cleared tables.
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
