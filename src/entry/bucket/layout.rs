//! The layouts by name, and facts about them.

use super::{Cluster, OneWord, Pairs};
use crate::entry::SizedEntry;
use crate::entry::fault::Faulty;

/// A layout: how the entries of a bucket lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LayoutName {
    /// Uses [`Pairs`], one per slot of the scheme.
    #[default]
    Xor16,
    /// Uses [`OneWord`] entries, one per slot of the scheme.
    Single8,
    /// Eight [`OneWord`] entries in a cache line, for schemes with any number of slots.
    Line8,
    /// Three ten-byte entries ([`Cluster`]), for schemes with any number of slots.
    Cluster10,
    /// Eight [`Pairs`] in two cache lines, for schemes with any number of slots.
    Lines16,
}

/// Facts about a layout, available without its type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LayoutInfo {
    /// The name in reports.
    pub name: &'static str,
    /// Bytes that [`slots`](Self::slots) entries take.
    pub bytes: usize,
    /// How many slots are in [`bytes`](Self::bytes).
    pub slots: usize,
    /// The slots of every bucket; `None` where the scheme decides.
    pub bucket_slots: Option<usize>,
    /// The value of [`Bucket::VERIFIED_BITS`](super::Bucket::VERIFIED_BITS).
    pub verified_bits: u32,
    /// The value of [`Bucket::DETECTS_FLIPS`](super::Bucket::DETECTS_FLIPS).
    pub detects_flips: bool,
    /// Whether the layout rejects every torn read: its entries have one word, or verify the whole
    /// key.
    pub rejects_torn: bool,
    /// The value of [`Faulty::TELLS_TORN`].
    pub tells_torn: bool,
}

impl LayoutInfo {
    const fn of<B: Faulty>(bucket_slots: Option<usize>) -> Self {
        Self {
            name: B::NAME,
            bytes: size_of::<B::Cells>(),
            slots: B::SLOTS,
            bucket_slots,
            verified_bits: B::VERIFIED_BITS,
            detects_flips: B::DETECTS_FLIPS,
            rejects_torn: B::TELLS_TORN || size_of::<B::Words>() == size_of::<u64>(),
            tells_torn: B::TELLS_TORN,
        }
    }

    /// Returns the probability of [`Bucket::false_hit`](super::Bucket::false_hit).
    #[must_use]
    pub fn false_hit(&self, filled: usize) -> f64 {
        filled as f64 * 0.5f64.powi(self.verified_bits as i32)
    }

    /// Returns the bytes of `slots` slots, in whole buckets of `bucket_slots` slots.
    #[must_use]
    pub const fn bytes_of(&self, slots: usize, bucket_slots: usize) -> usize {
        let bucket_bytes = self.bytes * bucket_slots / self.slots;
        (slots / bucket_slots).saturating_mul(bucket_bytes)
    }

    /// Returns the bytes per entry.
    #[must_use]
    pub fn entry_bytes(&self) -> f64 {
        self.bytes as f64 / self.slots as f64
    }

    /// Returns whether a read verifies the whole key.
    #[must_use]
    pub const fn verifies_whole_key(&self) -> bool {
        self.verified_bits == u64::BITS
    }
}

impl LayoutName {
    /// Every layout of this crate.
    pub const ALL: &'static [Self] =
        &[Self::Xor16, Self::Single8, Self::Line8, Self::Cluster10, Self::Lines16];

    /// Returns the facts about the layout.
    #[must_use]
    pub const fn info(self) -> LayoutInfo {
        match self {
            Self::Xor16 => LayoutInfo::of::<Pairs<1, SizedEntry>>(None),
            Self::Single8 => LayoutInfo::of::<OneWord<1, SizedEntry>>(None),
            Self::Line8 => LayoutInfo::of::<OneWord<8, SizedEntry>>(Some(8)),
            Self::Lines16 => LayoutInfo::of::<Pairs<8, SizedEntry>>(Some(8)),
            Self::Cluster10 => LayoutInfo::of::<Cluster<SizedEntry>>(Some(3)),
        }
    }

    /// Returns the layout's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }
}

impl std::fmt::Display for LayoutName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown layout name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLayoutError(pub String);

impl std::fmt::Display for UnknownLayoutError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = LayoutName::ALL.iter().map(|layout| layout.name()).collect();
        write!(f, "no layout is called `{}`; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownLayoutError {}

impl std::str::FromStr for LayoutName {
    type Err = UnknownLayoutError;

    /// Reads a layout's name, in upper or lower case.
    fn from_str(name: &str) -> Result<Self, UnknownLayoutError> {
        let known = |layout: &&Self| layout.name().eq_ignore_ascii_case(name);
        Self::ALL.iter().find(known).copied().ok_or_else(|| UnknownLayoutError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::LayoutName;
    use crate::entry::Bucket;
    use crate::entry::SizedEntry;
    use crate::entry::bucket::{Checked, OneWord};

    #[test]
    fn a_layout_is_known_by_its_name_and_says_what_its_entries_cost_and_risk() {
        let all = [
            ("xor16", 16.0, true, 0.5f64.powi(62)),
            ("single8", 8.0, false, 0.5f64.powi(14)),
            ("line8", 8.0, false, 0.5f64.powi(14)),
            ("cluster10", 32.0 / 3.0, false, 0.5f64.powi(14)),
            ("lines16", 16.0, true, 0.5f64.powi(62)),
        ];
        assert_eq!(LayoutName::ALL.len(), all.len());
        for (&layout, (name, bytes, whole, false_hit)) in LayoutName::ALL.iter().zip(all) {
            assert_eq!(
                (layout.name(), layout.to_string(), name.to_uppercase().parse()),
                (name, name.to_owned(), Ok(layout))
            );
            let info = layout.info();
            assert_eq!(
                (info.entry_bytes(), info.verifies_whole_key(), info.false_hit(4)),
                (bytes, whole, false_hit)
            );
        }
        let unknown = "xor8".parse::<LayoutName>().expect_err("there is none");
        let told = "no layout is called `xor8`; there are xor16, single8, line8, cluster10, lines16";
        assert_eq!(unknown.to_string(), told);
    }

    #[test]
    fn a_bucket_says_the_odds_of_a_false_hit() {
        assert_eq!(
            (OneWord::<4, SizedEntry>::false_hit(4), OneWord::<1, SizedEntry>::false_hit(1)),
            (0.5f64.powi(14), 0.5f64.powi(16))
        );
        assert_eq!(Checked::<1, 1, SizedEntry>::false_hit(1 << 22), 0.5f64.powi(42));
    }
}
