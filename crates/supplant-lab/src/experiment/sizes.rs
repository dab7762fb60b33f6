//! Parses numbers and table sizes for all commands.
//!
//! A size means the same bytes in every layout. `8K` is the memory of 8K slots of [`SLOT_BYTES`]; a
//! layout with smaller slots has more of them.

use supplant::entry::bucket::LayoutName;
use supplant::table::Size;

pub const SLOT_BYTES: usize = LayoutName::Xor16.info().bytes;

/// Rounds down to whole buckets if the layout fixes them.
#[must_use]
pub fn slots_in(layout: LayoutName, size: usize) -> usize {
    let info = layout.info();
    let slots = size as u128 * SLOT_BYTES as u128 / info.bytes as u128 * info.slots as u128;
    usize::try_from(slots).unwrap_or(usize::MAX)
}

#[must_use]
pub fn size_holding(layout: LayoutName, slots: usize) -> usize {
    let info = layout.info();
    slots.div_ceil(info.slots).saturating_mul(info.bytes).div_ceil(SLOT_BYTES)
}

#[must_use]
pub fn name(slots: usize) -> String {
    if slots.is_multiple_of(1024) { format!("{}K", slots / 1024) } else { slots.to_string() }
}

#[must_use]
pub fn scaled(text: &str, thousand: u64) -> Option<u64> {
    let (digits, factor) = match text.to_ascii_uppercase().chars().last()? {
        'K' => (&text[..text.len() - 1], thousand),
        'M' => (&text[..text.len() - 1], thousand * thousand),
        _ => (text, 1),
    };
    whole(digits)?.checked_mul(factor)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// `K` stands for 1024, as in the papers.
    Slots,
    /// `K` and `M` are refused as ambiguous.
    Mebibytes,
    /// As [`Self::Mebibytes`], and sizes are whole MiB: the option Hash of UCI takes no others.
    WholeMebibytes,
}

/// Parses a table size of at least one slot or byte: `64MiB`, `1GiB`, or a number alone.
///
/// ```
/// use supplant_lab::experiment::sizes::{Alone, read};
/// use supplant::table::Size;
/// assert_eq!(read("8K", Alone::Slots), Ok(Size::Slots(8192)));
/// assert_eq!(read("64", Alone::Mebibytes), Ok(Size::mebibytes(64)));
/// assert_eq!(read("1GiB", Alone::Slots), read("1GiB", Alone::Mebibytes));
/// assert_eq!(
///     read("64M", Alone::Mebibytes).unwrap_err(),
///     "`64M` is not a table size; give whole MiB such as 64, or a unit: 512KiB, 64MiB, 1GiB"
/// );
/// ```
///
/// # Errors
/// If it is invalid or exceeds the address space.
pub fn read(text: &str, alone: Alone) -> Result<Size, String> {
    let fits = |&size: &Size| alone != Alone::WholeMebibytes || bytes_of(size).is_multiple_of(1 << 20);
    in_bytes(text).or_else(|| without_unit(text, alone)).filter(fits).ok_or_else(|| {
        let (what, number, less) = match alone {
            Alone::Slots => ("a table size", "whole slots such as 5000 or 8K", "512KiB, "),
            Alone::Mebibytes => ("a table size", "whole MiB such as 64", "512KiB, "),
            Alone::WholeMebibytes => ("a size of an engine's Hash", "whole MiB such as 64", ""),
        };
        format!("`{text}` is not {what}; give {number}, or a unit: {less}64MiB, 1GiB")
    })
}

/// Parses one size, or a range such as `1MiB..1GiB`: its first size, twice it, and so on, and its
/// last.
///
/// ```
/// use supplant_lab::experiment::sizes::{Alone, doubling};
/// use supplant::table::Size;
/// let sizes = doubling("1..5MiB", Alone::Mebibytes)?;
/// assert_eq!(sizes, [1, 2, 4, 5].map(Size::mebibytes));
/// assert_eq!(doubling("8", Alone::Mebibytes)?, [Size::mebibytes(8)]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If a size is invalid, or the range begins after its end.
pub fn doubling(text: &str, alone: Alone) -> Result<Vec<Size>, String> {
    let Some((first, last)) = text.split_once("..") else { return Ok(vec![read(text, alone)?]) };
    let [first, last] = [read(first, alone)?, read(last.strip_prefix('=').unwrap_or(last), alone)?];
    let most = bytes_of(last);
    if bytes_of(first) > most {
        return Err(format!("`{text}` begins after its end; give the smaller size first"));
    }
    let next = |&size: &Size| match size {
        Size::Slots(slots) => slots.checked_mul(2).map(Size::Slots),
        Size::Bytes(bytes) => bytes.checked_mul(2).map(Size::Bytes),
    };
    let before = std::iter::successors(Some(first), next).take_while(|&size| bytes_of(size) < most);
    Ok(before.chain([last]).collect())
}

