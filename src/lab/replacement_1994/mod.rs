//! Replacement schemes for transposition tables: the study of Breuker, Uiterwijk and van den Herik (ICCA Journal 17(4),
//! 1994), run again.
//!
//! Every scheme at every table size searches the same positions to the same depths; what is compared is the number of
//! nodes. Beside the schemes stand the search without a table, and with one in which nothing ever collides: between the two
//! lies all that a scheme can save.

pub mod cell;
pub mod claims;
pub mod comparison;
mod contender;
mod cost;
mod forecast;
mod grid;
mod measure;
pub mod published;
mod results;
mod samples;

pub use cell::{At, Cell};
pub use contender::{Contender, UnknownContender};
pub use cost::Cost;
pub use grid::{Further, Grid};
pub use measure::Row;
pub use results::{Family, Results};
pub use samples::{Hits, Samples};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::positions::PositionSet;
use super::{Condition, Study, Unit, sizes};
use crate::entry::Depth;
use crate::entry::bucket::{LayoutName, Ready};
use crate::scheme::{Scheme, SchemeName, Visit};
use crate::search::{Enhancements, Stop};
use crate::table::{SizeError, Table};

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

/// The grid to be run.
#[derive(Clone, Debug)]
pub struct Replacement1994 {
    /// The positions.
    pub positions: PositionSet,
    /// The schemes.
    pub schemes: Vec<SchemeName>,
    /// The layouts of their entries, each in the same bytes.
    pub layouts: Vec<LayoutName>,
    /// Table sizes, in slots of [`sizes::SLOT_BYTES`]: the paper's *positions*.
    pub slots: Vec<usize>,
    /// First and last ply.
    pub plies: (Depth, Depth),
    /// One ply more, at some sizes.
    pub further: Option<Further>,
    /// What happens between positions.
    pub modes: Vec<Mode>,
    /// The search, by the name of its preset.
    pub search: (String, Enhancements),
    /// Workers of each search. With more than one, rows are not the same every time.
    pub threads: Vec<usize>,
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
            layouts: vec![Contender::LAYOUT],
            slots: vec![8 << 10, 64 << 10, 512 << 10],
            plies: (3, 7),
            further: None,
            modes: vec![Mode::Clear],
            search: ("alibaba".to_owned(), Enhancements::ALIBABA),
            threads: vec![1],
        }
    }

    /// The paper's grid: seven schemes, eight sizes, with and without time stamping, plies 3 to 7, and 8 at four sizes.
    #[must_use]
    pub fn full() -> Self {
        Self {
            slots: (3..=10).map(|k| 1 << (k + 10)).collect(),
            further: Some(Further::published()),
            modes: vec![Mode::Clear, Mode::Stamp],
            ..Self::quick()
        }
    }

    /// The tables compared: each scheme in each layout that it can have.
    pub fn tables(&self) -> impl Iterator<Item = Contender> {
        let layouts = |&scheme: &SchemeName| {
            let fitting = self.layouts.iter().filter(move |&&layout| scheme.fits(layout));
            fitting.map(move |&layout| Contender::Scheme(scheme, layout))
        };
        self.schemes.iter().flat_map(layouts)
    }

    /// Whether every size can be had under every scheme in every layout.
    ///
    /// # Errors
    /// The first that cannot.
    pub fn try_sizes(&self) -> Result<(), SizeError> {
        let further = self.further.iter().flat_map(|further| &further.slots);
        for &size in self.slots.iter().chain(further) {
            for &scheme in &self.schemes {
                for &layout in &self.layouts {
                    // What the scheme cannot have is not in the grid.
                    scheme.visit_in(layout, TrySize(sizes::slots_in(layout, size))).unwrap_or(Ok(()))?;
                }
            }
        }
        Ok(())
    }
}

struct TrySize(usize);

impl Visit for TrySize {
    type Out = Result<(), SizeError>;

    fn visit<S: Scheme, B: Ready>(self) -> Self::Out {
        Table::<S, B>::with_slots(self.0).map(drop)
    }
}

impl Study for Replacement1994 {
    type Grid = Grid;
    type Cell = Cell;
    type Row = Row;

    const NAME: &'static str = "1994";
    const AXES: &'static [&'static str] = grid::AXES;

    fn grid(&self) -> Grid {
        Grid {
            positions: self.positions.listing(),
            schemes: self.schemes.iter().map(|&scheme| Contender::paper(scheme)).collect(),
            layouts: self.layouts.clone(),
            slots: self.slots.clone(),
            plies: self.plies,
            further: self.further.clone(),
            modes: self.modes.clone(),
            search: self.search.0.clone(),
            threads: self.threads.clone(),
        }
    }

    fn units_of(grid: &Grid) -> Vec<Unit<Cell>> {
        grid.units()
    }

    fn id(grid: &Grid, cell: &Cell) -> String {
        grid.id(cell)
    }

    fn check(cell: &Cell, row: &Row) -> Result<(), String> {
        row.check(cell)
    }

    fn condition(axis: &str, value: &str) -> Result<Condition<Cell>, String> {
        grid::condition(axis, value)
    }

    fn run(&self, cell: &Cell, stop: &Stop) -> anyhow::Result<Option<Vec<Row>>> {
        measure::run(self, cell, stop)
    }

    /// Rows of one position add up what the iterations before them counted, so the last ply's rows stand for all.
    fn nodes(rows: &[Row]) -> u64 {
        let last = rows.iter().map(|row| row.ply).max();
        rows.iter().filter(|row| Some(row.ply) == last).map(|row| row.nodes).sum()
    }

    fn forecast(&self, units: &[Unit<Cell>], jobs: usize, stop: &Stop) -> Vec<f64> {
        forecast::forecast(self, units, jobs, stop)
    }
}

/// The study that a journal's header describes.
impl TryFrom<Grid> for Replacement1994 {
    type Error = anyhow::Error;

    fn try_from(grid: Grid) -> anyhow::Result<Self> {
        let search = Enhancements::preset(&grid.search).with_context(|| {
            format!("no search is called `{}` here; use the version that wrote it", grid.search)
        })?;
        Ok(Self {
            schemes: grid.schemes.iter().filter_map(|contender| contender.scheme()).collect(),
            layouts: grid.layouts,
            positions: grid.positions.try_into()?,
            slots: grid.slots,
            plies: grid.plies,
            further: grid.further,
            modes: grid.modes,
            search: (grid.search, search),
            threads: grid.threads,
        })
    }
}
