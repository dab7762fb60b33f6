//! Tests of the rows of a cell, and of rows that are refused.

use super::super::Same;
use super::{Contender, Mode, SearchCell, SearchRow, Searches, run};
use crate::experiment::clashing::{Cut, Hashing};
use crate::experiment::limit::{ForesightOf, SavingsLimit};
use crate::experiment::positions::PositionSet;
use crate::experiment::{Experiment as _, Unit};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant_search::game::domineering::Domineering;
use supplant_search::search::{Enhancements, HitUse, Limits, NoTable, Stop, search};

fn illegal_moves(layout: LayoutName, size: Option<usize>) -> u64 {
    let mut study = Searches { layouts: vec![layout], plies: (4, 4), ..Searches::example() };
    study.slots = size.map_or(study.slots, |size| vec![size]);
    study.schemes.push(SchemeName::DepthAge);
    study.search.1 = Enhancements::ALIBABA_LEAVES;
    let units = study.units();
    let tables = units.iter().filter(|unit| unit.cell.contender.layout().is_some());
    let rows = tables.flat_map(|unit| run(&study, &unit.cell, &Stop::default()).expect("there is memory"));
    rows.flatten().map(|row| row.illegal_moves.expect("the search uses table moves")).sum()
}

#[test]
fn a_repeat_is_another_draw_of_what_meets_in_the_table_and_of_nothing_else() {
    let study = Searches { plies: (3, 4), slots: vec![1024], repeats: 2, ..Searches::example() };
    let units = study.units();
    let of = |contender, repeat| {
        let mut cells = units.iter().map(|unit| &unit.cell);
        cells.find(|cell| (cell.contender, cell.repeat) == (contender, repeat)).cloned()
    };
    let nodes = |cell| {
        let rows = run(&study, &cell, &Stop::default()).expect("there is memory").expect("it is not stopped");
        rows.iter().map(|row| row.nodes).collect::<Vec<_>>()
    };
    let table = Contender::table(SchemeName::Deep);
    let first = of(table, 1).expect("a unit");
    assert_eq!(nodes(first.clone()), nodes(first.clone()));
    assert_ne!(nodes(of(table, 2).expect("a unit")), nodes(first));
    for fixed in [Contender::None, Contender::Unbounded] {
        let once = of(fixed, 1).expect("a unit");
        assert!(of(fixed, 2).is_none(), "{fixed} is measured once");
        assert_eq!(
            nodes(SearchCell { repeat: 2, ..once.clone() }),
            nodes(once),
            "{fixed}: keys are luck in a table alone"
        );
    }
}

#[test]
fn a_rule_for_the_same_position_changes_the_search_where_the_scheme_has_another() {
    let same = vec![Same::Scheme, Same::Competes, Same::Newest, Same::UnlessDeeperBy(0)];
    let study = Searches { plies: (5, 5), slots: vec![1 << 20], same, ..Searches::example() };
    let nodes = |scheme, same| {
        let table = Contender::table(scheme).under(same);
        let units = study.units().into_iter().filter(|unit| unit.cell.contender == table);
        let rows = units.flat_map(|unit| run(&study, &unit.cell, &Stop::default()).expect("there is memory"));
        rows.flatten().map(|row| row.nodes).sum::<u64>()
    };
    for scheme in [SchemeName::Deep, SchemeName::TwoBig1] {
        let plain = nodes(scheme, Same::Scheme);
        assert!(plain > 0 && nodes(scheme, Same::Newest) == plain, "{scheme}: the newer is its own rule");
        assert_ne!(nodes(scheme, Same::UnlessDeeperBy(0)), plain, "{scheme}");
    }
    let two_level = |same| nodes(SchemeName::TwoBig1, same);
    assert_ne!(two_level(Same::Competes), two_level(Same::Scheme));
}

fn of_each_position(mode: Mode, slots: usize) -> Vec<u64> {
    let study = Searches { modes: vec![mode], slots: vec![slots], plies: (4, 4), ..Searches::example() };
    let table = Contender::table(SchemeName::TwoBig1);
    let units = study.units().into_iter().filter(|unit| unit.cell.contender == table);
    let rows = units.flat_map(|unit| run(&study, &unit.cell, &Stop::default()).expect("there is memory"));
    rows.flatten().map(|row| row.nodes).collect()
}

