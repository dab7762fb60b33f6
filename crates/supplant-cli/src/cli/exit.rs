//! How the program ends: exit codes, and errors in one line.

use std::ffi::OsString;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::output;
use supplant::scheme::SchemeName;
use supplant_lab::experiment::collection::DisagreementError;

pub const FAILED: u8 = 1;
pub const USAGE: u8 = 2;
pub use supplant_lab::experiment::interrupt::INTERRUPTED;

pub(super) const HELP: &str = "Exit codes: 0 done, 1 a check failed, 2 bad usage or input, 130 interrupted.";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    Failed,
    Interrupted,
}

pub(super) fn code(ending: Result<Ending>) -> u8 {
    match ending {
        Ok(Ending::Done) => 0,
        Ok(Ending::Failed) => FAILED,
        Ok(Ending::Interrupted) => INTERRUPTED,
        Err(error) => {
            output::complain(&format!("error: {}", in_one_line(&error)));
            // Two measurements that disagree are a failed check, not bad input.
            if error.is::<DisagreementError>() { FAILED } else { USAGE }
        }
    }
}

fn in_one_line(error: &anyhow::Error) -> String {
    let said = format!("{error:#}");
    let system = error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>());
    match system.and_then(|system| remedy(system.kind())).filter(|_| !said.contains(';')) {
        Some(remedy) => format!("{said}; {remedy}"),
        None => said,
    }
}

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

pub(super) fn usage(error: &clap::Error, words: &[OsString]) -> u8 {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        output::as_it_is(&output::look().of_clap(&error.render()));
        return if error.use_stderr() { USAGE } else { 0 };
    }
    let text = error.render().to_string();
    let said = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said = said
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.starts_with("tip: "));
    let said = said.collect::<Vec<_>>().join(" ");
    let hint = hint(error, words).map_or_else(String::new, |hint| format!("; {hint}"));
    output::complain(&format!("{said}{hint} (see --help)"));
    USAGE
}

fn hint(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let texts = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    };
    let wrong =
        texts(ContextKind::InvalidArg).into_iter().chain(texts(ContextKind::InvalidSubcommand)).next()?;
    let options: Vec<_> =
        words.iter().map(|word| word.to_string_lossy()).filter(|word| word.starts_with("--")).collect();
    let has = |names: &[&str]| options.iter().any(|option| names.iter().any(|name| option.starts_with(name)));
    if matches!(wrong.as_str(), "w" | "b") && has(&["--fen"]) {
        return Some("put the FEN in quotes".to_owned());
    }
    if wrong.parse::<SchemeName>().is_ok() && has(&["--schemes"]) {
        return Some("join names by commas, without blanks".to_owned());
    }
    let is_near = |near: &String| {
        near.starts_with(&wrong) || wrong.starts_with(near) || strsim::damerau_levenshtein(&wrong, near) == 1
    };
    let mut known =
        texts(ContextKind::SuggestedArg).into_iter().chain(texts(ContextKind::SuggestedSubcommand));
    known.find(is_near).map(|near| format!("did you mean {near}?"))
}
