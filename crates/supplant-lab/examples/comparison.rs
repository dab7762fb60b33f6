//! Prints how often `supplant compare` is wrong about two equal builds: a table of
//! `docs/statistics.md`.
//!
//!     cargo run --release -p supplant-lab --example comparison

#![allow(clippy::print_stdout, reason = "an example prints")]

use supplant_lab::experiment::compare::Rules;
use supplant_lab::experiment::compare::coverage::{SimulatedBuilds, trials};
use supplant_lab::experiment::stats::Bootstrap;

const TRIALS: usize = 300;

fn main() {
    println!(
        "| positions | cells | repeats | positions alone | and runs | fails, each alone | fails, together |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (positions, cells) in [(18, 40), (240, 8)] {
        for repeats in [1, 2, 5] {
            let world = SimulatedBuilds { positions, cells, repeats, ..SimulatedBuilds::OURS };
            let bootstrap = Bootstrap { draws: 400, ..Bootstrap::default() };
            let rules = Rules { bootstrap, ..Rules::new(0.0, 1994) };
            let counted = trials(world, TRIALS, rules);
            let forgotten = trials(world, TRIALS, Rules { counts_shifts: false, ..rules });
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            let interval = |covered, length| format!("{} ({length:.3})", percent(covered));
            println!(
                "| {positions} | {cells} | {repeats} | {} | {} | {} | {} |",
                interval(forgotten.covered, forgotten.length),
                if repeats == 1 { "–".to_owned() } else { interval(counted.covered, counted.length) },
                percent(counted.alone),
                percent(counted.together)
            );
        }
    }
}
