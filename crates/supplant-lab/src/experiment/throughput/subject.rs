//! A subject is one adapter in one file. It builds itself, probes, stores and prefetches;
//! everything else is in `measure.rs`, the same for all.

use serde::Serialize;

use supplant::entry::{Score, SizedEntry};
use supplant::key::Key;
use supplant::table::Pages;

pub trait Subject: Sync + Sized {
    const ABOUT: About;
    /// The probability that a probe is answered with another key's entry, because tags are short.
    /// More wrong answers are a fault.
    const FALSE_HIT: f64 = 0.0;

    /// # Errors
    /// A sentence that says why, and what to do.
    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String>;

    fn capacity(&self) -> usize;

    fn probe(&self, key: Key) -> Option<Score>;

    fn store(&self, key: Key, entry: SizedEntry);

    #[inline(always)]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    fn pages(&self) -> Option<Pages> {
        None
    }
}

#[derive(Clone, Copy, Debug)]
pub struct About {
    pub name: &'static str,
    pub kind: SubjectKind,
    pub variant: &'static str,
    pub slots: usize,
    pub prefetches: bool,
    pub answers: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectKind {
    Limit,
    #[default]
    Table,
    Protocol,
    Map,
    Cache,
    Engine,
}
