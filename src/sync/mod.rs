//! Atomics and threads. Only this folder names `std::sync::atomic`, `std::thread` or a model
//! checker, so one `--cfg` puts a checker under the whole crate:
//!
//! | `--cfg` | under the crate | models |
//! |---|---|---|
//! | `loom` | loom: every interleaving, and older values | `tests/loom.rs` |
//! | `coherence` | an oracle that answers every access to a word | `tests/coherence.rs` |
//! | `shuttle` | shuttle: random interleavings of many threads | `tests/shuttle.rs` |

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

#[cfg(all(loom, any(test, feature = "conformance")))]
pub(crate) use loom::model::Builder as Explorer;
#[cfg(loom)]
pub use loom::thread as modelled_threads;
/// A byte that no checker follows, to touch new pages.
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::AtomicU8;
/// Threads that no checker schedules, for the stress test.
#[cfg(all(any(test, feature = "conformance"), not(loom)))]
pub(crate) use std::thread as free_threads;
/// A wait that no checker follows, for processes that create a shared table in turn.
#[cfg(all(feature = "mmap", not(loom)))]
pub(crate) use std::thread::sleep;
pub(crate) use words::AtomicU16;
#[cfg(not(any(loom, shuttle, coherence)))]
pub(crate) use words::{AtomicU64, Ordering};
#[cfg(any(loom, shuttle, coherence))]
pub use words::{AtomicU64, Ordering};

/// The ordering of every access to the table's words: relaxed.
///
/// Validation rejects a torn read ([`crate::entry::slot`]), and no ordering could replace that
/// (claim M2; `tests/loom.rs`, `ordering_alone_does_not_help`).
pub(crate) const UNORDERED: Ordering = Ordering::Relaxed;

/// Returns 1 if the system does not say.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Each piece runs on a separate thread if the system provides one; under loom and shuttle, one
/// after the other.
pub(crate) fn all_at_once<'a>(work: impl Iterator<Item = impl FnOnce() + Send + 'a>) {
    do_all(work.map(|piece| Box::new(piece) as Piece<'a>).collect());
}

type Piece<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Compiled once, because code for threads is long.
fn do_all(work: Vec<Piece<'_>>) {
    #[cfg(not(any(loom, shuttle)))]
    {
        let pieces: Vec<_> = work.into_iter().map(|piece| std::sync::Mutex::new(Some(piece))).collect();
        std::thread::scope(|scope| {
            for piece in &pieces {
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
