//! The reports of all studies in one directory, and an index that lists them by question.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::chooser::{self, Evidence};
use super::{Study, Topic, judged, of, page, title, to_judge};
use crate::experiment::claims::{Claim, Verdict};
use crate::experiment::journal::Journal;
use crate::experiment::parallel::in_parallel;
use crate::experiment::scaling;
use crate::experiment::searches::Results;
use crate::report::document::{Block, DataTable, Document, Figure, Link, TableCell};
use crate::report::scaling::{IN_SHORT, ScalingReport, page as scaling_page};
use crate::report::{counted, file, folder, html, markdown};

struct IndexEntry {
    name: String,
    report: String,
    study: &'static dyn Study,
    results: Results,
    /// The set of its positions, whole or a part of it.
    set: String,
    claims: Vec<Claim>,
    figure: Option<Figure>,
    takeaway: String,
    evidence: Option<Evidence>,
}

#[derive(Debug, Default)]
pub struct Written {
    pub index: Vec<PathBuf>,
    pub reports: usize,
    pub unfinished: Vec<String>,
    pub removed: Vec<PathBuf>,
    pub remarks: Vec<String>,
    pub failed: Vec<anyhow::Error>,
}

/// # Errors
/// If `directory` cannot be read, no folder in it holds results that can be read, or the index
/// cannot be written.
pub fn write_all(directory: &Path, out: &Path, mixed: bool) -> Result<Written> {
    may_write(out)?;
    let mut written = Written::default();
    let mut entries = Vec::new();
    for done in in_parallel(
        reports(directory)?,
        num_cpus::get(),
        |report| report.bytes,
        |report| report.write(out, mixed),
    ) {
        match done {
            Ok(done) => {
                written.reports += 1;
                written.removed.extend(done.removed);
                written.remarks.extend(done.remarks);
                written.unfinished.extend(done.unfinished);
                entries.extend(done.entry);
            }
            Err(error) => written.failed.push(error),
        }
    }
    if written.reports == 0 {
        if !written.failed.is_empty() {
            return Err(written.failed.swap_remove(0));
        }
        bail!(
            "{}: none of its folders holds results; give the folder above those of `study --out`",
            directory.display()
        );
    }
    written.index = write(&entries, measurements(out), out)?;
    Ok(written)
}

struct ReportOf {
    folder: PathBuf,
    study: String,
    is_one_of_several: bool,
    bytes: u64,
}

fn reports(directory: &Path) -> Result<Vec<ReportOf>> {
    let cannot =
        || format!("{}: cannot be read; give the folder that holds those of studies", directory.display());
    let mut reports = Vec::new();
    for folder in folder::folders(directory).with_context(cannot)? {
        let journals = Journal::all(&folder)?;
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |about| about.len());
        let bytes = journals.iter().map(|(_, path)| length(path)).sum();
        let mut studies: Vec<_> = journals.into_iter().map(|(study, _)| study).collect();
        studies.dedup();
        let is_one_of_several = studies.len() > 1;
        reports.extend(studies.into_iter().map(|study| ReportOf {
            folder: folder.clone(),
            study,
            is_one_of_several,
            bytes,
        }));
    }
    Ok(reports)
}

#[derive(Default)]
struct Done {
    entry: Option<IndexEntry>,
    removed: Vec<PathBuf>,
    remarks: Vec<String>,
    unfinished: Option<String>,
}

impl ReportOf {
    fn write(self, out: &Path, mixed: bool) -> Result<Done> {
        let here =
            self.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let out = out.join(&here);
        if self.study == scaling::NAME {
            let measured = ScalingReport::read(&self.folder, mixed)?;
            folder::create(&out)?;
            scaling_page::write(&measured, &out)?;
            let (finished, all) = measured.finished;
            let unfinished = (finished < all)
                .then(|| format!("{here}: unfinished: {} of {all} searches are missing", all - finished));
            return Ok(Done { remarks: measured.remarks, unfinished, ..Done::default() });
        }
        let name = &self.study;
        let mut results = Results::read(&self.folder, Some(name), None, mixed)?;
        let study = of(&mut results, &self.folder).with_context(|| self.folder.display().to_string())?;
        let samples = results.samples();
        let measured = to_judge(study, &results, &samples);
        let claims = judged(study, &measured);
        if let Some(path) = page::finished_in_the_way(study, &results, &out) {
            bail!("{}: not replaced, for it is a report of all units; give another --out", path.display());
        }
        let page::ReportFiles { removed, takeaway, figure, .. } =
            page::write(study, &results, &samples, &claims, &out)?;
        let figure = figure.map(|figure| Figure {
            file: format!("{here}/{name}-{}", figure.file),
            caption: format!("{}.", first_sentence(&figure.caption)),
            ..figure
        });
        let report = format!("{here}/{name}");
        let evidence = chooser::evidence(study, &here, &report, &results, &samples);
        let entry = IndexEntry {
            evidence,
            report,
            name: if self.is_one_of_several { format!("{here}, {name}") } else { here },
            takeaway,
            figure,
            set: family(samples.set()).to_owned(),
            study,
            results,
            claims,
        };
        let (missing, all) = (entry.results.missing, entry.results.missing + entry.results.records.len());
        let unfinished = (missing > 0)
            .then(|| format!("{}: unfinished: {missing} of {all} units are missing", entry.name));
        Ok(Done { remarks: entry.results.remarks.clone(), unfinished, removed, entry: Some(entry) })
    }
}

