//! The interface between a search and its transposition table.

use super::{FOLLOWING, LinedEntry, RootedEntry};
use crate::game::Value;
use supplant::entry::{Bucket, Depth, Move16, Payload, SizedEntry};
use supplant::key::Key;
use supplant::scheme::{HitSize, Scheme};
use supplant::table::{Index, Table};

/// A memory of searched positions, shared by all workers of a search.
///
/// A search stays correct if the table forgets entries, and checks every move of an entry before it
/// plays it.
///
/// Only `probe` and `store` are required. A layer over another table names it as
/// [`inner`](Self::inner), and the methods that mention it then pass the call on.
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
    /// The table below this one; none by default.
    fn inner(&self) -> Option<&dyn SearchTable> {
        None
    }

    /// How much a hit adds to the size of a subtree, a constant.
    fn hit_size(&self) -> HitSize {
        self.inner().map_or(HitSize::One, SearchTable::hit_size)
    }
    /// Whether the table uses marks on PV entries of the root's children, a constant.
    #[inline]
    fn uses_principal(&self) -> bool {
        self.inner().is_some_and(SearchTable::uses_principal)
    }

    /// Returns the entry of `key`.
    fn probe(&self, key: Key) -> Option<SizedEntry>;
    /// Returns up to two entries of `key`; a second only together with a first.
    #[inline]
    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        [self.probe(key), None]
    }
    /// Offers `entry` for `key`.
    fn store(&self, key: Key, entry: SizedEntry);
    /// Whether [`asked`](Self::asked) does something, a constant.
    fn listens(&self) -> bool {
        self.inner().is_some_and(SearchTable::listens)
    }
    /// Announces what the probe of `key` that follows is for, if the table
    /// [`listens`](Self::listens).
    fn asked(&self, key: Key, asked: Asked) {
        if let Some(table) = self.inner() {
            table.asked(key, asked);
        }
    }
    /// Reports that a stored score of `key` has just ended the search of its node.
    ///
    /// Moves and narrowed windows are not reported.
    #[inline]
    fn cut_by(&self, key: Key) {
        if let Some(table) = self.inner() {
            table.cut_by(key);
        }
    }
    /// How many following moves the table keeps with each entry, a constant; 0 by default.
    #[inline]
    fn following_kept(&self) -> usize {
        0
    }
    /// The moves stored after the move of the entry of `key`, then [`Move16::NONE`].
    #[inline]
    fn following(&self, key: Key) -> [Move16; FOLLOWING] {
        let _ = key;
        [Move16::NONE; FOLLOWING]
    }
    /// Offers `entry` for `key` with facts that the default drops.
    #[inline]
    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        let _ = beside;
        self.store(key, entry);
    }
    /// Announces that the first worker begins an iteration of iterative deepening.
    fn new_iteration(&self) {
        if let Some(table) = self.inner() {
            table.new_iteration();
        }
    }
    /// Announces a probe of `key`.
    #[inline]
    fn prefetch(&self, key: Key) {
        if let Some(table) = self.inner() {
            table.prefetch(key);
        }
    }
    /// Whether prefetching is worthwhile.
    fn is_far(&self) -> bool {
        self.inner().is_some_and(SearchTable::is_far)
    }
}

/// What a node needs of an entry to end its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The depth of the node, in plies.
    pub depth: Depth,
    /// The lower end of its window.
    pub alpha: Value,
    /// The upper end of its window.
    pub beta: Value,
    /// The nodes that its worker has visited so far in this search.
    pub nodes: u64,
}

/// Facts about a position that its entry does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeContext {
    /// The moves expected after the entry's own, then [`Move16::NONE`].
    pub following: [Move16; FOLLOWING],
    /// Plies from the root.
    pub ply: u8,
}

impl NodeContext {
    /// No fact is known: the moves are missing and the ply is 255.
    pub const NOTHING: Self = Self { following: [Move16::NONE; FOLLOWING], ply: u8::MAX };

    #[inline]
    #[must_use]
    pub(super) fn at_ply(ply: usize) -> Self {
        Self { ply: u8::try_from(ply).unwrap_or(u8::MAX), ..Self::NOTHING }
    }
}

/// A payload that holds a [`SizedEntry`].
pub trait Remembered: Payload {
    /// How many following moves the payload holds; 0 by default.
    const FOLLOWING: usize = 0;
    /// Whether a stored payload takes over parts of the one that the table has for its position.
    const JOINS: bool = false;
    /// Makes the payload of an entry and of those facts that it has room for.
    fn remembered(entry: SizedEntry, beside: NodeContext) -> Self;
    /// This payload with those parts of `known` that stay, if it [joins](Self::JOINS).
    #[inline]
    #[must_use]
    fn joined(self, known: Self) -> Self {
        let _ = known;
        self
    }
    /// The entry in the payload.
    fn entry(self) -> SizedEntry;
    /// A second entry in the payload, with another bound of the same position.
    #[inline]
    fn second(self) -> Option<SizedEntry> {
        None
    }
    /// The following moves in the payload.
    #[inline]
    fn following(self) -> [Move16; FOLLOWING] {
        [Move16::NONE; FOLLOWING]
    }
}

impl Remembered for SizedEntry {
    #[inline(always)]
    fn remembered(entry: SizedEntry, _: NodeContext) -> Self {
        entry
    }

    #[inline(always)]
    fn entry(self) -> SizedEntry {
        self
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
    #[inline]
    fn remembered(entry: SizedEntry, NodeContext { ply, .. }: NodeContext) -> Self {
        Self { entry, ply }
    }

    #[inline]
    fn entry(self) -> SizedEntry {
        self.entry
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

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        SearchTable::probe_both(self, key)[0]
    }

    // Never: searches call it by pointer, and `probe` too.
    #[inline(never)]
    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        let found = self.probe_both(key);
        let [first, second] = found.map(|found| found.map(Remembered::entry));
        [first, found[0].and_then(Remembered::second).or(second)]
    }

    #[inline]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    #[inline]
    fn following(&self, key: Key) -> [Move16; FOLLOWING] {
        if <B::Payload as Remembered>::FOLLOWING == 0 {
            return [Move16::NONE; FOLLOWING];
        }
        self.probe(key).map_or([Move16::NONE; FOLLOWING], Remembered::following)
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        offer(self, key, entry, beside);
    }

    #[inline]
    fn cut_by(&self, key: Key) {
        self.cut_by(key);
    }

    fn new_iteration(&self) {
        self.new_iteration();
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.prefetch(key);
    }

    /// Below 1 MiB, the least second-level cache of today's cores, prefetching costs more than it
    /// saves: 8 % of the nodes per second at 128 KiB. At 64 MiB it gains 45 %.
    fn is_far(&self) -> bool {
        self.bytes() > 1 << 20
    }
}

/// Stores an entry and says whether it was kept. Compiled once for both callers.
#[inline(never)]
pub(super) fn offer<S: Scheme, B: Bucket<Payload: Remembered>, I: Index>(
    table: &Table<S, B, I>,
    key: Key,
    entry: SizedEntry,
    beside: NodeContext,
) -> bool {
    let payload = B::Payload::remembered(entry, beside);
    if !B::Payload::JOINS {
        return table.offer(key, payload);
    }
    table.offer(key, table.probe(key).map_or(payload, |known| payload.joined(known)))
}

/// An empty memory, for a search without a transposition table.
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
