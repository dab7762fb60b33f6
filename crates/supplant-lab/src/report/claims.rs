//! Claims and their verdicts in words, for reports and the terminal.

use super::document::{ABSENT, DataTable, Figure, Finding, TableCell, Tone};
use super::plot::{DecidingPart, Forest, ForestRow};
use super::{counted, plain, table};
use crate::experiment::claims::{
    Among, Claim, ClaimUnit, Decision, Number, Over, Range, Verdict, hundredfold_to,
};
use crate::experiment::stats::Estimate;

pub(crate) fn number(unit: ClaimUnit, value: f64) -> String {
    number_to(1, unit, value)
}

fn number_to(decimals: usize, unit: ClaimUnit, value: f64) -> String {
    match unit {
        ClaimUnit::Percent | ClaimUnit::Points => hundredfold_to(decimals, value),
        ClaimUnit::Share => plain(decimals, value * 100.0),
        ClaimUnit::Correlation => plain(2, value),
    }
}

fn decimals(Estimate { value, low, high }: Estimate, range: Option<Range>) -> usize {
    const MOST: usize = 4;
    let Some(range) = range else { return 1 };
    let numbers = [value, low, high];
    let looks_on_an_end = |decimals: usize| {
        let same = |number: f64, end: f64| {
            number != end && hundredfold_to(decimals, number) == hundredfold_to(decimals, end)
        };
        let ends = [range.low, range.high].into_iter().filter(|end| end.is_finite());
        ends.into_iter().any(|end| numbers.into_iter().any(|number| same(number, end)))
    };
    (1..MOST).find(|&decimals| !looks_on_an_end(decimals)).unwrap_or(MOST)
}

const fn behind(unit: ClaimUnit) -> &'static str {
    match unit {
        ClaimUnit::Percent | ClaimUnit::Share => "\u{a0}%",
        ClaimUnit::Points => "\u{a0}points",
        ClaimUnit::Correlation => "",
    }
}

fn measured(unit: ClaimUnit, measured: Option<Estimate>, range: Option<Range>) -> String {
    let Some(estimate) = measured else { return ABSENT.to_owned() };
    let decimals = decimals(estimate, range);
    let Estimate { value, low, high } = estimate;
    let [value, low, high] = [value, low, high].map(|value| number_to(decimals, unit, value));
    format!("{value}{} ({low}\u{a0}to\u{a0}{high})", behind(unit))
}

fn ours(claim: &Claim, decision: &Decision) -> String {
    measured(claim.unit, decision.measured, decision.range)
}

/// The only number of a reading, or the middle one of several.
fn effect_of(claim: &Claim, decision: &Decision) -> Option<Estimate> {
    if claim.is_of_largest { decision.measured } else { decision.effect() }
}

fn effect(claim: &Claim, decision: &Decision) -> String {
    measured(claim.unit, effect_of(claim, decision), decision.range)
}

fn deciding(claim: &Claim, decision: &Decision) -> Option<String> {
    let which = match decision.verdict {
        Verdict::DoesNotHold => "most clearly outside",
        _ => "least certain",
    };
    let of = decision.parts.len();
    (effect_of(claim, decision) != decision.measured).then(|| format!("{which} of {of}: {}", decision.part))
}

fn effect_and_deciding(claim: &Claim, decision: &Decision) -> String {
    let effect = effect(claim, decision);
    match deciding(claim, decision) {
        Some(which) => format!("{effect}; {which}, {}", ours(claim, decision)),
        None => effect,
    }
}

fn side(decision: &Decision) -> Option<&'static str> {
    let (Range { low, high }, measured) = (decision.range?, decision.measured?);
    match (measured.high <= low, measured.low >= high) {
        (true, _) => Some("below the range"),
        (_, true) => Some("above the range"),
        _ => None,
    }
}

