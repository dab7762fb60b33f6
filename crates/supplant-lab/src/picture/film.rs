//! Recording one search on a small table.

use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result, ensure};
use parking_lot::Mutex;
use serde::ser::SerializeTuple as _;
use serde::{Serialize, Serializer};

use supplant::entry::bucket::LayoutName;
use supplant::entry::{Bound, Depth, SizedEntry};
use supplant::key::Key;
use supplant::scheme::SchemeName;
use supplant::table::{Held, Index as _, MultiplyShift, Size, Table};
use supplant_search::game::Game;
use supplant_search::search::{Enhancements, Limits, NoTable, NodeContext, SearchTable, Stop, StudyTable};
use supplant_search::smp::Order;
use supplant_search::smp::lockstep::{Event, Lockstep};

const MOST_NODES: u64 = 20_000_000;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    pub scheme: &'static str,
    pub rule: &'static str,
    pub slots: usize,
    pub bucket: usize,
    pub iterations: Vec<u64>,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub node: u64,
    pub action: Action,
    pub changes: Vec<(usize, Option<Cell>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Found(usize),
    Cut(usize),
    /// The scheme refused the entry if no slot changed.
    Stored {
        bucket: usize,
        offered: Cell,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub position: u32,
    pub entry: SizedEntry,
    pub wear: u8,
}

impl Film {
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.iterations.last().copied().unwrap_or_default()
    }

    /// The film depends on the arguments alone.
    ///
    /// The layout is `xor16`.
    ///
    /// # Errors
    /// If the table cannot be made, or the search has more than `most` steps or 20 million nodes.
    pub fn record<G: Game>(
        game: &G,
        searched: (Limits, Enhancements),
        (scheme, slots): (SchemeName, usize),
        most: usize,
    ) -> Result<Self> {
        let builder = Table::builder().size(Size::Slots(slots));
        let table = <dyn StudyTable>::build(scheme, LayoutName::Xor16, builder)?;
        let bucket = scheme.bucket_slots(LayoutName::Xor16)?;
        let index = MultiplyShift::over(table.slots() / bucket).context("a table has a bucket")?;
        let stop = Stop::default();
        let watched = Watched { table: &*table, index, state: Mutex::default(), most, stop: stop.clone() };
        watched.state.lock().slots = contents(&*table);
        let iterations =
            iterations(&watched, game, searched, &stop, |node| watched.state.lock().node = node)?;
        ensure!(!stop.is_set(), "the search uses the table more than {most} times");
        let info = scheme.info();
        Ok(Self {
            scheme: info.name,
            rule: info.rule,
            slots: table.slots(),
            bucket,
            iterations,
            steps: watched.state.into_inner().steps,
        })
    }
}

pub(super) struct Replay {
    cells: Vec<Option<Cell>>,
    found: HashSet<u32>,
}

impl Replay {
    pub(super) fn of(film: &Film) -> Self {
        Self { cells: vec![None; film.slots], found: HashSet::new() }
    }

    pub(super) fn advance(&mut self, step: &Step) -> Vec<usize> {
        let mut seen: Vec<_> = step.changes.iter().map(|&(slot, _)| slot).collect();
        step.changes.iter().for_each(|&(slot, cell)| self.cells[slot] = cell);
        match step.action {
            Action::Found(slot) | Action::Cut(slot) => {
                self.found.extend(self.cells[slot].map(|cell| cell.position));
                seen.push(slot);
            }
            Action::Stored { offered, .. } => {
                let is_kept = |&(_, cell): &(usize, Option<Cell>)| {
                    cell.is_some_and(|cell| cell.position == offered.position)
                };
                if step.changes.iter().any(is_kept) {
                    self.found.remove(&offered.position);
                }
            }
        }
        seen
    }

    pub(super) fn look(&self, slot: usize) -> Option<(Depth, bool)> {
        self.cells[slot].map(|cell| (cell.entry.depth, self.found.contains(&cell.position)))
    }
}

fn iterations<G: Game>(
    table: &dyn SearchTable,
    game: &G,
    (limits, enhancements): (Limits, Enhancements),
    stop: &Stop,
    mut on_node: impl FnMut(u64),
) -> Result<Vec<u64>> {
    let limits = Limits { nodes: Some(MOST_NODES), ..limits };
    let order = Order { enhancements, stop: stop.clone(), ..Order::alibaba(limits) };
    let mut iterations = Vec::new();
    let answer = Lockstep::new(1, 1).search(table, game, &order, |event| match event {
        Event::Turn { round, .. } => on_node(round),
        Event::Iteration(found) => iterations.push(found.counters.nodes()),
        _ => {}
    })?;
    ensure!(answer.counters().nodes() < MOST_NODES, "the search takes more than {MOST_NODES} nodes");
    Ok(iterations)
}

