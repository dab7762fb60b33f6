//! The promise that lets a table's memory come zeroed from the system, and whose promise it is.

#![allow(unsafe_code, reason = "the contract that lets table/memory/ hand out zeroed allocations")]

use super::slot::{Cell, Slot, TagCell};

/// Memory that is valid, and empty, when every byte of it is zero.
///
/// A bucket's memory is put together from the types that have it: [`Slot`], [`Cell`], [`TagCell`], arrays and pairs of them. So a
/// bucket type of one's own needs no unsafe code.
///
/// # Safety
/// All-zero bytes must be a valid value of the type, the same that [`empty`](Self::empty) makes, and the type must not need
/// dropping. Its first byte must be an integer's: never uninitialised, and no part of a pointer.
pub unsafe trait Zeroed: Sized {
    /// The empty value.
    fn empty() -> Self;
}

// SAFETY: `std`'s atomic integers have the layout of the integer, so zero is valid; a slot is an array of them. Under a model
// checker memory is built with `empty`, never zeroed.
unsafe impl<const N: usize> Zeroed for Slot<N> {
    fn empty() -> Self {
        Self::default()
    }
}

// SAFETY: as above, for one atomic integer.
unsafe impl Zeroed for Cell {
    fn empty() -> Self {
        Self::default()
    }
}

// SAFETY: as above, for one atomic integer.
unsafe impl Zeroed for TagCell {
    fn empty() -> Self {
        Self::default()
    }
}

// SAFETY: an array of values that are valid when zero, and need no dropping, is so too.
unsafe impl<T: Zeroed, const N: usize> Zeroed for [T; N] {
    fn empty() -> Self {
        std::array::from_fn(|_| T::empty())
    }
}

// SAFETY: a pair of values that are valid when zero, and need no dropping, is so too; so is what lies between them.
unsafe impl<A: Zeroed, B: Zeroed> Zeroed for (A, B) {
    fn empty() -> Self {
        (A::empty(), B::empty())
    }
}
