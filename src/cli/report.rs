//! `supplant report`: the page, the Markdown and the pictures of a study, made from its journals.

use std::path::PathBuf;

use anyhow::Result;
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

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let results = Results::read(&arguments.directory, arguments.study.as_deref(), arguments.allow_mixed)?;
    let study = studies::of(&results)?;
    output::remarks(&results.remarks);
    let measured = to_judge(&results);
    let claims = judged(study, &measured);
    let files =
        page::write(study, &results, &claims, arguments.out.as_ref().unwrap_or(&arguments.directory))?;
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
    let names: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
    output::note(&format!("wrote {}", names.join(", ")));
    Ok(Ending::Done)
}
