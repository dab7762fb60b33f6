//! A plain list follows every scheme in every layout.

use std::sync::atomic::{AtomicU64, Ordering};
use supplant::entry::SizedEntry;

use supplant::conformance::{Noted, Plied, any_entry, in_every_kind, model};
use supplant::entry::bucket::{Checked, Cluster, OneWord};
use supplant::entry::bucket::{Pairs, Ready};
use supplant::entry::{Bound, Entry, FullEntry, Generation, Packed, Payload, Visits};
use supplant::key::SplitMix64;
use supplant::scheme::{
    Big1, Crafty, DepthAge, Exactly, FourBig, Placement, Scheme, Siege, TwoBig1, TwoDeep, TwoNear, TwoNearPv,
    Visit,
};

struct Follow;

impl Visit for Follow {
    type Payload = SizedEntry;
    type Out = ();

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
        for seed in 0..4 {
            model::follow::<S, B>(seed, 3000, any_entry).unwrap_or_else(|divergence| panic!("{divergence}"));
        }
    }
}

#[test]
fn a_table_of_every_kind_is_followed_by_a_plain_list() {
    in_every_kind(|_| Follow);
}

#[test]
fn other_payloads_are_followed_by_a_plain_list() {
    let engine = |random: &mut SplitMix64| Entry {
        score: random.next() as i16,
        depth: random.below(9) as u8,
        ..Entry::default()
    };
    model::follow::<DepthAge, Cluster<Entry>>(1, 5000, engine).unwrap();
    model::follow::<Crafty, Pairs<4, Entry>>(1, 5000, engine).unwrap();
    let full = |random: &mut SplitMix64| FullEntry {
        bound: Bound::from_code(random.next()),
        depth: random.below(9) as u8,
        octaves: random.below(12) as u8,
        ..FullEntry::default().with_evaluation(random.next() as i32)
    };
    model::follow::<DepthAge, Cluster<FullEntry>>(1, 5000, full).unwrap();
    model::follow::<FourBig, Pairs<8, FullEntry>>(1, 5000, full).unwrap();
    model::follow::<Siege, Pairs<4, FullEntry>>(1, 5000, full).unwrap();
    model::follow::<Siege, Cluster<FullEntry>>(1, 5000, full).unwrap();
    let noted = |random: &mut SplitMix64| Noted { entry: any_entry(random), note: random.next() };
    model::follow::<DepthAge, Checked<4, 2, Noted>>(1, 5000, noted).unwrap();
    model::follow::<TwoBig1, Checked<2, 2, Noted>>(1, 5000, noted).unwrap();
    let plied = |random: &mut SplitMix64| Plied { entry: any_entry(random), ply: random.below(9) as u8 };
    model::follow::<TwoNear, Pairs<2, Plied>>(1, 5000, plied).unwrap();
    model::follow::<TwoNearPv, Pairs<2, Plied>>(1, 5000, plied).unwrap();
    let visits = |random: &mut SplitMix64| Visits { visits: random.below(9) as u32, value: 0.5 };
    model::follow::<TwoBig1, Pairs<2, Visits>>(1, 5000, visits).unwrap();
    model::follow::<Big1, Pairs<1, Visits>>(1, 5000, visits).unwrap();
}

#[test]
fn entries_without_a_bound_are_followed_by_a_plain_list() {
    let sized = |random: &mut SplitMix64| SizedEntry {
        bound: Bound::None,
        depth: random.below(2) as u8,
        size: random.below(2) * 5,
        ..SizedEntry::default()
    };
    model::follow::<DepthAge, Pairs<4, SizedEntry>>(1, 5000, sized).unwrap();
    model::follow::<DepthAge, OneWord<4, SizedEntry>>(1, 5000, sized).unwrap();
    let engine = |random: &mut SplitMix64| Entry {
        bound: Bound::None,
        depth: random.below(2) as u8,
        ..Entry::default()
    };
    model::follow::<DepthAge, Cluster<Entry>>(1, 5000, engine).unwrap();
    model::follow::<Crafty, Pairs<4, Entry>>(1, 5000, engine).unwrap();
    let noted = |random: &mut SplitMix64| Noted { entry: sized(random), note: random.next() };
    model::follow::<TwoBig1, Checked<2, 2, Noted>>(1, 5000, noted).unwrap();
    let plied = |random: &mut SplitMix64| Plied { entry: sized(random), ply: random.below(2) as u8 };
    model::follow::<TwoNear, Pairs<2, Plied>>(1, 5000, plied).unwrap();
}

