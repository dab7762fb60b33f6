//! Solves a game that is a Python object: alpha-beta to the end of the game, on a shared table.
//!
//! The search keeps its path on the heap, so a game may be of any length. Every result that it
//! stores is of a subtree searched to the end: an entry answers at any depth. The best line is found
//! afterwards, by asking which move keeps the value, so no move of an entry is trusted.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple, PyType};
use pyo3::{PyTraverseError, PyTypeInfo as _, PyVisit, intern};
use supplant::{Bound as ScoreBound, Key, Move16, SizedEntry};
use supplant_search::search::StudyTable;

use crate::fault::{guarded, refused};
use crate::key::key_of;
use crate::table::Table;

/// The greatest value of a game, to either side: what an entry holds.
const MOST: i32 = 32_767;

/// More moves of one position are an iterator without an end. Chosen, not measured.
const MOST_MOVES: usize = 1 << 20;

/// A longer path is a game without an end, which would take all memory. Chosen, not measured.
const MOST_PLIES: usize = 1 << 18;

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
    if let Some(progress) = progress.as_ref().filter(|progress| !progress.is_callable()) {
        let kind = progress.get_type().name()?;
        return Err(PyTypeError::new_err(format!("progress: give a function of one argument, not {kind}")));
    }
    check_methods(game)?;
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
            made = Table::in_memory(py, None, None, None)?;
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
    let has_players = game.hasattr(intern!(py, "player"))?;
    let mut search = Search {
        py,
        table,
        range,
        has_players,
        limits: Limits { nodes: nodes.unwrap_or(u64::MAX), seconds },
        progress: progress.map(|call| (call, every)),
        told: Duration::ZERO,
        started: Instant::now(),
        nodes: 0,
        hits: 0,
        path: HashSet::new(),
        followed: 0,
    };
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

fn check_methods(game: &Bound<'_, PyAny>) -> PyResult<()> {
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
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "{} is not a game: it lacks {}; see help(supplant.solve)",
        game.get_type().name()?,
        missing.join(", ")
    )))
}

struct Limits {
    nodes: u64,
    seconds: Option<Duration>,
}

/// Why a search ends without a value.
enum Ended {
    ByLimit,
    By(PyErr),
}

impl From<PyErr> for Ended {
    fn from(error: PyErr) -> Self {
        Self::By(error)
    }
}

/// The values that matter to a node, from the view of its player: those between the two.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// From the view of the next player.
    fn seen_by(self, is_other: bool) -> Self {
        if is_other { Self { alpha: -self.beta, beta: -self.alpha } } else { self }
    }
}

/// The result of a subtree, from the view of its player.
#[derive(Clone, Copy)]
struct Value {
    score: i32,
    /// Plies of the longest path that was searched.
    height: u32,
}

/// A position on the path whose moves are being searched.
struct Node<'py> {
    position: Bound<'py, PyAny>,
    key: Key,
    player: Option<Bound<'py, PyAny>>,
    /// Whether the player is not that of the root.
    is_other: bool,
    moves: Vec<Bound<'py, PyAny>>,
    /// The move of the table, which is searched first.
    first: Option<usize>,
    /// Moves begun so far, and the one that is being searched.
    begun: usize,
    searched: usize,
    /// Whether another player moves after it.
    turns: bool,
    window: Window,
    alpha: i32,
    best: Option<(i32, usize)>,
    height: u32,
    nodes_before: u64,
}

impl Node<'_> {
    /// The next move to search, the table's first.
    fn next_move(&mut self) -> Option<usize> {
        let number = self.begun;
        if number >= self.moves.len() {
            return None;
        }
        self.begun += 1;
        self.searched = match self.first {
            Some(first) if number == 0 => first,
            Some(first) if number <= first => number - 1,
            _ => number,
        };
        Some(self.searched)
    }
}

