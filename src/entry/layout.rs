//! Entry layouts: how an entry and its key lie in a slot, and what a read can be sure of.
//!
//! | layout | bytes | verified key bits | a torn read |
//! |---|---|---|---|
//! | [`XorPair`] | 16 | all 64 | fails validation |

use super::Packed;
use super::slot::{Slot, Words};
use crate::key::Key;

/// A way to hold an entry in memory. `Slot` is shared between threads; `Words` is one look at it.
pub trait Layout: Copy + Send + Sync + 'static {
    /// The name in reports and on the command line.
    const NAME: &'static str;
    /// The memory of one entry.
    type Slot: Zeroed + Send + Sync;
    /// One snapshot of a slot.
    type Words: Copy;

    /// One look at the slot.
    fn load(slot: &Self::Slot) -> Self::Words;
    /// Writes the slot.
    fn save(slot: &Self::Slot, words: Self::Words);
    /// The words that hold `entry` for `key`.
    fn seal(key: Key, entry: Packed) -> Self::Words;
    /// The entry, if the words were stored for `key`, whole; else the empty one.
    fn open(words: Self::Words, key: Key) -> Packed;
    /// The entry, whatever its key; unvalidated.
    fn peek(words: Self::Words) -> Packed;
    /// The key the words claim to be stored for, where the layout can tell.
    fn claimed_key(words: Self::Words) -> Option<Key>;
}

/// Memory that is valid, and empty, when every byte of it is zero.
///
/// # Safety
/// All-zero bytes must be a valid value of the type, and the type must not need dropping.
#[allow(unsafe_code, reason = "the contract that lets table/memory.rs hand out zeroed allocations")]
pub unsafe trait Zeroed: Sized + Default {}

// SAFETY: `std`'s atomic integers have the layout of the integer, so zero is valid; a slot is an array of them.
#[cfg(not(loom))]
#[allow(unsafe_code, reason = "see the trait")]
unsafe impl<const N: usize> Zeroed for Slot<N> {}

// SAFETY: under loom memory is built with `Default`, never zeroed.
#[cfg(loom)]
#[allow(unsafe_code, reason = "see the trait")]
unsafe impl<const N: usize> Zeroed for Slot<N> {}

/// Check word and data word, 16 bytes: the full key is verified, and words of two writers fail with it.
#[derive(Clone, Copy, Debug)]
pub struct XorPair;

impl Layout for XorPair {
    const NAME: &'static str = "xor16";
    type Slot = Slot<1>;
    type Words = Words<1>;

    #[inline]
    fn load(slot: &Slot<1>) -> Words<1> {
        slot.load()
    }

    #[inline]
    fn save(slot: &Slot<1>, words: Words<1>) {
        slot.save(words);
    }

    #[inline]
    fn seal(key: Key, entry: Packed) -> Words<1> {
        Words::seal(key, [entry.0])
    }

    #[inline]
    fn open(words: Words<1>, key: Key) -> Packed {
        words.open(key).map_or(Packed::EMPTY, |[data]| Packed(data))
    }

    #[inline]
    fn peek(words: Words<1>) -> Packed {
        Packed(words.data()[0])
    }

    #[inline]
    fn claimed_key(words: Words<1>) -> Option<Key> {
        words.claimed_key()
    }
}
