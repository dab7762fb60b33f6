//! Synthetic samples in which each claim is known to hold, to fail, or to be open.

use super::{ENDGAME, HITS, Information1996, MIDDLE_GAME, MODE, experiments, published, table};
use crate::experiment::Experiment as _;
use crate::experiment::claims::Verdict;
use crate::experiment::claims::tests::assert_readings;
use crate::experiment::searches::{Contender, Hits, Samples};
use crate::studies::{Extent, Study as _, judged};
use supplant_search::search::HitUse;

const STUDIES: [&Information1996; 2] = [&MIDDLE_GAME, &ENDGAME];

#[derive(Clone, Copy)]
struct World {
    by_move: f64,
    by_score: f64,
    by_exact: f64,
    by_bound: f64,
    by_both: f64,
    small: f64,
    cut: f64,
    positions: u64,
}

impl World {
    fn of_the_paper(study: &Information1996) -> Self {
        let (by_move, by_both) = (1.0 - study.printed.by_move, 1.0 - study.printed.by_both);
        let by_score = f64::midpoint(by_move, by_both);
        Self {
            by_move,
            by_score,
            by_exact: 1.003,
            by_bound: by_score,
            by_both,
            small: 1.05,
            cut: 0.5,
            positions: 18,
        }
    }

    fn samples(self, study: &Information1996) -> Samples {
        let mut samples = Samples::default();
        let base: Vec<u64> = (0..self.positions).map(|i| 1_000_000 * (1 + i * i)).collect();
        let times =
            |factor: f64| base.iter().map(|&nodes| (nodes as f64 * factor) as u64).collect::<Vec<_>>();
        samples.insert((MODE, study.game.ply, Contender::None, None), base.clone());
        for (size, by_move) in [(8 << 10, self.by_move * self.small), (published::SLOTS, self.by_move)] {
            for hit in HITS {
                let factor = match hit {
                    HitUse::Nothing => 1.0,
                    HitUse::Move => by_move,
                    HitUse::Exact => self.by_exact,
                    HitUse::Bound => self.by_bound,
                    HitUse::Score => self.by_score,
                    _ => self.by_both,
                };
                let cell = (MODE, study.game.ply, table(hit), Some(size));
                samples.insert(cell, times(factor));
                let found = |nodes: &u64| Hits {
                    hits: nodes / 10,
                    cutoffs: (*nodes as f64 / 10.0 * self.cut) as u64,
                    ..Hits::default()
                };
                samples.insert_hits(cell, times(factor).iter().map(found).collect());
            }
        }
        samples
    }
}

#[track_caller]
fn assert_verdicts(name: &str, change: impl Fn(&mut World), verdicts: &[Verdict]) {
    for study in STUDIES {
        let mut world = World::of_the_paper(study);
        change(&mut world);
        assert_readings(&judged(study, &world.samples(study)), name, verdicts);
    }
}

use Verdict::{DoesNotHold, Holds};

#[test]
fn in_the_world_of_the_paper_every_claim_holds() {
    for study in STUDIES {
        let claims = judged(study, &World::of_the_paper(study).samples(study));
        assert_eq!(claims.len(), 6);
        for claim in claims {
            assert_eq!(claim.verdict, Holds, "{}: {claim:#?}", study.name());
        }
    }
}

#[test]
fn without_measurements_or_with_too_few_positions_nothing_is_decided() {
    for study in STUDIES {
        for claim in judged(study, &Samples::default()) {
            assert!(claim.verdict == Verdict::NotMeasured && claim.measured().is_none(), "{claim:#?}");
        }
        let few = World { positions: 9, ..World::of_the_paper(study) };
        for claim in judged(study, &few.samples(study)) {
            assert_eq!(claim.verdict, Verdict::Undecided, "{claim:#?}");
        }
    }
}

#[test]
fn a_score_that_saves_less_than_the_move_fails_at_both_sizes_or_at_the_smaller() {
    let name = "score-beats-move";
    assert_verdicts(name, |world| world.by_score = world.by_move * 1.2, &[DoesNotHold, DoesNotHold]);
    assert_verdicts(name, |world| world.small = 0.5, &[Holds, DoesNotHold]);
}

#[test]
fn bounds_that_lack_something_and_true_values_that_save_fail() {
    let of_savings = |world: &World, share: f64| 1.0 - (1.0 - world.by_score) * share;
    let name = "bounds-do-it";
    assert_verdicts(name, |world| world.by_bound = of_savings(world, 0.97), &[Holds, DoesNotHold]);
    assert_verdicts(name, |world| world.by_bound = of_savings(world, 0.9), &[DoesNotHold, DoesNotHold]);
    let name = "true-values-do-not";
    assert_verdicts(name, |world| world.by_exact = 0.97, &[Holds, DoesNotHold]);
    assert_verdicts(name, |world| world.by_exact = 0.9, &[DoesNotHold, DoesNotHold]);
    assert_verdicts(name, |world| world.by_exact = 1.2, &[Holds, Holds]);
}