const MEASUREMENTS: [&str; 2] = [scaling::NAME, "throughput"];

fn measurements(directory: &Path) -> Vec<Vec<TableCell>> {
    let folders = folder::folders(directory).unwrap_or_default();
    let report = |folder: &Path, name: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.md"))).ok()?;
        let title = text.lines().next()?.strip_prefix("# ")?;
        let heading = format!("\n## {IN_SHORT}\n\n");
        let answer = text.split_once(&heading).and_then(|(_, rest)| rest.lines().next()).unwrap_or_default();
        let here = folder.file_name()?.to_string_lossy().into_owned();
        let link = Link::Report(format!("{here}/{name}"));
        Some(vec![TableCell::link(here, link), title.into(), answer.trim_end_matches('.').into()])
    };
    folders.iter().flat_map(|folder| MEASUREMENTS.iter().filter_map(|name| report(folder, name))).collect()
}

/// A `README.md` that begins otherwise is not overwritten.
const TITLE: &str = "Studies";

const CHOOSER: &str = "choose.html";

/// # Errors
/// If a file cannot be written.
fn write(
    entries: &[IndexEntry],
    measurements: Vec<Vec<TableCell>>,
    directory: &Path,
) -> Result<Vec<PathBuf>> {
    let document = document(entries, measurements);
    let readme = directory.join("README.md");
    folder::create(directory)?;
    let evidence: Vec<_> = entries.iter().filter_map(|entry| entry.evidence.as_ref()).collect();
    let mut files =
        vec![(directory.join("index.html"), html::render(&document)), (readme, markdown::render(&document))];
    if !evidence.is_empty() {
        files.push((directory.join(CHOOSER), chooser::page(&evidence)));
    }
    for (path, text) in &files {
        file::write(path, |file| Ok(file.write_all(text.as_bytes())?))?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn may_write(directory: &Path) -> Result<()> {
    let titled = |title: &str| format!("<title>{title}</title>");
    let pages = [
        ("index.html", titled(TITLE)),
        (CHOOSER, titled(chooser::TITLE)),
        ("README.md", format!("# {TITLE}\n")),
    ];
    for (name, ours) in pages {
        let path = directory.join(name);
        let is_ours =
            |text: String| text.starts_with(&ours) || name.ends_with(".html") && text.contains(&ours);
        if std::fs::read_to_string(&path).is_ok_and(|text| !is_ours(text)) {
            bail!(
                "{}: is not a page of this index; move it away, or choose another folder with --out",
                path.display()
            );
        }
    }
    Ok(())
}

fn document(entries: &[IndexEntry], measurements: Vec<Vec<TableCell>>) -> Document {
    let mut blocks = vec![Block::Words(format!(
        "{} with claims, by the question that they ask, and {}. A study page gives the answer, the claims, the figures and the command that repeats it. \
         Its numbers are made from the journal in the same folder.{}",
        counted_studies(entries.len()),
        counted(measurements.len(), "measurement"),
        hours(entries.iter().filter_map(|entry| entry.results.elapsed_ns).sum())
    ))];
    let of = |topic: Topic| entries.iter().filter(move |entry| entry.topic() == topic);
    let found: Vec<_> =
        Topic::ALL.into_iter().filter_map(|topic| of(topic).find(|entry| entry.has_finding())).collect();
    if !found.is_empty() {
        blocks.push(Block::Heading("What was found".to_owned()));
        let (figures, links) = found.into_iter().take(FINDINGS).filter_map(IndexEntry::finding).unzip();
        blocks.extend([Block::Figures(figures), Block::Links(links)]);
    }
    for topic in Topic::ALL {
        let rows: Vec<_> = of(topic).map(IndexEntry::row).collect();
        if !rows.is_empty() {
            let header = ["study", "finding", "claims"].map(str::to_owned).to_vec();
            blocks.push(Block::Heading(topic.question().to_owned()));
            blocks.push(Block::Table(DataTable { caption: KEY.to_owned(), header, words: 3, rows }));
        }
    }
    blocks.extend(families(entries));
    if !measurements.is_empty() {
        blocks.push(Block::Heading("How fast, and with how many workers?".to_owned()));
        blocks.push(Block::Table(DataTable {
            caption: "Measurements by the clock, or in lockstep. They have no claims".to_owned(),
            header: ["measurement", "what was measured", "finding"].map(str::to_owned).to_vec(),
            words: 3,
            rows: measurements,
        }));
    }
    blocks.push(Block::Heading("How these pages are made".to_owned()));
    blocks.push(Block::Words(
        "In the folder that holds `studies`, this makes all pages, figures and rows, except those of `throughput`, which only its run makes:".to_owned(),
    ));
    blocks.push(Block::Command("supplant report --all studies".to_owned()));
    blocks.push(Block::Words(
        "`choose.html` beside them answers for one engine: you enter its table and its search. `docs/statistics.md` explains the intervals and verdicts, `docs/experiments.md` a study of your own.".to_owned(),
    ));
    Document { title: TITLE.to_owned(), blocks }
}

/// Nothing below an hour.
fn hours(elapsed_ns: u64) -> String {
    match elapsed_ns as f64 / 3.6e12 {
        ..1.0 => String::new(),
        hours => format!(" The searches of the studies took {hours:.0} hours of one processor."),
    }
}

/// `middlegames:4` is every fourth position of `middlegames`.
fn family(set: &str) -> &str {
    set.split(':').next().unwrap_or(set)
}

/// The studies that search positions of one set.
fn families(entries: &[IndexEntry]) -> Vec<Block> {
    let mut sets: Vec<_> = entries.iter().map(|entry| entry.set.as_str()).collect();
    sets.sort_unstable();
    sets.dedup();
    let row = |set: &str| {
        let here: Vec<_> = entries.iter().filter(|entry| entry.set == set).collect();
        let claims: usize = here.iter().map(|entry| entry.claims.len()).sum();
        let names: Vec<_> = here.iter().map(|entry| entry.name.as_str()).collect();
        let is_shared = here.len() > 1;
        is_shared.then(|| vec![set.into(), names.join(", ").into(), TableCell::whole(claims)])
    };
    let rows: Vec<_> = sets.into_iter().filter_map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading("Which studies share positions?".to_owned()),
        Block::Words(
            "Studies of one set of positions are a family: what is special about the positions shows in all of them. Agreement \
             between them is no independent evidence, and their claims add up: of 100 claims that are judged alone at 95 %, some \
             will be judged wrongly. `docs/statistics.md` says which sets overlap."
                .to_owned(),
        ),
        Block::Table(DataTable {
            caption: "Sets of positions that several studies search, whole or in part".to_owned(),
            header: ["set", "studies", "claims"].map(str::to_owned).to_vec(),
            words: 2,
            rows,
        }),
    ]
}

const FINDINGS: usize = 4;

const KEY: &str = "Claims, each judged alone: ✓ supported, ✗ refuted, ± supported under some readings or in some games, ? undecided";

impl IndexEntry {
    fn topic(&self) -> Topic {
        if self.results.family.threads > 1 { Topic::Workers } else { self.study.facts().topic }
    }

    fn has_finding(&self) -> bool {
        self.figure.is_some() && !self.takeaway.is_empty() && self.results.missing == 0
    }

    fn finding(&self) -> Option<(Figure, (String, Link))> {
        let figure = self.figure.clone()?;
        let (question, finding) = (self.topic().question(), first_sentence(&self.takeaway));
        let caption = format!("{question} {finding}. The figure: {}", figure.caption);
        let link = (title(self.study, &self.results), Link::Report(self.report.clone()));
        Some((Figure { caption, ..figure }, link))
    }

    fn row(&self) -> Vec<TableCell> {
        let count = |verdict| self.claims.iter().filter(|claim| claim.verdict == verdict).count();
        let verdicts = [
            (Verdict::Holds, '✓'),
            (Verdict::DoesNotHold, '✗'),
            (Verdict::HoldsUnderSome, '±'),
            (Verdict::Undecided, '?'),
        ];
        let verdicts = verdicts.map(|(verdict, sign)| (count(verdict), sign));
        let verdicts = verdicts.iter().filter(|(count, _)| *count > 0);
        let verdicts: Vec<_> = verdicts.map(|(count, sign)| format!("{count} {sign}")).collect();
        let finding = match (self.results.missing, first_sentence(&self.takeaway)) {
            (0, "") => self.study.facts().about.to_owned(),
            (0, finding) => finding.to_owned(),
            (missing, _) => format!(
                "Unfinished: {missing} of {} units are missing, and no claim is judged.",
                missing + self.results.records.len()
            ),
        };
        vec![
            TableCell::link(&self.name, Link::Report(self.report.clone())),
            finding.into(),
            verdicts.join("  ").into(),
        ]
    }
}

/// Of a claim, also its verdict.
fn first_sentence(words: &str) -> &str {
    if let Some((judged, _)) = words.strip_prefix("Claim: ").and_then(|_| words.split_once(" Measured: ")) {
        return judged.trim_end_matches('.');
    }
    let words = match words.split_once(". ") {
        Some((number, rest)) if number.starts_with("Figure ") => rest,
        _ => words,
    };
    words.split_once(". ").map_or(words, |(first, _)| first).trim_end_matches('.')
}

fn counted_studies(number: usize) -> String {
    if number == 1 { "One study".to_owned() } else { format!("{number} studies") }
}

#[cfg(test)]
mod tests {
    use super::hours;

    #[test]
    fn hours_are_rounded_and_less_than_one_is_not_told() {
        assert_eq!(hours(3_599_999_999_999), "");
        assert_eq!(
            hours(3_600_000_000_000 * 5 / 2 + 1),
            " The searches of the studies took 3 hours of one processor."
        );
    }
}
