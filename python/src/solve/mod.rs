//! Solves a game that is a Python object: alpha-beta to the end of the game, on a shared table.

mod game;
mod search;

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit, intern};

use self::search::{Limits, Search};
use crate::fault::{check_progress, guarded, refused};
use crate::table::Table;

/// The greatest value of a game, to either side: what an entry holds.
const MOST: i32 = 32_767;

/// The result of solve().
///
/// Attributes:
///     value: of the game, from the view of the player to move, if nobody errs; None if a limit
///         ended the search before it was known.
///     line: moves that keep the value to the end of the game, none if value is None. A best line,
///         not the shortest.
///     finished: whether value and line are complete. False only if a limit ended the search.
///     nodes: positions visited, in value and line.
///     hits: of these, positions that the table answered.
///     seconds: of the whole call.
#[pyclass(frozen, get_all, module = "supplant")]
pub(crate) struct Solution {
    value: Option<i32>,
    line: Py<PyList>,
    finished: bool,
    nodes: u64,
    hits: u64,
    seconds: f64,
}

#[pymethods]
impl Solution {
    /// The first move of the line; None if there is none.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.line.bind(py).get_item(0).ok()
    }

    #[staticmethod]
    fn _of(
        value: Option<i32>,
        line: Py<PyList>,
        finished: bool,
        nodes: u64,
        hits: u64,
        seconds: f64,
    ) -> Self {
        Self { value, line, finished, nodes, hits, seconds }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { value, ref line, finished, nodes, hits, seconds } = *slf.get();
        let make = slf.get_type().getattr("_of")?;
        (make, (value, line, finished, nodes, hits, seconds)).into_pyobject(slf.py())
    }

    /// Moves may be objects that hold this one.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.line)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value.map_or_else(|| "None".to_owned(), |value| value.to_string());
        let (line, finished) = (self.line.bind(py).repr()?, if self.finished { "True" } else { "False" });
        let Self { nodes, hits, seconds, .. } = self;
        Ok(format!(
            "Solution(value={value}, line={line}, finished={finished}, nodes={nodes}, hits={hits}, \
             seconds={seconds:.3})"
        ))
    }
}

/// How far solve() is; it calls its `progress` with this.
///
/// Attributes:
///     nodes: positions visited so far.
///     hits: of these, positions that the table answered.
///     seconds: since the call.
///     plies: of the position that is being searched, from the root.
#[pyclass(frozen, get_all, module = "supplant")]
pub(crate) struct Progress {
    nodes: u64,
    hits: u64,
    seconds: f64,
    plies: usize,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let Self { nodes, hits, seconds, plies } = self;
        format!("Progress(nodes={nodes}, hits={hits}, seconds={seconds:.1}, plies={plies})")
    }
}

