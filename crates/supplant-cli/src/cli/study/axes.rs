//! The axes of a study as options: one for each of [`axes::ALL`].

use anyhow::{Result, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use supplant_lab::experiment::searches::Searches;
use supplant_lab::experiment::searches::axes::{self, Axis};

#[derive(Clone, Debug, Default)]
pub(super) struct AxisArguments(Vec<(&'static Axis, Vec<String>)>);

impl AxisArguments {
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(axis, _)| axis.name == name)
    }

    fn value(&self, name: &str) -> Option<&str> {
        let (_, values) = self.0.iter().find(|(axis, _)| axis.name == name)?;
        values.first().map(String::as_str)
    }

    pub(super) fn set(&self, grid: &mut Searches) -> Result<()> {
        for (axis, values) in &self.0 {
            let values: Vec<_> = values.iter().map(String::as_str).collect();
            (axis.set)(grid, &values).map_err(|why| anyhow!("--{}: {why}", axis.name))?;
        }
        grid.positions.check_game(self.value("game")).map_err(|why| anyhow!("--{why}"))
    }
}

impl FromArgMatches for AxisArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let values = |axis: &'static Axis| {
            let values = matches.get_many::<String>(axis.name)?;
            Some((axis, values.cloned().collect()))
        };
        Ok(Self(axes::ALL.into_iter().filter_map(values).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for AxisArguments {
    fn augment_args(command: Command) -> Command {
        axes::ALL.into_iter().fold(command, |command, axis| command.arg(option(axis)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn option(axis: &'static Axis) -> Arg {
    let option = Arg::new(axis.name)
        .long(axis.name)
        .value_name(axis.values)
        .help_heading("The grid")
        .help(format!("{} [default: the study's]", axis.about));
    let option = match axis.takes_several() {
        true => option.value_delimiter(',').action(ArgAction::Append),
        false => option,
    };
    // Commands that take only files call this option `--epd`.
    if axis.name == "positions" { option.visible_alias("epd") } else { option }
}
