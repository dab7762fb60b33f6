//! `supplant speedtest` searches the positions of whole games in their order, with the table kept,
//! and prints a block that people paste where they compare machines.
//!
//! `supplant bench` does fixed work from an empty table, for versions. This command takes a fixed
//! time and all of the machine, as in play.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde::Serialize;

use super::arguments;
use super::exit::Ending;
use super::output;
use crate::uci::{EngineOptions, table};
use supplant::table::Size;
use supplant_lab::experiment::pages::Obtained;
use supplant_lab::experiment::provenance::{self, Provenance};
use supplant_lab::experiment::{doctor, interrupt, progress, room, sizes};
use supplant_lab::report::{counted, grouped, plain};
use supplant_search::game::chess::notation::PgnGame;
use supplant_search::game::chess::{Chess, positions};
use supplant_search::search::{Guide, Limits, Stop, StudyTable};
use supplant_search::smp::{Order, Pool, SEED};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Workers [default: all processors]
    #[arg(long, short = 'j', value_name = "N", value_parser = arguments::threads)]
    threads: Option<usize>,
    /// Table size; a number alone is MiB [default: 128 MiB a worker, at most half of the free
    /// memory]
    #[arg(long, value_name = "SIZE", value_parser = arguments::hash)]
    hash: Option<Size>,
    /// Time for all searches that count (seconds, or for example 5min); each position gets an equal
    /// part
    #[arg(long, value_name = "TIME", default_value = "150", value_parser = arguments::time)]
    seconds: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The first position of a game that is searched: White's fifth move.
const FIRST_PLY: usize = 8;
/// Positions that are searched before those that count. Chosen, not measured.
const WARM_UP: usize = 3;
/// As in Stockfish's command of the same name.
const MEBIBYTES_PER_WORKER: usize = 128;

/// The totals of a run.
#[derive(Debug, Default, Serialize)]
struct Measured {
    games: usize,
    positions: usize,
    planned: usize,
    nodes: u64,
    elapsed_ns: u64,
    nodes_per_s: f64,
    /// At the end of each game, in thousandths: slots of the last search.
    hashfull: Vec<u16>,
    /// At the end of each game, in thousandths: slots in use.
    occupied: Vec<u16>,
}

#[derive(Serialize)]
struct WithMachine<'a> {
    #[serde(flatten)]
    measured: &'a Measured,
    threads: usize,
    table: &'a Obtained,
    is_completed: bool,
    provenance: &'a Provenance,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let threads = arguments.threads.unwrap_or_else(num_cpus::get);
    let mut engine = EngineOptions::default();
    engine.threads = threads;
    let hash = arguments.hash.unwrap_or_else(|| share(threads, room::free()));
    let mut table = table(&engine, sizes::bytes_of(hash)).map_err(|why| anyhow!("--hash: {why}"))?;
    let mut pool = Pool::try_new(threads).context("--threads")?;
    let pages = Obtained::of(&table.pages());
    let here = Provenance::here(arguments.invocation(threads, hash), SEED);
    if let Some(busy) = doctor::others(provenance::load()) {
        output::complain(&format!("{}; the speed is not that of this machine alone", busy.what));
    }
    let games = games(&engine);
    let speedtest = Speedtest { engine, each: each(arguments.seconds, &games), stop: interrupt::on_ctrl_c() };
    let measured = speedtest.measure(&mut *table, &mut pool, &games);
    let is_completed = measured.is_completed();
    if measured.positions > 0 && arguments.json {
        let (measured, table, provenance) = (&measured, &pages, &here);
        output::json(&WithMachine { measured, threads, table, is_completed, provenance })?;
    } else if measured.positions > 0 {
        output::line(&speedtest.block(&measured, &pages, &here));
    }
    if is_completed {
        return Ok(Ending::Done);
    }
    output::complain(&format!(
        "interrupted: {} of {} were searched",
        measured.positions,
        counted(measured.planned, "position")
    ));
    Ok(Ending::Interrupted)
}

/// A table that this many workers can use, in whole MiB.
fn share(threads: usize, free: Option<u64>) -> Size {
    let wanted = MEBIBYTES_PER_WORKER * threads;
    let half = free.map_or(usize::MAX, |free| usize::try_from(free >> 21).unwrap_or(usize::MAX));
    Size::mebibytes(wanted.min(half).max(1))
}

/// White's positions of each game, in their order.
fn games(engine: &EngineOptions) -> Vec<Vec<Chess>> {
    let of = |game: &PgnGame| {
        let plies = (FIRST_PLY..game.moves.len()).step_by(2);
        let position = |plies| game.after(plies).map(|game| game.with_evaluation(engine.evaluation));
        plies.filter_map(position).collect()
    };
    positions::whole_games().iter().map(of).collect()
}

fn each(all: Duration, games: &[Vec<Chess>]) -> Duration {
    let positions = games.iter().map(Vec::len).sum::<usize>().max(1);
    all / u32::try_from(positions).unwrap_or(u32::MAX)
}

struct Speedtest {
    engine: EngineOptions,
    each: Duration,
    stop: Stop,
}

