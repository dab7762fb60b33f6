//! Moving from the lockless entry of Hyatt and Mann (2002) under the rule of Crafty.
//! `cargo run --release --example moving_lockless`
//!
//! `before` is a model of such a table; `after` replaces it. Both get the same stores and give the
//! same answers. `docs/adopting.md` says what differs.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]
#![expect(unreachable_pub, reason = "what an engine would have in files of its own")]

use supplant::Bound;
use supplant::key::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    mv: u32,
    score: i32,
    draft: u8,
    bound: Bound,
}

mod before {
    use super::{Bound, Found};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[derive(Default)]
    struct Entry([AtomicU64; 2]);

    pub struct Table {
        buckets: Vec<[Entry; 4]>,
        age: u64,
    }

    fn draft(data: u64) -> u64 {
        data >> 17 & 0x7FFF
    }
    fn age(data: u64) -> u64 {
        data >> 55
    }

    impl Entry {
        fn load(&self) -> (u64, u64) {
            let [check, data] = self.0.each_ref().map(|word| word.load(Relaxed));
            (check ^ data, data)
        }
        fn save(&self, key: u64, data: u64) {
            self.0[0].store(key ^ data, Relaxed);
            self.0[1].store(data, Relaxed);
        }
    }

    impl Table {
        pub fn new(buckets: usize) -> Self {
            assert!(buckets.is_power_of_two());
            Self { buckets: (0..buckets).map(|_| Default::default()).collect(), age: 1 }
        }
        fn bucket(&self, key: u64) -> &[Entry; 4] {
            &self.buckets[key as usize & (self.buckets.len() - 1)]
        }
        /// Refreshes the entry if the hit ends the search.
        pub fn probe(&self, key: u64, cuts: impl Fn(Found) -> bool) -> Option<Found> {
            let mut looks = self.bucket(key).iter().map(|entry| (entry, entry.load()));
            let (entry, (_, data)) = looks.find(|(_, (own, data))| *own == key && *data != 0)?;
            let (mv, score) = ((data >> 32 & 0x1F_FFFF) as u32, (data & 0x1_FFFF) as i32 - 65_536);
            let found = Found { mv, score, draft: draft(data) as u8, bound: Bound::from_code(data >> 53) };
            if cuts(found) {
                entry.save(key, data & ((1 << 55) - 1) | self.age << 55);
            }
            Some(found)
        }
        pub fn store(&self, key: u64, found: Found) {
            let Found { mv, score, draft: plies, bound } = found;
            let data = (score + 65_536) as u64 | u64::from(plies) << 17 | u64::from(mv) << 32;
            let data = data | (bound as u64) << 53 | self.age << 55;
            let bucket = self.bucket(key);
            let own = bucket.iter().find(|entry| entry.load().0 == key);
            let is_old = |entry: &&Entry| age(entry.load().1) != self.age;
            let shallowest = |entry: &&Entry| draft(entry.load().1);
            let old = || bucket.iter().filter(is_old).min_by_key(shallowest);
            let entry = own.or_else(old).or_else(|| bucket.iter().min_by_key(shallowest));
            entry.expect("a bucket has four").save(key, data);
        }
        pub fn new_search(&mut self) {
            self.age = (self.age + 1) & 511;
        }
    }
}

mod after {
    use super::{Bound, Found};
    use supplant::entry::{Bits, Facts, Payload, bucket::Pairs};
    use supplant::table::TableBuilder;
    use supplant::{Key, scheme::Crafty, table::LowBits, table::SizeError};

    /// This key spreads to `key` itself. Only for the comparison: in an engine write `Key(key)`.
    fn as_it_is(key: u64) -> Key {
        Key::from_spread(Key(key))
    }

    const SCORE: Bits = Bits::at(0..17);
    const DRAFT: Bits = Bits::at(17..25);
    const MOVE: Bits = Bits::at(25..46);
    const BOUND: Bits = Bits::at(46..48);
    const AGE: Bits = Bits::at(48..56);

    impl Payload for Found {
        type Data = [u64; 1];
        const FACTS: Facts =
            Facts { depth: Some(DRAFT), bound: Some(BOUND), mv: Some(MOVE), age: Some(AGE), ..Facts::NONE };

        fn pack(self) -> [u64; 1] {
            let moved = MOVE.of(self.mv.into()) | SCORE.of(self.score as u64);
            [moved | DRAFT.of(self.draft.into()) | BOUND.of(self.bound as u64)]
        }
        fn unpack([word]: [u64; 1]) -> Self {
            let (mv, score) = (MOVE.get(word) as u32, SCORE.get_signed(word) as i32);
            Self { mv, score, draft: DRAFT.get(word) as u8, bound: Bound::from_code(BOUND.get(word)) }
        }
    }

    pub struct Table(supplant::Table<Crafty, Pairs<4, Found>, LowBits>);

    impl Table {
        pub fn new(buckets: usize) -> Result<Self, SizeError> {
            Ok(Self(TableBuilder::new().slots(4 * buckets).build()?))
        }
        pub fn probe(&self, key: u64, cuts: impl Fn(Found) -> bool) -> Option<Found> {
            let found = self.0.probe(as_it_is(key))?;
            if cuts(found) {
                self.0.cut_by(as_it_is(key));
            }
            Some(found)
        }
        pub fn store(&self, key: u64, found: Found) {
            self.0.store(as_it_is(key), found);
        }
        pub fn new_search(&self) {
            self.0.new_generation();
        }
    }
}

fn compared(cutting: u8) -> Result<(u32, u32, u32), supplant::table::SizeError> {
    const BUCKETS: usize = 128;
    let (mut before, after) = (before::Table::new(BUCKETS), after::Table::new(BUCKETS)?);
    let mut random = SplitMix64::new(7);
    let keys: Vec<u64> = (0..3000).map(|_| random.next()).collect();
    let (mut asked, mut hits, mut differing) = (0, 0, 0);
    for _ in 0..60 {
        before.new_search();
        after.new_search();
        for _ in 0..5_000 {
            let (drawn, bits) = (random.below(keys.len() as u64) as usize, random.next());
            let (mv, draft) = (bits as u32 & 0x1F_FFFF, 1 + (bits >> 56) as u8 % 24);
            let score = (bits >> 24 & 0xFFFF) as i32 - 32_768;
            let found = Found { mv, score, draft, bound: Bound::from_code(1 + (bits >> 48) % 3) };
            before.store(keys[drawn], found);
            after.store(keys[drawn], found);
            let key = keys[random.below(keys.len() as u64) as usize];
            let answers = (
                before.probe(key, |found| found.draft >= cutting),
                after.probe(key, |found| found.draft >= 20),
            );
            asked += 1;
            hits += u32::from(answers.0.is_some());
            differing += u32::from(answers.0 != answers.1);
        }
    }
    Ok((asked, hits, differing))
}

fn main() -> Result<(), supplant::table::SizeError> {
    for (cutting, what) in [(20, "the same rule"), (21, "another rule")] {
        let (asked, hits, differing) = compared(cutting)?;
        println!("{what}: {asked} answers, {hits} hits, {differing} different");
    }
    Ok(())
}

#[test]
fn both_give_the_same_answers() {
    let (_, hits, differing) = compared(20).expect("it is small");
    assert!(hits > 30_000 && differing == 0, "{differing} of {hits}");
}

#[test]
fn another_rule_is_noticed() {
    let (_, _, differing) = compared(21).expect("it is small");
    assert!(differing > 100, "{differing}");
}
