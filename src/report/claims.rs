//! Claims and their verdicts in words: as tables and findings of a report, and as text for the terminal.

use super::document::{ABSENT, Cell, Figure, Finding, Table, Tone};
use super::plot::{Forest, Row};
use super::table;
use crate::lab::claims::{Claim, Decision, Range, Unit, Verdict, hundredfold};
use crate::lab::stats::Estimate;

/// A number as its unit writes it, without the unit.
pub(crate) fn number(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Percent | Unit::Points => hundredfold(value),
        Unit::Correlation => format!("{value:.2}").replace('-', "−"),
    }
}

/// What stands behind a number of a unit.
const fn behind(unit: Unit) -> &'static str {
    match unit {
        Unit::Percent => "\u{a0}%",
        Unit::Points => "\u{a0}points",
        Unit::Correlation => "",
    }
}

/// The number measured and its interval; a dash if there is none.
fn measured(unit: Unit, measured: Option<Estimate>) -> String {
    let Some(Estimate { value, low, high }) = measured else { return ABSENT.to_owned() };
    let [value, low, high] = [value, low, high].map(|value| number(unit, value));
    // No breaks within a number: tables are narrow.
    format!("{value}{} ({low}\u{a0}to\u{a0}{high})", behind(unit))
}

/// Where a claim puts the number, in words.
fn range(unit: Unit, range: Option<Range>) -> String {
    let Some(Range { low, high }) = range else { return ABSENT.to_owned() };
    let [least, most] = [low, high].map(|end| number(unit, end));
    let [least, most] =
        [(low, least), (high, most)].map(|(end, words)| if end == 0.0 { "0".to_owned() } else { words });
    let words = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{least} to {most}"),
        (true, false) => format!("above {least}"),
        (false, _) => format!("below {most}"),
    };
    format!("{words}{}", behind(unit))
}

/// How easily chance alone would decide so.
fn chance(decision: &Decision) -> String {
    match decision.verdict {
        Verdict::Holds | Verdict::DoesNotHold if decision.chance < 0.001 => "< 0.001".to_owned(),
        Verdict::Holds | Verdict::DoesNotHold => format!("{:.3}", decision.chance),
        _ => ABSENT.to_owned(),
    }
}

/// Each claim under each of its readings.
fn decisions(claims: &[Claim]) -> impl Iterator<Item = (&Claim, &Decision)> {
    claims.iter().flat_map(|claim| claim.readings.iter().map(move |decision| (claim, decision)))
}

/// A claim with what tells its decision from others: the reading, and of several parts the one that decides.
fn named(claim: &str, decision: &Decision) -> String {
    let more = [decision.reading, &decision.part].into_iter().filter(|words| !words.is_empty());
    match more.collect::<Vec<_>>().as_slice() {
        [] => claim.to_owned(),
        more => format!("{claim} ({})", more.join("; ")),
    }
}

/// The checklist at a glance.
#[must_use]
pub fn overview(claims: &[Claim]) -> Table {
    let row = |(claim, decision): (&Claim, &Decision)| -> Vec<Cell> {
        vec![
            decision.verdict.to_string().into(),
            decision.together.to_string().into(),
            named(claim.sentence, decision).into(),
            Cell {
                text: measured(claim.unit, decision.measured),
                number: decision.measured.map(|measured| measured.value),
                link: None,
            },
            range(claim.unit, decision.range).into(),
            Cell::number(chance(decision), decision.chance),
            claim.paper.clone().into(),
        ]
    };
    Table {
        caption: "The claims at a glance, under each reading: our numbers with 95 % intervals over positions, where the claim puts \
                  them, and how easily chance alone would decide so"
            .to_owned(),
        header: ["alone", "all together", "claim", "ours", "the claim", "chance", "the source"]
            .map(str::to_owned)
            .to_vec(),
        words: 7,
        rows: decisions(claims).map(row).collect(),
    }
}

