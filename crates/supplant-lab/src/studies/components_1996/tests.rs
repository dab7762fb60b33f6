//! Synthetic samples in which each claim is known to hold, or to fail.

use super::components::{Component, Set, beside_others, change_in_time};
use super::{Components1996, ENDGAME, FIRST, MIDDLE_GAME, SLOTS};
use crate::experiment::Experiment as _;
use crate::experiment::claims::Verdict::{self, DoesNotHold, Holds};
use crate::experiment::claims::tests::assert_readings;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::studies::{Extent, Study as _, judged};
use supplant::scheme::SchemeName;
use supplant_search::search::Enhancements;

const STUDIES: [&Components1996; 2] = [&MIDDLE_GAME, &ENDGAME];

#[derive(Clone, Copy)]
struct World([f64; 5]);

impl World {
    const OF_THE_PAPER: Self = Self([0.998, 0.997, 0.999, 0.999, 0.998]);

    fn factor(self, set: Set) -> f64 {
        let of = |(component, factor)| if set.has(component) { factor } else { 1.0 };
        Component::ALL.into_iter().zip(self.0).map(of).product()
    }

    fn samples(self, study: &Components1996) -> Samples {
        let mut samples = Samples::default().of_first(Set::NONE.search());
        for set in Set::every() {
            samples = samples.doing(set.search());
            for (i, size) in SLOTS.into_iter().enumerate() {
                let cell = (set.mode(), study.ply, set.table(), Some(size));
                let base = (0..18).map(|i| 10_000_000 * (1 + i * i)).map(|nodes: u64| nodes as f64);
                let nodes: Vec<_> =
                    base.map(|nodes| (nodes * self.factor(set) / (i + 1) as f64) as u64).collect();
                let slow = if set.has(Component::Draw) { 2 } else { 1 };
                samples.insert_elapsed_ns(cell, nodes.iter().sum::<u64>() * slow);
                samples.insert(cell, nodes);
            }
        }
        samples.doing(Set::NONE.search())
    }
}

#[track_caller]
fn assert_verdicts(component: Component, factor: f64, expected: &[(&str, &[Verdict])]) {
    let mut world = World::OF_THE_PAPER;
    world.0[component as usize] = factor;
    let decided = judged(&MIDDLE_GAME, &world.samples(&MIDDLE_GAME));
    for (name, verdicts) in expected {
        assert_readings(&decided, name, verdicts);
    }
}

