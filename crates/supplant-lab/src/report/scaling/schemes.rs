//! Compares each scheme with the first, by number of workers.

use super::document::{band, three};
use super::{ScalingReport, clock};
use crate::experiment::scaling::schemes::{SchemeTimes, Under};
use crate::experiment::sizes;
use crate::experiment::stats::Estimate;
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::HeatMap;

pub(super) fn blocks(measured: &ScalingReport) -> Vec<Block> {
    let Some(first) = first(measured) else { return Vec::new() };
    let mut blocks = vec![
        Block::Heading("Does the scheme matter more with many workers?".to_owned()),
        Block::Words(format!(
            "Time to the same depth, in proportion to that under {first} by as many workers: geometric mean over the positions, with the 95 % \
             interval over them. A scheme whose last column, the change from one worker to the most, has 1 in its interval has not been shown to \
             matter more or less with many workers than with one."
        )),
    ];
    blocks.push(Block::Table(table(measured, &first)));
    blocks
}

fn first(measured: &ScalingReport) -> Option<String> {
    Some(measured.schemes.values().next()?.first()?.contender.to_string())
}

pub(super) fn figure(measured: &ScalingReport) -> Option<Figure> {
    let first = first(measured)?;
    let workers = &measured.study.workers;
    let rows = measured.schemes.iter().flat_map(|(under, all)| {
        all.iter().map(|beside| {
            let values = workers.iter().map(|workers| Some(beside.times.get(workers)?.value - 1.0));
            (name(measured, under, beside), values.collect())
        })
    });
    let map = HeatMap {
        alt: format!(
            "Time to the same depth beyond that under {first}, in per cent, by scheme and number of workers"
        ),
        title: format!("time beyond that under {first}, %"),
        columns: workers.iter().map(ToString::to_string).collect(),
        rows: rows.collect(),
    };
    let caption =
        format!("Time to the same depth, beyond that under {first} by as many workers, in per cent.");
    Some(map.figure("scaling-schemes.svg", caption, Some(tidy(measured))))
}

fn tidy(measured: &ScalingReport) -> DataTable {
    let most = measured.study.workers.iter().max();
    let of_one = |(under, beside): (&Under, &SchemeTimes)| {
        let (under, beside) = (under.clone(), beside.clone());
        beside.times.clone().into_iter().map(move |(workers, time)| {
            let change = beside.change.filter(|_| Some(&workers) == most);
            let names = [clock(under.clock), under.helpers.clone(), beside.contender.to_string()];
            let numbers = [under.slots, workers].map(TableCell::whole);
            names
                .into_iter()
                .map(TableCell::from)
                .chain(numbers)
                .chain(three(Some(time)))
                .chain(three(change))
                .collect()
        })
    };
    let header = [
        "clock",
        "helpers",
        "scheme",
        "slots",
        "workers",
        "time",
        "low",
        "high",
        "change",
        "change low",
        "change high",
    ];
    let all = measured.schemes.iter().flat_map(|(under, all)| all.iter().map(move |beside| (under, beside)));
    DataTable {
        caption: "Time in proportion to the first scheme's".to_owned(),
        header: DataTable::header(&header),
        words: 3,
        rows: all.flat_map(of_one).collect(),
    }
}

fn name(measured: &ScalingReport, under: &Under, beside: &SchemeTimes) -> String {
    let study = &measured.study;
    let mut words = vec![beside.contender.to_string()];
    if study.helpers.len() > 1 {
        words.push(under.helpers.clone());
    }
    if study.slots.len() > 1 {
        words.push(sizes::name(under.slots));
    }
    if study.clocks.len() > 1 {
        words.push(clock(under.clock));
    }
    words.join(", ")
}

fn table(measured: &ScalingReport, first: &str) -> DataTable {
    let workers = &measured.study.workers;
    let told = |estimate: Option<Estimate>| TableCell::or_absent(estimate.map(|estimate| band(estimate, 3)));
    let row = |(under, beside): (&Under, &SchemeTimes)| {
        let times = workers.iter().map(|workers| told(beside.times.get(workers).copied()));
        let name = TableCell { text: name(measured, under, beside), ..TableCell::default() };
        std::iter::once(name).chain(times).chain([told(beside.change)]).collect()
    };
    let header = std::iter::once("scheme".to_owned())
        .chain(workers.iter().map(ToString::to_string))
        .chain(["change".to_owned()]);
    DataTable {
        caption: format!("Time in proportion to {first}'s, by number of workers"),
        header: header.collect(),
        words: 1,
        rows: measured
            .schemes
            .iter()
            .flat_map(|(under, all)| all.iter().map(move |beside| (under, beside)))
            .map(row)
            .collect(),
    }
}
