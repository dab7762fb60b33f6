//! Numbers and table sizes as people write them: `8K` slots, `512KiB`.

use crate::scheme::TwoBig1;
use crate::table::{Size, Table};

/// Bytes of a slot: the same under every scheme, so that equal bytes are equal slots.
pub const SLOT_BYTES: usize = Table::<TwoBig1>::SLOT_BYTES;

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

/// The slots of a table of `size`.
#[must_use]
pub fn slots_of(size: Size) -> usize {
    match size {
        Size::Slots(slots) => slots,
        Size::Bytes(bytes) => bytes / SLOT_BYTES,
    }
}

#[cfg(test)]
mod tests {
    use super::{SLOT_BYTES, size, slots_of};
    use crate::scheme::{Scheme, SchemeName, Visit};
    use crate::table::{Size, Table};

    struct SlotBytes;

    impl Visit for SlotBytes {
        type Out = usize;

        fn visit<S: Scheme>(self) -> usize {
            Table::<S>::SLOT_BYTES
        }
    }

    #[test]
    fn every_scheme_has_the_same_slot() {
        assert!(SchemeName::ALL.iter().all(|scheme| scheme.visit(SlotBytes) == SLOT_BYTES));
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
