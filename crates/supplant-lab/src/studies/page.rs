//! The report on a study, and its files.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{Study, register, title, to_take};
use crate::experiment::claims::{Claim, FEWEST, Over};
use crate::experiment::searches::{Mode, Results, Samples};
use crate::report::document::{Block, DataTable, Document, Figure};
use crate::report::searches::curves::depth;
use crate::report::searches::{facts, names, summary, sums};
use crate::report::{self, csv, folder, grouped, provenance};

#[derive(Clone, Debug, Default)]
pub struct ReportFiles {
    pub written: Vec<PathBuf>,
    pub removed: Vec<PathBuf>,
    pub takeaway: String,
    pub figure: Option<Figure>,
}

/// # Errors
/// Fails if a file cannot be written or removed.
pub fn write(
    study: &dyn Study,
    results: &Results,
    samples: &Samples,
    claims: &[Claim],
    directory: &Path,
) -> Result<ReportFiles> {
    let takeaway = to_take(study, results, samples, claims);
    let figures = study.figures(samples);
    let figure = figures.first().cloned();
    let document = document(study, results, claims, samples, (&takeaway, figures));
    folder::create(directory)?;
    let mut paths = folder::write(&document, study.name(), directory, &results.origin)?;
    let path = directory.join(summary_of(study));
    csv::write(
        &path,
        summary::rows(samples, &results.origin, &results.family.search, |at| study.published(samples, at)),
    )?;
    paths.push(path);
    let removed = folder::remove_stale(study.name(), directory, &paths)?;
    Ok(ReportFiles { written: paths, removed, takeaway, figure })
}

const UNFINISHED: &str = "Unfinished: ";

#[must_use]
pub fn finished_in_the_way(study: &dyn Study, results: &Results, directory: &Path) -> Option<PathBuf> {
    let path = directory.join(format!("{}.md", study.name()));
    let held = std::fs::read_to_string(&path).ok().filter(|_| results.missing > 0)?;
    held.lines().all(|line| !line.starts_with(UNFINISHED)).then_some(path)
}

fn summary_of(study: &dyn Study) -> String {
    format!("{}-summary.csv", study.name())
}

fn document(
    study: &dyn Study,
    results: &Results,
    claims: &[Claim],
    samples: &Samples,
    (takeaway, figures): (&str, Vec<Figure>),
) -> Document {
    let named = |figure: Figure| Figure { file: format!("{}-{}", study.name(), figure.file), ..figure };
    let mut blocks = introduction(study, results, samples, takeaway);
    if !claims.is_empty() {
        blocks.push(Block::Heading("The claims".to_owned()));
        blocks.push(Block::Words(report::claims::count(claims)));
    }
    blocks.extend(report::claims::forest(claims).map(|figure| Block::Figures(vec![named(figure)])));
    blocks.extend(facts::table(&results.family, samples, study.sums_positions()));
    if !figures.is_empty() {
        blocks.push(Block::Heading("Figures".to_owned()));
        blocks.push(Block::Figures(figures.into_iter().map(named).collect()));
    }
    if !claims.is_empty() {
        blocks.extend(checklist(study, results, claims, samples));
    }
    blocks.extend(study.sections(samples));
    blocks.extend(all_sums(samples));
    if study.declaration().is_some() {
        blocks.extend(sums_of_other_searches(samples));
    }
    let drawn = report::document::rows_files(&blocks, &summary_of(study));
    blocks.extend(provenance::section(results));
    blocks.push(drawn);
    blocks.push(Block::Words(checked(results, samples)));
    blocks.push(Block::Words("To cite this page:".to_owned()));
    blocks.push(Block::Code("bibtex", provenance::citation(study.name(), &title(study, results), results)));
    if let Some(file) = study.declaration() {
        blocks.push(Block::Words("The file that states the study:".to_owned()));
        blocks.push(Block::Code("toml", file.trim_end().to_owned()));
    }
    Document { title: title(study, results), blocks }
}

