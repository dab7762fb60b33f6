//! The statistics of the package `supplant-stats`, and how the laboratory draws positions anew.

pub use supplant_stats::*;

/// What every interval of a report and every claim rests on.
pub(crate) fn bootstrap() -> Bootstrap {
    let all = Bootstrap::default();
    // The tests of this package decide hundreds of claims, none of them close: a tenth of the draws decides each alike.
    Bootstrap { draws: if cfg!(test) { all.draws / 10 } else { all.draws }, ..all }
}
