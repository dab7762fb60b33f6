//! How the program ends: exit codes, and errors in one line.

use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;

use super::output;
use crate::lab::collection::Disagreement;

/// A check failed.
pub const FAILED: u8 = 1;
/// Bad usage or input.
pub const USAGE: u8 = 2;
pub use crate::lab::interrupt::INTERRUPTED;

/// The last lines of `--help`.
pub(super) const HELP: &str = "Exit codes: 0 done, 1 a check failed, 2 bad usage or input, 130 interrupted.";

/// How a command ended, errors aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    /// A check failed; what is wrong has been said.
    Failed,
    Interrupted,
}

/// The exit code of a command; its error, if any, goes to stderr in one line.
pub(super) fn code(ending: Result<Ending>) -> ExitCode {
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(FAILED),
        Ok(Ending::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => {
            output::complain(&format!("error: {error:#}"));
            // Two measurements that must agree are a check of both.
            ExitCode::from(if error.is::<Disagreement>() { FAILED } else { USAGE })
        }
    }
}

/// What clap has to say: help as it is, errors in one line.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        output::print(&error.render().to_string());
        return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
    }
    let text = error.render().to_string();
    let said = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said =
        said.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    output::complain(&format!("{} (see --help)", said.collect::<Vec<_>>().join(" ")));
    ExitCode::from(USAGE)
}
