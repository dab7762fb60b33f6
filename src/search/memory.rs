//! What a search needs of a transposition table: the seam between `search` and whatever remembers.

use crate::entry::{Bucket, Entry};
use crate::key::Key;
use crate::scheme::{HitSize, Scheme};
use crate::table::{Index, Table};

/// Something that remembers searched positions, shared by all workers of a search.
pub trait Memory: Send + Sync {
    /// What a hit counts toward a subtree's size.
    const HIT_SIZE: HitSize;
    /// Whether it matters to the memory which entries are on the principal variation of a child of the root.
    const USES_PRINCIPAL: bool = false;

    /// What is remembered of `key`.
    fn probe(&self, key: Key) -> Option<Entry>;
    /// What is remembered of `key`, twice at most; the second only beside a first.
    #[inline]
    fn probe_both(&self, key: Key) -> [Option<Entry>; 2] {
        [self.probe(key), None]
    }
    /// Offers `entry` for `key`.
    fn store(&self, key: Key, entry: Entry);
    /// `key` will be probed soon.
    fn prefetch(&self, key: Key);
    /// Whether it is worth while to say early what will be probed.
    fn is_far(&self) -> bool {
        false
    }

    /// Slots in use, in thousandths.
    fn permille(&self) -> u16;
}

impl<S: Scheme, B: Bucket<Payload = Entry>, I: Index> Memory for Table<S, B, I> {
    const HIT_SIZE: HitSize = S::HIT_SIZE;
    const USES_PRINCIPAL: bool = S::USES_PRINCIPAL;

    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        self.probe(key)
    }

    #[inline]
    fn probe_both(&self, key: Key) -> [Option<Entry>; 2] {
        self.probe_both(key)
    }

    #[inline]
    fn store(&self, key: Key, entry: Entry) {
        self.store(key, entry);
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.prefetch(key);
    }

    /// Larger than the 1 MiB of second-level cache that today's cores have at least: below it the hints cost more than they
    /// save (8 % of the nodes per second at 128 KiB; at 64 MiB they gain 45 %).
    fn is_far(&self) -> bool {
        self.bytes() > 1 << 20
    }

    fn permille(&self) -> u16 {
        self.occupancy().permille()
    }
}

/// No memory: the search without a transposition table.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl Memory for NoTable {
    const HIT_SIZE: HitSize = HitSize::One;

    #[inline]
    fn probe(&self, _: Key) -> Option<Entry> {
        None
    }

    #[inline]
    fn store(&self, _: Key, _: Entry) {}

    #[inline]
    fn prefetch(&self, _: Key) {}

    fn permille(&self) -> u16 {
        0
    }
}
