//! A lock-free shared transposition table for game-tree search, with every published replacement scheme as an
//! interchangeable policy; a Lazy-SMP search that works on it; and a laboratory that measures both.

#[cfg(feature = "lab")]
pub mod cli;
pub mod entry;
pub mod game;
pub mod key;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "lab")]
pub mod report;
pub mod scheme;
pub mod search;
pub mod smp;
mod sync;
pub mod table;

pub use entry::{Bound, Entry, Move16};
pub use key::Key;
pub use scheme::Scheme;
pub use table::Table;
