//! The report on a run: what it is, the line to quote, curves, what they are made of, the law, where the numbers come from.

use super::{Measured, figures, schemes};
use crate::lab::scaling::Memory;
use crate::lab::scaling::curves::{Of, Point};
use crate::lab::scaling::fit::Fit;
use crate::lab::sizes;
use crate::lab::stats::Estimate;
use crate::report::document::{ABSENT, Block, Cell, Document, Made, Table};
use crate::report::{counted, provenance};

/// The report; `rows` is the file with the numbers.
pub(super) fn document(measured: &Measured, rows: &str) -> Document {
    let mut blocks: Vec<_> = introduction(measured).into_iter().map(Block::Words).collect();
    blocks.extend(quotable(measured).map(Block::Words));
    blocks.push(Block::Heading("Figures".to_owned()));
    let commands = measured.commands();
    for figure in figures::figures(measured) {
        blocks.push(Block::Figure(figure));
        blocks.push(Block::Made(Made { commands: commands.clone(), rows: rows.to_owned() }));
    }
    blocks.push(Block::Heading("What the curves are made of".to_owned()));
    blocks.push(Block::Words(if measured.is_timed() { TIMED } else { VIRTUAL }.to_owned()));
    blocks.push(Block::Table(numbers(measured)));
    blocks.extend(schemes::blocks(measured));
    blocks.extend(laws(measured));
    blocks.extend(origin(measured));
    Document { title: "Scaling: how much sooner several workers reach the same depth".to_owned(), blocks }
}

fn introduction(measured: &Measured) -> Vec<String> {
    let study = &measured.study;
    let (finished, all) = measured.finished;
    let mut words = Vec::new();
    if finished < all {
        words.push(format!("Unfinished: {finished} of {all} searches. Curves that lack one are left out."));
    }
    let sizes: Vec<_> = study.slots.iter().map(|&slots| sizes::name(slots)).collect();
    words.push(format!(
        "{}-ply searches `{}` of {} ({}), each drawn {}, under other keys and seeds each time, one worker as well as many; tables of {} \
         slots{}, cleared before each search.",
        study.depth,
        study.search.0,
        counted(study.positions.positions.len(), "position"),
        study.positions.name,
        match study.draws {
            1 => "once".to_owned(),
            draws => format!("{draws} times"),
        },
        sizes.join(", "),
        if study.memory == Memory::PerWorker { " for each worker" } else { "" },
    ));
    words.push(
        "A position's speedup is the geometric mean over its draws; that of all is the geometric mean over the positions, with the 95 % interval \
         over them: how it would come out on other positions of this kind."
            .to_owned(),
    );
    words.push(if measured.is_timed() { CLOCK } else { LOCKSTEP }.to_owned());
    words
}

const LOCKSTEP: &str = "Workers take turns, and time is virtual: the nodes of the worker that visits most. It is what a clock would show if \
    each worker had a core of its own, all equally fast, and memory cost nothing more for being shared. The same seed gives the same numbers on any \
    machine.";

const CLOCK: &str = "Workers are threads, and time is a clock's. Rows of other machines, and of another hour on this one, differ.";

const VIRTUAL: &str = "Speedup is workers over overhead, where turns are short beside each worker's part. Overhead is the nodes of all, in proportion to those of one worker; it is breadth, \
    different positions visited in proportion to those of one, times repetition, how much oftener each is visited. Others' hits are \
    look-ups that found an entry of a position which another worker offered last; again are searches offered of which another worker was the first, of the \
    same position to the same draft.";

const TIMED: &str = "Speedup is what nodes a second gain over overhead: the nodes of all, in proportion to those of one worker.";

/// One line to quote: the first way of differing, with what it was measured of.
fn quotable(measured: &Measured) -> Option<String> {
    let (of, points) = measured.first_curve()?;
    let told = |point: &Point| {
        let Estimate { value, low, high } = point.speedup;
        format!("{} → {value:.2} ({low:.2}–{high:.2})", point.workers)
    };
    let all: Vec<_> = points.iter().map(told).collect();
    let study = &measured.study;
    Some(format!(
        "To quote: `{}`, {}, {} plies, {} slots, {}, {}: {}.",
        of.helpers,
        study.search.0,
        study.depth,
        sizes::name(of.slots),
        of.contender,
        super::clock(of.clock),
        all.join(", ")
    ))
}

