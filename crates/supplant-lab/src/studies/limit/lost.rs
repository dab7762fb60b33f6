//! Losses on the record, and the part of them that could have been kept.

use super::PLY;
use crate::experiment::limit::SavingsLimit;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::{Confidence, bootstrap};
use supplant::scheme::SchemeName;

fn nodes(samples: &Samples, contender: Contender, size: Option<usize>) -> Option<&[u64]> {
    samples.nodes(Mode::Clear, PLY, contender, size)
}

pub(super) fn of(
    samples: &Samples,
    size: usize,
    limits: &[SavingsLimit],
    number: impl Fn(&[f64]) -> f64,
) -> Option<Confidence> {
    let unbounded = nodes(samples, Contender::Unbounded, None)?;
    let of_limit = |&limit: &SavingsLimit| nodes(samples, Contender::Limit(limit), Some(size));
    let mut columns = limits.iter().map(of_limit).collect::<Option<Vec<_>>>()?;
    columns.push(unbounded);
    Some(bootstrap().estimate(&columns, |sums| {
        let all = sums[limits.len()];
        let lost = sums[..limits.len()].iter().map(|nodes| nodes - all);
        number(&lost.chain([all]).collect::<Vec<_>>())
    }))
}

pub(super) fn share(
    samples: &Samples,
    size: usize,
    limits: &[SavingsLimit],
    number: impl Fn(&[f64]) -> f64,
) -> Option<Confidence> {
    of(samples, size, limits, number).map(Confidence::of_a_whole)
}

/// The share is at most 1, because offering only used entries is a policy; it may be negative.
pub(super) fn by_admission(
    samples: &Samples,
    size: usize,
    scheme: SchemeName,
    width: u8,
) -> Option<Confidence> {
    let limits = [SavingsLimit::Replay(scheme), SavingsLimit::Admitted(scheme), SavingsLimit::Optimum(width)];
    let kept = of(samples, size, &limits, |lost| part(lost[0] - lost[1], lost[0] - lost[2]))?;
    Some(kept.map(|share| share.min(1.0)))
}

pub(super) fn relative(samples: &Samples, size: usize, limit: SavingsLimit) -> Option<Confidence> {
    let lost = of(samples, size, &[limit], |lost| part(lost[0], lost[1]))?;
    Some(lost.map(|lost| lost.max(0.0)))
}

pub(super) fn part(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 1.0 } else { part / whole }
}

pub(super) fn recovered(
    samples: &Samples,
    size: usize,
    [ours, from, to]: [Contender; 3],
) -> Option<Confidence> {
    let of = |contender| nodes(samples, contender, Some(size));
    let columns = [of(ours)?, of(from)?, of(to)?];
    Some(bootstrap().estimate(&columns, |sums| part(sums[1] - sums[0], sums[1] - sums[2])))
}

#[cfg(test)]
mod tests {
    use super::{Mode, PLY, Samples, SavingsLimit, SchemeName, by_admission, of, part, relative, share};
    use crate::experiment::searches::Contender;

    const SIZE: usize = 2048;
    const SCHEME: SchemeName = SchemeName::TwoBig1;

    fn samples() -> Samples {
        let mut samples = Samples::default();
        let mut insert = |contender, size, nodes: fn(u64) -> u64| {
            let nodes = (0..12).map(nodes).collect();
            samples.insert((Mode::Clear, PLY, contender, size), nodes);
        };
        let at = Some(SIZE);
        insert(Contender::Unbounded, None, |_| 1000);
        insert(Contender::Limit(SavingsLimit::Replay(SCHEME)), at, |i| 1000 + 10 * i);
        insert(Contender::Limit(SavingsLimit::Admitted(SCHEME)), at, |i| 1000 + 20 * u64::from(i == 5));
        insert(Contender::Limit(SavingsLimit::Optimum(2)), at, |i| 1000 + u64::from(i == 5));
        samples
    }

    #[test]
    fn no_interval_of_a_share_goes_beyond_nothing_and_all() {
        let samples = samples();
        let limits = [SavingsLimit::Replay(SCHEME), SavingsLimit::Optimum(2)];
        let needless = |lost: &[f64]| part(lost[0] - lost[1], lost[0]);
        let of_any = of(&samples, SIZE, &limits, needless).unwrap().interval();
        assert!(of_any.high > 1.0, "studentized intervals may: {of_any:?}");
        let clipped = share(&samples, SIZE, &limits, needless).unwrap().interval();
        assert!(clipped.high <= 1.0 && clipped.low == of_any.low, "{clipped:?}");
        assert!(by_admission(&samples, SIZE, SCHEME, 2).unwrap().interval().high <= 1.0);
        let lost = relative(&samples, SIZE, SavingsLimit::Optimum(2)).unwrap().interval();
        assert!(lost.low >= 0.0 && lost.value > 0.0, "{lost:?}");
        let lost = of(&samples, SIZE, &[SavingsLimit::Optimum(2)], |lost| part(lost[0], lost[1])).unwrap();
        assert!(lost.interval().low < 0.0, "without it the end lies below: {:?}", lost.interval());
    }
}