struct Search<'a, 'py> {
    py: Python<'py>,
    table: &'a dyn StudyTable,
    range: (i32, i32),
    has_players: bool,
    limits: Limits,
    progress: Option<(Bound<'py, PyAny>, Duration)>,
    told: Duration,
    started: Instant,
    nodes: u64,
    hits: u64,
    path: HashSet<Key>,
    /// Plies from the root to the position that is searched, when the line is followed.
    followed: usize,
}

enum Entered<'py> {
    Known(Value),
    Open(Box<Node<'py>>),
}

impl<'py> Search<'_, 'py> {
    fn solution(&mut self, game: &Bound<'py, PyAny>) -> PyResult<Solution> {
        let line = PyList::empty(self.py);
        let (least, most) = self.range;
        let window = Window { alpha: least, beta: most };
        let (value, finished) = match self.value(game, None, window) {
            Ok(Value { score, .. }) => match self.follow(game, score, &line) {
                Ok(()) => (Some(score), true),
                Err(Ended::ByLimit) => (Some(score), false),
                Err(Ended::By(error)) => return Err(error),
            },
            Err(Ended::ByLimit) => (None, false),
            Err(Ended::By(error)) => return Err(error),
        };
        let seconds = self.started.elapsed().as_secs_f64();
        Ok(Solution { value, line: line.unbind(), finished, nodes: self.nodes, hits: self.hits, seconds })
    }

    /// Searches a position to the end of the game, within a window of its player.
    ///
    /// `turn` says who moves, if it is known: the player, and whether that is the root's opponent.
    fn value(
        &mut self,
        position: &Bound<'py, PyAny>,
        turn: Option<(Option<Bound<'py, PyAny>>, bool)>,
        window: Window,
    ) -> Result<Value, Ended> {
        let mut path: Vec<Box<Node<'py>>> = Vec::new();
        self.path.clear();
        let (player, is_other) = match turn {
            Some(turn) => turn,
            None => (self.player(position)?, false),
        };
        let mut returned = match self.enter(position.clone(), player, is_other, window, 0)? {
            Entered::Known(value) => return Ok(value),
            Entered::Open(node) => {
                path.push(node);
                None
            }
        };
        loop {
            let plies = path.len();
            let Some(node) = path.last_mut() else { break };
            if let Some(Value { score, height }) = returned.take() {
                let score = if node.turns { -score } else { score };
                node.height = node.height.max(height + 1);
                if node.best.is_none_or(|(best, _)| score > best) {
                    node.best = Some((score, node.searched));
                    node.alpha = node.alpha.max(score);
                }
            }
            let next = if node.alpha >= node.window.beta { None } else { node.next_move() };
            if let Some(next) = next {
                let position = played(&node.position, &node.moves[next])?;
                let (player, turns) = self.turn(&position, node.player.as_ref())?;
                node.turns = turns;
                let is_other = node.is_other != turns;
                let window = Window { alpha: node.alpha, ..node.window }.seen_by(turns);
                match self.enter(position, player, is_other, window, plies)? {
                    Entered::Known(value) => returned = Some(value),
                    Entered::Open(_) if plies == MOST_PLIES => return Err(endless().into()),
                    Entered::Open(node) => path.push(node),
                }
            } else if let Some(node) = path.pop() {
                returned = Some(self.leave(&node));
            }
        }
        returned.ok_or_else(|| refused("a position without a value").into())
    }

    /// Visits a position: it is over, or the table answers, or its moves must be searched.
    fn enter(
        &mut self,
        position: Bound<'py, PyAny>,
        player: Option<Bound<'py, PyAny>>,
        is_other: bool,
        window: Window,
        plies: usize,
    ) -> Result<Entered<'py>, Ended> {
        let plies = plies + self.followed;
        self.look(plies)?;
        let nodes_before = self.nodes;
        self.nodes += 1;
        let py = self.py;
        let (least, most) = self.range_of(is_other);
        if is_terminal(&position)? {
            let score = score_of(&position.call_method0(intern!(py, "value"))?, (least, most))?;
            return Ok(Entered::Known(Value { score, height: 0 }));
        }
        // All values there are lie on one side of the window.
        if window.beta <= least || window.alpha >= most {
            let score = if window.beta <= least { least } else { most };
            return Ok(Entered::Known(Value { score, height: 0 }));
        }
        let key = key_of(&position.call_method0(intern!(py, "key"))?)?;
        let found = self.table.probe(key);
        if let Some(value) = found.and_then(|entry| answer(entry, window)) {
            self.hits += 1;
            self.table.cut_by(key);
            return Ok(Entered::Known(value));
        }
        if !self.path.insert(key) {
            return Err(refused(format!(
                "after {plies} plies key() returns what it returned earlier on the path: the game repeats a position, \
                 and has no end, or key() does not tell positions apart"
            ))
            .into());
        }
        let moves = moves_of(&position)?;
        let first = found.map(|entry| usize::from(entry.mv.0)).filter(|&mv| mv > 0 && mv <= moves.len());
        Ok(Entered::Open(Box::new(Node {
            position,
            key,
            player,
            is_other,
            moves,
            first: first.map(|mv| mv - 1),
            begun: 0,
            searched: 0,
            turns: true,
            window,
            alpha: window.alpha,
            best: None,
            height: 0,
            nodes_before,
        })))
    }