/// Find the exact value of a game and a best line, by alpha-beta with a transposition table.
///
/// The game ends after finitely many moves and has no chance and no hidden information. The argument
/// is an object with these methods. Each position that play() returns has them too:
///
///     moves() -> iterable     the legal moves, any objects, in the order to try them
///     play(move) -> position  the position after a move; the position itself must not change
///     is_terminal() -> bool   whether the game is over
///     value() -> int          of a finished game, from the view of the player to move there
///     key()                   the position, as supplant.key takes it
///
/// Optional are player(), for games in which players do not strictly take turns: any value that
/// tells the two apart; value() is then from the view of player(). And the attribute value_range of
/// the first position, if the argument is not given.
///
/// Equal keys mean equal values from the view of the player to move. Put into the key who is to
/// move, unless it does not matter, as in Nim.
///
/// Args:
///     game: the position to begin with.
///     table: a supplant.Table with entries of this game alone, to keep for the next call or to
///         share with other processes; by default a new Table().
///     nodes, seconds: limits. One that is reached ends the search: `finished` is then False, and
///         the same call on the same table goes on where it was, if the limit was enough to store
///         results: give at least as many nodes as the longest game has moves to choose from.
///     value_range: (least, most) value of any finished game for the player to move first. Narrow
///         limits save work: with (-1, 1) a won position is known at the first winning move.
///     progress: called with a Progress every `every` seconds.
///
/// An exception of the game or of progress, and Ctrl-C, end the search and come through unchanged.
/// What the table has stays.
///
/// Raises:
///     TypeError: the game lacks a method, or a method returns a wrong type.
///     ValueError: a value is not an integer in range, a position repeats, the game has no end
///         within 2**18 plies, or the line contradicts the value, because keys do not tell positions apart. Also: the layout of the table
///         verifies fewer than 64 bits of a key, so that its answers are no proof.
///
/// Cost: mostly the time of the methods. Of games.ConnectFour(5, 4) a position takes 2.3 µs, methods
/// included. Other Python threads run when the game's methods let them.
///
/// >>> import supplant
/// >>> class Nim:
/// ...     def __init__(self, *heaps): self.heaps = tuple(sorted(heaps))
/// ...     def moves(self):
/// ...         return [(i, n) for i, heap in enumerate(self.heaps) for n in range(1, heap + 1)]
/// ...     def play(self, move):
/// ...         heaps = list(self.heaps)
/// ...         heaps[move[0]] -= move[1]
/// ...         return Nim(*heaps)
/// ...     def is_terminal(self): return sum(self.heaps) == 0
/// ...     def value(self): return -1  # the other player took the last counter
/// ...     def key(self): return self.heaps
/// >>> supplant.solve(Nim(3, 4, 5), value_range=(-1, 1)).value  # 3 ^ 4 ^ 5 = 2: a win
/// 1
/// >>> supplant.solve(Nim(1, 2, 3), value_range=(-1, 1)).value  # 1 ^ 2 ^ 3 = 0: a loss
/// -1
#[pyfunction]
#[pyo3(signature = (game, *, table=None, nodes=None, seconds=None, value_range=None, progress=None, every=1.0))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    table: Option<PyRef<'_, Table>>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    value_range: Option<(i64, i64)>,
    progress: Option<Bound<'_, PyAny>>,
    every: f64,
) -> PyResult<Solution> {
    let seconds = seconds.map(|seconds| duration("seconds", seconds)).transpose()?;
    let every = duration("every", every)?;
    check_progress(progress.as_ref())?;
    game::check_methods(game)?;
    let range = match value_range {
        Some(range) => Some(range),
        None => match game.getattr_opt(intern!(py, "value_range"))? {
            Some(range) if !range.is_none() => Some(range.extract().map_err(|_| {
                PyTypeError::new_err("value_range of the game is not a pair of integers (least, most)")
            })?),
            _ => None,
        },
    };
    let made;
    let table = match &table {
        Some(table) => table.inner(),
        None => {
            made = Table::new(py, None, None, None)?;
            made.inner()
        }
    };
    if table.verified_bits() < u64::BITS {
        return Err(refused(format!(
            "the layout of the table verifies {} bits of a key, so that its answers are no proof; give xor16",
            table.verified_bits()
        )));
    }
    let range = checked_range(range.unwrap_or((-i64::from(MOST), MOST.into())))?;
    let limits = Limits { nodes: nodes.unwrap_or(u64::MAX), seconds };
    let mut search = Search::on(table, game, range, limits, progress.map(|call| (call, every)))?;
    guarded(|| search.solution(game))
}

fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    if seconds >= 0.0 {
        // More than a Duration holds is no limit.
        return Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    Err(refused(format!("{name}={seconds}: give a number of seconds from 0")))
}

fn checked_range((least, most): (i64, i64)) -> PyResult<(i32, i32)> {
    let fits = |value: i64| i32::try_from(value).ok().filter(|value| value.abs() <= MOST);
    match (fits(least), fits(most)) {
        (Some(least), Some(most)) if least < most => Ok((least, most)),
        _ => Err(refused(format!(
            "value_range ({least}, {most}): give the least and a greater value, both from -{MOST} to {MOST}"
        ))),
    }
}
