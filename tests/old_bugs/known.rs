//! Bugs that tables of many engines had.

use supplant::entry::Bucket;
use supplant::entry::bucket::{OneWord, Pairs, Ready};
use supplant::key::SplitMix64;
use supplant::scheme::{Ancient, Deep, DepthAge, New, Scheme, SchemeName, TwoDeep, Visit};
use supplant::table::{
    Fold, Index, LowBits, MultiplyShift, Options, SamePosition, Size, SizedBucket, Update,
};
use supplant::{Bound, Key, Move16, SizedEntry, TableBuilder};

fn entry(depth: u8) -> SizedEntry {
    SizedEntry { mv: Move16(9), score: -3, bound: Bound::Lower, depth, size: 17, ..SizedEntry::default() }
}

fn with_every_scheme<V: Visit<Out = ()> + Copy>(test: V) {
    SchemeName::ALL.iter().for_each(|scheme| scheme.visit(test));
}

fn searches_until_it_looks_fresh<B: Bucket<Payload = SizedEntry>>() -> Option<u32> {
    let table = TableBuilder::<Ancient, B>::new().slots(1 << 10).build().expect("small");
    table.store(Key(1), entry(60));
    (1..=300).find(|_| {
        table.new_generation();
        table.occupancy().current > 0
    })
}

#[test]
fn generation_wrap_that_makes_old_entries_look_fresh() {
    assert_eq!(searches_until_it_looks_fresh::<Pairs<1, SizedEntry>>(), None);
    // Control: one word has four bits of age, and here no store corrects them.
    assert_eq!(searches_until_it_looks_fresh::<OneWord<1, SizedEntry>>(), Some(16));
    for searches in 1..=200 {
        let table =
            TableBuilder::<Ancient, SizedBucket<Ancient>>::new().slots(1 << 10).build().expect("small");
        table.store(Key(1), entry(60));
        (0..searches).for_each(|_| table.new_generation());
        table.store(Key(2), entry(1));
        assert!(table.probe(Key(2)).is_some(), "after {searches} searches");
    }
}

#[test]
fn a_tag_of_0_taken_for_empty() {
    // Keys whose verified bits are 0.
    for spread in [0, 1 << 16, 0xFFFF_FFFF_FFFF_0000] {
        let key = Key::from_spread(Key(spread));
        let pair = TableBuilder::<New, Pairs<1, SizedEntry>>::new().slots(64).build().expect("small");
        let single = TableBuilder::<New, OneWord<1, SizedEntry>>::new().slots(64).build().expect("small");
        let turned =
            TableBuilder::<New, OneWord<1, SizedEntry>, LowBits>::new().slots(64).build().expect("small");
        assert_eq!((pair.probe(key), single.probe(key), turned.probe(key)), (None, None, None));
        pair.store(key, entry(3));
        single.store(key, entry(3));
        turned.store(key, entry(3));
        let depths = [pair.probe(key), single.probe(key), turned.probe(key)].map(|it| it.map(|it| it.depth));
        assert_eq!(depths, [Some(3); 3], "{key:?}");
        assert_eq!(single.occupancy().occupied, 1);
    }
}

/// Control: one low bit of the index is among the 16 that a layout verifies.
#[derive(Clone, Copy)]
struct Overlapping(LowBits);

impl Index for Overlapping {
    const NAME: &'static str = "overlapping";
    const RULE: &'static str = "for the control";
    const SOURCE: &'static str = "none";
    const TURN: u32 = 15;

    fn over(buckets: usize) -> Option<Self> {
        LowBits::over(buckets).map(Self)
    }
    fn buckets(self) -> usize {
        self.0.buckets()
    }
    fn of_spread(self, spread: Key) -> usize {
        self.0.of_spread(spread)
    }
}

#[test]
fn index_bits_overlapping_tag_bits() {
    // Otherwise keys of one bucket agree in tag bits, and a full table exceeds 1 false hit in 2¹⁶.
    fn false_hits<I: Index>() -> u32 {
        let table =
            TableBuilder::<New, OneWord<1, SizedEntry>, I>::new().slots(1 << 16).build().expect("small");
        let mut random = SplitMix64::new(21);
        (0..1 << 18).for_each(|_| table.store(Key(random.next()), entry(1)));
        (0..1 << 22).map(|_| u32::from(table.probe(Key(random.next())).is_some())).sum()
    }
    // 64 are expected with standard deviation 8; with one shared bit 128, with standard deviation 11.
    for hits in [false_hits::<MultiplyShift>(), false_hits::<LowBits>(), false_hits::<Fold>()] {
        assert!((32..=96).contains(&hits), "{hits} false hits of 2²² probes");
    }
    let hits = false_hits::<Overlapping>();
    assert!((97..=172).contains(&hits), "the control, one shared bit: {hits}");
}

