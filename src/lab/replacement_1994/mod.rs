//! Replacement schemes for transposition tables: the study of Breuker, Uiterwijk and van den Herik (ICCA Journal 17(4),
//! 1994), run again.
//!
//! Every scheme at every table size searches the same positions to the same depths; what is compared is the number of
//! nodes. Beside the schemes stand the search without a table, and with one in which nothing ever collides: between the two
//! lies all that a scheme can save.

pub mod claims;
pub mod comparison;
mod measure;
pub mod published;
mod results;
mod samples;
mod summary;

pub use measure::Row;
pub use results::Results;
pub use samples::Samples;
pub use summary::{Cost, Summary};

use serde::{Deserialize, Serialize};

use super::positions::PositionSet;
use super::{Study, Unit};
use crate::entry::Depth;
use crate::scheme::{Scheme, SchemeName, Visit};
use crate::search::{Enhancements, Stop};
use crate::table::{SizeError, Table};

/// What remembers positions in one cell of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Contender {
    /// Nothing: the search without a table.
    None,
    /// A table under a scheme.
    Scheme(SchemeName),
    /// A table in which nothing collides.
    Unbounded,
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.pad("none"),
            Self::Scheme(scheme) => scheme.fmt(f),
            Self::Unbounded => f.pad("unbounded"),
        }
    }
}

impl From<Contender> for String {
    fn from(contender: Contender) -> Self {
        contender.to_string()
    }
}

impl TryFrom<String> for Contender {
    type Error = crate::scheme::UnknownScheme;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        match name.as_str() {
            "none" => Ok(Self::None),
            "unbounded" => Ok(Self::Unbounded),
            scheme => scheme.parse().map(Self::Scheme),
        }
    }
}

/// What happens to the table between positions (1994, section 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It is cleared.
    Clear,
    /// Its entries are stamped: found, but losing every collision.
    Stamp,
}

impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Clear => "clear",
            Self::Stamp => "stamp",
        })
    }
}

/// One cell of the grid.
///
/// With the table cleared between positions, a search to the last ply passes through all plies before it, so one unit
/// measures them all on one position. With entries stamped, the positions must be searched in order and to one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// What remembers positions.
    pub contender: Contender,
    /// Slots of the table; missing where it has none, or no end.
    pub slots: Option<usize>,
    /// What happens between positions.
    pub mode: Mode,
    /// First and last ply measured.
    pub plies: (Depth, Depth),
    /// The position; missing where all are searched in order.
    pub position: Option<String>,
    /// Workers of each search.
    pub threads: usize,
}

/// The grid to be run.
#[derive(Clone, Debug)]
pub struct Replacement1994 {
    /// The positions.
    pub positions: PositionSet,
    /// The schemes.
    pub schemes: Vec<SchemeName>,
    /// Table sizes, in slots: the paper's *positions*.
    pub slots: Vec<usize>,
    /// First and last ply.
    pub plies: (Depth, Depth),
    /// What happens between positions.
    pub modes: Vec<Mode>,
    /// The search, by the name of its preset.
    pub search: (String, Enhancements),
}

/// The seven schemes of the paper.
pub const SCHEMES: [SchemeName; 7] = [
    SchemeName::TwoBig1,
    SchemeName::TwoDeep,
    SchemeName::Big1,
    SchemeName::BigAll,
    SchemeName::Deep,
    SchemeName::New,
    SchemeName::Old,
];

impl Replacement1994 {
    /// The grid that shows the outcome within a minute: all schemes, three sizes, five plies, cleared tables.
    #[must_use]
    pub fn quick() -> Self {
        Self {
            positions: PositionSet::kasparov_short(),
            schemes: SCHEMES.to_vec(),
            slots: vec![8 << 10, 64 << 10, 512 << 10],
            plies: (3, 7),
            modes: vec![Mode::Clear],
            search: ("alibaba".to_owned(), Enhancements::ALIBABA),
        }
    }

    /// The paper's grid: seven schemes, eight sizes, with and without time stamping.
    #[must_use]
    pub fn full() -> Self {
        Self {
            slots: (3..=10).map(|k| 1 << (k + 10)).collect(),
            modes: vec![Mode::Clear, Mode::Stamp],
            ..Self::quick()
        }
    }

