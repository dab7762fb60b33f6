//! `supplant study`: published experiments, run again, resumable.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};

use super::arguments;
use super::exit::Ending;
use super::output;
use crate::entry::Depth;
use crate::lab::interrupt;
use crate::lab::journal::{Journal, Records};
use crate::lab::progress::Progress;
use crate::lab::provenance::Provenance;
use crate::lab::replacement_1994::{Mode, Replacement1994, Samples, Summary};
use crate::lab::{Study as _, runner};
use crate::report;
use crate::scheme::SchemeName;
use crate::smp::SEED;

#[derive(Debug, Subcommand)]
pub(super) enum Study {
    /// Replacement schemes by table size and depth (Breuker, Uiterwijk and van den Herik, 1994)
    #[command(name = "1994")]
    Replacement1994(Arguments),
}

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Three sizes, cleared tables: a minute on two cores
    #[arg(long)]
    quick: bool,
    /// Schemes to compare [default: the seven of the paper]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::scheme)]
    schemes: Vec<SchemeName>,
    /// Table sizes in slots [default: 8K to 1024K, doubling; with --quick 8K, 64K, 512K]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = arguments::slots)]
    sizes: Vec<usize>,
    /// Plies to measure [default: 3..=7]
    #[arg(long, value_name = "A..=B", value_parser = arguments::plies)]
    plies: Option<(Depth, Depth)>,
    /// Units to run at once [default: all processors]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    jobs: Option<usize>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Print the rows as JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Print the verdicts on the paper's claims, and its figures beside ours
    #[arg(long, conflicts_with = "json")]
    verify: bool,
}

pub(super) fn run(study: &Study) -> Result<Ending> {
    match study {
        Study::Replacement1994(arguments) => replacement_1994(arguments),
    }
}

/// The grid the arguments ask for.
fn grid(arguments: &Arguments) -> Replacement1994 {
    let mut study = if arguments.quick { Replacement1994::quick() } else { Replacement1994::full() };
    if !arguments.schemes.is_empty() {
        study.schemes.clone_from(&arguments.schemes);
    }
    if !arguments.sizes.is_empty() {
        study.slots.clone_from(&arguments.sizes);
    }
    study.plies = arguments.plies.unwrap_or(study.plies);
    study
}

fn replacement_1994(arguments: &Arguments) -> Result<Ending> {
    let study = grid(arguments);
    study.try_sizes()?;
    let files = Files::create(&arguments.out, Replacement1994::NAME)?;
    let (mut journal, mut records) = Journal::open::<Replacement1994>(&files.journal)?;
    let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
    journal.begin::<Replacement1994>(Provenance::here(invocation(arguments, &study, jobs), SEED))?;

    let (units, stop) = (study.units(), interrupt::on_ctrl_c());
    let tally = runner::run(&study, &units, &mut journal, &mut records, jobs, &stop, &Progress::on_stderr())?;
    let records: Records<Replacement1994> =
        units.iter().filter_map(|unit| records.remove_entry(&unit.id)).collect();

    files.export(&study, &records)?;
    if arguments.json {
        output::json(&report::replacement_1994::rows(&study, &records))?;
    } else {
        print_tables(&study, &records);
    }
    if arguments.verify {
        output::print(&report::replacement_1994::verdict::text(&Samples::of(&records)));
    }
    output::complain(&format!(
        "{} of {} units{}; rows in {} and {}, journal in {}",
        tally.found + tally.finished,
        tally.planned,
        if tally.found > 0 { format!(" ({} from earlier runs)", tally.found) } else { String::new() },
        files.csv.display(),
        files.json.display(),
        files.journal.display(),
    ));
    if tally.is_complete() {
        return Ok(Ending::Done);
    }
    output::complain("interrupted: the same command again goes on from here");
    Ok(Ending::Interrupted)
}

/// The command line with every option filled in.
fn invocation(arguments: &Arguments, study: &Replacement1994, jobs: usize) -> String {
    let join = |values: Vec<String>| values.join(",");
    format!(
        "supplant study 1994{} --schemes {} --sizes {} --plies {}..={} --jobs {jobs} --out {}",
        if arguments.quick { " --quick" } else { "" },
        join(study.schemes.iter().map(ToString::to_string).collect()),
        join(study.slots.iter().map(|&slots| report::slots(slots)).collect()),
        study.plies.0,
        study.plies.1,
        arguments.out.display(),
    )
}

/// The files of a study.
struct Files {
    journal: PathBuf,
    csv: PathBuf,
    json: PathBuf,
}

impl Files {
    /// Makes sure that all of them can be written, before any work is done.
    fn create(directory: &Path, study: &str) -> Result<Self> {
        std::fs::create_dir_all(directory).with_context(|| {
            format!("{}: the folder cannot be created; choose another with --out", directory.display())
        })?;
        let files = Self {
            journal: Journal::path(directory, study, ""),
            csv: directory.join(format!("{study}.csv")),
            json: directory.join(format!("{study}.json")),
        };
        for path in [&files.csv, &files.json] {
            std::fs::OpenOptions::new().append(true).create(true).open(path).with_context(|| {
                format!("{}: cannot be written; choose another folder with --out", path.display())
            })?;
        }
        Ok(files)
    }

    fn export(&self, study: &Replacement1994, records: &Records<Replacement1994>) -> Result<()> {
        let rows = report::replacement_1994::rows(study, records);
        report::csv::write(&self.csv, &rows)?;
        report::json::write(&self.json, &rows)
    }
}

/// The deepest ply's table for each mode: the others are in the files.
fn print_tables(study: &Replacement1994, records: &Records<Replacement1994>) {
    let summary = Summary::of(study, records);
    let ply = study.plies.1;
    for &mode in &study.modes {
        let how = match mode {
            Mode::Clear => "table cleared between positions",
            Mode::Stamp => "old entries time-stamped",
        };
        output::line(&format!(
            "{ply}-ply searches of {} positions ({}), {how}.\n\
             Nodes; * fewest; % of the savings between no table and one without collisions.\n",
            study.positions.positions.len(),
            study.positions.name,
        ));
        output::line(&report::replacement_1994::nodes_by_scheme_and_size(study, &summary, mode, ply));
        output::line("");
    }
}
