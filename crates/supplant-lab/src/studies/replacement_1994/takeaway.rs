//! The takeaway: which scheme is ahead, where it matters, and whether that is decided.

use crate::experiment::claims::{Claim, Verdict, fewer};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{bootstrap, sum};
use crate::report::searches::curves::depth;
use supplant::scheme::SchemeName;

pub(super) fn words(samples: &Samples, claims: &[Claim]) -> Option<String> {
    let ply = depth(samples, Mode::Clear)?;
    let sizes = samples.sizes(Mode::Clear, ply);
    let nodes = |scheme, size| samples.nodes(Mode::Clear, ply, Contender::table(scheme), Some(size));
    let schemes = samples.schemes();
    let leads = |scheme, size| {
        let sum = |scheme| nodes(scheme, size).map(sum);
        sum(scheme)
            .is_some_and(|own| schemes.iter().filter_map(|&other| sum(other)).all(|other| own <= other))
    };
    let led = |scheme: SchemeName| sizes.iter().filter(|&&size| leads(scheme, size)).count();
    if schemes.len() > 1 && schemes.iter().all(|&scheme| led(scheme) == sizes.len()) {
        return Some(format!(
            "With a cleared table all schemes visit the same number of nodes ({} positions, {ply} plies).",
            samples.positions().len()
        ));
    }
    let ahead = schemes.iter().rev().copied().max_by_key(|&scheme| led(scheme))?;
    let (&small, &large) = sizes.first().zip(sizes.last())?;
    let mut others: Vec<_> = schemes.iter().copied().filter(|&scheme| scheme != ahead).collect();
    others.sort_by(|&a, &b| nodes(a, small).map(sum).partial_cmp(&nodes(b, small).map(sum)).expect("sums"));
    let saved = |other, size| {
        let ratio = bootstrap().ratio(nodes(ahead, size)?, nodes(other, size)?);
        Some(ratio.map(|ratio| ratio - 1.0).interval())
    };
    let (&next, &last) = others.first().zip(others.last())?;
    let (at_small, at_large) = (saved(last, small)?, saved(last, large)?);
    let beside_next = match next == last {
        true => String::new(),
        false => format!("{} than {next}, the next best, and ", fewer(saved(next, small)?)),
    };
    let mut said = format!(
        "With a cleared table {ahead} visits the fewest nodes at {} of {} sizes ({} positions, {ply} plies). At {} it visits \
         {beside_next}{} than {last}, the last.",
        led(ahead),
        sizes.len(),
        samples.positions().len(),
        sizes::name(small),
        fewer(at_small),
    );
    if large != small {
        said += &format!(" At {} it visits {} than {last}.", sizes::name(large), fewer(at_large));
    }
    if at_small.high < at_large.low {
        said += " The smaller the table, the more the scheme matters.";
    }
    said += &claims.iter().find(|claim| claim.name == "twobig1-best").map(decided).unwrap_or_default();
    Some(said)
}

fn decided(claim: &Claim) -> String {
    let reading = |name: &str| claim.readings.iter().find(|reading| reading.reading == name);
    let said = |reading: &crate::experiment::claims::Decision| match reading.together {
        Verdict::NotMeasured => None,
        Verdict::Undecided => Some(format!("{}, undecided ({})", reading.reading, reading.part)),
        verdict => Some(format!("{}, {verdict}", reading.reading)),
    };
    let said: Vec<_> = ["cleared", "stamped"].into_iter().filter_map(|name| said(reading(name)?)).collect();
    if said.is_empty() {
        return String::new();
    }
    format!(" The claim that TWOBIG1 is ahead of each other scheme at 8K, 64K and 512K: {}.", said.join("; "))
}

#[cfg(test)]
mod tests {
    use super::{Verdict, words};
    use crate::experiment::searches::{Contender, Mode, Samples};
    use supplant::scheme::SchemeName;

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
    fn what_is_not_decided_of_the_leader_is_said_beside_it() {
        let samples = samples(80, 99);
        let mut claim = super::super::claims::all(&samples)
            .into_iter()
            .find(|claim| claim.name == "twobig1-best")
            .unwrap();
        let said = |claim: &super::Claim| words(&samples, std::slice::from_ref(claim)).unwrap();
        assert!(!said(&claim).contains("claim that TWOBIG1"), "it was not measured: {}", said(&claim));
        claim.readings[0].together = Verdict::Holds;
        (claim.readings[1].together, claim.readings[1].part) =
            (Verdict::Undecided, "TWOBIG1 to DEEP".to_owned());
        assert!(
            said(&claim)
                .ends_with("at 8K, 64K and 512K: cleared, supported; stamped, undecided (TWOBIG1 to DEEP)."),
            "{}",
            said(&claim)
        );
    }

    #[test]
    fn the_sentence_says_what_the_numbers_say() {
        let said = words(&samples(80, 99), &[]).unwrap();
        assert!(
            said.contains("NEW visits the fewest nodes at 2 of 2 sizes")
                && said.contains("than OLD, the last"),
            "{said}"
        );
        assert!(
            said.contains("At 8K it visits 20.0 % fewer nodes (20.0 to 20.0) than OLD")
                && said.contains("matters"),
            "{said}"
        );
        let turned = words(&samples(120, 101), &[]).unwrap();
        assert!(
            turned.contains("OLD visits the fewest nodes at 2 of 2 sizes")
                && turned.contains("than NEW, the last"),
            "{turned}"
        );
        let same = words(&samples(90, 90), &[]).unwrap();
        assert!(!same.contains("matters"), "it is as much at either size: {same}");
        assert_eq!(words(&Samples::default(), &[]), None);
    }
}
