//! Instructions of a probe and of a store, by scheme and layout, counted by valgrind: equal in
//! every run.
//!
//! `.ci/instructions.sh` runs this benchmark and compares with `.ci/instructions.txt`. It needs
//! valgrind and gungraun's runner, which `.ci/setup` installs. The operations are:
//!
//! | operation | what is counted |
//! |---|---|
//! | `hit` | a probe that finds its entry |
//! | `miss` | a probe of a full bucket that finds no entry |
//! | `store` | a store of a position without an entry, into a full bucket |
//! | `renew` | a store of a position with an entry |
//! | `place` | a miss that gives a place (some schemes) |
//! | `visit` | the same and the store at that place, so that a store at a place is `visit` − `place` |
//! | `hit2`, `miss2`, … | the same after ages have wrapped once (some schemes) |
//!
//! The count includes the loop and the writing of the answer to memory. Entries are `SizedEntry`;
//! `entry10` is `cluster10` with `Entry`, as engines use it.
#![allow(missing_docs, reason = "gungraun's macros make items")]

use std::hint::black_box;

use gungraun::{Callgrind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use supplant::entry::bucket::Cluster;
use supplant::entry::bucket::LayoutName::{self, Cluster10, Line8, Single8, Xor16};
use supplant::entry::bucket::Ready;
use supplant::entry::{Bucket, Entry, Marks, Payload};
use supplant::key::SplitMix64;
use supplant::scheme::SchemeName::{
    self, Ancient, Big1, BigAll, Crafty, Deep, DepthAge, ExactAge, FourBig, FourIter, Merit, New, Old,
    Principal, Siege, Stale, Thompson, TwoBig1, TwoBig1Pv, TwoDeep, TwoNear, TwoNearPv, Undercut, WideBig,
    WideDeep,
};
use supplant::scheme::{Scheme, Visit};
use supplant::{Bound, Key, Move16, SizedEntry, Table, TableBuilder};

const SLOTS: usize = 1024;
/// These stores fill each bucket. A new search begins halfway, so some entries are old.
const FILLING: usize = 32 * SLOTS;
const OPERATIONS: usize = 1000;
const CONTROL: &str = "INSTRUCTIONS_PERMILLE";

trait Drawn: Payload {
    fn drawn(random: u64) -> Self;
}

trait Batch {
    fn probe_all(&self);
    fn store_all(&self);
    fn place_all(&self);
    fn visit_all(&self);
}

struct Prepared<S: Scheme, B: Bucket> {
    table: Table<S, B>,
    positions: Vec<(Key, B::Payload)>,
}

impl<S: Scheme, B: Bucket> Batch for Prepared<S, B> {
    fn probe_all(&self) {
        for &(key, _) in &self.positions {
            black_box(self.table.probe(key));
        }
    }

    fn store_all(&self) {
        for &(key, entry) in &self.positions {
            self.table.store(key, entry);
        }
    }

    fn place_all(&self) {
        for &(key, _) in &self.positions {
            black_box(self.table.probe_place(key));
        }
    }

    fn visit_all(&self) {
        for &(key, entry) in &self.positions {
            let (_, place) = black_box(self.table.probe_place(key));
            self.table.store_at(place, entry);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Present,
    Absent,
}

#[derive(Clone, Copy)]
struct Prepare {
    wanted: Wanted,
    stores: bool,
    /// The searches before the first store.
    searches: usize,
}

const HIT: Prepare = Prepare { wanted: Wanted::Present, stores: false, searches: 0 };
const MISS: Prepare = Prepare { wanted: Wanted::Absent, stores: false, searches: 0 };
const STORE: Prepare = Prepare { wanted: Wanted::Absent, stores: true, searches: 0 };
const RENEW: Prepare = Prepare { wanted: Wanted::Present, stores: true, searches: 0 };
/// In the second epoch of ready entries, whose ages have six bits.
const SECOND: usize = 64;
const HIT2: Prepare = Prepare { searches: SECOND, ..HIT };
const MISS2: Prepare = Prepare { searches: SECOND, ..MISS };
const STORE2: Prepare = Prepare { searches: SECOND, ..STORE };

impl Visit for Prepare {
    type Payload = SizedEntry;
    type Out = Box<dyn Batch>;

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> Box<dyn Batch> {
        self.batch::<S, B>()
    }
}

impl Prepare {
    fn batch<S: Scheme, B: Bucket<Payload: Drawn>>(self) -> Box<dyn Batch> {
        let (table, stored) = filled::<S, B>(self.searches);
        // Another table gets the same stores, so that each position is present or absent at its
        // turn.
        let (rehearsal, _) = filled::<S, B>(self.searches);
        let mut random = SplitMix64::new(2);
        let candidates = std::iter::repeat_with(|| match self.wanted {
            Wanted::Present => {
                (stored[random.below(FILLING as u64) as usize], B::Payload::drawn(random.next()))
            }
            Wanted::Absent => (Key(random.next()), B::Payload::drawn(random.next())),
        });
        let positions = candidates
            .filter(|&(key, entry)| {
                let is_wanted = rehearsal.probe(key).is_some() == (self.wanted == Wanted::Present);
                if is_wanted && self.stores {
                    rehearsal.store(key, entry);
                }
                is_wanted
            })
            .take(operations())
            .collect();
        Box::new(Prepared { table, positions })
    }
}

fn operations() -> usize {
    let permille = std::env::var(CONTROL).ok().filter(|value| !value.is_empty());
    permille.map_or(OPERATIONS, |value| OPERATIONS * value.parse::<usize>().expect("thousandths") / 1000)
}

fn filled<S: Scheme, B: Bucket<Payload: Drawn>>(searches: usize) -> (Table<S, B>, Vec<Key>) {
    let table = TableBuilder::new().slots(SLOTS).build().expect("the table is small");
    (0..searches).for_each(|_| table.new_generation());
    let mut random = SplitMix64::new(1);
    let keys: Vec<_> = (0..FILLING)
        .map(|stores| {
            if stores == FILLING / 2 {
                table.new_generation();
            }
            let key = Key(random.next());
            table.store(key, B::Payload::drawn(random.next()));
            key
        })
        .collect();
    assert!(table.by_slot().all(|held| held.is_some()), "{} in {}: a slot is empty", S::NAME, B::NAME);
    (table, keys)
}

impl Drawn for SizedEntry {
    fn drawn(random: u64) -> Self {
        let depth = random.leading_zeros() as u8;
        let bound = match random % 8 {
            0 => Bound::Exact,
            1..=3 => Bound::Upper,
            _ => Bound::Lower,
        };
        Self {
            mv: Move16((random >> 8) as u16 | 1),
            score: (random >> 24) as i16 / 64,
            bound,
            depth,
            size: 5u64.saturating_pow(depth.into()) + (random >> 40) % 5,
            principal: (random >> 3).is_multiple_of(8),
            marks: Marks::NONE,
        }
    }
}

impl Drawn for Entry {
    fn drawn(random: u64) -> Self {
        let SizedEntry { mv, score, bound, depth, principal: pv, .. } = SizedEntry::drawn(random);
        Self { mv, score, evaluation: (random >> 44) as i16 / 64, bound, depth, pv }
    }
}

fn prepared(scheme: SchemeName, layout: LayoutName, prepare: Prepare) -> Box<dyn Batch> {
    scheme.visit_in(layout, prepare).expect("the scheme fits the layout")
}

fn engine(prepare: Prepare) -> Box<dyn Batch> {
    prepare.batch::<supplant::scheme::DepthAge, Cluster<Entry>>()
}

const _: () = assert!(SchemeName::ALL.len() == 24, "each scheme has a line below");

/// Returns the batch, whose drop is not counted. Cases and function are written out, because
/// gungraun's names do not meet names passed into a macro.
macro_rules! counted {
    (mod $module:ident, $operation:ident: $prepare:expr, $work:ident) => {
        mod $module {
            use super::*;

            #[library_benchmark]
            #[bench::new_xor16(prepared(New, Xor16, $prepare))]
            #[bench::old_xor16(prepared(Old, Xor16, $prepare))]
            #[bench::deep_xor16(prepared(Deep, Xor16, $prepare))]
            #[bench::big1_xor16(prepared(Big1, Xor16, $prepare))]
            #[bench::bigall_xor16(prepared(BigAll, Xor16, $prepare))]
            #[bench::twodeep_xor16(prepared(TwoDeep, Xor16, $prepare))]
            #[bench::twobig1_xor16(prepared(TwoBig1, Xor16, $prepare))]
            #[bench::thompson_xor16(prepared(Thompson, Xor16, $prepare))]
            #[bench::ancient_xor16(prepared(Ancient, Xor16, $prepare))]
            #[bench::stale_xor16(prepared(Stale, Xor16, $prepare))]
            #[bench::principal_xor16(prepared(Principal, Xor16, $prepare))]
            #[bench::depthage_xor16(prepared(DepthAge, Xor16, $prepare))]
            #[bench::crafty_xor16(prepared(Crafty, Xor16, $prepare))]
            #[bench::exactage_xor16(prepared(ExactAge, Xor16, $prepare))]
            #[bench::undercut_xor16(prepared(Undercut, Xor16, $prepare))]
            #[bench::twonear_xor16(prepared(TwoNear, Xor16, $prepare))]
            #[bench::twobig1pv_xor16(prepared(TwoBig1Pv, Xor16, $prepare))]
            #[bench::twonearpv_xor16(prepared(TwoNearPv, Xor16, $prepare))]
            #[bench::fourbig_xor16(prepared(FourBig, Xor16, $prepare))]
            #[bench::widebig_xor16(prepared(WideBig, Xor16, $prepare))]
            #[bench::widedeep_xor16(prepared(WideDeep, Xor16, $prepare))]
            #[bench::siege_xor16(prepared(Siege, Xor16, $prepare))]
            #[bench::fouriter_xor16(prepared(FourIter, Xor16, $prepare))]
            #[bench::merit_xor16(prepared(Merit, Xor16, $prepare))]
            #[bench::deep_single8(prepared(Deep, Single8, $prepare))]
            #[bench::twobig1_single8(prepared(TwoBig1, Single8, $prepare))]
            #[bench::siege_single8(prepared(Siege, Single8, $prepare))]
            #[bench::depthage_line8(prepared(DepthAge, Line8, $prepare))]
            #[bench::undercut_line8(prepared(Undercut, Line8, $prepare))]
            #[bench::depthage_cluster10(prepared(DepthAge, Cluster10, $prepare))]
            #[bench::undercut_cluster10(prepared(Undercut, Cluster10, $prepare))]
            #[bench::depthage_entry10(engine($prepare))]
            fn counted(batch: Box<dyn Batch>) -> Box<dyn Batch> {
                batch.$work();
                batch
            }

            library_benchmark_group!(name = $operation, benchmarks = counted);
        }
    };
}

/// The same in the schemes and layouts that differ most.
macro_rules! some_counted {
    (mod $module:ident, $operation:ident: $prepare:expr, $work:ident) => {
        mod $module {
            use super::*;

            #[library_benchmark]
            #[bench::new_xor16(prepared(New, Xor16, $prepare))]
            #[bench::twobig1_xor16(prepared(TwoBig1, Xor16, $prepare))]
            #[bench::depthage_xor16(prepared(DepthAge, Xor16, $prepare))]
            #[bench::crafty_xor16(prepared(Crafty, Xor16, $prepare))]
            #[bench::exactage_xor16(prepared(ExactAge, Xor16, $prepare))]
            #[bench::fourbig_xor16(prepared(FourBig, Xor16, $prepare))]
            #[bench::siege_xor16(prepared(Siege, Xor16, $prepare))]
            #[bench::fouriter_xor16(prepared(FourIter, Xor16, $prepare))]
            #[bench::merit_xor16(prepared(Merit, Xor16, $prepare))]
            #[bench::depthage_cluster10(prepared(DepthAge, Cluster10, $prepare))]
            #[bench::depthage_entry10(engine($prepare))]
            fn counted(batch: Box<dyn Batch>) -> Box<dyn Batch> {
                batch.$work();
                batch
            }

            library_benchmark_group!(name = $operation, benchmarks = counted);
        }
    };
}

some_counted!(mod places, place: MISS, place_all);
some_counted!(mod visits, visit: STORE, visit_all);
some_counted!(mod second_hits, hit2: HIT2, probe_all);
some_counted!(mod second_misses, miss2: MISS2, probe_all);
some_counted!(mod second_stores, store2: STORE2, store_all);
some_counted!(mod second_places, place2: MISS2, place_all);
counted!(mod hits, hit: HIT, probe_all);
counted!(mod misses, miss: MISS, probe_all);
counted!(mod stores, store: STORE, store_all);
counted!(mod renewals, renew: RENEW, store_all);

use hits::hit;
use misses::miss;
use places::place;
use renewals::renew;
use second_hits::hit2;
use second_misses::miss2;
use second_places::place2;
use second_stores::store2;
use stores::store;
use visits::visit;

main!(
    config = LibraryBenchmarkConfig::default()
        .pass_through_env(CONTROL)
        .tool(Callgrind::with_args(["--branch-sim=yes", "--cache-sim=no"])),
    library_benchmark_groups = [hit, miss, store, renew, place, visit, hit2, miss2, store2, place2]
);
