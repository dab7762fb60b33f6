//! Game-tree search on the shared transposition table of [`supplant`]: games, the search of one worker, and a pool of workers
//! that share a table.
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
//!
//! | module | what it is |
//! |---|---|
//! | [`game`] | what a search must know of a game; chess (feature `chess`), domineering, Connect Four, a synthetic graph |
//! | [`search`] | one worker's search: each heuristic is a file and a switch |
//! | [`smp`] | the pool of workers that share a table; workers in lockstep (feature `lockstep`) |

pub mod game;
pub mod search;
pub mod smp;
mod sync;

#[cfg(loom)]
#[doc(hidden)]
pub use sync::fault;
