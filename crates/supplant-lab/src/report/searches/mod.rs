//! How experiments of searches are shown.
//!
//! | file | shows |
//! |---|---|
//! | `curves.rs`, `shares.rs` | pictures: nodes and shares of the achievable savings by size |
//! | `spread.rs` | a picture: what single positions say |
//! | `printed.rs` | what a source has printed of such pictures |
//! | `sums.rs` | nodes by scheme and size |
//! | `rows.rs`, `summary.rs` | files for programs |

pub mod curves;
pub mod printed;
pub mod rows;
pub mod shares;
pub mod spread;
pub mod summary;
pub mod sums;

use crate::experiment::searches::{Contender, Mode};

/// A contender in words.
#[must_use]
pub fn label(contender: Contender) -> String {
    match contender {
        Contender::None => "(no table)".to_owned(),
        Contender::Unbounded => "(no collisions)".to_owned(),
        Contender::Scheme(..) | Contender::Limit(_) => contender.to_string(),
    }
}

/// How the table is treated between positions.
#[must_use]
pub fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Clear => "table cleared between positions",
        Mode::Stamp => "entries stamped between positions",
        Mode::Keep => "table kept between positions",
    }
}
