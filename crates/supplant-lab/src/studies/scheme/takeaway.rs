//! The takeaway: what the scheme saves in the same memory, what it needs in half of it, and what
//! wider buckets change.

use crate::experiment::claims::fewer;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::bootstrap;
use crate::report::searches::curves::depth;
use supplant::scheme::SchemeName;

const OURS: Contender = Contender::table(SchemeName::Siege);
const BEST: Contender = Contender::table(SchemeName::TwoBig1);

pub(super) fn words(samples: &Samples) -> Option<String> {
    let all: Vec<_> = [in_other_buckets(samples), beside_the_best(samples)].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn in_other_buckets(samples: &Samples) -> Option<String> {
    let ply = depth(samples, Mode::Clear)?;
    let slots = |table: Contender| OURS.scheme()?.bucket_slots(table.layout()?).ok();
    let is_other = |table: &Contender| table.scheme() == OURS.scheme() && slots(*table) != slots(OURS);
    let other = samples.tables().into_iter().find(is_other)?;
    let nodes = |table, size: usize| samples.nodes(Mode::Clear, ply, table, Some(size));
    let at = |&size: &usize| {
        let ratio = bootstrap().ratio(nodes(other, size)?, nodes(OURS, size)?);
        let change = fewer(ratio.map(|ratio| ratio - 1.0).interval());
        Some(format!("{change} with {} entries", sizes::name(size)))
    };
    let all: Vec<_> = samples.sizes(Mode::Clear, ply).iter().filter_map(at).collect();
    let (first, last) = all.first().zip(all.last().filter(|_| all.len() > 1))?;
    Some(format!(
        "In buckets of {} slots SIEGE visits {first} than in buckets of {}, and {last} ({} positions, {ply} plies).",
        slots(other)?,
        slots(OURS)?,
        samples.positions().len()
    ))
}

fn beside_the_best(samples: &Samples) -> Option<String> {
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
    use crate::experiment::searches::{Contender, Mode, Samples};
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;

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
        let wide = Contender::in_layout(SchemeName::Siege, LayoutName::Lines16);
        for size in [8 << 10, 16 << 10] {
            let nodes = (1..=12).map(|i| 1000 * i * 81).collect();
            samples.insert((Mode::Clear, 7, wide, Some(size)), nodes);
        }
        let told = words(&samples).expect("all were measured");
        let buckets = "In buckets of 8 slots SIEGE visits 10.0 % fewer nodes (10.0 to 10.0) with 8K entries than in buckets of 4, and 1.2 % more";
        assert!(told.starts_with(buckets) && told.contains("In the same memory"), "{told}");
    }
}