#[test]
fn a_displaced_entry_written_to_another_bucket() {
    #[derive(Clone, Copy)]
    struct Own;
    impl Visit for Own {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            // Keys belong to the lowest and the highest bucket.
            let table = TableBuilder::<S, B>::new().slots(8 * B::SLOTS).build().expect("small");
            let mut random = SplitMix64::new(5);
            for _ in 0..2000 {
                let spread = Key(random.next() >> 3 | if random.below(2) == 0 { 0 } else { 7 << 61 });
                table.store(
                    Key::from_spread(spread),
                    SizedEntry { size: random.below(500), ..entry(random.below(9) as u8) },
                );
                let middle = table.by_slot().skip(B::SLOTS).take(6 * B::SLOTS).flatten().count();
                assert_eq!(middle, 0, "{}", S::NAME);
            }
            let buckets = MultiplyShift::over(8).expect("any number");
            let keys: Vec<_> = table.keys().map(|key| buckets.of(key)).collect();
            assert!(keys.iter().all(|bucket| [0, 7].contains(bucket)), "{}", S::NAME);
            assert!(table.keys().all(|key| table.probe(key).is_some()), "{}", S::NAME);
        }
    }
    with_every_scheme(Own);
}

#[test]
fn the_best_move_lost_when_a_moveless_result_overwrites_it() {
    #[derive(Clone, Copy)]
    struct Kept;
    impl Visit for Kept {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            let same_position = SamePosition { inherits_move: Some(true), ..SamePosition::default() };
            let table = TableBuilder::<S, B>::new().slots(B::SLOTS).same_position(same_position).build();
            let table = table.expect("small");
            table.store(Key(1), entry(4));
            table.store(Key(1), SizedEntry { mv: Move16::NONE, ..entry(5) });
            let found = table.probe(Key(1)).expect("the same position is always updated");
            assert_eq!((found.mv, found.depth), (Move16(9), 5), "{}", S::NAME);
        }
    }
    with_every_scheme(Kept);
}

#[test]
fn size_rounded_up_to_a_power_of_two() {
    for bytes in [3 << 20, (5 << 20) + 17, 1000] {
        let (pair, single) = (
            TableBuilder::<DepthAge, Pairs<4, SizedEntry>>::new()
                .size(Size::Bytes(bytes))
                .build()
                .expect("small"),
            TableBuilder::<DepthAge, OneWord<4, SizedEntry>>::new()
                .size(Size::Bytes(bytes))
                .build()
                .expect("small"),
        );
        assert!(pair.bytes() <= bytes && pair.bytes() > bytes - 64);
        assert!(single.bytes() <= bytes && single.bytes() > bytes - 32);
    }
}

#[test]
fn occupancy_that_panics_or_lies_on_tiny_tables() {
    #[derive(Clone, Copy)]
    struct Tiny;
    impl Visit for Tiny {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            let table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().expect("small");
            assert_eq!(table.occupancy().permille(), 0, "{}", S::NAME);
            (1..30).for_each(|key| table.store(Key(key), entry(60 - 2 * key as u8)));
            assert_eq!(table.occupancy().permille(), 1000, "{}", S::NAME);
        }
    }
    with_every_scheme(Tiny);
}

#[test]
fn deep_entries_that_can_neither_cut_nor_be_replaced() {
    // A deep entry with a useless bound meets a shallow result of its position …
    let mut table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1).build().expect("small");
    table.set_options(Options { same_position: Update::Deeper.into(), ..Options::default() });
    table.store(Key(1), entry(60));
    table.store(Key(1), entry(2));
    assert_eq!(table.probe(Key(1)).map(|it| it.depth), Some(60), "within one search the deeper is kept");
    table.new_generation();
    table.store(Key(1), entry(2));
    assert_eq!(table.probe(Key(1)).map(|it| it.depth), Some(2));
    // … and of other positions, which pure depth preference would reject for ever.
    table.set_options(Options { time_stamping: true, ..table.options() });
    table.store(Key(1), entry(60));
    table.new_generation();
    table.store(Key(2), entry(1));
    assert!(table.probe(Key(2)).is_some());
    let mut levels = TableBuilder::<TwoDeep, SizedBucket<TwoDeep>>::new().slots(2).build().expect("small");
    levels.set_options(Options { time_stamping: true, ..table.options() });
    levels.store(Key(1), entry(60));
    levels.store(Key(2), entry(59));
    levels.new_generation();
    levels.store(Key(3), entry(1));
    levels.store(Key(4), entry(1));
    assert!(levels.probe(Key(3)).is_some() && levels.probe(Key(4)).is_some());
    // Within one search only results that are refused can end such an entry.
    let refusals = |lowers_depth| {
        let same_position = SamePosition { lowers_depth, ..SamePosition::default() };
        let table = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(4);
        let table = table.same_position(same_position).build().expect("small");
        table.store(Key(1), entry(60));
        (0..100).take_while(|_| !table.offer(Key(1), entry(2))).count()
    };
    assert_eq!([refusals(Some(0)), refusals(None)], [55, 100]);
}
