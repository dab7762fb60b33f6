//! Errors as Python exceptions, in the words of the command; panics become exceptions too.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyIsADirectoryError, PyMemoryError, PyNotADirectoryError,
    PyOSError, PyPermissionError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use supplant::table::{BuildError, FileError, SizeError};
use supplant_lab::experiment::room::NoRoomError;

/// Does `work`, and turns its panic into a `RuntimeError`.
///
/// `work` may panic at any point, so what it borrows must be valid at each. A table's words are
/// valid whatever they hold.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(panic.as_ref())))
}

#[cold]
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!(
        "a fault of supplant, please report it: {}",
        said.unwrap_or("it says nothing")
    ))
}

/// Panics, so that a test can see what becomes of a panic.
#[pyfunction]
pub(crate) fn panic_for_a_test(words: String) -> PyResult<()> {
    guarded(|| panic!("{words}"))
}

/// Turns an error of the laboratory into the exception that Python has for its cause, with its words.
pub(crate) fn raised(error: &anyhow::Error) -> PyErr {
    let said = in_one_line(format!("{error:#}"));
    let cause = error.chain();
    match cause.into_iter().find_map(|cause| cause.downcast_ref::<io::Error>()) {
        Some(system) => of_system(system, said),
        None if error.chain().any(|cause| cause.is::<NoRoomError>() || is_memory(cause)) => {
            PyMemoryError::new_err(said)
        }
        None => PyValueError::new_err(said),
    }
}

fn is_memory(cause: &(dyn std::error::Error + 'static)) -> bool {
    let is_refused = |error: &SizeError| matches!(error, SizeError::OutOfMemory { .. });
    cause.downcast_ref::<SizeError>().is_some_and(is_refused)
        || matches!(cause.downcast_ref(), Some(BuildError::Size(error)) if is_refused(error))
        || matches!(cause.downcast_ref(), Some(FileError::Size { error, .. }) if is_refused(error))
}

fn of_system(error: &io::Error, said: String) -> PyErr {
    match error.kind() {
        io::ErrorKind::NotFound => PyFileNotFoundError::new_err(said),
        io::ErrorKind::PermissionDenied => PyPermissionError::new_err(said),
        io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(said),
        io::ErrorKind::IsADirectory => PyIsADirectoryError::new_err(said),
        io::ErrorKind::NotADirectory => PyNotADirectoryError::new_err(said),
        io::ErrorKind::OutOfMemory => PyMemoryError::new_err(said),
        _ => PyOSError::new_err(said),
    }
}

/// An error in words alone, in one line also if it quotes a name with a line feed.
pub(crate) fn refused(said: impl Into<String>) -> PyErr {
    PyValueError::new_err(in_one_line(said.into()))
}

fn in_one_line(said: String) -> String {
    if said.contains(char::is_control) { said.replace(char::is_control, "?") } else { said }
}

pub(crate) fn check_progress(progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(other) = progress.filter(|progress| !progress.is_callable()) else { return Ok(()) };
    let kind = other.get_type().name()?;
    Err(PyTypeError::new_err(format!("progress: give a function of one argument, not {kind}")))
}
