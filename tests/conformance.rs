//! The evidence, run from outside: on everything ready, and on broken things, whose faults must be found. With `--cfg loom` the
//! models alone.
#![cfg(feature = "conformance")]
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[cfg(not(loom))]
#[path = "conformance/all.rs"]
mod all;
#[cfg(not(loom))]
#[path = "conformance/bucket.rs"]
mod bucket;
#[cfg(loom)]
#[path = "conformance/concurrency.rs"]
mod concurrency;
#[cfg(not(loom))]
#[path = "conformance/model.rs"]
mod model;
#[allow(dead_code, reason = "the models use the rest")]
#[path = "common/pair.rs"]
mod pair;
#[cfg(not(loom))]
#[path = "conformance/payload.rs"]
mod payload;
