//! Table sizes: by slots or by bytes, never rounded up, and an error that says what is possible.

/// A size as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Entries the table can hold: the papers' *positions*.
    Slots(usize),
    /// Memory the entries take.
    Bytes(usize),
}

impl Size {
    /// `mebibytes` · 2²⁰ bytes.
    #[must_use]
    pub const fn mebibytes(mebibytes: usize) -> Self {
        Self::Bytes(mebibytes.saturating_mul(1 << 20))
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Slots(slots) => write!(f, "{slots} slots"),
            Self::Bytes(bytes) if bytes % (1 << 20) == 0 => write!(f, "{} MiB", bytes >> 20),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

/// A table size that cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// Less than one bucket.
    TooSmall {
        /// What was asked for.
        asked: Size,
        /// Slots of one bucket: the least possible.
        bucket_slots: usize,
        /// Its bytes.
        bucket_bytes: usize,
    },
    /// The index cannot serve that many buckets: the low-bits index serves powers of two alone.
    NotIndexable {
        /// What was asked for.
        asked: Size,
        /// The largest possible number of slots below it.
        possible_slots: usize,
    },
    /// The system refused the memory.
    OutOfMemory {
        /// What was asked for.
        asked: Size,
        /// About the most it would give now, found by halving.
        possible_bytes: usize,
    },
}

impl std::fmt::Display for SizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooSmall { asked, bucket_slots, bucket_bytes } => {
                write!(
                    f,
                    "a table of {asked} holds no bucket; the least is {bucket_slots} slots ({bucket_bytes} bytes)"
                )
            }
            Self::NotIndexable { asked, possible_slots } => {
                write!(
                    f,
                    "a table of {asked} is no power of two of buckets; the next below is {possible_slots} slots"
                )
            }
            Self::OutOfMemory { asked, possible_bytes } => {
                let mebibytes = possible_bytes >> 20;
                write!(
                    f,
                    "the system refuses the memory for a table of {asked}; about {mebibytes} MiB are possible"
                )
            }
        }
    }
}

impl std::error::Error for SizeError {}
