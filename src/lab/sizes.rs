//! Numbers and table sizes as people write them: `8K` slots, `512KiB`.
//!
//! A size is the same bytes in every layout: `8K` is the room of 8K slots of [`SLOT_BYTES`], and a layout of smaller slots has
//! more of them in it.

use crate::entry::bucket::LayoutName;
use crate::table::Size;

/// Bytes of the slot that sizes are given in: that of the layout `xor16`.
pub const SLOT_BYTES: usize = LayoutName::Xor16.info().bytes;

/// Slots of `layout` in a table of `size`: as many as its bytes hold, in whole buckets where the layout says how large one is.
#[must_use]
pub fn slots_in(layout: LayoutName, size: usize) -> usize {
    let info = layout.info();
    let slots = size as u128 * SLOT_BYTES as u128 / info.bytes as u128 * info.slots as u128;
    usize::try_from(slots).unwrap_or(usize::MAX)
}

/// The size of a table of `slots` in `layout`.
#[must_use]
pub fn size_holding(layout: LayoutName, slots: usize) -> usize {
    // Rounded up: a size that slots do not fill was rounded down to them.
    let info = layout.info();
    slots.div_ceil(info.slots).saturating_mul(info.bytes).div_ceil(SLOT_BYTES)
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
    use crate::entry::bucket::{LayoutName, Ready};
    use crate::scheme::{Scheme, SchemeName, Visit};
    use crate::table::{Size, Table};

    struct BytesAndSlots;

    impl Visit for BytesAndSlots {
        type Out = (usize, usize);

        fn visit<S: Scheme, B: Ready>(self) -> (usize, usize) {
            (Table::<S, B>::BUCKET_BYTES, Table::<S, B>::BUCKET_SLOTS)
        }
    }

    #[test]
    fn a_layout_takes_the_same_bytes_for_a_slot_under_every_scheme() {
        for &layout in LayoutName::ALL {
            let info = layout.info();
            let same = |(bytes, slots): (usize, usize)| bytes * info.slots == info.bytes * slots;
            let tables =
                SchemeName::ALL.iter().filter_map(|scheme| scheme.visit_in(layout, BytesAndSlots).ok());
            let tables: Vec<_> = tables.collect();
            assert!(tables.len() >= 4 && tables.into_iter().all(same), "{layout}");
        }
        assert_eq!(SLOT_BYTES, 16);
    }

    #[test]
    fn a_size_is_the_same_bytes_in_every_layout_and_is_known_again_by_the_slots() {
        assert_eq!(slots_in(LayoutName::Xor16, 8192), 8192);
        assert_eq!(slots_in(LayoutName::Single8, 8192), 16_384);
        assert_eq!(
            (slots_in(LayoutName::Line8, 8192), slots_in(LayoutName::Cluster10, 8192)),
            (16_384, 12_288)
        );
        for &layout in LayoutName::ALL {
            for size in [4, 8, 1004, 8192, 1 << 20] {
                assert_eq!(size_holding(layout, slots_in(layout, size)), size, "{layout}");
            }
        }
        assert_eq!(slots_in(LayoutName::Single8, usize::MAX), usize::MAX, "refused later, as too large");
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
