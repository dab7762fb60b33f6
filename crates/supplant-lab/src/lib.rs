//! The laboratory of [`supplant`]: experiments on replacement schemes and parallel search.
//!
//! | module | content |
//! |---|---|
//! | [`experiment`] | runs experiments and judges their numbers |
//! | [`report`] | shows results as tables, plots and pages |
//! | [`studies`] | the published studies, one folder each |

pub mod experiment;
pub mod report;
pub mod studies;
