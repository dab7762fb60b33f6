//! `supplant solve` finds who wins a board when neither player errs, by searching to the last ply.

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::arguments::{self, TableArguments};
use super::exit::Ending;
use super::output;
use std::sync::Arc;
use supplant_lab::experiment::pages::Obtained;
use supplant_lab::experiment::solve::{GameVerdict, How, Solved, solve};
use supplant_lab::experiment::{interrupt, waiting};
use supplant_lab::report;
use supplant_search::game::domineering::{Adjudicated, KnownBoard, OutcomeClass, Player};
use supplant_search::search::{Guide, Stop, StudyTable};
use supplant_search::smp::{Helpers, Pool, SEED};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The game
    game: Solvable,
    /// The board: rows and columns, for example 8x8
    #[arg(value_parser = board)]
    board: (usize, usize),
    /// Workers
    #[arg(long, short = 'j', visible_alias = "workers", default_value = "1", value_parser = arguments::threads)]
    threads: usize,
    #[arg(long, value_name = "WAYS", default_value_t, value_parser = arguments::helpers, help = arguments::ways())]
    helpers: Helpers,
    /// The seed of how helpers differ
    #[arg(long, default_value_t = SEED, value_parser = arguments::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableArguments,
}

/// The games that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Solvable {
    /// Dominoes, upright against lying ones; boards from 1x1 to 8x8
    Domineering,
}

fn board(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', '×']).and_then(|(rows, columns)| {
        let side = |text: &str| text.parse().ok().filter(|&side| side > 0);
        Some((side(rows)?, side(columns)?))
    });
    sides.ok_or_else(|| format!("`{text}` is not a board; give rows and columns, for example 8x8"))
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let (Solvable::Domineering, (rows, columns)) = (arguments.game, arguments.board);
    ensure!(
        rows.max(columns) <= Adjudicated::LONGEST_SIDE,
        "{rows}x{columns}: too large a board; give at most {0} rows and {0} columns",
        Adjudicated::LONGEST_SIDE
    );
    let (layout, verified) = (arguments.table.layout, arguments.table.layout.info().verified_bits);
    if verified < u64::BITS {
        bail!(
            "--layout {layout}: verifies {verified} bits of a key, so that its answers are no proof; give xor16"
        );
    }
    let table = arguments.table.table(arguments.threads)?;
    let mut pool = Pool::try_new(arguments.threads).context("--threads")?;
    let pages = Obtained::of(&table.pages());
    let mut said = Said::begin(arguments, &pages);
    for starts in [Player::Vertical, Player::Horizontal] {
        let Some(solved) = said.solve(&mut pool, &*table, starts) else {
            output::complain("interrupted: the winner is not known; give it more time");
            return Ok(Ending::Interrupted);
        };
        said.starts.push(solved);
    }
    said.conclude()
}

struct Said<'a> {
    arguments: &'a Arguments,
    stop: Stop,
    pages: &'a Obtained,
    starts: Vec<Start>,
}

#[derive(Debug, Serialize)]
struct Start {
    #[serde(serialize_with = "in_words")]
    starts: Player,
    #[serde(serialize_with = "in_words")]
    wins: Player,
    nodes: u64,
    probes: u64,
    hits: u64,
    seconds: f64,
    occupancy_permille: u16,
}

fn in_words<S: serde::Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(player)
}

#[derive(Serialize)]
struct Everything<'a> {
    game: &'static str,
    rows: usize,
    columns: usize,
    class: String,
    published: Option<String>,
    plain_nodes: Option<u64>,
    starts: &'a [Start],
    nodes: u64,
    seconds: f64,
    workers: usize,
    scheme: String,
    table: &'a Obtained,
}

const HEADER: &str = "starts      wins               nodes      time  M nodes/s  hits %  full %";

impl<'a> Said<'a> {
    fn begin(arguments: &'a Arguments, pages: &'a Obtained) -> Self {
        if !arguments.json {
            output::line(&format!("table {pages}"));
            output::heading(HEADER);
        }
        Self { arguments, stop: interrupt::on_ctrl_c(), pages, starts: Vec::new() }
    }

