//! The cost of a biased index: node counts with multiply-shift and with Rival's fold.
//!
//! `cargo run --release -p supplant-search --example index`
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use supplant::scheme::Scheme;
use supplant::scheme::{Deep, New, TwoBig1};
use supplant::table::SizedBucket;
use supplant::table::TableBuilder;
use supplant::table::{Fold, Index, MultiplyShift, SizeError};
use supplant_search::game::chess::{Chess, positions::kasparov_short};
use supplant_search::search::{Enhancements, Limits, search};

const SLOTS: [usize; 5] = [8192, 10_240, 12_288, 14_336, 16_384];

fn nodes<S: Scheme, I: Index>(games: &[Chess], slots: usize) -> Result<u64, SizeError> {
    let nodes = |game| {
        let table = TableBuilder::<S, SizedBucket<S>, I>::new().slots(slots).build()?;
        Ok(search(game, &table, Limits::depth(6), Enhancements::ALIBABA).counters.nodes())
    };
    games.iter().map(nodes).sum()
}

fn compare<S: Scheme>(games: &[Chess]) -> Result<(), SizeError> {
    for slots in SLOTS {
        let (even, folded) = (nodes::<S, MultiplyShift>(games, slots)?, nodes::<S, Fold>(games, slots)?);
        let more = (folded as f64 / even as f64 - 1.0) * 100.0;
        println!("{:8} {slots:>6} slots {even:>10} {folded:>10} {more:>+6.2} %", S::NAME);
    }
    Ok(())
}

fn main() -> Result<(), SizeError> {
    let games: Vec<_> = kasparov_short().into_iter().map(|position| position.game).collect();
    println!("{:21} {:>10} {:>10}", "nodes", MultiplyShift::NAME, Fold::NAME);
    compare::<New>(&games)?;
    compare::<Deep>(&games)?;
    compare::<TwoBig1>(&games)
}