#[test]
fn in_the_world_of_the_paper_every_claim_holds_and_without_measurements_none_is_decided() {
    for study in STUDIES {
        let claims = judged(study, &World::OF_THE_PAPER.samples(study));
        assert_eq!(claims.len(), 7);
        assert!(claims.iter().all(|claim| claim.verdict == Holds), "{}: {claims:#?}", study.name());
        let deeper = Components1996 { ply: study.ply + 1, ..*study };
        for samples in [Samples::default(), World::OF_THE_PAPER.samples(&deeper)] {
            let unmeasured = judged(study, &samples);
            assert!(unmeasured.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
        }
    }
}

#[test]
fn an_edge_that_is_none_or_more_than_slight_is_told() {
    let name = "date-has-an-edge";
    assert_verdicts(Component::Date, 1.01, &[(name, &[DoesNotHold, DoesNotHold])]);
    assert_verdicts(Component::Date, 0.96, &[(name, &[Holds, Holds])]);
    assert_verdicts(Component::Date, 0.94, &[(name, &[Holds, DoesNotHold])]);
}

#[test]
fn what_costs_nodes_saves_none_and_what_saves_more_than_a_little_is_profitable() {
    const COSTS: &[Verdict] = &[DoesNotHold, DoesNotHold];
    const SAVES: &[Verdict] = &[Holds, Holds];
    const PROFITS: [&[Verdict]; 2] = [&[Holds, DoesNotHold], &[DoesNotHold, DoesNotHold]];
    let [alone, together] = ["none-is-very-profitable", "all-are-not-very-profitable"];
    assert_verdicts(Component::Depth, 1.01, &[("depth-saves", COSTS), ("draw-saves", SAVES)]);
    assert_verdicts(Component::Extension, 1.01, &[("extension-saves", COSTS), ("depth-saves", SAVES)]);
    assert_verdicts(Component::Draw, 1.01, &[("draw-saves", COSTS), ("principal-saves", SAVES)]);
    assert_verdicts(
        Component::Principal,
        0.97,
        &[("principal-saves", SAVES), (alone, PROFITS[0]), (together, PROFITS[0])],
    );
    assert_verdicts(Component::Principal, 0.94, &[(alone, PROFITS[1]), (together, PROFITS[1])]);
    assert_verdicts(Component::Principal, 1.01, &[("principal-saves", COSTS), (alone, &[Holds, Holds])]);
}

#[test]
fn what_pays_at_one_size_alone_does_not_pay_at_each() {
    let mut samples = World::OF_THE_PAPER.samples(&MIDDLE_GAME);
    let set = Set::alone(Component::Principal);
    let cell = |size| (set.mode(), MIDDLE_GAME.ply, set.table(), Some(size));
    let [small, large] = [0, 1].map(|i| SLOTS[i]);
    let beside = |size, by: f64| {
        let none = samples.nodes(Set::NONE.mode(), MIDDLE_GAME.ply, Set::NONE.table(), Some(size));
        none.expect("it is there").iter().map(|&nodes| (nodes as f64 * by) as u64).collect::<Vec<_>>()
    };
    let [less, more] = [beside(small, 0.9), beside(large, 1.01)];
    samples.insert(cell(small), less);
    samples.insert(cell(large), more);
    assert_readings(&judged(&MIDDLE_GAME, &samples), "principal-saves", &[Holds, DoesNotHold]);
}

#[test]
fn every_set_is_measured_by_both_grids_at_every_size() {
    assert_eq!(Set::NONE.search().name().as_deref(), Some(FIRST));
    for study in STUDIES {
        for extent in [Extent::Quick, Extent::Full] {
            let units = study.experiment(extent).units();
            let mut count = 0;
            for set in Set::every() {
                let search: Option<Enhancements> =
                    Some(set.search()).filter(|&search| search != Set::NONE.search());
                let of = |cell: &crate::experiment::searches::SearchCell| {
                    (cell.search, cell.mode, cell.contender) == (search, set.mode(), set.table())
                };
                let sizes: Vec<_> =
                    units.iter().filter(|unit| of(&unit.cell)).filter_map(|unit| unit.cell.slots).collect();
                assert_eq!(sizes, SLOTS, "{}", set.words());
                count += sizes.len();
            }
            let tables = units.iter().filter(|unit| unit.cell.slots.is_some()).count();
            assert_eq!(count, tables, "and nothing else");
        }
    }
}

#[test]
fn each_component_turns_what_it_is_named_after_and_nothing_else() {
    for (set, table) in [
        (Set::NONE, SchemeName::TwoBig1),
        (Set::alone(Component::Date), SchemeName::TwoBig1),
        (Set::alone(Component::Depth), SchemeName::TwoNear),
        (Set::alone(Component::Extension), SchemeName::TwoBig1),
        (Set::alone(Component::Principal), SchemeName::TwoBig1Pv),
        (Set::alone(Component::Draw), SchemeName::TwoBig1),
        (Set::ALL, SchemeName::TwoNearPv),
    ] {
        assert_eq!(set.table(), Contender::table(table), "{}", set.words());
    }
    for set in Set::every() {
        let words = set.words();
        assert_eq!(set.mode(), if set.has(Component::Date) { Mode::Stamp } else { Mode::Keep }, "{words}");
        assert_eq!(set.search().extend_again, set.has(Component::Extension), "{words}");
        assert_eq!(set.search().proven_draws, set.has(Component::Draw), "{words}");
        let search = Enhancements { extend_again: false, proven_draws: false, ..set.search() };
        assert_eq!(search, Set::NONE.search(), "{words}");
    }
}

#[test]
fn a_component_in_company_is_told_apart_from_the_company() {
    let samples = World([1.0, 0.5, 1.0, 2.0, 1.0]).samples(&MIDDLE_GAME);
    let (change, time) = beside_others(&samples, Component::Depth).expect("all is there");
    assert!((change + 0.5).abs() < 1e-6 && (time.expect("all is timed") + 0.5).abs() < 1e-6);
    let (_, time) = beside_others(&samples, Component::Draw).expect("all is there");
    assert!((time.expect("all is timed") - 1.0).abs() < 1e-6);
    assert!((change_in_time(&samples, Set::ALL).expect("all is timed") - 1.0).abs() < 1e-6);
}

#[test]
fn no_time_is_told_where_one_search_took_more_than_three_times_as_long_for_a_node_as_another() {
    let change = |times: f64| {
        let mut samples = World([1.0; 5]).samples(&MIDDLE_GAME);
        let cell = |set: Set| (set.mode(), MIDDLE_GAME.ply, set.table(), Some(SLOTS[0]));
        let (mode, ply, table, size) = cell(Set::NONE);
        let fastest = samples.elapsed_ns(mode, ply, table, size).expect("it is timed");
        let date = Set::alone(Component::Date);
        samples = samples.doing(date.search());
        samples.insert_elapsed_ns(cell(date), (fastest as f64 * times) as u64);
        change_in_time(&samples.doing(Set::NONE.search()), Set::ALL)
    };
    assert!(change(2.9).is_some() && change(3.1).is_none());
}

#[test]
fn the_components_are_told_side_by_side() {
    let samples = World::OF_THE_PAPER.samples(&MIDDLE_GAME);
    let told = MIDDLE_GAME.verify_text(&samples);
    assert!(told.contains("extension") && told.contains("all five") && told.contains("64K"), "{told}");
    let said = MIDDLE_GAME.takeaway(&samples, &[]);
    assert!(said.contains("date −0.2 % (−0.2 to −0.2)"), "{said}");
    assert!(said.contains("all five −0.9 % (−0.9 to −0.9)."), "{said}");
    assert_eq!(MIDDLE_GAME.verify_text(&Samples::default()), "");
    assert_eq!(MIDDLE_GAME.takeaway(&Samples::default(), &[]), "");
    let files: Vec<_> = MIDDLE_GAME.figures(&samples).into_iter().map(|figure| figure.file).collect();
    assert_eq!(files, ["components.svg", "spread.svg"]);
}
