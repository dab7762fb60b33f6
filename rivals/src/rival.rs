//! The measured memory of an entry, which an adapter adds to its subject.

use supplant_lab::experiment::throughput::Subject;

/// A subject from another project.
pub trait Rival: Subject + 'static {
    /// Resident bytes of a full subject, divided by its [`capacity`](Subject::capacity).
    ///
    /// `cargo run --release --bin resident` printed them for 1 GiB; a test compares them with a
    /// small one.
    const BYTES_PER_ENTRY: f64;
}
