//! Synthetic samples in which each claim is known to hold, or to fail.

use super::{ENDGAME, LENGTHS, Lines1996, MIDDLE_GAME, MODE, SAME_BYTES, SLOTS, TWICE, lengths, table};
use crate::experiment::Experiment as _;
use crate::experiment::claims::Verdict::{self, DoesNotHold, Holds};
use crate::experiment::claims::tests::assert_readings;
use crate::experiment::searches::{Contender, Hits, Samples};
use crate::studies::{Extent, Study as _, judged};
use supplant_search::search::HitUse;

const STUDIES: [&Lines1996; 2] = [&MIDDLE_GAME, &ENDGAME];

#[derive(Clone, Copy)]
struct World {
    lines: [f64; 4],
    same_bytes: f64,
    twice: f64,
    of_use: [f64; 4],
}

const FIVE: usize = 3;

impl World {
    fn of_the_paper(study: &Lines1996) -> Self {
        Self {
            lines: [1.03, 1.02, 1.01, 1.0 - study.saved],
            same_bytes: 0.995,
            twice: 0.99,
            of_use: [0.004, 0.003, 0.002, 0.0005],
        }
    }

    fn samples(self, study: &Lines1996) -> Samples {
        let mut samples = Samples::default();
        let base: Vec<u64> = (0..18).map(|i| 10_000_000 * (1 + i * i)).collect();
        let lines = LENGTHS[1..].iter().zip(self.lines).zip(self.of_use);
        let cells = lines.map(|((&hit, nodes), of_use)| (hit, SLOTS, nodes, of_use)).chain([
            (HitUse::Both, SLOTS, 1.0, 0.0),
            (HitUse::Both, SAME_BYTES, self.same_bytes, 0.0),
            (HitUse::Both, TWICE, self.twice, 0.0),
        ]);
        samples.insert((MODE, study.game.ply, Contender::None, None), base.clone());
        for (hit, slots, factor, of_use) in cells {
            let cell = (MODE, study.game.ply, table(hit), Some(slots));
            let nodes: Vec<_> = base.iter().map(|&nodes| (nodes as f64 * factor) as u64).collect();
            let inherited = |nodes: u64| hit.needs_lines().then_some((nodes as f64 * of_use) as u64);
            let found = |&nodes: &u64| Hits {
                nodes,
                hits: nodes / 10,
                cutoffs: nodes / 20,
                inherited: inherited(nodes),
                ..Hits::default()
            };
            samples.insert_hits(cell, nodes.iter().map(found).collect());
            samples.insert(cell, nodes);
        }
        samples
    }
}

#[track_caller]
fn assert_verdicts(name: &str, change: impl Fn(&mut World), verdicts: &[Verdict]) {
    assert_verdicts_of(name, |_, world| change(world), verdicts);
}

#[track_caller]
fn assert_verdicts_of(name: &str, change: impl Fn(&Lines1996, &mut World), verdicts: &[Verdict]) {
    for study in STUDIES {
        let mut world = World::of_the_paper(study);
        change(study, &mut world);
        assert_readings(&judged(study, &world.samples(study)), name, verdicts);
    }
}

#[test]
fn in_the_world_of_the_paper_every_claim_holds_and_without_measurements_none_is_decided() {
    for study in STUDIES {
        let claims = judged(study, &World::of_the_paper(study).samples(study));
        assert_eq!(claims.len(), 3);
        assert!(claims.iter().all(|claim| claim.verdict == Holds), "{}: {claims:#?}", study.name());
        let unmeasured = judged(study, &Samples::default());
        assert!(unmeasured.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
    }
}

#[test]
fn lines_that_are_of_use_more_often_than_printed_fail() {
    assert_verdicts("seldom-of-use", |world| world.of_use[FIVE] = 0.002, &[DoesNotHold]);
}

#[test]
fn lines_that_save_more_or_less_than_printed_fail() {
    let name = "five-plies-save";
    assert_verdicts(name, |world| world.lines[FIVE] -= 0.05, &[DoesNotHold, DoesNotHold, Holds]);
    assert_verdicts(name, |world| world.lines[FIVE] = 1.01, &[DoesNotHold, DoesNotHold, DoesNotHold]);
}

#[test]
fn the_first_reading_of_about_is_the_wider() {
    let off = |study: &Lines1996| if study.facts.name == ENDGAME.facts.name { 0.03 } else { 0.015 };
    for sign in [-1.0, 1.0] {
        let change = |study: &Lines1996, world: &mut World| world.lines[FIVE] += sign * off(study);
        assert_verdicts_of("five-plies-save", change, &[Holds, DoesNotHold, Holds]);
    }
}

#[test]
fn entries_that_save_more_than_lines_fail_each_under_its_reading() {
    let name = "better-than-entries";
    assert_verdicts(name, |world| world.twice = 0.8, &[DoesNotHold, Holds]);
    assert_verdicts(name, |world| world.same_bytes = 0.8, &[Holds, DoesNotHold]);
}

#[test]
fn every_claim_is_decided_by_both_grids() {
    for study in STUDIES {
        for extent in [Extent::Quick, Extent::Full] {
            let units = study.experiment(extent).units();
            let has = |hit, slots| {
                let mut cells = units.iter().map(|unit| &unit.cell);
                cells.any(|cell| cell.contender == table(hit) && cell.slots == Some(slots))
            };
            for (hit, slots) in [
                (HitUse::Line5, SLOTS),
                (HitUse::Both, SLOTS),
                (HitUse::Both, SAME_BYTES),
                (HitUse::Both, TWICE),
            ] {
                assert!(has(hit, slots), "{hit} in {slots}");
            }
        }
    }
    let bytes = |hit, slots| table(hit).slot_bytes() * slots;
    assert_eq!(bytes(HitUse::Line5, SLOTS), bytes(HitUse::Both, SAME_BYTES));
}

#[test]
fn the_lengths_are_told_side_by_side() {
    let samples = World::of_the_paper(&MIDDLE_GAME).samples(&MIDDLE_GAME);
    let all = lengths::all(&MIDDLE_GAME, &samples);
    let lines: Vec<_> = all.iter().map(|one| one.hit.line()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 1, 1]);
    assert!(all[0].change.is_none() && all[0].of_use.is_none() && all[4].of_use.is_some());
    let told = MIDDLE_GAME.verify_text(&samples);
    assert!(told.contains("6 MiB") && told.contains("−3.0 %") && told.contains("0.050 %"), "{told}");
    let said = MIDDLE_GAME.takeaway(&samples, &[]);
    assert!(
        said.contains("in as many entries −3.0 % (−3.0 to −3.0)") && said.ends_with("−1.0 to −1.0)."),
        "{said}"
    );
    assert_eq!(MIDDLE_GAME.verify_text(&Samples::default()), "");
    assert_eq!(MIDDLE_GAME.takeaway(&Samples::default(), &[]), "");
    let files: Vec<_> = MIDDLE_GAME.figures(&samples).into_iter().map(|figure| figure.file).collect();
    assert_eq!(files, ["figure-3.svg"]);
}