#[test]
fn hits_that_cut_too_seldom_or_too_often_fail() {
    let name = "half-of-hits-cut";
    for cut in [0.38, 0.62] {
        assert_verdicts(name, |world| world.cut = cut, &[DoesNotHold, DoesNotHold]);
    }
    for cut in [0.42, 0.58] {
        assert_verdicts(name, |world| world.cut = cut, &[Holds, Holds]);
    }
}

#[test]
fn savings_further_than_five_points_and_than_ten_from_what_is_printed_fail() {
    for (further, verdicts) in [(0.07, [Holds, DoesNotHold]), (0.12, [DoesNotHold, DoesNotHold])] {
        for sign in [-1.0, 1.0] {
            let by_move = |world: &mut World| world.by_move += sign * further;
            assert_verdicts("saved-by-move", by_move, &verdicts);
        }
        assert_verdicts("saved-by-both", |world| world.by_both += further, &verdicts);
    }
}

#[test]
fn the_grid_has_the_six_experiments_of_the_paper() {
    for (study, positions) in [(&MIDDLE_GAME, 18), (&ENDGAME, 21)] {
        let units = study.experiment(Extent::Full).units();
        let of = |wanted: Contender| units.iter().filter(|unit| unit.cell.contender == wanted).count();
        assert_eq!(of(Contender::None), positions);
        for hit in HITS {
            assert_eq!(of(table(hit)), positions * 6, "{hit}");
        }
        let sizes = |extent| study.experiment(extent).slots;
        assert!(
            super::claims::SPAN.iter().all(|size| sizes(Extent::Full).contains(size)),
            "claims are decided"
        );
        assert!(sizes(Extent::Quick).contains(&published::SLOTS), "each under a reading, with --quick, too");
    }
    let id = &MIDDLE_GAME.experiment(Extent::Quick).units()[2].id;
    assert_eq!(id, "1996/alibaba/clear/TWOBIG1:move/8192/7-7/t1/breuker1994.15");
}

#[test]
fn experiments_are_told_in_the_papers_order_with_its_numbers_beside_its_positions_alone() {
    for study in STUDIES {
        let samples = World::of_the_paper(study).samples(study);
        let (size, all) = experiments::all(study, &samples).expect("they were measured");
        let told: Vec<_> = all.iter().map(|one| (one.number, one.hit, one.cut.is_some())).collect();
        let expected = [
            (1, HitUse::Nothing, false),
            (2, HitUse::Move, false),
            (3, HitUse::Score, true),
            (4, HitUse::Exact, true),
            (5, HitUse::Bound, true),
            (6, HitUse::Both, true),
        ];
        assert_eq!((size, told.as_slice()), (published::SLOTS, &expected[..]));
        assert!(all.iter().all(|one| one.printed.is_none()), "these are no positions of theirs");
        let theirs = World {
            positions: (study.game.positions)().positions.len() as u64,
            ..World::of_the_paper(study)
        };
        let theirs = theirs.samples(study).on(&(study.game.positions)().name);
        let (_, beside) = experiments::all(study, &theirs).expect("they were measured");
        assert_eq!((beside[1].printed, beside[2].printed), (Some(-study.printed.by_move), None));
        let changes: Vec<_> = all.iter().map(|one| (one.change.value * 100.0).round()).collect();
        assert_eq!((changes[0], changes[1]), (0.0, (-study.printed.by_move * 100.0).round()));
        assert!(study.verify_text(&samples).contains("score and move"));
        assert_eq!(study.verify_text(&Samples::default()), "");
    }
}

#[test]
fn the_numbers_of_the_text_are_as_printed() {
    let printed = |study: &Information1996| [HitUse::Move, HitUse::Both].map(|hit| study.printed.change(hit));
    assert_eq!(printed(&MIDDLE_GAME), [Some(-0.33), Some(-0.60)]);
    assert_eq!(printed(&ENDGAME), [Some(-0.66), Some(-0.90)]);
    assert_eq!(ENDGAME.printed.change(HitUse::Score), None);
}

#[test]
fn the_sentence_and_the_figures_say_what_the_numbers_say() {
    let samples = World::of_the_paper(&MIDDLE_GAME).samples(&MIDDLE_GAME);
    let said = MIDDLE_GAME.takeaway(&samples, &[]);
    assert!(
        said.contains("256K entries")
            && said.contains("33.0 % fewer nodes (33.0 to 33.0) if a hit gives the move,"),
        "{said}"
    );
    assert!(
        said.contains("60.0 % fewer nodes (60.0 to 60.0) if a hit gives the score and move,")
            && said
                .ends_with("If a hit gives score and move, 50 % of hits end the search of their position."),
        "{said}"
    );
    assert_eq!(MIDDLE_GAME.takeaway(&Samples::default(), &[]), "");
    let files: Vec<_> = MIDDLE_GAME.figures(&samples).into_iter().map(|figure| figure.file).collect();
    assert_eq!(files, ["figure-1.svg", "spread.svg"]);
    let figure = &MIDDLE_GAME.figures(&samples)[0];
    for name in ["move", "score", "true value", "bound", "score and move", "no table"] {
        assert!(figure.svg.contains(&format!(">\n{name}\n<")), "{name} is in the legend");
    }
    assert!(MIDDLE_GAME.figures(&Samples::default()).is_empty());
}
