//! Claims: what a study says before it is run, decided by code.
//!
//! A claim is one number with an interval over positions, and a range that its sentence puts it in. The interval
//! within the range: the claim holds. Outside: it does not. Across an end: undecided at 95 %. Nothing measured that could
//! tell: not measured. Of fewer positions than [`FEWEST`] no claim is decided, whatever its interval.
//!
//! Where the words leave open which number is meant, the claim has several *readings*, and is decided under each. Where there are many
//! claims, some will be decided by chance alone: each verdict is shown as it is, and as it is when the whole family of them is to be
//! wrong in 5 % of cases at most ([`holm`]).

use serde::{Serialize, Serializer};

use super::stats::{Confidence, Estimate, holm};

/// Positions below which nothing is decided: intervals of fewer cover the truth less often than they say (`docs/statistics.md`).
pub const FEWEST: usize = 10;

/// The probability of a wrong decision: of one, and of any of a family.
const LEVEL: f64 = 0.05;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval lies where the claim puts the number.
    Holds,
    /// The whole interval lies elsewhere.
    DoesNotHold,
    /// The interval lies across.
    Undecided,
    /// Its readings come to different verdicts.
    Mixed,
    /// The grid lacks the cells.
    NotMeasured,
}

impl Verdict {
    /// The verdict of all readings together.
    fn of_all(verdicts: impl Iterator<Item = Self>) -> Self {
        verdicts
            .reduce(|one, other| if one == other { one } else { Self::Mixed })
            .unwrap_or(Self::NotMeasured)
    }

    fn is_decided(self) -> bool {
        matches!(self, Self::Holds | Self::DoesNotHold)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Undecided => "undecided at 95 %",
            Self::Mixed => "depends on the reading",
            Self::NotMeasured => "not measured",
        })
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Where a claim puts a number: strictly between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Range {
    /// Below 0.
    pub const NEGATIVE: Self = Self::below(0.0);
    /// Above 0.
    pub const POSITIVE: Self = Self::above(0.0);

    /// Below an end.
    #[must_use]
    pub const fn below(high: f64) -> Self {
        Self { low: f64::NEG_INFINITY, high }
    }

    /// Above an end.
    #[must_use]
    pub const fn above(low: f64) -> Self {
        Self { low, high: f64::INFINITY }
    }

    /// Between two ends.
    #[must_use]
    pub const fn between(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// Where the interval lies.
    fn decide(self, measured: &Estimate) -> Verdict {
        if measured.low > self.low && measured.high < self.high {
            Verdict::Holds
        } else if measured.high <= self.low || measured.low >= self.high {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        }
    }

    /// How easily chance alone would decide so, whichever way it is decided; 1 where it is not.
    fn chance(self, measured: &Confidence, verdict: Verdict) -> f64 {
        match verdict {
            Verdict::Holds => [measured.chance_of_above(self.low), measured.chance_of_below(self.high)]
                .into_iter()
                .fold(0.0, f64::max),
            Verdict::DoesNotHold => [measured.chance_of_below(self.low), measured.chance_of_above(self.high)]
                .into_iter()
                .fold(1.0, f64::min),
            _ => 1.0,
        }
    }
}

/// What a claim's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A fraction, written in per cent.
    Percent,
    /// A difference of two such fractions, written in percentage points.
    Points,
    /// A rank correlation, −1 to 1.
    Correlation,
}

/// A claim and its verdict.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// A short stable name.
    pub name: &'static str,
    /// Where it is from.
    pub section: &'static str,
    /// The claim, in our words.
    pub sentence: &'static str,
    /// The number that decides it, and how it is defined.
    pub statistic: String,
    /// What the number counts.
    pub unit: Unit,
    /// What the paper's words and tables say it is.
    pub paper: String,
    /// More that was measured: single sizes, single schemes.
    pub detail: String,
    /// How its words can be read, the nearest first; one if there is no doubt.
    pub readings: Vec<Decision>,
    /// The decision, under all readings.
    pub verdict: Verdict,
    /// The same with all claims of the study taken together.
    pub together: Verdict,
}

