//! Each broken bucket fails the promise that it breaks.

use supplant::conformance::stress::Stamped;
use supplant::conformance::{any_entry, bucket};
use supplant::entry::SizedEntry;
use supplant::entry::bucket::{Checked, Cluster, OneWord, Pairs};
use supplant::entry::fault::Faulty;
use supplant::entry::slot::mixed;
use supplant::entry::{Bits, Facts, Payload};
use supplant::key::SplitMix64;

use crate::Sound;
use crate::broken_bucket::{Broken, DENIES_THAT_IT_ROUNDS};
use crate::pair::{Break, KeyBesideData, Pair};

fn keeps_its_promises<B: Faulty>(make: impl Fn(&mut SplitMix64) -> B::Payload) {
    bucket::check::<B>(5, 1000, &make).unwrap_or_else(|divergence| panic!("{divergence}"));
    bucket::check_faults::<B>(5, 1000, &make).unwrap_or_else(|divergence| panic!("{divergence}"));
}

/// Claims falsely that a flipped bit reads as a miss.
#[derive(Clone, Copy)]
struct Boastful;
impl Break for Boastful {}

#[derive(Clone, Copy)]
struct BareEquation;
impl Break for BareEquation {
    fn tie(data: u64) -> u64 {
        data
    }
    const ZERO_IS_NOBODYS: bool = false;
}

#[derive(Clone, Copy)]
struct HalfAKey;
impl Break for HalfAKey {
    fn tie(data: u64) -> u64 {
        mixed(data)
    }
    const LOOKED_AT: u64 = !0xffff_ffff;
}

#[derive(Clone, Copy)]
struct Overwrites;
impl Break for Overwrites {
    fn tie(data: u64) -> u64 {
        mixed(data)
    }
    const EXCHANGES: bool = false;
}

#[derive(Clone, Copy)]
struct Wide([u64; 3]);

impl Payload for Wide {
    type Data = [u64; 3];
    const FACTS: Facts = Facts { depth: Some(Bits::at(0..8)), ..Facts::NONE };
    fn pack(self) -> [u64; 3] {
        self.0
    }
    fn unpack(words: [u64; 3]) -> Self {
        Self(words)
    }
}

#[test]
fn every_ready_bucket_keeps_its_promises() {
    keeps_its_promises::<Pairs<1, SizedEntry>>(any_entry);
    keeps_its_promises::<Pairs<4, SizedEntry>>(any_entry);
    keeps_its_promises::<OneWord<8, SizedEntry>>(any_entry);
    keeps_its_promises::<Cluster<SizedEntry>>(any_entry);
    keeps_its_promises::<Stamped<Pairs<2, SizedEntry>>>(any_entry);
    keeps_its_promises::<Checked<2, 3, Wide>>(|random| Wide([(); 3].map(|()| random.next() | 1)));
}

impl<const SLOTS: usize, K: Break> Faulty for Pair<SLOTS, K> {
    const TELLS_TORN: bool = true;
    const WORDS: u32 = 2;
    fn mixture(old: [u64; 2], new: [u64; 2], landed: u32) -> [u64; 2] {
        [0, 1].map(|i| if landed >> i & 1 == 1 { new[i] } else { old[i] })
    }
    fn flip_bit(cells: &Self::Cells, slot: usize, bit: u32) {
        let word = &cells[slot][bit as usize / 64 % 2];
        word.save(word.load() ^ 1 << (bit % 64));
    }
}

#[test]
fn so_does_one_of_ones_own() {
    keeps_its_promises::<Pair<2, Sound>>(any_entry);
}

#[test]
fn a_bucket_that_forgets_half_a_key_or_overwrites_what_was_stored_since_is_found() {
    let broken = |found: Result<(), supplant::conformance::DivergenceError>| found.unwrap_err().promise;
    assert_eq!(
        broken(bucket::check::<Pair<1, HalfAKey>>(5, 100, any_entry)),
        "a key that differs in a verified bit is another"
    );
    assert_eq!(
        broken(bucket::check::<Pair<1, Overwrites>>(5, 100, any_entry)),
        "an exchange keeps what was stored since"
    );
}

#[test]
fn a_bucket_that_rounds_and_says_that_it_does_not_is_found() {
    type Denies = Broken<OneWord<2, SizedEntry>, DENIES_THAT_IT_ROUNDS>;
    assert_eq!(
        bucket::check::<Denies>(5, 100, any_entry).unwrap_err().promise,
        "a bucket that does not round keeps all bits"
    );
}

#[test]
fn a_bucket_that_believes_mixtures_or_half_a_store_or_a_flipped_bit_is_found() {
    let broken = |found: Result<(), supplant::conformance::DivergenceError>| found.unwrap_err().promise;
    assert_eq!(
        broken(bucket::check::<Pair<1, BareEquation>>(5, 100, any_entry)),
        "empty memory opens for nobody, not for key 0 either"
    );
    assert_eq!(
        broken(bucket::check_faults::<Pair<1, BareEquation>>(5, 100, any_entry)),
        "half a store opens for nobody"
    );
    assert_eq!(
        broken(bucket::check_faults::<Pair<1, Boastful>>(5, 100, any_entry)),
        "a flipped bit reads as a miss"
    );
    assert_eq!(
        broken(bucket::check_faults::<Pair<1, KeyBesideData>>(5, 100, any_entry)),
        "words of two stores are believed no more often than the verified bits say"
    );
}
