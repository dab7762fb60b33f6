//! `supplant search` searches positions and prints what each iteration finds.

mod json;
mod stats;
mod workers;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use json::{JsonIteration, JsonOutcome, JsonSolved, NoMove, line_in_words};
use stats::{Counted, JsonStats};
use workers::{SearchWorkers, WorkersArguments};

use super::arguments::{self, TableArguments};
use super::exit::Ending;
use super::{output, terminal};
use supplant::entry::Depth;
use supplant_lab::experiment::interrupt;
use supplant_lab::experiment::pages::Obtained;
use supplant_lab::experiment::positions::{PositionSet, name_of, read_text};
use supplant_lab::experiment::replay::SearchRecorder;
use supplant_lab::experiment::trace::Heading;
use supplant_lab::report;
use supplant_record::Recorder;
use supplant_search::game::Game as _;
use supplant_search::game::chess::eval::Evaluation;
use supplant_search::game::chess::notation::{self, Position};
use supplant_search::game::chess::{Chess, Move};
use supplant_search::search::score::plies_to_end;
use supplant_search::search::{Enhancements, Iteration, Limits, Partial, StudyTable};
use supplant_search::smp::{Answer, Order};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The position, as a FEN in quotes, or startpos
    #[arg(long, value_name = "FEN", group = "position")]
    fen: Option<String>,
    /// The positions of an EPD file; - is stdin
    #[arg(long, value_name = "FILE", group = "position")]
    epd: Option<PathBuf>,
    /// The last position of the first game of a PGN file, its history included; - is stdin
    #[arg(long, value_name = "FILE", group = "position")]
    pgn: Option<PathBuf>,
    /// Of the game, only this many plies
    #[arg(long, value_name = "PLIES", requires = "pgn", conflicts_with_all = ["fen", "epd"], value_parser = arguments::whole::<usize>(0..=100_000))]
    ply: Option<usize>,
    /// Stop at this depth, in plies [default: 8, or none with --nodes or --time]
    #[arg(long, short, value_parser = arguments::depth)]
    depth: Option<Depth>,
    /// Stop after this many nodes
    #[arg(long, short, value_parser = arguments::nodes)]
    nodes: Option<u64>,
    /// Stop after this time (seconds, or for example 500ms)
    #[arg(long, short, value_parser = arguments::time)]
    time: Option<Duration>,
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset, help = arguments::presets())]
    search: (String, Enhancements),
    /// How positions are evaluated: 1994, as in the studies, or fitted, with which the engine plays
    #[arg(long, value_name = "NAME", default_value_t, value_parser = arguments::evaluation)]
    evaluation: Evaluation,
    /// Record in this new file what the search asks of its table, for `supplant replay`
    /// (docs/replay.md); of one worker
    #[arg(long, value_name = "FILE", conflicts_with_all = ["threads", "lockstep", "stats", "file"])]
    record: Option<PathBuf>,
    /// Also count what each probe finds and what each store replaces; the search takes a tenth
    /// longer
    #[arg(long)]
    stats: bool,
    /// Print one JSON object an iteration, and one of the outcome
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workers: WorkersArguments,
    #[command(flatten)]
    table: TableArguments,
    /// Share the table in this file with all searches that name it; the file is created if it is
    /// missing (/dev/shm/NAME is in memory). Its entries stay between positions and searches.
    /// --hash and --scheme must be those of the file. Give all searches the same preset, because
    /// entries of one answer the others; their node counts then differ from run to run
    #[arg(long = "table", value_name = "FILE", help_heading = "Table")]
    file: Option<PathBuf>,
}

const DEFAULT_DEPTH: Depth = 8;

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let mut positions = positions(arguments)?;
    for Position { game, .. } in &mut positions {
        *game = game.clone().with_evaluation(arguments.evaluation);
    }
    search_all(arguments, &positions)
}

fn positions(arguments: &Arguments) -> Result<Vec<Position>> {
    let alone = |id: String, game: Chess| Ok(vec![Position { id, game, operations: Vec::new() }]);
    if let Some(fen) = &arguments.fen {
        if fen == "startpos" {
            return alone("starting position".to_owned(), Chess::default());
        }
        let board = notation::fen(fen).context("--fen")?;
        return alone(fen.clone(), Chess::new(board));
    }
    if let Some(path) = &arguments.epd {
        return Ok(PositionSet::read_with_operations(path)?.1);
    }
    if let Some(path) = &arguments.pgn {
        let (name, game) = last_of_game(path, arguments.ply)?;
        return alone(name, game);
    }
    alone("starting position".to_owned(), Chess::default())
}