#[test]
fn in_a_kept_table_old_entries_are_found_and_compete_as_new_ones_do() {
    let small = Mode::ALL.map(|mode| of_each_position(mode, 1 << 10));
    assert!(small.iter().all(|nodes| nodes.len() == 18 && nodes[0] == small[0][0]), "{small:?}");
    let [clear, stamp, keep] = &small;
    assert!(keep != clear && keep != stamp && stamp != clear, "{small:?}");
    let [clear, stamp, keep] = Mode::ALL.map(|mode| of_each_position(mode, 1 << 22));
    assert_eq!(keep, stamp, "where nothing meets, nothing has to be told apart");
    assert_ne!(keep, clear);
}

#[test]
fn each_game_that_was_played_starts_with_an_empty_table() {
    let nodes = |games: [&str; 4]| {
        let mut positions = PositionSet::kasparov_short();
        let first = positions.positions.iter().take(4).zip(games);
        positions.positions = first.map(|((id, game), of)| (format!("{of}{id}"), game.clone())).collect();
        let modes = vec![Mode::Keep];
        let study = Searches { positions, modes, slots: vec![1 << 16], plies: (4, 4), ..Searches::example() };
        let table = Contender::table(SchemeName::TwoBig1);
        let mut units = study.units().into_iter().filter(|unit| unit.cell.contender == table);
        let cell = units.next().expect("a unit").cell;
        let rows = run(&study, &cell, &Stop::default()).expect("there is memory").expect("it is not stopped");
        rows.iter().map(|row| row.nodes).collect::<Vec<_>>()
    };
    let (one, two, four) = (nodes([""; 4]), nodes(["a/", "a/", "b/", "b/"]), nodes(["a/", "b/", "c/", "d/"]));
    assert_eq!((one[0], one[1]), (two[0], two[1]), "the first game alone");
    assert_eq!((two[0], two[2]), (four[0], four[2]), "the first position of each game");
    assert_ne!(one[2], two[2], "without games the third position finds what the first two left");
    assert_ne!(two[3], four[3], "the fourth finds what the third left");
}

#[test]
fn positions_of_every_game_are_searched_as_deep_as_their_game_asks() {
    let study = Searches { positions: PositionSet::games(), plies: (2, 3), ..Searches::example() };
    let last = |game: &str, contender| {
        let units = study.units();
        let is_it = |cell: &SearchCell| {
            let id = cell.position.as_deref().unwrap_or_default();
            id.starts_with(game) && cell.contender == contender
        };
        let cell = &units.iter().find(|unit| is_it(&unit.cell)).expect("it is in the grid").cell;
        let mut rows =
            run(&study, cell, &Stop::default()).expect("there is memory").expect("nothing stops it");
        rows.iter().for_each(|row| row.check(cell).expect("it is of its cell"));
        assert_eq!(rows.iter().map(|row| row.ply).collect::<Vec<_>>(), [2, 3], "{game}");
        rows.remove(1)
    };
    for (game, deeper) in [("breuker1994", 0), ("domineering", 1), ("connect-four", 6), ("synthetic", 0)] {
        let row = last(game, Contender::table(SchemeName::TwoBig1));
        assert!(row.deeper == deeper && row.hits > 0 && !row.best_move.is_empty(), "{row:?}");
        let json = serde_json::to_string(&row).expect("a row");
        assert_eq!(json.contains("deeper"), deeper > 0, "what results always had is as it was: {json}");
    }
    let domineering = PositionSet::of_game("domineering").expect("a game");
    let (id, game) = &domineering.all_of::<Domineering>().expect("they are of one game")[0];
    let alone = search(game, &NoTable, Limits::depth(4), study.search.1).counters.nodes();
    assert_eq!(last(id, Contender::None).nodes, alone);
}

#[test]
fn hits_do_what_their_contender_says() {
    let study = Searches { plies: (4, 4), ..Searches::example() };
    let mut cell = study.units().swap_remove(2).cell;
    let mut cutoffs_and_moves = |hit| {
        cell.contender = cell.contender.with_hits(hit);
        let rows = run(&study, &cell, &Stop::default()).expect("there is memory").expect("it is not stopped");
        (rows[0].hits > 0, rows[0].cutoffs > 0, rows[0].illegal_moves.is_some())
    };
    assert_eq!(cutoffs_and_moves(HitUse::Both), (true, true, true));
    assert_eq!(cutoffs_and_moves(HitUse::Score), (true, true, false));
    assert_eq!(cutoffs_and_moves(HitUse::Move), (true, false, true));
    assert_eq!(cutoffs_and_moves(HitUse::Nothing), (false, false, false));
}