    fn solve(&self, pool: &mut Pool<Adjudicated>, table: &dyn StudyTable, starts: Player) -> Option<Start> {
        let (rows, columns) = self.arguments.board;
        let game = Adjudicated::new(rows, columns, starts);
        let Solved { verdict, counters, elapsed } = self.search(pool, table, &game, starts)?;
        let found = Start {
            starts,
            wins: if verdict == GameVerdict::Wins { starts } else { starts.other() },
            nodes: counters.nodes(),
            probes: counters.probes,
            hits: counters.hits,
            seconds: elapsed.as_secs_f64(),
            occupancy_permille: table.occupancy().permille(),
        };
        if !self.arguments.json {
            output::row(&found.row(counters.hit_permille()));
        }
        Some(found)
    }

    fn search(
        &self,
        pool: &mut Pool<Adjudicated>,
        table: &dyn StudyTable,
        game: &Adjudicated,
        starts: Player,
    ) -> Option<Solved> {
        let Arguments { helpers, seed, board: (rows, columns), .. } = *self.arguments;
        let guide = Arc::new(Guide::default());
        let how = How { stop: self.stop.clone(), helpers, seed, guide: Some(Arc::clone(&guide)) };
        let mut work = || solve(pool, table, game, game.plies(), &how);
        if output::look().is_quiet {
            return work();
        }
        waiting::telling(&format!("{rows}x{columns}, {starts} starts"), &guide, work)
    }

    fn conclude(&self) -> Result<Ending> {
        let (rows, columns) = self.arguments.board;
        let [vertical, horizontal] = self.starts.as_slice() else { bail!("both players start once") };
        let class = OutcomeClass::of(vertical.wins, horizontal.wins);
        let published = KnownBoard::of(rows, columns);
        let nodes = vertical.nodes + horizontal.nodes;
        let seconds = vertical.seconds + horizontal.seconds;
        let workers = self.arguments.threads;
        if self.arguments.json {
            output::json(&Everything {
                game: "domineering",
                rows,
                columns,
                class: class.to_string(),
                published: published.map(|known| known.class.to_string()),
                plain_nodes: published.and_then(|known| known.plain_nodes),
                starts: &self.starts,
                nodes,
                seconds,
                workers,
                scheme: self.arguments.table.scheme.to_string(),
                table: self.pages,
            })?;
        } else {
            output::line(&format!(
                "{rows}x{columns}: {class}, {}   {} nodes by {} in {seconds:.2} s: {:.2} M nodes/s{}",
                class.in_words(),
                report::grouped(nodes),
                report::counted(workers, "worker"),
                nodes as f64 / seconds / 1e6,
                published.map_or_else(String::new, beside),
            ));
        }
        match published.filter(|known| known.class != class) {
            None => Ok(Ending::Done),
            Some(known) => {
                output::complain(&format!(
                    "{rows}x{columns}: {class} was found, and {} is published",
                    known.class
                ));
                Ok(Ending::Failed)
            }
        }
    }
}

fn beside(known: KnownBoard) -> String {
    let nodes = known.plain_nodes.map(|nodes| {
        format!("; without bounds and mirror images a plain solver: {} nodes", report::grouped(nodes))
    });
    format!("\npublished: {}{}", known.class, nodes.unwrap_or_default())
}

impl Start {
    fn row(&self, hit_permille: u64) -> String {
        format!(
            "{:<11} {:<11} {:>12} {:>8.2}s {:>10.2} {:>7.1} {:>7.1}",
            self.starts.to_string(),
            self.wins.to_string(),
            self.nodes,
            self.seconds,
            self.nodes as f64 / self.seconds / 1e6,
            hit_permille as f64 / 10.0,
            f64::from(self.occupancy_permille) / 10.0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::board;

    #[test]
    fn a_board_is_two_numbers_above_0() {
        assert_eq!([board("8x8"), board("2×7")], [Ok((8, 8)), Ok((2, 7))]);
        for wrong in ["9x", "x9", "0x3", "3x0", "-1x3", "8", "8x8x8", "8 x 8", ""] {
            assert_eq!(
                board(wrong),
                Err(format!("`{wrong}` is not a board; give rows and columns, for example 8x8"))
            );
        }
    }
}
