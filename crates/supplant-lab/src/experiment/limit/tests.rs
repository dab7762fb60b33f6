use proptest::collection::vec;
use proptest::prelude::*;
use supplant::table::Table;

use super::foresight::worths;
use super::optimum::{best, reuses};
use super::{
    Complemented, Foresight, ForesightOf, Recorded, RecordedUse, Reuse, SavingsLimit, Supplied, TableAccess,
    UsedPart, most_saved, replayed, sized_as, uses,
};
use crate::experiment::unbounded::Unbounded;
use supplant::entry::bucket::LayoutName;
use supplant::entry::{Bound, Move16, SizedEntry};
use supplant::key::Key;
use supplant::scheme::{HitSize, SchemeName};
use supplant::table::Size;
use supplant_search::game::chess::Chess;
use supplant_search::search::{Enhancements, Limits, NoTable, SearchTable, StudyTable, search};

fn table(scheme: SchemeName, slots: usize) -> Box<dyn StudyTable> {
    <dyn StudyTable>::build(scheme, LayoutName::Xor16, Table::builder().size(Size::Slots(slots)))
        .expect("a table")
}

fn best_of_all(reuses: &[Reuse], width: usize) -> u64 {
    let is_served = |choice: u32, i: usize| choice >> i & 1 == 1;
    let fits = |choice: u32| {
        let last = reuses.iter().map(|reuse| reuse.to).max().unwrap_or(0);
        (0..last).all(|instant| {
            let covers = |reuse: &Reuse| reuse.from <= instant && instant < reuse.to;
            (0..reuses.len()).filter(|&i| is_served(choice, i) && covers(&reuses[i])).count() <= width
        })
    };
    let weight =
        |choice: u32| (0..reuses.len()).filter(|&i| is_served(choice, i)).map(|i| reuses[i].saved).sum();
    (0..1 << reuses.len()).filter(|&choice| fits(choice)).map(weight).max().unwrap_or(0)
}

fn greedy(reuses: &[Reuse], width: usize) -> u64 {
    let mut heaviest = reuses.to_vec();
    heaviest.sort_by_key(|reuse| std::cmp::Reverse(reuse.saved));
    let mut served: Vec<Reuse> = Vec::new();
    for reuse in heaviest {
        let mut with = served.clone();
        with.push(reuse);
        if best_of_all(&with, width) == with.iter().map(|reuse| reuse.saved).sum::<u64>() {
            served = with;
        }
    }
    served.iter().map(|reuse| reuse.saved).sum()
}

fn reuse() -> impl Strategy<Value = Reuse> {
    (0..12usize, 1..8usize, 0..50u64).prop_map(|(from, long, saved)| Reuse { from, to: from + long, saved })
}

#[test]
fn a_choice_is_undone_where_another_pair_saves_more() {
    let reuse = |(from, to, saved)| Reuse { from, to, saved };
    let all = [(8, 9, 2), (2, 3, 9), (4, 9, 40), (3, 5, 39), (0, 5, 40)].map(reuse);
    assert_eq!(best(&all, 2), best_of_all(&all, 2));
    // Keys of one bucket share its slots.
    let [one, other] = [1, 2].map(Key);
    let both = [(one, reuse((0, 3, 5))), (other, reuse((1, 2, 7)))];
    assert_eq!([1, 2].map(|width| most_saved(&both, width, width)), [7, 12]);
}

proptest! {
    #[test]
    fn the_optimum_is_the_best_of_all_choices(reuses in vec(reuse(), 0..9), width in 1..4usize) {
        prop_assert_eq!(best(&reuses, width), best_of_all(&reuses, width));
    }
}

#[test]
fn who_takes_the_heaviest_first_is_found_out() {
    let reuse = |from, to, saved| Reuse { from, to, saved };
    let reuses = [reuse(0, 4, 5), reuse(3, 7, 6), reuse(6, 9, 5)];
    assert_eq!((best(&reuses, 1), greedy(&reuses, 1)), (10, 6));
    assert_eq!((best(&reuses, 2), best(&reuses, 9), best(&[], 2)), (16, 16, 0));
}

#[test]
fn a_store_and_each_use_begin_anew_and_what_was_never_stored_is_not_used() {
    let (a, b) = (Key(1), Key(2));
    let entry = SizedEntry::default();
    let record = [
        TableAccess::Used(b, 9),
        TableAccess::Stored(a, entry),
        TableAccess::Probed(a),
        TableAccess::Used(a, 4),
        TableAccess::Stored(a, entry),
        TableAccess::Used(a, 7),
    ];
    let ends: Vec<_> =
        reuses(&record).into_iter().map(|(_, reuse)| (reuse.from, reuse.to, reuse.saved)).collect();
    assert_eq!(ends, [(1, 3, 4), (4, 5, 7)]);
}

