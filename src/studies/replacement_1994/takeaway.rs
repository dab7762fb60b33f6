//! What to take from it: which scheme is ahead, and where it matters.

use crate::lab::claims::hundredfold;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::{Bootstrap, Estimate};
use crate::report::searches::curves::depth;
use crate::scheme::SchemeName;

/// One sentence of measured numbers; `None` of fewer than two schemes.
pub(super) fn words(samples: &Samples) -> Option<String> {
    let ply = depth(samples, Mode::Clear)?;
    let sizes = samples.sizes(Mode::Clear, ply);
    let nodes = |scheme, size| samples.nodes(Mode::Clear, ply, Contender::table(scheme), Some(size));
    let sum = |scheme, size| nodes(scheme, size).map(|nodes| nodes.iter().sum::<u64>());
    let schemes = samples.schemes();
    let leads = |scheme, size| {
        let least = schemes.iter().filter_map(|&other| sum(other, size)).min();
        least.is_some() && sum(scheme, size) == least
    };
    let led = |scheme: SchemeName| sizes.iter().filter(|&&size| leads(scheme, size)).count();
    // Of equals, the first in the paper's order.
    let ahead = schemes.iter().rev().copied().max_by_key(|&scheme| led(scheme))?;
    let (&small, &large) = sizes.first().zip(sizes.last())?;
    let behind =
        schemes.iter().copied().filter(|&scheme| scheme != ahead).max_by_key(|&scheme| sum(scheme, small))?;
    let saved = |size| {
        let ratio = Bootstrap::default().ratio(nodes(ahead, size)?, nodes(behind, size)?);
        Some(ratio.map(|ratio| ratio - 1.0).interval())
    };
    let (at_small, at_large) = (saved(small)?, saved(large)?);
    let matters = if at_small.high < at_large.low {
        ": the smaller the table, the more the scheme matters"
    } else {
        ""
    };
    let number = |Estimate { value, low, high }| {
        format!("{} % ({} to {})", hundredfold(value), hundredfold(low), hundredfold(high))
    };
    Some(format!(
        "With a cleared table {ahead} visits the fewest nodes at {} of {} sizes ({ply} ply, {} positions); against {behind} that is {} nodes at {} \
         positions and {} at {}{matters}.",
        led(ahead),
        sizes.len(),
        samples.positions().len(),
        number(at_small),
        sizes::name(small),
        number(at_large),
        sizes::name(large)
    ))
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::lab::searches::{Contender, Mode, Samples};
    use crate::scheme::SchemeName;

    /// Two schemes at two sizes; nodes of NEW relative to OLD in hundredths.
    fn samples(small: u64, large: u64) -> Samples {
        let mut samples = Samples::default();
        for (size, new) in [(8 << 10, small), (64 << 10, large)] {
            for (scheme, hundredths) in [(SchemeName::New, new), (SchemeName::Old, 100)] {
                let nodes = (1..=12).map(|i| 1000 * i * hundredths).collect();
                samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(size)), nodes);
            }
        }
        samples
    }

    #[test]
    fn the_sentence_says_what_the_numbers_say() {
        let said = words(&samples(80, 99)).unwrap();
        assert!(
            said.contains("NEW visits the fewest nodes at 2 of 2 sizes") && said.contains("against OLD"),
            "{said}"
        );
        assert!(said.contains("−20.0 % (−20.0 to −20.0) nodes at 8K") && said.contains("matters"), "{said}");
        let turned = words(&samples(120, 101)).unwrap();
        assert!(
            turned.contains("OLD visits the fewest nodes at 2 of 2 sizes") && turned.contains("against NEW"),
            "{turned}"
        );
        let same = words(&samples(90, 90)).unwrap();
        assert!(!same.contains("matters"), "it is as much at either size: {same}");
        assert_eq!(words(&Samples::default()), None);
    }
}