fn last_of_game(path: &Path, plies: Option<usize>) -> Result<(String, Chess)> {
    let name = name_of(path);
    let game = notation::first_of_pgn(&read_text(path)?).map_err(|error| error.in_source(&name))?;
    let last = game.moves.len();
    let plies = plies.unwrap_or(last);
    let position = game.after(plies);
    let position = position
        .with_context(|| format!("--ply {plies}: the game in {name} has {last} plies; give at most that"))?;
    Ok((format!("{name} after {plies} plies"), position))
}

fn search_all(arguments: &Arguments, positions: &[Position]) -> Result<Ending> {
    let threads = arguments.workers.threads();
    let mut table = match &arguments.file {
        Some(path) => {
            let game = Chess::default().with_evaluation(arguments.evaluation);
            arguments.table.shared(path, game.key_seed())?
        }
        None => arguments.table.table(threads)?,
    };
    let heading = || heading(arguments, table.slots());
    let mut workers = arguments.workers.workers(positions.len(), heading)?;
    let recorder = arguments.record.as_deref().map(recorder).transpose()?;
    let pages = Obtained::of(&table.pages());
    if !arguments.json {
        output::line(&format!("table {pages}"));
    }
    let order = order(arguments);
    let recording = recorder.as_ref().map(|recorder| SearchRecorder::from(recorder.thread()));
    let mut solved = Vec::new();
    for (i, position) in positions.iter().enumerate() {
        if arguments.file.is_some() {
            table.new_generation();
        } else if i > 0 {
            table.clear(threads);
        }
        let searched = Searched { table: &*table, recording: recording.as_ref() };
        solved.extend(search_one(&mut workers, searched, &pages, &order, position, arguments)?);
        if order.stop.is_set() {
            break;
        }
    }
    let is_interrupted = order.stop.is_set();
    if !is_interrupted {
        tell_solved(&solved, arguments.json)?;
    }
    drop(recording);
    if let Some((recorder, path)) = recorder.zip(arguments.record.as_deref()) {
        let ends = || format!("--record {}: is cut off; remove it and repeat the command", path.display());
        recorder.finish().with_context(ends)?;
        if is_interrupted {
            output::complain(&format!("--record {}: ends where the search was interrupted", path.display()));
        }
    }
    if is_interrupted {
        output::complain("interrupted: the iterations above were completed");
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::Done)
}

fn tell_solved(solved: &[bool], json: bool) -> Result<()> {
    let count = solved.iter().filter(|&&solved| solved).count();
    match (solved.len(), json) {
        (0, _) => {}
        (of, true) => output::json(&JsonSolved::new(count, of))?,
        (of, false) => output::line(&format!("solved {count} of {}", report::counted(of, "position"))),
    }
    Ok(())
}

fn heading(arguments: &Arguments, slots: usize) -> Heading {
    let TableArguments { scheme, layout, keep_deeper, keep_move, .. } = arguments.table;
    let (scheme, layout) = (scheme.to_string(), layout.to_string());
    let search = arguments.search.0.clone();
    Heading { search, scheme, layout, slots, keep_deeper, keep_move, ..Heading::default() }
}

fn order(arguments: &Arguments) -> Order {
    let Arguments { depth, nodes, time, .. } = *arguments;
    let unlimited = nodes.is_none() && time.is_none();
    let depth = depth.unwrap_or(if unlimited { DEFAULT_DEPTH } else { Limits::default().depth });
    Order {
        enhancements: arguments.search.1,
        limits: Limits { depth, nodes, time, ..Limits::default() },
        stop: interrupt::on_ctrl_c(),
        helpers: arguments.workers.helpers,
        seed: arguments.workers.seed,
        guide: None,
    }
}

#[derive(Clone, Copy)]
struct Searched<'a, 'r> {
    table: &'a dyn StudyTable,
    recording: Option<&'a SearchRecorder<'r>>,
}

fn recorder(path: &Path) -> Result<Recorder> {
    output::go_on_if_closed();
    let settings = supplant_record::Settings { limit: u64::MAX, ..Default::default() };
    let cannot = || format!("--record {}: cannot be written; give a new file", path.display());
    Recorder::create(path, settings).with_context(cannot)
}