#[test]
fn each_use_is_told_with_its_age_and_whether_it_was_the_first() {
    let (a, b) = (Key(1 << 60), Key(2 << 60));
    let [old, new] = [3, 5].map(|depth| SizedEntry::new(Bound::Exact, 7, depth).with_size(9));
    let record = [
        TableAccess::Used(b, 9),
        TableAccess::Stored(a, old),
        TableAccess::Stored(b, new),
        TableAccess::Used(a, 4),
        TableAccess::Stored(b, old),
        TableAccess::Used(a, 4),
        TableAccess::Stored(a, new),
        TableAccess::Used(a, 6),
    ];
    let told = |slots| {
        let of = || table(SchemeName::New, slots);
        let mut told = Vec::new();
        uses(&record, &*of(), false, |each| told.push(each));
        (told, replayed(&record, &*of(), false))
    };
    let each = |entry, age, [stored_at, used_at]: [usize; 2], saved, is_held| RecordedUse {
        of: UsedPart::Score,
        entry,
        age,
        stored_at,
        used_at,
        is_again: (stored_at, used_at) == (1, 5),
        is_let_in: true,
        saved,
        is_held,
    };
    let of = |is_held| {
        [each(old, 1, [1, 3], 4, is_held), each(old, 1, [1, 5], 4, is_held), each(new, 0, [6, 7], 6, true)]
    };
    assert_eq!(told(1 << 10), (of(true).to_vec(), 14));
    assert_eq!(told(1), (of(false).to_vec(), 6));
}

#[test]
fn a_move_is_used_if_the_next_result_confirms_it_and_is_held_if_the_last_probe_found_it() {
    let (a, b) = (Key(1 << 60), Key(2 << 60));
    let entry = |mv, bound| SizedEntry { mv: Move16(mv), ..SizedEntry::new(bound, 7, 3).with_size(9) };
    let lower = entry(5, Bound::Lower);
    let record = [
        TableAccess::Stored(a, entry(5, Bound::Upper)),
        TableAccess::Probed(a),
        TableAccess::Stored(a, lower),
        TableAccess::Stored(b, lower),
        TableAccess::Probed(a),
        TableAccess::Stored(a, SizedEntry { size: 4, ..lower }),
        TableAccess::Probed(a),
        TableAccess::Stored(a, entry(6, Bound::Lower)),
        TableAccess::Probed(a),
        TableAccess::Stored(a, entry(6, Bound::Upper)),
    ];
    let told = |slots| {
        let (mut told, table) = (Vec::new(), table(SchemeName::New, slots));
        uses(&record, &*table, false, |each| {
            assert_eq!(each.of, UsedPart::Move);
            told.push((each.entry.bound, each.stored_at, each.used_at, each.saved, each.is_held));
        });
        assert_eq!(replayed(&record, &*table, false), 0, "no score is used");
        told
    };
    let both = |is_held| [(Bound::Upper, 0, 2, 9, true), (Bound::Lower, 2, 5, 4, is_held)];
    assert_eq!((told(1 << 10), told(1)), (both(true).to_vec(), both(false).to_vec()));
}

#[test]
fn who_is_refused_is_told_from_who_is_thrown_out() {
    let [a, b] = [Key(1 << 60), Key(2 << 60)];
    let entry = SizedEntry::new(Bound::Exact, 7, 3).with_size(9);
    let record = [a, b].map(|key| TableAccess::Stored(key, entry)).into_iter();
    let record: Vec<_> = record.chain([a, a, b].map(|key| TableAccess::Used(key, 1))).collect();
    let told = |scheme| {
        let mut told = Vec::new();
        uses(&record, &*table(scheme, 1), false, |each| told.push((each.is_held, each.is_let_in)));
        told
    };
    assert_eq!(told(SchemeName::Old), [(true, true), (true, true), (false, false)]);
    let each_throws_out_the_other = [(false, true), (true, true), (false, true)];
    assert_eq!(told(SchemeName::New), each_throws_out_the_other, "what is searched anew is offered anew");
}

const POSITION: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

fn nodes(table: &dyn SearchTable) -> u64 {
    let game: Chess = POSITION.parse().expect("a position");
    search(&game, table, Limits::depth(5), Enhancements::ALIBABA).counters.nodes()
}

fn record() -> Vec<TableAccess> {
    recorded(HitSize::One)
}

fn recorded(sizes: HitSize) -> Vec<TableAccess> {
    let recorded = Recorded::under(sizes);
    assert_eq!(nodes(&recorded), nodes(&Unbounded::default()), "who writes down changes nothing");
    recorded.accesses()
}