fn failing(verdict: Verdict, decisions: &[&Decision]) -> Option<&'static str> {
    let first = decisions.first().and_then(|first| side(first)).filter(|_| verdict == Verdict::DoesNotHold);
    first.filter(|_| decisions.iter().all(|decision| side(decision) == first))
}

fn directed(verdict: Verdict, decision: &Decision) -> String {
    match failing(verdict, &[decision]) {
        Some(side) => format!("{verdict}: {side}"),
        None => verdict.to_string(),
    }
}

fn verdict(decision: &Decision) -> String {
    match decision.reason.as_str() {
        "" => directed(decision.verdict, decision),
        reason => format!("{}: {reason}", decision.verdict),
    }
}

fn verdict_of_all(claim: &Claim) -> String {
    let measured = claim.readings.iter().filter(|reading| reading.verdict != Verdict::NotMeasured);
    match failing(claim.verdict, &measured.collect::<Vec<_>>()) {
        Some(side) => format!("{}: {side}", claim.verdict),
        None => claim.words(claim.verdict),
    }
}

fn range(unit: ClaimUnit, range: Option<Range>) -> String {
    let Some(Range { low, high }) = range else { return ABSENT.to_owned() };
    let decimals = |end: f64| if end != 0.0 && end.abs() < 5e-4 { 2 } else { 1 };
    let [least, most] = [low, high].map(|end| number_to(decimals(end), unit, end));
    let [least, most] =
        [(low, least), (high, most)].map(|(end, words)| if end == 0.0 { "0".to_owned() } else { words });
    let words = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{least} to {most}"),
        (true, false) => format!("above {least}"),
        (false, _) => format!("below {most}"),
    };
    format!("{words}{}", behind(unit))
}

fn chance(decision: &Decision) -> String {
    match decision.verdict {
        Verdict::Holds | Verdict::DoesNotHold if decision.chance < 0.001 => "< 0.001".to_owned(),
        Verdict::Holds | Verdict::DoesNotHold => format!("{:.3}", decision.chance),
        _ => ABSENT.to_owned(),
    }
}

fn decisions(claims: &[Claim]) -> impl Iterator<Item = (&Claim, &Decision)> {
    claims.iter().flat_map(|claim| claim.readings.iter().map(move |decision| (claim, decision)))
}

fn named(words: &str, (claim, decision): (&Claim, &Decision)) -> String {
    let part = if deciding(claim, decision).is_none() { decision.part.as_str() } else { "" };
    in_brackets(words, &[decision.reading, part])
}

fn in_brackets(claim: &str, more: &[&str]) -> String {
    let more: Vec<_> = more.iter().copied().filter(|words| !words.is_empty()).collect();
    if more.is_empty() { claim.to_owned() } else { format!("{claim} ({})", more.join("; ")) }
}

#[must_use]
pub fn overview(claims: &[Claim]) -> DataTable {
    let row = |(claim, decision): (&Claim, &Decision)| -> Vec<TableCell> {
        vec![
            sentence(claim, named(claim.sentence, (claim, decision))).into(),
            verdict(decision).into(),
            directed(decision.together, decision).into(),
            TableCell {
                text: effect_and_deciding(claim, decision),
                number: effect_of(claim, decision).map(|effect| effect.value),
                link: None,
            },
            range(claim.unit, decision.range).into(),
            TableCell::number(chance(decision), decision.chance),
            claim.paper.clone().into(),
        ]
    };
    DataTable {
        caption: format!(
            "The claims, one row for each way to read it: our number with its 95 % interval {}, the claimed range, and the \
             probability of this verdict by chance alone. {OF_SEVERAL}",
            over(claims)
        ),
        header: ["claim", "alone", "all together", "ours", "claimed", "chance", "the source"]
            .map(str::to_owned)
            .to_vec(),
        words: 7,
        rows: decisions(claims).map(row).collect(),
    }
}

const OF_SEVERAL: &str = "Where a claim has several numbers, these are their median (of an even number the upper one) and the one that decides";