fn introduction(study: &dyn Study, results: &Results, samples: &Samples, takeaway: &str) -> Vec<Block> {
    let Results { missing, records, family, left_aside, other_games, .. } = results;
    let mut blocks = Vec::new();
    if *missing > 0 {
        blocks.push(Block::Words(format!(
            "{UNFINISHED}{missing} of {} units are missing. Cells that lack a position are left out, and no claim is decided.",
            missing + records.len()
        )));
    }
    if !takeaway.is_empty() {
        blocks.extend([Block::Heading("In short".to_owned()), Block::Words(takeaway.to_owned())]);
    }
    blocks.push(Block::Heading("What was asked".to_owned()));
    let mut words = vec![study.introduction(results, samples)];
    words.extend(Some(names::in_words(&family.search, samples.set())).filter(|told| !told.is_empty()));
    if !other_games.is_empty() {
        words.push(other_games.clone());
    }
    let repeats = records.values().map(|record| record.cell.repeat).max().unwrap_or(1);
    if repeats > 1 {
        words.push(format!(
            "Each search was run {repeats} times, each time under other keys, and numbers are means over the runs."
        ));
    }
    if family.threads > 1 {
        let turns = family.lockstep.map_or_else(String::new, |nodes| {
            format!(
                " in lockstep: they took turns of {} on one thread, so that every run is the same, also without a table. Nodes are \
                 the sum over all workers",
                report::counted(nodes as usize, "node")
            )
        });
        let unjudged = match study.is_about(family.threads, family.lockstep) {
            true => "",
            false => " The claims are about other workers, so they are not judged.",
        };
        words.push(format!("Each search had {} workers on one table{turns}.{unjudged}", family.threads));
    }
    if *left_aside > 0 {
        words.push(format!(
            "The folder holds {left_aside} more units, of other searches, positions or numbers of threads. They are not in this report."
        ));
    }
    blocks.extend(words.iter().flat_map(|words| with_lists(words)));
    blocks
}

fn with_lists(words: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for line in words.lines() {
        match (line.strip_prefix("- "), blocks.last_mut()) {
            (Some(item), Some(Block::List(items))) => items.push(item.to_owned()),
            (Some(item), _) => blocks.push(Block::List(vec![item.to_owned()])),
            (None, Some(Block::Words(words))) => *words += &format!(" {line}"),
            (None, _) => blocks.push(Block::Words(line.to_owned())),
        }
    }
    blocks
}

fn checked(results: &Results, samples: &Samples) -> String {
    let rows = results.records.values().map(|record| record.rows.len()).sum::<usize>();
    let left_out = match results.remarks.len() {
        0 => String::new(),
        1 => " One line failed and is left out.".to_owned(),
        lines => format!(" {lines} lines failed and are left out."),
    };
    format!(
        "Each time it is read, the journal is checked: {} cells, {} units and {} rows. In each row `nodes` = `interior` + `leaf` + `quiescence` and \
         `cutoffs` ≤ `hits` ≤ `probes`; each unit stands under the id of its cell; each line has its checksum.{left_out}",
        grouped(samples.all_cells().count() as u64),
        grouped(results.records.len() as u64),
        grouped(rows as u64)
    )
}

fn checklist(study: &dyn Study, results: &Results, claims: &[Claim], samples: &Samples) -> Vec<Block> {
    let rules = [
        "A claim puts one number, or several, into a range.".to_owned(),
        "Supported: the 95 % interval of each number lies in the range.".to_owned(),
        "Refuted: an interval lies outside the range. The intervals of several numbers hold at 95 % together (Bonferroni).".to_owned(),
        format!("Undecided: every other claim, and every claim on fewer than {FEWEST} positions."),
    ];
    let rules = rules.into_iter().chain(differences(claims).map(str::to_owned));
    let intervals = intervals(claims, samples).into_iter().map(str::to_owned);
    vec![
        Block::Heading("The claims, one by one".to_owned()),
        Block::Words(study.facts().source.to_owned()),
        Block::Words(register::standing(study, &results.claimed).sentence().to_owned()),
        Block::Words("How a claim is judged:".to_owned()),
        Block::List(rules.chain(intervals).collect()),
        Block::Table(report::claims::overview(claims)),
        Block::Words("Point by point:".to_owned()),
        Block::Findings(report::claims::findings(claims)),
    ]
}

