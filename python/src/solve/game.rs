//! Calls the methods of a Python game, and checks what they return.

use pyo3::PyTypeInfo as _;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyType};

use crate::fault::refused;

/// More moves of one position are an iterator without an end. Chosen, not measured.
const MOST_MOVES: usize = 1 << 20;

pub(super) fn check_methods(game: &Bound<'_, PyAny>) -> PyResult<()> {
    if game.is_instance_of::<PyType>() {
        return Err(PyTypeError::new_err(format!(
            "{game} is a class: give a position, which is an object of it"
        )));
    }
    let mut missing = Vec::new();
    for name in ["moves", "play", "is_terminal", "value", "key"] {
        if !game.getattr_opt(name)?.is_some_and(|method| method.is_callable()) {
            missing.push(format!("{name}()"));
        }
    }
    if missing.is_empty() {
        return match game.getattr_opt("player")? {
            Some(player) if !player.is_callable() => Err(PyTypeError::new_err(format!(
                "player is {}: make it a method player(), or give the attribute another name",
                player.get_type().name()?
            ))),
            _ => Ok(()),
        };
    }
    Err(PyTypeError::new_err(format!(
        "{} is not a game: it lacks {}; see help(supplant.solve)",
        game.get_type().name()?,
        missing.join(", ")
    )))
}

pub(super) fn is_terminal(position: &Bound<'_, PyAny>) -> PyResult<bool> {
    let name = intern!(position.py(), "is_terminal");
    match position.call_method0(name) {
        Err(_) if !position.hasattr(name)? => Err(PyTypeError::new_err(format!(
            "play() returned {}, which is not a position: it has no is_terminal()",
            position.get_type().name()?
        ))),
        over => over?.is_truthy(),
    }
}

pub(super) fn played<'py>(
    position: &Bound<'py, PyAny>,
    mv: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let next = position.call_method1(intern!(position.py(), "play"), (mv,))?;
    if next.is_none() || next.is(position) {
        let wrong = if next.is_none() { "None" } else { "the position itself" };
        return Err(PyTypeError::new_err(format!(
            "play() returned {wrong}: return another one, of the position after the move, and leave this one as it is"
        )));
    }
    Ok(next)
}

pub(super) fn moves_of<'py>(position: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let moves = position.call_method0(intern!(position.py(), "moves"))?;
    let mut listed = Vec::new();
    if !moves.hasattr("__iter__")? && !moves.hasattr("__getitem__")? {
        let kind = moves.get_type().name()?;
        return Err(PyTypeError::new_err(format!("moves() returned {kind}: return a list of moves")));
    }
    for mv in moves.try_iter()? {
        if listed.len() == MOST_MOVES {
            return Err(refused(format!("moves() returned more than {MOST_MOVES} moves of one position")));
        }
        listed.push(mv?);
    }
    if listed.is_empty() {
        return Err(refused("moves() returned none, and is_terminal() says that the game goes on"));
    }
    Ok(listed)
}

pub(super) fn score_of(value: &Bound<'_, PyAny>, (least, most): (i32, i32)) -> PyResult<i32> {
    let whole = match value.cast::<PyFloat>() {
        Ok(float) if float.value().fract() == 0.0 => float.call_method0("__int__")?,
        Ok(_) => {
            return Err(PyValueError::new_err(format!(
                "value() returned {value}: give an integer; multiply the game's values"
            )));
        }
        Err(_) => value.clone(),
    };
    if !PyInt::is_type_of(&whole) && !whole.hasattr("__index__")? {
        let kind = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("value() returned {kind}: give an integer")));
    }
    let score = match whole.extract::<i32>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => return Err(error),
        score => score.ok().filter(|score| (least..=most).contains(score)),
    };
    score.ok_or_else(|| {
        refused(format!("value() returned {value}, which is not in the range {least} to {most}"))
    })
}
