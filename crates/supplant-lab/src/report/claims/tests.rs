//! Tests what is said of claims.

use super::{
    Claim, ClaimUnit, ForestRow, count, findings, forest, number, overview, range, reach, rows_of, tally,
};
use crate::experiment::claims::tests::question;
use crate::experiment::claims::{ClaimPart, Over, Range, Reading};
use crate::experiment::stats::{Confidence, bootstrap};
use crate::report::document::Tone;

fn row(value: f64, range: (f64, f64)) -> ForestRow {
    ForestRow {
        name: String::new(),
        number: String::new(),
        interval: (value - 0.1, value, value + 0.1),
        deciding: None,
        tone: Tone::Good,
        range,
    }
}

fn claim(ranges: &[Range]) -> Claim {
    claim_on(ranges, Some(bootstrap().ratio(&[110; 12], &[100; 12]).map(|ratio| ratio - 1.0)))
}

fn claim_on(ranges: &[Range], measured: Option<Confidence>) -> Claim {
    let reading = |&range: &Range| Reading::of_one("r", range, measured.clone());
    question().decide_each(ranges.iter().map(reading).collect())
}

#[test]
fn what_does_not_hold_says_how_and_programs_read_the_bare_word() {
    let told = |ranges: &[Range]| {
        let claims = [claim(ranges)];
        let row = overview(&claims).rows.remove(0);
        assert!(rows_of(&claims).rows[0].iter().all(|cell| !cell.text.contains(':')));
        let [alone, together] = [1, 2].map(|column| row[column].text.clone());
        assert_eq!(alone, together);
        (alone, findings(&claims)[0].verdict.clone())
    };
    let both = |words: &str| (words.to_owned(), words.to_owned());
    assert_eq!(told(&[Range::NEGATIVE]), both("refuted: above the range"));
    assert_eq!(told(&[Range::above(0.2), Range::above(0.3)]), both("refuted: below the range"));
    assert_eq!(told(&[Range::POSITIVE]), both("supported"));
    let (first, all) = told(&[Range::NEGATIVE, Range::above(0.2)]);
    assert_eq!((first.as_str(), all.as_str()), ("refuted: above the range", "refuted"), "each its own way");
    let counted = tally(&[claim(&[Range::NEGATIVE])], |claim| claim.verdict);
    assert!(counted.contains("refuted: 1,"), "{counted}");
}

#[test]
fn a_row_begins_with_its_claim_and_our_number_stands_beside_the_verdicts() {
    let table = overview(&[claim(&[Range::POSITIVE])]);
    assert_eq!(table.header[..4], ["claim", "alone", "all together", "ours"]);
    let row = &table.rows[0];
    assert!(row[3].text.starts_with("+10.0") && row[0].text == "c (r)", "{row:?}");
    assert!(row[3].number.is_some(), "it is sorted by the number");
}

#[test]
fn a_remark_on_a_sentence_stands_wherever_the_sentence_does() {
    let claims = [claim(&[Range::POSITIVE]).with_note("not so much.")];
    assert_eq!(overview(&claims).rows[0][0].text, "c (r) Note: not so much.");
    let finding = findings(&claims).remove(0);
    assert_eq!(finding.sentence, "c", "as it was registered");
    assert!(finding.facts.contains(&("Note".to_owned(), "not so much.".to_owned())));
}

#[test]
fn of_claims_that_were_not_measured_no_picture_is_drawn() {
    let measured = [claim(&[Range::POSITIVE])];
    assert!(forest(&measured).is_some() && count(&measured).starts_with("1 claim, 1 of them measured. Each"));
    let unmeasured = [claim_on(&[Range::POSITIVE], None)];
    assert!(forest(&unmeasured).is_none());
    assert_eq!(count(&unmeasured), "1 claim, none of them measured.");
}