/// Says in which direction a number goes. The words of claims are registered, so they stay as they
/// are.
fn differences(claims: &[Claim]) -> impl Iterator<Item = &'static str> {
    let says = |words: &str| claims.iter().any(|claim| claim.statistic.contains(words));
    let less_one = says(", less 1").then_some(
        "“A relative to B, less 1” is the change from B to A: −5 % means 5 % less with A than with B, and +5 % means 5 % more. For nodes, \
         less is better.",
    );
    let less_the_same = says(", less the same at").then_some(
        "“A relative to B, less the same at …” is the difference of two such ratios: −20 points means that the ratio is 20 percentage \
         points lower than at that place.",
    );
    less_one.into_iter().chain(less_the_same)
}

fn intervals(claims: &[Claim], samples: &Samples) -> Vec<&'static str> {
    let counts = claims.iter().any(|claim| claim.statistic.contains("Clopper"));
    let outlives = samples.cells().any(|at| at.mode != Mode::Clear);
    let rules = match claims.first().map(|claim| claim.over) {
        Some(Over::Searches) => vec![
            Some("The intervals are those of Clopper and Pearson, for counted searches."),
            Some("The searches of one position under several draws count as independent. They are not quite, so the intervals are somewhat too narrow."),
            Some("The intervals do not say what other games or programs would show."),
        ],
        Some(Over::Games) => vec![
            Some("The intervals come from 20,000 random weightings of the games (studentized bootstrap): the nodes of one game are one sum. `docs/statistics.md` says how often they cover the truth."),
            Some("Both sides of a comparison get the same weights."),
            Some("An interval says what other games of these players would show. It does not say what games of others, or other programs, would show."),
        ],
        _ => vec![
            Some("The intervals come from 20,000 random weightings of the positions (studentized bootstrap). `docs/statistics.md` says how often they cover the truth."),
            Some("Both sides of a comparison get the same weights."),
            counts.then_some("Where a claim names Clopper and Pearson, the interval is theirs, for counted positions."),
            Some("An interval says what other positions of this kind would show. It does not say what other games or programs would show."),
            outlives.then_some("With stamping, a search finds entries of earlier ones, so the positions are not quite independent."),
        ],
    };
    rules.into_iter().flatten().collect()
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

fn sums_of_other_searches(samples: &Samples) -> Vec<Block> {
    let mut blocks = Vec::new();
    for search in samples.searches().into_iter().flatten() {
        let samples = samples.of_search(Some(search));
        let name = search.name().unwrap_or_else(|| search.to_string());
        for mode in Mode::ALL {
            for ply in samples.plies(mode) {
                let table = sums::sums(&samples, mode, ply);
                let caption = format!("Search `{name}`: {}", table.caption);
                blocks.push(Block::Folded(DataTable { caption, ..table }));
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::{Block, Results, Samples, document};
    use crate::experiment::searches::{Contender, Family, Mode};
    use crate::report::{html, markdown};
    use crate::studies::{find, judged, to_take};
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
        let claims = judged(study, &samples);
        let takeaway = to_take(study, &results, &samples, &claims);
        document(study, &results, &claims, &samples, (&takeaway, study.figures(&samples)))
    }

    #[test]
    fn what_to_take_from_it_stands_before_the_figures() {
        let heading = |block: &Block| matches!(block, Block::Heading(words) if words == "In short");
        let page = told(1, None);
        let place = page.blocks.iter().position(heading).expect("it is there");
        assert!(
            matches!(&page.blocks[place + 1], Block::Words(words) if words.contains("TWOBIG1 visits the fewest"))
        );
        let first = page.blocks.iter().position(|block| matches!(block, Block::Figures(_)));
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
