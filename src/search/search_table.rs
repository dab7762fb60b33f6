//! What a search needs of a transposition table: the seam between `search` and whatever remembers.

use crate::entry::{Bucket, Entry};
use crate::key::Key;
use crate::scheme::{HitSize, Scheme};
use crate::table::{Index, Table};

/// Something that remembers searched positions, shared by all workers of a search.
///
/// [`Table`] is one, [`NoTable`] another. Everything takes `&self` and is called from all workers at once; a search is right
/// whatever is forgotten, and never plays a move of an entry unchecked.
///
/// ```
/// use std::{collections::HashMap, sync::Mutex};
/// use supplant::{Entry, Key, scheme::HitSize, search::{Enhancements, Limits, SearchTable, search}};
/// use supplant::game::domineering::{Domineering, Player};
/// /// Forgets nothing.
/// #[derive(Default)]
/// struct Map(Mutex<HashMap<Key, Entry>>);
/// impl SearchTable for Map {
///     const HIT_SIZE: HitSize = HitSize::One;
///     fn probe(&self, key: Key) -> Option<Entry> {
///         self.0.lock().unwrap().get(&key).copied()
///     }
///     fn store(&self, key: Key, entry: Entry) {
///         self.0.lock().unwrap().insert(key, entry);
///     }
///     fn prefetch(&self, _: Key) {}
///     fn permille(&self) -> u16 {
///         0
///     }
/// }
/// let game = Domineering::new(4, 4, Player::Vertical);
/// let found = search(&game, &Map::default(), Limits::depth(8), Enhancements::SOUND);
/// assert!(found.best.expect("nothing stopped it").value > 0);
/// ```
pub trait SearchTable: Send + Sync {
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
    /// A hit on `key` has just ended the search of its node: told once for each cutoff by a stored score, and not for moves
    /// or narrowed windows. A scheme may renew the age of the entry, as CRAFTY does. Does nothing by default.
    #[inline]
    fn cut_by(&self, key: Key) {
        let _ = key;
    }
    /// `key` will be probed soon.
    fn prefetch(&self, key: Key);
    /// Whether it is worth while to say early what will be probed.
    fn is_far(&self) -> bool {
        false
    }

    /// Slots in use, in thousandths.
    fn permille(&self) -> u16;
}

impl<S: Scheme, B: Bucket<Payload = Entry>, I: Index> SearchTable for Table<S, B, I> {
    const HIT_SIZE: HitSize = S::HIT_SIZE;
    const USES_PRINCIPAL: bool = S::USES_PRINCIPAL;

    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        self.probe(key)
    }

    #[inline(always)]
    fn probe_both(&self, key: Key) -> [Option<Entry>; 2] {
        self.probe_both(key)
    }

    #[inline]
    fn store(&self, key: Key, entry: Entry) {
        self.store(key, entry);
    }

    #[inline]
    fn cut_by(&self, key: Key) {
        self.cut_by(key);
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

impl SearchTable for NoTable {
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

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{NoTable, SearchTable};
    use crate::Table;
    use crate::entry::Entry;
    use crate::key::Key;
    use crate::scheme::New;

    #[test]
    fn a_table_tells_a_search_how_full_it_is() {
        let table = Table::<New>::with_slots(10).expect("a small table is to be had");
        (0..3).for_each(|i: u64| _ = table.store(Key(i << 62 | 1 << 61), Entry::default()));
        assert_eq!((SearchTable::permille(&table), NoTable.permille()), (300, 0));
    }
}