static CALLS: AtomicU64 = AtomicU64::new(0);

#[derive(Clone, Copy)]
struct Moody;

impl Scheme for Moody {
    const NAME: &'static str = "MOODY";
    type Slots = Exactly<1>;
    const RULE: &'static str = "every third is refused";
    const SOURCE: &'static str = "a control";
    fn place<P: Payload>(_: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
        let calls = CALLS.fetch_add(1, Ordering::Relaxed);
        if calls.is_multiple_of(3) { Placement::Discard } else { Placement::At(0) }
    }
}

#[derive(Clone, Copy)]
struct Beyond;

impl Scheme for Beyond {
    const NAME: &'static str = "BEYOND";
    type Slots = Exactly<2>;
    const RULE: &'static str = "the newest, one slot too far";
    const SOURCE: &'static str = "a control";
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
        Placement::At(residents.iter().take_while(|resident| !resident.is_empty()).count())
    }
}

#[derive(Clone, Copy)]
struct Hasty;

impl Scheme for Hasty {
    const NAME: &'static str = "HASTY";
    type Slots = Exactly<2>;
    const RULE: &'static str = "TWODEEP";
    const SOURCE: &'static str = "a control";
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        TwoDeep::place(residents, incoming, now)
    }
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        TwoDeep::overwrite(residents, same, incoming, now)
    }
}

#[derive(Clone, Copy)]
struct Peeking;

impl Scheme for Peeking {
    const NAME: &'static str = "PEEKING";
    type Slots = Exactly<2>;
    const RULE: &'static str = "the slot depends on the newcomer";
    const SOURCE: &'static str = "a control";
    const PLACE_IGNORES_INCOMING: bool = true;
    fn place<P: Payload>(_: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        Placement::At(usize::from(incoming.is_empty()))
    }
}

#[derive(Clone, Copy)]
struct Timid;

impl Scheme for Timid {
    const NAME: &'static str = "TIMID";
    type Slots = Exactly<2>;
    const RULE: &'static str = "the first of an earlier search, or the first";
    const SOURCE: &'static str = "a control";
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(usize::from(residents[0].is_current(now) && !residents[1].is_current(now)))
    }
}

#[test]
fn a_scheme_that_is_no_pure_function_is_found_and_one_that_leaves_the_bucket_and_one_that_claims_too_much() {
    let moody = model::follow::<Moody, Pairs<1, SizedEntry>>(3, 1000, any_entry).unwrap_err();
    assert_eq!(moody.promise, "a scheme is a pure function");
    let beyond = model::follow::<Beyond, Pairs<2, SizedEntry>>(3, 1000, any_entry).unwrap_err();
    assert_eq!(beyond.promise, "a scheme names slots that the bucket has");
    let hasty = model::follow::<Hasty, Pairs<2, SizedEntry>>(3, 5000, any_entry).unwrap_err();
    assert_eq!(hasty.promise, "a scheme that updates in place looks at that slot alone");
    let peeking = model::follow::<Peeking, Pairs<2, SizedEntry>>(3, 1000, any_entry).unwrap_err();
    assert_eq!(peeking.promise, "a scheme that ignores the incoming entry does so");
    let timid = model::follow::<Timid, Pairs<2, SizedEntry>>(3, 1000, any_entry).unwrap_err();
    assert_eq!(timid.promise, "a scheme that uses ages says so");
}
