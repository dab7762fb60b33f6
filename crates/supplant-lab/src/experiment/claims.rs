//! Claims: what a study says before it is run, decided by code.
//!
//! A claim is one number with an interval over positions, and a range that its sentence puts it in. The interval
//! within the range: the claim holds. Outside: it does not. Across an end: undecided at 95 %. Nothing measured that could
//! tell: not measured. Of fewer positions than [`FEWEST`] no claim is decided, whatever its interval.
//!
//! Where the words leave open which number is meant, the claim has several *readings*, and is decided under each. Where they speak of
//! several numbers at once — of each scheme, at each size —, a reading has several *parts*: it holds if all of them hold, and does not if
//! one does not, that one being the likeliest of so many to be wrong by chance (Bonferroni). Where there are many claims, some will be decided by chance alone: each verdict is shown as it is, and as it is when the whole family of them is to be
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
    /// It holds under some readings, not under all.
    HoldsUnderSome,
    /// The grid lacks the cells.
    NotMeasured,
}

impl Verdict {
    /// The verdict of all readings together; those that were not measured have none.
    fn of_all(verdicts: impl Iterator<Item = Self>) -> Self {
        let measured: Vec<_> = verdicts.filter(|&verdict| verdict != Self::NotMeasured).collect();
        let all = |wanted| measured.iter().all(|&verdict| verdict == wanted);
        match measured.as_slice() {
            [] => Self::NotMeasured,
            _ if all(Self::Holds) => Self::Holds,
            _ if all(Self::DoesNotHold) => Self::DoesNotHold,
            some if some.contains(&Self::Holds) => Self::HoldsUnderSome,
            _ => Self::Undecided,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Undecided => "undecided",
            Self::HoldsUnderSome => "holds under some readings",
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

    /// How easily chance alone would put the number within.
    fn chance_within(self, measured: &Confidence) -> f64 {
        measured.chance_of_above(self.low).max(measured.chance_of_below(self.high))
    }

    /// How easily chance alone would put the number outside, or on an end.
    fn chance_outside(self, measured: &Confidence) -> f64 {
        measured.chance_of_not_above(self.low).min(measured.chance_of_not_below(self.high))
    }

    /// How far within a value lies; negative outside.
    fn margin(self, value: f64) -> f64 {
        (value - self.low).min(self.high - value)
    }
}

/// What the readings of a claim differ in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Among {
    /// How its words are read.
    #[default]
    Readings,
    /// The game that is searched: each is asked for itself.
    Games,
}

/// What the intervals of a claim are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Over {
    /// Positions: what others of their kind would show.
    #[default]
    Positions,
    /// Searches, each counted as independent, those of one position too.
    Searches,
}

/// What a claim's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimUnit {
    /// A change as a fraction, written in per cent with its sign.
    Percent,
    /// A part of a whole, written in per cent without a sign.
    Share,
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
    pub unit: ClaimUnit,
    /// What the paper's words and tables say it is.
    pub paper: String,
    /// More that was measured: single sizes, single schemes.
    pub detail: String,
    /// What must be said beside the sentence, which stays as it was registered; empty if nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
    /// What its intervals are over.
    #[serde(skip)]
    pub over: Over,
    /// How its words can be read, the nearest first; one if there is no doubt.
    pub readings: Vec<Decision>,
    /// What those differ in.
    pub among: Among,
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
    /// Of several parts the one that decides; empty if there is one.
    pub part: String,
    /// Where the claim puts the number; missing where the rule is another, which the statistic then tells.
    pub range: Option<Range>,
    /// The number measured here; missing if the grid lacks the cells.
    pub measured: Option<Estimate>,
    /// How easily chance alone would decide so.
    pub chance: f64,
    /// The decision.
    pub verdict: Verdict,
    /// The same with all claims of the study taken together.
    pub together: Verdict,
    /// Why it is undecided, where its interval alone does not say; else empty.
    pub reason: String,
    /// Every number that it speaks of, where there are several.
    pub parts: Vec<Number>,
}

/// A number with its interval.
#[derive(Clone, Debug, Serialize)]
pub struct Number {
    /// Which one.
    pub name: String,
    /// The number.
    pub measured: Estimate,
}

