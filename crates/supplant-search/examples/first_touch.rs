//! The cost of the first search in a new large table, for four ways to prepare the table.
//!
//!     cargo run --release -p supplant-search --example first_touch [MEBIBYTES DEPTH ROUNDS]
//!     cargo run --release -p supplant-search --features mmap --example first_touch
//!
//! Defaults are 256 MiB, 7 plies and 9 rounds. The table asks for 2 MiB pages; the output says for
//! how much.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example shows what it does")]

use std::process::ExitCode;
use std::time::Instant;
use supplant::table::SizedTable;
use supplant::table::{SizedBucket, TableBuilder};

use supplant::table::{Size, SizeError};
use supplant_search::game::chess::{Chess, positions::kasparov_short};
use supplant_search::search::{Enhancements, Limits, search};

type Ready = fn(&mut SizedTable);

const WAYS: [(&str, Ready); 4] = [
    ("untouched", |_| {}),
    ("touched by 1 thread", |table| table.touch(1)),
    ("touched by 2 threads", |table| table.touch(2)),
    ("cleared by 1 thread", |table| table.clear(1)),
];

#[derive(Clone, Copy, Default)]
struct Cost {
    making_s: f64,
    making_faults: f64,
    search_s: f64,
    search_faults: f64,
    nodes: f64,
}

/// The tenth field of Linux's `stat`: page faults without disk access; 0 elsewhere.
fn faults() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    after_name.split_whitespace().nth(7).and_then(|field| field.parse().ok()).unwrap_or_default()
}

fn cost(games: &[Chess], mebibytes: usize, depth: u8, ready: Ready) -> Result<Cost, SizeError> {
    let mut cost = Cost::default();
    for game in games {
        let (began, before) = (Instant::now(), faults());
        let mut table: SizedTable = TableBuilder::new().size(Size::mebibytes(mebibytes)).build()?;
        ready(&mut table);
        cost.making_s += began.elapsed().as_secs_f64();
        let (began, made) = (Instant::now(), faults());
        let found = search(game, &table, Limits::depth(depth), Enhancements::ALIBABA);
        cost.search_s += began.elapsed().as_secs_f64();
        cost.making_faults += made - before;
        cost.search_faults += faults() - made;
        cost.nodes += found.counters.nodes() as f64;
    }
    Ok(cost)
}

fn quartiles(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut sorted: Vec<_> = values.collect();
    sorted.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|share| {
        let at = share * (sorted.len() - 1) as f64;
        let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
        below + (above - below) * at.fract()
    })
}

fn arguments(given: impl Iterator<Item = String>) -> Result<(usize, u8, usize), String> {
    let given: Vec<_> = given.collect();
    if given.len() > 3 {
        return Err(format!("{} arguments were given; there are three: MEBIBYTES DEPTH ROUNDS", given.len()));
    }
    let number = |at: usize, name: &str, most: usize, otherwise: usize| match given.get(at) {
        None => Ok(otherwise),
        Some(text) => match text.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} `{text}`: give a number from 1 to {most}")),
        },
    };
    let depth = number(1, "DEPTH", 60, 7)?;
    Ok((number(0, "MEBIBYTES", 1 << 20, 256)?, depth as u8, number(2, "ROUNDS", 999, 9)?))
}

fn print(way: &str, rounds: &[Cost], cleared: &[Cost], tables: f64) {
    let median = |of: fn(&Cost) -> f64| quartiles(rounds.iter().map(of))[1];
    let ratios = rounds.iter().zip(cleared).map(|(this, other)| other.search_s / this.search_s);
    let [low, ratio, high] = quartiles(ratios);
    println!(
        "{way:22}{:>8.1}{:>10.0}{:>12.0}{:>12.0}{ratio:>8.2} ({low:.2}–{high:.2})",
        median(|cost| cost.making_s) * 1000.0 / tables,
        median(|cost| cost.making_faults) / tables,
        median(|cost| cost.search_faults) / tables,
        median(|cost| cost.nodes / cost.search_s / 1000.0),
    );
}

fn main() -> ExitCode {
    let measured = arguments(std::env::args().skip(1)).and_then(|(mebibytes, depth, rounds)| {
        measure(mebibytes, depth, rounds).map_err(|error| format!("{mebibytes} MiB: {error}; give fewer"))
    });
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("first_touch: {why}");
            ExitCode::from(2)
        }
    }
}

fn measure(mebibytes: usize, depth: u8, rounds: usize) -> Result<(), SizeError> {
    let games: Vec<_> = kasparov_short().into_iter().map(|position| position.game).collect();
    let mut costs = [const { Vec::new() }; WAYS.len()];
    for turn in 0..rounds * WAYS.len() {
        let way = (turn + turn / WAYS.len()) % WAYS.len();
        costs[way].push(cost(&games, mebibytes, depth, WAYS[way].1)?);
    }
    let asked = TableBuilder::<supplant::scheme::TwoBig1, SizedBucket<supplant::scheme::TwoBig1>>::new()
        .size(Size::mebibytes(mebibytes))
        .build()?
        .pages()
        .huge_asked
        >> 20;
    println!("{mebibytes} MiB, 2 MiB pages asked for {asked} MiB; {depth} plies, medians of {rounds} rounds");
    println!("{:22}ms/table    faults  in search   knodes/s   ratio to a cleared one", "");
    for ((way, _), rounds) in WAYS.iter().zip(&costs) {
        print(way, rounds, &costs[WAYS.len() - 1], games.len() as f64);
    }
    Ok(())
}
