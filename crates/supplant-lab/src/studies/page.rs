//! The report on a study, and its files.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{Study, register, title, to_take};
use crate::experiment::claims::{Claim, FEWEST, Over};
use crate::experiment::searches::{Mode, Results, Samples};
use crate::report::document::{Block, Document, Figure, Made};
use crate::report::searches::curves::depth;
use crate::report::searches::{summary, sums};
use crate::report::{self, csv, folder, grouped, provenance};

#[derive(Clone, Debug, Default)]
pub struct ReportFiles {
    pub written: Vec<PathBuf>,
    /// Pictures that only an earlier report had.
    pub removed: Vec<PathBuf>,
}

/// Writes the report to `directory`, and removes pictures that only an earlier report had.
///
/// # Errors
/// Fails if a file cannot be written or removed.
pub fn write(
    study: &dyn Study,
    results: &Results,
    samples: &Samples,
    claims: &[Claim],
    directory: &Path,
) -> Result<ReportFiles> {
    let document = document(study, results, claims, samples);
    folder::create(directory)?;
    let mut paths = folder::write(&document, study.name(), directory, &results.origin)?;
    let path = directory.join(summary_of(study));
    csv::write(
        &path,
        summary::rows(samples, &results.origin, &results.family.search, |at| study.published(samples, at)),
    )?;
    paths.push(path);
    Ok(ReportFiles { removed: folder::remove_stale(study.name(), directory, &paths)?, written: paths })
}

const UNFINISHED: &str = "Unfinished: ";

/// The complete report in `directory`, which a report on incomplete `results` must not replace.
#[must_use]
pub fn finished_in_the_way(study: &dyn Study, results: &Results, directory: &Path) -> Option<PathBuf> {
    let path = directory.join(format!("{}.md", study.name()));
    let held = std::fs::read_to_string(&path).ok().filter(|_| results.missing > 0)?;
    held.lines().all(|line| !line.starts_with(UNFINISHED)).then_some(path)
}

fn summary_of(study: &dyn Study) -> String {
    format!("{}-summary.csv", study.name())
}

#[must_use]
pub fn document(study: &dyn Study, results: &Results, claims: &[Claim], samples: &Samples) -> Document {
    let mut commands: Vec<_> = provenance::commands(results).into_iter().collect();
    commands.push("supplant report results".to_owned());
    let shown = |figure: Figure| {
        // A folder may hold several studies.
        let file = format!("{}-{}", study.name(), figure.file);
        let rows = if figure.rows.is_some() { folder::beside(&file) } else { summary_of(study) };
        let made = Made { commands: commands.clone(), rows };
        [Block::Figure(Figure { file, ..figure }), Block::Made(made)]
    };
    let mut blocks = introduction(study, results, samples, claims);
    blocks.extend(takeaway(study, results, samples, claims));
    blocks.extend(report::claims::forest(claims).into_iter().flat_map(shown));
    let figures = study.figures(samples);
    if !figures.is_empty() {
        blocks.push(Block::Heading("Figures".to_owned()));
    }
    blocks.extend(figures.into_iter().flat_map(shown));
    blocks.extend(checklist(study, results, claims));
    blocks.extend(study.sections(samples));
    blocks.extend(all_sums(samples));
    blocks.extend(provenance::section(results));
    if let Some(file) = study.declaration() {
        blocks.push(Block::Words("The file that states the study:".to_owned()));
        blocks.push(Block::Toml(file.trim_end().to_owned()));
    }
    Document { title: title(study, results), blocks }
}

