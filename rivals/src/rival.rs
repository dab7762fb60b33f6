//! What an adapter owes beside being a subject: the memory an entry takes in it, measured.

use supplant_lab::experiment::throughput::Subject;

/// A subject that is somebody else's.
pub trait Rival: Subject + 'static {
    /// Resident bytes of one that holds as many entries as [`capacity`](Subject::capacity) says, divided by these entries: what
    /// `cargo run --release --bin resident` printed for 1 GiB. A test compares it with what a small one takes.
    const BYTES_PER_ENTRY: f64;
}
