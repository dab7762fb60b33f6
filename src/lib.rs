//! A lock-free shared transposition table for game-tree search, with every published replacement scheme as an
//! interchangeable policy; a Lazy-SMP search that works on it; and a laboratory that measures both.
pub mod entry;
pub mod game;
pub mod key;
pub mod scheme;
pub mod search;
pub mod smp;
mod sync;
pub mod table;

pub use entry::{Bound, Entry, Move16};
pub use key::Key;
pub use scheme::Scheme;
pub use table::Table;
