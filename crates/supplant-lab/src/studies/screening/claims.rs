//! The claims of study `screening`.

use super::design::{DesignRun, Effect, factor};
use super::effects::{Response, factor_of, nodes, simultaneous};
use super::{base, plies};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, Verdict, percent};
use crate::experiment::searches::Samples;
use crate::experiment::stats::{Confidence, Estimate, mean};
use supplant::entry::Depth;

/// The limits of `about 2` (relative to 2), of an interaction, and of `little`: chosen, not
/// measured.
const ABOUT: f64 = 0.25;
const INTERACTS: f64 = 0.10;
const LITTLE: f64 = 0.05;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    vec![
        null_move_saves(samples),
        reductions_branch_by_two(samples),
        extensions_cost(samples),
        extensions_find_more(samples),
        pruning_loses_little(samples),
        effects_are_not_additive(samples),
    ]
}

fn saved(samples: &Samples, effects: &[(Effect, f64)]) -> Option<Confidence> {
    Some(Response::Nodes.contrast(samples, effects)?.map(factor_of))
}

fn each(names: &[&str], of: impl Fn(Effect) -> Option<Confidence>) -> Option<Vec<ClaimPart>> {
    let part = |&name: &&str| {
        let effect = Effect::Of(factor(name));
        Some(ClaimPart { name: effect.words(), measured: of(effect)? })
    };
    names.iter().map(part).collect()
}

fn null_move_saves(samples: &Samples) -> Claim {
    let question = Question {
        name: "null-move-saves",
        section: "Null move pruning: analysis",
        sentence: "Null move makes a search about 10 to 30 % cheaper.",
        statistic: "Nodes with null move (R = 2) relative to those without, over the searches of the design, by geometric means, at the deepest ply. The claim: between \
                    −30 and −10 %. Further readings: where late moves are not reduced; and with ten points to either side for `about`."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "about 10 to 30 % less".to_owned(),
    };
    let (null, lmr) = (factor("null2"), factor("lmr"));
    let range = Range::between(-0.30, -0.10);
    let alone = [(Effect::Of(null), 1.0), (Effect::between(null, lmr), -1.0)];
    question.decide_each(vec![
        Reading::of_one("over all", range, saved(samples, &[(Effect::Of(null), 1.0)])),
        Reading::of_one("without reductions", range, saved(samples, &alone)),
        Reading::of_one("about", Range::between(-0.40, 0.0), saved(samples, &[(Effect::Of(null), 1.0)])),
    ])
}

/// Relative to 2, less 1; a geometric mean over the last plies.
fn branching(samples: &Samples, over: Depth) -> Option<Confidence> {
    let last = plies(samples)?.last;
    let before = last.checked_sub(over)?;
    let reduced: Vec<_> = DesignRun::all().filter(|run| run.has(factor("lmr"))).collect();
    let mut logs = vec![0.0; samples.positions().len()];
    for run in &reduced {
        let (then, now) = (nodes(samples, run.search(), before)?, nodes(samples, run.search(), last)?);
        let growth = then.iter().zip(now).map(|(&then, now)| (now as f64 / then as f64).ln());
        logs.iter_mut().zip(growth).for_each(|(log, growth)| *log += growth / reduced.len() as f64);
    }
    Some(mean(&logs).map(|log| (log / f64::from(last - before)).exp() / 2.0 - 1.0))
}

fn reductions_branch_by_two(samples: &Samples) -> Claim {
    let question = Question {
        name: "reductions-branch-by-two",
        section: "LMR: analysis",
        sentence: "Late move reductions take the effective branching factor to about 2.",
        statistic: format!(
            "By what a ply more multiplies the nodes of searches that reduce late moves, over the last two plies and by geometric means over the design, relative to 2. \
             The claim: between {} and {}, that is 1.5 to 2.5. A second reading: over the last ply alone, for to 4 plies hardly a move is reduced.",
            percent(-ABOUT),
            percent(ABOUT)
        ),
        unit: ClaimUnit::Percent,
        paper: "about 2".to_owned(),
    };
    let reading = |name, over| Reading::of_one(name, Range::between(-ABOUT, ABOUT), branching(samples, over));
    question.decide_each(vec![reading("two plies", 2), reading("the last ply", 1)])
}

