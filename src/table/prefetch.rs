//! The prefetch hint of each architecture.

#![allow(unsafe_code, reason = "the hint is an intrinsic or one instruction")]

const LINE: usize = 64;

/// The address is a multiple of the size of `T` from the start of a line. Any such address is allowed:
/// without memory there, nothing happens.
#[inline]
pub(super) fn prefetch<T>(address: *const T) {
    let (address, bytes) = (address.cast::<u8>(), size_of::<T>());
    for line in 0..hints(bytes) {
        prefetch_line(address.wrapping_add((line * LINE).min(bytes - 1)));
    }
}

/// The most lines that a value touches: if its last part of a line does not divide one, it may lie
/// across two.
const fn hints(bytes: usize) -> usize {
    let rest = bytes % LINE;
    bytes.div_ceil(LINE) + if rest == 0 || LINE.is_multiple_of(rest) { 0 } else { 1 }
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

#[cfg(test)]
mod tests {
    use super::{LINE, hints};

    #[test]
    fn there_are_as_many_hints_as_lines_that_a_value_can_touch() {
        for bytes in (8..=512).step_by(8) {
            let lines = |at: usize| (at + bytes - 1) / LINE - at / LINE + 1;
            let most = (0..LINE).map(|i| lines(i * bytes)).max();
            assert_eq!(Some(hints(bytes)), most, "{bytes}");
        }
    }
}
