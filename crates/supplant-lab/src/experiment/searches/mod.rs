//! The experiment of most studies: searches over tables.

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
mod same;
mod samples;

pub use cell::{At, SearchCell};
pub use contender::{Contender, UnknownContenderError};
pub use cost::Cost;
pub use found::{Hits, RootResult};
pub use grid::{Further, Searches};
pub use measure::SearchRow;
pub(in crate::experiment) use measure::is_nought;
pub use results::{Family, Results, measures};
pub use same::Same;
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

/// The table is cleared, stamped or kept between positions (1994, section 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Clear,
    /// Old entries are found, but lose every collision.
    Stamp,
    /// Old entries compete like new ones; schemes still know ages.
    Keep,
}

impl Mode {
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

    pub fn fit_verified(&mut self, is_set: impl Fn(&str) -> bool) {
        let is_distant = |cut: &Option<Cut>| cut.is_some_and(|cut| cut.keys == Hashing::Distant);
        let has_keys = || self.positions.positions.iter().all(|(_, game)| game.has_distant_keys());
        if !is_set("verified") && self.verified.iter().any(is_distant) && !has_keys() {
            self.verified.retain(|cut| !is_distant(cut));
        }
    }

    /// # Errors
    /// If the further ply is not deeper than the others.
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

    /// # Errors
    /// If a ply is deeper than a search can be.
    pub fn check_plies(&self) -> Result<(), String> {
        let further = self.further.as_ref().map_or(0, |further| further.ply);
        self.positions.check_depth(self.plies.1.max(further)).map_err(|why| format!("plies: {why}"))
    }

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
        let rules = |table: Contender| self.same.iter().map(move |&same| table.under(same));
        self.schemes.iter().flat_map(layouts).flat_map(hits).flat_map(rules)
    }

    /// Of several rules the schemes' own is the first, which a study is about where it does not name
    /// another.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_same(&self) -> anyhow::Result<()> {
        match self.same.as_slice() {
            [first, _, ..] if *first != Same::Scheme => {
                anyhow::bail!("--same {first}: of several rules name `scheme` first, or give {first} alone")
            }
            _ => Ok(()),
        }
    }

    #[must_use]
    pub fn slot_bytes(&self) -> usize {
        let all = |table| self.verified.iter().map(move |&verified| cell::slot_bytes(table, verified));
        self.tables().flat_map(all).max().unwrap_or(sizes::SLOT_BYTES)
    }

    /// # Errors
    /// If a use of hits or a layout has no match.
    pub fn check_hits(&self) -> anyhow::Result<()> {
        let plain = Contender::LAYOUT;
        for &hit in &self.hits {
            if !self.layouts.iter().any(|&layout| Contender::allows(layout, hit)) {
                anyhow::bail!(
                    "--hits {hit}: only entries in layout {plain} keep lines or two bounds; add it to --layouts"
                );
            }
        }
        self.check_two_bounds()?;
        for &layout in &self.layouts {
            if !self.hits.iter().any(|&hit| Contender::allows(layout, hit)) {
                anyhow::bail!(
                    "--layouts {layout}: its entries keep no lines and no second bound, and --hits asks for nothing else; leave it out, or add `both` to --hits"
                );
            }
        }
        Ok(())
    }

    fn check_two_bounds(&self) -> anyhow::Result<()> {
        let hit = HitUse::TwoBounds;
        if !self.hits.contains(&hit) {
            return Ok(());
        }
        if let Some(scheme) =
            self.schemes.iter().find(|scheme| !<dyn StudyTable>::WITH_BOUNDS.contains(scheme))
        {
            let fitting = <dyn StudyTable>::WITH_BOUNDS.map(|scheme| scheme.to_string()).join(", ");
            anyhow::bail!(
                "--hits {hit}: entries with two bounds are not built for {scheme}; give --schemes {fitting}"
            );
        }
        if self.verified != [None] {
            anyhow::bail!("--hits {hit}: entries with two bounds verify whole keys; leave --verified out");
        }
        if self.modes.contains(&Mode::Stamp) {
            anyhow::bail!(
                "--hits {hit}: entries with two bounds have no age to stamp; give --modes clear, or keep"
            );
        }
        if self.same != [Same::Scheme] {
            anyhow::bail!(
                "--hits {hit}: its entries have a rule of their own for the same position; leave --same out"
            );
        }
        Ok(())
    }

    /// A limit needs a search to one depth, over a cleared table, by one worker or in lockstep.
    ///
    /// # Errors
    /// If the axes do not allow this, or lockstep has one worker.
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

    /// Keys can be cut in plain tables of one worker, with a power of two of buckets.
    ///
    /// # Errors
    /// If the grid has other tables.
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

    /// # Errors
    /// If a size does not fit, or is not filled, in some layout.
    pub fn try_sizes(&self) -> anyhow::Result<()> {
        let further = self.further.iter().flat_map(|further| &further.slots);
        for &size in self.slots.iter().chain(further) {
            for &scheme in &self.schemes {
                for &layout in &self.layouts {
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

fn try_size(scheme: SchemeName, layout: LayoutName, slots: usize) -> anyhow::Result<()> {
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

    fn nodes(rows: &[SearchRow]) -> u64 {
        let last = rows.iter().map(|row| row.ply).max();
        rows.iter().filter(|row| Some(row.ply) == last).map(|row| row.nodes).sum()
    }
}
