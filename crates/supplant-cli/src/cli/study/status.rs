//! `supplant study status` prints what a folder of results holds, and what is missing.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::exit::Ending;
use crate::cli::output;
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::plan::Share;
use supplant_lab::experiment::searches::Searches;
use supplant_lab::report::counted;

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Folders of results
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// The study, where a folder holds results of several
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Print JSON, with the ids of all missing units
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Status {
    study: String,
    units: usize,
    done: usize,
    missing: Vec<String>,
    sessions: Vec<Session>,
}

#[derive(Serialize)]
struct Session {
    journal: String,
    started: String,
    build: String,
    machine: String,
    share: Share,
    finished: usize,
}

const NAMED: usize = 10;

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let collection = Collection::<Searches>::read(&arguments.directories, arguments.study.as_deref())?;
    output::remarks(&collection.remarks);
    let status = status(collection)?;
    if arguments.json {
        output::json(&status)?;
    } else {
        tell(&status);
    }
    Ok(if status.missing.is_empty() { Ending::Done } else { Ending::Failed })
}

fn status(collection: Collection<Searches>) -> Result<Status> {
    let (wanted, finished) = (collection.wanted()?, collection.finished()?);
    let missing: Vec<_> = wanted.iter().filter(|id| !finished.contains_key(*id)).cloned().collect();
    let mut sessions = Vec::new();
    for file in &collection.journals {
        for session in &file.sessions {
            let provenance = &session.header.provenance;
            sessions.push(Session {
                journal: file.path.display().to_string(),
                started: provenance.started.clone(),
                build: provenance.build(),
                machine: provenance.machine(),
                share: session.header.share.clone(),
                finished: session.records.len(),
            });
        }
    }
    Ok(Status {
        study: collection.study,
        units: wanted.len(),
        done: wanted.len() - missing.len(),
        missing,
        sessions,
    })
}

fn tell(status: &Status) {
    let Status { study, units, done, missing, sessions } = status;
    output::line(&format!(
        "study {study}: {done} of {} done, {} missing",
        counted(*units, "unit"),
        missing.len()
    ));
    for session in sessions {
        let only = session.share.only.iter().map(|filter| format!(", only {filter}"));
        let shard = session.share.shard.map(|shard| format!(", shard {shard}"));
        output::line(&format!(
            "{}: {} from {} on {} by {}{}",
            session.journal,
            counted(session.finished, "unit"),
            if session.started.is_empty() { "other journals" } else { &session.started },
            if session.started.is_empty() { "their machines" } else { &session.machine },
            session.build,
            only.chain(shard).collect::<String>(),
        ));
    }
    for id in missing.iter().take(NAMED) {
        output::line(&format!("missing {id}"));
    }
    if missing.len() > NAMED {
        output::line(&format!("and {} more; --json names all", missing.len() - NAMED));
    }
}
