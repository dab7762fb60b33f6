//! The shared table: memory, index, bucket, probe, store. Mechanism only; which entry survives is the scheme's.
//!
//! # What concurrent callers may observe
//! Probes and stores from any number of threads need no coordination. A probe returns an entry that some thread stored for
//! that key, whole, or nothing (I1); it may be out of date on return. Neither waits, retries or allocates (I2). Of stores
//! racing into one bucket, any may be lost, residents with them, or an entry may end up in it twice; nothing else (I3). What is not
//! ordered by the caller is not ordered by the table: it publishes nothing but entries.
//!
//! Not here: the validation of a slot (`entry/slot.rs`), the rules (`scheme/`).

mod freshness;
mod index;
mod inspect;
mod memory;
mod occupancy;
mod pages;
mod prefetch;
mod size;
mod update;
mod with_types;

pub use index::{Fold, Index, LowBits, MultiplyShift};
pub use inspect::Finding;
pub use occupancy::Occupancy;
pub use pages::Pages;
pub use size::{Size, SizeError};
pub use update::Update;
pub use with_types::{WithTypes, with_types};

use std::fmt;
use std::marker::PhantomData;

use crate::entry::{Entry, Generation, Layout, Packed, XorPair};
use crate::key::Key;
use crate::scheme::{MAX_SLOTS, Placement, Scheme, TwoBig1};
use crate::sync::{AtomicU64, WORDS, all_at_once};
use memory::Memory;

/// Slots a sample for the occupancy looks at; smaller tables are looked at whole.
const SAMPLE: usize = 4096;

/// A transposition table shared by any number of threads.
///
/// `S` is the replacement scheme, `L` the layout of an entry, `I` the index; all three are compiled in, so that a probe or
/// a store is a handful of loads and stores without a branch on any of them.
///
/// ```
/// use supplant::{Bound, Entry, Key, Move16, Table, scheme::TwoBig1};
///
/// let table: Table<TwoBig1> = Table::with_mebibytes(16)?;
/// let entry = Entry { mv: Move16(77), score: 25, bound: Bound::Exact, depth: 9, size: 1234, ..Entry::default() };
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.store(Key(0xfeed), entry));
///     scope.spawn(|| table.probe(Key(0xfeed))); // the entry, or nothing yet
/// });
/// assert_eq!(table.probe(Key(0xfeed)).map(|found| found.score), Some(25));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub struct Table<S: Scheme = TwoBig1, L: Layout = XorPair, I: Index = MultiplyShift> {
    memory: Memory<L::Slot>,
    index: I,
    /// The current generation's number, counted without end; entries hold it modulo [`Generation::COUNT`].
    generation: AtomicU64,
    time_stamping: bool,
    update: Update,
    keeps_old_move: bool,
    scheme: PhantomData<S>,
}

/// What one look at a bucket found.
struct Snapshot<L: Layout> {
    words: [L::Words; MAX_SLOTS],
    /// As the scheme is to see them.
    residents: [Packed; MAX_SLOTS],
    /// The slot that already holds the position, and what it holds.
    same: Option<(usize, Packed)>,
}

impl<S: Scheme, L: Layout, I: Index> Table<S, L, I> {
    /// Bytes of a slot.
    pub const SLOT_BYTES: usize = size_of::<L::Slot>();

    /// A table of exactly `slots` slots, or of as many whole buckets as they fill.
    ///
    /// # Errors
    /// [`SizeError`], if that is no bucket at all, not indexable, or more memory than the system gives.
    pub fn with_slots(slots: usize) -> Result<Self, SizeError> {
        Self::with_size(Size::Slots(slots))
    }

    /// A table of at most `mebibytes` · 2²⁰ bytes.
    ///
    /// # Errors
    /// As [`Self::with_slots`].
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, SizeError> {
        Self::with_size(Size::mebibytes(mebibytes))
    }

