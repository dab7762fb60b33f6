//! No hashing: keys are uniform in all 64 bits already, and every map here takes what it needs from a hash of such bits.
//!
//! hashbrown, and what is built on it, wants the high seven bits for its control bytes and the low ones for the place; scc the high
//! ones for the place and a byte for its tags. An identity gives all of them what a hash function would, at no cost.

use std::hash::{BuildHasherDefault, Hasher};

/// Makes [`Identity`]s.
pub type BuildIdentity = BuildHasherDefault<Identity>;

/// Takes one word, and returns it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity(u64);

impl Hasher for Identity {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words of 64 bits, which `write_u64` takes");
    }

    #[inline(always)]
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
