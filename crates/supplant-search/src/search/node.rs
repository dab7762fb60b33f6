//! An interior node: principal variation search (Marsland, 1986; 1994, section 4.1), fail-soft by
//! default.

use super::Search;
use super::busy::Busy;
use super::draws::Proof;
use super::enhancements::PathDraws;
use super::order::{Lesson, Picker};
use super::score::{self, DRAW, INFINITE};
use crate::game::{Game, Outcome, Value};
use supplant::entry::{Bound, Depth, Marks, Move16, SizedEntry};
use supplant::key::Key;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    pub(super) fn clamped(self) -> Self {
        Self { alpha: self.alpha.max(-INFINITE), beta: self.beta.min(INFINITE) }
    }

    #[inline]
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    fn scout(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    #[inline]
    pub(super) fn at_beta(self) -> Self {
        Self { alpha: self.beta - 1, beta: self.beta }
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// A deferred move and its original index, which late-move reduction uses.
pub(super) type Deferred<M> = (M, usize);

struct Later {
    handed: usize,
    begin: usize,
    next: usize,
}

impl Later {
    #[inline]
    fn of<M>(deferred: &[Deferred<M>]) -> Self {
        Self { handed: 0, begin: deferred.len(), next: deferred.len() }
    }
}

pub(super) enum Step {
    Cut(Value),
    Continue,
}

#[derive(Debug)]
pub(super) struct Node<M> {
    pub(super) key: Key,
    pub(super) window: Window,
    pub(super) depth: Depth,
    pub(super) ply: usize,
    pub(super) best: Value,
    pub(super) best_move: Option<M>,
    /// The table's upper bound also limits a leaf (1994, section 4.4, "the evaluation value is
    /// adjusted").
    pub(super) ceiling: Value,
    pub(super) keeps_line: bool,
    pub(super) table_moves: [Option<M>; 2],
    pub(super) extended: bool,
    pub(super) proof: Proof,
    pub(super) leaves_draws: bool,
    pub(super) foreseen: Option<Value>,
    /// The window was open when the node was entered.
    pub(super) is_pv: bool,
    /// The first entry that the table has for the position, if its score may have an effect.
    pub(super) stored: Option<SizedEntry>,
    /// The static value, corrected by what was learnt, if it was asked for and the side to move is not in
    /// check.
    pub(super) stand: Option<Value>,
    /// The static value corrected by the table's bound.
    pub(super) estimate: Value,
    pub(super) improves: bool,
    /// The move that this search leaves out.
    pub(super) excluded: Option<M>,
    /// By how much the table's move is extended.
    pub(super) singular: i8,
    /// Alpha before the first move; a greater value is exact.
    floor: Value,
    size_before: u64,
    drawn_before: u64,
}

#[derive(Clone, Copy)]
struct Before {
    size: u64,
    drawn_by_path: u64,
}

impl<M: Copy> Node<M> {
    #[inline]
    fn new(key: Key, window: Window, depth: Depth, ply: usize, before: Before) -> Self {
        Self {
            key,
            window,
            depth,
            ply,
            best: -INFINITE,
            best_move: None,
            ceiling: INFINITE,
            keeps_line: true,
            table_moves: [None; 2],
            extended: false,
            proof: Proof::NONE,
            leaves_draws: true,
            foreseen: None,
            is_pv: !window.is_empty(),
            stored: None,
            stand: None,
            estimate: 0,
            improves: false,
            excluded: None,
            singular: 0,
            floor: window.alpha,
            size_before: before.size,
            drawn_before: before.drawn_by_path,
        }
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.depth == 0 && self.keeps_line
    }

    #[inline]
    pub(super) fn is_scout(&self) -> bool {
        !self.is_pv
    }

    #[inline]
    pub(super) fn narrow(&mut self, window: Window) {
        self.window = window;
        self.floor = window.alpha;
    }
}

impl<G: Game> Search<'_, G> {
    /// At or below alpha the value is an upper bound, at or above beta a lower bound. It has no
    /// meaning once the search is stopped.
    pub(super) fn node(&mut self, window: Window, depth: Depth, ply: usize) -> Value {
        self.lines.clear(ply);
        self.enter_line(ply);
        let extended = self.is_extended_or_was(depth, ply);
        let depth = depth + Depth::from(extended);
        if depth == 0 {
            return self.leaf(window, ply);
        }
        self.counters.interior += 1;
        if self.must_stop() || self.is_drawn_by_path() {
            self.prove(Proof::DRAW);
            return DRAW;
        }
        let mut node = Node { extended, ..self.enter(window, depth, ply) };
        self.leave_out(&mut node);
        if let Step::Cut(value) = self.consult(&mut node) {
            return value;
        }
        if let Step::Cut(value) = self.before_moves(&mut node) {
            return value;
        }
        if !self.try_moves(&mut node) {
            return self.value_without_moves(ply);
        }
        self.conclude(&mut node);
        // Without the move that is left out there may be none.
        if !self.stopped && node.best > -INFINITE {
            self.remember(&node);
        }
        node.best
    }

    /// The steps that may cut a node off without a search of its moves.
    #[inline]
    fn before_moves(&mut self, node: &mut Node<G::Move>) -> Step {
        self.reduce_without_table_move(node);
        self.take_stand(node);
        if let Step::Cut(value) = self.foresee(node) {
            return Step::Cut(value);
        }
        if let Step::Cut(value) = self.reaches_beta_at_once(node) {
            return Step::Cut(value);
        }
        if let Step::Cut(value) = self.razor(node) {
            return Step::Cut(value);
        }
        if let Step::Cut(value) = self.try_pass(node) {
            return Step::Cut(value);
        }
        self.try_without_table_move(node)
    }

    /// The position must have been counted just before.
    #[inline]
    pub(super) fn enter(&mut self, window: Window, depth: Depth, ply: usize) -> Node<G::Move> {
        self.deepest = self.deepest.max(ply);
        let before = Before { size: self.size - 1, drawn_by_path: self.drawn_by_path };
        let best = if self.on.fail_hard && ply > 0 { window.alpha } else { -INFINITE };
        Node { best, ..Node::new(self.game.key(), window, depth, ply, before) }
    }

    #[inline]
    pub(super) fn is_drawn_by_path(&mut self) -> bool {
        if self.on.path_draws == PathDraws::Off {
            return false;
        }
        let is_drawn = self.game.is_stalled() || self.is_repeated();
        self.drawn_by_path += u64::from(is_drawn);
        is_drawn
    }

    fn is_repeated(&self) -> bool {
        let seen = self.game.repetitions(self.root);
        seen.in_search + seen.in_game >= 2 || self.on.path_draws == PathDraws::Twofold && seen.in_search >= 1
    }

    fn is_tainted(&self, node: &Node<G::Move>) -> bool {
        self.drawn_by_path != node.drawn_before
    }

    fn try_moves(&mut self, node: &mut Node<G::Move>) -> bool {
        let refutation = if self.on.refutation { self.known.refutations.take(node.ply) } else { None };
        let mut picker = Picker::all(refutation, node.table_moves, node.ply);
        let mut later = Later::of(&self.deferred);
        let tried_before = self.tried.len();
        while let Some((mv, nth)) = self.next_undeferred(&mut picker, &mut later, node.depth - 1) {
            if node.excluded == Some(mv) || self.leaves_out(node, mv, nth) || self.prunes(node, mv, nth) {
                continue;
            }
            let value = self.try_marked(node, mv, nth);
            if nth == 0 {
                self.known.refutations.leave();
            }
            if self.stopped {
                break;
            }
            if value > node.best {
                self.lines.extend(node.ply, mv);
                self.raise_line(node.ply, mv);
            }
            if self.raises(node, mv, value) {
                self.learn(node, mv, tried_before);
                break;
            }
            self.keep_tried(mv);
        }
        self.tried.truncate(tried_before);
        self.deferred.truncate(later.begin);
        picker.close(self.known);
        later.handed > 0
    }

    /// Deferred moves come last, free ones first. The first move of a node is never deferred,
    /// because its value sets alpha for the others.
    #[inline]
    fn next_undeferred(
        &mut self,
        picker: &mut Picker<G::Move>,
        later: &mut Later,
        draft: Depth,
    ) -> Option<Deferred<G::Move>> {
        let busy = self.together.busy.as_ref();
        while let Some(mv) = self.next_move(picker) {
            let nth = later.handed;
            later.handed += 1;
            let is_put_off = |busy: &Busy| nth > 0 && busy.is_marked(self.game.likely_key_after(mv), draft);
            if !busy.is_some_and(is_put_off) {
                return Some((mv, nth));
            }
            self.deferred.push((mv, nth));
        }
        let left = self.deferred.get(later.next..).filter(|left| !left.is_empty())?;
        let next = later.next + self.first_free(left.iter().map(|&(mv, _)| mv), draft);
        self.deferred[later.next..=next].rotate_right(1);
        later.next += 1;
        Some(self.deferred[later.next - 1])
    }

    pub(super) fn first_free(&self, mut moves: impl Iterator<Item = G::Move>, draft: Depth) -> usize {
        let Some(busy) = self.together.busy.as_ref() else { return 0 };
        moves.position(|mv| !busy.is_marked(self.game.likely_key_after(mv), draft)).unwrap_or(0)
    }

    #[inline]
    pub(super) fn try_marked(&mut self, node: &mut Node<G::Move>, mv: G::Move, nth: usize) -> Value {
        let Some(busy) = self.together.busy.as_ref().filter(|_| nth > 0) else {
            return self.try_move(node, mv, nth);
        };
        let (key, draft) = (self.game.likely_key_after(mv), node.depth - 1);
        let is_own = busy.mark(key, draft);
        let value = self.try_move(node, mv, nth);
        if is_own {
            busy.unmark(key, draft);
        }
        value
    }

    #[inline]
    pub(super) fn next_move(&mut self, picker: &mut Picker<G::Move>) -> Option<G::Move> {
        let (game, table, hints) = (&self.game, self.table, self.hints);
        picker.next(game, self.known, &self.on, |mv| {
            if hints {
                table.prefetch(game.likely_key_after(mv));
            }
        })
    }

    /// Searches a move: the first with the whole window, others with an empty one, some reduced; a
    /// value above alpha is searched again.
    #[inline]
    fn try_move(&mut self, node: &mut Node<G::Move>, mv: G::Move, nth: usize) -> Value {
        let (window, depth, ply) = (node.window, self.depth_after(node, mv), node.ply + 1);
        let scouts = nth > 0 && self.on.minimal_window && !window.is_empty();
        let planned = self.planned_reduction(node, mv, nth);
        self.note_move(node.ply, mv);
        self.follow_line(node.ply, Some(mv));
        self.game.play(mv);
        let mut value = INFINITE;
        if planned > 0 && !self.game.in_check() {
            value = -self.node(window.scout().flipped(), depth - planned, ply);
        }
        if scouts && value > window.alpha && !self.stopped {
            value = -self.node(window.scout().flipped(), depth, ply);
        }
        let is_inside = value > window.alpha && (value < window.beta || !scouts);
        if is_inside && !self.stopped {
            value = -self.node(window.flipped(), depth, ply);
        }
        self.game.undo();
        value
    }

    #[inline]
    pub(super) fn raises(&mut self, node: &mut Node<G::Move>, mv: G::Move, value: Value) -> bool {
        let value = if self.on.fail_hard { value.min(node.window.beta) } else { value };
        if value > node.best {
            node.best = value;
            node.best_move = Some(mv);
        }
        node.window.alpha = node.window.alpha.max(value);
        let cuts = value >= node.window.beta;
        self.take_proof(node, cuts);
        cuts
    }

    #[cold]
    pub(super) fn value_without_moves(&mut self, ply: usize) -> Value {
        let (value, proof) = match self.game.without_moves() {
            Outcome::Lost => (score::lost_at(ply), Proof::LOST),
            Outcome::Draw => (DRAW, Proof::DRAW),
        };
        self.prove(proof);
        value
    }

    pub(super) fn remember(&mut self, node: &Node<G::Move>) {
        let bound = if node.best >= node.window.beta {
            Bound::Lower
        } else if node.best > node.floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let (Some(mv), 1.., false) = (node.best_move, node.depth, self.on.gravity) {
            let gain = self.on.history_weight.gain(node.depth);
            let lesson = Lesson { mv, ply: node.ply, gain, cut: bound == Bound::Lower };
            self.known.reward(&self.game, lesson, self.pooled);
        }
        self.learn_error(node, bound);
        if self.on.uses_table() && !(self.on.untainted && self.is_tainted(node)) {
            self.counters.stores += 1;
            let entry = SizedEntry {
                mv: node.best_move.map_or(Move16::NONE, |mv| self.game.encode(mv)),
                score: score::to_table(node.best, node.ply),
                bound,
                depth: node.depth,
                size: self.size - node.size_before,
                marks: Marks::new(node.extended, self.is_drawn(node, bound)),
                ..SizedEntry::default()
            };
            self.store(node, entry);
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use std::collections::HashMap;

    use crate::game::Game as _;
    use crate::game::domineering::{Domineering, Player};
    use crate::search::negamax::negamax;
    use crate::search::{
        Asked, Busy, Control, Enhancements, Limits, NoTable, SearchTable, Searcher, Stop, Task, Together,
        Variation, search,
    };
    use crate::sync::{Mutex, lock};
    use supplant::entry::{Bound, Depth, SizedEntry};
    use supplant::key::Key;

    const DEPTH: Depth = 6;

    fn marked(game: &mut Domineering, plies: usize, busy: &Busy) -> usize {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut marks = 0;
        for ranked in moves {
            let key = game.likely_key_after(ranked.mv);
            marks += (0..DEPTH).filter(|&draft| busy.mark(key, draft)).count();
            if plies > 1 {
                game.play(ranked.mv);
                marks += marked(game, plies - 1, busy);
                game.undo();
            }
        }
        marks
    }

    /// Counts stored values outside the window of their node, and upper bounds with a move.
    #[derive(Default)]
    struct Windows(Mutex<(HashMap<Key, Asked>, [usize; 2])>);

    impl SearchTable for Windows {
        fn listens(&self) -> bool {
            true
        }
        fn asked(&self, key: Key, asked: Asked) {
            lock(&self.0).0.insert(key, asked);
        }
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            None
        }
        fn store(&self, key: Key, entry: SizedEntry) {
            let mut seen = lock(&self.0);
            let asked = seen.0.remove(&key).filter(|asked| entry.depth > 0 && asked.depth == entry.depth);
            if let Some(Asked { alpha, beta, .. }) = asked {
                seen.1[0] += usize::from(!(alpha..=beta).contains(&entry.score.into()));
                seen.1[1] += usize::from(entry.bound == Bound::Upper && entry.mv.is_some());
            }
        }
    }

    #[test]
    fn a_fail_hard_search_stores_no_value_outside_the_window_and_no_move_that_fails_low() {
        let game = Domineering::new(5, 5, Player::Vertical);
        let stored = |fail_hard| {
            let windows = Windows::default();
            let on = Enhancements { fail_hard, ..Enhancements::SOUND };
            let best = search(&game, &windows, Limits::depth(DEPTH), on).best.expect("nothing stops it");
            let [outside, moves] = lock(&windows.0).1;
            (best.value, outside, moves)
        };
        let ((soft, outside, moves), hard) = (stored(false), stored(true));
        assert_eq!(hard, (soft, 0, 0));
        assert!(outside > 100 && moves > 100, "{outside} {moves}");
    }

    #[test]
    fn a_move_that_seems_to_be_searched_for_ever_is_searched_all_the_same() {
        let mut game = Domineering::new(4, 4, Player::Vertical);
        let busy = Busy::new();
        assert!(marked(&mut game, 2, &busy) > 50 * usize::from(DEPTH));
        let together = Together { busy: Some(busy), ..Together::default() };
        let control = Control::start(Limits::depth(DEPTH), 1, Stop::default()).with(together);
        let task = Task {
            enhancements: Enhancements::SOUND,
            control: &control,
            worker: 0,
            variation: Variation::default(),
            turn: None,
        };
        let found = Searcher::default().search(&game, &NoTable, &task, |_| ());
        assert_eq!(found.best.expect("nothing stops it").value, negamax(&mut game, DEPTH));
    }
}
