//! Shows experiments of searches: pictures, tables, and files for programs.

pub mod curves;
pub mod facts;
pub mod names;
pub mod printed;
pub mod rows;
pub mod shares;
pub mod spread;
pub mod summary;
pub mod sums;

use crate::experiment::searches::{Contender, Mode};

#[must_use]
pub fn label(contender: Contender) -> String {
    match contender {
        Contender::None => "(no table)".to_owned(),
        Contender::Unbounded => "(no collisions)".to_owned(),
        Contender::Scheme(..) | Contender::Limit(_) => contender.to_string(),
    }
}

#[must_use]
pub fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Clear => "table cleared between positions",
        Mode::Stamp => "entries stamped between positions",
        Mode::Keep => "table kept between positions",
    }
}