fn over(claims: &[Claim]) -> &'static str {
    match claims.first().map(|claim| claim.over) {
        Some(Over::Games) => "over games",
        Some(Over::Searches) => "over searches (each counted as independent)",
        _ => "over positions",
    }
}

fn sentence(claim: &Claim, words: String) -> String {
    match claim.note {
        "" => words,
        note => format!("{words} Note: {note}"),
    }
}

const REACHES: [f64; 10] = [1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0];

/// The smallest reach that at most a quarter of the rows exceed, so that small numbers stay
/// visible.
fn reach(rows: &[ForestRow]) -> f64 {
    let [nearer @ .., furthest] = REACHES;
    let beyond = |reach: f64| rows.iter().filter(|row| extent(row) > reach).count();
    let most = nearer.into_iter().find(|&reach| 4 * beyond(reach) <= rows.len()).unwrap_or(furthest);
    let of_few = |&reach: &f64| rows.len() > 1 && beyond(reach) <= 1 && 10.0 * reach <= most;
    nearer.into_iter().find(of_few).unwrap_or(most)
}

fn extent(row: &ForestRow) -> f64 {
    let ends = [row.range.0, row.range.1].into_iter().filter(|end| end.is_finite());
    let telling = row.intervals().flat_map(|(low, value, high)| {
        let nearer = move |end: f64| if (low - end).abs() < (high - end).abs() { low } else { high };
        ends.clone().flat_map(move |end| [end, nearer(end)]).chain([value])
    });
    telling.map(f64::abs).filter(|number| number.is_finite()).fold(0.0, f64::max)
}

#[must_use]
pub fn forest(claims: &[Claim]) -> Option<Figure> {
    let drawn = decisions(claims).filter(|(claim, _)| claim.unit != ClaimUnit::Correlation);
    let drawn: Vec<_> =
        drawn.filter_map(|(claim, decision)| Some((claim, decision, effect_of(claim, decision)?))).collect();
    if drawn.is_empty() {
        return None;
    }
    let is_drawn = |claim: &&Claim| drawn.iter().any(|(known, ..)| known.name == claim.name);
    let left_out: Vec<_> = claims.iter().filter(|claim| !is_drawn(claim)).map(|claim| claim.name).collect();
    let left_out = match left_out.as_slice() {
        [] => String::new(),
        names => format!(" Not measured, or no percentage: {}.", names.join(", ")),
    };
    let row =
        |&(claim, decision, effect_here): &(&Claim, &Decision, Estimate)| {
            let range = decision.range.unwrap_or(Range { low: f64::NEG_INFINITY, high: f64::INFINITY });
            let percent = |Estimate { value, low, high }| (low * 100.0, value * 100.0, high * 100.0);
            ForestRow {
                name: named(claim.name, (claim, decision)),
                number: effect(claim, decision),
                interval: percent(effect_here),
                deciding: deciding(claim, decision).zip(decision.measured).map(|(name, measured)| {
                    DecidingPart { name, number: ours(claim, decision), interval: percent(measured) }
                }),
                tone: tone(decision.verdict),
                range: (range.low * 100.0, range.high * 100.0),
            }
        };
    let rows: Vec<_> = drawn.iter().map(row).collect();
    let said = |&(claim, decision, _): &(&Claim, &Decision, Estimate)| {
        format!(
            "{}: {}, {}",
            named(claim.name, (claim, decision)),
            effect_and_deciding(claim, decision),
            decision.verdict
        )
    };
    let reach = reach(&rows);
    let arrows = if rows.iter().any(|row| extent(row) > reach) {
        format!(" Numbers beyond ±{reach} are arrows, in the right order but not to scale.")
    } else {
        String::new()
    };
    let alt = drawn.iter().map(said).collect::<Vec<_>>().join("; ");
    Some(Figure {
        file: "claims.svg".to_owned(),
        caption: format!(
            "The claims: our number with its 95 % interval {}. The shaded range is the claim.{arrows} {OF_SEVERAL}, drawn \
             thinner.{left_out}",
            over(claims)
        ),
        svg: Forest { alt: alt.clone(), title: "per cent, or percentage points".to_owned(), reach, rows }
            .svg(),
        alt,
        rows: Some(rows_of(claims)),
    })
}

