//! Known bugs of shared transposition tables: each test is named after one.

use std::sync::atomic::{AtomicU64, Ordering};
use supplant::table::SamePosition;
use supplant::table::{Options, SizedBucket, TableBuilder};

use supplant::entry::Bucket;
use supplant::entry::bucket::{OneWord, Pairs, Ready};
use supplant::key::SplitMix64;
use supplant::scheme::{Ancient, Deep, DepthAge, New, Scheme, SchemeName, TwoDeep, Visit};
use supplant::table::{Fold, Index, LowBits, MultiplyShift, Size, Update};
use supplant::{Bound, Key, Move16, SizedEntry};
use supplant_search::game::Game;
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::search::negamax::negamax;
use supplant_search::search::{Enhancements, Limits, SearchTable, search};

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
        (0..1 << 19).for_each(|_| table.store(Key(random.next()), entry(1)));
        (0..1 << 24).map(|_| u32::from(table.probe(Key(random.next())).is_some())).sum()
    }
    // 256 are expected with standard deviation 16; with one shared bit 512, with standard deviation
    // 23.
    for hits in [false_hits::<MultiplyShift>(), false_hits::<LowBits>(), false_hits::<Fold>()] {
        assert!((176..=336).contains(&hits), "{hits} false hits of 2²⁴ probes");
    }
    let hits = false_hits::<Overlapping>();
    assert!((397..=627).contains(&hits), "the control, one shared bit: {hits}");
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
            let same_position = SamePosition { keeps_old_move: true, ..SamePosition::default() };
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

#[derive(Default)]
struct Forgetful;

impl SearchTable for Forgetful {
    fn probe(&self, _: Key) -> Option<SizedEntry> {
        None
    }
    fn store(&self, _: Key, _: SizedEntry) {}
    fn permille(&self) -> u16 {
        1000
    }
}

#[test]
fn an_evicted_root_entry_that_panics_the_search() {
    let game = Domineering::new(4, 4, Player::Vertical);
    let truth = negamax(&mut game.clone(), 6);
    let nothing = search(&game, &Forgetful, Limits::depth(6), Enhancements::SOUND).best.expect("a result");
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().expect("small");
    let one_slot = search(&game, &table, Limits::depth(6), Enhancements::SOUND).best.expect("a result");
    assert_eq!((nothing.value, one_slot.value), (truth, truth));
    assert!(!nothing.line.is_empty() && !one_slot.line.is_empty(), "the line does not come from the table");
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

#[derive(Default)]
struct Liar(AtomicU64);

impl SearchTable for Liar {
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        let mv = Move16(SplitMix64::new(key.0 ^ number).next() as u16);
        // No search has this depth, so the score is never used.
        Some(SizedEntry { mv, score: 77, bound: Bound::Exact, depth: 250, ..SizedEntry::default() })
    }
    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        [self.probe(key), self.probe(key)]
    }
    fn store(&self, _: Key, _: SizedEntry) {}
    fn permille(&self) -> u16 {
        1000
    }
}

fn lies_do_no_harm<G: Game>(game: &G, depth: u8) {
    let mut prepared = game.clone();
    prepared.prepare();
    let truth = negamax(&mut prepared, depth);
    for _ in 0..8 {
        let found = search(game, &Liar::default(), Limits::depth(depth), Enhancements::SOUND).best;
        assert_eq!(found.expect("a result").value, truth);
    }
}

#[test]
fn an_illegal_move_from_a_false_hit_that_corrupts_the_position() {
    lies_do_no_harm(&Domineering::new(4, 4, Player::Vertical), 5);
    #[cfg(feature = "chess")]
    for fen in ["8/P6k/8/8/4pP2/8/6K1/8 b - f3 0 1", "r3k3/8/8/3Q4/8/8/8/4K2R w Kq - 0 1"] {
        lies_do_no_harm(&fen.parse::<supplant_search::game::chess::Chess>().expect("well-formed"), 3);
    }
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
}
