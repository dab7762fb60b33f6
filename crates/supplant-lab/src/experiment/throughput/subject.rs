//! What is measured: something that keeps entries for keys, as a search would use it.
//!
//! A subject is one adapter in one file. It says how it is built for so many bytes, and how it probes, stores and prefetches; keys,
//! timing, threads and checks are `measure.rs`, the same for all.

use serde::Serialize;

use supplant::entry::{Score, SizedEntry};
use supplant::key::Key;
use supplant::table::Pages;

/// Something that keeps entries for keys, shared by threads.
pub trait Subject: Sync + Sized {
    /// What it is called in rows and tables, and where it is from.
    const ABOUT: About;
    /// The probability that a probe takes the entry of another key for the one asked for: 0, unless few bits of the key are verified.
    /// More wrong answers than that are a fault.
    const FALSE_HIT: f64 = 0.0;

    /// One that takes about so many bytes; threads may be used for it.
    ///
    /// # Errors
    /// Why not, in a sentence that says what to do.
    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String>;

    /// Entries it has room for; where it grows without bound, as many as take about the bytes it was built for.
    fn capacity(&self) -> usize;

    /// The score kept for `key`.
    fn probe(&self, key: Key) -> Option<Score>;

    /// Offers an entry for `key`.
    fn store(&self, key: Key, entry: SizedEntry);

    /// Says that `key` will be asked for or stored soon. Nothing where [`About::prefetches`] is `false`.
    #[inline(always)]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// Where it lies in memory, if it is one piece and tells: the report then says which pages it was given.
    fn pages(&self) -> Option<Pages> {
        None
    }
}

/// What a subject is.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// What kind of thing it is.
    pub kind: SubjectKind,
    /// Which bucket or version, if that is not said by the name; else empty.
    pub variant: &'static str,
    /// Slots that may hold an entry of a key; 0 where that is not a fixed number.
    pub slots: usize,
    /// Whether its size is bounded, so that it replaces.
    pub is_bounded: bool,
    /// Whether its interface lets a caller prefetch.
    pub prefetches: bool,
    /// Whether a probe finds nothing but what was stored for the key, as far as a measurement can see. The limit answers anything.
    pub answers: bool,
}

/// The kinds of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectKind {
    /// Random lines of memory, and nothing else.
    Limit,
    /// A scheme in a bucket of ours.
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
