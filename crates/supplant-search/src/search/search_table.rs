//! What a search needs of a transposition table: the seam between `search` and whatever remembers.

use super::{FOLLOWING, LinedEntry, RootedEntry};
use supplant::entry::{Bucket, Move16, Payload, SizedEntry};
use supplant::key::Key;
use supplant::scheme::{HitSize, Scheme};
use supplant::table::{Index, Table};

/// Something that remembers searched positions, shared by all workers of a search.
///
/// [`Table`] is one, [`NoTable`] another. Everything takes `&self` and is called from all workers at once; a search is right
/// whatever is forgotten, and never plays a move of an entry unchecked.
///
/// Only `probe` and `store` must be written. A table that watches or changes the calls to another table names that table as
/// [`inner`](Self::inner): the methods that say so then pass the call on to it.
///
/// ```
/// use std::{collections::HashMap, sync::Mutex};
/// use supplant::{Key, SizedEntry};
/// use supplant_search::search::{Enhancements, Limits, SearchTable, search};
/// use supplant_search::game::domineering::{Domineering, Player};
/// /// Forgets nothing.
/// #[derive(Default)]
/// struct Map(Mutex<HashMap<Key, SizedEntry>>);
/// impl SearchTable for Map {
///     fn probe(&self, key: Key) -> Option<SizedEntry> {
///         self.0.lock().unwrap().get(&key).copied()
///     }
///     fn store(&self, key: Key, entry: SizedEntry) {
///         self.0.lock().unwrap().insert(key, entry);
///     }
/// }
/// let game = Domineering::new(4, 4, Player::Vertical);
/// let found = search(&game, &Map::default(), Limits::depth(8), Enhancements::SOUND);
/// assert!(found.best.expect("nothing stopped it").value > 0);
/// ```
pub trait SearchTable: Send + Sync {
    /// The table below this one, if this one is a layer over another table. None by default.
    fn inner(&self) -> Option<&dyn SearchTable> {
        None
    }

    /// What a hit counts toward a subtree's size; always the same. By default what it counts in the inner table, else
    /// [`HitSize::One`].
    fn hit_size(&self) -> HitSize {
        self.inner().map_or(HitSize::One, SearchTable::hit_size)
    }
    /// Whether it matters to the memory which entries are on the principal variation of a child of the root; always the same.
    /// By default whether it matters to the inner table.
    #[inline]
    fn uses_principal(&self) -> bool {
        self.inner().is_some_and(SearchTable::uses_principal)
    }

    /// What is remembered of `key`.
    fn probe(&self, key: Key) -> Option<SizedEntry>;
    /// What is remembered of `key`, twice at most; the second only beside a first.
    #[inline]
    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        [self.probe(key), None]
    }
    /// Offers `entry` for `key`.
    fn store(&self, key: Key, entry: SizedEntry);
    /// A hit on `key` has just ended the search of its node: told once for each cutoff by a stored score, and not for moves
    /// or narrowed windows. A scheme may renew the age of the entry, as CRAFTY does. Tells the inner table by default.
    #[inline]
    fn cut_by(&self, key: Key) {
        if let Some(table) = self.inner() {
            table.cut_by(key);
        }
    }
    /// Moves behind an entry's own that are remembered with it, always as many; 0 where none are.
    #[inline]
    fn following_kept(&self) -> usize {
        0
    }
    /// The moves remembered behind that of the entry of `key`; from the first that is not known on none.
    #[inline]
    fn following(&self, key: Key) -> [Move16; FOLLOWING] {
        let _ = key;
        [Move16::NONE; FOLLOWING]
    }
    /// Offers `entry` for `key`, with what else is known of the position. Without it by default.
    #[inline]
    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        let _ = beside;
        self.store(key, entry);
    }
    /// `key` will be probed soon. Tells the inner table by default.
    #[inline]
    fn prefetch(&self, key: Key) {
        if let Some(table) = self.inner() {
            table.prefetch(key);
        }
    }
    /// Whether it is worth while to say early what will be probed. By default whether the inner table says so.
    fn is_far(&self) -> bool {
        self.inner().is_some_and(SearchTable::is_far)
    }

    /// Slots in use, in thousandths. By default those of the inner table, else 0.
    fn permille(&self) -> u16 {
        self.inner().map_or(0, SearchTable::permille)
    }
}

