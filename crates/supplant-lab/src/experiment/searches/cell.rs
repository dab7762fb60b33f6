//! Cells of the grid, and cells of the results, which sum over positions.

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

/// A table that outlives a position needs all positions in order, to one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchCell {
    #[serde(default, skip_serializing_if = "Option::is_none", with = "by_name::search")]
    pub search: Option<Enhancements>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Cut>,
    pub contender: Contender,
    pub slots: Option<usize>,
    pub mode: Mode,
    pub plies: (Depth, Depth),
    pub position: Option<String>,
    pub threads: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lockstep: Option<u64>,
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeat: usize,
}

impl SearchCell {
    /// Equal sizes are equal bytes in all layouts, except that entries with lines need more.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        self.contender.layout().zip(self.slots).map(|(layout, slots)| sizes::size_holding(layout, slots))
    }

    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.size().map(|size| size * slot_bytes(self.contender, self.verified))
    }

    pub(super) fn is_repeatable(&self) -> bool {
        At::of(self, self.plies.1).is_repeatable()
    }

    pub(super) fn has_tags(&self) -> bool {
        matches!(self.contender, Contender::Scheme(scheme, layout, ..) if can_tell(scheme, layout))
    }
}

pub(super) fn slot_bytes(contender: Contender, verified: Option<Cut>) -> usize {
    if verified.is_some() { LINED_BYTES } else { contender.slot_bytes() }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(into = "Columns")]
pub struct At {
    pub search: Option<Enhancements>,
    pub verified: Option<Cut>,
    pub mode: Mode,
    pub ply: Depth,
    pub contender: Contender,
    /// The unit is a slot of [`sizes::SLOT_BYTES`].
    pub size: Option<usize>,
    pub threads: usize,
    pub lockstep: Option<u64>,
}

impl At {
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

    fn of(cell: &SearchCell, ply: Depth) -> Self {
        let &SearchCell { search, verified, contender, mode, threads, lockstep, .. } = cell;
        Self { search, verified, mode, ply, contender, size: cell.size(), threads, lockstep }
    }

    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.threads == 1 || self.lockstep.is_some()
    }

    #[must_use]
    pub fn slots(&self) -> Option<usize> {
        self.contender.layout().zip(self.size).map(|(layout, size)| sizes::slots_in(layout, size))
    }

    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.size.map(|size| size * slot_bytes(self.contender, self.verified))
    }
}

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

/// What each repeat of a search found, by its number.
pub type Repeats<'a> = BTreeMap<usize, &'a SearchRow>;

/// By position.
pub type CellRows<'a> = BTreeMap<&'a str, Repeats<'a>>;

#[must_use]
pub fn rows(records: &Records<Searches>) -> BTreeMap<At, CellRows<'_>> {
    let mut rows = BTreeMap::<_, CellRows<'_>>::new();
    for record in records.values() {
        for row in &record.rows {
            let here = rows.entry(At::of(&record.cell, row.ply)).or_default();
            here.entry(row.position.as_str()).or_default().insert(record.cell.repeat, row);
        }
    }
    rows
}

#[must_use]
pub fn elapsed_ns(records: &Records<Searches>) -> BTreeMap<At, u64> {
    let mut sums = BTreeMap::<_, Option<u64>>::new();
    for record in records.values().filter(|record| record.cell.plies.0 == record.cell.plies.1) {
        let sum = sums.entry(At::of(&record.cell, record.cell.plies.1)).or_insert(Some(0));
        *sum = sum.zip(record.elapsed_ns).map(|(sum, one)| sum + one);
    }
    sums.into_iter().filter_map(|(at, sum)| Some((at, sum?))).collect()
}

#[must_use]
pub fn nodes(repeats: &Repeats<'_>) -> u64 {
    mean(repeats, |row| row.nodes)
}

pub(super) fn mean(repeats: &Repeats<'_>, of: fn(&SearchRow) -> u64) -> u64 {
    let count = repeats.len() as u64;
    (repeats.values().map(|row| of(row)).sum::<u64>() + count / 2) / count
}
