//! Throughput: what a probe and a store cost, per scheme, bucket, threads, keys and size, beside the limit of memory.

pub mod subject;

pub use subject::{About, Kind, Subject};