/// What a search knows of a position besides its entry: kept by tables that have room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeContext {
    /// The moves that are expected to follow the entry's own; from the first that is not known on none.
    pub following: [Move16; FOLLOWING],
    /// Plies from the root.
    pub ply: u8,
}

impl NodeContext {
    /// Nothing is known: no moves, and as far from the root as can be.
    pub const NOTHING: Self = Self { following: [Move16::NONE; FOLLOWING], ply: u8::MAX };

    /// Known is how far from the root it is, held at 255.
    #[inline]
    #[must_use]
    pub(super) fn at_ply(ply: usize) -> Self {
        Self { ply: u8::try_from(ply).unwrap_or(u8::MAX), ..Self::NOTHING }
    }
}

/// A payload that holds a [`SizedEntry`]: what a search remembers, and more if need be.
pub trait Remembered: Payload {
    /// Moves behind the entry's own that it holds.
    const FOLLOWING: usize;
    /// The payload of an entry and of what it has room for besides.
    fn remembered(entry: SizedEntry, beside: NodeContext) -> Self;
    /// The entry.
    fn entry(self) -> SizedEntry;
    /// The moves.
    fn following(self) -> [Move16; FOLLOWING];
}

impl Remembered for SizedEntry {
    const FOLLOWING: usize = 0;

    #[inline(always)]
    fn remembered(entry: SizedEntry, _: NodeContext) -> Self {
        entry
    }

    #[inline(always)]
    fn entry(self) -> SizedEntry {
        self
    }

    #[inline(always)]
    fn following(self) -> [Move16; FOLLOWING] {
        [Move16::NONE; FOLLOWING]
    }
}

impl Remembered for LinedEntry {
    const FOLLOWING: usize = FOLLOWING;

    #[inline]
    fn remembered(entry: SizedEntry, NodeContext { following, .. }: NodeContext) -> Self {
        Self { entry, following }
    }

    #[inline]
    fn entry(self) -> SizedEntry {
        self.entry
    }

    #[inline]
    fn following(self) -> [Move16; FOLLOWING] {
        self.following
    }
}

impl Remembered for RootedEntry {
    const FOLLOWING: usize = 0;

    #[inline]
    fn remembered(entry: SizedEntry, NodeContext { ply, .. }: NodeContext) -> Self {
        Self { entry, ply }
    }

    #[inline]
    fn entry(self) -> SizedEntry {
        self.entry
    }

    #[inline]
    fn following(self) -> [Move16; FOLLOWING] {
        [Move16::NONE; FOLLOWING]
    }
}

impl<S: Scheme, B: Bucket<Payload: Remembered>, I: Index> SearchTable for Table<S, B, I> {
    #[inline]
    fn hit_size(&self) -> HitSize {
        S::HIT_SIZE
    }

    #[inline]
    fn uses_principal(&self) -> bool {
        S::USES_PRINCIPAL
    }

    #[inline]
    fn following_kept(&self) -> usize {
        <B::Payload as Remembered>::FOLLOWING
    }

    #[inline]
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.probe(key).map(Remembered::entry)
    }

    #[inline(always)]
    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        self.probe_both(key).map(|found| found.map(Remembered::entry))
    }

    #[inline]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    #[inline]
    fn following(&self, key: Key) -> [Move16; FOLLOWING] {
        self.probe(key).map_or([Move16::NONE; FOLLOWING], Remembered::following)
    }

    #[inline]
    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        self.store(key, Remembered::remembered(entry, beside));
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
    #[inline]
    fn probe(&self, _: Key) -> Option<SizedEntry> {
        None
    }

    #[inline]
    fn store(&self, _: Key, _: SizedEntry) {}
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{NoTable, SearchTable};
    use supplant::table::{SizedBucket, TableBuilder};

    use supplant::entry::SizedEntry;
    use supplant::key::Key;
    use supplant::scheme::New;

    #[test]
    fn a_table_tells_a_search_how_full_it_is() {
        let table = TableBuilder::<New, SizedBucket<New>>::new()
            .slots(10)
            .build()
            .expect("a small table is to be had");
        (0..3).for_each(|i: u64| table.store(Key(i << 62 | 1 << 61), SizedEntry::default()));
        assert_eq!((SearchTable::permille(&table), NoTable.permille()), (300, 0));
    }
}
