//! The promises that let a table's memory come zeroed from the system, be kept in a file, and be shared with other processes; and whose
//! promises they are.

#![allow(unsafe_code, reason = "the contract that lets table/memory/ hand out zeroed and shared memory")]

use super::slot::{Cell, Slot, TagCell, Words};

/// Memory that is valid whatever its bytes are, and empty when every byte of it is zero.
///
/// A bucket's memory is put together from the types that have it: [`Slot`], [`Cell`], [`TagCell`], arrays of them, and two kinds
/// [`Joined`]. So a bucket type of one's own needs no unsafe code.
///
/// # Safety
/// - Any bytes must be a valid value of the type; all-zero bytes must be the value that [`empty`](Self::empty) makes. The type must not
///   need dropping. Its first byte must be an integer's: never uninitialised, and no part of a pointer.
/// - Its layout must be the same in every program (`repr(C)` or `repr(transparent)`), and through a shared reference its memory must
///   be read and written by atomic operations alone: other processes may have it, too
///   ([`Table::open_shared`](crate::Table::open_shared)).
pub unsafe trait Zeroed: Sized {
    /// The empty value.
    fn empty() -> Self;

    /// Copies the words out, in the order in which they lie in memory, in the byte order of this machine: one relaxed load each, so that
    /// what others store meanwhile may be there in part. What lies between words is 0. `bytes` are as many as the type has.
    fn copy_to(&self, bytes: &mut [u8]);

    /// Writes what [`copy_to`](Self::copy_to) gave: one relaxed store for each word.
    fn copy_from(&self, bytes: &[u8]);
}

/// Two kinds of memory, one behind the other, as in C: what a pair is, with a layout that is the same in every program.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Joined<A, B>(pub A, pub B);

impl<A, B> Joined<A, B> {
    /// Where the second begins.
    const SECOND: usize = std::mem::offset_of!(Self, 1);
}

// SAFETY: `std`'s atomic integers have the layout of the integer, so any bytes are valid; a slot is an array of them, in the order of C.
// All its methods are atomic. Under a model checker memory is built with `empty`, never zeroed.
unsafe impl<const N: usize> Zeroed for Slot<N> {
    fn empty() -> Self {
        Self::default()
    }

    #[inline]
    fn copy_to(&self, bytes: &mut [u8]) {
        let Words { check, data } = self.load();
        let (words, _) = bytes.as_chunks_mut();
        std::iter::once(check).chain(data).zip(words).for_each(|(word, bytes)| *bytes = word.to_ne_bytes());
    }

    #[inline]
    fn copy_from(&self, bytes: &[u8]) {
        let (words, _) = bytes.as_chunks();
        let word = |i: usize| words.get(i).map_or(0, |&bytes| u64::from_ne_bytes(bytes));
        self.save(Words { check: word(0), data: std::array::from_fn(|i| word(i + 1)) });
    }
}

// SAFETY: as above, for one atomic integer.
unsafe impl Zeroed for Cell {
    fn empty() -> Self {
        Self::default()
    }

    #[inline]
    fn copy_to(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.load().to_ne_bytes());
    }

    #[inline]
    fn copy_from(&self, bytes: &[u8]) {
        self.save(u64::from_ne_bytes(bytes.try_into().expect("as many bytes as the word has")));
    }
}

// SAFETY: as above, for one atomic integer.
unsafe impl Zeroed for TagCell {
    fn empty() -> Self {
        Self::default()
    }

    #[inline]
    fn copy_to(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.load().to_ne_bytes());
    }

    #[inline]
    fn copy_from(&self, bytes: &[u8]) {
        self.save(u16::from_ne_bytes(bytes.try_into().expect("as many bytes as the tag has")));
    }
}

// SAFETY: an array of values that are valid whatever their bytes are, and need no dropping, is so too.
unsafe impl<T: Zeroed, const N: usize> Zeroed for [T; N] {
    fn empty() -> Self {
        std::array::from_fn(|_| T::empty())
    }

    #[inline]
    fn copy_to(&self, bytes: &mut [u8]) {
        let each = bytes.chunks_exact_mut(size_of::<T>().max(1));
        self.iter().zip(each).for_each(|(value, bytes)| value.copy_to(bytes));
    }

    #[inline]
    fn copy_from(&self, bytes: &[u8]) {
        let each = bytes.chunks_exact(size_of::<T>().max(1));
        self.iter().zip(each).for_each(|(value, bytes)| value.copy_from(bytes));
    }
}

// SAFETY: two values that are valid whatever their bytes are, and need no dropping, are so too; so is what lies between them. They lie as
// in C.
unsafe impl<A: Zeroed, B: Zeroed> Zeroed for Joined<A, B> {
    fn empty() -> Self {
        Self(A::empty(), B::empty())
    }

    #[inline]
    fn copy_to(&self, bytes: &mut [u8]) {
        let (first, second) = bytes.split_at_mut(Self::SECOND);
        self.0.copy_to(&mut first[..size_of::<A>()]);
        self.1.copy_to(&mut second[..size_of::<B>()]);
    }

    #[inline]
    fn copy_from(&self, bytes: &[u8]) {
        let (first, second) = bytes.split_at(Self::SECOND);
        self.0.copy_from(&first[..size_of::<A>()]);
        self.1.copy_from(&second[..size_of::<B>()]);
    }
}
