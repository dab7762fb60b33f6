//! Our evidence, to be run on schemes, payloads and buckets of one's own (feature `conformance`).
//!
//! | module | what it shows |
//! |---|---|
//! | [`script`] | what a scheme does in a bucket of a few entries, step by step |
//! | [`stress`] | that no answer is wrong when many threads hammer a few buckets |
//!
//! What a bucket makes of damaged memory is [`crate::entry::fault`].

pub mod script;
#[cfg(not(loom))]
pub mod stress;