#[test]
fn each_kind_of_keys_is_a_draw_of_its_own_and_40_bits_are_never_mistaken_here() {
    let mut study = Searches { plies: (4, 4), slots: vec![1024], ..Searches::example() };
    study.schemes.truncate(1);
    let mut nodes = |keys: Hashing| {
        study.verified = vec![Some(Cut { bits: 40, keys })];
        let units = study.units();
        let unit = units.iter().find(|unit| unit.cell.contender.scheme().is_some()).expect("a table");
        let rows = run(&study, &unit.cell, &Stop::default()).expect("there is memory");
        let row = &rows.expect("nothing stops it")[0];
        assert_eq!(row.false_hits, Some(0));
        row.nodes
    };
    let [zobrist, distant, multiplied] = Hashing::ALL.map(&mut nodes);
    assert!(zobrist != distant && zobrist != multiplied && distant != multiplied);
}

#[test]
fn beside_tables_of_few_bits_a_table_of_whole_keys_has_their_buckets() {
    let study = Searches { plies: (4, 4), slots: vec![1024], ..Searches::example() };
    let nodes = |verified: Vec<Option<Cut>>, wanted: Option<Cut>| {
        let study = Searches { verified, ..study.clone() };
        let is_wanted =
            |unit: &&Unit<SearchCell>| unit.cell.contender.scheme().is_some() && unit.cell.verified == wanted;
        let units = study.units();
        let unit = units.iter().find(is_wanted).expect("a table");
        run(&study, &unit.cell, &Stop::default()).expect("there is memory").expect("not stopped")[0].nodes
    };
    let cut = Some(Cut::to(40));
    let beside = vec![None, cut];
    assert_eq!(nodes(beside.clone(), None), nodes(beside, cut), "no hit is false");
    assert_ne!(nodes(vec![None], None), nodes(vec![cut], cut), "else this test tells nothing");
}

#[test]
fn no_move_of_a_table_that_verifies_the_whole_key_is_illegal() {
    assert_eq!(illegal_moves(LayoutName::Xor16, None), 0);
}

#[test]
fn a_layout_that_verifies_16_bits_is_found_out_by_illegal_moves() {
    assert!(illegal_moves(LayoutName::Line8, Some(1 << 10)) > 0);
}

#[test]
fn a_finished_unit_has_each_ply_of_its_positions_once() {
    let study = Searches { plies: (2, 3), slots: vec![1 << 10], ..Searches::example() };
    let unit = study.units().remove(0);
    let rows = run(&study, &unit.cell, &Stop::default()).expect("there is memory").expect("not stopped");
    let check = |rows: &[SearchRow]| study.check_all(&unit.cell, rows);
    assert_eq!((rows.len(), check(&rows)), (2, Ok(())));
    assert!(check(&[]).is_err_and(|why| why.contains("2 plies: it is missing")));
    assert!(check(&rows[..1]).is_err_and(|why| why.contains("3 plies: it is missing")));
    let twice = [&rows[..], &rows[1..]].concat();
    assert!(check(&twice).is_err_and(|why| why.contains("3 plies: it stands twice")));

    let kept = Searches { modes: vec![Mode::Keep], plies: (2, 2), ..study.clone() };
    let unit = kept.units().into_iter().find(|unit| unit.cell.position.is_none()).expect("of all positions");
    let rows = run(&kept, &unit.cell, &Stop::default()).expect("there is memory").expect("not stopped");
    assert_eq!(kept.check_all(&unit.cell, &rows), Ok(()));
    assert!(kept.check_all(&unit.cell, &rows[1..]).is_err());
}

#[test]
fn what_no_search_visits_is_refused_and_what_is_wrong_is_said_in_words() {
    let study = Searches { plies: (2, 2), slots: vec![1 << 10], ..Searches::example() };
    let unit =
        study.units().into_iter().find(|unit| unit.cell.contender.scheme().is_some()).expect("a table");
    let rows = run(&study, &unit.cell, &Stop::default()).expect("there is memory").expect("not stopped");
    let with = |change: &dyn Fn(&mut SearchRow)| {
        let mut row = rows[0].clone();
        change(&mut row);
        row.check(&unit.cell)
    };
    assert_eq!(with(&|_| ()), Ok(()));
    let many = with(&|row| {
        row.leaf += 1 << 60;
        row.nodes += 1 << 60;
    });
    assert!(many.is_err_and(|why| why.contains("more than any search visits")));
    let wrong = with(&|row| row.false_hits = Some(1_000_000)).expect_err("keys are whole");
    assert!(wrong.contains("1000000 false hits of ") && wrong.contains("whole keys verified"), "{wrong}");
    let lost = with(&|row| row.lost = Some(0)).expect_err("it is not a record");
    assert!(![wrong, lost].iter().any(|why| why.contains("Some") || why.contains("None")));
}

