//! The two streams. A reader that has gone away (`| head`) ends the program quietly.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Result;
use serde::Serialize;

use super::exit;
use super::terminal::{self, StreamStyle};
use supplant_lab::experiment::progress::Progress;

/// How the streams are written: set once, when the arguments have been read.
static LOOK: OnceLock<StreamStyle> = OnceLock::new();

/// Decides how the streams are written; the first call does.
pub(super) fn look_like(look: StreamStyle) {
    LOOK.get_or_init(|| look);
}

/// How the streams are written.
pub(super) fn look() -> StreamStyle {
    LOOK.get().copied().unwrap_or_default()
}

/// Text to stdout, as it is: what another program reads, or what has its form already.
pub(super) fn as_it_is(text: &str) {
    if let Err(error) =
        std::io::stdout().lock().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush())
    {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        let remedy = exit::remedy(error.kind()).map_or_else(String::new, |remedy| format!("; {remedy}"));
        complain(&format!("error: stdout: cannot be written: {error}{remedy}"));
        std::process::exit(exit::USAGE.into());
    }
}

/// Data, to stdout. Tables in it are made to fit.
pub(super) fn print(text: &str) {
    as_it_is(&look().data(text));
}

/// A line of data.
pub(super) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// The heading of a table that is printed row by row.
pub(super) fn heading(text: &str) {
    as_it_is(&format!("{}\n", look().heading(text)));
}

/// A row of such a table, which fits already.
pub(super) fn row(text: &str) {
    as_it_is(&format!("{}\n", terminal::in_text(text)));
}

/// One JSON document.
pub(super) fn json(value: &impl Serialize) -> Result<()> {
    as_it_is(&format!("{}\n", terminal::in_json(&serde_json::to_string(value)?)));
    Ok(())
}

/// What is to be said of journals, to stderr: all of it, were it not too much.
pub(super) fn remarks(remarks: &[String]) {
    const TOLD: usize = 10;
    remarks.iter().take(TOLD).for_each(|remark| complain(remark));
    if remarks.len() > TOLD {
        complain(&format!("and {} more lines that do not count", remarks.len() - TOLD));
    }
}

/// A line for people, to stderr: an error, a warning, or what the exit code says in a number.
pub(super) fn complain(text: &str) {
    // Nobody is left to tell if stderr is closed.
    let _ = writeln!(std::io::stderr(), "{}", look().words(text));
}

/// A line for people that they can do without: `--quiet` leaves it out.
pub(super) fn note(text: &str) {
    if !look().is_quiet {
        complain(text);
    }
}

/// Files that were written or removed, by their paths.
pub(super) fn named(files: &[PathBuf]) -> String {
    files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Where a run tells how far it is: nowhere, if asked to be quiet.
pub(super) fn progress() -> Progress {
    if look().is_quiet { Progress::silent() } else { Progress::on_stderr() }
}