impl Decision {
    fn new(Reading { name, range, parts }: Reading) -> Self {
        let Some(parts) = parts.filter(|parts| !parts.is_empty()) else {
            return Self { range: Some(range), ..Self::not_measured(name) };
        };
        let outside = |part: &ClaimPart| range.chance_outside(&part.measured) * parts.len() as f64;
        let within = |part: &ClaimPart| range.chance_within(&part.measured);
        let holds = parts.iter().map(within).fold(0.0, f64::max);
        let fails = parts.iter().map(outside).fold(1.0, f64::min);
        let (verdict, chance) = match (holds < LEVEL, fails < LEVEL) {
            (true, _) => (Verdict::Holds, holds),
            (false, true) => (Verdict::DoesNotHold, fails),
            (false, false) => (Verdict::Undecided, 1.0),
        };
        // What decides it: the part that fails, or else the one that is least sure to hold.
        let margin = |part: &ClaimPart| range.margin(part.measured.value());
        let least = |a: &&ClaimPart, b: &&ClaimPart| match verdict {
            Verdict::DoesNotHold => outside(a).total_cmp(&outside(b)),
            _ => within(b).total_cmp(&within(a)).then(margin(a).total_cmp(&margin(b))),
        };
        let ClaimPart { name: part, measured } = parts.iter().min_by(least).expect("it has parts");
        // Outside at 95 %, were they the only ones.
        let lie_outside = parts.iter().filter(|part| range.chance_outside(&part.measured) < LEVEL).count();
        let reason = match verdict {
            Verdict::Undecided if lie_outside > 0 => format!(
                "of {} numbers {lie_outside} outside at 95 %, none so clearly as it takes of so many",
                parts.len()
            ),
            _ => String::new(),
        };
        let number = |ClaimPart { name, measured }: &ClaimPart| Number {
            name: name.clone(),
            measured: measured.interval(),
        };
        Self {
            reading: name,
            part: if parts.len() > 1 { part.clone() } else { String::new() },
            range: Some(range),
            measured: Some(measured.interval()),
            chance,
            verdict,
            together: verdict,
            reason,
            parts: if parts.len() > 1 { parts.iter().map(number).collect() } else { Vec::new() },
        }
    }

    fn not_measured(reading: &'static str) -> Self {
        Self {
            reading,
            part: String::new(),
            range: None,
            measured: None,
            chance: 1.0,
            verdict: Verdict::NotMeasured,
            together: Verdict::NotMeasured,
            reason: String::new(),
            parts: Vec::new(),
        }
    }
}

impl Claim {
    /// The number measured under the nearest reading; missing if the grid lacks the cells.
    #[must_use]
    pub fn measured(&self) -> Option<Estimate> {
        self.readings.first()?.measured
    }

    /// The same claim, whose readings differ in something else than how its words are read.
    #[must_use]
    pub fn among(self, among: Among) -> Self {
        Self { among, ..self }
    }

    /// The same claim, with what must be said beside its sentence.
    #[must_use]
    pub fn with_note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// The same claim, whose intervals are over something else than positions.
    #[must_use]
    pub fn over(self, over: Over) -> Self {
        Self { over, ..self }
    }

    /// The reading that stands for all of them: the nearest, or where it does not hold and another does, the nearest that does.
    #[must_use]
    pub fn shown(&self) -> Option<&Decision> {
        let holding = self.readings.iter().find(|reading| reading.verdict == Verdict::Holds);
        holding.filter(|_| self.verdict == Verdict::HoldsUnderSome).or(self.readings.first())
    }

