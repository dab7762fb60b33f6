//! Claims and their verdicts in words: as findings of a report, and as text for the terminal.

use super::document::{Cell, Finding, Table, Tone};
use super::table;
use crate::lab::claims::{Claim, Unit, Verdict};
use crate::lab::stats::Estimate;

/// The number measured and its interval; empty if there is none.
#[must_use]
pub fn measured(claim: &Claim) -> String {
    let Some(Estimate { value, low, high }) = claim.measured else { return String::new() };
    match claim.unit {
        Unit::Percent | Unit::Points => {
            let percent = |share: f64| {
                let tenths = (share * 1000.0).round();
                if tenths == 0.0 {
                    "0.0".to_owned()
                } else {
                    format!("{:+.1}", tenths / 10.0).replace('-', "−")
                }
            };
            let unit = if claim.unit == Unit::Points { "points" } else { "%" };
            // No breaks within a number: tables are narrow.
            format!("{}\u{a0}{unit} ({}\u{a0}to\u{a0}{})", percent(value), percent(low), percent(high))
        }
        Unit::Correlation => format!("{value:.2} ({low:.2}\u{a0}to\u{a0}{high:.2})").replace('-', "−"),
    }
}

/// The checklist at a glance.
#[must_use]
pub fn overview(claims: &[Claim]) -> Table {
    let row = |claim: &Claim| -> Vec<Cell> {
        let ours = if claim.measured.is_some() { measured(claim) } else { "–".to_owned() };
        vec![
            claim.verdict.to_string().into(),
            claim.sentence.into(),
            Cell { text: ours, number: claim.measured.map(|measured| measured.value) },
            claim.paper.clone().into(),
        ]
    };
    Table {
        caption: "The claims at a glance: our numbers with 95 % intervals over positions".to_owned(),
        header: ["verdict", "claim", "ours", "the paper's"].map(str::to_owned).to_vec(),
        words: 4,
        rows: claims.iter().map(row).collect(),
    }
}

/// The checklist with its reasons.
#[must_use]
pub fn findings(claims: &[Claim]) -> Vec<Finding> {
    let tone = |verdict| match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::DoesNotHold => Tone::Bad,
        Verdict::Undecided => Tone::Open,
        Verdict::NotMeasured => Tone::Absent,
    };
    let finding = |claim: &Claim| Finding {
        verdict: claim.verdict.to_string(),
        tone: tone(claim.verdict),
        sentence: claim.sentence.to_owned(),
        facts: [
            ("Section", claim.section.to_owned()),
            ("Number", claim.statistic.clone()),
            ("Ours", measured(claim)),
            ("Paper", claim.paper.clone()),
            ("More", claim.detail.clone()),
        ]
        .map(|(name, text)| (name.to_owned(), text))
        .to_vec(),
    };
    claims.iter().map(finding).collect()
}

/// How many claims came to what, in one sentence.
#[must_use]
pub fn count(claims: &[Claim]) -> String {
    let of = |verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
    format!(
        "Of {} claims: {} hold, {} do not hold, {} undecided at 95 %, {} not measured.",
        claims.len(),
        of(Verdict::Holds),
        of(Verdict::DoesNotHold),
        of(Verdict::Undecided),
        of(Verdict::NotMeasured)
    )
}

/// The checklist for the terminal: what `--verify` prints first.
#[must_use]
pub fn text(claims: &[Claim]) -> String {
    let mut checklist = table(&["claim", "verdict", "ours (95 % interval)", "the paper's"]);
    for claim in claims {
        let ours = if claim.measured.is_some() { measured(claim) } else { "-".to_owned() };
        checklist.add_row([claim.name.to_owned(), claim.verdict.to_string(), ours, claim.paper.clone()]);
    }
    format!("{}\n\n{}\n", checklist.trim_fmt(), count(claims))
}
