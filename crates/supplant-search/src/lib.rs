//! Game-tree search on the transposition table of [`supplant`]. Feature `chess` adds chess,
//! `lockstep` repeatable parallel searches.
//!
//! ```
//! use supplant::{SizedTable, TableBuilder};
//! use supplant_search::game::domineering::{Domineering, Player};
//! use supplant_search::search::{Enhancements, Limits, search};
//! let table: SizedTable = TableBuilder::new().mebibytes(1).build()?;
//! let game = Domineering::new(4, 4, Player::Vertical);
//! let found = search(&game, &table, Limits::depth(8), Enhancements::ALIBABA);
//! assert!(found.best.expect("nothing stopped it").value > 0, "the first player wins");
//! # Ok::<(), supplant::table::SizeError>(())
//! ```

pub mod game;
pub mod search;
pub mod smp;
mod sync;

#[cfg(loom)]
#[doc(hidden)]
pub use sync::fault;
