//! The interface of subjects.
//!
//! A subject is one adapter in one file. It builds itself, probes, stores and prefetches.
//! Everything else is in `measure.rs`, the same for all.

use serde::Serialize;

use supplant::entry::{Score, SizedEntry};
use supplant::key::Key;
use supplant::table::Pages;

/// Keeps entries for keys, shared by threads.
pub trait Subject: Sync + Sized {
    /// The description of the subject.
    const ABOUT: About;
    /// The probability that a probe is answered with another key's entry: 0, unless the tag is
    /// short.
    ///
    /// More wrong answers are a fault.
    const FALSE_HIT: f64 = 0.0;

    /// Builds a subject of about this many bytes, with `threads` if useful.
    ///
    /// # Errors
    /// The reason, in a sentence that says what to do.
    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String>;

    /// Entries that it has room for in its bytes, even if it can grow.
    fn capacity(&self) -> usize;

    /// The score stored for `key`.
    fn probe(&self, key: Key) -> Option<Score>;

    /// Offers an entry for `key`.
    fn store(&self, key: Key, entry: SizedEntry);

    /// Announces that `key` will be probed or stored soon, if [`About::prefetches`] is set.
    #[inline(always)]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// Its memory, if it is one piece. The report states the pages it got.
    fn pages(&self) -> Option<Pages> {
        None
    }
}

/// The description of a subject.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name of the subject.
    pub name: &'static str,
    /// The kind of the subject.
    pub kind: SubjectKind,
    /// Its layout or version, if the name does not say it.
    pub variant: &'static str,
    /// Slots for an entry of a key; 0 if not fixed.
    pub slots: usize,
    /// Whether its size is bounded, so that it replaces.
    pub is_bounded: bool,
    /// Whether a caller can prefetch.
    pub prefetches: bool,
    /// Whether a probe finds only what was stored for the key, as far as measured. The limit
    /// answers anything.
    pub answers: bool,
}

/// The kinds of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectKind {
    /// Random lines of memory.
    Limit,
    /// A scheme in one of our layouts.
    Table,
    /// Another protocol on our bucket.
    Protocol,
    /// A concurrent map, which grows.
    Map,
    /// A concurrent cache of bounded size.
    Cache,
    /// The table of an engine.
    Engine,
}
