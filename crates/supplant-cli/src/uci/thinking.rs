//! One search for one `go`, on the search thread.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::info::InfoLine;
use super::threads::SessionEvent;
use std::sync::Arc;
use supplant::entry::{Bound, Depth, Move16};
use supplant_search::game::Game as _;
use supplant_search::game::chess::{Chess, Move};
use supplant_search::search::score::plies_to_end;
use supplant_search::search::{Guide, Iteration, Limits, Stop};
use supplant_search::smp::Order;

use parking_lot::Mutex;

#[derive(Debug)]
pub(super) struct SearchPlan {
    pub(super) game: Chess,
    pub(super) moves: Vec<Move>,
    pub(super) depth: Depth,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u64>,
    pub(super) soft: Option<Duration>,
    pub(super) hard: Option<Duration>,
    pub(super) is_hurried: bool,
    pub(super) stop: Stop,
    pub(super) started: Instant,
    pub(super) progress: Arc<NodeProgress>,
}

#[derive(Debug, Default)]
pub(super) struct NodeProgress(Mutex<(Arc<Guide>, u64)>);

impl NodeProgress {
    pub(super) fn now(&self) -> (Arc<Guide>, u64) {
        self.0.lock().clone()
    }

    fn nodes(&self) -> u64 {
        let (guide, before) = self.now();
        before + guide.nodes()
    }
}

pub(super) type Best = (Option<Move>, Option<Move>);

pub(super) fn think(engine: &mut Engine, plan: &SearchPlan, events: &Sender<SessionEvent>) -> Best {
    if !plan.game.has_moves() {
        return (None, None);
    }
    engine.table.new_generation();
    engine.has_searched = true;
    let mut thinking = Thinking { engine, plan, events };
    let lines = thinking.engine.options.lines.min(thinking.moves().len());
    let mut line = if lines > 1 { thinking.several(lines) } else { thinking.one() };
    if line.is_empty() && plan.nodes.is_none() {
        line = thinking.glance();
    }
    // If even one node was too many, any move is better than none.
    let first = line.first().copied().or_else(|| thinking.moves().first().copied());
    (first, line.get(1).copied())
}

struct Thinking<'a> {
    engine: &'a mut Engine,
    plan: &'a SearchPlan,
    events: &'a Sender<SessionEvent>,
}

struct FoundLine {
    value: i32,
    line: Vec<Move>,
}

struct ScoredLine<'a> {
    depth: Depth,
    value: i32,
    bound: Bound,
    moves: &'a [Move],
}

impl<'a> From<&'a Iteration<Move>> for ScoredLine<'a> {
    fn from(found: &'a Iteration<Move>) -> Self {
        Self { depth: found.depth, value: found.value, bound: Bound::Exact, moves: &found.line }
    }
}

#[derive(Clone, Copy)]
struct InfoCounts {
    hashfull: u16,
    nodes: Option<u64>,
}