fn rows_of(claims: &[Claim]) -> DataTable {
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
        "reason",
    ];
    DataTable {
        caption: "The claims, decided".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        words: 4,
        rows: decisions(claims).flat_map(|(claim, decision)| rows_of_decision(claim, decision)).collect(),
    }
}

fn rows_of_decision(claim: &Claim, decision: &Decision) -> Vec<Vec<TableCell>> {
    let number = |value: Option<f64>| {
        value
            .filter(|value| value.is_finite())
            .map_or_else(TableCell::default, |value| TableCell::number("", value))
    };
    let row = |part: &str, measured: Option<Estimate>, range: Option<Range>, decides: bool| {
        let said = |words: String| if decides { words.into() } else { TableCell::default() };
        vec![
            claim.name.into(),
            decision.reading.into(),
            part.to_owned().into(),
            format!("{:?}", claim.unit).to_lowercase().into(),
            number(measured.map(|measured| measured.value)),
            number(measured.map(|measured| measured.low)),
            number(measured.map(|measured| measured.high)),
            number(range.map(|range| range.low)),
            number(range.map(|range| range.high)),
            number(decides.then_some(decision.chance)),
            said(decision.verdict.to_string()),
            said(decision.together.to_string()),
            said(decision.reason.clone()),
        ]
    };
    let decides = row(&decision.part, decision.measured, decision.range, true);
    let others = decision.parts.iter().filter(|part| part.name != decision.part);
    let others = others.map(|part| row(&part.name, Some(part.measured), decision.range, false));
    std::iter::once(decides).chain(others).collect()
}

pub(crate) fn in_short(claim: &Claim) -> Option<String> {
    let decision = claim.readings.first().filter(|decision| decision.measured.is_some())?;
    let part = |part: &Number| {
        format!("{} {}", part.name, measured(claim.unit, Some(part.measured), decision.range))
    };
    let numbers = match decision.parts.len() {
        1..=FEW => decision.parts.iter().map(part).collect::<Vec<_>>().join(", "),
        _ => effect_and_deciding(claim, decision),
    };
    let verdict = verdict_of_all(claim);
    let together = match claim.together {
        together if together == claim.verdict => String::new(),
        together => format!("; {together} when judged together with the other claims"),
    };
    let sentence = claim.sentence.trim_end_matches('.');
    Some(format!("{sentence}. Verdict: {verdict}{together}. Measured: {numbers}."))
}

const FEW: usize = 3;

pub(crate) const fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::DoesNotHold => Tone::Bad,
        Verdict::Undecided | Verdict::HoldsUnderSome => Tone::Open,
        Verdict::NotMeasured => Tone::Absent,
    }
}

#[must_use]
pub fn findings(claims: &[Claim]) -> Vec<Finding> {
    let all = |claim: &Claim| {
        let words = |decision: &Decision| match (decision.reading, decision.reason.as_str()) {
            ("", "") => effect_and_deciding(claim, decision),
            ("", _) => format!("{}, {}", effect_and_deciding(claim, decision), verdict(decision)),
            (reading, _) => {
                format!("{reading}: {}, {}", effect_and_deciding(claim, decision), verdict(decision))
            }
        };
        claim.readings.iter().map(words).collect::<Vec<_>>().join("; ")
    };
    let finding = |claim: &Claim| Finding {
        verdict: verdict_of_all(claim),
        tone: tone(claim.verdict),
        sentence: claim.sentence.to_owned(),
        facts: [
            ("Section", claim.section.to_owned()),
            ("Number", claim.statistic.clone()),
            ("Note", claim.note.to_owned()),
            ("Ours", all(claim)),
            ("Source", claim.paper.clone()),
            ("Each number", parts(claim)),
            ("More", claim.detail.clone()),
        ]
        .map(|(name, text)| (name.to_owned(), text))
        .to_vec(),
    };
    claims.iter().map(finding).collect()
}