const DEEPER: [&str; 3] = ["chk", "single", "qchk"];
const LEFT_OUT: [&str; 2] = ["null2", "lmr"];

fn extensions_cost(samples: &Samples) -> Claim {
    let question = Question {
        name: "extensions-cost",
        section: "this project's",
        sentence: "What searches more deeply costs nodes.",
        statistic: "Nodes with checks extended, single replies extended, and quiet checks at leaves, each relative to those without, over the searches of the design, by geometric \
                    means, at the deepest ply. The claim: above 0 each."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "not said".to_owned(),
    };
    let parts = each(&DEEPER, |effect| saved(samples, &[(effect, 1.0)]));
    question.decide_each(vec![Reading { name: "", range: Range::POSITIVE, parts }])
}

fn found(samples: &Samples, names: &[&str]) -> Option<Vec<ClaimPart>> {
    each(names, |effect| Response::Found.contrast(samples, &[(effect, 1.0)]))
}

fn extensions_find_more(samples: &Samples) -> Claim {
    let question = Question {
        name: "extensions-find-more",
        section: "Dynamic search extension",
        sentence: "What searches more deeply finds more often what a deeper search finds: it avoids the effect of the horizon.",
        statistic: "Positions whose move is that of the full-width search two plies deeper, as a share, with each less without, over the searches of the design: in \
                    points. The claim: above 0 each."
            .to_owned(),
        unit: ClaimUnit::Points,
        paper: "above 0".to_owned(),
    };
    let parts = found(samples, &DEEPER);
    question.decide_each(vec![Reading { name: "", range: Range::POSITIVE, parts }])
}

fn pruning_loses_little(samples: &Samples) -> Claim {
    let question = Question {
        name: "pruning-loses-little",
        section: "Null move pruning; LMR",
        sentence: "Null move and late move reductions overlook little.",
        statistic: format!(
            "Positions whose move is that of the full-width search two plies deeper, as a share, with each less without, over the searches of the design: in points. The \
             claim: above −{} each.",
            LITTLE * 100.0
        ),
        unit: ClaimUnit::Points,
        paper: "usually".to_owned(),
    };
    let parts = found(samples, &LEFT_OUT);
    question.decide_each(vec![Reading { name: "", range: Range::above(-LITTLE), parts }])
}

fn effects_are_not_additive(samples: &Samples) -> Claim {
    let question = Question {
        name: "effects-are-not-additive",
        section: "Abstract",
        sentence: "No enhancement should be taken in isolation: what one does depends on another.",
        statistic: format!(
            "Of the 55 interactions that which is surest to be large: by what factor the effect of a switch on the nodes changes where the other is on, and is divided where \
             it is off, less 1. The claim: one at least is beyond {} to either side, in the family of all (Bonferroni).",
            percent(INTERACTS)
        ),
        unit: ClaimUnit::Percent,
        paper: "not additive".to_owned(),
    };
    let all = interactions(samples).unwrap_or_default();
    let Some((effect, measured, chance)) = surest(&all) else {
        return question.decide_by(Verdict::NotMeasured, 1.0, None);
    };
    let is_small = |one: &Confidence| {
        let Estimate { low, high, .. } = simultaneous(one);
        low > factor_of(-INTERACTS.ln_1p()) && high < INTERACTS
    };
    let verdict = match chance < 0.05 {
        true => Verdict::Holds,
        false if all.iter().all(|(_, one)| is_small(one)) => Verdict::DoesNotHold,
        false => Verdict::Undecided,
    };
    question.decide_by(verdict, chance, Some(simultaneous(&measured))).with_detail(effect.words())
}

fn interactions(samples: &Samples) -> Option<Vec<(Effect, Confidence)>> {
    base_is_measured(samples)?;
    let effects = Response::Nodes.effects(samples)?;
    let pairs = effects.into_iter().filter(|(effect, _)| matches!(effect, Effect::Between(..)));
    Some(pairs.map(|(effect, log)| (effect, log.map(factor_of))).collect())
}

fn surest(pairs: &[(Effect, Confidence)]) -> Option<(Effect, Confidence, f64)> {
    let of = pairs.len() as f64;
    let large = |one: &Confidence| {
        let above = one.chance_of_above(INTERACTS);
        above.min(one.chance_of_below(factor_of(-INTERACTS.ln_1p()))) * of
    };
    let with_chance = pairs.iter().map(|(effect, one)| (*effect, one.clone(), large(one).min(1.0)));
    with_chance.min_by(|a, b| a.2.total_cmp(&b.2).then(b.1.value().abs().total_cmp(&a.1.value().abs())))
}

