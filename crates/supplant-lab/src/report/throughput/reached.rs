//! Which goals are reached, and how much of the time that a goal leaves goes to computing.

use super::ThroughputReport;
use crate::experiment::throughput::goals::{Goal, GoalNumber, GoalOutcome, counts};
use crate::experiment::throughput::{KeyDistribution, OperationMix, ThroughputCell};
use crate::report::document::{ABSENT, Block, DataTable, Finding, TableCell as Place, Tone};
use crate::report::plain;

#[must_use]
pub(super) fn section(measured: &ThroughputReport) -> Vec<Block> {
    let goals = &measured.goals;
    let too_few = measured.too_few().map(|too_few| format!(" {too_few}.")).unwrap_or_default();
    let mut blocks = vec![
        Block::Heading("What is reached".to_owned()),
        Block::Words(format!(
            "{}. They are about tables of 16-byte slots at the largest size of this run, with uniform keys and the farthest \
             prefetch, where a goal does not say that it is without. A number is judged by all of its rounds: reached if each round is at the goal or beyond, not reached if none is, \
             undecided else, and undecided where there are fewer than three rounds.{too_few} A goal is reached if it is for every scheme. Each share of the limit is that of a slice and the slice of \
             the limit just before it, on the same keys.",
            counts(goals)
        )),
        Block::Findings(goals.iter().map(finding).collect()),
        Block::Folded(all(goals)),
    ];
    blocks.extend(why(measured));
    blocks
}

const fn tone(outcome: GoalOutcome) -> Tone {
    match outcome {
        GoalOutcome::Reached => Tone::Good,
        GoalOutcome::Missed => Tone::Bad,
        GoalOutcome::Undecided => Tone::Open,
        GoalOutcome::NotMeasured => Tone::Absent,
    }
}

fn finding(goal: &Goal) -> Finding {
    let named = |outcome| {
        let points = goal.points.iter().filter(|point| point.outcome == outcome);
        points.map(|point| format!("{} {}", point.name, number(point))).collect::<Vec<_>>().join(", ")
    };
    let facts = [
        ("not reached", named(GoalOutcome::Missed)),
        ("undecided", named(GoalOutcome::Undecided)),
        ("reached", named(GoalOutcome::Reached)),
        ("beside", goal.beside.clone()),
    ];
    Finding {
        verdict: goal.outcome().name().to_owned(),
        tone: tone(goal.outcome()),
        sentence: goal.sentence.clone(),
        facts: facts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect(),
    }
}

fn number(point: &GoalNumber) -> String {
    point.measured.map_or_else(
        || ABSENT.to_owned(),
        |spread| format!("{:.2} ({:.2} to {:.2})", spread.median, spread.least, spread.most),
    )
}

/// The mix 90/10 is left out: in a small table its stores replace what was drawn to be hit.
fn why(measured: &ThroughputReport) -> Option<Block> {
    let (small, large) = (*measured.sizes().first()?, *measured.sizes().last()?);
    let rows: Vec<_> = measured
        .goals
        .iter()
        .filter_map(|goal| Some((goal, goal.of_limit.filter(|(mix, _)| *mix != OperationMix::Ninety)?)))
        .flat_map(|(goal, of)| goal.points.iter().filter_map(move |point| left(measured, point, of)))
        .collect();
    let caption = format!(
        "Where the time goes: nanoseconds of an operation that a goal allows, and what computing takes of them, by the table of {}",
        super::size(small)
    );
    let header = ["operation", "scheme", "verdict", "threads", "goal", "limit", "left for computing"];
    let in_small = format!("in {}", super::size(small));
    let header = header.into_iter().map(str::to_owned).chain([in_small]).collect();
    (small < large && !rows.is_empty()).then_some(Block::Folded(DataTable {
        caption,
        header,
        words: 3,
        rows,
    }))
}

fn left(
    measured: &ThroughputReport,
    point: &GoalNumber,
    (mix, threads): (OperationMix, usize),
) -> Option<Vec<Place>> {
    let cell = ThroughputCell { mix, keys: KeyDistribution::Uniform, threads, ahead: measured.farthest() };
    let small = *measured.sizes().first()?;
    let mut summaries = measured.summaries.iter();
    let (_, in_small) = summaries.find(|((of, at), _)| {
        of.bytes == small && of.subject == point.name && is_judged(of.variant) && *at == cell
    })?;
    let limit = threads as f64 * 1e3 / measured.limits.get(&(measured.largest(), cell))?.median;
    let goal = limit / point.needed;
    let ns = [goal, limit, goal - limit, in_small.ns].map(|ns| Place::number(plain(1, ns), ns));
    let words = [mix.name().to_owned(), point.name.clone(), point.outcome.name().to_owned()];
    let threads = Place::number(threads.to_string(), threads as f64);
    Some(words.map(Place::from).into_iter().chain([threads]).chain(ns).collect())
}

fn is_judged(variant: &str) -> bool {
    variant == supplant::entry::bucket::LayoutName::Xor16.name()
}

fn all(goals: &[Goal]) -> DataTable {
    let row = |goal: &Goal, point: &GoalNumber| {
        let value = point.measured.map_or(f64::NAN, |spread| spread.median);
        vec![
            Place::from(goal.sentence.clone()),
            Place::from(point.name.clone()),
            Place::from(point.outcome.name()),
            Place::number(number(point), value),
            Place::number(format!("{:.2}", point.needed), point.needed),
        ]
    };
    DataTable {
        caption: "Every number of every goal".to_owned(),
        header: ["goal", "of", "verdict", "median (least to greatest)", "at least"]
            .map(str::to_owned)
            .to_vec(),
        words: 3,
        rows: goals.iter().flat_map(|goal| goal.points.iter().map(|point| row(goal, point))).collect(),
    }
}
