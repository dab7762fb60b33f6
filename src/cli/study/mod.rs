//! `supplant study`: published experiments, run again, resumable, on one machine or many.

mod dry_run;
mod files;
mod replacement_1994;
mod status;

pub(super) use files::Files;

use anyhow::Result;
use clap::Subcommand;

use super::exit::Ending;

#[derive(Debug, Subcommand)]
pub(super) enum Study {
    /// Replacement schemes by table size and depth (Breuker, Uiterwijk and van den Herik, 1994)
    #[command(name = "1994")]
    Replacement1994(Box<replacement_1994::Arguments>),
    /// Tell what a folder of results holds and what is missing; exit code 1 if anything is
    Status(status::Arguments),
}

pub(super) fn run(study: &Study) -> Result<Ending> {
    match study {
        Study::Replacement1994(arguments) => replacement_1994::run(arguments),
        Study::Status(arguments) => status::run(arguments),
    }
}
