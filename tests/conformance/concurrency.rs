//! The models hold, and find a broken bucket.

use std::panic::catch_unwind;
use std::time::Instant;

use supplant::conformance::{any_entry, concurrency};
use supplant::entry::Bucket;
use supplant::entry::bucket::{Cluster, Pairs};
use supplant::scheme::{Crafty, DepthAge, New, Stale, TwoBig1};
use supplant::{Scheme, SizedEntry};

use crate::Sound;
use crate::pair::{KeyBesideData, Pair};

fn hold<S: Scheme, B: Bucket<Payload = SizedEntry>>() {
    let start = Instant::now();
    let explored = concurrency::all::<S, B>(any_entry);
    println!("{} in {}: {explored:?} in {:.2} s", S::NAME, B::NAME, start.elapsed().as_secs_f64());
}

#[test]
fn the_models_hold_for_ready_buckets() {
    hold::<New, Pairs<1, SizedEntry>>();
    hold::<Stale, Pairs<1, SizedEntry>>();
    hold::<TwoBig1, Pairs<2, SizedEntry>>();
    hold::<DepthAge, Cluster<SizedEntry>>();
    hold::<Crafty, Pairs<4, SizedEntry>>();
}

#[test]
fn they_hold_for_a_sound_bucket_of_ones_own() {
    hold::<TwoBig1, Pair<2, Sound>>();
}

#[test]
fn each_finds_the_key_beside_the_data() {
    let fails = |model: fn()| {
        let panic = catch_unwind(model).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert!(message.contains("invents"), "{message}");
    };
    fails(|| _ = concurrency::never_invents::<New, Pair<1, KeyBesideData>>(any_entry));
    fails(|| _ = concurrency::never_invents::<DepthAge, Pair<4, KeyBesideData>>(any_entry));
    fails(|| _ = concurrency::displaces_without_inventing::<New, Pair<1, KeyBesideData>>(any_entry));
    fails(|| _ = concurrency::refreshes_without_inventing::<Stale, Pair<1, KeyBesideData>>(any_entry));
}
