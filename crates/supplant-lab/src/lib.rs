//! The laboratory of [`supplant`]: experiments on replacement schemes and parallel search, reports, the published studies.
//!
//! | module | what it is |
//! |---|---|
//! | [`experiment`] | how an experiment is run and its numbers are judged |
//! | [`report`] | how results are shown: tables, plots, pages |
//! | [`studies`] | what is investigated: one folder a study |

pub mod experiment;
pub mod report;
pub mod studies;
