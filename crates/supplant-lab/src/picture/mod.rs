//! A moving picture of replacement: real searches on tables of a few slots, step by step.
//!
//! | file | content |
//! |---|---|
//! | `film.rs` | records one search: every use of the table and every slot that it changed |
//! | `svg.rs` | draws films side by side as one animated SVG |
//! | `page.rs` | makes the page in which a reader steps through the films; its script is in `page/` |

mod film;
mod page;
mod svg;

pub use film::{Action, Cell, Film, Step};
pub use page::page;
pub use svg::svg;

use serde::Serialize;

/// Films of one search of one position on several tables.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// The position, as a FEN.
    pub position: String,
    /// The depth of the search in plies.
    pub depth: supplant::entry::Depth,
    /// The preset of the search.
    pub search: String,
    /// Nodes of the same search without a table.
    pub without: u64,
    /// One film for each scheme and size.
    pub films: Vec<Film>,
}

/// A number with commas, for captions.
fn number(of: u64) -> String {
    crate::report::grouped(of)
}
