//! Memory under loom: a vector of default values.

use std::ops::Range;

use super::outside;
use crate::entry::Zeroed;
use crate::sync::AtomicU64;
use crate::table::pages::Pages;

#[derive(Debug)]
pub(in crate::table) struct Memory<T> {
    buckets: Vec<T>,
    generation: AtomicU64,
}

impl<T: Zeroed> Memory<T> {
    pub(in crate::table) fn zeroed(len: usize) -> Option<Self> {
        Some(Self { buckets: (0..len).map(|_| T::empty()).collect(), generation: AtomicU64::new(0) })
    }

    pub(in crate::table) fn is_given(_: usize) -> bool {
        true
    }

    pub(in crate::table) fn len(&self) -> usize {
        self.buckets.len()
    }

    pub(in crate::table) fn as_slice(&self) -> &[T] {
        &self.buckets
    }

    pub(in crate::table) fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        Some(&mut self.buckets)
    }

    pub(in crate::table) fn is_shared(&self) -> bool {
        false
    }

    pub(in crate::table) fn generation(&self) -> &AtomicU64 {
        &self.generation
    }

    pub(in crate::table) fn get(&self, i: usize) -> &T {
        self.buckets.get(i).unwrap_or_else(|| outside(i, &self.buckets.len()))
    }

    pub(in crate::table) fn address_of(&self, i: usize) -> *const T {
        self.buckets.as_ptr().wrapping_add(i)
    }

    pub(in crate::table) fn touch(&mut self, _: usize) {}

    pub(in crate::table) fn address_range(&self) -> Range<usize> {
        let values = self.buckets.as_ptr_range();
        values.start.addr()..values.end.addr()
    }

    pub(in crate::table) fn pages(&self) -> Pages {
        Pages { addresses: self.address_range(), huge_asked: 0 }
    }
}