const LISTED: usize = 24;

fn parts(claim: &Claim) -> String {
    let of = |decision: &Decision| {
        let of_reading = |words: String| match decision.reading {
            "" => words,
            reading => format!("{reading}: {words}"),
        };
        let one = |part: &Number| {
            format!("{} {}", part.name, measured(claim.unit, Some(part.measured), decision.range))
        };
        match decision.parts.len() {
            0 => None,
            1..=LISTED => {
                let all = decision.parts.iter().map(one).collect::<Vec<_>>().join("; ");
                Some(of_reading(format!("{all}.")))
            }
            many => Some(of_reading(format!("{many}, all in the rows of the picture of the claims."))),
        }
    };
    let mut said: Vec<String> = claim.readings.iter().filter_map(of).collect();
    said.dedup();
    said.join(" ")
}

#[must_use]
pub fn count(claims: &[Claim]) -> String {
    let measured = claims.iter().filter(|claim| claim.verdict != Verdict::NotMeasured).count();
    if measured == 0 {
        return format!("{}, none of them measured.", counted(claims.len(), "claim"));
    }
    format!(
        "{}, {measured} of them measured. Each judged alone at 95 %: {}. Judged together, so that the chance of any wrong verdict \
         is at most 5 % if the intervals are right: {}.",
        counted(claims.len(), "claim"),
        tally(claims, |claim| claim.verdict),
        tally(claims, |claim| claim.together)
    )
}

#[must_use]
pub fn tally(claims: &[Claim], verdict_of: fn(&Claim) -> Verdict) -> String {
    let of = |verdict| claims.iter().filter(|&claim| verdict_of(claim) == verdict).count();
    let some = match claims.first().map(|claim| claim.among) {
        Some(Among::Games) => "supported in some games",
        _ => "supported under some readings",
    };
    [
        ("supported", of(Verdict::Holds)),
        ("refuted", of(Verdict::DoesNotHold)),
        (some, of(Verdict::HoldsUnderSome)),
        ("undecided", of(Verdict::Undecided)),
    ]
    .map(|(what, count)| format!("{what}: {count}"))
    .join(", ")
}

#[must_use]
pub fn text(claims: &[Claim], missing: usize) -> String {
    let mut checklist = table(&["claim", "alone", "together", "ours (95 % interval)", "claimed"]);
    for (claim, decision) in
        decisions(claims).filter(|(_, decision)| decision.verdict != Verdict::NotMeasured)
    {
        checklist.add_row([
            in_brackets(claim.name, &[decision.reading, &decision.part]),
            decision.verdict.to_string(),
            decision.together.to_string(),
            ours(claim, decision),
            range(claim.unit, decision.range),
        ]);
    }
    let checklist =
        if checklist.is_empty() { String::new() } else { format!("{}\n\n", checklist.trim_fmt()) };
    let count = count(claims).replace(". ", ".\n");
    format!("{checklist}{count}\n{}", unmeasured(claims, missing))
}

fn unmeasured(claims: &[Claim], missing: usize) -> String {
    let names = claims.iter().filter(|claim| claim.verdict == Verdict::NotMeasured).map(|claim| claim.name);
    let names = names.collect::<Vec<_>>().join(", ");
    match (names.is_empty(), missing) {
        (true, _) => String::new(),
        (false, 0) => format!(
            "Not measured, for not all searches that they are about are in this grid (the report says of each which): {names}.\n"
        ),
        (false, _) => {
            format!(
                "Not decided, for {} of the grid must still be run: {names}.\n",
                super::counted(missing, "unit")
            )
        }
    }
}

#[cfg(test)]
mod tests;
