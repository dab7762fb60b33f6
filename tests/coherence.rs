//! Coherence models: the crate's own slot and table, every load of which may return whatever coherence of its one word allows.
//! Nothing is asked across words, so load buffering, which loom cannot make, is in. `cargo coherence` runs them.
//!
//! # The memory model
//! For each word by itself there is an order of its accesses in which every load, and every read-modify-write, finds what
//! the access before it left; each thread's own accesses to that word are in program order in it. Read-modify-writes are one
//! access each. That is coherence and atomicity, as `docs/formal/coh.cat` writes it, and weaker than C11, Rust and every
//! processor.
//!
//! # How it is searched
//! 1. `trace.rs`: each thread by itself runs again and again under an oracle (`supplant::oracle`), with every choice of
//!    answers among the values that its words can hold, until no run of any thread stores a value not yet known.
//! 2. `coherent.rs`: whether a word has such an order, for the accesses of one run of each thread.
//! 3. `model.rs`: all combinations of one run of each thread; those in which every word has its order are the executions.
//!
//! # What is left out
//! Values out of thin air. A value is known only once some run stores it whose loads returned values known before, so that each goes
//! back to the initial memory. C11 has not managed to forbid two threads that hand each other 42 and each store what
//! they got; no compiler or processor does it, and with 64 bits nobody could try them all. What is grounded is tried everywhere,
//! also in circles: that is more than can happen, and the models hold nevertheless.
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