/// A claim under one reading.
#[derive(Clone, Debug, Serialize)]
pub struct Decision {
    /// The reading in words; empty if it is the only one.
    pub reading: &'static str,
    /// Where the claim puts the number; both ends are missing where the rule is another, which the statistic then tells.
    pub range: Option<Range>,
    /// The number measured here; missing if the grid lacks the cells.
    pub measured: Option<Estimate>,
    /// How easily chance alone would decide so.
    pub chance: f64,
    /// The decision.
    pub verdict: Verdict,
    /// The same with all claims of the study taken together.
    pub together: Verdict,
}

impl Decision {
    fn new(reading: &'static str, range: Range, measured: Option<Confidence>) -> Self {
        let interval = measured.as_ref().map(Confidence::interval);
        let verdict = interval.as_ref().map_or(Verdict::NotMeasured, |interval| range.decide(interval));
        let chance = measured.map_or(1.0, |measured| range.chance(&measured, verdict));
        Self { reading, range: Some(range), measured: interval, chance, verdict, together: verdict }
    }
}

impl Claim {
    /// The number measured under the nearest reading; missing if the grid lacks the cells.
    #[must_use]
    pub fn measured(&self) -> Option<Estimate> {
        self.readings.first()?.measured
    }

    fn decide_all(&mut self) {
        self.verdict = Verdict::of_all(self.readings.iter().map(|reading| reading.verdict));
        self.together = Verdict::of_all(self.readings.iter().map(|reading| reading.together));
    }
}

/// What all claims have before anything is measured.
#[derive(Clone, Debug)]
pub struct Question {
    /// [`Claim::name`].
    pub name: &'static str,
    /// [`Claim::section`].
    pub section: &'static str,
    /// [`Claim::sentence`].
    pub sentence: &'static str,
    /// [`Claim::statistic`].
    pub statistic: String,
    /// [`Claim::unit`].
    pub unit: Unit,
    /// [`Claim::paper`].
    pub paper: String,
}