#[test]
fn captions_say_what_the_intervals_are_over() {
    let captions = |claim: Claim| {
        let claims = [claim];
        [overview(&claims).caption, forest(&claims).expect("it is measured").caption]
    };
    for caption in captions(claim(&[Range::POSITIVE])) {
        assert!(caption.contains("over positions"), "{caption}");
    }
    for caption in captions(claim(&[Range::POSITIVE]).over(Over::Searches)) {
        assert!(!caption.contains("over positions") && caption.contains("over searches (each"), "{caption}");
    }
}

#[test]
fn a_share_has_no_sign_and_a_change_has_one() {
    let written = |value: f64| {
        [ClaimUnit::Share, ClaimUnit::Percent, ClaimUnit::Points].map(|unit| number(unit, value))
    };
    assert_eq!(written(0.448), ["44.8", "+44.8", "+44.8"]);
    assert_eq!(written(-0.2), ["−20.0"; 3]);
    assert_eq!(written(-0.0001), ["0.0"; 3]);
    assert_eq!(range(ClaimUnit::Share, Some(Range::between(0.4, 0.6))), "40.0 to 60.0\u{a0}%");
    assert_eq!(number(ClaimUnit::Correlation, -0.001), "0.00");
    assert_eq!(range(ClaimUnit::Share, Some(Range::below(1e-4))), "below 0.01\u{a0}%");
}

#[test]
fn an_axis_reaches_as_far_as_most_numbers_and_no_further() {
    let assert_reach = |values: &[f64], wanted: f64| {
        let rows: Vec<_> = values.iter().map(|&value| row(value, (f64::NEG_INFINITY, 0.0))).collect();
        assert!((reach(&rows) - wanted).abs() < 1e-9, "{values:?}: {}", reach(&rows));
    };
    assert_reach(&[0.4, -0.8], 1.0);
    assert_reach(&[2.0, -4.0], 5.0);
    assert_reach(&[3.0, -24.0], 25.0);
    assert_reach(&[6.0, -40.0], 50.0);
    assert_reach(&[-50.5, 822.0], 100.0);
    assert_reach(&[-101.0, 822.0], 1000.0);
    assert_reach(&[-83.0, -90.0], 100.0);
    assert_reach(&[1.5, 1.5, 1.5, -400.0], 2.5);
    assert_reach(&[5000.0], 1000.0);
}

#[test]
fn an_axis_reaches_the_range_that_a_number_is_compared_with() {
    assert!((reach(&[row(3.0, (66.7, f64::INFINITY))]) - 100.0).abs() < 1e-9);
    let wide = ForestRow { interval: (-4.0, 3.0, 80.0), ..row(3.0, (f64::NEG_INFINITY, 0.0)) };
    assert!((reach(&[wide]) - 5.0).abs() < 1e-9);
}

#[test]
fn of_several_numbers_a_page_shows_the_middle_one_and_beside_it_the_one_that_decides() {
    let part = |nodes: u64| ClaimPart {
        name: format!("with {nodes}"),
        measured: bootstrap().ratio(&[nodes; 12], &[100; 12]).map(|ratio| ratio - 1.0),
    };
    let of = |range| {
        let parts = Some([120, 180, 104, 160, 140].map(part).to_vec());
        let claims = [question().decide_each(vec![Reading { name: "", range, parts }])];
        let row = overview(&claims).rows.remove(0);
        assert!(forest(&claims).expect("it is measured").alt.contains(&row[3].text));
        row[3].text.replace('\u{a0}', " ")
    };
    let middle = "+40.0 % (+40.0 to +40.0)";
    let both = |decides: &str| format!("{middle}; {decides}");
    assert_eq!(of(Range::POSITIVE), both("least certain of 5: with 104, +4.0 % (+4.0 to +4.0)"));
    assert_eq!(of(Range::NEGATIVE)[..middle.len()], *middle);
    assert!(of(Range::NEGATIVE).contains("; most clearly outside of 5: with "), "{}", of(Range::NEGATIVE));
}
