//! The chess search of the project, for Python.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use supplant_lab::experiment::words;
use supplant_search::game::Game as _;
use supplant_search::game::chess::{Chess, Move, notation};
use supplant_search::search::score::plies_to_end;
use supplant_search::search::{Iteration, Limits, Stop, StudyTable};
use supplant_search::smp::{Answer, Order, Pool};

use crate::fault::{check_progress, guarded, raised, refused};
use crate::table::Table;

/// The attributes of a [`ChessSearch`], in order.
type Parts = (Option<i32>, Option<i32>, Vec<String>, Vec<String>, u8, bool, u64, u64, u64, f64, Py<PyList>);

/// The depth of a search that nothing limits.
const USUAL_DEPTH: u8 = 8;

/// The result of search_chess().
///
/// Attributes:
///     score: in centipawns, from the view of the side to move; None if there is none. Beyond
///         31000 to either side the game is decided, see mate.
///     mate: moves to mate, negative if the side to move is mated; None if no mate was found.
///     line: the principal variation, as moves in UCI notation. It is empty if there is no move.
///     san: the same line in short algebraic notation.
///     depth: plies of the last iteration that was completed, 0 for none.
///     finished: whether the depth that was asked for was completed; False if a limit came first.
///     nodes: positions visited, by all workers in all iterations.
///     probes, hits: of the table.
///     seconds: of the search.
///     iterations: a dict for each completed iteration: depth, score, nodes, seconds, line.
#[pyclass(frozen, get_all, module = "supplant")]
pub(crate) struct ChessSearch {
    score: Option<i32>,
    mate: Option<i32>,
    line: Vec<String>,
    san: Vec<String>,
    depth: u8,
    finished: bool,
    nodes: u64,
    probes: u64,
    hits: u64,
    seconds: f64,
    iterations: Py<PyList>,
}

#[pymethods]
impl ChessSearch {
    /// The move to play, in UCI notation; None if there is none.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    #[staticmethod]
    #[pyo3(signature = (*parts))]
    fn _of(parts: Parts) -> Self {
        let (score, mate, line, san, depth, finished, nodes, probes, hits, seconds, iterations) = parts;
        Self { score, mate, line, san, depth, finished, nodes, probes, hits, seconds, iterations }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, found) = (slf.py(), slf.get());
        let make = slf.get_type().getattr("_of")?;
        let Self { score, mate, depth, finished, nodes, probes, hits, seconds, .. } = *found;
        let (line, san, iterations) = (found.line.clone(), found.san.clone(), found.iterations.clone_ref(py));
        let parts: Parts =
            (score, mate, line, san, depth, finished, nodes, probes, hits, seconds, iterations);
        (make, parts).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let score = self.score.map_or_else(|| "None".to_owned(), |score| score.to_string());
        let Self { line, depth, nodes, seconds, .. } = self;
        format!(
            "ChessSearch(score={score}, line='{}', depth={depth}, nodes={nodes}, seconds={seconds:.3})",
            line.join(" ")
        )
    }
}

/// Search a chess position with the project's own search and return what it found.
///
/// Args:
///     fen: the position, as a FEN or "startpos".
///     depth: plies of the last iteration, 1 to 100; by default 8 if nothing else limits it.
///     nodes, seconds: limits; the first that is reached ends the search.
///     table: a supplant.Table to use and to keep; its entries must be of such searches alone.
///     scheme, layout, size: of a new table instead, as of supplant.Table.
///     threads: workers, 1 to 1024. With one, the same call visits the same nodes.
///     search: the heuristics, a name as in `supplant search --search`: "alibaba", the program of
///         1994, "modern", and others.
///     progress: called with a dict for each completed iteration.
///
/// Ctrl-C and an exception of progress end the search and come through unchanged. What the table has
/// stays.
///
/// Raises:
///     ValueError: the FEN is wrong, or another argument is out of range.
///     MemoryError: the free memory cannot hold the new table.
///
/// Cost: one thread visits millions of nodes a second; other Python threads run meanwhile.
///
/// >>> import supplant
/// >>> found = supplant.search_chess("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", depth=3)
/// >>> found.mate, found.san
/// (1, ['Ra8#'])
#[pyfunction]
#[pyo3(signature = (
    fen="startpos", depth=None, *, nodes=None, seconds=None, table=None, scheme=None, layout=None, size=None,
    threads=1, search="alibaba", progress=None,
))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn search_chess(
    py: Python<'_>,
    fen: &str,
    depth: Option<i64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    table: Option<PyRef<'_, Table>>,
    scheme: Option<&str>,
    layout: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    threads: i64,
    search: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<ChessSearch> {
    let game = match fen {
        "startpos" => Chess::default(),
        _ => Chess::new(notation::fen(fen).map_err(|error| refused(error.to_string()))?),
    };
    let limits = limits(depth, nodes, seconds)?;
    let threads = words::threads(&threads.to_string()).map_err(refused)?;
    let (_, enhancements) = words::preset(search).map_err(refused)?;
    check_progress(progress.as_ref())?;
    let made;
    let table = match &table {
        Some(_) if scheme.is_some() || layout.is_some() || size.is_some() => {
            return Err(refused("table: it has scheme, layout and size already; give either it or them"));
        }
        Some(table) => {
            // Entries of earlier searches stay, and are older.
            table.inner().new_generation();
            table.inner()
        }
        None => {
            made = Table::new(py, size, scheme, layout)?;
            made.inner()
        }
    };
    let order = Order { enhancements, ..Order::alibaba(limits) };
    let stop = order.stop.clone();
    let iterations = PyList::empty(py).unbind();
    let progress = progress.map(Bound::unbind);
    let report = |py: Python<'_>, found: &Iteration<Move>| {
        let dict = iteration(py, &game, found)?;
        iterations.bind(py).append(&dict)?;
        progress.as_ref().map_or(Ok(()), |call| call.bind(py).call1((dict,)).map(drop))
    };
    let answer = py.detach(|| watched(table, &game, &order, threads, &stop, report))?;
    Ok(told(&game, &answer, limits.depth, iterations))
}