/// One way to read a claim: its name, the range it puts the number in, and the number.
pub type Reading = (&'static str, Range, Option<Confidence>);

impl Question {
    /// Decides by where the number lies.
    #[must_use]
    pub fn decide(self, range: Range, measured: Option<Confidence>, detail: String) -> Claim {
        self.decide_each(vec![("", range, measured)], detail)
    }

    /// Decides under each reading, the nearest first.
    #[must_use]
    pub fn decide_each(self, readings: Vec<Reading>, detail: String) -> Claim {
        let decide = |(reading, range, measured)| Decision::new(reading, range, measured);
        self.with(readings.into_iter().map(decide).collect(), detail)
    }

    /// Decides by another rule than a range: `chance` is how easily chance alone would decide so.
    #[must_use]
    pub fn decide_by(
        self,
        verdict: Verdict,
        chance: f64,
        measured: Option<Confidence>,
        detail: String,
    ) -> Claim {
        let measured = measured.map(|measured| measured.interval());
        let decision = Decision { reading: "", range: None, measured, chance, verdict, together: verdict };
        self.with(vec![decision], detail)
    }

    fn with(self, readings: Vec<Decision>, detail: String) -> Claim {
        let Self { name, section, sentence, statistic, unit, paper } = self;
        let (verdict, together) = (Verdict::NotMeasured, Verdict::NotMeasured);
        let mut claim =
            Claim { name, section, sentence, statistic, unit, paper, detail, readings, verdict, together };
        claim.decide_all();
        claim
    }
}

/// Sets `claims` beside each other: takes back what too few positions have decided, and what chance alone decides in one of so many.
pub fn judge_together(claims: &mut [Claim], positions: usize) {
    let decisions = |claims: &mut [Claim]| -> Vec<f64> {
        let decided =
            claims.iter().flat_map(|claim| &claim.readings).filter(|reading| reading.verdict.is_decided());
        decided.map(|reading| reading.chance).collect()
    };
    let measured =
        claims.iter().flat_map(|claim| &claim.readings).filter(|reading| reading.measured.is_some()).count();
    // What is undecided is of the family too.
    let mut chances = decisions(claims);
    chances.resize(measured.max(chances.len()), 1.0);
    let mut stays = holm(&chances, LEVEL).into_iter();
    for claim in claims {
        for reading in claim.readings.iter_mut().filter(|reading| reading.verdict.is_decided()) {
            if !stays.next().unwrap_or(false) {
                reading.together = Verdict::Undecided;
            }
            if positions < FEWEST {
                (reading.verdict, reading.together) = (Verdict::Undecided, Verdict::Undecided);
            }
        }
        let was_decided = claim.verdict.is_decided() || claim.verdict == Verdict::Mixed;
        claim.decide_all();
        if was_decided && positions < FEWEST {
            let why = format!("Not decided: of {positions} positions, and {FEWEST} are the fewest.");
            claim.detail = [why.as_str(), &claim.detail].join(" ").trim_end().to_owned();
        }
    }
}

/// A signed percentage with one decimal: the words of details and papers' values.
pub fn percent(fraction: f64) -> String {
    // Rounded first: no `-0.0 %`.
    let tenths = (fraction * 1000.0).round();
    if tenths == 0.0 { "0.0 %".to_owned() } else { format!("{:+.1} %", tenths / 10.0).replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::{Claim, Question, Range, Unit, Verdict, judge_together};
    use crate::lab::stats::Bootstrap;

    fn question() -> Question {
        Question {
            name: "a",
            section: "b",
            sentence: "c",
            statistic: String::new(),
            unit: Unit::Percent,
            paper: String::new(),
        }
    }

    /// Eighteen positions that go up by 8.5 % on the average, more or less, after so much is taken from each.
    fn claim(taken: u64) -> Claim {
        let above: Vec<u64> = (0..18).map(|i| 1000 + 10 * i - taken).collect();
        let measured = Bootstrap::default().ratio(&above, &[1000; 18]);
        question().decide(Range::above(1.0), Some(measured), String::new())
    }

    #[test]
    fn what_one_claim_decides_many_may_not() {
        // Decided alone, at a chance of about one in a hundred.
        let alone = claim(50);
        let chance = alone.readings[0].chance;
        assert!(alone.verdict == Verdict::Holds && (0.002..0.04).contains(&chance), "{chance}");
        for (others, together) in [(0, Verdict::Holds), (40, Verdict::Undecided)] {
            let mut claims = vec![claim(50)];
            claims.extend((0..others).map(|_| claim(85)));
            judge_together(&mut claims, 18);
            assert_eq!((claims[0].verdict, claims[0].together), (Verdict::Holds, together), "{others}");
            assert!(claims[1..].iter().all(|claim| claim.verdict == Verdict::Undecided));
        }
    }

    #[test]
    fn readings_that_disagree_are_told() {
        let measured = || Some(Bootstrap::default().ratio(&[110; 12], &[100; 12]));
        let readings = vec![("one", Range::above(1.0), measured()), ("other", Range::above(1.2), measured())];
        let mut claims = [question().decide_each(readings, String::new())];
        judge_together(&mut claims, 12);
        let [claim] = &claims;
        assert_eq!((claim.verdict, claim.together), (Verdict::Mixed, Verdict::Mixed));
        assert_eq!(
            claim.readings.iter().map(|reading| reading.verdict).collect::<Vec<_>>(),
            [Verdict::Holds, Verdict::DoesNotHold]
        );
        judge_together(&mut claims, 3);
        assert!(claims[0].verdict == Verdict::Undecided && claims[0].detail.contains("of 3 positions"));
    }
}