fn base_is_measured(samples: &Samples) -> Option<()> {
    nodes(samples, base(), plies(samples)?.last).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::design::{DesignRun, Effect, factor};
    use super::super::{MODE, SLOTS, TABLE, base};
    use super::{
        Claim, Verdict, effects_are_not_additive, extensions_cost, extensions_find_more, null_move_saves,
        pruning_loses_little, reductions_branch_by_two,
    };
    use crate::experiment::searches::{RootResult, Samples};

    const POSITIONS: usize = 12;

    fn samples(
        nodes: impl Fn(DesignRun, usize) -> f64,
        growth: impl Fn(DesignRun) -> [f64; 2],
        finds: impl Fn(DesignRun) -> bool,
    ) -> Samples {
        let mut samples = Samples::default().of_first(base());
        for run in DesignRun::all() {
            samples = samples.doing(run.search());
            let best_move = |ply| if ply == 7 || finds(run) { "e4" } else { "d4" }.to_owned();
            for ply in [3, 4, 5, 7].into_iter().filter(|&ply| ply < 7 || run.search() == base()) {
                let by: f64 = growth(run).iter().skip(usize::from(ply).saturating_sub(3)).product();
                let of = |i: usize| (1e7 * (i + 1) as f64 * nodes(run, i) / by) as u64;
                let at = (MODE, ply, TABLE, Some(SLOTS));
                samples.insert(at, (0..POSITIONS).map(of).collect());
                samples
                    .insert_outcomes(at, vec![RootResult { value: 0, best_move: best_move(ply) }; POSITIONS]);
            }
        }
        samples.doing(base())
    }

    fn multiplied(effects: &[(Effect, f64)]) -> Samples {
        let by = |run| effects.iter().map(|&(effect, by)| by.powf(effect.sign(run) / 2.0)).product();
        samples(|run, _| by(run), |_| [2.0; 2], |_| true)
    }

    fn finding(finds: impl Fn(DesignRun) -> bool) -> Samples {
        samples(|_, _| 1.0, |_| [2.0; 2], finds)
    }

    fn of(name: &str) -> Effect {
        Effect::Of(factor(name))
    }

    /// The number is in hundredths of a per cent.
    fn decided(claim: &Claim, reading: usize) -> (Verdict, &str, i64) {
        let decision = &claim.readings[reading];
        let measured = decision.measured.expect("it is measured").value;
        (decision.verdict, decision.part.as_str(), (1e4 * measured).round() as i64)
    }

    #[test]
    fn null_move_saves_over_all_and_where_moves_are_not_reduced() {
        let pair = Effect::between(factor("null2"), factor("lmr"));
        let saves = |all, more| null_move_saves(&multiplied(&[(of("null2"), all), (pair, more)]));
        let (both, more, less) = (saves(0.8, 1.0), saves(0.8, 1.25), saves(0.8, 0.8));
        assert_eq!([0, 1].map(|reading| decided(&both, reading)), [(Verdict::Holds, "", -2000); 2]);
        assert_eq!(decided(&more, 0), (Verdict::Holds, "", -2000));
        assert_eq!(decided(&more, 1), (Verdict::DoesNotHold, "", -3600));
        assert_eq!(decided(&less, 1), (Verdict::DoesNotHold, "", 0));
        assert_eq!(decided(&saves(0.95, 1.0), 0), (Verdict::DoesNotHold, "", -500));
    }

    #[test]
    fn null_move_that_saves_a_little_more_than_said_saves_about_as_much_and_what_costs_does_not() {
        let saves = |by| null_move_saves(&multiplied(&[(of("null2"), by)]));
        let about = |by| [0, 2].map(|reading| saves(by).readings[reading].verdict);
        assert_eq!([0.72, 0.88].map(about), [[Verdict::Holds; 2]; 2]);
        assert_eq!([0.68, 0.92].map(about), [[Verdict::DoesNotHold, Verdict::Holds]; 2]);
        assert_eq!([0.58, 1.02].map(about), [[Verdict::DoesNotHold; 2]; 2]);
    }

    #[test]
    fn the_branching_factor_is_that_of_one_ply_and_of_the_searches_that_reduce() {
        let branching = |reduced: [f64; 2]| {
            let growth = |run: DesignRun| if run.has(factor("lmr")) { reduced } else { [6.0; 2] };
            reductions_branch_by_two(&samples(|_, _| 1.0, growth, |_| true))
        };
        assert_eq!(decided(&branching([2.0; 2]), 0), (Verdict::Holds, "", 0));
        assert_eq!(decided(&branching([2.4; 2]), 0), (Verdict::Holds, "", 2000));
        assert_eq!(decided(&branching([2.6; 2]), 0), (Verdict::DoesNotHold, "", 3000));
        assert_eq!(decided(&branching([1.4; 2]), 0), (Verdict::DoesNotHold, "", -3000));
        let last_is_wide = branching([4.0 / 2.6, 2.6]);
        assert_eq!(decided(&last_is_wide, 0), (Verdict::Holds, "", 0));
        assert_eq!(decided(&last_is_wide, 1), (Verdict::DoesNotHold, "", 3000));
    }

    #[test]
    fn extensions_cost_if_each_of_them_does() {
        let cost = |single| {
            extensions_cost(&multiplied(&[(of("chk"), 1.2), (of("single"), single), (of("qchk"), 1.1)]))
        };
        assert_eq!(decided(&cost(1.05), 0), (Verdict::Holds, "single replies extended", 500));
        assert_eq!(decided(&cost(0.9), 0), (Verdict::DoesNotHold, "single replies extended", -1000));
    }

    #[test]
    fn extensions_find_more_if_each_of_them_does() {
        let most =
            |[one, other, third]: [bool; 3]| usize::from(one) + usize::from(other) + usize::from(third) > 1;
        let find = |checks: bool| {
            let on = move |run: DesignRun| {
                [run.has(factor("chk")) == checks, run.has(factor("single")), run.has(factor("qchk"))]
            };
            extensions_find_more(&finding(|run| most(on(run))))
        };
        assert_eq!(decided(&find(true), 0), (Verdict::Holds, "checks extended", 5000));
        assert_eq!(decided(&find(false), 0), (Verdict::DoesNotHold, "checks extended", -5000));
    }

    #[test]
    fn pruning_loses_little_below_five_points_each() {
        let lose = |switches: usize| {
            pruning_loses_little(&finding(|run| !(0..switches).all(|factor| run.has(factor))))
        };
        assert_eq!(decided(&lose(6), 0), (Verdict::Holds, "null move", -313));
        assert_eq!(decided(&lose(5), 0), (Verdict::DoesNotHold, "null move", -625));
    }

    #[test]
    fn an_interaction_is_one_beyond_a_tenth_to_either_side() {
        let pair = Effect::between(factor("lmr"), factor("hist"));
        let verdict = |by| effects_are_not_additive(&multiplied(&[(pair, by)])).verdict;
        assert_eq!([1.11, 1.09].map(verdict), [Verdict::Holds, Verdict::DoesNotHold]);
        assert_eq!([0.905, 0.92].map(verdict), [Verdict::Holds, Verdict::DoesNotHold]);
        let claim = effects_are_not_additive(&multiplied(&[(pair, 0.8), (of("null2"), 0.5)]));
        assert_eq!((decided(&claim, 0).2, claim.detail), (-2000, pair.words()));
    }

    #[test]
    fn one_interaction_of_so_many_is_decided_by_less_than_chance() {
        let pair = Effect::between(factor("lmr"), factor("hist"));
        let spread = |mean: f64, by: f64| {
            let at = move |i: usize| mean * by.powf(i as f64 - (POSITIONS - 1) as f64 / 2.0);
            let samples = samples(|run, i| at(i).powf(pair.sign(run) / 2.0), |_| [2.0; 2], |_| true);
            effects_are_not_additive(&samples).verdict
        };
        assert_eq!([1.001, 1.033].map(|by| spread(1.2, by)), [Verdict::Holds, Verdict::Undecided]);
        assert_eq!([1.001, 1.033].map(|by| spread(1.0 / 1.2, by)), [Verdict::Holds, Verdict::Undecided]);
    }
}