    /// Whether every size can be had under every scheme.
    ///
    /// # Errors
    /// The first that cannot.
    pub fn try_sizes(&self) -> Result<(), SizeError> {
        let sizes =
            self.slots.iter().flat_map(|&slots| self.schemes.iter().map(move |&scheme| (scheme, slots)));
        sizes.map(|(scheme, slots)| scheme.visit(TrySize(slots))).collect()
    }

    /// The contenders with the sizes they are measured at.
    fn contenders(&self) -> Vec<(Contender, Option<usize>)> {
        let schemes = self.slots.iter().flat_map(|&slots| {
            self.schemes.iter().map(move |&scheme| (Contender::Scheme(scheme), Some(slots)))
        });
        [(Contender::None, None), (Contender::Unbounded, None)].into_iter().chain(schemes).collect()
    }

    fn clear_units(&self, units: &mut Vec<Unit<Cell>>) {
        for (id, _) in self.positions.positions.iter() {
            for (contender, slots) in self.contenders() {
                units.push(self.unit(contender, slots, Mode::Clear, self.plies, Some(id.clone())));
            }
        }
    }

    fn stamp_units(&self, units: &mut Vec<Unit<Cell>>) {
        // The longest first, so that no job is left alone with one at the end.
        for ply in (self.plies.0..=self.plies.1).rev() {
            for (contender, slots) in self.contenders() {
                // Without a table there is nothing to stamp.
                if contender != Contender::None {
                    units.push(self.unit(contender, slots, Mode::Stamp, (ply, ply), None));
                }
            }
        }
    }

    fn unit(
        &self,
        contender: Contender,
        slots: Option<usize>,
        mode: Mode,
        plies: (Depth, Depth),
        position: Option<String>,
    ) -> Unit<Cell> {
        let cell = Cell { contender, slots, mode, plies, position, threads: 1 };
        Unit { id: self.id(&cell), cost: self.cost(&cell), cell }
    }

    /// The stable name of a cell. Everything that determines its rows is in it.
    fn id(&self, cell: &Cell) -> String {
        let slots = cell.slots.map_or_else(String::new, |slots| format!("/{slots}"));
        let position = cell.position.as_deref().unwrap_or(&self.positions.name);
        let (first, last) = cell.plies;
        let Cell { contender, mode, threads, .. } = cell;
        format!("1994/{}/{mode}/{contender}{slots}/{first}-{last}/t{threads}/{position}", self.search.0)
    }

    /// Relative time: about five times as long a ply, twice as long without a table.
    fn cost(&self, cell: &Cell) -> f64 {
        let positions = if cell.position.is_some() { 1.0 } else { self.positions.positions.len() as f64 };
        let contender = if cell.contender == Contender::None { 2.0 } else { 1.0 };
        positions * contender * 5f64.powi(i32::from(cell.plies.1))
    }
}

struct TrySize(usize);

impl Visit for TrySize {
    type Out = Result<(), SizeError>;

    fn visit<S: Scheme>(self) -> Self::Out {
        Table::<S>::with_slots(self.0).map(drop)
    }
}

impl Study for Replacement1994 {
    type Cell = Cell;
    type Row = Row;

    const NAME: &'static str = "1994";

    fn units(&self) -> Vec<Unit<Cell>> {
        let mut units = Vec::new();
        for mode in &self.modes {
            match mode {
                Mode::Stamp => self.stamp_units(&mut units),
                Mode::Clear => self.clear_units(&mut units),
            }
        }
        units
    }

    fn run(&self, cell: &Cell, stop: &Stop) -> Option<Vec<Row>> {
        measure::run(self, cell, stop)
    }

    /// Rows of one position add up what the iterations before them counted, so the last ply's rows stand for all.
    fn nodes(rows: &[Row]) -> u64 {
        let last = rows.iter().map(|row| row.ply).max();
        rows.iter().filter(|row| Some(row.ply) == last).map(|row| row.nodes).sum()
    }
}