impl Speedtest {
    fn measure(&self, table: &mut dyn StudyTable, pool: &mut Pool<Chess>, games: &[Vec<Chess>]) -> Measured {
        let planned = games.iter().map(Vec::len).sum();
        let mut measured = Measured { planned, ..Measured::default() };
        let seconds = self.each.as_secs_f64() * (planned + WARM_UP) as f64;
        output::note(&format!("{} for {}", counted(planned, "position"), progress::duration(seconds)));
        let bar = progress::bar(planned + WARM_UP, "positions", self.each, output::look().is_quiet);
        for (i, position) in games.iter().flatten().take(WARM_UP).enumerate() {
            self.search(&*table, pool, position, i > 0);
            bar.inc(1);
        }
        for game in games {
            table.clear(self.engine.threads);
            for (i, position) in game.iter().enumerate() {
                let (nodes, elapsed) = self.search(&*table, pool, position, i > 0);
                if self.stop.is_set() {
                    bar.finish_and_clear();
                    return measured.with_speed();
                }
                measured.positions += 1;
                measured.nodes += nodes;
                measured.elapsed_ns += elapsed.as_nanos() as u64;
                bar.inc(1);
            }
            measured.games += 1;
            let occupancy = table.occupancy();
            measured.hashfull.push(occupancy.hashfull());
            measured.occupied.push(occupancy.permille());
        }
        bar.finish_and_clear();
        measured.with_speed()
    }

    /// Searches as the engine does at a move, and returns nodes and time.
    fn search(
        &self,
        table: &dyn StudyTable,
        pool: &mut Pool<Chess>,
        position: &Chess,
        continues: bool,
    ) -> (u64, Duration) {
        table.new_generation();
        let order = Order {
            enhancements: self.engine.preset.1,
            stop: self.stop.clone(),
            guide: Some(Arc::new(Guide::new(Vec::new(), continues))),
            ..Order::alibaba(Limits { time: Some(self.each), ..Limits::default() })
        };
        let answer = pool.search(table, position, &order, |_| ());
        (answer.counters().nodes(), answer.elapsed)
    }

    fn block(&self, measured: &Measured, pages: &Obtained, here: &Provenance) -> String {
        let EngineOptions { scheme, layout, preset, .. } = &self.engine;
        let per_cent = |all: &[u16]| {
            let all: Vec<_> = all.iter().map(|&part| plain(1, f64::from(part) / 10.0)).collect();
            all.join(", ")
        };
        let flags = if here.flags.is_empty() { String::new() } else { format!(", {}", here.flags) };
        let cores =
            here.physical_cores.map_or_else(String::new, |cores| format!(" on {}", counted(cores, "core")));
        let begun = measured.games + usize::from(!measured.is_completed());
        let mut lines = vec![
            ("supplant", here.build()),
            ("compiler", format!("{}, {}, {}{flags}", here.rustc, here.profile, here.target)),
            (
                "processor",
                format!("{}, {} processors{cores}", here.processor, here.cores.unwrap_or_default()),
            ),
            ("threads", self.engine.threads.to_string()),
            ("hash", pages.to_string()),
            ("search", format!("{}, {scheme} in {layout}", preset.0)),
            (
                "positions",
                format!("{} of {} in order, the table kept", measured.positions, counted(begun, "game")),
            ),
            ("nodes", grouped(measured.nodes)),
            ("seconds", plain(2, measured.elapsed_ns as f64 / 1e9)),
        ];
        if !measured.hashfull.is_empty() {
            let full = format!(
                "{} % after each game ({} % with entries of earlier moves)",
                per_cent(&measured.hashfull),
                per_cent(&measured.occupied)
            );
            lines.push(("hashfull", full));
        }
        lines.push(("nodes/s", grouped(measured.nodes_per_s.round() as u64)));
        if !measured.is_completed() {
            let planned = counted(measured.planned, "position");
            lines.push(("unfinished", format!("interrupted after {} of {planned}", measured.positions)));
        }
        let mut block = String::new();
        for (name, value) in lines {
            let _ = writeln!(block, "{name:<10} {value}");
        }
        block.trim_end().to_owned()
    }
}

impl Measured {
    fn is_completed(&self) -> bool {
        self.positions == self.planned
    }

    fn with_speed(self) -> Self {
        let nodes_per_s = self.nodes as f64 * 1e9 / self.elapsed_ns.max(1) as f64;
        Self { nodes_per_s, ..self }
    }
}

impl Arguments {
    fn invocation(&self, threads: usize, hash: Size) -> String {
        let hash = sizes::bytes(sizes::bytes_of(hash) as u64).replace(' ', "");
        let seconds = self.seconds.as_secs_f64();
        format!("supplant speedtest --threads {threads} --hash {hash} --seconds {seconds}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Chess, EngineOptions, FIRST_PLY, Size, games, share};
    use supplant_search::game::Game as _;

    #[test]
    fn the_table_grows_with_the_workers_and_leaves_half_of_the_memory_free() {
        assert_eq!(share(4, None), Size::mebibytes(512));
        assert_eq!(share(4, Some(64 << 30)), Size::mebibytes(512));
        assert_eq!(share(4, Some(600 << 20)), Size::mebibytes(300));
        assert_eq!(share(4, Some(0)), Size::mebibytes(1));
    }

    #[test]
    fn white_is_to_move_in_every_position_and_they_are_in_order() {
        let games = games(&EngineOptions::default());
        assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [28, 50]);
        for game in &games {
            let plies: Vec<_> = game.iter().map(|position| position.played().0).collect();
            assert!(plies[0] == FIRST_PLY && plies.windows(2).all(|two| two[1] == two[0] + 2), "{plies:?}");
            assert!(game.iter().all(Chess::has_moves));
        }
    }
}
