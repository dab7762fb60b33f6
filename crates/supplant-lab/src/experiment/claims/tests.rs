//! Claims decided alone, under several readings, of several parts, and together.

use super::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, Verdict, judge_together};
use crate::experiment::stats::{Confidence, bootstrap};

pub(crate) fn question() -> Question {
    Question {
        name: "a",
        section: "b",
        sentence: "c",
        statistic: String::new(),
        unit: ClaimUnit::Percent,
        paper: String::new(),
    }
}

#[track_caller]
pub(crate) fn named<'a>(claims: &'a [Claim], name: &str) -> &'a Claim {
    claims.iter().find(|claim| claim.name == name).expect("it is claimed")
}

#[track_caller]
pub(crate) fn assert_readings(claims: &[Claim], name: &str, expected: &[Verdict]) {
    let claim = named(claims, name);
    let verdicts: Vec<_> = claim.readings.iter().map(|reading| reading.verdict).collect();
    assert_eq!(verdicts, expected, "{claim:#?}");
}

/// Eighteen positions with an average increase of 8.5 %, less `taken` per mille in each.
fn claim(taken: u64) -> Claim {
    let above: Vec<u64> = (0..18).map(|i| 1000 + 10 * i - taken).collect();
    let measured = bootstrap().ratio(&above, &[1000; 18]);
    question().decide(Range::above(1.0), Some(measured))
}

#[test]
fn what_one_claim_decides_many_may_not() {
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

fn measured(above: u64) -> Option<Confidence> {
    Some(bootstrap().ratio(&[above; 12], &[100; 12]))
}

#[test]
fn a_claim_holds_under_all_readings_or_under_some() {
    let verdicts = |readings: &[(u64, f64)]| {
        let reading = |&(above, low): &(u64, f64)| Reading::of_one("r", Range::above(low), measured(above));
        let mut claims = [question().decide_each(readings.iter().map(reading).collect())];
        judge_together(&mut claims, 12);
        let [claim] = claims;
        (claim.verdict, claim.together)
    };
    let [holds, fails] = [(110, 1.0), (110, 1.2)];
    assert_eq!(verdicts(&[holds, holds]), (Verdict::Holds, Verdict::Holds));
    assert_eq!(verdicts(&[holds, fails]), (Verdict::HoldsUnderSome, Verdict::HoldsUnderSome));
    assert_eq!(verdicts(&[fails, fails]), (Verdict::DoesNotHold, Verdict::DoesNotHold));
    assert_eq!(verdicts(&[(100, 1.0)]).0, Verdict::DoesNotHold, "on the end is not above it");
    let mut few = [question().decide_each(vec![Reading::of_one("", Range::above(1.0), measured(110))])];
    judge_together(&mut few, 3);
    assert_eq!((few[0].verdict, few[0].readings[0].chance), (Verdict::Undecided, 1.0));
    assert!(few[0].readings[0].reason.contains("of 3 positions; 10 are"));
    let none = question().decide_each(vec![Reading { name: "", range: Range::NEGATIVE, parts: None }]);
    assert_eq!(none.verdict, Verdict::NotMeasured);
}

#[test]
fn a_claim_needs_all_of_its_parts_and_one_failed_part_refutes_it() {
    let of = |parts: &[u64]| {
        let part = |&above: &u64| ClaimPart {
            name: above.to_string(),
            measured: measured(above).expect("it is measured"),
        };
        let range = Range::between(1.0, 1.3);
        let reading = Reading { name: "", range, parts: Some(parts.iter().map(part).collect()) };
        let claim = question().decide_each(vec![reading]);
        (claim.verdict, claim.readings[0].part.clone())
    };
    assert_eq!(of(&[110, 104, 120]), (Verdict::Holds, "104".to_owned()));
    assert_eq!(of(&[110, 140, 120]), (Verdict::DoesNotHold, "140".to_owned()));
    assert_eq!(of(&[110, 90]), (Verdict::DoesNotHold, "90".to_owned()));
}

#[test]
fn a_claim_is_not_refuted_by_one_of_many_parts_that_fails_by_chance() {
    let above: Vec<u64> = (0..18).map(|i| 1000 + 10 * i - 50).collect();
    let part = || ClaimPart { name: String::new(), measured: bootstrap().ratio(&above, &[1000; 18]) };
    let decided = |parts: usize| {
        let reading =
            Reading { name: "", range: Range::below(1.0), parts: Some((0..parts).map(|_| part()).collect()) };
        question().decide_each(vec![reading]).readings.remove(0)
    };
    let (one, many) = (decided(1), decided(100));
    assert_eq!([one.verdict, many.verdict], [Verdict::DoesNotHold, Verdict::Undecided]);
    assert!(many.reason.starts_with("100 of 100 numbers lie outside"), "{}", many.reason);
    assert_eq!((one.reason.as_str(), one.parts.len(), many.parts.len()), ("", 0, 100));
}

#[test]
fn a_change_names_its_direction_and_both_where_the_interval_has_both() {
    let said = |value, low, high| super::fewer(crate::experiment::stats::Estimate { value, low, high });
    assert_eq!(said(-0.045, -0.071, -0.023), "4.5 % fewer nodes (2.3 to 7.1)");
    assert_eq!(said(0.045, 0.023, 0.071), "4.5 % more nodes (2.3 to 7.1)");
    assert_eq!(said(-0.011, -0.018, 0.001), "1.1 % fewer nodes (0.1 more to 1.8 fewer)");
}
