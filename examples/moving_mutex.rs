//! Moving from a plain array of entries behind a mutex:
//! `cargo run --release --example moving_mutex`
//!
//! `before` is a model of such a table; `after` replaces it. Both give the same answers to one
//! thread. Then two threads measure both.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]
#![expect(unreachable_pub, reason = "what an engine would have in files of its own")]

use std::time::Instant;
use supplant::key::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    best: Option<Move>,
    value: i32,
    draft: u8,
    flag: Flag,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Move {
    from: u8,
    to: u8,
    promotion: u8,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Flag {
    AtMost,
    AtLeast,
    Exactly,
}

mod before {
    use super::Found;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[derive(Clone, Copy)]
    struct Entry {
        key: u64,
        search: u32,
        found: Found,
    }

    pub struct Table {
        entries: Mutex<Vec<Option<Entry>>>,
        search: AtomicU32,
    }

    impl Table {
        pub fn new(entries: usize) -> Self {
            Self { entries: Mutex::new(vec![None; entries]), search: AtomicU32::new(0) }
        }
        pub fn get(&self, key: u64) -> Option<Found> {
            let entries = self.entries.lock().expect("no thread panics with the table");
            let at = key as usize % entries.len();
            entries[at].filter(|entry| entry.key == key).map(|entry| entry.found)
        }
        /// Keeps the deeper; equals and earlier searches yield. `credit` favours the new one.
        pub fn put(&self, key: u64, found: Found, credit: u8) {
            let search = self.search.load(Relaxed);
            let mut entries = self.entries.lock().expect("no thread panics with the table");
            let at = key as usize % entries.len();
            if entries[at].is_none_or(|old| old.search != search || found.draft + credit >= old.found.draft) {
                entries[at] = Some(Entry { key, search, found });
            }
        }
        pub fn next_search(&self) {
            self.search.fetch_add(1, Relaxed);
        }
    }
}

mod after {
    use super::{Flag, Found, Move};
    use supplant::entry::{Bits, Bound, Facts, Payload, bucket::Pairs};
    use supplant::table::TableBuilder;
    use supplant::{Key, scheme::Ancient, table::LowBits, table::SizeError};

    /// This key spreads to `key` itself. Only for the comparison: in an engine write `Key(key)`.
    fn as_it_is(key: u64) -> Key {
        Key::from_spread(Key(key))
    }

    const MOVE: Bits = Bits::at(0..16);
    const VALUE: Bits = Bits::at(16..40);
    const DRAFT: Bits = Bits::at(40..48);
    const BOUND: Bits = Bits::at(48..50);
    const AGE: Bits = Bits::at(50..56);

    /// Sets the highest bit in every move, because 0 means no move.
    fn to_bits(Move { from, to, promotion }: Move) -> u64 {
        1 << 15 | u64::from(promotion) << 12 | u64::from(to) << 6 | u64::from(from)
    }
    fn from_bits(bits: u64) -> Option<Move> {
        let field = |at: u32, most: u64| (bits >> at & most) as u8;
        (bits != 0).then(|| Move { from: field(0, 63), to: field(6, 63), promotion: field(12, 7) })
    }

    impl Payload for Found {
        type Data = [u64; 1];
        const FACTS: Facts =
            Facts { depth: Some(DRAFT), bound: Some(BOUND), mv: Some(MOVE), age: Some(AGE), ..Facts::NONE };

        fn pack(self) -> [u64; 1] {
            let bound = match self.flag {
                Flag::AtMost => Bound::Upper,
                Flag::AtLeast => Bound::Lower,
                Flag::Exactly => Bound::Exact,
            };
            let known = MOVE.of(self.best.map_or(0, to_bits)) | VALUE.of(self.value as u64);
            [known | DRAFT.of(self.draft.into()) | BOUND.of(bound as u64)]
        }
        fn unpack([word]: [u64; 1]) -> Self {
            let flag = match Bound::from_code(BOUND.get(word)) {
                Bound::None | Bound::Upper => Flag::AtMost,
                Bound::Lower => Flag::AtLeast,
                Bound::Exact => Flag::Exactly,
            };
            let (best, value) = (from_bits(MOVE.get(word)), VALUE.get_signed(word) as i32);
            Self { best, value, draft: DRAFT.get(word) as u8, flag }
        }
    }

    pub struct Table(supplant::Table<Ancient, Pairs<1, Found>, LowBits>);

    impl Table {
        pub fn new(entries: usize) -> Result<Self, SizeError> {
            Ok(Self(TableBuilder::new().slots(entries).build()?))
        }
        pub fn get(&self, key: u64) -> Option<Found> {
            self.0.probe(as_it_is(key))
        }
        pub fn put(&self, key: u64, found: Found) {
            self.0.store(as_it_is(key), found);
        }
        pub fn next_search(&self) {
            self.0.new_generation();
        }
    }
}

fn drawn(bits: u64) -> Found {
    let (from, to, promotion) = (bits as u8 & 63, (bits >> 8) as u8 & 63, (bits >> 16) as u8 & 7);
    let best = (bits >> 20 & 7 != 0).then_some(Move { from, to, promotion });
    let value = (bits >> 24 & 0x1F_FFFF) as i32 - 1_000_000;
    let flag = [Flag::AtMost, Flag::AtLeast, Flag::Exactly][(bits >> 50) as usize % 3];
    Found { best, value, draft: (bits >> 56) as u8 % 24, flag }
}

fn compared(credit: u8) -> Result<(u32, u32, u32), supplant::table::SizeError> {
    const ENTRIES: usize = 512;
    let (before, after) = (before::Table::new(ENTRIES), after::Table::new(ENTRIES)?);
    let mut random = SplitMix64::new(7);
    let keys: Vec<u64> = (0..3000).map(|_| random.next()).collect();
    let (mut asked, mut hits, mut differing) = (0, 0, 0);
    for _ in 0..60 {
        before.next_search();
        after.next_search();
        for _ in 0..5_000 {
            let key = keys[random.below(keys.len() as u64) as usize];
            let found = drawn(random.next());
            before.put(key, found, credit);
            after.put(key, found);
            let key = keys[random.below(keys.len() as u64) as usize];
            let (old, new) = (before.get(key), after.get(key));
            asked += 1;
            hits += u32::from(old.is_some());
            differing += u32::from(old != new);
        }
    }
    Ok((asked, hits, differing))
}

/// Nanoseconds of a probe and a store, by two threads at once.
fn timed(get: impl Fn(u64) -> Option<Found> + Sync, put: impl Fn(u64, Found) + Sync) -> f64 {
    const STEPS: u32 = 2_000_000;
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (get, put) = (&get, &put);
            scope.spawn(move || {
                let mut random = SplitMix64::new(thread);
                for _ in 0..STEPS {
                    let key = random.next() & !0 << 40 | random.below(1 << 17);
                    if get(key).is_none() {
                        put(key, drawn(key));
                    }
                }
            });
        }
    });
    start.elapsed().as_nanos() as f64 / f64::from(STEPS)
}

fn main() -> Result<(), supplant::table::SizeError> {
    for credit in [0, 1] {
        let (asked, hits, differing) = compared(credit)?;
        println!("credit of {credit} plies: {asked} answers, {hits} hits, {differing} different");
    }
    let (before, after) = (before::Table::new(1 << 16), after::Table::new(1 << 16)?);
    let locked = timed(|key| before.get(key), |key, found| before.put(key, found, 0));
    let shared = timed(|key| after.get(key), |key, found| after.put(key, found));
    println!("two threads, a look-up and a store: {locked:.0} ns behind the mutex, {shared:.0} ns without");
    Ok(())
}

#[test]
fn both_give_the_same_answers() {
    let (_, hits, differing) = compared(0).expect("it is small");
    assert!(hits > 30_000 && differing == 0, "{differing} of {hits}");
}

#[test]
fn another_rule_is_noticed() {
    let (_, _, differing) = compared(1).expect("it is small");
    assert!(differing > 1000, "{differing}");
}
