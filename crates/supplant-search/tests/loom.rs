//! Concurrency models of what workers share besides the table, as in `tests/loom.rs` of the package
//! supplant.
#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a panic is how a model fails")]

#[path = "../../../tests/loom/harness.rs"]
mod harness;
#[path = "../../../tests/common/positions.rs"]
#[expect(dead_code, reason = "the models of the table use all of it")]
mod positions;

#[path = "loom/m11_learnt.rs"]
mod m11_learnt;
#[path = "loom/m11_marks.rs"]
mod m11_marks;
#[path = "loom/m8_pool.rs"]
mod m8_pool;