    /// A table of the size asked for, rounded *down* to whole buckets.
    ///
    /// # Errors
    /// As [`Self::with_slots`].
    pub fn with_size(asked: Size) -> Result<Self, SizeError> {
        let slots = match asked {
            Size::Slots(slots) => slots,
            Size::Bytes(bytes) => bytes / Self::SLOT_BYTES,
        };
        let buckets = slots / S::SLOTS;
        if buckets == 0 {
            return Err(SizeError::TooSmall { asked, bucket_slots: S::SLOTS, slot_bytes: Self::SLOT_BYTES });
        }
        let index = I::over(buckets)
            .ok_or(SizeError::NotIndexable { asked, possible_slots: (1 << buckets.ilog2()) * S::SLOTS })?;
        let memory = Memory::zeroed(buckets * S::SLOTS)
            .ok_or_else(|| SizeError::OutOfMemory { asked, possible_bytes: Self::possible_bytes(slots) })?;
        Ok(Self {
            memory,
            index,
            generation: AtomicU64::new(0),
            time_stamping: false,
            update: Update::default(),
            keeps_old_move: false,
            scheme: PhantomData,
        })
    }

    #[cold]
    fn possible_bytes(refused_slots: usize) -> usize {
        size::possible::<L::Slot>(refused_slots) * Self::SLOT_BYTES
    }

    /// Turns time stamping on or off (off at first): whether entries of earlier generations lose every collision
    /// unconditionally, while a probe still finds them (1994, section 6.2).
    pub fn set_time_stamping(&mut self, on: bool) {
        self.time_stamping = on;
    }

    /// Sets which of two entries of one position is kept (at first the newer), whatever the scheme. Where a scheme holds
    /// a position twice, the first of its entries decides, here and for the move that is inherited.
    pub fn set_update(&mut self, update: Update) {
        self.update = update;
    }

    /// Sets whether an entry without a move inherits that of the entry it replaces, if both are of one position (off at
    /// first, as the studies of 1994 and 1996 have it).
    pub fn set_keeps_old_move(&mut self, on: bool) {
        self.keeps_old_move = on;
    }

