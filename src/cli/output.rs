//! The two streams. A reader that has gone away (`| head`) ends the program quietly.

use std::io::{ErrorKind, Write};

use anyhow::Result;
use serde::Serialize;

use super::exit;

/// Data, to stdout.
pub(super) fn print(text: &str) {
    if let Err(error) =
        std::io::stdout().lock().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush())
    {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        complain(&format!("error: stdout: {error}"));
        std::process::exit(exit::USAGE.into());
    }
}

/// A line of data.
pub(super) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// One JSON document.
pub(super) fn json(value: &impl Serialize) -> Result<()> {
    line(&serde_json::to_string(value)?);
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

/// A line for people, to stderr.
pub(super) fn complain(text: &str) {
    // Nobody is left to tell if stderr is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}
