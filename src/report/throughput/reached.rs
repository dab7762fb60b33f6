//! What is reached and what is not, goal by goal; where one is not, what says why.

use super::Measured;
use crate::lab::throughput::goals::{Goal, Outcome, Point, counts};
use crate::lab::throughput::{Cell, Keys};
use crate::report::document::{ABSENT, Block, Cell as Place, Finding, Table, Tone};

/// The section.
#[must_use]
pub(super) fn section(measured: &Measured) -> Vec<Block> {
    let goals = &measured.goals;
    vec![
        Block::Heading("What is reached".to_owned()),
        Block::Words(format!(
            "{}. They are about tables of 16-byte slots at the largest size of this run, with uniform keys and the farthest \
             prefetch. A number is judged by all of its rounds: reached if each round is at the goal or beyond, not reached if none is, \
             undecided else. A goal is reached if it is for every scheme. Each share of the limit is that of a slice and the slice of \
             the limit just before it, on the same keys.",
            counts(goals)
        )),
        Block::Findings(goals.iter().map(|goal| finding(measured, goal)).collect()),
        Block::Folded(all(goals)),
    ]
}

const fn tone(outcome: Outcome) -> Tone {
    match outcome {
        Outcome::Reached => Tone::Good,
        Outcome::Missed => Tone::Bad,
        Outcome::Undecided => Tone::Open,
        Outcome::NotMeasured => Tone::Absent,
    }
}

fn finding(measured: &Measured, goal: &Goal) -> Finding {
    let named = |outcome| {
        let points = goal.points.iter().filter(|point| point.outcome == outcome);
        points.map(|point| format!("{} {}", point.name, number(point))).collect::<Vec<_>>().join(", ")
    };
    let facts = [
        ("not reached", named(Outcome::Missed)),
        ("undecided", named(Outcome::Undecided)),
        ("reached", named(Outcome::Reached)),
        ("beside", goal.beside.clone()),
        ("why", why(measured, goal)),
    ];
    Finding {
        verdict: goal.outcome().name().to_owned(),
        tone: tone(goal.outcome()),
        sentence: goal.sentence.clone(),
        facts: facts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect(),
    }
}

/// The median with the least and the greatest.
fn number(point: &Point) -> String {
    point.measured.map_or_else(
        || ABSENT.to_owned(),
        |spread| format!("{:.2} ({:.2} to {:.2})", spread.median, spread.least, spread.most),
    )
}

/// Why one falls short of the limit: what the same operations take where the table is in the cache, beside the time that the goal leaves.
fn why(measured: &Measured, goal: &Goal) -> String {
    let Some((mix, threads)) = goal.of_limit else { return String::new() };
    let cell = Cell { mix, keys: Keys::Uniform, threads, ahead: measured.farthest() };
    let short =
        goal.points.iter().filter(|point| matches!(point.outcome, Outcome::Missed | Outcome::Undecided));
    let said = short.filter_map(|point| bound(measured, point, cell));
    said.collect::<Vec<_>>().join("; ")
}

fn bound(measured: &Measured, point: &Point, cell: Cell) -> Option<String> {
    let (sizes, of_scheme) = (measured.sizes(), |bytes: usize| {
        let mut cells = measured.summaries.iter();
        cells.find(|((of, at), _)| {
            of.bytes == bytes && of.subject == point.name && is_judged(of.variant) && *at == cell
        })
    });
    let (small, large) = (*sizes.first()?, *sizes.last()?);
    if small == large {
        return None;
    }
    let in_cache = of_scheme(small)?.1.ns;
    let limit = measured.limits.get(&(large, cell))?;
    let left = cell.threads as f64 * 1e3 / limit.median / point.needed;
    let so = if in_cache > left {
        "computing alone takes longer"
    } else {
        "computing alone would not, but adds to the wait for memory"
    };
    Some(format!(
        "{}: {in_cache:.1} ns in {}, the goal leaves {left:.1}: {so}",
        point.name,
        super::size(small)
    ))
}

fn is_judged(variant: &str) -> bool {
    variant == crate::entry::bucket::LayoutName::Xor16.name()
}

fn all(goals: &[Goal]) -> Table {
    let row = |goal: &Goal, point: &Point| {
        let value = point.measured.map_or(f64::NAN, |spread| spread.median);
        vec![
            Place::from(goal.sentence.clone()),
            Place::from(point.name.clone()),
            Place::from(point.outcome.name()),
            Place::number(number(point), value),
            Place::number(format!("{:.2}", point.needed), point.needed),
        ]
    };
    Table {
        caption: "Every number of every goal".to_owned(),
        header: ["goal", "of", "verdict", "median (least to greatest)", "at least"]
            .map(str::to_owned)
            .to_vec(),
        words: 3,
        rows: goals.iter().flat_map(|goal| goal.points.iter().map(|point| row(goal, point))).collect(),
    }
}
