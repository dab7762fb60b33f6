//! `supplant study` runs experiments of the literature and of this project.

mod arguments;
mod axes;
mod dry_run;
mod files;
mod run;
mod status;

pub(super) use files::KeptFiles;
pub(super) use run::verdicts;

use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args as _, Command, FromArgMatches, Subcommand};

use super::exit::Ending;
use supplant_lab::experiment::searches::axes as grid_axes;
use supplant_lab::studies::{self, Extent, Study};

#[derive(Debug)]
pub(super) enum StudyTask {
    Study(&'static str, Box<arguments::Arguments>),
    Stated(Box<arguments::Arguments>),
    Status(status::Arguments),
}

impl StudyTask {
    const STATUS: &'static str = "status";
    const RUN: &'static str = "run";
}

// No doc comment: it would take the place of what the command says about itself.
#[derive(Debug, clap::Args)]
struct Stated {
    /// A study in TOML; what it can say: `docs/experiments.md`
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl FromArgMatches for StudyTask {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, matches) = matches
            .subcommand()
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        if name == Self::STATUS {
            return status::Arguments::from_arg_matches(matches).map(Self::Status);
        }
        if name == Self::RUN {
            let Stated { file } = Stated::from_arg_matches(matches)?;
            let arguments = arguments::Arguments::from_arg_matches(matches)?;
            return Ok(Self::Stated(Box::new(arguments::Arguments { file: Some(file), ..arguments })));
        }
        let study =
            studies::find(name).ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidSubcommand))?;
        let arguments = arguments::Arguments::from_arg_matches(matches)?;
        Ok(Self::Study(study.name(), Box::new(arguments)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for StudyTask {
    fn augment_subcommands(command: Command) -> Command {
        let of = |study: &dyn Study| {
            let command =
                Command::new(study.name()).about(study.facts().about).after_help(grid_in_words(study));
            arguments::Arguments::augment_args(command)
        };
        let command =
            studies::all().into_iter().fold(command, |command, study| command.subcommand(of(study)));
        let stated =
            Stated::augment_args(Command::new(Self::RUN).about("Run your own study, stated in a TOML file"));
        let command = command.subcommand(arguments::Arguments::augment_args(stated));
        let about = "Tell what a folder of results holds and what is missing; exit code 1 if anything is";
        let status = status::Arguments::augment_args(Command::new(Self::STATUS).about(about));
        command.subcommand(status).subcommand_required(true).arg_required_else_help(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        [Self::STATUS, Self::RUN].contains(&name) || studies::find(name).is_some()
    }
}

fn grid_in_words(study: &dyn Study) -> String {
    let [full, quick] = [Extent::Full, Extent::Quick].map(|extent| study.experiment(extent));
    format!(
        "Without options: {}\nWith --quick: {}",
        grid_axes::stated(&full, None),
        grid_axes::stated(&quick, Some(&full))
    )
}

pub(super) fn run(task: &StudyTask) -> Result<Ending> {
    match task {
        StudyTask::Study(name, arguments) => {
            run::run(studies::find(name).expect("it was found when it was read"), arguments)
        }
        StudyTask::Stated(arguments) => {
            let file = arguments.file.as_deref().expect("it was given");
            run::run(studies::read(file)?, arguments)
        }
        StudyTask::Status(arguments) => status::run(arguments),
    }
}
