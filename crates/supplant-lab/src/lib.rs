//! The laboratory of [`supplant`]: experiments on replacement schemes and parallel search.
#![allow(
    missing_docs,
    reason = "nobody but the command depends on the laboratory: comments say what names do not"
)]

pub mod experiment;
pub mod picture;
pub mod report;
pub mod studies;
