//! `supplant merge` joins the results of several machines.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::exit::Ending;
use super::output;
use super::study::KeptFiles;
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::merge::{Allowed, MergedJournals, merge};
use supplant_lab::experiment::searches::Searches;
use supplant_lab::experiment::{journal, past};
use supplant_lab::report;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folders of results
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// Folder for the joined results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The study, where a folder holds results of several
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Join also results that several builds wrote
    #[arg(long)]
    allow_mixed: bool,
    /// Join also measurements that depend on the machine, of different machines
    #[arg(long)]
    allow_mixed_machines: bool,
}

const NAMED: usize = 10;

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let collection = Collection::<Searches>::read(&arguments.directories, arguments.study.as_deref())?;
    output::remarks(&collection.remarks);
    let Arguments { allow_mixed, allow_mixed_machines, .. } = *arguments;
    let allowed = Allowed { mixed_builds: allow_mixed, mixed_machines: allow_mixed_machines };
    let merged = merge(&collection, allowed)?;
    let files = KeptFiles::at(&arguments.out, &collection.study, None);
    refuse_to_lose(&files.journal, &merged)?;
    files.create()?;
    write_lines(&files.journal, merged.lines())?;
    let headers = collection.measured().into_iter().filter(|header| !header.is_joined());
    write_lines(&past::sessions(&arguments.out, &collection.study), headers)?;
    report::csv::write(&past::timings(&arguments.out, &collection.study), &merged.timings)?;
    let experiment = collection.plan().experiment::<Searches>()?;
    files.export(&experiment, &merged.header.provenance, &merged.records)?;
    match merged.claimed.first() {
        Some(registered) => files.register(&collection.study, registered)?,
        None => files.unregister()?,
    }
    Ok(tell(&merged, &files))
}

fn tell(merged: &MergedJournals<Searches>, files: &KeptFiles) -> Ending {
    let units = report::counted(merged.records.len(), "unit");
    output::note(&format!("{units} in {}, rows in {}", files.journal.display(), files.csv.display()));
    if merged.missing.is_empty() {
        return Ending::Done;
    }
    for id in merged.missing.iter().take(NAMED) {
        output::complain(&format!("missing {id}"));
    }
    let missing = report::counted(merged.missing.len(), "unit");
    output::complain(&format!("{missing} missing: finish their shards, and merge again"));
    Ending::Failed
}

/// A journal that was measured, not joined, is the only copy of its records.
fn refuse_to_lose(path: &Path, merged: &MergedJournals<Searches>) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let held = journal::read::<Searches>(path)?;
    // A line that does not count may still be a measurement.
    if !held.damage.is_empty() || held.sessions.iter().any(|session| !session.header.is_joined()) {
        bail!("{}: holds measurements, which joining would replace; choose another --out", path.display());
    }
    let lost = held.records().filter(|(_, record)| !merged.records.contains_key(&record.id)).count();
    if lost > 0 {
        bail!(
            "{}: holds {} that these folders do not have; give its folder too, or choose another --out",
            path.display(),
            report::counted(lost, "unit")
        );
    }
    Ok(())
}

fn write_lines(path: &Path, lines: impl Iterator<Item = impl Serialize>) -> Result<()> {
    report::file::write(path, |file| {
        for line in lines {
            writeln!(file, "{}", journal::sealed(&line)?)?;
        }
        Ok(())
    })
}
