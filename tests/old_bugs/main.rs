//! Bugs of other engines' tables. Each test is named after one.
//!
//! `tests/coherence/m1_shared_tags.rs` has the one that needs two threads, and
//! `crates/supplant-search/tests/old_bugs.rs` those that need a search.
#![cfg(not(any(loom, coherence, shuttle)))]
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod in_sources;
mod known;
