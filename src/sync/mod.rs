//! Atomics and threads: the one folder that names `std::sync::atomic`, `std::thread` or a model checker.
//!
//! Everything concurrent in the crate is built from these names, so that one `--cfg` puts a checker under all of it at once:
//!
//! | `--cfg` | under the crate | models |
//! |---|---|---|
//! | `loom` | loom: every interleaving, and older values | `tests/loom.rs` |
//! | `coherence` | an oracle that answers every access to a word | `tests/coherence.rs` |
//! | `shuttle` | shuttle: random interleavings of many threads | `tests/shuttle.rs` |
//!
//! What each shows: `docs/memory-model.md`.

#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
pub mod fault;
#[cfg(coherence)]
pub mod oracle;
#[cfg(loom)]
#[path = "loom.rs"]
#[allow(missing_docs, unreachable_pub, reason = "models alone see it")]
mod words;
#[cfg(shuttle)]
#[path = "shuttle.rs"]
#[allow(missing_docs, unreachable_pub, reason = "models alone see it")]
mod words;
#[cfg(coherence)]
use oracle as words;
#[cfg(not(any(loom, shuttle, coherence)))]
use std::sync::atomic as words;

/// The search of all executions, and its threads, for the models of `conformance::concurrency`.
#[cfg(all(loom, any(test, feature = "conformance")))]
pub(crate) use loom::model::Builder as Explorer;
#[cfg(loom)]
pub use loom::thread as modelled_threads;
/// A byte of memory that no checker follows, for the touching of new pages.
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::AtomicU8;
/// Threads that no checker schedules, for the stress test.
#[cfg(all(any(test, feature = "conformance"), not(loom)))]
pub(crate) use std::thread as free_threads;
/// A wait that no checker follows, for those who take turns to make a table.
#[cfg(all(feature = "mmap", not(loom)))]
pub(crate) use std::thread::sleep;
pub(crate) use words::AtomicU16;
#[cfg(not(any(loom, shuttle, coherence)))]
pub(crate) use words::{AtomicU64, Ordering};
#[cfg(any(loom, shuttle, coherence))]
pub use words::{AtomicU64, Ordering};

/// The ordering of every access to the table's words.
///
/// Relaxed: the words order nothing among themselves or anything else. A read that mixes two stores is rejected by
/// validation ([`crate::entry::slot`]), and no ordering could replace that (claim M2; `tests/loom.rs`,
/// `ordering_alone_does_not_help`).
pub(crate) const UNORDERED: Ordering = Ordering::Relaxed;

/// Processors this program may use; 1 where the system does not tell.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Does all of `work`, each piece on a thread of its own where the system gives one, and waits for it. One after the other under loom and shuttle.
pub(crate) fn all_at_once<'a>(work: impl Iterator<Item = impl FnOnce() + Send + 'a>) {
    do_all(work.map(|piece| Box::new(piece) as Piece<'a>).collect());
}

type Piece<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Compiled once, whatever the work is: threads are much code.
fn do_all(work: Vec<Piece<'_>>) {
    #[cfg(not(any(loom, shuttle)))]
    {
        let pieces: Vec<_> = work.into_iter().map(|piece| std::sync::Mutex::new(Some(piece))).collect();
        std::thread::scope(|scope| {
            for piece in &pieces {
                // Where the system gives no more threads, this one does the piece.
                if std::thread::Builder::new().spawn_scoped(scope, move || take_and_do(piece)).is_err() {
                    take_and_do(piece);
                }
            }
        });
    }
    #[cfg(any(loom, shuttle))]
    work.into_iter().for_each(|piece| piece());
}

#[cfg(not(any(loom, shuttle)))]
fn take_and_do(piece: &std::sync::Mutex<Option<Piece<'_>>>) {
    let taken = piece.lock().expect("a piece is taken before it is done").take();
    if let Some(piece) = taken {
        piece();
    }
}