    /// Stores the result of a node whose moves were searched, or one of which was good enough.
    fn leave(&mut self, node: &Node<'py>) -> Value {
        self.path.remove(&node.key);
        let (score, best) = node.best.unwrap_or((node.alpha, 0));
        // Not exact at the ends of the range: another call may give a wider one.
        let bound = match score {
            score if score >= node.window.beta => ScoreBound::Lower,
            score if score <= node.window.alpha => ScoreBound::Upper,
            _ => ScoreBound::Exact,
        };
        let entry = SizedEntry {
            mv: Move16(u16::try_from(best + 1).unwrap_or(0)),
            score: score as i16,
            bound,
            depth: u8::try_from(node.height).unwrap_or(u8::MAX),
            size: self.nodes - node.nodes_before,
            ..SizedEntry::default()
        };
        self.table.store(node.key, entry);
        Value { score, height: node.height }
    }

    /// Finds moves that keep the value `score` of the root's player to the end of the game.
    fn follow(
        &mut self,
        game: &Bound<'py, PyAny>,
        score: i32,
        line: &Bound<'py, PyList>,
    ) -> Result<(), Ended> {
        let (mut position, mut score, mut is_other) = (game.clone(), score, false);
        let mut player = self.player(game)?;
        let mut keys = HashSet::new();
        while !position.call_method0(intern!(self.py, "is_terminal"))?.is_truthy()? {
            let key = key_of(&position.call_method0(intern!(self.py, "key"))?)?;
            let moves = moves_of(&position)?;
            let hint = self.table.probe(key).map(|entry| usize::from(entry.mv.0));
            let hint = hint.filter(|&mv| mv > 0 && mv <= moves.len()).map(|mv| mv - 1);
            let others = (0..moves.len()).filter(|&number| Some(number) != hint);
            let mut found = None;
            self.followed = line.len() + 1;
            for number in hint.into_iter().chain(others) {
                let next = played(&position, &moves[number])?;
                let (next_player, turns) = self.turn(&next, player.as_ref())?;
                let window = Window { alpha: score - 1, beta: score }.seen_by(turns);
                let is_next_other = is_other != turns;
                let value = self.value(&next, Some((next_player.clone(), is_next_other)), window)?.score;
                let value = if turns { -value } else { value };
                if value >= score {
                    found = Some((number, next, next_player, turns));
                    break;
                }
            }
            let Some((number, next, next_player, turns)) = found.filter(|_| keys.insert(key)) else {
                return Err(contradicted(line.len()).into());
            };
            line.append(&moves[number])?;
            is_other = is_other != turns;
            score = if turns { -score } else { score };
            (position, player) = (next, next_player);
        }
        let value = position.call_method0(intern!(self.py, "value"))?;
        if score_of(&value, self.range_of(is_other))? == score {
            Ok(())
        } else {
            Err(contradicted(line.len()).into())
        }
    }

