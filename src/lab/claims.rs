//! Claims: what a study says before it is run, decided by code.
//!
//! A claim is one number with an interval over positions, and a range that its sentence puts it in. The interval
//! within the range: the claim holds. Outside: it does not. Across an end: undecided at 95 %. Nothing measured that could
//! tell: not measured. Of fewer positions than [`FEWEST`] no claim is decided, whatever its interval.

use serde::{Serialize, Serializer};

use super::stats::Estimate;

/// Positions below which nothing is decided. An interval of few positions covers the truth less often than it says: in the world of
/// the test in `lab/stats.rs`, one of 95 % covers it in 51 % of cases of two positions, in 78 % of five and in 89 % of eighteen.
pub const FEWEST: usize = 10;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval lies where the claim puts the number.
    Holds,
    /// The whole interval lies elsewhere.
    DoesNotHold,
    /// The interval lies across.
    Undecided,
    /// The grid lacks the cells.
    NotMeasured,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Undecided => "undecided at 95 %",
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
#[derive(Clone, Copy, Debug, PartialEq)]
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
    #[must_use]
    pub fn decide(self, measured: &Estimate) -> Verdict {
        if measured.low > self.low && measured.high < self.high {
            Verdict::Holds
        } else if measured.high <= self.low || measured.low >= self.high {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
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
    /// The number measured here; missing if the grid lacks the cells.
    pub measured: Option<Estimate>,
    /// What the paper's words and tables say it is.
    pub paper: String,
    /// More that was measured: single sizes, other readings.
    pub detail: String,
    /// The decision.
    pub verdict: Verdict,
}

impl Claim {
    /// Takes back what too few positions have decided.
    fn leave_open(&mut self, positions: usize) {
        if matches!(self.verdict, Verdict::Holds | Verdict::DoesNotHold) {
            self.verdict = Verdict::Undecided;
            let why = format!("Not decided: of {positions} positions, and {FEWEST} are the fewest.");
            self.detail = [why.as_str(), &self.detail].join(" ").trim_end().to_owned();
        }
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
    /// [`Claim::paper`].
    pub paper: String,
}

impl Question {
    /// Decides by where the number lies.
    #[must_use]
    pub fn decide(self, range: Range, measured: Option<Estimate>, detail: String) -> Claim {
        let verdict = measured.as_ref().map_or(Verdict::NotMeasured, |measured| range.decide(measured));
        self.with_verdict(Unit::Percent, verdict, measured, detail)
    }

    /// The claim, decided otherwise.
    #[must_use]
    pub fn with_verdict(
        self,
        unit: Unit,
        verdict: Verdict,
        measured: Option<Estimate>,
        detail: String,
    ) -> Claim {
        let Self { name, section, sentence, statistic, paper } = self;
        Claim { name, section, sentence, statistic, unit, measured, paper, detail, verdict }
    }
}

/// Takes back what of `claims` fewer positions than [`FEWEST`] have decided.
pub fn leave_open(claims: &mut [Claim], positions: usize) {
    if positions < FEWEST {
        claims.iter_mut().for_each(|claim| claim.leave_open(positions));
    }
}

/// A signed percentage with one decimal: the words of details and papers' values.
pub fn percent(fraction: f64) -> String {
    // Rounded first: no `-0.0 %`.
    let tenths = (fraction * 1000.0).round();
    if tenths == 0.0 { "0.0 %".to_owned() } else { format!("{:+.1} %", tenths / 10.0).replace('-', "−") }
}
