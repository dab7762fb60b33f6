//! Alpha-beta to the end of the game.
//!
//! The search keeps its path on the heap, so a game may be of any length. Every result that it
//! stores is of a subtree searched to the end: an entry answers at any depth. The best line is found
//! afterwards, by asking which move keeps the value, so no move of an entry is trusted.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyList;
use supplant::{Bound as ScoreBound, Key, Move16, SizedEntry};
use supplant_search::search::StudyTable;

use super::game::{is_terminal, moves_of, played, score_of};
use super::{Progress, Solution};
use crate::fault::refused;
use crate::key::key_of;

/// A longer path is a game without an end, which would take all memory. Chosen, not measured.
const MOST_PLIES: usize = 1 << 18;

pub(super) struct Limits {
    pub(super) nodes: u64,
    pub(super) seconds: Option<Duration>,
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

pub(super) struct Search<'a, 'py> {
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

impl<'a, 'py> Search<'a, 'py> {
    pub(super) fn on(
        table: &'a dyn StudyTable,
        game: &Bound<'py, PyAny>,
        range: (i32, i32),
        limits: Limits,
        progress: Option<(Bound<'py, PyAny>, Duration)>,
    ) -> PyResult<Self> {
        let py = game.py();
        Ok(Self {
            py,
            table,
            range,
            has_players: game.hasattr(intern!(py, "player"))?,
            limits,
            progress,
            told: Duration::ZERO,
            started: Instant::now(),
            nodes: 0,
            hits: 0,
            path: HashSet::new(),
            followed: 0,
        })
    }
}

impl<'py> Search<'_, 'py> {
    pub(super) fn solution(&mut self, game: &Bound<'py, PyAny>) -> PyResult<Solution> {
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
