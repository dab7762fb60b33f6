//! Tables and figures of what is lost on the record and what is saved in searches.

use super::lost::{self, part};
use super::{OURS, PLY, PUBLISHED, REPLAYED, SIZES, SMALL, WIDTHS};
use crate::experiment::limit::{ForesightOf, SavingsLimit};
use crate::experiment::searches::contrast::Spot;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::Estimate;
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::of_hundred;
use crate::report::plot::HeatMap;
use crate::report::searches::shares;
use supplant::scheme::SchemeName;

const SMALLEST: usize = SMALL[0];
const COMPARED: [Contender; 3] =
    [Contender::table(OURS), Contender::table(PUBLISHED), Contender::table(SchemeName::FourBig)];

type SchemeFigures = (String, Vec<Option<Estimate>>);

fn of_sizes(name: String, number: impl Fn(usize) -> Option<Estimate>) -> Option<SchemeFigures> {
    let numbers: Vec<_> = SIZES.map(number).into();
    numbers.iter().any(Option::is_some).then_some((name, numbers))
}

fn losses(samples: &Samples) -> Vec<SchemeFigures> {
    let lost = |limit: SavingsLimit| {
        of_sizes(limit.to_string(), move |size| Some(lost::relative(samples, size, limit)?.interval()))
    };
    let schemes = REPLAYED.map(SavingsLimit::Replay).into_iter().chain(REPLAYED.map(SavingsLimit::Admitted));
    schemes.chain(WIDTHS.map(SavingsLimit::Optimum)).filter_map(lost).collect()
}

fn shares_of(samples: &Samples) -> Vec<SchemeFigures> {
    let schemes = samples.schemes().into_iter().map(Contender::table);
    let contenders = schemes.chain([Contender::Limit(SavingsLimit::Foresight(ForesightOf::Scores))]);
    let share = |contender: Contender| {
        of_sizes(contender.to_string(), move |size| {
            shares::of(
                samples,
                Spot { mode: Mode::Clear, ply: PLY, contender, size: Some(size), search: None },
            )
        })
    };
    contenders.filter_map(share).collect()
}

fn table(caption: String, rows: &[SchemeFigures]) -> DataTable {
    let cell = |number: &Option<Estimate>| {
        TableCell::or_absent(
            number.as_ref().map(|share| TableCell::number(of_hundred(share, ""), share.value)),
        )
    };
    DataTable {
        caption,
        header: std::iter::once(String::new()).chain(SIZES.map(sizes::name)).collect(),
        words: 1,
        rows: rows
            .iter()
            .map(|(name, numbers)| {
                std::iter::once(TableCell::from(name.as_str())).chain(numbers.iter().map(cell)).collect()
            })
            .collect(),
    }
}

fn on_the_record(rows: &[SchemeFigures]) -> DataTable {
    let caption = format!(
        "On the record: nodes that would be searched again, in per cent of those of the search that loses nothing; {PLY} plies, by size in slots. replay: \
         the scheme stores the record; admitted: only what will be used is offered to it; optimum-W: the best of all policies in buckets of W slots"
    );
    table(caption, rows)
}

fn in_searches(rows: &[SchemeFigures]) -> DataTable {
    let caption = format!(
        "In searches of their own: share of the achievable savings in per cent; {PLY} plies, by size in slots"
    );
    table(caption, rows)
}

fn with_intervals(table: DataTable) -> DataTable {
    DataTable { caption: format!("{}. In brackets the 95 % interval over positions", table.caption), ..table }
}

pub(super) fn sections(samples: &Samples) -> Vec<Block> {
    let (losses, shares) = (losses(samples), shares_of(samples));
    if losses.is_empty() || shares.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading("The loss on the record".to_owned()),
        Block::Table(with_intervals(on_the_record(&losses))),
        Block::Heading("The worth of foresight".to_owned()),
        Block::Table(with_intervals(in_searches(&shares))),
    ]
}

fn figure(file: &str, title: &str, numbers: DataTable, rows: Vec<SchemeFigures>) -> Figure {
    let value = |number: Option<Estimate>| number.map(|number| number.value);
    let rows = rows.into_iter().map(|(name, numbers)| (name, numbers.into_iter().map(value).collect()));
    let map = HeatMap {
        alt: numbers.caption.clone(),
        title: title.to_owned(),
        columns: SIZES.map(sizes::name).to_vec(),
        rows: rows.collect(),
    };
    map.figure(file, format!("{}.", numbers.caption), Some(numbers))
}

pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    let (losses, shares) = (losses(samples), shares_of(samples));
    if losses.is_empty() || shares.is_empty() {
        return Vec::new();
    }
    let both = vec![
        figure("lost.svg", "nodes lost on the record, %", on_the_record(&losses), losses.clone()),
        figure("saved.svg", "share of the achievable savings, %", in_searches(&shares), shares.clone()),
    ];
    Figure::stacked("lost-saved.svg", both).into_iter().collect()
}

/// Of the nodes of a search that loses nothing.
fn lost_by(samples: &Samples, scheme: SchemeName) -> Option<String> {
    Some(of_hundred(&lost::relative(samples, SMALLEST, SavingsLimit::Replay(scheme))?.interval(), " %"))
}

fn avoidable(samples: &Samples) -> Option<String> {
    let limits = [SavingsLimit::Replay(PUBLISHED), SavingsLimit::Optimum(2)];
    let needless = lost::share(samples, SMALLEST, &limits, |lost| part(lost[0] - lost[1], lost[0]))?;
    let admission = lost::by_admission(samples, SMALLEST, PUBLISHED, 2)?;
    Some(format!(
        "{} could have been kept in its buckets, and {} of that by refusing what is never used again",
        of_hundred(&needless.interval(), " %"),
        of_hundred(&admission.interval(), " %")
    ))
}

/// The shares of the achievable savings, in searches of their own.
fn saved_by(samples: &Samples, contenders: &[Contender]) -> String {
    let saved = |&contender: &Contender| {
        let at = Spot { mode: Mode::Clear, ply: PLY, contender, size: Some(SMALLEST), search: None };
        Some(format!("{contender} {}", of_hundred(&shares::of(samples, at)?, " %")))
    };
    contenders.iter().filter_map(saved).collect::<Vec<_>>().join(", ")
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let limits = [SavingsLimit::Replay(PUBLISHED), SavingsLimit::Optimum(4), SavingsLimit::Replay(OURS)];
    let ours = lost::of(samples, SMALLEST, &limits, |lost| part(lost[0] - lost[2], lost[0] - lost[1]))?;
    Some(format!(
        "With {} slots at {PLY} plies ({} positions), {PUBLISHED} loses {} of the nodes of a search that loses nothing; of this loss, {}. On the record {OURS} closes {} of the gap between {PUBLISHED} and the best \
         policy in buckets of four. Searches of their own reach these shares of the achievable savings: {}.",
        sizes::name(SMALLEST),
        samples.positions().len(),
        lost_by(samples, PUBLISHED)?,
        avoidable(samples)?,
        of_hundred(&ours.interval(), " %"),
        saved_by(samples, &COMPARED)
    ))
}

/// Several workers lose far more on the record than in searches of their own, so these come first.
pub(super) fn takeaway_of_several(samples: &Samples, threads: usize) -> Option<String> {
    let contenders =
        [&COMPARED[..], &[Contender::Limit(SavingsLimit::Foresight(ForesightOf::Scores))]].concat();
    Some(format!(
        "With {} slots at {PLY} plies ({} positions), {threads} workers in lockstep reach these shares of the achievable savings: {}. On the record {PUBLISHED} loses {} of the nodes of a search that loses \
         nothing, and {OURS} {}. Of the loss of {PUBLISHED}, {}.",
        sizes::name(SMALLEST),
        samples.positions().len(),
        saved_by(samples, &contenders),
        lost_by(samples, PUBLISHED)?,
        lost_by(samples, OURS)?,
        avoidable(samples)?
    ))
}

#[cfg(test)]
mod tests {
    use super::{in_searches, of_hundred, on_the_record, with_intervals};
    use crate::experiment::stats::Estimate;

    #[test]
    fn a_share_of_nothing_has_no_sign() {
        assert_eq!(
            of_hundred(&Estimate { value: 0.0, low: -0.0001, high: -0.0 }, " %"),
            "0.0 % (0.0 to 0.0)"
        );
    }

    #[test]
    fn a_picture_without_intervals_promises_none() {
        for table in [on_the_record(&[]), in_searches(&[])] {
            assert!(!table.caption.contains("interval"), "{}", table.caption);
            assert!(with_intervals(table).caption.contains("95 % interval"));
        }
        assert!(on_the_record(&[]).caption.contains("replay: "));
    }
}
