//! The takeaway: what the scheme saves in the same memory, and what it needs in half of it.

use crate::experiment::claims::fewer;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::bootstrap;
use crate::report::searches::curves::depth;
use supplant::scheme::SchemeName;

const OURS: Contender = Contender::table(SchemeName::Siege);
const BEST: Contender = Contender::table(SchemeName::TwoBig1);

pub(super) fn words(samples: &Samples) -> Option<String> {
    let ply = depth(samples, Mode::Clear)?;
    let nodes = |contender, size: usize| samples.nodes(Mode::Clear, ply, contender, Some(size));
    let beside = |size: usize, other: usize| {
        let ratio = bootstrap().ratio(nodes(OURS, size)?, nodes(BEST, other)?);
        Some(fewer(ratio.map(|ratio| ratio - 1.0).interval()))
    };
    let all = samples.sizes(Mode::Clear, ply);
    let same = all
        .iter()
        .filter_map(|&size| Some(format!("{} with {} entries", beside(size, size)?, sizes::name(size))));
    let half = all
        .iter()
        .filter_map(|&size| Some(format!("{} with {} entries", beside(size, 2 * size)?, sizes::name(size))));
    let (same, half): (Vec<_>, Vec<_>) = (same.collect(), half.collect());
    let (first, last) = same.first().zip(same.last().filter(|_| same.len() > 1))?;
    let half = half.first().map_or_else(String::new, |half| format!(" In half the memory it visits {half}."));
    Some(format!(
        "In the same memory SIEGE visits {first} than TWOBIG1, and {last} ({} positions, {ply} plies).{half}",
        samples.positions().len()
    ))
}

#[cfg(test)]
mod tests {
    use super::{BEST, OURS, words};
    use crate::experiment::searches::{Mode, Samples};

    #[test]
    fn the_sentence_says_what_the_numbers_say() {
        let mut samples = Samples::default();
        for (table, hundredths) in [(OURS, [90, 80]), (BEST, [100, 85])] {
            for (size, hundredths) in [8 << 10, 16 << 10].into_iter().zip(hundredths) {
                let nodes = (1..=12).map(|i| 1000 * i * hundredths).collect();
                samples.insert((Mode::Clear, 7, table, Some(size)), nodes);
            }
        }
        let told = words(&samples).expect("both were measured");
        assert!(
            told.contains("10.0 % fewer nodes (10.0 to 10.0) with 8K entries than TWOBIG1, and 5.9 % fewer nodes (5.9 to 5.9) with 16K entries"),
            "{told}"
        );
        assert!(
            told.contains("In half the memory it visits 5.9 % more nodes (5.9 to 5.9) with 8K entries."),
            "{told}"
        );
        assert_eq!(words(&Samples::default()), None);
    }
}
