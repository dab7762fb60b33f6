//! Prints the nodes without each search enhancement, for the eighteen positions of 1994, without a
//! table and with 128K slots under TWOBIG1.
//!
//! `cargo run --release -p supplant-search --example ablation`
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use supplant::scheme::TwoBig1;
use supplant::table::SizeError;
use supplant::table::{SizedBucket, TableBuilder};
use supplant_search::game::chess::{Chess, positions::kasparov_short};
use supplant_search::search::{Enhancements, Limits, NoTable, PathDraws, SearchTable, TableScore, search};

const ALL: Enhancements = Enhancements::ALIBABA;
const VARIANTS: [(&str, Enhancements); 15] = [
    ("all (alibaba)", ALL),
    ("leaves stored", Enhancements::ALIBABA_LEAVES),
    ("no table move", Enhancements { table_move: false, ..ALL }),
    ("no table score", Enhancements { table_score: TableScore::Unused, ..ALL }),
    ("score of equal draft", Enhancements { equal_draft: true, ..ALL }),
    ("no refutation table", Enhancements { refutation: false, ..ALL }),
    ("no history", Enhancements { history: false, ..ALL }),
    ("no aspiration", Enhancements { aspiration: false, ..ALL }),
    ("no minimal window", Enhancements { minimal_window: false, ..ALL }),
    ("no early termination", Enhancements { early_termination: false, ..ALL }),
    ("no quiescence", Enhancements { quiescence: false, ..ALL }),
    ("quiet checks at leaves", Enhancements { quiet_checks: true, ..ALL }),
    ("fail-hard", Enhancements { fail_hard: true, ..ALL }),
    ("fail-hard, no termin.", Enhancements { fail_hard: true, early_termination: false, ..ALL }),
    ("no draws by path", Enhancements { path_draws: PathDraws::Off, ..ALL }),
];

fn nodes<T: SearchTable>(
    games: &[Chess],
    depth: u8,
    on: Enhancements,
    table: impl Fn() -> Result<T, SizeError>,
) -> Result<u64, SizeError> {
    games.iter().map(|game| Ok(search(game, &table()?, Limits::depth(depth), on).counters.nodes())).sum()
}

fn main() -> Result<(), SizeError> {
    let games: Vec<_> = kasparov_short().into_iter().map(|position| position.game).collect();
    println!("{:22}{}", "", (3..=6).map(|depth| format!("{depth:>12} ply: none, table")).collect::<String>());
    for (name, on) in VARIANTS {
        print!("{name:22}");
        for depth in 3..=6 {
            let none = nodes(&games, depth, on, || Ok(NoTable))?;
            let with = nodes(&games, depth, on, || {
                TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(128 << 10).build()
            })?;
            let saved = 1.0 - with as f64 / none as f64;
            print!("{none:>11} {with:>9} {:>5.1} %", -saved * 100.0);
        }
        println!();
    }
    Ok(())
}
