//! Concurrency models of a scheme in a bucket, under loom.
//!
//! In every execution that loom can distinguish, within a bound on preemptions, a probe must return
//! an entry stored for its key or nothing. The models exist only with `RUSTFLAGS="--cfg loom"`.
//! `docs/memory-model.md` says what loom can and cannot see.

use std::sync::{Arc, Mutex};

use super::ageless;
use crate::entry::bucket::DataOf;
use crate::entry::{Bucket, Data, Payload};
use crate::key::{Key, SplitMix64};
use crate::scheme::Scheme;
use crate::sync::{Explorer, modelled_threads as thread};
use crate::table::{Table, TableBuilder};

/// The counts of a model. A model without hits has not met its race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Executions that loom ran.
    pub executions: u64,
    /// Probes that found an entry.
    pub hits: u64,
    /// Probes that found no entry.
    pub misses: u64,
}

const KEYS: [Key; 3] = [Key(0x0F0F_1111_2222_3331), Key(0x11A1_0F0F_3C3C_0007), Key(0x02B2_F0F0_C3C3_0102)];

fn positions<B: Bucket>(make: impl Fn(&mut SplitMix64) -> B::Payload) -> [Position<B>; 3] {
    const DRAWN: usize = 32;
    let mut random = SplitMix64::new(1);
    let mut drawn: Vec<_> = (0..DRAWN).map(|_| make(&mut random)).collect();
    let rank = |payload: &B::Payload| {
        let (facts, word) = (B::Payload::FACTS, payload.pack().first());
        [facts.depth, facts.size].map(|fact| fact.map_or(0, |bits| bits.get(word)))
    };
    drawn.retain(|payload| payload.pack().first() != 0);
    drawn.sort_by_key(rank);
    assert!(drawn.len() >= 3, "of {DRAWN} payloads made, three at least can be stored");
    let at = [0, drawn.len() / 2, drawn.len() - 1];
    std::array::from_fn(|i| Position { key: KEYS[i], payload: drawn[at[i]] })
}

struct Position<B: Bucket> {
    key: Key,
    payload: B::Payload,
}

impl<B: Bucket> Clone for Position<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Bucket> Copy for Position<B> {}

impl<B: Bucket> Position<B> {
    fn data(self) -> DataOf<B> {
        let rounded = B::Payload::unpack(B::rounded(self.payload.pack()));
        ageless::<B::Payload>(rounded.pack())
    }

    fn is(self, found: B::Payload, scheme: &str) {
        let (found, stored) = (ageless::<B::Payload>(found.pack()), self.data());
        let (name, key) = (B::NAME, self.key);
        assert!(
            found == stored,
            "{scheme} in {name}: a probe for {key:?} invents {found:x?}, and {stored:x?} was stored"
        );
    }
}

/// The mutex is `std`'s: loom does not see it, so counting adds no executions.
struct Model<S: Scheme, B: Bucket> {
    table: Arc<Table<S, B>>,
    counts: Arc<Mutex<Explored>>,
}

impl<S: Scheme, B: Bucket> Model<S, B> {
    fn spawn(&self, work: impl FnOnce(&Table<S, B>) + Send + 'static) -> thread::JoinHandle<()> {
        let table = self.table.clone();
        thread::spawn(move || work(&table))
    }

    fn probe(&self, sought: &[Position<B>]) {
        for position in sought {
            let found = self.table.probe_both(position.key);
            let mut counts = self.counts.lock().expect("a panic ends the model");
            let count = if found.iter().all(Option::is_none) { &mut counts.misses } else { &mut counts.hits };
            *count += 1;
            drop(counts);
            found.into_iter().flatten().for_each(|found| position.is(found, S::NAME));
        }
    }
}