    /// Limits, signals and progress, once a position.
    fn look(&mut self, plies: usize) -> Result<(), Ended> {
        self.py.check_signals()?;
        let elapsed = self.started.elapsed();
        if self.nodes >= self.limits.nodes || self.limits.seconds.is_some_and(|most| elapsed >= most) {
            return Err(Ended::ByLimit);
        }
        if let Some((call, every)) =
            self.progress.as_ref().filter(|(_, every)| elapsed >= self.told.saturating_add(*every))
        {
            self.told = elapsed.max(self.told.saturating_add(*every));
            let (nodes, hits) = (self.nodes, self.hits);
            call.call1((Progress { nodes, hits, seconds: elapsed.as_secs_f64(), plies },))?;
        }
        Ok(())
    }

    /// The least and the greatest value for a player.
    fn range_of(&self, is_other: bool) -> (i32, i32) {
        let (least, most) = self.range;
        if is_other { (-most, -least) } else { (least, most) }
    }

    fn player(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.has_players.then(|| position.call_method0(intern!(self.py, "player"))).transpose()
    }

    /// Returns the player of the next position, and whether it is another one than before.
    fn turn(
        &self,
        next: &Bound<'py, PyAny>,
        before: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, bool)> {
        let player = self.player(next)?;
        let turns = match (&player, before) {
            (Some(player), Some(before)) => !player.eq(before)?,
            _ => true,
        };
        Ok((player, turns))
    }
}

#[cold]
fn endless() -> PyErr {
    refused(format!(
        "after {MOST_PLIES} plies the game goes on: it has no end, or is too long for this search"
    ))
}

/// The line does not reach the value that was found.
#[cold]
fn contradicted(plies: usize) -> PyErr {
    refused(format!(
        "after {plies} plies the best line does not keep the value: key() gives one key to positions of different \
         values, the table has entries of another game, or play() or value() do not always return the same"
    ))
}

/// Returns the value of a node if its entry decides it. Every entry is of a subtree that was searched
/// to the end.
fn answer(entry: SizedEntry, window: Window) -> Option<Value> {
    let score = i32::from(entry.score);
    let answers = match entry.bound {
        ScoreBound::Exact => true,
        ScoreBound::Lower => score >= window.beta,
        ScoreBound::Upper => score <= window.alpha,
        ScoreBound::None => false,
    };
    answers.then_some(Value { score, height: entry.depth.into() })
}

fn is_terminal(position: &Bound<'_, PyAny>) -> PyResult<bool> {
    let name = intern!(position.py(), "is_terminal");
    match position.call_method0(name) {
        Err(_) if !position.hasattr(name)? => Err(PyTypeError::new_err(format!(
            "play() returned {}, which is not a position: it has no is_terminal()",
            position.get_type().name()?
        ))),
        over => over?.is_truthy(),
    }
}

fn played<'py>(position: &Bound<'py, PyAny>, mv: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let next = position.call_method1(intern!(position.py(), "play"), (mv,))?;
    if next.is_none() || next.is(position) {
        let wrong = if next.is_none() { "None" } else { "the position itself" };
        return Err(PyTypeError::new_err(format!(
            "play() returned {wrong}: return another one, of the position after the move, and leave this one as it is"
        )));
    }
    Ok(next)
}

fn moves_of<'py>(position: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let moves = position.call_method0(intern!(position.py(), "moves"))?;
    let mut listed = Vec::new();
    let iterated = moves.try_iter().or_else(|_| {
        let kind = moves.get_type().name()?;
        Err(PyTypeError::new_err(format!("moves() returned {kind}: return a list of moves")))
    })?;
    for mv in iterated {
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

fn score_of(value: &Bound<'_, PyAny>, (least, most): (i32, i32)) -> PyResult<i32> {
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
    let score = whole.extract::<i32>().ok().filter(|score| (least..=most).contains(score));
    score.ok_or_else(|| {
        refused(format!("value() returned {value}, which is not in the range {least} to {most}"))
    })
}
