//! `supplant bench` does fixed work. The total nodes of one worker are the signature, which changes
//! exactly when the search changes.

use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::arguments::{self, TableArguments};
use super::exit::Ending;
use super::{output, terminal};
use supplant::entry::Depth;
use supplant_lab::experiment::pages::Obtained;
use supplant_lab::experiment::positions::PositionSet;
use supplant_lab::experiment::{doctor, interrupt, provenance};
use supplant_lab::report;
use supplant_search::game::chess::Chess;
use supplant_search::search::{Counters, Enhancements, Limits};
use supplant_search::smp::{Helpers, Order, Pool};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Depth of each search, in plies
    #[arg(long, short, default_value = "7", value_parser = arguments::depth)]
    depth: Depth,
    /// Worker counts to measure, the first of which gives the signature
    #[arg(long, short = 'j', default_value = "1", value_delimiter = ',', value_parser = arguments::threads)]
    threads: Vec<usize>,
    #[arg(long, value_name = "WAYS", default_value_t, value_parser = arguments::helpers, help = arguments::ways())]
    helpers: Helpers,
    /// Rounds over all worker counts; of several, median, least and greatest speed of each are
    /// printed
    #[arg(long, default_value = "1", value_parser = arguments::whole::<u8>(1..=99))]
    rounds: u8,
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset, help = arguments::presets())]
    search: (String, Enhancements),
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableArguments,
}

#[derive(Clone, Debug, Serialize)]
struct Measured {
    threads: usize,
    nodes: u64,
    elapsed_ns: u64,
    nodes_per_s: f64,
    nodes_per_s_range: (f64, f64),
    dead_slots: Option<usize>,
    slots_at_rest: usize,
}

#[derive(Serialize)]
struct WithTable<'a> {
    #[serde(flatten)]
    measured: Measured,
    table: &'a Obtained,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let threads = arguments.threads.iter().max().copied().unwrap_or(1);
    let mut table = arguments.table.table(threads)?;
    if let Some(busy) = doctor::others(provenance::load()) {
        output::complain(&format!("{}; node counts are right, speeds are not", busy.what));
    }
    let pages = Obtained::of(&table.pages());
    let stop = interrupt::on_ctrl_c();
    let positions = PositionSet::kasparov_short().all_of::<Chess>()?;
    let mut rounds = Vec::new();
    // Interleaved rounds spread a slow moment of the machine over all worker counts.
    for _ in 0..arguments.rounds {
        let mut round = Vec::new();
        for &threads in &arguments.threads {
            let mut pool = Pool::try_new(threads).context("--threads")?;
            let (mut counters, mut elapsed) = (Counters::default(), Duration::ZERO);
            let mut dead = Some(0);
            for (_, game) in &positions {
                let order = order(arguments, &stop);
                table.clear(threads);
                let answer = pool.search(&*table, game, &order, |_| ());
                counters += answer.counters();
                elapsed += answer.elapsed;
                dead = dead.zip(table.dead_slots()).map(|(dead, more)| dead + more);
                if stop.is_set() {
                    return interrupted(arguments, &pages, &rounds);
                }
            }
            let slots_at_rest = table.slots() * positions.len();
            round.push(measured(threads, &counters, elapsed, dead, slots_at_rest));
        }
        rounds.push(round);
    }
    print(arguments, &pages, &rounds)
}

fn interrupted(arguments: &Arguments, pages: &Obtained, rounds: &[Vec<Measured>]) -> Result<Ending> {
    if rounds.is_empty() {
        output::complain("interrupted: no signature");
    } else {
        print(arguments, pages, rounds)?;
        output::complain("interrupted: the rounds above were completed");
    }
    Ok(Ending::Interrupted)
}

fn order(arguments: &Arguments, stop: &supplant_search::search::Stop) -> Order {
    Order {
        enhancements: arguments.search.1,
        stop: stop.clone(),
        helpers: arguments.helpers,
        ..Order::alibaba(Limits::depth(arguments.depth))
    }
}

fn measured(
    threads: usize,
    counters: &Counters,
    elapsed: Duration,
    dead_slots: Option<usize>,
    slots_at_rest: usize,
) -> Measured {
    let nodes = counters.nodes();
    let nodes_per_s = nodes as f64 / elapsed.as_secs_f64();
    Measured {
        threads,
        nodes,
        elapsed_ns: elapsed.as_nanos() as u64,
        nodes_per_s,
        nodes_per_s_range: (nodes_per_s, nodes_per_s),
        dead_slots,
        slots_at_rest,
    }
}