/// How far the axis of [`forest`] goes, in per cent.
const REACH: f64 = 25.0;

/// The claims at a glance, drawn: those that are percentages or percentage points.
#[must_use]
pub fn forest(claims: &[Claim]) -> Figure {
    let drawn = decisions(claims).filter(|(claim, _)| claim.unit != Unit::Correlation);
    let drawn: Vec<_> =
        drawn.filter_map(|(claim, decision)| Some((claim, decision, decision.measured?))).collect();
    let is_drawn = |claim: &&Claim| drawn.iter().any(|(known, ..)| known.name == claim.name);
    let left_out: Vec<_> = claims.iter().filter(|claim| !is_drawn(claim)).map(|claim| claim.name).collect();
    let left_out = match left_out.as_slice() {
        [] => String::new(),
        names => format!(" Not measured, or no percentage: {}.", names.join(", ")),
    };
    let row = |&(claim, decision, measured_here): &(&Claim, &Decision, Estimate)| {
        let range = decision.range.unwrap_or(Range { low: f64::NEG_INFINITY, high: f64::INFINITY });
        let percent = |Estimate { value, low, high }| (low * 100.0, value * 100.0, high * 100.0);
        let part = if decision.part.is_empty() { String::new() } else { format!("{}: ", decision.part) };
        let whole = Decision { part: String::new(), ..decision.clone() };
        Row {
            name: named(claim.name, &whole),
            more: format!("{part}{}", measured(claim.unit, decision.measured)),
            tone: tone(decision.verdict),
            interval: percent(measured_here),
            range: (range.low * 100.0, range.high * 100.0),
        }
    };
    let rows: Vec<_> = drawn.iter().map(row).collect();
    let said = |(row, (_, decision, _)): (&Row, &(&Claim, &Decision, Estimate))| {
        format!("{}: {}, {}", row.name, row.more, decision.verdict)
    };
    let alt = rows.iter().zip(&drawn).map(said).collect::<Vec<_>>().join("; ");
    Figure {
        file: "claims.svg".to_owned(),
        caption: format!(
            "The claims: our number with its 95 % interval over positions, in the colour and with the mark of its verdict, and shaded \
             where the claim puts it. What lies beyond ±{REACH:.0} ends in an arrow.{left_out}"
        ),
        svg: Forest {
            alt: alt.clone(),
            title: "per cent, or percentage points".to_owned(),
            reach: REACH,
            rows,
        }
        .svg(),
        alt,
        rows: Some(rows_of(claims)),
    }
}

/// Every decision with all its digits, for programs.
fn rows_of(claims: &[Claim]) -> Table {
    let number = |value: Option<f64>| {
        value.filter(|value| value.is_finite()).map_or_else(Cell::default, |value| Cell::number("", value))
    };
    let row = |(claim, decision): (&Claim, &Decision)| -> Vec<Cell> {
        let (measured, range) = (decision.measured, decision.range);
        vec![
            claim.name.into(),
            decision.reading.into(),
            decision.part.clone().into(),
            format!("{:?}", claim.unit).to_lowercase().into(),
            number(measured.map(|measured| measured.value)),
            number(measured.map(|measured| measured.low)),
            number(measured.map(|measured| measured.high)),
            number(range.map(|range| range.low)),
            number(range.map(|range| range.high)),
            number(Some(decision.chance)),
            decision.verdict.to_string().into(),
            decision.together.to_string().into(),
        ]
    };
    let header = [
        "claim",
        "reading",
        "part",
        "unit",
        "value",
        "low",
        "high",
        "claimed_low",
        "claimed_high",
        "chance",
        "verdict",
        "together",
    ];
    Table {
        caption: "The claims, decided".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        words: 4,
        rows: decisions(claims).map(row).collect(),
    }
}

/// Which kind of verdict it is.
pub(crate) const fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::DoesNotHold => Tone::Bad,
        Verdict::Undecided | Verdict::HoldsUnderSome => Tone::Open,
        Verdict::NotMeasured => Tone::Absent,
    }
}

