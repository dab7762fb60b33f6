//! The report on a run: what it is, what is reached, pictures, tables, where the numbers come from.

use super::{Measured, figures, reached, size, tables};
use crate::report::document::{Block, Document, Figure, Made};
use crate::report::{grouped, provenance};

/// The report; `summary` is the file with the numbers.
#[must_use]
pub fn document(measured: &Measured, summary: &str) -> Document {
    let mut blocks: Vec<_> = introduction(measured).into_iter().map(Block::Words).collect();
    if !measured.run.missing.is_empty() {
        blocks.push(Block::Words("Missing:".to_owned()));
        blocks.push(Block::List(measured.run.missing.clone()));
    }
    blocks.extend(reached::section(measured));
    blocks.push(Block::Heading("Figures".to_owned()));
    let made = Made { commands: vec![measured.provenance.invocation.clone()], rows: summary.to_owned() };
    let shown = |figure: Figure| [Block::Figure(figure), Block::Made(made.clone())];
    blocks.extend(figures::figures(measured).into_iter().flat_map(shown));
    blocks.extend(tables::mixes(measured));
    blocks.extend(tables::latencies(measured));
    blocks.extend(origin(measured));
    Document { title: "Throughput: probes and stores beside the limit of memory".to_owned(), blocks }
}

fn introduction(measured: &Measured) -> Vec<String> {
    let run = &measured.run;
    let sizes: Vec<_> = measured.sizes().into_iter().map(size).collect();
    let mut words = Vec::new();
    if !run.is_finished {
        words.push(
            "Unfinished: the run was interrupted. What follows is what was measured until then.".to_owned(),
        );
    }
    let rounds = run.rows.iter().map(|row| row.round).max().unwrap_or(0);
    words.push(format!(
        "One interleaved run: {rounds} rounds, in each of them every subject in another order, in tables of {}; {} slices. Each slice of a \
         subject stands just behind a slice of the limit in the same cell: the same keys, threads and prefetch.",
        sizes.join(", "),
        grouped(run.rows.len() as u64),
    ));
    words.push(LIMIT.to_owned());
    words.push(KEYS.to_owned());
    words.push(checked(measured));
    if !run.is_pinned {
        words
            .push("Threads were not all on processors of their own: the system did not pin them.".to_owned());
    }
    let load = measured.provenance.load.unwrap_or(0.0);
    if load > 0.5 {
        words.push(format!(
            "Others used this machine when the run began: load {load:.2}. Read ratios, not rates."
        ));
    }
    words
}

/// What the limit is.
const LIMIT: &str = "The limit is independent random lines of memory: an array as large as the table, in the same kind of pages, at lines \
    chosen by the same keys through the same index. For a probe one word of the line is read, for a store it is read, changed and written. \
    Nothing is compared, packed or replaced, so no table can be faster.";

/// What keys are.
const KEYS: &str = "Each thread of a slice has 1,048,570 keys (a slow subject fewer), drawn beforehand, new ones in each slice: 64 MiB of lines \
    in a table that has so many. Uniform keys come once each; Zipf keys come by Zipf's law with exponent 0.99 over as many, so that few of them \
    make most of the work and lie in the cache. A hit is a key that the subject held when the keys were drawn; 90/10 and 50/50 are probes of such \
    keys and stores of new ones, in a fixed order. Tables are filled with three times as many keys as slots, maps and caches with as many as \
    they have room for. Sizes below the caches' say what computing costs.";

/// That every answer was checked.
fn checked(measured: &Measured) -> String {
    let sum = |of: fn(&crate::lab::throughput::Row) -> u64| measured.run.rows.iter().map(of).sum::<u64>();
    let bad = measured.run.rows.iter().filter(|row| row.is_wrong()).count();
    let verdict = if bad == 0 {
        "No slice had more wrong answers than the few verified bits of a small slot explain".to_owned()
    } else {
        format!("{bad} slices had wrong answers that nothing explains: their subjects are broken")
    };
    format!(
        "Every hit was checked, within the time measured: {} hits of {} probes, {} with another key's score. {verdict}.",
        grouped(sum(|row| row.hits)),
        grouped(sum(|row| row.probes)),
        grouped(sum(|row| row.wrong)),
    )
}

fn origin(measured: &Measured) -> Vec<Block> {
    let run = &measured.run;
    let pinned = if run.is_pinned { "each on a processor of its own" } else { "not pinned" };
    let more = [("threads", pinned.to_owned()), ("slices", run.rows.len().to_string())];
    let mut blocks = vec![
        Block::Heading("Where the numbers come from".to_owned()),
        Block::Table(provenance::facts(std::slice::from_ref(&measured.provenance), more)),
    ];
    if !run.pages.is_empty() {
        blocks.push(Block::Words("Pages that the system gave, in the first round:".to_owned()));
        blocks.push(Block::List(run.pages.clone()));
    }
    blocks.push(Block::Words("To repeat it:".to_owned()));
    blocks.push(Block::Command(measured.provenance.invocation.clone()));
    blocks
}
