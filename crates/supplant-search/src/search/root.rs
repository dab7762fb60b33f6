//! The root: its moves are listed once, and the iterations reorder them (1994, section 4.2).

use super::guide::Current;
use super::node::{Node, Window};
use super::order::Picker;
use super::{Partial, Search};
use crate::game::{Game, Value};
use supplant::entry::{Bound, Depth};
use supplant::key::SplitMix64;

#[derive(Debug)]
pub(super) struct RootMoves<M> {
    moves: Vec<M>,
    is_whole: bool,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    pub(super) fn list<G: Game<Move = M>>(search: &mut Search<'_, G>, seed: Option<u64>) -> Self {
        let known = search.table.probe_both(search.game.key());
        let table_moves = known
            .map(|entry| entry.filter(|_| search.on.table_move).and_then(|entry| search.legal_move(entry)));
        let mut picker = Picker::all(None, table_moves, 0);
        let (mut moves, mut is_whole) = (Vec::new(), true);
        let guide = search.control.guide();
        while let Some(mv) = search.next_move(&mut picker) {
            if guide.is_none_or(|guide| guide.allows(search.game.encode(mv))) {
                moves.push(mv);
            } else {
                is_whole = false;
            }
        }
        picker.close(search.known);
        if let (Some(seed), [_, rest @ ..]) = (seed, moves.as_mut_slice()) {
            SplitMix64::new(seed).shuffle(rest);
        }
        Self { moves, is_whole }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    fn promote(&mut self, mv: M) {
        let at = self.moves.iter().position(|&one| one == mv).expect("it is one of them");
        self.moves[..=at].rotate_right(1);
    }
}

impl<G: Game> Search<'_, G> {
    /// The value of the root within `window` (fail-soft), with the PV in `lines`; `None` if
    /// stopped.
    pub(super) fn search_root(
        &mut self,
        moves: &mut RootMoves<G::Move>,
        window: Window,
        depth: Depth,
    ) -> Option<Value> {
        self.counters.interior += 1;
        if self.must_stop() {
            return None;
        }
        self.iteration = depth;
        let mut node = self.enter(window, depth, 0);
        self.enter_root_line(&node);
        self.enter_stands();
        let (mut left, mut tried) = (moves.moves.clone(), 0);
        while !left.is_empty() {
            let mv =
                left.remove(if tried == 0 { 0 } else { self.first_free(left.iter().copied(), depth - 1) });
            self.tell_move(mv, depth, tried + 1);
            if self.on.refutation {
                self.known.refutations.follow(mv);
            }
            let value = self.try_marked(&mut node, mv, tried);
            if self.stopped {
                return None;
            }
            self.keep_line(mv);
            self.mark_principal(mv);
            // A move that fails low keeps its index, because its score is only a bound.
            let raises_alpha = value > node.window.alpha;
            if raises_alpha || tried == 0 {
                self.lines.extend(0, mv);
                self.raise_line(0, mv);
                moves.promote(mv);
            }
            if raises_alpha {
                self.keep_partial(&node, value);
            }
            if self.raises(&mut node, mv, value) {
                break;
            }
            tried += 1;
        }
        self.conclude(&mut node);
        // The best of some moves gives only a lower bound for the position.
        if moves.is_whole {
            self.remember(&node);
        }
        Some(node.best)
    }

    fn tell_move(&self, mv: G::Move, depth: Depth, number: usize) {
        if let Some(guide) = self.control.guide().filter(|_| self.worker == 0) {
            guide.begin(Current { depth, mv: self.game.encode(mv), number });
        }
    }

    fn keep_partial(&mut self, node: &Node<G::Move>, value: Value) {
        let bound = if value < node.window.beta { Bound::Exact } else { Bound::Lower };
        let line = self.lines.line(0).to_vec();
        self.partial = Some(Partial { worker: self.worker, depth: node.depth, value, bound, line });
    }

    fn keep_line(&mut self, mv: G::Move) {
        if self.on.refutation {
            let line: Vec<_> = std::iter::once(mv).chain(self.lines.line(1).iter().copied()).collect();
            self.known.refutations.remember(&line);
        }
    }
}
