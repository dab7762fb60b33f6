//! Checks for your own schemes, payloads and buckets (feature `conformance`).
//!
//! [`all()`] runs all checks but scripts, loom and benchmark, in a second. See
//! `examples/own_scheme/`.

#[cfg(not(loom))]
mod all;
#[cfg(not(loom))]
pub mod bench;
pub mod bucket;
#[cfg(loom)]
pub mod concurrency;
mod divergence;
mod kinds;
pub mod model;
pub mod payload;
mod payloads;
pub mod script;
#[cfg(not(loom))]
pub mod stress;

#[cfg(not(loom))]
pub use all::all;
pub use divergence::DivergenceError;
pub use kinds::in_every_kind;
pub use payloads::{Noted, Plied};

use crate::entry::{Bound, Data, Move16, Payload, SizedEntry};
use crate::key::SplitMix64;

/// Makes a random [`SizedEntry`] that a table returns unchanged.
///
/// It uses few depths and sizes, so that entries compete closely.
#[must_use]
pub fn any_entry(random: &mut SplitMix64) -> SizedEntry {
    let sizes = [4, 256][random.below(2) as usize];
    SizedEntry {
        mv: Move16(random.below(3) as u16),
        score: random.next() as i16,
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][random.below(4) as usize],
        depth: random.below(14) as u8,
        size: random.below(sizes),
        principal: random.below(4) == 0,
        ..SizedEntry::default()
    }
}

fn ageless<P: Payload>(data: P::Data) -> P::Data {
    match P::FACTS.age {
        Some(age) => data.with_first(age.set(data.first(), 0)),
        None => data,
    }
}
