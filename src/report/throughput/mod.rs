//! What a throughput run comes to: rows, a summary, tables for the terminal, a page with pictures.
//!
//! | file | what |
//! |---|---|
//! | `rows.rs` | the rows and the medians as CSV |
//! | `printed.rs` | tables for the terminal |
//! | `page.rs` | the files |

pub mod page;
pub mod printed;
pub mod rows;

use std::collections::{BTreeMap, BTreeSet};

use crate::lab::provenance::Provenance;
use crate::lab::throughput::rows::{Of, Summaries, limits, summaries};
use crate::lab::throughput::{Cell, Keys, Mix, Run, Spread};

/// A run with its medians, ready to be shown.
#[derive(Debug)]
pub struct Measured {
    /// What was measured.
    pub run: Run,
    /// Where.
    pub provenance: Provenance,
    /// The medians.
    pub summaries: Summaries,
    /// Those of the limit, by size and cell.
    pub limits: BTreeMap<(usize, Cell), Spread>,
}

impl Measured {
    /// Of a run.
    #[must_use]
    pub fn of(run: Run, provenance: Provenance) -> Self {
        let (summaries, limits) = (summaries(&run.rows), limits(&run.rows));
        Self { run, provenance, summaries, limits }
    }

    fn all<T: Ord>(&self, of: impl Fn(&(Of, Cell)) -> T) -> Vec<T> {
        self.summaries.keys().map(of).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The sizes, from the least.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.all(|(of, _)| of.bytes)
    }

    /// The numbers of threads, from the least.
    #[must_use]
    pub fn threads(&self) -> Vec<usize> {
        self.all(|(_, cell)| cell.threads)
    }

    /// The mixes.
    #[must_use]
    pub fn mixes(&self) -> Vec<Mix> {
        self.all(|(_, cell)| cell.mix)
    }

    /// The subjects of each size, in order of size, kind, slots and name.
    #[must_use]
    pub fn subjects(&self) -> Vec<Of> {
        self.all(|(of, _)| *of)
    }

    /// Uniform keys, if there are such; else the others.
    #[must_use]
    pub fn first_keys(&self) -> Keys {
        self.all(|(_, cell)| cell.keys).first().copied().unwrap_or(Keys::Uniform)
    }

    /// The farthest prefetch.
    #[must_use]
    pub fn farthest(&self) -> usize {
        self.all(|(_, cell)| cell.ahead).last().copied().unwrap_or(0)
    }
}