/// A line for each number of workers of each curve.
pub(super) fn numbers(measured: &Measured) -> Table {
    let header = [
        "clock",
        "helpers",
        "scheme",
        "slots",
        "workers",
        "speedup",
        "low",
        "high",
        "median",
        "overhead",
        "breadth",
        "repetition",
        "others' hits",
        "again",
        "nodes/s",
    ];
    let rows =
        measured.curves.iter().flat_map(|(of, points)| points.iter().map(|point| numbers_of(of, point)));
    Table {
        caption: "Every curve, in proportion to one worker".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        words: 3,
        rows: rows.collect(),
    }
}

fn numbers_of(of: &Of, point: &Point) -> Vec<Cell> {
    let word = |text: String| Cell { text, ..Cell::default() };
    let maybe = |value: Option<f64>| {
        value.map_or_else(|| word(ABSENT.to_owned()), |value| Cell::number(format!("{value:.3}"), value))
    };
    let whole = |value: usize| Cell::number(value.to_string(), value as f64);
    let Estimate { value, low, high } = point.speedup;
    let mut cells = vec![
        word(super::clock(of.clock)),
        word(of.helpers.clone()),
        word(of.contender.to_string()),
        whole(of.slots),
        whole(point.workers),
    ];
    let rest = [value, low, high, point.median, point.overhead].map(Some);
    let made_of = [point.breadth, point.repetition(), point.of_others, point.again, point.rate];
    cells.extend(rest.into_iter().chain(made_of).map(maybe));
    cells
}

/// The law through each curve.
fn laws(measured: &Measured) -> Vec<Block> {
    let fitted: Vec<_> =
        measured.curves.iter().filter_map(|(of, points)| Some((of, points, Fit::of(points)?))).collect();
    if fitted.is_empty() {
        return Vec::new();
    }
    let band = |Estimate { value, low, high }: Estimate, digits: usize| {
        Cell::number(format!("{value:.digits$} ({low:.digits$}–{high:.digits$})"), value)
    };
    let row = |(of, points, fit): &(&Of, &Vec<Point>, Fit)| {
        let most = points.last().map_or(1, |point| point.workers);
        vec![
            Cell { text: measured.name(of), ..Cell::default() },
            band(fit.estimate(|law| law.sigma), 4),
            band(fit.estimate(|law| 1e6 * law.kappa), 1),
            band(fit.estimate(|law| law.speedup(most as f64)), 2),
            band(fit.estimate(|law| law.speedup(4.0 * most as f64)), 2),
        ]
    };
    let header = ["curve", "σ", "10⁶ κ", "at the most workers", "at four times as many"];
    vec![
        Block::Heading("The law of scalability".to_owned()),
        Block::Words(LAW.to_owned()),
        Block::Table(Table {
            caption: "N ∕ (1 + σ(N − 1) + κN(N − 1)), with the middle 95 % of fits to positions drawn anew"
                .to_owned(),
            header: header.map(str::to_owned).to_vec(),
            words: 1,
            rows: fitted.iter().map(row).collect(),
        }),
    ]
}

const LAW: &str = "The Universal Scalability Law through each curve: σ is the share of the work that cannot be divided, κ what each worker has to do \
    with each other; with κ = 0 it is Amdahl's law. The bands are of positions drawn anew, and of few positions too narrow. Where the law is far from what was measured at the most workers, it is not the law of this curve. \
    What it says of more workers than were measured is a guess with a band, and no measurement.";

fn origin(measured: &Measured) -> Vec<Block> {
    let more = [("searches", measured.finished.0.to_string())];
    let mut blocks = vec![
        Block::Heading("Where the numbers come from".to_owned()),
        Block::Table(provenance::facts(&measured.sessions, more)),
        Block::Words("To repeat it:".to_owned()),
    ];
    blocks.extend(measured.commands().into_iter().map(Block::Command));
    blocks.push(Block::Words(
        "To make this report from a folder of results, here `results/scaling`:".to_owned(),
    ));
    blocks.push(Block::Command("supplant report results/scaling".to_owned()));
    blocks
}
