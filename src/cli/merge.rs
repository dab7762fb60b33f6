//! `supplant merge`: the results of several machines, joined.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::exit::Ending;
use super::output;
use super::study::Files;
use crate::lab::Study;
use crate::lab::collection::Collection;
use crate::lab::journal::{self, Line};
use crate::lab::merge::{Merged, Refusal, merge};
use crate::lab::replacement_1994::Replacement1994;
use crate::report;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folders of results
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// Folder for the joined results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Join also measurements that depend on the machine, of different machines
    #[arg(long)]
    allow_mixed_machines: bool,
}

/// Missing units that are named.
const NAMED: usize = 10;

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let collection = Collection::<Replacement1994>::read(&arguments.directories)?;
    let merged = match merge(&collection, arguments.allow_mixed_machines) {
        Ok(merged) => merged,
        Err(error) => {
            return match error.downcast_ref() {
                Some(Refusal::Disagreement(text)) => {
                    output::complain(&format!("error: {text}"));
                    Ok(Ending::Failed)
                }
                _ => Err(error),
            };
        }
    };
    let files = Files::at(&arguments.out, Replacement1994::NAME, None);
    refuse_to_lose::<Replacement1994>(&files.journal)?;
    files.create()?;
    write_lines(&files.journal, merged.lines())?;
    let headers = collection.journals.iter().flat_map(|file| &file.sessions).map(|session| &session.header);
    let beside = |name: &str| arguments.out.join(format!("{}.{name}", Replacement1994::NAME));
    // A file that was joined before has no writer of its own.
    write_lines(&beside("sessions.ndjson"), headers.filter(|header| !header.is_joined()))?;
    report::csv::write(&beside("timings.csv"), &merged.timings)?;
    let study = collection.plan().grid::<Replacement1994>()?.try_into()?;
    files.export(&study, &merged.records)?;
    Ok(tell(&merged, &files))
}

fn tell<S: Study>(merged: &Merged<S>, files: &Files) -> Ending {
    let units = merged.records.len();
    output::complain(&format!(
        "{units} units in {}, rows in {}",
        files.journal.display(),
        files.csv.display()
    ));
    if merged.missing.is_empty() {
        return Ending::Done;
    }
    for id in merged.missing.iter().take(NAMED) {
        output::complain(&format!("missing {id}"));
    }
    let count = merged.missing.len();
    output::complain(&format!("{count} units are missing; finish their shards, and merge again"));
    Ending::Failed
}

/// A journal that was measured, not joined, is the only copy of its records.
fn refuse_to_lose<S: Study>(path: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let lines = journal::read::<S>(path)?;
    let measured = |line: &Line<_, _>| matches!(line, Line::Header(header) if !header.is_joined());
    if lines.iter().any(measured) {
        bail!("{}: holds measurements, which joining would replace; choose another --out", path.display());
    }
    Ok(())
}

/// Writes a file of JSON lines.
fn write_lines(path: &Path, lines: impl Iterator<Item = impl Serialize>) -> Result<()> {
    report::file::write(path, |file| {
        for line in lines {
            serde_json::to_writer(&mut *file, &line)?;
            file.write_all(b"\n")?;
        }
        Ok(())
    })
}
