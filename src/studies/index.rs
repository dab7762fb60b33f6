//! The studies of several folders on one page: what was asked, what came of it, what to take from it, and how it was run.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{Study, judged, of, register, to_judge};
use crate::lab::claims::Claim;
use crate::lab::journal::Journal;
use crate::lab::searches::Results;
use crate::report::document::{ABSENT, Block, Cell, Document, Link, Table};
use crate::report::{claims, counted, file, grouped, html, markdown, provenance};

/// One study of one folder.
pub(crate) struct Entry {
    /// The folder's name, with the study's where it holds several.
    pub(crate) name: String,
    /// Where its report is, from the page and without its ending; missing where none was made.
    pub(crate) report: Option<String>,
    /// The study.
    pub(crate) study: &'static dyn Study,
    /// What was measured.
    pub(crate) results: Results,
    /// Its claims, decided.
    pub(crate) claims: Vec<Claim>,
    /// [`Study::introduction`].
    pub(crate) introduction: String,
    /// [`Study::takeaway`].
    pub(crate) takeaway: String,
}

/// Reads the journals in the folders of `directory`, by name.
///
/// # Errors
/// If a folder or a journal cannot be read, or there is no journal in any.
pub(crate) fn read(directory: &Path, mixed: bool) -> Result<Vec<Entry>> {
    let cannot =
        || format!("{}: cannot be read; give the folder that holds those of studies", directory.display());
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(cannot)? {
        folders.push(entry.with_context(cannot)?.path());
    }
    folders.retain(|path| path.is_dir());
    folders.sort();
    let mut entries = Vec::new();
    for folder in folders {
        let mut studies: Vec<_> = Journal::all(&folder)?.into_iter().map(|(study, _)| study).collect();
        studies.dedup();
        for study in &studies {
            entries.push(entry(&folder, study, studies.len() > 1, mixed)?);
        }
    }
    if entries.is_empty() {
        bail!(
            "{}: none of its folders holds results; give the folder above those of `study --out`",
            directory.display()
        );
    }
    Ok(entries)
}

fn entry(folder: &Path, name: &str, is_one_of_several: bool, mixed: bool) -> Result<Entry> {
    let results = Results::read(folder, Some(name), None, mixed)?;
    let study = of(&results).with_context(|| folder.display().to_string())?;
    let samples = results.samples();
    let measured = to_judge(&results, &samples);
    let claims = judged(study, &measured);
    let takeaway = study.takeaway(&measured, &claims);
    let here = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let has_report =
        folder.join(format!("{name}.html")).exists() && folder.join(format!("{name}.md")).exists();
    Ok(Entry {
        report: has_report.then(|| format!("{here}/{name}")),
        name: if is_one_of_several { format!("{here}, {name}") } else { here },
        study,
        introduction: study.introduction(&results, &samples),
        results,
        claims,
        takeaway,
    })
}

/// What both pages begin with; whoever wrote a `README.md` that begins otherwise keeps it.
const TITLE: &str = "Studies";

/// Writes `index.html` and `README.md` to `directory`; what was written.
///
/// # Errors
/// If a file cannot be written, or there is a `README.md` that is none of ours.
pub(crate) fn write(entries: &[Entry], directory: &Path) -> Result<Vec<PathBuf>> {
    let document = document(entries);
    let readme = directory.join("README.md");
    if std::fs::read_to_string(&readme).is_ok_and(|text| !text.starts_with(&format!("# {TITLE}\n"))) {
        bail!(
            "{}: is not an index of studies; move it away, or choose another folder with --out",
            readme.display()
        );
    }
    std::fs::create_dir_all(directory).with_context(|| {
        format!("{}: the folder cannot be created; choose another with --out", directory.display())
    })?;
    let files =
        [(directory.join("index.html"), html::render(&document)), (readme, markdown::render(&document))];
    for (path, text) in &files {
        file::write(path, |file| Ok(file.write_all(text.as_bytes())?))?;
    }
    Ok(files.map(|(path, _)| path).to_vec())
}

/// The page.
fn document(entries: &[Entry]) -> Document {
    let mut blocks = vec![
        Block::Words(
            "What was investigated, what came of it, and what whoever builds a table should take from it. All of it is made from the \
             journals in these folders, on which `supplant report`, `compare`, `merge` and `study status` work as they lie there."
                .to_owned(),
        ),
        Block::Table(overview(entries)),
        Block::Words(
            "A verdict is on the positions of its study, by the interval over them: a claim alone is decided at 95 %; all together, so that \
             the chance of any wrong decision in a study is 5 %. `docs/statistics.md` says how, and how often such intervals cover the truth."
                .to_owned(),
        ),
    ];
    entries.iter().for_each(|entry| blocks.extend(section(entry)));
    blocks.push(Block::Heading("How this page is made".to_owned()));
    blocks.push(Block::Words("From the folder that holds those of the studies, here `studies`:".to_owned()));
    blocks.push(Block::Command("supplant report --index studies".to_owned()));
    blocks.push(Block::Words("A study of one's own: `docs/experiments.md` says what it takes.".to_owned()));
    Document { title: TITLE.to_owned(), blocks }
}

fn overview(entries: &[Entry]) -> Table {
    let row = |entry: &Entry| -> Vec<Cell> {
        let name = match &entry.report {
            Some(report) => Cell::link(&entry.name, Link::Report(report.clone())),
            None => entry.name.clone().into(),
        };
        let takeaway = if entry.takeaway.is_empty() { ABSENT } else { &entry.takeaway };
        vec![
            name,
            takeaway.into(),
            claims::tally(&entry.claims, |claim| claim.verdict).into(),
            claims::tally(&entry.claims, |claim| claim.together).into(),
            format!("`{}` on `{}`", entry.results.family.search, entry.results.family.positions).into(),
            entry.study.about().into(),
        ]
    };
    let header = [
        "study",
        "for an engine author",
        "claims, each alone",
        "all together",
        "search and positions",
        "question",
    ];
    Table {
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

fn counted_studies(number: usize) -> String {
    if number == 1 { "One study".to_owned() } else { format!("{number} studies") }
}

fn section(entry: &Entry) -> Vec<Block> {
    let Entry { results, study, .. } = entry;
    let mut blocks = vec![Block::Heading(format!("{}: {}", entry.name, study.title()))];
    if let Some(report) = &entry.report {
        blocks.push(Block::Links(vec![("The report".to_owned(), Link::Report(report.clone()))]));
    }
    blocks.push(Block::Words(register::standing(*study, results).sentence().to_owned()));
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
        "The claims, each with its nearest reading's number",
    )));
    let seconds =
        results.records.values().filter_map(|record| record.elapsed_ns).sum::<u64>() / 1_000_000_000;
    blocks.push(Block::Words(format!(
        "{} units, {} of one core's work, supplant {} of commit `{}`. To run it again:",
        grouped(results.records.len() as u64),
        counted(seconds.div_ceil(60) as usize, "minute"),
        results.origin.version,
        results.origin.commit
    )));
    blocks.extend(provenance::commands(results).into_iter().map(Block::Command));
    blocks
}