#[test]
fn a_record_has_the_sizes_that_a_scheme_knows_and_saves_what_was_searched() {
    let (plain, subtrees) = (record(), recorded(HitSize::Subtree));
    let sized = sized_as(&plain, &subtrees);
    let sizes = |record: &[TableAccess]| -> Vec<u64> {
        record
            .iter()
            .filter_map(
                |access| if let TableAccess::Stored(_, entry) = access { Some(entry.size) } else { None },
            )
            .collect()
    };
    let worths = |record: &[TableAccess]| -> Vec<u64> {
        record
            .iter()
            .filter_map(|access| if let TableAccess::Used(_, saved) = access { Some(*saved) } else { None })
            .collect()
    };
    assert_eq!((sizes(&sized), worths(&sized)), (sizes(&subtrees), worths(&plain)));
    let pairs = || sizes(&plain).into_iter().zip(sizes(&subtrees));
    assert!(
        pairs().all(|(one, all)| one <= all) && pairs().any(|(one, all)| one * 2 < all),
        "hits stand for more than a node"
    );
}

#[test]
#[should_panic(expected = "the same position")]
fn records_of_two_searches_are_not_made_one() {
    let _ = sized_as(&[TableAccess::Probed(Key(1))], &[TableAccess::Probed(Key(2))]);
}

/// In a search a use is one probe. Under SIEGE it repairs two of the three octaves of wear of a new
/// entry.
#[test]
fn a_use_on_a_record_mends_as_much_as_in_a_search() {
    let [used, b, c, d, newcomer] = [1, 2, 3, 4, 5].map(|key| Key(key << 48 | key));
    let stored = |key, size| TableAccess::Stored(key, SizedEntry::new(Bound::Exact, 7, 3).with_size(size));
    let probes_of_a_use = [TableAccess::Probed(used), TableAccess::Used(used, 1)];
    let rest = [
        stored(b, 1 << 20),
        stored(c, 1 << 20),
        stored(d, 1 << 20),
        stored(newcomer, 1 << 6),
        TableAccess::Probed(newcomer),
        TableAccess::Used(newcomer, 1),
    ];
    let is_held_after = |uses_before: usize| {
        let before = std::iter::repeat_n(probes_of_a_use, uses_before).flatten();
        let record: Vec<_> = std::iter::once(stored(used, 1 << 6)).chain(before).chain(rest).collect();
        let mut held = Vec::new();
        uses(&record, &*table(SchemeName::Siege, 4), false, |each| held.push(each.is_held));
        held.pop()
    };
    assert_eq!([1, 2].map(is_held_after), [Some(true), Some(false)]);
}

#[test]
fn no_scheme_saves_more_than_the_optimum_and_wider_buckets_never_less() {
    let (record, slots) = (record(), 512);
    let all: u64 = reuses(&record).iter().map(|(_, reuse)| reuse.saved).sum();
    let widths = [1, 2, 4, 8, 16].map(|width| most_saved(&reuses(&record), slots, width));
    assert!(widths.is_sorted() && widths[4] <= all && widths[0] * 2 > widths[4], "{widths:?} of {all}");
    let mut best = 0;
    for &scheme in SchemeName::ALL {
        let saved = |is_admitted| replayed(&record, &*table(scheme, slots), is_admitted);
        let most = most_saved(&reuses(&record), slots, scheme.info().slots);
        assert!(saved(false) <= most && saved(true) <= most, "{scheme}");
        best = best.max(saved(false));
    }
    assert!(best * 2 > widths[2] && best < widths[2], "some scheme does half as well: {best}");
    let roomy = table(SchemeName::New, 1 << 20);
    assert!(replayed(&record, &*roomy, false) * 100 > all * 99, "where little collides little is lost");
}

#[test]
fn who_is_told_what_will_be_used_searches_less_than_under_any_scheme_and_who_is_told_nothing_does_not() {
    let (record, slots) = (record(), 512);
    let under = |scheme: SchemeName| nodes(&*table(scheme, slots));
    let best = SchemeName::ALL.iter().map(|&scheme| under(scheme)).min().expect("there are schemes");
    let told = nodes(&Foresight::told(ForesightOf::Scores, &record, slots));
    let untold = nodes(&Foresight::told(ForesightOf::Scores, &[], slots));
    assert!(told < best.min(untold) && untold < nodes(&NoTable), "{told} {best} {untold}");
    // An intended change of which entry yields to which changes these numbers.
    assert_eq!((told, untold), (40_021, 45_429));
}

