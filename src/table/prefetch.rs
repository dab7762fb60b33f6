//! The prefetch hint of each architecture.

#![allow(unsafe_code, reason = "the hint is an intrinsic or one instruction")]

const LINE: usize = 64;

/// Any address is allowed: without memory there, nothing happens.
#[inline]
pub(super) fn prefetch<T>(address: *const T) {
    let (address, bytes) = (address.cast::<u8>(), size_of::<T>());
    for line in 0..bytes.div_ceil(LINE) {
        prefetch_line(address.wrapping_add(line * LINE));
    }
    // An unaligned value may end in one line more.
    if bytes > align_of::<T>() && !(bytes.is_multiple_of(LINE) && align_of::<T>().is_multiple_of(LINE)) {
        prefetch_line(address.wrapping_add(bytes - 1));
    }
}

#[inline]
fn prefetch_line(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch is a hint: it has no effect on memory, and raises no fault at any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    // SAFETY: as above; the instruction reads one register.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{0}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
    #[cfg(any(not(any(target_arch = "x86_64", target_arch = "aarch64")), miri))]
    let _ = address;
}
