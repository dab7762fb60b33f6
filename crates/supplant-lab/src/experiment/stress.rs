//! The stress test by scheme and layout name, and rates of rare events with their intervals.

use std::path::Path;

use serde::Serialize;
use supplant::entry::{Bucket, SizedEntry};
use supplant::table::{FileError, SizedBucket};

use super::stats::{Bootstrap, Ends, Weights};
use supplant::conformance::stress::{Rounds, Stamped, Stress, Tally};
use supplant::entry::bucket::{LayoutInfo, LayoutName, Pairs, Ready};
use supplant::entry::fault::Faulty;
use supplant::scheme::{Scheme, SchemeName, Visit};
use supplant_search::search::Stop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StressSubject {
    Layout(LayoutName),
    Stamped,
}

#[derive(Clone, Copy, Debug)]
pub struct SubjectInfo {
    pub name: &'static str,
    pub rejects_torn: bool,
    pub detects_flips: bool,
    pub tells_torn: bool,
    pub tells_lost: bool,
}

type StampedPairs = Stamped<Pairs<4, SizedEntry>>;

struct Run<'a> {
    stress: &'a Stress,
    stop: &'a Stop,
    is_stamped: bool,
    /// The file of a table that other processes stress too.
    shared: Option<&'a Path>,
}

impl Visit for Run<'_> {
    type Payload = SizedEntry;
    type Out = Result<Rounds, FileError>;

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> Result<Rounds, FileError> {
        let stops = || self.stop.is_set();
        match (self.shared, self.is_stamped) {
            (Some(path), _) => self.stress.run_shared::<S, B>(path, std::process::id(), stops),
            (None, true) => Ok(self.stress.run::<S, Stamped<SizedBucket<S>>>(stops)),
            (None, false) => Ok(self.stress.run::<S, B>(stops)),
        }
    }
}

impl StressSubject {
    pub fn all() -> impl Iterator<Item = Self> {
        LayoutName::ALL.iter().copied().map(Self::Layout).chain([Self::Stamped])
    }

    const fn layout(self) -> LayoutName {
        match self {
            Self::Layout(layout) => layout,
            Self::Stamped => LayoutName::Xor16,
        }
    }

    #[must_use]
    pub fn info(self) -> SubjectInfo {
        match self {
            Self::Layout(layout) => {
                let LayoutInfo { name, rejects_torn, detects_flips, tells_torn, .. } = layout.info();
                SubjectInfo { name, rejects_torn, detects_flips, tells_torn, tells_lost: false }
            }
            Self::Stamped => SubjectInfo {
                name: StampedPairs::NAME,
                rejects_torn: true,
                detects_flips: StampedPairs::DETECTS_FLIPS,
                tells_torn: StampedPairs::TELLS_TORN,
                tells_lost: StampedPairs::TELLS_LOST,
            },
        }
    }

    /// Runs the test in a table of its own, or in the shared one that has its file in `shared`.
    pub fn run(
        self,
        stress: &Stress,
        scheme: SchemeName,
        shared: Option<&Path>,
        stop: &Stop,
    ) -> anyhow::Result<Rounds> {
        let file = shared.map(|folder| folder.join(format!("{}-{}", scheme.info().name, self.info().name)));
        let (shared, is_stamped) = (file.as_deref(), self == Self::Stamped);
        Ok(scheme.visit_in(self.layout(), Run { stress, stop, is_stamped, shared })??)
    }

    #[must_use]
    pub const fn fits(self, scheme: SchemeName) -> bool {
        scheme.fits(self.layout())
    }
}

impl std::fmt::Display for StressSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.info().name)
    }
}

impl std::str::FromStr for StressSubject {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = |subject: &Self| subject.info().name.eq_ignore_ascii_case(name);
        let names: Vec<_> = Self::all().map(|subject| subject.info().name).collect();
        Self::all()
            .find(known)
            .ok_or_else(|| format!("no layout is called `{name}`; there are {}", names.join(", ")))
    }
}

/// The interval has a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    pub per_billion: f64,
    pub low: f64,
    pub high: f64,
}

