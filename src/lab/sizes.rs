//! Numbers and table sizes as people write them: `8K` slots, `512KiB`.
//!
//! A size is the same bytes in every layout: `8K` is the room of 8K slots of [`SLOT_BYTES`], and a layout of smaller slots has
//! more of them in it.

use crate::entry::layout::LayoutName;
use crate::scheme::TwoBig1;
use crate::table::{Size, Table};

/// Bytes of the slot that sizes are given in: that of the layout `xor16`, the same under every scheme.
pub const SLOT_BYTES: usize = Table::<TwoBig1>::SLOT_BYTES;

/// Slots of `layout` in a table of `size`: as many as its bytes hold.
#[must_use]
pub fn slots_in(layout: LayoutName, size: usize) -> usize {
    let slots = size as u128 * SLOT_BYTES as u128 / layout.describe().slot_bytes as u128;
    usize::try_from(slots).unwrap_or(usize::MAX)
}

/// The size of a table of `slots` in `layout`.
#[must_use]
pub fn size_holding(layout: LayoutName, slots: usize) -> usize {
    // Rounded up: a size that slots do not fill was rounded down to them.
    slots.saturating_mul(layout.describe().slot_bytes).div_ceil(SLOT_BYTES)
}

/// A number of slots as the papers write it: `8K` is 8 · 1024.
#[must_use]
pub fn name(slots: usize) -> String {
    if slots.is_multiple_of(1024) { format!("{}K", slots / 1024) } else { slots.to_string() }
}

/// A whole number; `K` and `M` behind it stand for `thousand` and its square.
#[must_use]
pub fn scaled(text: &str, thousand: u64) -> Option<u64> {
    let (digits, factor) = match text.to_ascii_uppercase().chars().last()? {
        'K' => (&text[..text.len() - 1], thousand),
        'M' => (&text[..text.len() - 1], thousand * thousand),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// Slots, at least 1: `5000`, `8K` (8192), `1M` (1048576).
#[must_use]
pub fn slots(text: &str) -> Option<usize> {
    scaled(text, 1024).filter(|&slots| slots > 0).and_then(|slots| usize::try_from(slots).ok())
}

/// A table size, in slots, or in bytes where it ends in `KiB`, `MiB` or `GiB`.
///
/// ```
/// use supplant::{lab::sizes::size, table::Size};
/// assert_eq!(size("8K"), Some(Size::Slots(8192)));
/// assert_eq!(size("1MiB"), Some(Size::mebibytes(1)));
/// ```
#[must_use]
pub fn size(text: &str) -> Option<Size> {
    let units = [("kib", 1_usize << 10), ("mib", 1 << 20), ("gib", 1 << 30)];
    let lower = text.to_ascii_lowercase();
    let bytes =
        units.iter().find_map(|&(unit, bytes)| lower.strip_suffix(unit).map(|digits| (digits, bytes)));
    let Some((digits, unit)) = bytes else { return slots(text).map(Size::Slots) };
    let number = digits.trim().parse::<usize>().ok().filter(|&number| number > 0)?;
    number.checked_mul(unit).map(Size::Bytes)
}

/// A size in slots of [`SLOT_BYTES`].
#[must_use]
pub fn slots_of(size: Size) -> usize {
    match size {
        Size::Slots(slots) => slots,
        Size::Bytes(bytes) => bytes / SLOT_BYTES,
    }
}

#[cfg(test)]
mod tests {
    use super::{SLOT_BYTES, size, size_holding, slots_in, slots_of};
    use crate::entry::Layout;
    use crate::entry::layout::LayoutName;
    use crate::scheme::{Scheme, SchemeName};
    use crate::table::{Size, Table, WithTypes, with_types};

    struct SlotBytes;

    impl WithTypes for SlotBytes {
        type Out = usize;

        fn with<S: Scheme, L: Layout>(self) -> usize {
            Table::<S, L>::SLOT_BYTES
        }
    }

    #[test]
    fn every_scheme_has_the_same_slot() {
        for &layout in LayoutName::ALL {
            let bytes = layout.describe().slot_bytes;
            let same = |&scheme: &SchemeName| with_types(scheme, layout, SlotBytes) == bytes;
            assert!(SchemeName::ALL.iter().all(same), "{layout}");
        }
        assert_eq!(LayoutName::XorPair.describe().slot_bytes, SLOT_BYTES);
    }

    #[test]
    fn a_size_is_the_same_bytes_in_every_layout_and_is_known_again_by_the_slots() {
        assert_eq!(slots_in(LayoutName::XorPair, 8192), 8192);
        assert_eq!(slots_in(LayoutName::Single, 8192), 16_384);
        for &layout in LayoutName::ALL {
            for size in [1, 2, 3, 1001, 8192, 1 << 20] {
                assert_eq!(size_holding(layout, slots_in(layout, size)), size, "{layout}");
            }
        }
        assert_eq!(slots_in(LayoutName::Single, usize::MAX), usize::MAX, "refused later, as too large");
    }

    #[test]
    fn slots_and_bytes_are_told_apart() {
        assert_eq!(size("512KiB").map(slots_of), Some(32 << 10));
        assert_eq!(size("1mib").map(slots_of), Some(64 << 10));
        assert_eq!((size("1M"), size("5000")), (Some(Size::Slots(1 << 20)), Some(Size::Slots(5000))));
        for bad in ["", "0", "0MiB", "MiB", "8KB", "-1KiB", "1.5MiB", "99999999999999GiB"] {
            assert_eq!(size(bad), None, "{bad}");
        }
    }
}
