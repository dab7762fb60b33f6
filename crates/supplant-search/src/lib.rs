//! Game-tree search on the transposition table of [`supplant`].
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
//! | [`game`] | the trait of a game; chess (feature `chess`), domineering, Connect Four, a synthetic graph |
//! | [`search`] | the search of one worker: each heuristic is a file and a switch |
//! | [`smp`] | a pool of workers that share a table; workers in lockstep (feature `lockstep`) |

pub mod game;
pub mod search;
pub mod smp;
mod sync;

#[cfg(loom)]
#[doc(hidden)]
pub use sync::fault;
