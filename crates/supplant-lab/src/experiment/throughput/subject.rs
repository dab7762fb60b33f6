//! The interface of subjects.
//!
//! A subject is one adapter in one file. It builds itself, probes, stores and prefetches;
//! everything else is in `measure.rs`, the same for all.

use serde::Serialize;

use supplant::entry::{Score, SizedEntry};
use supplant::key::Key;
use supplant::table::Pages;

/// A subject keeps entries for keys, shared by threads.
pub trait Subject: Sync + Sized {
    const ABOUT: About;
    /// The probability that a probe is answered with another key's entry, because tags are short.
    /// More wrong answers are a fault.
    const FALSE_HIT: f64 = 0.0;

    /// The subject has about this many bytes. It may use `threads`.
    ///
    /// # Errors
    /// A sentence that says why, and what to do.
    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String>;

    /// A subject that can grow returns the entries that fit its bytes.
    fn capacity(&self) -> usize;

    fn probe(&self, key: Key) -> Option<Score>;

    fn store(&self, key: Key, entry: SizedEntry);

    /// `key` will be probed or stored soon.
    #[inline(always)]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// The report states the pages of this memory.
    fn pages(&self) -> Option<Pages> {
        None
    }
}

#[derive(Clone, Copy, Debug)]
pub struct About {
    pub name: &'static str,
    pub kind: SubjectKind,
    pub variant: &'static str,
    /// The number is 0 if it is not fixed.
    pub slots: usize,
    /// A bounded subject replaces entries.
    pub is_bounded: bool,
    pub prefetches: bool,
    /// A probe finds only what was stored for the key. The limit answers anything.
    pub answers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectKind {
    /// The limit reads random lines of memory.
    Limit,
    /// Our tables are of this kind.
    Table,
    /// Another protocol uses our bucket.
    Protocol,
    Map,
    Cache,
    Engine,
}
