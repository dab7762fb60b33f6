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
pub use grid::{Further, Searches};
pub use measure::SearchRow;
pub(in crate::experiment) use measure::is_nought;
pub use results::{Family, Results, measures};
pub use samples::Samples;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use supplant_search::search::StudyTable;

use super::clashing::{Cut, Hashing};
use super::{Condition, Experiment, Unit, sizes};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::Table;
use supplant_search::search::{HitUse, Stop};

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

impl Searches {
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
    type Cell = SearchCell;
    type Row = SearchRow;

    fn axes() -> Vec<&'static str> {
        axes::filters()
    }

    fn study(&self) -> &str {
        &self.study
    }

    fn units(&self) -> Vec<Unit<SearchCell>> {
        self.spanned()
    }

    fn id(&self, cell: &SearchCell) -> String {
        self.id_of(cell)
    }

    fn check(cell: &SearchCell, row: &SearchRow) -> Result<(), String> {
        row.check(cell)
    }

    fn check_all(&self, cell: &SearchCell, rows: &[SearchRow]) -> Result<(), String> {
        measure::check_all(&self.positions.positions, cell, rows)
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
