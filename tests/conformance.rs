//! Runs the checks from outside, on ready and on broken code.
#![cfg(feature = "conformance")]
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[cfg(not(loom))]
#[path = "conformance/all.rs"]
mod all;
#[cfg(not(loom))]
#[path = "common/broken_bucket.rs"]
mod broken_bucket;
#[cfg(not(loom))]
#[path = "conformance/bucket.rs"]
mod bucket;
#[cfg(loom)]
#[path = "conformance/concurrency.rs"]
mod concurrency;
#[cfg(not(loom))]
#[path = "conformance/model.rs"]
mod model;
#[path = "common/pair.rs"]
mod pair;
#[cfg(not(loom))]
#[path = "conformance/payload.rs"]
mod payload;

use supplant::entry::slot::mixed;

use pair::Break;

#[derive(Clone, Copy)]
struct Sound;
impl Break for Sound {
    fn tie(data: u64) -> u64 {
        mixed(data)
    }
}
