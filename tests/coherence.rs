//! Coherence models of the crate's own slot and table, run by `cargo coherence`. Each load may
//! return any value that coherence of its one word allows. No order is required across words, so
//! load buffering, which loom cannot produce, is included.
//!
//! # The memory model
//! All accesses of a word have an order, which contains each thread's program order. Each load and
//! each read-modify-write finds the value left by the access before it. This is
//! `formal/coh.cat`: weaker than C11, Rust and every processor.
//!
//! # Limits
//! Values out of thin air are left out: some run must have stored a value after loads of known
//! values. No processor produces others.
#![cfg(coherence)]
#![allow(clippy::unwrap_used, reason = "a panic is how a model fails")]

#[path = "coherence/broken.rs"]
mod broken;
#[path = "common/broken_bucket.rs"]
mod broken_bucket;
#[path = "coherence/coherent.rs"]
mod coherent;
#[path = "coherence/model.rs"]
mod model;
#[path = "common/positions.rs"]
mod positions;
#[path = "coherence/trace.rs"]
mod trace;
#[path = "common/validation.rs"]
mod validation;

#[path = "coherence/m1_no_invention.rs"]
mod m1_no_invention;
#[path = "coherence/m1_shared_tags.rs"]
mod m1_shared_tags;
#[path = "coherence/m3_half_written.rs"]
mod m3_half_written;
#[path = "coherence/m5_shift.rs"]
mod m5_shift;
#[path = "coherence/m9_freshness.rs"]
mod m9_freshness;
#[path = "coherence/m9_wear.rs"]
mod m9_wear;
#[path = "coherence/sanity.rs"]
mod sanity;
