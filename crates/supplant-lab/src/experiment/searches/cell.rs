//! A cell of the grid, and a cell of the tables made from it: what the one measures position by position, the other sums.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::contender::LINED_BYTES;
use super::grid::{is_once, once};
use super::{Contender, Mode, SearchRow, Searches};
use crate::experiment::by_name;
use crate::experiment::clashing::Cut;
use crate::experiment::journal::Records;
use crate::experiment::sizes;
use crate::experiment::tagged::can_tell;
use crate::experiment::words::search_name;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant_search::search::Enhancements;

/// One cell of the grid.
///
/// With the table cleared between positions, a search to the last ply passes through all plies before it, so one unit
/// measures them all on one position. Where the table outlives a position, they must be searched in order and to one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchCell {
    /// The search; missing where it is the grid's first.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "by_name::search")]
    pub search: Option<Enhancements>,
    /// Bits of a key that its table verifies; missing where it is all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Cut>,
    /// What remembers positions.
    pub contender: Contender,
    /// Slots of the table, as many as its layout has in its size; missing where it has none, or no end.
    pub slots: Option<usize>,
    /// What happens between positions.
    pub mode: Mode,
    /// First and last ply measured.
    pub plies: (Depth, Depth),
    /// The position; missing where all are searched in order.
    pub position: Option<String>,
    /// Workers of each search.
    pub threads: usize,
    /// Nodes of a turn, where they take turns; missing of one worker, and of threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lockstep: Option<u64>,
    /// Which time it is measured, from 1; versions that measured once do not say.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeat: usize,
}

impl SearchCell {
    /// The size of its table, in slots of [`sizes::SLOT_BYTES`]: equal sizes are equal bytes, whatever the layout; entries that keep lines
    /// are as many, and larger.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        self.contender.layout().zip(self.slots).map(|(layout, slots)| sizes::size_holding(layout, slots))
    }

    /// The bytes of its table.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.size().map(|size| size * slot_bytes(self.contender, self.verified))
    }

    /// Whether its rows are the same every time: those of one worker, and of workers in lockstep.
    pub(super) fn is_repeatable(&self) -> bool {
        At::of(self, self.plies.1).is_repeatable()
    }

    /// Whether its table verifies a tag, and false hits are counted.
    pub(super) fn has_tags(&self) -> bool {
        matches!(self.contender, Contender::Scheme(scheme, layout, _) if can_tell(scheme, layout))
    }
}

/// Bytes of a slot: where less than the whole key is verified, the whole is hidden where a line would be.
pub(super) fn slot_bytes(contender: Contender, verified: Option<Cut>) -> usize {
    if verified.is_some() { LINED_BYTES } else { contender.slot_bytes() }
}

/// A cell of the tables: a sum over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(into = "Columns")]
pub struct At {
    /// The search; missing where it is the first.
    pub search: Option<Enhancements>,
    /// Bits of a key that its table verifies; missing where it is all of them.
    pub verified: Option<Cut>,
    /// What happens between positions.
    pub mode: Mode,
    /// Plies.
    pub ply: Depth,
    /// What remembers positions.
    pub contender: Contender,
    /// The size of its table, in slots of [`sizes::SLOT_BYTES`].
    pub size: Option<usize>,
    /// Workers.
    pub threads: usize,
    /// Nodes of a turn, where they take turns.
    pub lockstep: Option<u64>,
}

impl At {
    /// The search without a table to `ply`: the same in all modes, measured in one, and by one worker where none take turns.
    #[must_use]
    pub const fn none(ply: Depth) -> Self {
        Self {
            search: None,
            verified: None,
            mode: Mode::Clear,
            ply,
            contender: Contender::None,
            size: None,
            threads: 1,
            lockstep: None,
        }
    }

    /// Where what `cell` measures at `ply` belongs.
    fn of(cell: &SearchCell, ply: Depth) -> Self {
        let &SearchCell { search, verified, contender, mode, threads, lockstep, .. } = cell;
        Self { search, verified, mode, ply, contender, size: cell.size(), threads, lockstep }
    }

    /// Whether its rows are the same every time: those of one worker, and of workers in lockstep.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.threads == 1 || self.lockstep.is_some()
    }

    /// Slots of its table.
    #[must_use]
    pub fn slots(&self) -> Option<usize> {
        self.contender.layout().zip(self.size).map(|(layout, size)| sizes::slots_in(layout, size))
    }

    /// Bytes of its table.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.size.map(|size| size * slot_bytes(self.contender, self.verified))
    }
}

/// The columns that name a cell of the tables.
#[derive(Serialize)]
struct Columns {
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Cut>,
    contender: Contender,
    layout: Option<&'static str>,
    slots: Option<usize>,
    bytes: Option<usize>,
    mode: Mode,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    lockstep: Option<u64>,
    ply: Depth,
}

impl From<At> for Columns {
    fn from(at: At) -> Self {
        let At { search, verified, mode, ply, contender, threads, lockstep, .. } = at;
        let layout = contender.layout().map(LayoutName::name);
        let search = search.map(search_name);
        let (slots, bytes) = (at.slots(), at.bytes());
        Self { search, verified, contender, layout, slots, bytes, mode, threads, lockstep, ply }
    }
}

/// The rows of one cell of the tables: of each position as many as it was measured repeats.
pub type CellRows<'a> = BTreeMap<&'a str, Vec<&'a SearchRow>>;

/// The rows of finished units, by cell of the tables and position, repeats in order.
#[must_use]
pub fn rows(records: &Records<Searches>) -> BTreeMap<At, CellRows<'_>> {
    let mut rows = BTreeMap::<_, CellRows<'_>>::new();
    let mut units: Vec<_> = records.values().collect();
    units.sort_by_key(|record| record.cell.repeat);
    for record in units {
        for row in &record.rows {
            let here = rows.entry(At::of(&record.cell, row.ply)).or_default();
            here.entry(row.position.as_str()).or_default().push(row);
        }
    }
    rows
}

/// How long the finished units of each cell of the tables took together; those of one ply, where it is known of each.
#[must_use]
pub fn elapsed_ns(records: &Records<Searches>) -> BTreeMap<At, u64> {
    let mut sums = BTreeMap::<_, Option<u64>>::new();
    for record in records.values().filter(|record| record.cell.plies.0 == record.cell.plies.1) {
        let sum = sums.entry(At::of(&record.cell, record.cell.plies.1)).or_insert(Some(0));
        *sum = sum.zip(record.elapsed_ns).map(|(sum, one)| sum + one);
    }
    sums.into_iter().filter_map(|(at, sum)| Some((at, sum?))).collect()
}

/// Nodes of one position, as they are on the average over its repeats.
#[must_use]
pub fn nodes(repeats: &[&SearchRow]) -> u64 {
    mean(repeats, |row| row.nodes)
}

/// What is counted of one position, as it is on the average over its repeats.
pub(super) fn mean(repeats: &[&SearchRow], of: fn(&SearchRow) -> u64) -> u64 {
    let count = repeats.len() as u64;
    (repeats.iter().map(|row| of(row)).sum::<u64>() + count / 2) / count
}
