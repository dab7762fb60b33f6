//! One page on the studies of several folders: questions, verdicts, takeaways, and how each was
//! run.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{Study, judged, of, register, title, to_judge, to_take};
use crate::experiment::claims::Claim;
use crate::experiment::journal::Journal;
use crate::experiment::scaling;
use crate::experiment::searches::{Family, Results, SearchCell as Measured};
use crate::experiment::sizes;
use crate::report::document::{Block, DataTable, Document, Link, TableCell};
use crate::report::{claims, counted, file, folder, grouped, html, markdown, provenance};

#[expect(missing_debug_implementations, reason = "it holds a study, which has none")]
pub struct IndexEntry {
    /// The folder's name, with the study's where the folder holds several.
    pub name: String,
    /// The path from the page, without the ending; `None` where no report was made.
    pub report: Option<String>,
    pub study: &'static dyn Study,
    pub results: Results,
    pub claims: Vec<Claim>,
    pub introduction: String,
    pub takeaway: String,
}

/// Reads the journals in the folders of `directory`, and collects the errors of single studies.
///
/// # Errors
/// Fails if a folder cannot be read, if none has a journal, or if no journal can be read.
pub fn read(directory: &Path, mixed: bool) -> Result<(Vec<IndexEntry>, Vec<anyhow::Error>)> {
    let cannot =
        || format!("{}: cannot be read; give the folder that holds those of studies", directory.display());
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(cannot)? {
        folders.push(entry.with_context(cannot)?.path());
    }
    folders.retain(|path| path.is_dir());
    folders.sort();
    let (mut entries, mut failed) = (Vec::new(), Vec::new());
    for folder in folders {
        let mut studies: Vec<_> = Journal::all(&folder)?.into_iter().map(|(study, _)| study).collect();
        // A scaling claims nothing, and is listed with the other measurements.
        studies.retain(|study| study != scaling::NAME);
        studies.dedup();
        for study in &studies {
            match entry(&folder, study, studies.len() > 1, mixed) {
                Ok(entry) => entries.push(entry),
                Err(error) => failed.push(error),
            }
        }
    }
    if entries.is_empty() {
        if let Some(first) = failed.into_iter().next() {
            return Err(first);
        }
        bail!(
            "{}: none of its folders holds results; give the folder above those of `study --out`",
            directory.display()
        );
    }
    Ok((entries, failed))
}

fn entry(folder: &Path, name: &str, is_one_of_several: bool, mixed: bool) -> Result<IndexEntry> {
    let results = Results::read(folder, Some(name), None, mixed)?;
    let study = of(&results).with_context(|| folder.display().to_string())?;
    let samples = results.samples();
    let measured = to_judge(&results, &samples);
    let claims = judged(study, &measured);
    let takeaway = to_take(study, &results, &samples, &claims);
    let here = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let has_report =
        folder.join(format!("{name}.html")).exists() && folder.join(format!("{name}.md")).exists();
    Ok(IndexEntry {
        report: has_report.then(|| format!("{here}/{name}")),
        name: if is_one_of_several { format!("{here}, {name}") } else { here },
        study,
        introduction: study.introduction(&results, &samples),
        results,
        claims,
        takeaway,
    })
}

const MEASUREMENTS: [&str; 2] = [scaling::NAME, "throughput"];

pub fn measurements(directory: &Path) -> Vec<(String, Link)> {
    let mut folders: Vec<_> =
        std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let report = |folder: &Path, name: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.md"))).ok()?;
        let title = text.lines().next()?.strip_prefix("# ")?.to_owned();
        let here = folder.file_name()?.to_string_lossy().into_owned();
        let is_there = folder.join(format!("{name}.html")).exists();
        is_there.then(|| (format!("{here}: {title}"), Link::Report(format!("{here}/{name}"))))
    };
    folders.iter().flat_map(|folder| MEASUREMENTS.iter().filter_map(|name| report(folder, name))).collect()
}

/// Both pages begin with this. A `README.md` that begins otherwise is not overwritten.
const TITLE: &str = "Studies";

/// # Errors
/// Fails if a file cannot be written, or if the `README.md` there is not ours.
pub fn write(
    entries: &[IndexEntry],
    measurements: Vec<(String, Link)>,
    directory: &Path,
) -> Result<Vec<PathBuf>> {
    let document = document(entries, measurements);
    let readme = directory.join("README.md");
    if std::fs::read_to_string(&readme).is_ok_and(|text| !text.starts_with(&format!("# {TITLE}\n"))) {
        bail!(
            "{}: is not an index of studies; move it away, or choose another folder with --out",
            readme.display()
        );
    }
    folder::create(directory)?;
    let files =
        [(directory.join("index.html"), html::render(&document)), (readme, markdown::render(&document))];
    for (path, text) in &files {
        file::write(path, |file| Ok(file.write_all(text.as_bytes())?))?;
    }
    Ok(files.map(|(path, _)| path).to_vec())
}

