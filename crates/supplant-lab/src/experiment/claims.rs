//! Claims: statements registered before a study runs, and the code that decides them.
//!
//! `docs/statistics.md` explains verdicts, *readings* and *parts*.

use serde::{Serialize, Serializer};

use super::stats::{Confidence, Estimate, holm};

/// With fewer positions, intervals cover the truth less often than they say (`docs/statistics.md`).
pub const FEWEST: usize = 10;

const LEVEL: f64 = 0.05;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    DoesNotHold,
    Undecided,
    HoldsUnderSome,
    NotMeasured,
}

impl Verdict {
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
            Self::Holds => "supported",
            Self::DoesNotHold => "refuted",
            Self::Undecided => "undecided",
            Self::HoldsUnderSome => "supported under some readings",
            Self::NotMeasured => "not measured",
        })
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    pub const NEGATIVE: Self = Self::below(0.0);
    pub const POSITIVE: Self = Self::above(0.0);

    #[must_use]
    pub const fn below(high: f64) -> Self {
        Self { low: f64::NEG_INFINITY, high }
    }

    #[must_use]
    pub const fn above(low: f64) -> Self {
        Self { low, high: f64::INFINITY }
    }

    #[must_use]
    pub const fn between(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    fn chance_within(self, measured: &Confidence) -> f64 {
        measured.chance_of_above(self.low).max(measured.chance_of_below(self.high))
    }

    fn chance_outside(self, measured: &Confidence) -> f64 {
        measured.chance_of_not_above(self.low).min(measured.chance_of_not_below(self.high))
    }

    fn margin(self, value: f64) -> f64 {
        (value - self.low).min(self.high - value)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Among {
    #[default]
    Readings,
    Games,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Over {
    #[default]
    Positions,
    /// Positions of one game that was played are one sum.
    Games,
    /// Searches count as independent, even on one position.
    Searches,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimUnit {
    Percent,
    Share,
    Points,
    Correlation,
}

#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    pub name: &'static str,
    pub section: &'static str,
    pub sentence: &'static str,
    pub statistic: String,
    pub unit: ClaimUnit,
    pub paper: String,
    pub detail: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
    #[serde(skip)]
    pub over: Over,
    #[serde(skip)]
    pub is_of_largest: bool,
    /// The most literal reading comes first.
    pub readings: Vec<Decision>,
    pub among: Among,
    pub verdict: Verdict,
    pub together: Verdict,
}

#[derive(Clone, Debug, Serialize)]
pub struct Decision {
    pub reading: &'static str,
    pub part: String,
    pub range: Option<Range>,
    pub measured: Option<Estimate>,
    /// The p-value of the verdict; 1 if undecided.
    pub chance: f64,
    pub verdict: Verdict,
    pub together: Verdict,
    pub reason: String,
    pub parts: Vec<Number>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Number {
    pub name: String,
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
        let margin = |part: &ClaimPart| range.margin(part.measured.value());
        let least = |a: &&ClaimPart, b: &&ClaimPart| match verdict {
            Verdict::DoesNotHold => outside(a).total_cmp(&outside(b)),
            _ => within(b).total_cmp(&within(a)).then(margin(a).total_cmp(&margin(b))),
        };
        let ClaimPart { name: part, measured } = parts.iter().min_by(least).expect("it has parts");
        let lie_outside = parts.iter().filter(|part| range.chance_outside(&part.measured) < LEVEL).count();
        let reason = match verdict {
            Verdict::Undecided if lie_outside > 0 => {
                let lie = if lie_outside == 1 { "lies" } else { "lie" };
                format!(
                    "{lie_outside} of {0} numbers {lie} outside the range at 95 %, but a claim of {0} numbers is refuted only by wider \
                     intervals, and these reach into the range",
                    parts.len()
                )
            }
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

    /// The only number of the reading, or the middle one of several by distance inside the range.
    #[must_use]
    pub fn effect(&self) -> Option<Estimate> {
        let Some(range) = self.range.filter(|_| !self.parts.is_empty()) else { return self.measured };
        let mut values: Vec<_> = self.parts.iter().map(|part| part.measured).collect();
        values.sort_by(|a, b| range.margin(a.value).total_cmp(&range.margin(b.value)));
        Some(values[values.len() / 2])
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
    #[must_use]
    pub fn measured(&self) -> Option<Estimate> {
        self.readings.first()?.measured
    }

    #[must_use]
    pub fn among(self, among: Among) -> Self {
        Self { among, ..self }
    }

    #[must_use]
    pub fn with_detail(self, detail: String) -> Self {
        Self { detail, ..self }
    }

    #[must_use]
    pub fn with_note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    #[must_use]
    pub fn of_largest(self) -> Self {
        Self { is_of_largest: true, ..self }
    }

    #[must_use]
    pub fn over(self, over: Over) -> Self {
        Self { over, ..self }
    }

    #[must_use]
    pub fn words(&self, verdict: Verdict) -> String {
        match (verdict, self.among) {
            (Verdict::HoldsUnderSome, Among::Games) => "supported in some games".to_owned(),
            _ => verdict.to_string(),
        }
    }

    fn decide_all(&mut self) {
        self.verdict = Verdict::of_all(self.readings.iter().map(|reading| reading.verdict));
        self.together = Verdict::of_all(self.readings.iter().map(|reading| reading.together));
    }
}

#[derive(Clone, Debug)]
pub struct Question {
    pub name: &'static str,
    pub section: &'static str,
    pub sentence: &'static str,
    pub statistic: String,
    pub unit: ClaimUnit,
    pub paper: String,
}

#[derive(Clone, Debug)]
pub struct Reading {
    pub name: &'static str,
    pub range: Range,
    pub parts: Option<Vec<ClaimPart>>,
}

#[derive(Clone, Debug)]
pub struct ClaimPart {
    pub name: String,
    pub measured: Confidence,
}

impl Reading {
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
    #[must_use]
    pub fn decide(self, range: Range, measured: Option<Confidence>) -> Claim {
        self.decide_each(vec![Reading::of_one("", range, measured)])
    }

    #[must_use]
    pub fn decide_each(self, readings: Vec<Reading>) -> Claim {
        self.with(readings.into_iter().map(Decision::new).collect())
    }

    /// Decides the claim by a rule other than a range.
    #[must_use]
    pub fn decide_by(self, verdict: Verdict, chance: f64, measured: Option<Estimate>) -> Claim {
        let decision =
            Decision { measured, chance, verdict, together: verdict, ..Decision::not_measured("") };
        self.with(vec![decision])
    }

    fn with(self, readings: Vec<Decision>) -> Claim {
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
            detail: String::new(),
            note: "",
            over,
            is_of_largest: false,
            readings,
            among,
            verdict,
            together,
        };
        claim.decide_all();
        claim
    }
}

/// Corrects the verdicts of `claims` for each other ([`holm`]). Fewer positions than [`FEWEST`]
/// decide nothing.
pub fn judge_together(claims: &mut [Claim], positions: usize) {
    let is_measured = |reading: &Decision| reading.verdict != Verdict::NotMeasured;
    let measured = claims.iter().flat_map(|claim| &claim.readings).filter(|reading| is_measured(reading));
    let mut stays = holm(&measured.map(|reading| reading.chance).collect::<Vec<_>>(), LEVEL).into_iter();
    for claim in claims {
        let readings = claim.readings.iter_mut().filter(|reading| is_measured(reading));
        for (reading, stays) in readings.zip(&mut stays) {
            if positions < FEWEST {
                reading.verdict = Verdict::Undecided;
                reading.chance = 1.0;
                let of = if positions == 1 { "1 position" } else { &format!("{positions} positions") };
                reading.reason = format!("of {of}; {FEWEST} are the fewest that decide anything");
            }
            reading.together = if stays { reading.verdict } else { Verdict::Undecided };
        }
        claim.decide_all();
    }
}

pub fn percent(fraction: f64) -> String {
    format!("{} %", hundredfold(fraction))
}

#[must_use]
pub fn change(Estimate { value, low, high }: Estimate) -> String {
    format!("{} ({} to {})", percent(value), hundredfold(low), hundredfold(high))
}

#[must_use]
pub fn fewer(change: Estimate) -> String {
    let Estimate { value, low, high } = change;
    let percent = |value: f64| format!("{:.1}", value.abs() * 100.0);
    let which = |value: f64| if value <= 0.0 { "fewer" } else { "more" };
    let (near, far) = if value <= 0.0 { (high, low) } else { (low, high) };
    let interval = match [near, far].map(which) == [which(value); 2] {
        true => format!("{} to {}", percent(near), percent(far)),
        false => format!("{} {} to {} {}", percent(near), which(near), percent(far), which(far)),
    };
    format!("{} % {} nodes ({interval})", percent(value), which(value))
}

#[must_use]
pub fn hundredfold(fraction: f64) -> String {
    hundredfold_to(1, fraction)
}

#[must_use]
pub fn hundredfold_to(decimals: usize, fraction: f64) -> String {
    let written = format!("{:+.decimals$}", fraction * 100.0);
    let is_nought = written.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0');
    if is_nought { written[1..].to_owned() } else { written.replace('-', "−") }
}

#[cfg(test)]
pub(crate) mod tests;
