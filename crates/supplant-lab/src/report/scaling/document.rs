//! The report on a scaling run.

use super::{IN_SHORT, ScalingReport, clock, figures, laws, predicted, schemes};
use crate::experiment::scaling::curves::{CurveKey, CurvePoint};
use crate::experiment::scaling::{TableMemory, WorkerClock};
use crate::experiment::stats::Estimate;
use crate::experiment::{doctor, sizes};
use crate::report::document::{Block, DataTable, Document, TableCell, rows_files};
use crate::report::searches::names;
use crate::report::{counted, provenance};

pub(super) fn document(measured: &ScalingReport, rows: &str) -> Document {
    let mut blocks = Vec::new();
    if let Some(short) = measured.kinds().find_map(|is_timed| in_short(measured, is_timed)) {
        blocks.extend([Block::Heading(IN_SHORT.to_owned()), Block::Words(short)]);
    }
    blocks.push(Block::Heading("What was measured".to_owned()));
    blocks.extend(introduction(measured).into_iter().map(Block::Words));
    blocks.extend(measured.kinds().filter_map(|is_timed| quotable(measured, is_timed)).map(Block::Words));
    blocks.push(Block::Heading("Figures".to_owned()));
    let figures = figures::figures(measured);
    blocks.push(match figures.is_empty() {
        true => Block::Words("None: no curve is whole yet.".to_owned()),
        false => Block::Figures(figures),
    });
    blocks.push(Block::Heading("The parts of the curves".to_owned()));
    let columns = measured.kinds().flat_map(|is_timed| if is_timed { TIMED } else { VIRTUAL });
    blocks.push(Block::List(columns.map(|&words| words.to_owned()).collect()));
    blocks.push(Block::Table(numbers(measured)));
    blocks.extend(schemes::blocks(measured));
    blocks.extend(predicted::section(measured));
    blocks.extend(laws::section(measured));
    let drawn = rows_files(&blocks, rows);
    blocks.extend(origin(measured));
    blocks.push(drawn);
    Document { title: title(measured), blocks }
}

fn title(measured: &ScalingReport) -> String {
    let study = &measured.study;
    let most = study.workers.iter().chain(&study.further).max().copied().unwrap_or(1);
    let sizes: Vec<_> = study.slots.iter().map(|&slots| sizes::name(slots)).collect();
    let each = if study.memory == TableMemory::PerWorker { " for each worker" } else { "" };
    let manner = if measured.is_timed() { "threads" } else { "workers in lockstep" };
    let compared = [
        ("helpers", study.helpers.len()),
        ("schemes", study.schemes.len()),
        (if measured.is_timed() { "clocks" } else { "quanta" }, study.clocks.len()),
    ];
    let compared: Vec<_> = compared
        .into_iter()
        .filter(|&(_, several)| several > 1)
        .map(|(what, several)| format!(", {several} {what}"))
        .collect();
    format!(
        "Scaling: {} to {} plies by up to {most} {manner}, {} slots{each}{}",
        study.search.0,
        study.depth,
        sizes.join(", "),
        compared.concat()
    )
}

fn in_short(measured: &ScalingReport, is_timed: bool) -> Option<String> {
    let (of, points) = measured.first_curve(is_timed)?;
    let point = points.last().filter(|point| point.workers > 1)?;
    Some(format!(
        "{} workers reach the same depth {} times as soon as one, under {} ({}).",
        point.workers,
        band(point.speedup, 2).text,
        of.contender,
        clock(of.clock)
    ))
}

