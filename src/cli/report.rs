//! `supplant report`: the page, the Markdown and the pictures of a study, made from its journals.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::exit::Ending;
use super::output;
use super::study::verdicts;
use crate::lab::searches::Results;
use crate::studies::{self, judged, page, to_judge};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder of a study, as given to `study --out`
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The study, where the folder holds results of several
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Folder for the report [default: the study's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take also results that several builds wrote
    #[arg(long)]
    allow_mixed: bool,
    /// Print the checklist as JSON instead of text
    #[arg(long)]
    json: bool,
}

fn named(files: &[PathBuf]) -> String {
    files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let directory = &arguments.directory;
    let results = Results::read(directory, arguments.study.as_deref(), arguments.allow_mixed)?;
    let study = studies::find(&results.study).with_context(|| {
        format!("no study is called `{}` here; use the version that wrote it", results.study)
    })?;
    output::remarks(&results.remarks);
    let samples = results.samples();
    let measured = to_judge(&results, &samples);
    let claims = judged(study, &measured);
    let files =
        page::write(study, &results, &samples, &claims, arguments.out.as_ref().unwrap_or(directory))?;
    if arguments.json {
        output::json(&claims)?;
    } else {
        output::print(&verdicts(study, &claims, &measured));
    }
    if results.missing > 0 {
        output::complain(&format!(
            "unfinished: {} of {} units are missing, and no claim is decided; `supplant study status` names them",
            results.missing,
            results.missing + results.records.len()
        ));
    }
    let family = &results.family;
    if results.left_aside > 0 {
        output::complain(&format!(
            "{} units of other searches, positions or numbers of threads were left aside; the report is on `{}` of \
             {} with {} threads a search",
            results.left_aside, family.search, family.positions, family.threads
        ));
    }
    output::complain(&format!("wrote {}", named(&files.written)));
    if !files.removed.is_empty() {
        output::complain(&format!("removed, of an earlier report: {}", named(&files.removed)));
    }
    Ok(Ending::Done)
}
