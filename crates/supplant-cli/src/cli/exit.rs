//! How the program ends: exit codes, and errors in one line.

use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;

use super::output;
use supplant_lab::experiment::collection::DisagreementError;

/// A check failed.
pub const FAILED: u8 = 1;
/// Bad usage or input.
pub const USAGE: u8 = 2;
pub use supplant_lab::experiment::interrupt::INTERRUPTED;

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
            output::complain(&format!("error: {}", in_one_line(&error)));
            // Two measurements that must agree are a check of both.
            ExitCode::from(if error.is::<DisagreementError>() { FAILED } else { USAGE })
        }
    }
}

/// An error with its causes and what to do. Those of the system name no remedy themselves; it is added where nobody has named one.
fn in_one_line(error: &anyhow::Error) -> String {
    let said = format!("{error:#}");
    let system = error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>());
    match system.and_then(|system| remedy(system.kind())).filter(|_| !said.contains(';')) {
        Some(remedy) => format!("{said}; {remedy}"),
        None => said,
    }
}

/// What to do about an error of the system.
pub(super) fn remedy(kind: std::io::ErrorKind) -> Option<&'static str> {
    use std::io::ErrorKind::{
        FileTooLarge, IsADirectory, NotADirectory, NotFound, PermissionDenied, QuotaExceeded,
        ReadOnlyFilesystem, StorageFull,
    };
    Some(match kind {
        NotFound => "check the name and the folder it is looked for in",
        PermissionDenied => "ask for the right to it, or choose another",
        IsADirectory => "give a file, not a folder",
        NotADirectory => "one of the folders in this path is a file; check it",
        StorageFull | QuotaExceeded => "make room and repeat the command",
        FileTooLarge => "allow larger files (ulimit -f) and repeat the command",
        ReadOnlyFilesystem => "choose a folder that can be written",
        _ => return None,
    })
}

/// What clap has to say: help as it is, errors in one line.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        output::as_it_is(&output::look().of_clap(&error.render()));
        return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
    }
    let text = error.render().to_string();
    let said = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said =
        said.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    output::complain(&format!("{} (see --help)", said.collect::<Vec<_>>().join(" ")));
    ExitCode::from(USAGE)
}
