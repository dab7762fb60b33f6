//! `supplant search`: one position, and what each iteration finds.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::arguments::{self, TableArguments};
use super::exit::Ending;
use super::output;
use crate::entry::Depth;
use crate::entry::bucket::Ready;
use crate::game::chess::{Chess, Move, notation};
use crate::game::{Game, Outcome};
use crate::lab::interrupt;
use crate::lab::pages::Obtained;
use crate::lab::positions::{PositionSet, read_text};
use crate::report;
use crate::scheme::{Scheme, Visit};
use crate::search::score::plies_to_end;
use crate::search::{Counters, Enhancements, Iteration, Limits, Partial};
use crate::smp::{Answer, Order, Pool, SEED};
use crate::table::Table;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The position, as a FEN
    #[arg(long, value_name = "FEN", group = "position")]
    fen: Option<String>,
    /// The positions of an EPD file
    #[arg(long, value_name = "FILE", group = "position")]
    epd: Option<PathBuf>,
    /// The last position of the first game of a PGN file, its history included
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
    /// Stop after this time (seconds, or such as 500ms)
    #[arg(long, short, value_parser = arguments::time)]
    time: Option<Duration>,
    /// Workers
    #[arg(long, short = 'j', default_value = "1", value_parser = arguments::threads)]
    threads: usize,
    #[command(flatten)]
    table: TableArguments,
    /// The search: a preset of enhancements
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset)]
    search: (String, Enhancements),
    /// Print one JSON object an iteration, and one of the outcome
    #[arg(long)]
    json: bool,
}

/// Depth if nothing else limits the search.
const DEFAULT_DEPTH: Depth = 8;

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let positions = positions(arguments)?;
    arguments.table.visit(SearchAll { arguments, positions: &positions })?
}

/// The positions asked for, the starting position if none.
fn positions(arguments: &Arguments) -> Result<Vec<(String, Chess)>> {
    if let Some(fen) = &arguments.fen {
        let board = notation::fen(fen).context("--fen")?;
        return Ok(vec![(fen.clone(), Chess::new(board))]);
    }
    if let Some(path) = &arguments.epd {
        let positions = PositionSet::read(path)?.positions;
        return Ok(positions.to_vec());
    }
    if let Some(path) = &arguments.pgn {
        return last_of_game(path, arguments.ply).map(|position| vec![position]);
    }
    Ok(vec![("starting position".to_owned(), Chess::default())])
}

fn last_of_game(path: &Path, plies: Option<usize>) -> Result<(String, Chess)> {
    let name = path.display().to_string();
    let games = notation::pgn(&read_text(path)?).map_err(|error| error.in_source(&name))?;
    let game = games.first().with_context(|| format!("{name}: there is no game in it"))?;
    let last = game.moves.len();
    let plies = plies.unwrap_or(last);
    let position = game.after(plies);
    let position = position
        .with_context(|| format!("--ply {plies}: the game in {name} has {last} plies; give at most that"))?;
    Ok((format!("{name} after {plies} plies"), position))
}

struct SearchAll<'a> {
    arguments: &'a Arguments,
    positions: &'a [(String, Chess)],
}

impl Visit for SearchAll<'_> {
    type Out = Result<Ending>;

    fn visit<S: Scheme, B: Ready>(self) -> Result<Ending> {
        let Self { arguments, positions } = self;
        let mut table = arguments.table.table::<S, B>(arguments.threads)?;
        let pages = Obtained::of(&table.pages());
        if !arguments.json {
            output::line(&format!("table {pages}"));
        }
        let mut pool = Pool::try_new(arguments.threads).context("--threads")?;
        let order = order(arguments);
        for (i, (name, game)) in positions.iter().enumerate() {
            if i > 0 {
                table.clear(arguments.threads);
            }
            search_one(&mut pool, (&table, &pages), &order, name, game, arguments)?;
            if order.stop.is_set() {
                output::complain("interrupted: the iterations above were completed");
                return Ok(Ending::Interrupted);
            }
        }
        Ok(Ending::Done)
    }
}

fn order(arguments: &Arguments) -> Order {
    let Arguments { depth, nodes, time, .. } = *arguments;
    let unlimited = nodes.is_none() && time.is_none();
    let depth = depth.unwrap_or(if unlimited { DEFAULT_DEPTH } else { Limits::default().depth });
    Order {
        enhancements: arguments.search.1,
        limits: Limits { depth, nodes, time, ..Limits::default() },
        stop: interrupt::on_ctrl_c(),
        seed: SEED,
    }
}

/// An iteration, as JSON.
#[derive(Serialize)]
struct JsonIteration<'a> {
    position: &'a str,
    depth: Depth,
    value_cp: i32,
    mate_in_plies: Option<i32>,
    elapsed_ns: u64,
    /// Of the worker that completed the iteration.
    worker: usize,
    nodes: u64,
    probes: u64,
    hits: u64,
    occupancy_permille: u16,
    line: Vec<String>,
    table: &'a Obtained,
}

