//! The takeaway: what the denser layout saves in small and in large tables, and what it lets
//! through.

use super::DENSE;
use crate::experiment::claims::change;
use crate::experiment::searches::contrast::{CellSelector, Contrast};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::report::counted;
use crate::report::searches::curves::depth;
use supplant::scheme::SchemeName;

pub(super) fn words(samples: &Samples) -> Option<String> {
    let ply = depth(samples, Mode::Clear)?;
    let sizes = samples.sizes(Mode::Clear, ply);
    let nodes = |contender, size: usize| samples.nodes(Mode::Clear, ply, contender, Some(size));
    let in_both = |&scheme: &SchemeName| {
        let sides = [Contender::table(scheme), Contender::in_layout(scheme, DENSE)];
        sizes.iter().all(|&size| sides.iter().all(|&side| nodes(side, size).is_some()))
    };
    let schemes: Vec<_> = samples.schemes().into_iter().filter(in_both).collect();
    let of_layout = |layout| CellSelector { layouts: vec![layout], ..CellSelector::default() };
    let ratio = |size: usize| {
        let at = CellSelector {
            contenders: schemes.iter().map(|&scheme| Contender::table(scheme)).collect(),
            sizes: vec![size],
            plies: vec![ply],
            ..CellSelector::default()
        };
        let (of, to) = (of_layout(DENSE), of_layout(Contender::LAYOUT));
        let measured = Contrast { of, to, at, ..Contrast::default() }.measured(samples)?;
        Some(measured.first()?.measured.interval())
    };
    if schemes.is_empty() {
        return None;
    }
    let (&small, &large) = sizes.first().zip(sizes.last())?;
    let said = |size: usize| {
        let memory = sizes::bytes((size * sizes::SLOT_BYTES) as u64);
        Some(format!("{} with {memory}", change(ratio(size)?)))
    };
    let illegal = |contender: &dyn Fn(_) -> Contender| {
        let cells = sizes.iter().flat_map(|&size| schemes.iter().map(move |&scheme| (scheme, size)));
        let rates = cells.filter_map(|(scheme, size)| {
            let hits = samples.hits(Mode::Clear, ply, contender(scheme), Some(size))?;
            Some((hits.illegal_per_million()?, scheme, size))
        });
        rates.max_by(|(a, ..), (b, ..)| a.total_cmp(b))
    };
    let through = illegal(&|scheme| Contender::in_layout(scheme, DENSE)).zip(illegal(&Contender::table));
    let through = through.map_or_else(String::new, |((dense, scheme, size), (plain, ..))| {
        let plain = if plain == 0.0 { "none".to_owned() } else { format!("up to {plain:.0}") };
        let memory = sizes::bytes((size * sizes::SLOT_BYTES) as u64);
        format!(
            "; up to {dense:.0} of a million hits bring an illegal move ({scheme}, {memory}), under {} {plain}",
            Contender::LAYOUT
        )
    });
    Some(format!(
        "In the same memory {DENSE} changes the nodes by {} and by {} (geometric mean over {}, {ply} ply, {} positions){through}.",
        said(small)?,
        said(large)?,
        counted(schemes.len(), "scheme"),
        samples.positions().len()
    ))
}

#[cfg(test)]
mod tests {
    use super::{DENSE, words};
    use crate::experiment::searches::{Contender, Mode, Samples};
    use supplant::scheme::SchemeName;

    #[test]
    fn the_sentence_says_what_the_numbers_say() {
        let samples = |dense: u64| {
            let mut samples = Samples::default();
            for (layout, hundredths) in [(DENSE, dense), (Contender::LAYOUT, 100)] {
                let nodes = (1..=12).map(|i| 1000 * i * hundredths).collect();
                let table = Contender::in_layout(SchemeName::New, layout);
                samples.insert((Mode::Clear, 7, table, Some(8 << 10)), nodes);
            }
            samples
        };
        assert!(words(&samples(90)).unwrap().contains("by −10.0 % (−10.0 to −10.0) with 128 KiB"));
        assert!(words(&samples(104)).unwrap().contains("by +4.0 %"), "also where it costs");
        assert_eq!(words(&Samples::default()), None);
    }
}