/// # Errors
/// If it takes more than 20 million nodes.
pub fn without_table<G: Game>(game: &G, searched: (Limits, Enhancements)) -> Result<Vec<u64>> {
    iterations(&NoTable, game, searched, &Stop::default(), |_| ()).context("without a table")
}

pub(super) fn contents(table: &dyn StudyTable) -> Vec<Option<Held<SizedEntry>>> {
    let mut slots = Vec::with_capacity(table.slots());
    table.for_each_slot(&mut |slot| slots.push(slot));
    slots
}

struct Watched<'a> {
    table: &'a dyn StudyTable,
    index: MultiplyShift,
    state: Mutex<State>,
    most: usize,
    stop: Stop,
}

impl Watched<'_> {
    fn add(&self, state: &mut State, action: Action) {
        state.add(action, contents(self.table));
        if state.steps.len() > self.most {
            self.stop.set();
        }
    }
}

#[derive(Default)]
struct State {
    node: u64,
    slots: Vec<Option<Held<SizedEntry>>>,
    found: Option<usize>,
    positions: HashMap<Key, u32>,
    steps: Vec<Step>,
}

impl State {
    fn cell(&mut self, key: Key, entry: SizedEntry, wear: u8) -> Cell {
        let next = self.positions.len() as u32;
        Cell { position: *self.positions.entry(key).or_insert(next), entry, wear }
    }

    fn add(&mut self, action: Action, now: Vec<Option<Held<SizedEntry>>>) {
        let before = std::mem::replace(&mut self.slots, now);
        let mut changes = Vec::new();
        for (slot, was) in before.iter().enumerate() {
            let is = self.slots[slot];
            if is != *was {
                let cell = is.map(|held| {
                    let key = held.key.expect("the layout verifies the whole key");
                    self.cell(key, held.payload, held.wear)
                });
                changes.push((slot, cell));
            }
        }
        self.steps.push(Step { node: self.node, action, changes });
    }
}

impl SearchTable for Watched<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.probe_both(key)[0]
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        let found = self.table.probe_both(key);
        let mut state = self.state.lock();
        state.found = None;
        for entry in found.into_iter().flatten() {
            let is_it = |held: &Held<SizedEntry>| held.key == Some(key) && held.payload == entry;
            let slot = state.slots.iter().position(|slot| slot.as_ref().is_some_and(is_it));
            if let Some(slot) = slot {
                state.found.get_or_insert(slot);
                self.add(&mut state, Action::Found(slot));
            }
        }
        found
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        self.table.store_with(key, entry, beside);
        let mut state = self.state.lock();
        let offered = state.cell(key, entry, 0);
        self.add(&mut state, Action::Stored { bucket: self.index.of(key), offered });
    }

    fn cut_by(&self, key: Key) {
        self.table.cut_by(key);
        let mut state = self.state.lock();
        if let Some(slot) = state.found {
            self.add(&mut state, Action::Cut(slot));
        }
    }
}

/// `[node, 0, slot, changes]`, `[node, 1, slot, changes]` or `[node, 2, bucket, offered, changes]`.
impl Serialize for Step {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { node, action, changes } = self;
        match action {
            Action::Found(slot) => (node, 0, slot, changes).serialize(to),
            Action::Cut(slot) => (node, 1, slot, changes).serialize(to),
            Action::Stored { bucket, offered } => (node, 2, bucket, offered, changes).serialize(to),
        }
    }
}

/// `[position, depth, bound, nodes, score, wear]`, the bound as `≤`, `≥` or `=`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { position, entry, wear } = self;
        let bound = match entry.bound {
            Bound::Upper => "≤",
            Bound::Lower => "≥",
            Bound::Exact => "=",
            Bound::None => "",
        };
        let mut tuple = to.serialize_tuple(6)?;
        tuple.serialize_element(position)?;
        tuple.serialize_element(&entry.depth)?;
        tuple.serialize_element(bound)?;
        tuple.serialize_element(&entry.size)?;
        tuple.serialize_element(&entry.score)?;
        tuple.serialize_element(wear)?;
        tuple.end()
    }
}
