//! The command `supplant`, in the process of the interpreter that Python starts for it.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Run the command `supplant` with these words and return its exit code.
///
/// The command prints to the streams of the process and handles its signals. So the process should
/// do nothing else.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| supplant_cli::cli::run(std::iter::once("supplant".into()).chain(words)))
}