    /// A verdict on it, in words: where it holds under some readings, it says what they are of.
    #[must_use]
    pub fn words(&self, verdict: Verdict) -> String {
        match (verdict, self.among) {
            (Verdict::HoldsUnderSome, Among::Games) => "holds in some games".to_owned(),
            _ => verdict.to_string(),
        }
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
    pub unit: ClaimUnit,
    /// [`Claim::paper`].
    pub paper: String,
}

/// One way to read a claim.
#[derive(Clone, Debug)]
pub struct Reading {
    /// In a few words; empty if it is the only one.
    pub name: &'static str,
    /// Where its numbers are to be: known before anything is measured.
    pub range: Range,
    /// The numbers it speaks of; missing if the grid lacks the cells.
    pub parts: Option<Vec<ClaimPart>>,
}

/// One of the numbers that a reading speaks of.
#[derive(Clone, Debug)]
pub struct ClaimPart {
    /// Which one: a scheme, a size.
    pub name: String,
    /// The number.
    pub measured: Confidence,
}

impl Reading {
    /// A reading of one number.
    #[must_use]
    pub fn of_one(name: &'static str, range: Range, measured: Option<Confidence>) -> Self {
        Self {
            name,
            range,
            parts: measured.map(|measured| vec![ClaimPart { name: String::new(), measured }]),
        }
    }
}

impl Question {
    /// Decides by where the number lies.
    #[must_use]
    pub fn decide(self, range: Range, measured: Option<Confidence>, detail: String) -> Claim {
        self.decide_each(vec![Reading::of_one("", range, measured)], detail)
    }

    /// Decides under each reading, the nearest first.
    #[must_use]
    pub fn decide_each(self, readings: Vec<Reading>, detail: String) -> Claim {
        self.with(readings.into_iter().map(Decision::new).collect(), detail)
    }

    /// Decides by another rule than a range: `chance` is how easily chance alone would decide so.
    #[must_use]
    pub fn decide_by(
        self,
        verdict: Verdict,
        chance: f64,
        measured: Option<Estimate>,
        detail: String,
    ) -> Claim {
        let decision =
            Decision { measured, chance, verdict, together: verdict, ..Decision::not_measured("") };
        self.with(vec![decision], detail)
    }

    fn with(self, readings: Vec<Decision>, detail: String) -> Claim {
        let Self { name, section, sentence, statistic, unit, paper } = self;
        let (verdict, together) = (Verdict::NotMeasured, Verdict::NotMeasured);
        let (among, over) = (Among::default(), Over::default());
        let mut claim = Claim {
            name,
            section,
            sentence,
            statistic,
            unit,
            paper,
            detail,
            note: "",
            over,
            readings,
            among,
            verdict,
            together,
        };
        claim.decide_all();
        claim
    }
}

/// Sets `claims` beside each other: takes back what too few positions have decided, and what chance alone decides in one of so many.
pub fn judge_together(claims: &mut [Claim], positions: usize) {
    // What is undecided is of the family too.
    let is_measured = |reading: &Decision| reading.verdict != Verdict::NotMeasured;
    let measured = claims.iter().flat_map(|claim| &claim.readings).filter(|reading| is_measured(reading));
    let mut stays = holm(&measured.map(|reading| reading.chance).collect::<Vec<_>>(), LEVEL).into_iter();
    for claim in claims {
        let readings = claim.readings.iter_mut().filter(|reading| is_measured(reading));
        for (reading, stays) in readings.zip(&mut stays) {
            if positions < FEWEST {
                reading.verdict = Verdict::Undecided;
                let of = if positions == 1 { "1 position" } else { &format!("{positions} positions") };
                reading.reason = format!("of {of}; {FEWEST} are the fewest that decide anything");
            }
            reading.together = if stays { reading.verdict } else { Verdict::Undecided };
        }
        claim.decide_all();
    }
}

/// A signed percentage with one decimal: the words of details and papers' values.
pub fn percent(fraction: f64) -> String {
    format!("{} %", hundredfold(fraction))
}

/// A change as a fraction, in per cent with its interval: `−4.4 % (−7.1 to −2.8)`.
#[must_use]
pub fn change(Estimate { value, low, high }: Estimate) -> String {
    format!("{} ({} to {})", percent(value), hundredfold(low), hundredfold(high))
}

/// A signed fraction in per cent with one decimal, without the unit.
#[must_use]
pub fn hundredfold(fraction: f64) -> String {
    hundredfold_to(1, fraction)
}

/// The same with so many decimals.
#[must_use]
pub fn hundredfold_to(decimals: usize, fraction: f64) -> String {
    let written = format!("{:+.decimals$}", fraction * 100.0);
    // No sign before nothing.
    let is_nought = written.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0');
    if is_nought { written[1..].to_owned() } else { written.replace('-', "−") }
}

#[cfg(test)]
mod tests;