fn search_one(
    workers: &mut SearchWorkers,
    Searched { table, recording }: Searched<'_, '_>,
    pages: &Obtained,
    order: &Order,
    position: &Position,
    arguments: &Arguments,
) -> Result<Option<bool>> {
    let Position { id: name, game, .. } = position;
    if !arguments.json {
        let is_told = game.evaluation() != Evaluation::default();
        let under = if is_told { format!(", evaluation {}", game.evaluation()) } else { String::new() };
        output::row(&format!("{name}{under}"));
        if game.has_moves() {
            output::heading(HEADER);
        }
    }
    let mut wrong: Option<anyhow::Error> = None;
    let printed = Cell::new(None);
    let mut print = |found: &Iteration<Move>| {
        printed.set(Some((found.worker, found.depth)));
        let occupancy_permille = table.occupancy().permille();
        if arguments.json {
            let iteration = JsonIteration::of(found, position, occupancy_permille, pages);
            wrong = wrong.take().or(output::json(&iteration).err());
        } else {
            let line = line_in_words(game, &found.line, Chess::notation);
            let row = row(found, occupancy_permille);
            output::row(&terminal::hanging(&row, &line, output::look().width));
        }
    };
    let counted = arguments.stats.then(|| Counted::over(table));
    let answer = match (&counted, recording) {
        (Some(counted), _) => workers.search(counted, game, order, &mut print),
        (None, Some(recording)) => workers.search_recorded(&recording.over(table), game, order, &mut print),
        (None, None) => workers.search(table, game, order, &mut print),
    }?;
    let counts = counted.map(Counted::counts);
    // Of equally deep iterations, the first to end was printed; the move to play may come from
    // another.
    if let Some(best) = answer.best.as_ref().filter(|best| printed.get() != Some((best.worker, best.depth))) {
        print(best);
    }
    if let Some(error) = wrong {
        return Err(error);
    }
    let asked = position.operation("bm").or_else(|| position.operation("am"));
    let solved =
        asked.map(|_| answer.to_play().and_then(|best| position.is_solved_by(best)).unwrap_or(false));
    if arguments.json {
        let turns = workers.quantum().map(|quantum| (quantum, order.seed));
        output::json(&JsonOutcome::of(&answer, position, turns, solved))?;
        if let Some(counts) = &counts {
            output::json(&JsonStats::of(counts, name))?;
        }
        return Ok(solved);
    }
    let (mut ended, mut told) = (conclusion(game, &answer), workers.told(&answer));
    told.extend(counts.as_ref().map(stats::told));
    if let Some(solved) = solved {
        ended = format!("{}   {}\n", ended.trim_end(), if solved { "solved" } else { "not solved" });
    }
    if !told.is_empty() && !ended.ends_with('\n') {
        ended.push('\n');
    }
    output::line(&(ended + &told));
    Ok(solved)
}

const HEADER: &str = "depth    score      time        nodes  M nodes/s  hits %  full %  line";

fn row(found: &Iteration<Move>, occupancy_permille: u16) -> String {
    let (nodes, seconds) = (found.counters.nodes(), found.elapsed.as_secs_f64());
    format!(
        "{:>5} {:>8} {:>8.2}s {:>12} {:>10.2} {:>7.1} {:>7.1}  ",
        found.depth,
        score(found.value),
        seconds,
        nodes,
        nodes as f64 / seconds / 1e6,
        found.counters.hit_permille() as f64 / 10.0,
        f64::from(occupancy_permille) / 10.0,
    )
}

fn score(value: i32) -> String {
    match plies_to_end(value) {
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", -plies / 2),
        None => format!("{:+.2}", f64::from(value) / 100.0),
    }
}

fn conclusion(game: &Chess, answer: &Answer<Move>) -> String {
    let counters = answer.counters();
    let Some(best) = answer.to_play() else {
        return match NoMove::of(game) {
            NoMove::Mate => "the game is over: mate",
            NoMove::Stalemate => "the game is over: stalemate",
            NoMove::Stopped => "stopped before the first iteration; allow more nodes or time",
        }
        .to_owned();
    };
    let nodes = counters.nodes();
    let unfinished = |partial: &Partial<Move>| format!(" (found at depth {}, not completed)", partial.depth);
    format!(
        "best {}{}   {} nodes ({} interior, {} leaf, {} quiescence) by {} in {:.2} s: {:.2} M nodes/s\n",
        game.notation(best),
        answer.partial.as_ref().map_or_else(String::new, unfinished),
        nodes,
        counters.interior,
        counters.leaf,
        counters.quiescence,
        report::counted(answer.workers.len(), "worker"),
        answer.elapsed.as_secs_f64(),
        nodes as f64 / answer.elapsed.as_secs_f64() / 1e6,
    )
}