#[test]
fn a_move_that_will_be_confirmed_keeps_its_entry_if_moves_are_foreseen_and_once_only() {
    let entry =
        |mv, size| SizedEntry { mv: Move16(mv), ..SizedEntry::new(Bound::Lower, 7, 3).with_size(size) };
    let key = |i: u64| Key(i + 1);
    let record = [TableAccess::Stored(key(0), entry(5, 1)); 2];
    let survivors = |of, confirmed| {
        let table = Foresight::told(of, &record, 4);
        (0..4).for_each(|i| table.store(key(i), entry(5, 1 + i)));
        if confirmed {
            table.store(key(0), entry(5, 1));
        }
        table.store(key(4), entry(5, 100));
        (0..5).filter(|&i| table.probe(key(i)).is_some()).collect::<Vec<_>>()
    };
    assert_eq!(survivors(ForesightOf::Scores, false), [1, 2, 3, 4]);
    assert_eq!(survivors(ForesightOf::Both, false), [0, 2, 3, 4], "the first store is no use");
    assert_eq!(survivors(ForesightOf::Both, true), [1, 2, 3, 4], "the use is over");
    let other = [record[0], TableAccess::Stored(key(0), entry(6, 8))];
    assert_eq!(worths(&other, ForesightOf::Both)[&key(0)], 0, "another move was better");
}

#[test]
fn a_record_tells_iterations_to_the_table_that_it_is_replayed_on() {
    let iterations = record().iter().filter(|access| **access == TableAccess::NewIteration).count();
    assert_eq!(iterations, 5);
    let stored =
        |bound, key, size| TableAccess::Stored(Key(key), SizedEntry::new(bound, 7, 3).with_size(size));
    let later = (2..6).map(|key| stored(Bound::Lower, key, 8));
    let keeps = |between: &[TableAccess]| {
        let table = table(SchemeName::FourIter, 4);
        let first = [stored(Bound::Upper, 1, 1000)];
        let record: Vec<_> = first.into_iter().chain(between.iter().copied()).chain(later.clone()).collect();
        _ = replayed(&record, &*table, false);
        table.probe(Key(1)).is_some()
    };
    assert!(
        keeps(&[]) && !keeps(&[TableAccess::NewIteration]),
        "an upper bound of another iteration goes first"
    );
}

#[test]
fn a_memory_supplies_the_part_that_is_asked_of_a_lost_entry_and_nothing_of_a_kept_one() {
    let entry = |mv| SizedEntry { mv: Move16(mv), ..SizedEntry::new(Bound::Lower, 7, 3).with_size(9) };
    let (lost, kept) = (Key(1), Key(2));
    for (supplied, part) in [
        (Supplied::Moves, SizedEntry { bound: Bound::None, ..entry(5) }),
        (Supplied::Scores, SizedEntry { mv: Move16::NONE, ..entry(5) }),
    ] {
        let table = table(SchemeName::New, 1);
        let both = Complemented::new(&*table, supplied);
        assert_eq!(both.probe(lost), None, "it was never stored");
        both.store(lost, entry(5));
        both.store(kept, entry(6));
        assert_eq!((both.probe(lost), both.probe(kept)), (Some(part), Some(entry(6))));
        assert_eq!(table.probe(lost), None);
    }
}

#[test]
fn a_scheme_with_all_moves_and_one_with_all_scores_each_search_less_than_it_alone() {
    let alone = nodes(&*table(SchemeName::New, 512));
    let all = nodes(&Unbounded::default());
    let with = |supplied| nodes(&Complemented::new(&*table(SchemeName::New, 512), supplied));
    let [moves, scores] = [Supplied::Moves, Supplied::Scores].map(with);
    assert!(all < scores && scores < alone && all < moves && moves < alone, "{all} {moves} {scores} {alone}");
}

#[test]
fn every_limit_is_read_back_from_its_name() {
    let schemes = SchemeName::ALL.iter().flat_map(|&scheme| {
        [
            SavingsLimit::Replay(scheme),
            SavingsLimit::Admitted(scheme),
            SavingsLimit::Complemented(Supplied::Moves, scheme),
            SavingsLimit::Complemented(Supplied::Scores, scheme),
        ]
    });
    for limit in schemes.chain([
        SavingsLimit::Foresight(ForesightOf::Scores),
        SavingsLimit::Foresight(ForesightOf::Both),
        SavingsLimit::Optimum(1),
        SavingsLimit::Optimum(64),
    ]) {
        assert_eq!(limit.to_string().parse(), Ok(limit));
    }
    for wrong in ["optimum-3", "optimum-", "replay", "replay-NONE", "foresight-4", "moves", "scores-NONE", ""]
    {
        assert!(wrong.parse::<SavingsLimit>().is_err(), "{wrong}");
    }
}
