//! All checks in one call.

use std::time::Duration;

use supplant::SizedEntry;
use supplant::conformance::stress::Stress;
use supplant::conformance::{Noted, Plied, all, any_entry, bench};
use supplant::entry::bucket::{Checked, Cluster, OneWord, Pairs};
use supplant::entry::{Entry, FullEntry, Visits};
use supplant::key::SplitMix64;
use supplant::scheme::{DepthAge, New, Siege, Thompson, TwoBig1, TwoNear};

use crate::Sound;
use crate::pair::{KeyBesideData, Pair};

fn any_visits(random: &mut SplitMix64) -> Visits {
    Visits { visits: 1 + random.below(99) as u32, value: random.below(1 << 20) as f32 }
}

fn any_engine_entry(random: &mut SplitMix64) -> Entry {
    Entry { score: random.next() as i16, evaluation: random.next() as i16, ..Entry::default() }
}

fn any_full_entry(random: &mut SplitMix64) -> FullEntry {
    FullEntry { score: random.next() as i16, octaves: random.below(32) as u8, ..FullEntry::default() }
}

fn any_noted(random: &mut SplitMix64) -> Noted {
    Noted { entry: any_entry(random), note: random.next() }
}

fn any_plied(random: &mut SplitMix64) -> Plied {
    Plied { entry: SizedEntry { size: 0, ..any_entry(random) }, ply: random.below(9) as u8 }
}

#[test]
fn all_checks_pass_for_ready_things_and_for_a_bucket_of_ones_own() {
    let all = [
        all::<TwoBig1, Pairs<2, SizedEntry>>(any_entry),
        all::<Thompson, OneWord<2, SizedEntry>>(any_entry),
        all::<TwoBig1, Pairs<2, Visits>>(any_visits),
        all::<TwoBig1, Checked<2, 2, Noted>>(any_noted),
        all::<TwoNear, Pairs<2, Plied>>(any_plied),
        all::<DepthAge, Cluster<Entry>>(any_engine_entry),
        all::<Siege, Cluster<FullEntry>>(any_full_entry),
        all::<TwoBig1, Pair<2, Sound>>(any_entry),
    ];
    all.into_iter().for_each(|checked| checked.unwrap_or_else(|divergence| panic!("{divergence}")));
}

#[test]
fn under_stress_the_key_beside_the_data_gives_wrong_answers() {
    let time = Duration::from_millis(250);
    let wrong = |seed| {
        let stress = Stress { threads: 4, time, buckets: 1, seed, flips: false };
        stress.run_with::<New, Pair<1, KeyBesideData>>(any_entry, || false).total().wrong
    };
    assert!((0..80).any(|seed| wrong(seed) > 0));
}

#[test]
fn the_measure_measures() {
    let setting = bench::Setting { bytes: 1 << 20, ahead: 8, operations: 1 << 14, rounds: 3, seed: 1 };
    let measured = setting.throughput::<TwoBig1, Pairs<2, Visits>>(any_visits).unwrap();
    let times = [measured.hit_ns, measured.miss_ns, measured.store_ns];
    assert!(times.iter().all(|&ns| ns > 0.0) && measured.hit_share > 0.5, "{measured:?}");
}