impl Rate {
    /// Byar's approximation gives the interval of a Poisson count.
    #[must_use]
    pub fn of(events: u64, trials: u64) -> Option<Self> {
        const Z: f64 = 1.959_964;
        if trials == 0 {
            return None;
        }
        let (count, scale) = (events as f64, 1e9 / trials as f64);
        let low = if events == 0 {
            0.0
        } else {
            count * (1.0 - 1.0 / (9.0 * count) - Z / (3.0 * count.sqrt())).powi(3)
        };
        let high = at_most(events, Z);
        Some(Self { per_billion: count * scale, low: low.max(0.0) * scale, high: (high * scale).min(1e9) })
    }

    /// The upper 95 % confidence limit of the rate per 10⁹, one-sided. Byar's approximation is
    /// used, and without any event the exact limit −ln 0.05.
    #[must_use]
    pub fn at_most(events: u64, trials: u64) -> Option<f64> {
        const Z: f64 = 1.644_854;
        let most = if events == 0 { -0.05f64.ln() } else { at_most(events, Z) };
        (trials > 0).then(|| most * 1e9 / trials as f64)
    }

    /// `count` gives the events and trials of a round; without trials, the result is `None`.
    ///
    /// The interval is the wider of two. A Poisson interval is right for rare events that do not
    /// cluster. A bootstrap over rounds is right where one dead slot is met thousands of times.
    #[must_use]
    pub fn of_rounds(rounds: &Rounds, count: impl Fn(&Tally) -> (u64, u64)) -> Option<Self> {
        let (events, trials): (Vec<_>, Vec<_>) =
            rounds.0.iter().map(count).filter(|count| count.1 > 0).unzip();
        let poisson = Self::of(events.iter().sum(), trials.iter().sum())?;
        let by_round = Bootstrap {
            draws: 2000,
            ends: Ends::Percentile,
            weights: Weights::Multinomial,
            ..Bootstrap::default()
        };
        let by_round = by_round.ratio(&events, &trials).map(|rate| rate * 1e9).interval();
        Some(Self { low: poisson.low.min(by_round.low), high: poisson.high.max(by_round.high), ..poisson })
    }
}

fn at_most(events: u64, z: f64) -> f64 {
    let next = events as f64 + 1.0;
    next * (1.0 - 1.0 / (9.0 * next) + z / (3.0 * next.sqrt())).powi(3)
}

#[cfg(test)]
mod tests {
    use super::{Rate, Rounds, Tally};

    #[test]
    fn intervals_are_those_of_a_poisson_count() {
        for (events, low, high) in [(0, 0.0, 3.69), (1, 0.025, 5.57), (10, 4.80, 18.39), (100, 81.4, 121.6)] {
            let rate = Rate::of(events, 1_000_000_000).unwrap();
            assert!((rate.low - low).abs() < 0.1 && (rate.high - high).abs() < 0.1, "{events}: {rate:?}");
        }
        assert_eq!(Rate::of(0, 0), None);
        assert_eq!(Rate::of(0, 3).map(|rate| rate.high), Some(1e9), "no more than all");
    }

    #[test]
    fn what_a_rate_is_below_is_that_of_a_poisson_count() {
        for (events, most) in [(0, 2.996), (1, 4.744), (10, 16.96), (100, 118.1)] {
            let limit = Rate::at_most(events, 1_000_000_000).expect("there are trials");
            assert!((limit - most).abs() < 0.05, "{events}: {limit}");
        }
        assert_eq!(Rate::at_most(0, 0), None);
    }

    #[test]
    fn events_that_come_in_clusters_have_wider_intervals() {
        let rounds = |torn: &[u64]| {
            let round = |&torn| Tally { torn, looks: 1000, ..Tally::default() };
            let rounds = Rounds(torn.iter().map(round).collect());
            Rate::of_rounds(&rounds, |round| (round.torn, round.looks)).unwrap()
        };
        let (even, clustered) =
            (rounds(&[10; 20]), rounds(&[200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(even.per_billion, clustered.per_billion);
        assert_eq!(Some(even), Rate::of(200, 20_000));
        assert!(clustered.low == 0.0 && clustered.high > 2.0 * even.high, "{clustered:?}");
        assert_eq!(Rate::of_rounds(&Rounds::default(), |round| (round.torn, round.looks)), None);
    }
}