fn document(entries: &[IndexEntry], measurements: Vec<(String, Link)>) -> Document {
    let mut blocks = vec![
        Block::Words(
            "What was investigated, what came of it, and what whoever builds a table should take from it. All of it is made from the \
             journals in these folders, which `supplant report` reads as they lie there, but for that of `throughput`, and `compare`, `merge` and `study status` where it is not a scaling."
                .to_owned(),
        ),
        Block::Heading("For an engine author".to_owned()),
        Block::List(entries.iter().filter_map(taken).collect()),
        Block::Heading("The verdicts".to_owned()),
        Block::Table(overview(entries)),
        Block::Words(
            "A verdict is on the positions of its study, by the interval over them: a claim alone is decided at 95 %; all together, so that \
             the chance of any wrong decision in a study is 5 % at most, if intervals cover what they say. `docs/statistics.md` says how, and how often such intervals cover the truth."
                .to_owned(),
        ),
    ];
    entries.iter().for_each(|entry| blocks.extend(section(entry)));
    if !measurements.is_empty() {
        blocks.push(Block::Heading("Measurements".to_owned()));
        blocks.push(Block::Words("Without claims to decide:".to_owned()));
        blocks.push(Block::Links(measurements));
    }
    blocks.push(Block::Heading("How this page is made".to_owned()));
    blocks.push(Block::Words("From the folder that holds those of the studies, here `studies`:".to_owned()));
    blocks.push(Block::Command("supplant report --index studies".to_owned()));
    blocks.push(Block::Words("A study of one's own: `docs/experiments.md` says what it takes.".to_owned()));
    Document { title: TITLE.to_owned(), blocks }
}

fn overview(entries: &[IndexEntry]) -> DataTable {
    let row = |entry: &IndexEntry| -> Vec<TableCell> {
        let name = match &entry.report {
            Some(report) => TableCell::link(&entry.name, Link::Report(report.clone())),
            None => entry.name.clone().into(),
        };
        vec![
            name,
            claims::tally(&entry.claims, |claim| claim.verdict).into(),
            claims::tally(&entry.claims, |claim| claim.together).into(),
            measured(&entry.results).into(),
            entry.study.about().into(),
        ]
    };
    let header = ["study", "claims, each alone", "all together", "measured", "question"];
    DataTable {
        caption: format!(
            "{}, and what came of {}",
            counted_studies(entries.len()),
            if entries.len() == 1 { "it" } else { "them" }
        ),
        header: header.map(str::to_owned).to_vec(),
        words: header.len(),
        rows: entries.iter().map(row).collect(),
    }
}

fn taken(entry: &IndexEntry) -> Option<String> {
    (!entry.takeaway.is_empty()).then(|| format!("`{}`: {}", entry.name, entry.takeaway))
}

fn measured(results: &Results) -> String {
    let cells = || results.records.values().map(|record| &record.cell);
    let bytes = || cells().filter_map(Measured::bytes);
    let tables: BTreeSet<_> = cells().filter_map(|cell| cell.contender.layout()).collect();
    let modes: BTreeSet<_> = cells().map(|cell| cell.mode.to_string()).collect();
    let listed = |words: Vec<String>| words.join(", ");
    let schemes = listed(results.schemes.iter().map(ToString::to_string).collect());
    let layouts = listed(tables.into_iter().map(|layout| layout.to_string()).collect());
    let sizes = bytes().min().zip(bytes().max()).map_or_else(String::new, |(least, most)| {
        format!("; {} to {}", sizes::bytes(least as u64), sizes::bytes(most as u64))
    });
    let modes = listed(modes.into_iter().collect());
    let Family { search, positions, .. } = &results.family;
    format!("`{search}` on `{positions}`; {schemes} in {layouts}{sizes}; {modes}")
}

fn counted_studies(number: usize) -> String {
    if number == 1 { "One study".to_owned() } else { format!("{number} studies") }
}

fn section(entry: &IndexEntry) -> Vec<Block> {
    let IndexEntry { results, study, .. } = entry;
    let mut blocks = vec![Block::Heading(format!("{}: {}", entry.name, title(*study, results)))];
    if let Some(report) = &entry.report {
        blocks.push(Block::Links(vec![("The report".to_owned(), Link::Report(report.clone()))]));
    }
    blocks.push(Block::Words(register::standing(*study, &results.claimed).sentence().to_owned()));
    if results.missing > 0 {
        let all = results.missing + results.records.len();
        blocks.push(Block::Words(format!(
            "Unfinished: {} of {all} units are missing, and no claim is decided.",
            results.missing
        )));
    }
    blocks.push(Block::Words(entry.introduction.clone()));
    blocks.push(Block::Words(claims::count(&entry.claims)));
    blocks.push(Block::Table(claims::brief(
        &entry.claims,
        "The claims, each with the number that decides its nearest reading; of one that holds under some readings, the nearest reading under which it does",
    )));
    let time = results.elapsed_ns.map_or_else(String::new, |ns| {
        let minutes = (ns / 1_000_000_000).div_ceil(60) as usize;
        format!(", {} of one core's work", counted(minutes, "minute"))
    });
    let commands = provenance::commands(results);
    blocks.push(Block::Words(format!(
        "{} units{time}, supplant {} of commit `{}`.{}",
        grouped(results.records.len() as u64),
        results.origin.version,
        results.origin.commit,
        if commands.is_empty() { "" } else { " To run it again:" }
    )));
    blocks.extend(commands.into_iter().map(Block::Command));
    blocks
}
