//! Our evidence, to be run on schemes, payloads and buckets of one's own (feature `conformance`).
//!
//! | module | what it shows |
//! |---|---|
//! | [`script`] | what a scheme does in a bucket of a few entries, step by step |
//! | [`model`] | that a table holds what a plain list holds that asks the scheme the same questions |
//! | [`payload`] | that a payload comes back as it went in, whatever age the table writes into it |
//! | [`mod@bucket`] | that a bucket opens for its key alone, and believes no half of a store, no mixture and no flipped bit |
//! | [`stress`] | that no answer is wrong when many threads hammer a few buckets |
//! | `concurrency` | the same in every execution that loom can tell apart (`--cfg loom`) |
//! | [`mod@bench`] | what a probe and a store cost |
//! | [`all()`] | all of these but the scripts, loom's and the measure, in a second |
//!
//! Each is a call with one's own types and a function that makes payloads; each gives an error of one line, with the seed that finds it
//! again. `examples/own_scheme/` is a crate that makes these calls. What a bucket makes of damaged memory is [`crate::entry::fault`].

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

/// Any [`SizedEntry`] that comes back as it went in: for the checks that ask for payloads. Depths and sizes are few, so that entries
/// compete closely.
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
        // There is no room for the others in 48 bits.
        ..SizedEntry::default()
    }
}

/// Data words without their age, which is the table's.
fn ageless<P: Payload>(data: P::Data) -> P::Data {
    match P::FACTS.age {
        Some(age) => data.with_first(age.set(data.first(), 0)),
        None => data,
    }
}
