//! The command `supplant`, in the process of the interpreter that Python starts for it.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Run the command `supplant` with these words and return its exit code. It prints to the process's
/// own streams and takes its Ctrl-C, so it is for a process that does nothing else.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| supplant_cli::cli::run(std::iter::once("supplant".into()).chain(words)))
}