fn introduction(measured: &ScalingReport) -> Vec<String> {
    let study = &measured.study;
    let (finished, all) = measured.finished;
    let mut words = Vec::new();
    if finished < all {
        words.push(format!("Unfinished: {finished} of {all} searches. Curves that lack one are left out."));
    }
    words.extend(Some(study.positions.other_games()).filter(|said| !said.is_empty()));
    let sizes: Vec<_> = study.slots.iter().map(|&slots| sizes::name(slots)).collect();
    words.push(format!(
        "{}-ply searches `{}` of {} ({}), each drawn {}, under other keys and seeds each time, one worker as well as many; {}.",
        study.depth,
        study.search.0,
        counted(study.positions.positions.len(), "position"),
        study.positions.name,
        match study.draws {
            1 => "once".to_owned(),
            draws => format!("{draws} times"),
        },
        if study.search.1.uses_table() {
            let each = if study.memory == TableMemory::PerWorker { " for each worker" } else { "" };
            format!("tables of {} slots{each}, cleared before each search", sizes.join(", "))
        } else {
            "they ask no table".to_owned()
        }
    ));
    let named = names::in_words(&study.search.0, &study.positions.name);
    words.extend(Some(named).filter(|told| !told.is_empty()));
    words.push(
        "A position's speedup is the geometric mean over its draws. The speedup of a curve is the geometric mean over the positions. Its 95 % interval \
         says what other positions of this kind would show."
            .to_owned(),
    );
    words.extend(clocks(measured));
    words.extend(crowded(measured));
    words.extend(disturbed(measured));
    words
}

fn crowded(measured: &ScalingReport) -> Option<String> {
    let most = measured.study.workers.iter().copied().max().filter(|_| measured.is_timed())?;
    let are_fewer = |there_are: &usize| most > *there_are;
    if let Some(processors) = super::processors(&measured.sessions).filter(are_fewer) {
        return Some(format!(
            "More than {} do not run at once: what is told of more threads is no scaling.",
            counted(processors, "processor")
        ));
    }
    let cores =
        measured.sessions.iter().filter_map(|session| session.physical_cores).min().filter(are_fewer)?;
    Some(format!("From {} threads on some share a core.", cores + 1))
}

fn disturbed(measured: &ScalingReport) -> Option<String> {
    let loads = measured.sessions.iter().filter(|_| measured.is_timed()).map(|session| session.load);
    let worst = loads.flatten().max_by(f64::total_cmp);
    doctor::others(worst)?;
    Some(format!(
        "Others used the machine when a session began (load {:.2}): do not trust the times.",
        worst?
    ))
}

const LOCKSTEP: &str = "Workers take turns, and time is virtual: the nodes of the worker that visits most. It is what a clock would show if \
    each worker had a core of its own, all equally fast, and memory cost nothing more for being shared. The same seed gives the same numbers on any \
    machine.";

const CLOCK: &str = "Workers are threads, and time is a clock's. Rows of other machines, and of another hour on this one, differ.";

const SHUFFLED: &str =
    "The searches by the clock in a draw of a position follow each other in an order by lot.";

const GROWN: &str = "Later commands timed their searches apart from the earlier ones: only the searches of one command follow each other by lot.";

const PINNED: &str = "Each worker has a processor of its own, and a core of its own while there are such (Provenance has their numbers).";

const LOADED: &str = "Cores that the search leaves idle do something else meanwhile, so that the clock of one worker is that of many.";

fn clocks(measured: &ScalingReport) -> Vec<String> {
    let study = &measured.study;
    let has = |is: fn(WorkerClock) -> bool| study.clocks.iter().any(|&clock| is(clock));
    let said = [
        (has(WorkerClock::is_timed), CLOCK),
        (has(WorkerClock::is_timed) && study.shuffle.is_some(), SHUFFLED),
        (has(WorkerClock::is_timed) && measured.commands().len() > 1, GROWN),
        (has(WorkerClock::is_pinned), PINNED),
        (has(|clock| clock == WorkerClock::Loaded), LOADED),
    ];
    let said: Vec<_> = said.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect();
    let clock = (!said.is_empty()).then(|| said.join(" "));
    let lockstep = has(|clock| !clock.is_timed()).then(|| LOCKSTEP.to_owned());
    clock.into_iter().chain(lockstep).collect()
}