fn median(mut rounds: Vec<Measured>) -> Measured {
    rounds.sort_by(|a, b| a.nodes_per_s.total_cmp(&b.nodes_per_s));
    let dead_slots = rounds.iter().map(|round| round.dead_slots).sum();
    let slots_at_rest = rounds.iter().map(|round| round.slots_at_rest).sum();
    let [slowest, fastest] = [0, rounds.len() - 1].map(|i| rounds[i].nodes_per_s);
    let [low, high] = [(rounds.len() - 1) / 2, rounds.len() / 2].map(|i| &rounds[i]);
    // Of an even number the middle two are taken as one.
    let [nodes, elapsed_ns] = [low.nodes + high.nodes, low.elapsed_ns + high.elapsed_ns];
    Measured {
        threads: low.threads,
        nodes: nodes / 2,
        elapsed_ns: elapsed_ns / 2,
        nodes_per_s: nodes as f64 / (elapsed_ns as f64 / 1e9),
        nodes_per_s_range: (slowest, fastest),
        dead_slots,
        slots_at_rest,
    }
}

fn print(arguments: &Arguments, pages: &Obtained, rounds: &[Vec<Measured>]) -> Result<Ending> {
    let of = |i: usize| rounds.iter().map(|round| round[i].clone()).collect();
    let measured: Vec<_> = (0..arguments.threads.len()).map(|i| median(of(i))).collect();
    if arguments.json {
        let with_table = |measured| WithTable { measured, table: pages };
        output::json(&measured.into_iter().map(with_table).collect::<Vec<_>>())?;
        return Ok(Ending::Done);
    }
    let first = measured[0].clone();
    let TableArguments { scheme, layout, .. } = arguments.table;
    let title = match rounds.len() {
        1 => "one round".to_owned(),
        several => format!("median (least–greatest) of {several} rounds"),
    };
    output::line(&format!(
        "18 positions to {} plies, search {}, {scheme} in {} of {layout}, {title}",
        arguments.depth,
        arguments.search.0,
        arguments.table.size(),
    ));
    output::line(&format!("table {pages}"));
    for run in &measured {
        let dead = run.dead_slots.map_or_else(String::new, |dead| {
            format!("{dead} of {} slots dead at rest", report::grouped(run.slots_at_rest as u64))
        });
        let (slowest, fastest) = run.nodes_per_s_range;
        let spread = match rounds.len() {
            1 => String::new(),
            _ => format!(" ({:.2}–{:.2})", slowest / 1e6, fastest / 1e6),
        };
        let cells = [
            format!("{:>11}", report::counted(run.threads, "worker")),
            format!("{:>12} nodes", run.nodes),
            format!("{:>8.2} s", run.elapsed_ns as f64 / 1e9),
            format!("{:>8.2} M nodes/s{spread}  ", run.nodes_per_s / 1e6),
            format!("x {:.2}  ", run.nodes_per_s / first.nodes_per_s),
            dead,
        ];
        output::row(terminal::folded(&cells, output::look().width).trim_end());
    }
    // Several workers have no signature: their node counts differ between runs.
    if first.threads == 1 {
        output::line(&format!("{} nodes {:.0} nps", first.nodes, first.nodes_per_s));
    }
    Ok(Ending::Done)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use supplant_search::search::Stop;
    use supplant_search::smp::Helpers;

    use super::{Arguments, Measured, median, order};

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn workers_differ_as_they_were_told_to() {
        let told = |words: &[&str]| {
            let words = ["bench"].iter().chain(words);
            order(&Program::parse_from(words).arguments, &Stop::default()).helpers
        };
        assert_eq!(told(&[]), Helpers::default());
        assert_eq!(told(&["--helpers", "lazy"]), Helpers::LAZY);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        let round = |nodes_per_s: u64| Measured {
            threads: 1,
            nodes: 1200,
            elapsed_ns: 1_200_000_000_000 / nodes_per_s,
            nodes_per_s: nodes_per_s as f64,
            nodes_per_s_range: (nodes_per_s as f64, nodes_per_s as f64),
            dead_slots: Some(1),
            slots_at_rest: 8,
        };
        let speed = |rounds: &[u64]| {
            let Measured { nodes, nodes_per_s, nodes_per_s_range, dead_slots, .. } =
                median(rounds.iter().copied().map(round).collect());
            (nodes, nodes_per_s.round(), nodes_per_s_range, dead_slots)
        };
        assert_eq!(speed(&[300]), (1200, 300.0, (300.0, 300.0), Some(1)));
        assert_eq!(speed(&[200, 600]), (1200, 300.0, (200.0, 600.0), Some(2)), "nodes of both in their time");
        assert_eq!(speed(&[600, 100, 200]), (1200, 200.0, (100.0, 600.0), Some(3)));
        assert_eq!(speed(&[600, 100, 200, 300]), (1200, 240.0, (100.0, 600.0), Some(4)));
    }
}