#[test]
fn false_hits_are_told_at_the_last_ply_of_a_cell() {
    let study = Searches {
        layouts: vec![LayoutName::Single8],
        slots: vec![1 << 10],
        plies: (2, 3),
        ..Searches::example()
    };
    let unit =
        study.units().into_iter().find(|unit| unit.cell.contender.scheme().is_some()).expect("a table");
    let rows = run(&study, &unit.cell, &supplant_search::search::Stop::default())
        .expect("there is memory")
        .expect("nothing stops it");
    assert_eq!(rows.iter().map(|row| row.false_hits.is_some()).collect::<Vec<_>>(), [false, true]);
    assert!(rows.iter().all(|row| row.check(&unit.cell).is_ok()));
}

const OF_A_RECORD: [SavingsLimit; 3] = [
    SavingsLimit::Optimum(2),
    SavingsLimit::Replay(SchemeName::TwoBig1),
    SavingsLimit::Admitted(SchemeName::TwoBig1),
];

fn in_turns(threads: usize, lockstep: Option<u64>) -> Searches {
    let limits = std::iter::once(SavingsLimit::Foresight(ForesightOf::Scores)).chain(OF_A_RECORD).collect();
    let (threads, plies, slots) = (vec![threads], (4, 4), vec![256]);
    let study = Searches { threads, lockstep, plies, slots, limits, ..Searches::example() };
    assert_eq!(study.check_limits().is_ok(), study.lockstep.is_none() || study.threads != [1]);
    study
}

fn of_first(study: &Searches) -> Vec<(Contender, Vec<SearchRow>)> {
    let units = study.units();
    let first = units[0].cell.position.clone();
    let of_it = units.iter().map(|unit| &unit.cell).filter(|cell| cell.position == first);
    let rows = |cell: &SearchCell| {
        let rows = run(study, cell, &Stop::default()).expect("there is memory").expect("not stopped");
        rows.iter().for_each(|row| row.check(cell).expect("it is of its cell"));
        study.check_all(cell, &rows).expect("they are all");
        (cell.contender, rows)
    };
    of_it.map(rows).collect()
}

#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn several_workers_in_lockstep_find_the_same_every_time_and_one_what_it_always_found() {
    let several = in_turns(4, Some(8));
    let found = of_first(&several);
    assert_eq!(found, of_first(&several));
    assert_ne!(found, of_first(&in_turns(4, Some(1))), "other turns are another search");
    assert!(several.units().iter().all(|unit| unit.deterministic && unit.id.contains("/t4l8/")));
    let (alone, always) = (in_turns(1, Some(8)), in_turns(1, None));
    assert_eq!(of_first(&alone), of_first(&always));
    assert!(alone.units().iter().map(|unit| &unit.id).eq(always.units().iter().map(|unit| &unit.id)));
    let of =
        |contender| found.iter().find(|(known, _)| *known == contender).map_or(0, |(_, rows)| rows[0].nodes);
    let none = &always.units()[0].cell;
    let none = run(&always, none, &Stop::default()).expect("there is memory").expect("not stopped")[0].nodes;
    assert!(
        of(Contender::None) > 2 * none,
        "without a table nearly all is done over: that is several workers' too"
    );
}

#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn what_is_lost_by_several_workers_is_lost_of_the_search_that_loses_nothing_and_no_scheme_loses_less_than_the_best()
 {
    let found = of_first(&in_turns(4, Some(8)));
    let of = |contender| &found.iter().find(|(known, _)| *known == contender).expect("it was measured").1[0];
    let all = of(Contender::Unbounded).nodes;
    let lost = |limit| {
        let row = of(Contender::Limit(limit));
        let lost = row.lost.expect("it is of a record");
        assert_eq!(row.nodes - lost, all, "{limit}: the record is of one search");
        lost
    };
    let [best, replayed, admitted] = OF_A_RECORD.map(lost);
    assert!(best < admitted && admitted < replayed, "{best} {admitted} {replayed}");
}

#[test]
fn limits_of_threads_are_refused_and_of_workers_in_lockstep_are_not() {
    let with = |lockstep| Searches { lockstep, ..in_turns(1, None) };
    let refused =
        Searches { threads: vec![4], ..with(None) }.check_limits().expect_err("no two records are the same");
    assert!(refused.to_string().contains("--lockstep"), "{refused}");
    assert!(Searches { threads: vec![1, 4], ..with(Some(8)) }.check_limits().is_ok());
}
