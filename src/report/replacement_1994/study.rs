//! The report on the study, and the files it is written to.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::figures::{self, depth};
use super::{layouts, tables, verdict};
use crate::lab::provenance::Provenance;
use crate::lab::replacement_1994::claims::{self, Claim};
use crate::lab::replacement_1994::{Mode, Results, Samples, comparison};
use crate::report::document::{Block, Cell, Document, Table};
use crate::report::{csv, file, html, markdown};

/// Writes the page, the Markdown, the pictures and the summary to `directory`; what was written, in this order.
///
/// # Errors
/// If a file cannot be written.
pub fn write(results: &Results, directory: &Path) -> Result<Vec<PathBuf>> {
    let samples = results.samples();
    let document = document(results, &samples);
    let mut files = vec![
        ("report.html".to_owned(), html::render(&document)),
        ("1994.md".to_owned(), markdown::render(&document)),
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
    let summary = directory.join("1994-summary.csv");
    csv::write(&summary, tables::summary_rows(&samples, &results.origin))?;
    paths.push(summary);
    Ok(paths)
}

/// The report.
#[must_use]
pub fn document(results: &Results, samples: &Samples) -> Document {
    let claims = claims::checklist(samples);
    let mut blocks = introduction(results, samples, &claims);
    blocks.extend(checklist(&claims));
    blocks.extend(published(samples));
    blocks.push(Block::Heading("Figures".to_owned()));
    blocks.extend(figures::all(samples).into_iter().map(Block::Figure));
    blocks.extend(layouts::section(samples));
    blocks.extend(sums(samples));
    blocks.extend(provenance(results));
    Document { title: "Replacement schemes for transposition tables: 1994, run again".to_owned(), blocks }
}

fn words(words: impl Into<String>) -> Block {
    Block::Words(words.into())
}

fn introduction(results: &Results, samples: &Samples, claims: &[Claim]) -> Vec<Block> {
    let mut blocks = vec![
        words(format!(
            "Breuker, Uiterwijk and van den Herik (ICCA Journal 17(4), 1994) let seven replacement schemes search \
             eighteen positions of one game with tables of eight sizes, and counted nodes. This report sets the same \
             experiment, run with search `{}` on {} positions, beside what they published.",
            results.family.search,
            samples.positions().len()
        )),
        words(verdict::count(claims)),
    ];
    if results.family.threads > 1 {
        blocks.push(words(format!("Each search had {} workers on one table.", results.family.threads)));
    }
    if results.left_aside > 0 {
        blocks.push(words(format!(
            "The folder holds {} more units, of other searches, positions or numbers of threads; they are not in this report.",
            results.left_aside
        )));
    }
    blocks
}

fn checklist(claims: &[Claim]) -> Vec<Block> {
    vec![
        Block::Heading("The claims".to_owned()),
        words(
            "What section 7 of the paper concludes, each point turned into one number and a range for it. A claim \
             holds if the whole 95 % interval of the number lies in the range, does not hold if it lies outside, and \
             is undecided otherwise. Intervals come from drawing the positions anew ten thousand times (bootstrap, \
             BCa); both sides of a comparison get the same draws. They say what other positions of this kind would \
             show. They do not say what other games, or another program, would; and with stamping, where each search finds \
             the entries of those before it, they treat as independent what is not quite.",
        ),
        Block::Table(verdict::overview(claims)),
        words("Point by point:"),
        Block::Findings(verdict::findings(claims)),
    ]
}

fn published(samples: &Samples) -> Vec<Block> {
    let compared = comparison::all(samples);
    let mut blocks = vec![
        Block::Heading("The published tables".to_owned()),
        words(
            "Absolute numbers of nodes depend on the evaluation, the quiescence search and what is counted, so the \
             comparison is of ratios to the search without a table of the same program to the same ply.",
        ),
    ];
    if let Some(distance) = comparison::median_distance(&compared) {
        blocks.push(words(format!(
            "Over all schemes and plies measured here, the median distance of our ratio from the published one is \
             {:.1} % of it.",
            distance * 100.0
        )));
    }
    blocks.push(Block::Table(tables::no_table(&compared)));
    blocks.push(Block::Table(tables::side_by_side(&compared, Mode::Clear)));
    blocks.push(Block::Table(tables::side_by_side(&compared, Mode::Stamp)));
    blocks.push(Block::Folded(tables::figure_by_figure(&compared)));
    blocks
}

fn sums(samples: &Samples) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("All sums".to_owned())];
    for mode in [Mode::Clear, Mode::Stamp] {
        let shown = depth(samples, mode);
        blocks.extend(shown.map(|ply| Block::Table(tables::sums(samples, mode, ply))));
        let others = samples.plies(mode).into_iter().filter(|&ply| Some(ply) != shown);
        blocks.extend(others.map(|ply| Block::Folded(tables::sums(samples, mode, ply))));
    }
    blocks
}

