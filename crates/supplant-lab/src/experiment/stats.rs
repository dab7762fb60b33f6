//! The statistics of the package `supplant-stats`, and the laboratory's bootstrap.

pub use supplant_stats::*;

pub(crate) fn bootstrap() -> Bootstrap {
    let all = Bootstrap::default();
    // The tests decide hundreds of claims, none of them close: a tenth of the draws gives the same
    // verdicts.
    Bootstrap { draws: if cfg!(test) { all.draws / 10 } else { all.draws }, ..all }
}