/// The checklist with its reasons.
#[must_use]
pub fn findings(claims: &[Claim]) -> Vec<Finding> {
    let ours = |claim: &Claim| {
        let words = |decision: &Decision| match decision.reading {
            "" => measured(claim.unit, decision.measured),
            reading => {
                format!("{reading}: {}, {}", measured(claim.unit, decision.measured), decision.verdict)
            }
        };
        claim.readings.iter().map(words).collect::<Vec<_>>().join("; ")
    };
    let finding = |claim: &Claim| Finding {
        verdict: claim.verdict.to_string(),
        tone: tone(claim.verdict),
        sentence: claim.sentence.to_owned(),
        facts: [
            ("Section", claim.section.to_owned()),
            ("Number", claim.statistic.clone()),
            ("Ours", ours(claim)),
            ("Source", claim.paper.clone()),
            ("More", claim.detail.clone()),
        ]
        .map(|(name, text)| (name.to_owned(), text))
        .to_vec(),
    };
    claims.iter().map(finding).collect()
}

/// How many claims came to what, in two sentences.
#[must_use]
pub fn count(claims: &[Claim]) -> String {
    let measured = claims.iter().filter(|claim| claim.verdict != Verdict::NotMeasured).count();
    format!(
        "Of {} claims {measured} were measured. Each alone, at 95 %: {}. All together, so that the chance of any wrong decision is 5 % if \
         intervals cover what they say: {}.",
        claims.len(),
        tally(claims, |claim| claim.verdict),
        tally(claims, |claim| claim.together)
    )
}

/// How many claims came to what: each alone, or all together.
#[must_use]
pub fn tally(claims: &[Claim], verdict_of: fn(&Claim) -> Verdict) -> String {
    let of = |verdict| claims.iter().filter(|&claim| verdict_of(claim) == verdict).count();
    [
        ("hold", of(Verdict::Holds)),
        ("do not hold", of(Verdict::DoesNotHold)),
        ("hold under some readings", of(Verdict::HoldsUnderSome)),
        ("undecided", of(Verdict::Undecided)),
    ]
    .map(|(what, count)| format!("{what}: {count}"))
    .join(", ")
}

/// The claims in a line each: of several readings the nearest one's number.
#[must_use]
pub fn brief(claims: &[Claim], caption: &str) -> Table {
    let row = |claim: &Claim| -> Vec<Cell> {
        vec![
            claim.verdict.to_string().into(),
            claim.together.to_string().into(),
            claim.sentence.into(),
            Cell {
                number: claim.measured().map(|measured| measured.value),
                ..Cell::from(measured(claim.unit, claim.measured()))
            },
        ]
    };
    Table {
        caption: caption.to_owned(),
        header: ["alone", "all together", "claim", "ours (95 % interval)"].map(str::to_owned).to_vec(),
        words: 4,
        rows: claims.iter().map(row).collect(),
    }
}

/// The checklist for the terminal: what `--verify` prints first.
#[must_use]
pub fn text(claims: &[Claim]) -> String {
    let mut checklist = table(&["claim", "alone", "together", "ours (95 % interval)", "claimed"]);
    for (claim, decision) in
        decisions(claims).filter(|(_, decision)| decision.verdict != Verdict::NotMeasured)
    {
        checklist.add_row([
            named(claim.name, decision),
            decision.verdict.to_string(),
            decision.together.to_string(),
            measured(claim.unit, decision.measured),
            range(claim.unit, decision.range),
        ]);
    }
    let missing = claims.iter().filter(|claim| claim.verdict == Verdict::NotMeasured).map(|claim| claim.name);
    let missing = match missing.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        names => format!("Not measured: {}.\n", names.join(", ")),
    };
    let count = count(claims).replace(". ", ".\n");
    format!("{}\n\n{count}\n{missing}", checklist.trim_fmt())
}
