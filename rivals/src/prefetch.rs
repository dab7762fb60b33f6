//! The prefetch hint of x86-64 and ARM64, as in supplant's own table.

#![allow(unsafe_code, reason = "the hint is an intrinsic or one instruction")]

#[inline(always)]
pub fn prefetch<T>(address: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint: it has no effect on memory, and raises no fault at any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(address).cast());
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above; the instruction reads one register.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{0}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}
