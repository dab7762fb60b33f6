//! The report on a study, and the files it is written to.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Study, register};
use crate::lab::claims::Claim;
use crate::lab::searches::{Mode, Results, Samples};
use crate::report::document::{Block, Document, Figure};
use crate::report::searches::curves::depth;
use crate::report::searches::{summary, sums};
use crate::report::{self, csv, file, html, markdown, provenance};

/// Writes the page, the Markdown, the pictures and the summary to `directory`; what was written, in this order.
///
/// # Errors
/// If a file cannot be written.
pub fn write(
    study: &dyn Study,
    results: &Results,
    claims: &[Claim],
    directory: &Path,
) -> Result<Vec<PathBuf>> {
    let samples = results.samples();
    let document = document(study, results, claims, &samples);
    let mut files = vec![
        (format!("{}.html", study.name()), html::render(&document)),
        (format!("{}.md", study.name()), markdown::render(&document)),
    ];
    files.extend(document.figures().map(|figure| (figure.file.clone(), figure.svg.clone())));
    std::fs::create_dir_all(directory).with_context(|| {
        format!("{}: the folder cannot be created; choose another with --out", directory.display())
    })?;
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = directory.join(name);
        file::write(&path, |file| Ok(file.write_all(text.as_bytes())?))?;
        paths.push(path);
    }
    let path = directory.join(format!("{}-summary.csv", study.name()));
    csv::write(&path, summary::rows(&samples, &results.origin, |at| study.published(&samples, at)))?;
    paths.push(path);
    Ok(paths)
}

/// The report.
#[must_use]
pub fn document(study: &dyn Study, results: &Results, claims: &[Claim], samples: &Samples) -> Document {
    // A folder may hold several studies.
    let named = |figure: Figure| {
        Block::Figure(Figure { file: format!("{}-{}", study.name(), figure.file), ..figure })
    };
    let mut blocks = introduction(study, results, samples, claims);
    blocks.push(named(report::claims::forest(claims)));
    blocks.push(Block::Heading("Figures".to_owned()));
    blocks.extend(study.figures(samples).into_iter().map(named));
    blocks.extend(checklist(study, results, claims));
    blocks.extend(study.sections(samples));
    blocks.extend(all_sums(samples));
    blocks.extend(provenance::section(results));
    Document { title: study.title().to_owned(), blocks }
}

fn introduction(study: &dyn Study, results: &Results, samples: &Samples, claims: &[Claim]) -> Vec<Block> {
    let Results { missing, records, family, left_aside, .. } = results;
    let mut words = Vec::new();
    if *missing > 0 {
        words.push(format!(
            "Unfinished: {missing} of {} units are missing. Cells that lack a position are left out, and no claim is decided.",
            missing + records.len()
        ));
    }
    words.push(study.introduction(results, samples));
    words.push(report::claims::count(claims));
    if family.threads > 1 {
        words.push(format!(
            "Each search had {} workers on one table. The claims are about searches with one, and are not decided.",
            family.threads
        ));
    }
    if *left_aside > 0 {
        words.push(format!(
            "The folder holds {left_aside} more units, of other searches, positions or numbers of threads; they are not in this report."
        ));
    }
    words.into_iter().map(Block::Words).collect()
}

fn checklist(study: &dyn Study, results: &Results, claims: &[Claim]) -> Vec<Block> {
    vec![
        Block::Heading("The claims".to_owned()),
        Block::Words(format!(
            "{} Each point is one number, or several, and a range. A claim holds if the whole 95 % interval of each number lies in its \
             range, does not hold if one lies outside, and is undecided otherwise. Intervals come from drawing the positions anew twenty \
             thousand times (studentized bootstrap: `docs/statistics.md` says how often they cover the truth); both sides of a \
             comparison get the same draws. They say what other positions of this kind would show. They do not say what other games, \
             or another program, would; and with stamping, where each search finds the entries of those before it, they treat as \
             independent what is not quite.",
            study.source()
        )),
        Block::Words(register::sentence(study, results)),
        Block::Table(report::claims::overview(claims)),
        Block::Words("Point by point:".to_owned()),
        Block::Findings(report::claims::findings(claims)),
    ]
}

fn all_sums(samples: &Samples) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("All sums".to_owned())];
    for mode in [Mode::Clear, Mode::Stamp] {
        let shown = depth(samples, mode);
        blocks.extend(shown.map(|ply| Block::Table(sums::sums(samples, mode, ply))));
        let others = samples.plies(mode).into_iter().filter(|&ply| Some(ply) != shown);
        blocks.extend(others.map(|ply| Block::Folded(sums::sums(samples, mode, ply))));
    }
    blocks
}
