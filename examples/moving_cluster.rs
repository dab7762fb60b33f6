//! Moving from clusters of three ten-byte entries in 32 bytes, the layout of the Stockfish family.
//! `cargo run --release --example moving_cluster`
//!
//! `before` is a model of such a table; `after` replaces it. Both get the same stores and give the
//! same answers. `docs/adopting.md` says what differs.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]
#![expect(unreachable_pub, reason = "what an engine would have in files of its own")]

use supplant::Bound;
use supplant::key::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    mv: u16,
    value: i16,
    eval: i16,
    depth: u8,
    bound: Bound,
    pv: bool,
}

mod before {
    use super::{Bound, Found};

    /// Depths are stored with an offset, so depth 0 is an empty entry.
    #[repr(C)]
    #[derive(Clone, Copy, Default)]
    struct Entry {
        key16: u16,
        depth8: u8,
        gen_bound8: u8,
        move16: u16,
        value16: i16,
        eval16: i16,
    }

    #[repr(C, align(32))]
    #[derive(Clone, Copy, Default)]
    struct Cluster([Entry; 3]);

    pub struct Table {
        clusters: Vec<Cluster>,
        generation: u8,
    }

    impl Entry {
        fn age(&self, now: u8) -> u8 {
            now.wrapping_sub(self.gen_bound8 >> 3) & 31
        }
        fn worth(&self, now: u8) -> i32 {
            i32::from(self.depth8) - 8 * i32::from(self.age(now))
        }
        /// A result that is less than `margin` plies shallower replaces its own position's entry.
        fn yields_to(&self, key16: u16, found: Found, now: u8, margin: i32) -> bool {
            let reach = i32::from(found.depth) + 2 * i32::from(found.pv);
            let replaces = found.bound == Bound::Exact || reach > i32::from(self.depth8) - margin;
            self.key16 != key16 || replaces || self.age(now) > 0
        }
    }

    impl Table {
        pub fn new(clusters: usize) -> Self {
            assert_eq!(size_of::<Cluster>(), 32);
            Self { clusters: vec![Cluster::default(); clusters], generation: 0 }
        }
        fn index(&self, key: u64) -> usize {
            ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
        }
        pub fn probe(&self, key: u64) -> Option<Found> {
            let entries = &self.clusters[self.index(key)].0;
            let entry = entries.iter().find(|entry| entry.key16 == key as u16 && entry.depth8 != 0)?;
            Some(Found {
                mv: entry.move16,
                value: entry.value16,
                eval: entry.eval16,
                depth: entry.depth8,
                bound: Bound::from_code(entry.gen_bound8.into()),
                pv: entry.gen_bound8 & 4 != 0,
            })
        }
        pub fn save(&mut self, key: u64, found: Found, margin: i32) {
            let (at, now, key16) = (self.index(key), self.generation, key as u16);
            let entries = &mut self.clusters[at].0;
            let own = entries.iter().position(|entry| entry.key16 == key16);
            let least = || (0..3).min_by_key(|&slot| entries[slot].worth(now)).unwrap_or(0);
            let slot = own.unwrap_or_else(least);
            let entry = &mut entries[slot];
            if found.mv != 0 || entry.key16 != key16 {
                entry.move16 = found.mv;
            }
            if entry.yields_to(key16, found, now, margin) {
                let gen_bound8 = now << 3 | u8::from(found.pv) << 2 | found.bound as u8;
                let (depth8, value16, eval16) = (found.depth, found.value, found.eval);
                *entry = Entry { key16, depth8, gen_bound8, move16: entry.move16, value16, eval16 };
            }
        }
        pub fn new_search(&mut self) {
            self.generation = (self.generation + 1) & 31;
        }
    }
}

mod after {
    use super::Found;
    use supplant::entry::{Entry, bucket::Cluster};
    use supplant::table::TableBuilder;
    use supplant::{Key, Move16, scheme::DepthAge, table::SizeError};