fn limits(depth: Option<i64>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
    let depth = match depth {
        Some(depth) => words::depth(&depth.to_string()).map_err(refused)?,
        None if nodes.is_none() && seconds.is_none() => USUAL_DEPTH,
        None => Limits::default().depth,
    };
    if nodes == Some(0) {
        return Err(refused("nodes=0: give a number of nodes from 1"));
    }
    let time = seconds.map(|seconds| {
        let time = Some(seconds).filter(|&seconds| seconds > 0.0);
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.ok_or_else(|| refused(format!("seconds={seconds}: give a number of seconds above 0")))
    });
    Ok(Limits { depth, nodes, time: time.transpose()?, ..Limits::default() })
}

/// Searches on another thread, so that this one can hear Ctrl-C and report iterations.
fn watched(
    table: &dyn StudyTable,
    game: &Chess,
    order: &Order,
    threads: usize,
    stop: &Stop,
    report: impl Fn(Python<'_>, &Iteration<Move>) -> PyResult<()>,
) -> PyResult<Answer<Move>> {
    std::thread::scope(|scope| {
        let (post, posted) = channel();
        let search = scope.spawn(move || {
            guarded(|| {
                let mut pool = Pool::try_new(threads).map_err(|error| raised(&error.into()))?;
                // Nobody may wait any more for what is found: after an error.
                Ok(pool.search(table, game, order, |found| drop(post.send(found.clone()))))
            })
        });
        let mut failed = None;
        loop {
            let said = posted.recv_timeout(Duration::from_millis(50));
            let heard = Python::attach(|py| {
                py.check_signals()?;
                // After an exception, iterations that were posted before are only taken.
                said.as_ref().ok().filter(|_| failed.is_none()).map_or(Ok(()), |found| report(py, found))
            });
            if let Err(error) = heard {
                stop.set();
                failed.get_or_insert(error);
            }
            if said == Err(RecvTimeoutError::Disconnected) {
                break;
            }
        }
        let answer = search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        failed.map_or(answer, Err)
    })
}

fn iteration<'py>(py: Python<'py>, game: &Chess, found: &Iteration<Move>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("depth", found.depth)?;
    dict.set_item("score", found.value)?;
    dict.set_item("nodes", found.counters.nodes())?;
    dict.set_item("seconds", found.elapsed.as_secs_f64())?;
    dict.set_item("line", in_words(game, &found.line, Chess::uci))?;
    Ok(dict)
}

fn in_words(game: &Chess, line: &[Move], word: fn(&Chess, Move) -> String) -> Vec<String> {
    let mut game = game.clone();
    let word = |&mv: &Move| {
        let word = word(&game, mv);
        game.play(mv);
        word
    };
    line.iter().map(word).collect()
}

fn told(game: &Chess, answer: &Answer<Move>, depth: u8, iterations: Py<PyList>) -> ChessSearch {
    let (best, partial, counters) = (answer.best.as_ref(), answer.partial.as_ref(), answer.counters());
    let found = partial.map(|partial| (partial.value, &partial.line));
    let found = found.or(best.map(|best| (best.value, &best.line)));
    let line = |word| found.map_or_else(Vec::new, |(_, line)| in_words(game, line, word));
    ChessSearch {
        score: found.map(|(value, _)| value),
        mate: found
            .and_then(|(value, _)| plies_to_end(value))
            .map(|plies| (plies + i32::from(plies > 0)) / 2),
        line: line(Chess::uci),
        san: line(Chess::notation),
        depth: best.map_or(0, |best| best.depth),
        finished: !game.has_moves() || best.is_some_and(|best| best.depth >= depth),
        nodes: counters.nodes(),
        probes: counters.probes,
        hits: counters.hits,
        seconds: answer.elapsed.as_secs_f64(),
        iterations,
    }
}
