//! The entry of a position, as a Python object.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use supplant::{Bound as ScoreBound, Move16, SizedEntry};

use crate::fault::refused;

/// The entry that a table keeps for a position.
///
/// Attributes:
///     score: from the view of the player to move, -32768 to 32767, in the unit of your game.
///     depth: plies searched below the position, 0 to 255.
///     bound: "exact", or "lower" if the value is at least the score, or "upper" if at most; "none"
///         in an entry without a score, which another program may have saved.
///     move: the best move as a number of yours, 1 to 65535; 0 if there is none.
///     size: nodes of the search below the position, within 1 %, up to 2.7e11 (layouts of 8 bytes: a
///         power of 8).
///
/// A table makes entries; two are equal if all five attributes are.
///
/// >>> import supplant
/// >>> table = supplant.Table("1 MiB")
/// >>> table.store("a position", score=35, depth=6, bound="lower", move=12)
/// True
/// >>> table.probe("a position")
/// Entry(score=35, depth=6, bound='lower', move=12, size=0)
#[pyclass(frozen, eq, hash, module = "supplant")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    /// From the view of the player to move.
    #[pyo3(get)]
    score: i16,
    /// Plies searched below the position.
    #[pyo3(get)]
    depth: u8,
    bound: u8,
    /// The best move, or 0.
    #[pyo3(get, name = "move")]
    mv: u16,
    /// Nodes of the search below the position.
    #[pyo3(get)]
    size: u64,
}

#[pymethods]
impl Entry {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("score", "depth", "bound", "move", "size")
    }

    /// "exact", "lower", "upper" or "none".
    #[getter]
    fn bound<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match ScoreBound::from_code(self.bound.into()) {
            ScoreBound::Exact => intern!(py, "exact"),
            ScoreBound::Lower => intern!(py, "lower"),
            ScoreBound::Upper => intern!(py, "upper"),
            ScoreBound::None => intern!(py, "none"),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let Self { score, depth, mv, size, .. } = self;
        format!("Entry(score={score}, depth={depth}, bound='{}', move={mv}, size={size})", self.bound(py))
    }

    #[staticmethod]
    fn _of(score: i16, depth: u8, bound: &Bound<'_, PyAny>, mv: u16, size: u64) -> PyResult<Self> {
        // Unpickling alone: a file of another program may have entries without a bound.
        let is_none = bound.eq(intern!(bound.py(), "none"))?;
        let bound = if is_none { ScoreBound::None } else { bound_of(bound)? };
        Ok(Self { score, depth, bound: bound as u8, mv, size })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let Self { score, depth, mv, size, .. } = *slf.get();
        let make = slf.get_type().getattr("_of")?;
        (make, (score, depth, slf.get().bound(py), mv, size)).into_pyobject(py)
    }
}

impl From<SizedEntry> for Entry {
    #[inline]
    fn from(SizedEntry { mv, score, bound, depth, size, .. }: SizedEntry) -> Self {
        Self { score, depth, bound: bound as u8, mv: mv.0, size }
    }
}

/// An entry of what a caller gave.
#[inline]
pub(crate) fn entry_of(
    score: i64,
    depth: i64,
    bound: Option<&Bound<'_, PyAny>>,
    mv: i64,
    size: u64,
) -> PyResult<SizedEntry> {
    let (Ok(score), Ok(depth), Ok(mv)) = (i16::try_from(score), u8::try_from(depth), u16::try_from(mv))
    else {
        return Err(beyond(score, depth, mv));
    };
    let bound = bound.map_or(Ok(ScoreBound::Exact), bound_of)?;
    Ok(SizedEntry { mv: Move16(mv), score, bound, depth, size, ..SizedEntry::default() })
}

#[cold]
fn beyond(score: i64, depth: i64, mv: i64) -> PyErr {
    let wrong = if i16::try_from(score).is_err() {
        format!("score {score}: an entry holds -32768 to 32767")
    } else if u8::try_from(depth).is_err() {
        format!("depth {depth}: an entry holds 0 to 255 plies")
    } else {
        format!("move {mv}: an entry holds 0 to 65535, and 0 stands for no move")
    };
    PyValueError::new_err(wrong)
}

fn bound_of(name: &Bound<'_, PyAny>) -> PyResult<ScoreBound> {
    let py = name.py();
    if name.is(intern!(py, "exact")) {
        return Ok(ScoreBound::Exact);
    }
    let text = name
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err("bound: give \"exact\", \"lower\" or \"upper\""))?;
    match &*text.to_cow()? {
        "exact" => Ok(ScoreBound::Exact),
        "lower" => Ok(ScoreBound::Lower),
        "upper" => Ok(ScoreBound::Upper),
        other => Err(refused(format!("no bound is called `{other}`; there are exact, lower and upper"))),
    }
}