const VIRTUAL: &[&str] = &[
    "In lockstep, speedup is the number of workers divided by the overhead, where turns are short beside each worker's part.",
    "Overhead: the nodes of all workers, divided by those of one worker. It is breadth times repetition.",
    "Breadth: the different positions that all workers visit, divided by those of one worker.",
    "Repetition: how many times as often a position is visited as by one worker.",
    "Others' hits: the share of hits on an entry that another worker offered last.",
    "Again: the share of stores that repeat another worker's search of the same position to the same depth.",
];

const TIMED: &[&str] = &[
    "By threads, speedup is the node rate divided by the overhead, both relative to one worker.",
    "Idle: the share of the workers' time before they started and after they finished.",
    "Seconds: the geometric mean of the positions' times to depth.",
];

fn quotable(measured: &ScalingReport, is_timed: bool) -> Option<String> {
    let (of, points) = measured.first_curve(is_timed)?;
    let told = |point: &CurvePoint| format!("{} → {}", point.workers, band(point.speedup, 2).text);
    let all: Vec<_> = points.iter().map(told).collect();
    let study = &measured.study;
    Some(format!(
        "To quote: `{}`, {}, {} plies, {} slots{}, {}, {}: {}.",
        of.helpers,
        study.search.0,
        study.depth,
        sizes::name(of.slots),
        if study.memory == TableMemory::PerWorker { " for each worker" } else { "" },
        of.contender,
        clock(of.clock),
        all.join(", ")
    ))
}

pub(super) fn numbers(measured: &ScalingReport) -> DataTable {
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
    let of_clocks: &[&str] = if measured.is_timed() { &["idle", "seconds"] } else { &[] };
    let rows =
        measured.curves.iter().flat_map(|(of, points)| points.iter().map(|point| numbers_of(of, point)));
    let width = header.len() + of_clocks.len();
    DataTable {
        caption: "Every curve, in proportion to one worker".to_owned(),
        header: header.iter().chain(of_clocks).map(|&name| name.to_owned()).collect(),
        words: 3,
        rows: rows.map(|row| row.into_iter().take(width).collect()).collect(),
    }
}

fn numbers_of(of: &CurveKey, point: &CurvePoint) -> Vec<TableCell> {
    let word = |text: String| TableCell { text, ..TableCell::default() };
    let mut cells = vec![
        word(clock(of.clock)),
        word(of.helpers.clone()),
        word(of.contender.to_string()),
        TableCell::whole(of.slots),
        TableCell::whole(point.workers),
    ];
    cells.extend(three(Some(point.speedup)));
    let rest = [Some(point.median), Some(point.overhead)];
    let timed = point.timed.as_ref();
    let made_of = [point.breadth, point.repetition(), point.of_others, point.again];
    let told = [
        timed.map(|timed| timed.rate.value),
        timed.and_then(|timed| timed.idle),
        timed.map(|timed| timed.time_ns / 1e9),
    ];
    cells.extend(rest.into_iter().chain(made_of).chain(told).map(number));
    cells
}

pub(super) fn band(Estimate { value, low, high }: Estimate, digits: usize) -> TableCell {
    let interval =
        if high.is_finite() { format!(" ({low:.digits$}–{high:.digits$})") } else { String::new() };
    TableCell::number(format!("{value:.digits$}{interval}"), value)
}

pub(super) fn three(estimate: Option<Estimate>) -> [TableCell; 3] {
    let Some(Estimate { value, low, high }) = estimate else { return [None; 3].map(number) };
    let end = |end: f64| Some(end).filter(|_| high.is_finite());
    [Some(value), end(low), end(high)].map(number)
}

pub(super) fn number(number: Option<f64>) -> TableCell {
    TableCell::or_absent(number.map(|number| TableCell::decimals(3, number)))
}

fn origin(measured: &ScalingReport) -> Vec<Block> {
    let loads = measured.sessions.iter().filter_map(|session| session.load);
    let loads: Vec<_> = loads.filter(|_| measured.is_timed()).map(|load| format!("{load:.2}")).collect();
    let more = [("load when it was begun", loads.join("; ")), ("searches", measured.finished.0.to_string())];
    let facts = provenance::facts(&measured.sessions, more);
    provenance::origin(facts, measured.commands(), "results/scaling")
}