    /// This key spreads to `key` itself. Only for the comparison: in an engine write `Key(key)`.
    fn as_it_is(key: u64) -> Key {
        Key::from_spread(Key(key))
    }

    pub struct Table(supplant::Table<DepthAge, Cluster<Entry>>);

    impl Table {
        pub fn new(clusters: usize) -> Result<Self, SizeError> {
            Ok(Self(TableBuilder::new().slots(3 * clusters).build()?))
        }
        pub fn probe(&self, key: u64) -> Option<Found> {
            let Entry { mv, score, evaluation, bound, depth, pv } = self.0.probe(as_it_is(key))?;
            Some(Found { mv: mv.0, value: score, eval: evaluation, depth, bound, pv })
        }
        pub fn save(&self, key: u64, found: Found) {
            let Found { mv, value, eval, depth, bound, pv } = found;
            let entry = Entry { mv: Move16(mv), score: value, evaluation: eval, bound, depth, pv };
            self.0.store(as_it_is(key), entry);
        }
        pub fn new_search(&self) {
            self.0.new_generation();
        }
    }
}

fn compared(searches: u32, stores: u32, margin: i32) -> Result<(u32, u32, u32), supplant::table::SizeError> {
    const CLUSTERS: usize = 256;
    let (mut before, after) = (before::Table::new(CLUSTERS), after::Table::new(CLUSTERS)?);
    let mut random = SplitMix64::new(7);
    // Twins differ only in bit 30, which is neither in the cluster's index nor in the 16 bits kept.
    let keys: Vec<u64> = (0..2000).map(|_| random.next()).flat_map(|key| [key, key ^ 1 << 30]).collect();
    let (mut asked, mut hits, mut differing) = (0, 0, 0);
    for _ in 0..searches {
        before.new_search();
        after.new_search();
        for _ in 0..stores {
            let (drawn, bits) = (random.below(keys.len() as u64) as usize, random.next());
            let bound = Bound::from_code(1 + (bits >> 32) % 3);
            let mv = if bound == Bound::Upper || bits & 7 == 0 { 0 } else { (bits >> 8) as u16 };
            let (value, eval, depth) =
                ((bits >> 16) as i16, (bits >> 40) as i16, 1 + (bits >> 56) as u8 % 24);
            let found = Found { mv, value, eval, depth, bound, pv: bits & 64 != 0 };
            before.save(keys[drawn], found, margin);
            after.save(keys[drawn], found);
            let key = keys[random.below(keys.len() as u64) as usize];
            let answers = (before.probe(key), after.probe(key));
            asked += 1;
            hits += u32::from(answers.0.is_some());
            differing += u32::from(answers.0 != answers.1);
        }
    }
    Ok((asked, hits, differing))
}

fn main() -> Result<(), supplant::table::SizeError> {
    for (searches, stores, margin) in [(12, 20_000, 4), (12, 20_000, 3), (40, 30, 4)] {
        let (asked, hits, differing) = compared(searches, stores, margin)?;
        println!(
            "{searches} searches of {stores} stores, margin {margin}: {asked} answers, {hits} hits, {differing} different"
        );
    }
    Ok(())
}

#[test]
fn both_give_the_same_answers() {
    for (searches, stores, least) in [(12, 20_000, 40_000), (12, 300, 500), (15, 100, 200)] {
        let (_, hits, differing) = compared(searches, stores, 4).expect("it is small");
        assert!(hits > least && differing == 0, "{differing} of {hits}");
    }
}

#[test]
fn another_rule_is_noticed() {
    let (_, _, differing) = compared(12, 20_000, 3).expect("it is small");
    assert!(differing > 1000, "{differing}");
}

/// Ages are counted modulo 32: in the model an entry of 32 searches ago looks young again.
#[test]
fn they_part_where_an_old_entry_would_look_young() {
    let (_, _, differing) = compared(40, 30, 4).expect("it is small");
    assert!(differing > 0);
}