    /// Returns the entry stored for `key`, or `None`.
    ///
    /// A concurrent [`store`](Self::store) is seen whole or not at all; the answer may be out of date on return. Two
    /// positions with one key are one position to the table, and its move must be checked before it is played.
    ///
    /// Under a scheme that holds a position twice it is the entry of the first slot that has one; under a scheme that
    /// refreshes, an entry of an earlier generation becomes one of the current, but is returned as it was.
    ///
    /// # Cost
    /// One bucket, which is at most one cache line; the relaxed loads of a slot until the key is found; no write, but for
    /// that refreshing, the first time in a search.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let (bucket, key) = (self.bucket(self.index.of(key)), Self::turned(key));
        for slot in bucket {
            let words = L::load(slot);
            let entry = L::open(words, key);
            if !entry.is_empty() {
                return self.found(slot, words, entry).unpack();
            }
        }
        None
    }

    /// Returns the entries stored for `key`: two at most under a scheme that holds a position twice, else one.
    ///
    /// Concurrent callers and cost: as [`probe`](Self::probe).
    #[inline]
    #[must_use]
    pub fn probe_both(&self, key: Key) -> [Option<Entry>; 2] {
        if !S::HOLDS_TWICE {
            return [self.probe(key), None];
        }
        let (bucket, key) = (self.bucket(self.index.of(key)), Self::turned(key));
        let mut entries = [None, None];
        for slot in bucket {
            let words = L::load(slot);
            let entry = L::open(words, key);
            if !entry.is_empty() {
                let place = usize::from(entries[0].is_some());
                entries[place] = self.found(slot, words, entry).unpack();
            }
        }
        entries
    }

    /// Offers `entry` for `key` to the table; the scheme decides what becomes of it. Its generation is set to the current.
    ///
    /// With one writer at a time the bucket is afterwards exactly what the scheme's rule says. Racing writers may lose an
    /// entry or leave it twice; a reader never sees a mixture.
    ///
    /// # Cost
    /// One bucket: two relaxed loads per slot, then two or four relaxed stores, or none.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        let number = self.index.of(key);
        let (bucket, key) = (self.bucket(number), Self::turned(key));
        let now = self.generation();
        let mut incoming = L::rounded(Packed::from(entry).stamped(now));
        let seen = self.look(bucket, number, key, now);
        let residents = &seen.residents[..S::SLOTS];
        let placement = match seen.same {
            Some((_, resident)) if self.update.keeps(resident, incoming, now) => return,
            Some((same, resident)) => {
                if self.keeps_old_move && !incoming.mv().is_some() {
                    incoming = incoming.with_move(resident.mv());
                }
                S::update(residents, same, incoming, now)
            }
            None => S::place(residents, incoming, now),
        };
        let sealed = L::seal(key, incoming);
        match placement {
            Placement::Discard => {}
            Placement::At(at) => L::save(&bucket[at], sealed),
            Placement::Shift { at, to } => {
                // The lower level first, from the words already seen: with one writer nothing is lost, though a reader may
                // miss what is being moved; and a second look could pair words of two entries. Claim M5;
                // `tests/loom.rs`, `shift_*`.
                L::save(&bucket[to], seen.words[at]);
                L::save(&bucket[at], sealed);
            }
            Placement::Both(first, second) => {
                L::save(&bucket[first], sealed);
                L::save(&bucket[second], sealed);
            }
        }
    }

    /// Hints that `key` will be probed soon.
    ///
    /// # Cost
    /// One multiplication and one hint instruction; nothing on architectures without one.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch::prefetch(&self.bucket(self.index.of(key))[0]);
    }

    /// Starts the next generation: entries written so far are *stamped*. They stay, and are found.
    ///
    /// Threads that store meanwhile write the old generation or the new one.
    ///
    /// However many generations pass, an old entry is never taken for a young one: see `table/freshness.rs`.
    ///
    /// # Cost
    /// One word, and nothing more in the first sixteen searches on a table. From then on a look at a 47th of the table, an
    /// 11th with [`Single`](crate::entry::Single), once a search.
    pub fn new_generation(&self) {
        // Load and store, not a read-modify-write: generations are advanced by whoever starts searches, one at a time. Of
        // two racing advances one may be lost, which stamps nothing that should not be. Relaxed: workers learn of the
        // generation through the lock that hands them the job. Claim M7.
        let number = self.generation.load(WORDS).wrapping_add(1);
        self.generation.store(number, WORDS);
        self.restamp_stripe(number);
    }

    /// The current generation.
    #[inline]
    #[must_use]
    pub fn generation(&self) -> Generation {
        // Relaxed: see `new_generation`.
        Self::generation_of(self.generation.load(WORDS))
    }

    #[inline]
    fn generation_of(number: u64) -> Generation {
        Generation::new((number % u64::from(Generation::COUNT)) as u8)
    }

    /// Empties the table with `threads` threads, and starts again with generation 0. Exclusive, so that no search can be
    /// running on it: the type says so (claim M10).
    ///
    /// ```
    /// # use supplant::{Table, scheme::New};
    /// let mut table = Table::<New>::with_slots(8)?;
    /// table.clear(2);
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    /// ```compile_fail,E0596
    /// # use supplant::{Table, scheme::New};
    /// let table = Table::<New>::with_slots(8)?;
    /// table.clear(2); // a shared table
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Cost
    /// One write of the whole memory, shared among the threads.
    pub fn clear(&mut self, threads: usize) {
        let slots = self.memory.as_mut_slice();
        let stripe = slots.len().div_ceil(threads.max(1));
        all_at_once(slots.chunks_mut(stripe).map(|stripe| || stripe.fill_with(L::Slot::default)));
        self.generation = AtomicU64::new(0);
    }

    /// Replaces the memory by an empty one of another size. Exclusive, like [`clear`](Self::clear).
    ///
    /// ```compile_fail,E0596
    /// # use supplant::{Table, scheme::New, table::Size};
    /// let table = Table::<New>::with_slots(8)?;
    /// table.resize(Size::Slots(16))?; // a shared table
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::with_slots`]; the table is then as it was.
    pub fn resize(&mut self, asked: Size) -> Result<(), SizeError> {
        let mut resized = Self::with_size(asked)?;
        resized.time_stamping = self.time_stamping;
        resized.update = self.update;
        resized.keeps_old_move = self.keeps_old_move;
        *self = resized;
        Ok(())
    }

    /// Slots the table has.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.memory.len()
    }

    /// Bytes its slots take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots() * Self::SLOT_BYTES
    }

    /// How full the table is, sampled at even distances over the whole of it. Dead slots count as occupied.
    ///
    /// # Cost
    /// At most 4096 slots, each in a line of its own: some tens of microseconds.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        let (slots, now) = (self.slots(), self.generation());
        let sampled = slots.min(SAMPLE);
        let mut seen = Occupancy { sampled, occupied: 0, current: 0 };
        for i in 0..sampled {
            let at = (i as u128 * slots as u128 / sampled as u128) as usize;
            let entry = Self::dated(L::peek(L::load(self.memory.get(at))), now);
            seen.occupied += usize::from(!entry.is_empty());
            seen.current += usize::from(!entry.is_empty() && entry.generation() == now);
        }
        seen
    }

    /// The keys the table holds entries for, in slot order, where the layout can tell.
    ///
    /// # Cost
    /// The whole memory.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        let slots = self.memory.as_slice().iter().enumerate();
        let claimed = |slot| L::claimed_key(L::load(slot)).map(Self::turned_back);
        let keyed = slots.filter_map(move |(i, slot)| claimed(slot).map(|key| (i / S::SLOTS, key)));
        // A dead slot claims a key of another bucket.
        keyed.filter(|&(bucket, key)| self.index.of(key) == bucket).map(|(_, key)| key)
    }

    /// What each slot holds, in slot order, whatever its key; unvalidated, and `None` for an empty one.
    ///
    /// # Cost
    /// The whole memory.
    pub fn entries(&self) -> impl Iterator<Item = Option<Entry>> + '_ {
        let (slots, now) = (self.memory.as_slice(), self.generation());
        slots.iter().map(move |slot| Self::dated(L::peek(L::load(slot)), now).unpack())
    }

    /// The key with the bits that do not choose its bucket at the low end, where layouts verify first.
    #[inline]
    fn turned(key: Key) -> Key {
        Key(key.0.rotate_left(I::TURN))
    }

    #[inline]
    fn turned_back(key: Key) -> Key {
        Key(key.0.rotate_right(I::TURN))
    }

    #[inline]
    fn bucket(&self, number: usize) -> &[L::Slot] {
        self.memory.bucket(number * S::SLOTS, S::SLOTS)
    }

    /// Whether the words hold an entry of bucket `number`: those that claim a key of another are of two writers. Claim M6.
    #[inline]
    fn is_resident(&self, words: L::Words, number: usize) -> bool {
        L::is_resident(words, |claimed| self.index.of(Self::turned_back(claimed)) == number)
    }

    /// One look at every slot of bucket `number`, for the turned `key`.
    #[inline]
    fn look(&self, bucket: &[L::Slot], number: usize, key: Key, now: Generation) -> Snapshot<L> {
        let mut words = [L::load(&bucket[0]); MAX_SLOTS];
        for i in 1..S::SLOTS {
            words[i] = L::load(&bucket[i]);
        }
        let mut seen = Snapshot { words, residents: [Packed::EMPTY; MAX_SLOTS], same: None };
        for (i, &words) in seen.words.iter().enumerate().take(S::SLOTS) {
            // To the scheme a dead slot is an empty one. Claim M6.
            if !self.is_resident(words, number) {
                continue;
            }
            let resident = Self::dated(L::peek(words), now);
            if seen.same.is_none() && !L::open(words, key).is_empty() {
                seen.same = Some((i, resident));
            }
            let stamped = self.time_stamping && resident.generation() != now;
            seen.residents[i] = if stamped { Packed::EMPTY } else { resident };
        }
        seen
    }
}

impl<S: Scheme, L: Layout, I: Index> fmt::Debug for Table<S, L, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("scheme", &S::NAME)
            .field("layout", &L::NAME)
            .field("slots", &self.slots())
            .field("generation", &self.generation())
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
