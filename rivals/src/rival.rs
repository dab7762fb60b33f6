//! What an adapter adds to its subject: the measured memory of an entry, and a description.

use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

/// A subject from another project.
pub trait Rival: Subject + 'static {
    /// Resident bytes of a full subject, divided by its [`capacity`](Subject::capacity).
    ///
    /// `cargo run --release --bin resident` printed them for 1 GiB; a test compares them with a
    /// small one.
    const BYTES_PER_ENTRY: f64;
}

/// The description of a map or a cache.
#[must_use]
pub const fn about(name: &'static str, kind: SubjectKind, version: &'static str) -> About {
    About { name, kind, variant: version, slots: 0, prefetches: false, answers: true }
}
