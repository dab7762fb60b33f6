//! The laboratory of [`supplant`]: experiments on replacement schemes and parallel search.
//!
//! | module | content |
//! |---|---|
//! | [`experiment`] | runs experiments and judges their numbers |
//! | [`report`] | shows results as tables, plots and pages |
//! | [`picture`] | records a search on a small table as a moving picture |
//! | [`studies`] | the published studies, one folder each |
#![allow(
    missing_docs,
    reason = "nobody but the command depends on the laboratory: comments say what names do not"
)]

pub mod experiment;
pub mod picture;
pub mod report;
pub mod studies;
