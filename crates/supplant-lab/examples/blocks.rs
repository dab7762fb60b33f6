//! Tests whether successive positions of one game may be drawn as if they were independent.
//!
//! `cargo run --release -p supplant-lab --example blocks docs/studies/1994`
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::path::PathBuf;

use supplant::key::SplitMix64;
use supplant_lab::experiment::searches::{Results, Samples};
use supplant_lab::experiment::stats::geometric_mean;
use supplant_lab::studies::{self, Study};

const BLOCKS: [usize; 2] = [2, 3];
const SHUFFLES: u64 = 20;

fn widths(study: &dyn Study, samples: &Samples, order: &[usize], several: usize) -> Vec<f64> {
    let blocks: Vec<_> = order.chunks(several).collect();
    let claims = study.claims(&samples.in_blocks(&blocks));
    let readings = claims.iter().flat_map(|claim| &claim.readings);
    readings
        .map(|reading| reading.measured.map_or(f64::NAN, |measured| measured.high - measured.low))
        .collect()
}

fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let (mut order, mut random) = ((0..count).collect::<Vec<_>>(), SplitMix64::new(seed));
    (1..count).rev().for_each(|last| order.swap(last, random.next() as usize % (last + 1)));
    order
}

fn main() -> anyhow::Result<()> {
    let folder: PathBuf = std::env::args().nth(1).unwrap_or_else(|| "docs/studies/1994".to_owned()).into();
    let mut results = Results::read(&folder, None, None, false)?;
    let (study, samples) = (studies::of(&mut results, &folder)?, results.samples());
    let count = samples.positions().len();
    for several in BLOCKS {
        let in_a_row = widths(study, &samples, &(0..count).collect::<Vec<_>>(), several);
        let by_lot: Vec<_> =
            (1..=SHUFFLES).map(|seed| widths(study, &samples, &shuffled(count, seed), several)).collect();
        let ratio = |i: usize| {
            let usual = geometric_mean(by_lot.iter().map(|widths| widths[i]));
            Some(in_a_row[i] / usual).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
        };
        let mut ratios: Vec<_> = (0..in_a_row.len()).filter_map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "{count} positions in blocks of {several}: intervals {:.2} times as wide as by lot (geometric mean of {} numbers; {:.2} to {:.2})",
            geometric_mean(ratios.iter().copied()),
            ratios.len(),
            ratios[0],
            ratios[ratios.len() - 1]
        );
    }
    Ok(())
}
