//! The contract for memory that is zeroed, saved to a file, or shared between processes.

#![allow(unsafe_code, reason = "the contract that lets table/memory/ hand out zeroed and shared memory")]

use super::slot::{Cell, Slot, TagCell, Words};

/// Memory that is valid whatever its bytes are, and empty if they are all zero.
///
/// [`Slot`], [`Cell`], [`TagCell`], their arrays and two [`Joined`] have this trait, so your bucket
/// type needs no unsafe code.
///
/// # Safety
/// - Any bytes must be a valid value, and all-zero bytes the value of [`empty`](Self::empty). The
///   type must not need dropping. Its first byte must belong to an integer: never uninitialised,
///   and not part of a pointer.
/// - The layout must be the same in every program (`repr(C)` or `repr(transparent)`). Through a
///   shared reference, only atomic operations may access the memory, because other processes may
///   map it ([`Table::open_shared`](crate::Table::open_shared)).
pub unsafe trait Zeroed: Sized {
    /// Returns the empty value.
    fn empty() -> Self;

    /// Copies the words out in memory order and in this machine's byte order.
    ///
    /// It does one relaxed load per word, so a concurrent store may appear in part. It leaves the
    /// bytes between words as they are. `bytes` must have the size of the type.
    fn copy_to(&self, bytes: &mut [u8]);

    /// Writes bytes from [`copy_to`](Self::copy_to): one relaxed store per word.
    fn copy_from(&self, bytes: &[u8]);
}

/// Two kinds of memory, one behind the other as in C, with the same layout in every program.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Joined<A, B>(pub A, pub B);

impl<A, B> Joined<A, B> {
    const SECOND: usize = std::mem::offset_of!(Self, 1);
}

// SAFETY: `std`'s atomic integers have the layout of the integer, so any bytes are valid. A slot is
// an array of them, in C order. All its methods are atomic. Under a model checker, memory comes
// from `empty`, never zeroed.
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

// SAFETY: if `T` is valid whatever its bytes are, and needs no dropping, so is an array of it.
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

// SAFETY: if both values are valid whatever their bytes are, and need no dropping, so is the pair,
// with any bytes between them. It has the layout of C.
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