fn introduction(study: &dyn Study, results: &Results, samples: &Samples, claims: &[Claim]) -> Vec<Block> {
    let Results { missing, records, family, left_aside, other_games, .. } = results;
    let mut words = Vec::new();
    if *missing > 0 {
        words.push(format!(
            "{UNFINISHED}{missing} of {} units are missing. Cells that lack a position are left out, and no claim is decided.",
            missing + records.len()
        ));
    }
    words.push(study.introduction(results, samples));
    if !other_games.is_empty() {
        words.push(other_games.clone());
    }
    words.push(report::claims::count(claims));
    words.push(checked(results, samples));
    let repeats = records.values().map(|record| record.cell.repeat).max().unwrap_or(1);
    if repeats > 1 {
        words.push(format!(
            "Each search was run {repeats} times, each time under other keys, and numbers are means over the runs."
        ));
    }
    if family.threads > 1 {
        let turns = family.lockstep.map_or_else(String::new, |nodes| {
            format!(
                " in lockstep: they took turns of {} on one thread, so that the same is found every time. So did those of the search without a table, and nodes are \
                 those of all of them together",
                report::counted(nodes as usize, "node")
            )
        });
        words.push(format!(
            "Each search had {} workers on one table{turns}. The claims are about searches with one, and are not decided.",
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

fn takeaway(study: &dyn Study, results: &Results, samples: &Samples, claims: &[Claim]) -> Vec<Block> {
    let words = to_take(study, results, samples, claims);
    if words.is_empty() {
        return Vec::new();
    }
    vec![Block::Heading("What to take from it".to_owned()), Block::Words(words)]
}

fn checked(results: &Results, samples: &Samples) -> String {
    let rows = results.records.values().map(|record| record.rows.len()).sum::<usize>();
    let left_out = match results.remarks.len() {
        0 => String::new(),
        1 => " One line did not pass and is left out.".to_owned(),
        lines => format!(" {lines} lines did not pass and are left out."),
    };
    format!(
        "{} cells, {} units and {} rows were checked when the journal was read: in each row `nodes` = `interior` + `leaf` + `quiescence` and \
         `cutoffs` ≤ `hits` ≤ `probes`, each unit under the id of its cell, each line with its checksum.{left_out}",
        grouped(samples.all_cells().count() as u64),
        grouped(results.records.len() as u64),
        grouped(rows as u64)
    )
}

fn checklist(study: &dyn Study, results: &Results, claims: &[Claim]) -> Vec<Block> {
    vec![
        Block::Heading("The claims".to_owned()),
        Block::Words(format!(
            "{} Each point is one number, or several, and a range. A claim holds if the whole 95 % interval of each number lies in its \
             range; it does not hold if one lies outside, of several at 95 % for all of them together (Bonferroni), since of many one lies \
             outside by chance; it is undecided otherwise, and of fewer than {FEWEST} positions always. {}",
            study.source(),
            intervals(claims)
        )),
        Block::Words(register::standing(study, &results.claimed).sentence().to_owned()),
        Block::Table(report::claims::overview(claims)),
        Block::Words("Point by point:".to_owned()),
        Block::Findings(report::claims::findings(claims)),
    ]
}

fn intervals(claims: &[Claim]) -> &'static str {
    match claims.first().map(|claim| claim.over) {
        Some(Over::Searches) => {
            "Intervals are those of Clopper and Pearson, of searches as they were counted. The searches of one position under several draws are counted as if they were \
             independent, which they are not quite, so that the truth may lie outside somewhat oftener than such intervals say. They do not say what other games, or another \
             program, would show."
        }
        _ => {
            "Intervals come from drawing the positions anew twenty \
             thousand times (studentized bootstrap: `docs/statistics.md` says how often they cover the truth); both sides of a \
             comparison get the same draws. Where a claim names Clopper and Pearson, they are theirs, of positions as they were counted. They say what other positions of this \
             kind would show. They do not say what other games, \
             or another program, would; and with stamping, where each search finds the entries of those before it, they treat as \
             independent what is not quite."
        }
    }
}

fn all_sums(samples: &Samples) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("All sums".to_owned())];
    for mode in Mode::ALL {
        let shown = depth(samples, mode);
        blocks.extend(shown.map(|ply| Block::Table(sums::sums(samples, mode, ply))));
        let others = samples.plies(mode).into_iter().filter(|&ply| Some(ply) != shown);
        blocks.extend(others.map(|ply| Block::Folded(sums::sums(samples, mode, ply))));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::{Block, Results, Samples, document};
    use crate::experiment::searches::{Contender, Family, Mode};
    use crate::report::{html, markdown};
    use crate::studies::{find, judged};
    use supplant::scheme::SchemeName;

    fn told(threads: usize, lockstep: Option<u64>) -> super::Document {
        let mut samples = Samples::default();
        for (scheme, nodes) in [(SchemeName::New, 120), (SchemeName::TwoBig1, 100)] {
            for size in [1 << 13, 1 << 17] {
                samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(size)), vec![nodes; 12]);
            }
        }
        let family = Family { threads, lockstep, ..Family::default() };
        let results = Results { family, positions: 12, ..Results::default() };
        let study = find("1994").expect("it is built in");
        document(study, &results, &judged(study, &samples), &samples)
    }

    #[test]
    fn what_to_take_from_it_stands_before_the_figures() {
        let heading =
            |block: &Block| matches!(block, Block::Heading(words) if words == "What to take from it");
        let page = told(1, None);
        let place = page.blocks.iter().position(heading).expect("it is there");
        assert!(
            matches!(&page.blocks[place + 1], Block::Words(words) if words.contains("TWOBIG1 visits the fewest"))
        );
        let first = page.blocks.iter().position(|block| matches!(block, Block::Figure(_)));
        assert!(first.is_some_and(|first| first > place));
        for written in [markdown::render(&page), html::render(&page)] {
            assert_eq!(written.matches("TWOBIG1 visits the fewest").count(), 1);
        }
        assert!(!told(2, None).blocks.iter().any(heading), "of what cannot be judged nothing is to be taken");
        let in_turns = markdown::render(&told(2, Some(8)));
        assert!(
            in_turns.contains("By 2 workers in lockstep: With"),
            "what several find every time is said to be theirs"
        );
        assert!(in_turns.starts_with(&format!("# {} (2 workers in lockstep)\n", page.title)), "{in_turns}");
    }
}