/// What all workers came to, as JSON.
#[derive(Serialize)]
struct JsonOutcome<'a> {
    position: &'a str,
    /// The move to play; `null` if there is none, or the search was stopped before one was searched.
    best: Option<String>,
    /// The depth at which it was found.
    depth: Option<Depth>,
    /// Whether the iteration of that depth was completed.
    is_completed: bool,
    /// Whether the game is over: there are no legal moves.
    is_over: bool,
    /// Whether that is mate; `null` if it is not over.
    is_mate: Option<bool>,
    /// Of all workers.
    nodes: u64,
    workers: usize,
    elapsed_ns: u64,
}

impl<'a> JsonOutcome<'a> {
    fn of(answer: &Answer<Move>, game: &Chess, position: &'a str) -> Self {
        let partial = answer.partial.as_ref().map(|partial| partial.depth);
        Self {
            position,
            best: answer.to_play().map(|mv| game.notation(mv)),
            depth: partial.or(answer.best.as_ref().map(|best| best.depth)),
            is_completed: answer.best.is_some() && partial.is_none(),
            is_over: !game.has_moves(),
            is_mate: (!game.has_moves()).then(|| game.without_moves() == Outcome::Lost),
            nodes: answer.counters().nodes(),
            workers: answer.workers.len(),
            elapsed_ns: answer.elapsed.as_nanos() as u64,
        }
    }
}

impl<'a> JsonIteration<'a> {
    fn of(
        found: &Iteration<Move>,
        position: &'a str,
        line: Vec<String>,
        occupancy_permille: u16,
        table: &'a Obtained,
    ) -> Self {
        let Counters { probes, hits, .. } = found.counters;
        Self {
            position,
            depth: found.depth,
            value_cp: found.value,
            mate_in_plies: plies_to_end(found.value),
            elapsed_ns: found.elapsed.as_nanos() as u64,
            worker: found.worker,
            nodes: found.counters.nodes(),
            probes,
            hits,
            occupancy_permille,
            line,
            table,
        }
    }
}

fn search_one<S: Scheme, B: Ready>(
    pool: &mut Pool<Chess>,
    (table, pages): (&Table<S, B>, &Obtained),
    order: &Order,
    name: &str,
    game: &Chess,
    arguments: &Arguments,
) -> Result<()> {
    if !arguments.json {
        output::line(&format!("{name}\n{HEADER}"));
    }
    let mut wrong: Option<anyhow::Error> = None;
    let printed = Cell::new(None);
    let mut print = |found: &Iteration<Move>| {
        printed.set(Some((found.worker, found.depth)));
        let line = line_in_words(game, &found.line);
        let occupancy_permille = table.occupancy().permille();
        if arguments.json {
            let iteration = JsonIteration::of(found, name, line, occupancy_permille, pages);
            wrong = wrong.take().or(output::json(&iteration).err());
        } else {
            output::line(&row(found, occupancy_permille, &line.join(" ")));
        }
    };
    let answer = pool.search(table, game, order, &mut print);
    // Of equally deep iterations the first to end was printed; the move to play may be of another.
    if let Some(best) = answer.best.as_ref().filter(|best| printed.get() != Some((best.worker, best.depth))) {
        print(best);
    }
    if let Some(error) = wrong {
        return Err(error);
    }
    if arguments.json {
        return output::json(&JsonOutcome::of(&answer, game, name));
    }
    output::line(&conclusion(game, &answer));
    Ok(())
}

const HEADER: &str = "depth    score      time        nodes  knodes/s  hits %  full %  line";

/// A line of the iteration table.
fn row(found: &Iteration<Move>, occupancy_permille: u16, line: &str) -> String {
    let (nodes, seconds) = (found.counters.nodes(), found.elapsed.as_secs_f64());
    format!(
        "{:>5} {:>8} {:>8.2}s {:>12} {:>9.0} {:>7.1} {:>7.1}  {line}",
        found.depth,
        score(found.value),
        seconds,
        nodes,
        nodes as f64 / seconds / 1000.0,
        found.counters.hit_permille() as f64 / 10.0,
        f64::from(occupancy_permille) / 10.0,
    )
}

/// A value in pawns, or the moves to mate.
fn score(value: i32) -> String {
    match plies_to_end(value) {
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", -plies / 2),
        None => format!("{:+.2}", f64::from(value) / 100.0),
    }
}

fn line_in_words(game: &Chess, line: &[Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut words = Vec::new();
    for &mv in line {
        words.push(game.notation(mv));
        game.play(mv);
    }
    words
}

fn conclusion(game: &Chess, answer: &Answer<Move>) -> String {
    let counters = answer.counters();
    let Some(best) = answer.to_play() else {
        return if game.has_moves() {
            "stopped before the first iteration; allow more nodes or time".to_owned()
        } else {
            match game.without_moves() {
                Outcome::Lost => "the game is over: mate".to_owned(),
                Outcome::Draw => "the game is over: stalemate".to_owned(),
            }
        };
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