impl Thinking<'_> {
    fn moves(&self) -> Vec<Move> {
        if !self.plan.moves.is_empty() {
            return self.plan.moves.clone();
        }
        let mut moves = Vec::new();
        self.plan.game.moves(&mut moves);
        moves.into_iter().map(|ranked| ranked.mv).collect()
    }

    fn order(&mut self, is_hurried: bool, limits: Limits, moves: &[Move]) -> Order {
        let moves: Vec<Move16> = moves.iter().map(|&mv| self.plan.game.encode(mv)).collect();
        let guide = Arc::new(Guide::new(moves, self.engine.go_on(is_hurried)));
        let enhancements = self.engine.options.preset.1;
        let nodes = self.plan.progress.nodes();
        *self.plan.progress.0.lock() = (Arc::clone(&guide), nodes);
        Order { enhancements, stop: self.plan.stop.clone(), guide: Some(guide), ..Order::alibaba(limits) }
    }

    fn limits(&self, depth: Depth) -> Limits {
        let spent = self.plan.started.elapsed();
        let left = |limit: Option<Duration>| limit.map(|limit| limit.saturating_sub(spent));
        let nodes = self.plan.nodes.map(|nodes| nodes.saturating_sub(self.plan.progress.nodes()));
        Limits { depth, nodes, soft: left(self.plan.soft), time: left(self.plan.hard) }
    }

    fn one(&mut self) -> Vec<Move> {
        let plan = self.plan;
        let order = self.order(plan.is_hurried, self.limits(plan.depth), &plan.moves);
        let told = Told { plan, is_chess960: self.engine.options.is_chess960, events: self.events };
        let (pool, table) = self.engine.workers(plan.is_hurried);
        let is_alone = pool.workers() == 1;
        let mut last = None;
        let answer = pool.search(table, &plan.game, &order, |found| {
            let nodes = is_alone.then_some(found.counters.nodes());
            let counted = InfoCounts { hashfull: table.occupancy().hashfull(), nodes };
            told.tell(None, found.into(), counted);
            last = found.line.first().copied();
            if plan.is_mate(found.value) {
                plan.stop.set();
            }
        });
        let nodes = Some(answer.counters().nodes());
        let counted = InfoCounts { hashfull: table.occupancy().hashfull(), nodes };
        if let Some(partial) = &answer.partial {
            let (depth, value, bound, moves) = (partial.depth, partial.value, partial.bound, &partial.line);
            told.tell(None, ScoredLine { depth, value, bound, moves }, counted);
        } else if let Some(best) = answer.best.as_ref().filter(|best| best.line.first().copied() != last) {
            told.tell(None, best.into(), counted);
        }
        let partial = answer.partial.map(|partial| partial.line);
        partial.or(answer.best.map(|best| best.line)).unwrap_or_default()
    }

    /// A move that loses the queen is worse than one that is slightly late.
    fn glance(&mut self) -> Vec<Move> {
        const FEW: u64 = 2048;
        let plan = self.plan;
        let limits = Limits { nodes: Some(FEW), ..Limits::depth(1) };
        let order = Order { stop: Stop::default(), ..self.order(true, limits, &plan.moves) };
        let told = Told { plan, is_chess960: self.engine.options.is_chess960, events: self.events };
        let (pool, table) = self.engine.workers(true);
        let answer = pool.search(table, &plan.game, &order, |found| {
            let nodes = Some(found.counters.nodes());
            let counted = InfoCounts { hashfull: table.occupancy().hashfull(), nodes };
            told.tell(None, found.into(), counted);
        });
        answer.best.map(|best| best.line).unwrap_or_default()
    }

    fn several(&mut self, lines: usize) -> Vec<Move> {
        let plan = self.plan;
        let mut best = Vec::new();
        for depth in 1..=plan.depth {
            let found = self.lines(lines, depth);
            let is_whole = found.len() == lines;
            let Some(first) = found.into_iter().next() else { break };
            best = first.line;
            let is_late = plan.soft.is_some_and(|soft| plan.started.elapsed() >= soft);
            if !is_whole || is_late || plan.is_mate(first.value) || plan.stop.is_set() {
                break;
            }
        }
        best
    }

    fn lines(&mut self, lines: usize, depth: Depth) -> Vec<FoundLine> {
        let plan = self.plan;
        let (mut left, mut found) = (self.moves(), Vec::new());
        let mut is_broken_off = false;
        while found.len() < lines && !is_broken_off {
            let mut order = self.order(plan.is_hurried, self.limits(depth), &left);
            order.enhancements.deepening = false;
            let (pool, table) = self.engine.workers(plan.is_hurried);
            let answer = pool.search(table, &plan.game, &order, |_| ());
            is_broken_off = answer.best.is_none();
            if let Some(best) = answer.best {
                left.retain(|mv| best.line.first() != Some(mv));
                found.push(FoundLine { value: best.value, line: best.line });
            }
        }
        found.sort_by_key(|line| std::cmp::Reverse(line.value));
        let told = Told { plan, is_chess960: self.engine.options.is_chess960, events: self.events };
        let counted = InfoCounts { hashfull: self.engine.table.occupancy().hashfull(), nodes: None };
        for (i, FoundLine { value, line }) in found.iter().enumerate() {
            let line = ScoredLine { depth, value: *value, bound: Bound::Exact, moves: line };
            told.tell(Some(i + 1), line, counted);
        }
        found
    }
}

impl SearchPlan {
    fn is_mate(&self, value: i32) -> bool {
        let plies = plies_to_end(value).filter(|&plies| plies > 0).map(i32::unsigned_abs);
        self.mate.zip(plies).is_some_and(|(moves, plies)| u64::from(plies.div_ceil(2)) <= moves)
    }
}

struct Told<'a> {
    plan: &'a SearchPlan,
    is_chess960: bool,
    events: &'a Sender<SessionEvent>,
}

impl Told<'_> {
    fn tell(&self, rank: Option<usize>, line: ScoredLine<'_>, InfoCounts { hashfull, nodes }: InfoCounts) {
        let ScoredLine { depth, value, bound, moves: line } = line;
        let (guide, before) = self.plan.progress.now();
        let nodes = before + nodes.unwrap_or_else(|| guide.nodes());
        let (deepest, elapsed) = (guide.deepest(), self.plan.started.elapsed());
        let found = InfoLine { depth, deepest, rank, value, bound, nodes, elapsed, hashfull, line };
        let _ = self.events.send(SessionEvent::Info(found.told(&self.plan.game, self.is_chess960)));
    }
}
