//! Concurrency models of the crate's own slot and table. loom tries every interleaving and every
//! value that a relaxed load may return, as far as it can see them.
//!
//! Each claim of `docs/memory-model.md` has models, which must hold in every execution, and
//! controls: broken code whose fault must be found. `cargo loom` runs them; `cargo loom-swap`
//! models every store as a swap.
#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a panic is how a model fails")]

#[path = "loom/broken.rs"]
mod broken;
#[path = "common/broken_bucket.rs"]
mod broken_bucket;
#[path = "loom/harness.rs"]
mod harness;
#[path = "common/pair.rs"]
mod pair;
#[path = "common/positions.rs"]
mod positions;
#[path = "common/validation.rs"]
mod validation;

#[path = "loom/m1_no_invention.rs"]
mod m1_no_invention;
#[path = "loom/m1_places.rs"]
mod m1_places;
#[path = "loom/m2_ordering.rs"]
mod m2_ordering;
#[path = "loom/m3_half_written.rs"]
mod m3_half_written;
#[path = "loom/m4_wide.rs"]
mod m4_wide;
#[path = "loom/m5_shift.rs"]
mod m5_shift;
#[path = "loom/m5_shift_races.rs"]
mod m5_shift_races;
#[path = "loom/m6_dead_slot.rs"]
mod m6_dead_slot;
#[path = "loom/m7_generation.rs"]
mod m7_generation;
#[path = "loom/m9_freshness.rs"]
mod m9_freshness;
#[path = "loom/m9_wear.rs"]
mod m9_wear;