fn explore<S: Scheme, B: Bucket>(
    preemptions: usize,
    make: impl Fn(&mut SplitMix64) -> B::Payload,
    model: impl Fn(&Model<S, B>, [Position<B>; 3]) + Send + Sync + 'static,
) -> Explored {
    let mut explorer = Explorer::new();
    // Either limit ends a run early, and the run would pass.
    assert!(explorer.max_duration.is_none(), "unset LOOM_MAX_DURATION: a truncated run shows nothing");
    assert!(
        explorer.max_permutations.is_none(),
        "unset LOOM_MAX_PERMUTATIONS: a truncated run shows nothing"
    );
    explorer.preemption_bound = Some(preemptions);
    let positions = positions::<B>(make);
    let counts = Arc::new(Mutex::new(Explored::default()));
    let counted = counts.clone();
    explorer.check(move || {
        counted.lock().expect("a panic ends the model").executions += 1;
        let table = Arc::new(TableBuilder::new().slots(B::SLOTS).build().expect("one bucket is available"));
        model(&Model { table, counts: counted.clone() }, positions);
    });
    *counts.lock().expect("a panic ends the model")
}

fn bound<B: Bucket>(most: usize) -> usize {
    if B::SLOTS <= 2 { most } else { 1 }
}

/// Two threads store two positions in an empty bucket while a third probes for both, and again at
/// the end.
///
/// # Cost
/// Seconds; a bucket of more than two slots is explored with one preemption instead of two.
///
/// # Panics
/// As loom does, in the first execution in which a probe finds an entry not stored for its key.
pub fn never_invents<S: Scheme, B: Bucket>(make: impl Fn(&mut SplitMix64) -> B::Payload) -> Explored {
    explore::<S, B>(bound::<B>(2), make, |model, [_, a, b]| {
        let writers = [a, b].map(|p| model.spawn(move |table| table.store(p.key, p.payload)));
        model.probe(&[a, b]);
        writers.into_iter().for_each(|writer| writer.join().expect("loom reports a panic first"));
        model.probe(&[a, b]);
    })
}

/// Two threads store two positions in a bucket that holds a third of lower rank.
///
/// # Panics
/// As [`never_invents`].
pub fn displaces_without_inventing<S: Scheme, B: Bucket>(
    make: impl Fn(&mut SplitMix64) -> B::Payload,
) -> Explored {
    explore::<S, B>(bound::<B>(2), make, |model, all @ [old, a, b]| {
        model.table.store(old.key, old.payload);
        let other = model.spawn(move |table| table.store(a.key, a.payload));
        model.table.store(b.key, b.payload);
        other.join().expect("loom reports a panic first");
        model.probe(&all);
    })
}

/// A hit on an old entry ends a search while another thread stores into the full bucket.
///
/// Under a scheme that refreshes entries, both threads write to one slot. This takes seconds.
///
/// # Panics
/// As [`never_invents`].
pub fn refreshes_without_inventing<S: Scheme, B: Bucket>(
    make: impl Fn(&mut SplitMix64) -> B::Payload,
) -> Explored {
    explore::<S, B>(bound::<B>(2), make, |model, [old, a, greatest]| {
        model.table.store(old.key, old.payload);
        let others = (1..B::SLOTS as u64).map(|slot| Key(SplitMix64::new(slot).next()));
        others.for_each(|key| model.table.store(key, greatest.payload));
        model.table.new_generation();
        let writer = model.spawn(move |table| table.store(a.key, a.payload));
        model.probe(&[old]);
        model.table.cut_by(old.key);
        writer.join().expect("loom reports a panic first");
        model.probe(&[old, a]);
    })
}

/// Runs all three models.
///
/// # Cost
/// The sum of the three.
///
/// # Panics
/// As [`never_invents`]; also if a model has not met its race.
pub fn all<S: Scheme, B: Bucket>(make: impl Fn(&mut SplitMix64) -> B::Payload + Copy) -> [Explored; 3] {
    let explored = [
        never_invents::<S, B>(make),
        displaces_without_inventing::<S, B>(make),
        refreshes_without_inventing::<S, B>(make),
    ];
    // The other two may end with every position in the bucket.
    let meet = explored.iter().all(|model| model.hits > 0) && explored[0].misses > 0;
    assert!(meet, "{} in {}: a model did not meet its race: {explored:?}", S::NAME, B::NAME);
    explored
}
