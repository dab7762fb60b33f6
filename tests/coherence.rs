//! Coherence models of the crate's own slot and table. `cargo coherence` runs them.
//!
//! Each load may return any value that coherence of its one word allows. No order is required
//! across words, so load buffering, which loom cannot produce, is included.
//!
//! # The memory model
//! The accesses of each word have an order in which each load and each read-modify-write finds the
//! value left by the access before it. It contains each thread's program order on that word. A
//! read-modify-write is one access. This is coherence and atomicity as in `docs/formal/coh.cat`. It
//! is weaker than C11, Rust and every processor.
//!
//! # The search
//! 1. `trace.rs` runs each thread again and again under an oracle (`supplant::oracle`) that tries
//!    every answer from the values its words can hold. It stops when no run of any thread stores a
//!    new value.
//! 2. `coherent.rs` decides whether a word has such an order, for one run of each thread.
//! 3. `model.rs` tries all combinations of one run of each thread. Those in which every word has
//!    its order are the executions.
//!
//! # Limits
//! Values out of thin air are left out. A value is known only if some run stored it after loads of
//! known values, so each value goes back to the initial memory. C11 has not managed to forbid thin
//! air: two threads pass each other 42, and each stores it. No compiler or processor does it, and
//! 64 bits cannot be enumerated. All grounded values are tried everywhere, also in circles. That is
//! more than can happen, and the models hold nevertheless.
#![cfg(coherence)]
#![allow(clippy::unwrap_used, reason = "a panic is how a model fails")]

#[path = "coherence/broken.rs"]
mod broken;
#[path = "coherence/coherent.rs"]
mod coherent;
#[path = "coherence/model.rs"]
mod model;
#[path = "common/positions.rs"]
mod positions;
#[path = "coherence/trace.rs"]
mod trace;

#[path = "coherence/m1_no_invention.rs"]
mod m1_no_invention;
#[path = "coherence/m3_half_written.rs"]
mod m3_half_written;
#[path = "coherence/m5_shift.rs"]
mod m5_shift;
#[path = "coherence/m9_freshness.rs"]
mod m9_freshness;
#[path = "coherence/sanity.rs"]
mod sanity;