fn in_bytes(text: &str) -> Option<Size> {
    let units = [("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40)];
    let lower = text.to_ascii_lowercase();
    let (digits, unit) = units.iter().find_map(|&(unit, bytes)| Some((lower.strip_suffix(unit)?, bytes)))?;
    bounded(whole(digits.trim_end())?.checked_mul(unit)?).map(Size::Bytes)
}

fn without_unit(text: &str, alone: Alone) -> Option<Size> {
    match alone {
        Alone::Slots => bounded(scaled(text, 1024)?).map(Size::Slots),
        Alone::Mebibytes | Alone::WholeMebibytes => {
            bounded(whole(text)?.checked_mul(1 << 20)?).map(Size::Bytes)
        }
    }
}

fn bounded(number: u64) -> Option<usize> {
    usize::try_from(number).ok().filter(|&number| number > 0)
}

fn whole(digits: &str) -> Option<u64> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| all_digits)
}

#[must_use]
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0 => "0 MiB".to_owned(),
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

#[must_use]
pub fn slots_of(size: Size) -> usize {
    match size {
        Size::Slots(slots) => slots,
        Size::Bytes(bytes) => bytes / SLOT_BYTES,
    }
}

#[must_use]
pub fn bytes_of(size: Size) -> usize {
    match size {
        Size::Bytes(bytes) => bytes,
        Size::Slots(slots) => slots.saturating_mul(SLOT_BYTES),
    }
}

#[cfg(test)]
mod tests {

    use super::{Alone, SLOT_BYTES, read, size_holding, slots_in, slots_of};
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant::table::{Size, Table};
    use supplant_search::search::StudyTable;

    #[test]
    fn a_layout_takes_the_same_bytes_for_a_slot_under_every_scheme() {
        for &layout in LayoutName::ALL {
            let info = layout.info();
            let fitting = SchemeName::ALL
                .iter()
                .filter_map(|scheme| scheme.bucket_slots(layout).ok().map(|slots| (*scheme, slots)));
            let fitting: Vec<_> = fitting.collect();
            assert!(fitting.len() >= 4, "{layout}");
            for (scheme, slots) in fitting {
                let table =
                    <dyn StudyTable>::build(scheme, layout, Table::builder().slots(slots)).expect("a bucket");
                assert_eq!(
                    (table.slots(), table.bytes()),
                    (slots, info.bytes_of(slots, slots)),
                    "{scheme} {layout}"
                );
                assert_eq!(table.bytes() * info.slots, info.bytes * slots, "{scheme} {layout}");
            }
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
            for size in [8, 16, 1008, 8192, 1 << 20] {
                assert_eq!(size_holding(layout, slots_in(layout, size)), size, "{layout}");
            }
        }
        assert_eq!(slots_in(LayoutName::Single8, usize::MAX), usize::MAX, "refused later, as too large");
    }

    #[test]
    fn a_unit_means_the_same_whatever_a_number_alone_counts() {
        for alone in [Alone::Slots, Alone::Mebibytes] {
            let size = |text| read(text, alone);
            assert_eq!(size("512KiB").map(slots_of), Ok(32 << 10));
            assert_eq!((size("1mib"), size("3 MiB")), (Ok(Size::mebibytes(1)), Ok(Size::mebibytes(3))));
            assert_eq!(
                (size("1GiB"), size("2TiB")),
                (Ok(Size::mebibytes(1 << 10)), Ok(Size::mebibytes(2 << 20)))
            );
        }
        assert_eq!(
            (read("64", Alone::Mebibytes), read("64", Alone::Slots)),
            (Ok(Size::mebibytes(64)), Ok(Size::Slots(64)))
        );
        assert_eq!(
            (read("8k", Alone::Slots), read("1M", Alone::Slots)),
            (Ok(Size::Slots(8192)), Ok(Size::Slots(1 << 20)))
        );
    }

    #[test]
    fn what_is_no_size_is_refused_with_the_value_and_a_remedy() {
        let bad = [
            "",
            " ",
            "0",
            "0MiB",
            "MiB",
            "K",
            "8KB",
            "8GB",
            "-1",
            "+1",
            "-1KiB",
            "+1KiB",
            "1.5",
            "1.5MiB",
            "1e3",
            "0x10",
            "64 MiB B",
            "99999999999999999999",
            "99999999999999GiB",
            "18446744073709551615KiB",
            "１",
        ];
        for text in bad {
            for alone in [Alone::Slots, Alone::Mebibytes] {
                let said = read(text, alone).unwrap_err();
                assert!(said.starts_with(&format!("`{text}` is not a table size; give whole ")), "{said}");
                assert!(said.ends_with("or a unit: 512KiB, 64MiB, 1GiB") && !said.contains('\n'), "{said}");
            }
        }
        for either in ["64K", "64M", "18446744073709551615"] {
            assert!(read(either, Alone::Mebibytes).is_err(), "{either}");
        }
    }

    #[test]
    fn bytes_are_named_by_the_largest_unit_that_keeps_them_whole() {
        let named = [0, 24, 1536, 2048, 3 << 20, 1 << 30].map(super::bytes);
        assert_eq!(named, ["0 MiB", "24 bytes", "1536 bytes", "2 KiB", "3 MiB", "1024 MiB"]);
    }
}
