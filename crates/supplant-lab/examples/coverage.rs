//! Prints how often intervals of 95 % cover the truth: the table of `docs/statistics.md`.
//!
//!     cargo run --release -p supplant-lab --example coverage

#![allow(clippy::print_stdout, reason = "an example prints")]

use supplant_lab::experiment::stats::Bootstrap;
use supplant_lab::experiment::stats::coverage::{SimulatedSizes, WAYS, coverage};

const TRIALS: usize = 2000;

fn main() {
    println!("| world | positions |{}", WAYS.map(|(name, ..)| format!(" {name} |")).concat());
    println!("|---|---|{}", "---|".repeat(WAYS.len()));
    for (name, world) in SimulatedSizes::ALL {
        for n in [2, 5, 10, 18, 64, 200] {
            let cell = |(_, ends, weights)| {
                let bootstrap = Bootstrap { draws: 1000, ends, weights, ..Bootstrap::default() };
                let (covered, length) = coverage(world, n, TRIALS, bootstrap);
                let length = if length.is_finite() { format!("{length:.3}") } else { "∞".to_owned() };
                format!(" {:.1} % ({length}) |", covered as f64 * 100.0 / TRIALS as f64)
            };
            println!("| {name} | {n} |{}", WAYS.map(cell).concat());
        }
    }
}
