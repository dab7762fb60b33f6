//! Writes to stdout and stderr. A closed stdout (`| head`) ends the program quietly, unless
//! [`go_on_if_closed`] was called.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use serde::Serialize;

use super::exit;
use super::terminal::{self, StreamStyle};
use supplant_lab::experiment::progress::Progress;

static LOOK: OnceLock<StreamStyle> = OnceLock::new();

static GOES_ON: AtomicBool = AtomicBool::new(false);

/// From now on the program goes on if stdout is closed: it has a file to finish, or an error to tell.
pub(super) fn go_on_if_closed() {
    GOES_ON.store(true, Ordering::Relaxed);
}

/// What came of writing a page, to be told after the numbers: a page that cannot be written must not
/// cost them.
pub(super) fn told_later<T, E>(written: Result<T, E>) -> Result<T, E> {
    written.inspect_err(|_| go_on_if_closed())
}

pub(super) fn look_like(look: StreamStyle) {
    LOOK.get_or_init(|| look);
}

pub(super) fn look() -> StreamStyle {
    LOOK.get().copied().unwrap_or_default()
}

pub(super) fn as_it_is(text: &str) {
    if let Err(error) =
        std::io::stdout().lock().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush())
    {
        if error.kind() == ErrorKind::BrokenPipe {
            if GOES_ON.load(Ordering::Relaxed) {
                return;
            }
            std::process::exit(0);
        }
        let remedy = exit::remedy(error.kind()).map_or_else(String::new, |remedy| format!("; {remedy}"));
        complain(&format!("error: stdout: cannot be written: {error}{remedy}"));
        std::process::exit(exit::USAGE.into());
    }
}

/// # Errors
/// If a file of an earlier run is there and may not be replaced.
pub(super) fn keep_earlier(earlier: Option<PathBuf>, may_replace: bool) -> Result<()> {
    match earlier {
        Some(earlier) if !may_replace => {
            bail!("{}: holds an earlier run; give another --out, or --replace it", earlier.display())
        }
        _ => Ok(()),
    }
}

pub(super) fn print(text: &str) {
    as_it_is(&look().data(text));
}

pub(super) fn line(text: &str) {
    print(&format!("{text}\n"));
}

pub(super) fn heading(text: &str) {
    as_it_is(&format!("{}\n", look().heading(text)));
}

pub(super) fn row(text: &str) {
    as_it_is(&format!("{}\n", terminal::in_text(text)));
}

pub(super) fn json(value: &impl Serialize) -> Result<()> {
    as_it_is(&format!("{}\n", terminal::in_json(&serde_json::to_string(value)?)));
    Ok(())
}

pub(super) fn remarks(remarks: &[String]) {
    const TOLD: usize = 10;
    remarks.iter().take(TOLD).for_each(|remark| complain(remark));
    if remarks.len() > TOLD {
        complain(&format!("and {} more such remarks", remarks.len() - TOLD));
    }
}

pub(super) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", look().words(text));
}

pub(super) fn note(text: &str) {
    if !look().is_quiet {
        complain(text);
    }
}

pub(super) fn named(files: &[PathBuf]) -> String {
    files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

pub(super) fn progress() -> Progress {
    if look().is_quiet { Progress::silent() } else { Progress::on_stderr() }
}
