//! Table sizes, and why a size is refused.

use super::Index;
use super::memory::Memory;
use crate::entry::{Bucket, Zeroed};

/// The requested size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The number of entries: what the papers call *positions*.
    Slots(usize),
    /// The memory of the entries in bytes.
    Bytes(usize),
}

impl Size {
    /// Returns a size of `mebibytes` · 2²⁰ bytes.
    #[must_use]
    pub const fn mebibytes(mebibytes: usize) -> Self {
        Self::Bytes(mebibytes.saturating_mul(1 << 20))
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Slots(1) => write!(f, "1 slot"),
            Self::Slots(slots) => write!(f, "{slots} slots"),
            Self::Bytes(1) => write!(f, "1 byte"),
            Self::Bytes(bytes) if bytes % (1 << 20) == 0 => write!(f, "{} MiB", bytes >> 20),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

/// Why a table cannot have the requested size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// The size is less than one bucket.
    TooSmall {
        /// The size that was requested.
        asked: Size,
        /// The slots of one bucket: the least possible.
        bucket_slots: usize,
        /// The bytes of one bucket.
        bucket_bytes: usize,
    },
    /// The index cannot serve this number of buckets, for example one that is not a power of two.
    NotIndexable {
        /// The size that was requested.
        asked: Size,
        /// The largest possible number of slots below it.
        possible_slots: usize,
    },
    /// The system refused the memory.
    OutOfMemory {
        /// The size that was requested.
        asked: Size,
        /// The most that the system would give now, to within a mebibyte; it may be more than it
        /// has.
        possible_bytes: usize,
    },
    /// Processes share the table, so its size cannot change.
    Shared {
        /// The size that was requested.
        asked: Size,
    },
}

impl std::fmt::Display for SizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooSmall { asked, bucket_slots, bucket_bytes } => {
                write!(
                    f,
                    "a table of {asked} holds no bucket; the least is {} ({bucket_bytes} bytes)",
                    Size::Slots(*bucket_slots)
                )
            }
            Self::NotIndexable { asked, possible_slots } => {
                write!(
                    f,
                    "a table of {asked} is not a power of two of buckets; the next below is {possible_slots} slots"
                )
            }
            Self::OutOfMemory { asked, possible_bytes } => {
                let mebibytes = possible_bytes >> 20;
                write!(
                    f,
                    "the system refuses the memory for a table of {asked}; at most {mebibytes} MiB are possible"
                )
            }
            Self::Shared { asked } => {
                write!(f, "a table that processes share keeps its size; for one of {asked} open another file")
            }
        }
    }
}

impl std::error::Error for SizeError {}

/// Rounds down to whole buckets.
pub(super) fn untouched<B: Bucket, I: Index>(asked: Size) -> Result<(I, Memory<B::Cells>), SizeError> {
    let (index, buckets) = shape::<B, I>(asked)?;
    let possible_bytes = || possible::<B::Cells>(buckets) * size_of::<B::Cells>();
    let memory = Memory::zeroed(buckets)
        .ok_or_else(|| SizeError::OutOfMemory { asked, possible_bytes: possible_bytes() })?;
    Ok((index, memory))
}

pub(super) fn shape<B: Bucket, I: Index>(asked: Size) -> Result<(I, usize), SizeError> {
    let buckets = match asked {
        Size::Slots(slots) => slots / B::SLOTS,
        Size::Bytes(bytes) => bytes / size_of::<B::Cells>(),
    };
    if buckets == 0 {
        let (bucket_slots, bucket_bytes) = (B::SLOTS, size_of::<B::Cells>());
        return Err(SizeError::TooSmall { asked, bucket_slots, bucket_bytes });
    }
    let index = I::over(buckets)
        .ok_or(SizeError::NotIndexable { asked, possible_slots: (1 << buckets.ilog2()) * B::SLOTS })?;
    Ok((index, buckets))
}

fn possible<T: Zeroed>(refused: usize) -> usize {
    most(refused, (1 << 20) / size_of::<T>(), Memory::<T>::is_given)
}

fn most(mut refused: usize, step: usize, is_given: impl Fn(usize) -> bool) -> usize {
    let mut given = 0;
    while refused - given > step {
        let tried = given + (refused - given) / 2;
        if is_given(tried) {
            given = tried;
        } else {
            refused = tried;
        }
    }
    given
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{most, possible};
    use crate::entry::slot::Slot;

    #[test]
    fn what_is_said_to_be_possible_was_really_allocated() {
        let slots = possible::<Slot<1>>(usize::MAX / size_of::<Slot<1>>());
        assert!(
            slots > 0 && slots < (1 << 48) / size_of::<Slot<1>>(),
            "{slots}: more than there are addresses"
        );
    }

    #[test]
    fn the_most_that_is_possible_is_found_to_the_step_not_to_a_half() {
        for limit in [0, 1, 63, 64, 1000, 12_345_678, usize::MAX - 1] {
            for step in [1, 64] {
                let found = most(usize::MAX, step, |len| len <= limit);
                assert!(found <= limit && limit - found < step, "{found} of {limit}");
            }
        }
    }
}