fn provenance(results: &Results) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Where the numbers come from".to_owned())];
    let elapsed: u64 = results.records.values().filter_map(|record| record.elapsed_ns).sum();
    blocks.push(Block::Table(facts(&results.sessions, results.records.len(), elapsed)));
    let commands: BTreeSet<String> =
        results.sessions.iter().map(|session| command(&session.invocation)).collect();
    if !commands.is_empty() {
        blocks.push(words("To repeat it:"));
    }
    blocks.extend(commands.into_iter().map(Block::Command));
    blocks.push(words("To make this report from the results:"));
    blocks.push(Block::Command("supplant report results".to_owned()));
    blocks
}

/// The command without what belongs to one machine: where the results went, and on how many jobs.
fn command(invocation: &str) -> String {
    let mut kept = Vec::new();
    let mut parts = invocation.split(' ');
    while let Some(part) = parts.next() {
        if part == "--out" || part == "--jobs" {
            parts.next();
        } else {
            kept.push(part);
        }
    }
    kept.join(" ")
}

/// The facts of all sessions; where they differ, each value.
fn facts(sessions: &[Provenance], units: usize, elapsed_ns: u64) -> Table {
    let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
    let all = |fact: &dyn Fn(&Provenance) -> String| {
        let values: BTreeSet<String> = sessions.iter().map(fact).filter(|value| !value.is_empty()).collect();
        values.into_iter().collect::<Vec<_>>().join("; ")
    };
    let rows = [
        ("version", all(&|s| s.version.clone())),
        ("commit", all(&|s| s.commit.clone())),
        ("compiler", all(&|s| s.rustc.clone())),
        ("target", all(&|s| s.target.clone())),
        ("profile", all(&|s| s.profile.clone())),
        ("flags", all(&|s| s.flags.clone())),
        ("processor", all(&|s| s.processor.clone())),
        ("logical processors", all(&|s| number(s.cores.map(|n| n as u64)))),
        ("physical processors", all(&|s| number(s.physical_cores.map(|n| n as u64)))),
        ("caches", all(&|s| s.caches.join(", "))),
        ("bytes of a page", all(&|s| number(s.page_bytes))),
        ("huge pages", all(&|s| s.huge_pages.clone())),
        ("frequency governor", all(&|s| s.governor.clone())),
        ("seed", all(&|s| s.seed.to_string())),
        ("begun (UTC)", all(&|s| s.started.clone())),
        ("sessions", sessions.len().to_string()),
        ("units", units.to_string()),
        ("time of all units together", format!("{:.0} s", elapsed_ns as f64 / 1e9)),
    ];
    let known = rows.into_iter().filter(|(_, value)| !value.is_empty());
    Table {
        caption: "Provenance".to_owned(),
        header: vec!["fact".to_owned(), "value".to_owned()],
        words: 2,
        rows: known.map(|(name, value)| vec![Cell::from(name), Cell::from(value)]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn the_command_to_repeat_it_names_no_folder_and_no_machine() {
        let invocation = "supplant study 1994 --sizes 8K,16K --jobs 2 --out /somewhere --plies 3..=5";
        assert_eq!(command(invocation), "supplant study 1994 --sizes 8K,16K --plies 3..=5");
    }
}
