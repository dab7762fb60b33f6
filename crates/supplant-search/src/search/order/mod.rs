//! Move ordering (1994, section 4.2): refutation move, table moves, captures, promotions, and other
//! moves by history.
//!
//! The first three are tried before moves are generated, which saves the generation if they cut
//! off.

mod gravity;
mod history;
mod killer;
#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod pooled;
mod refutation;

pub(crate) use gravity::{Gravity, Known, reward};
pub(crate) use history::History;
pub use history::HistoryWeight;
pub(crate) use killer::Killers;
#[cfg(not(loom))]
pub(crate) use pooled::Pooled;
#[cfg(loom)]
pub use pooled::Pooled;
pub(crate) use pooled::Untold;
pub(crate) use refutation::Refutations;

use super::correction::Corrections;
use super::enhancements::Enhancements;
use super::stand::StaticValues;
use crate::game::{Game, Ranked};

#[derive(Clone, Debug)]
pub(crate) struct Heuristics<G: Game> {
    pub(crate) history: History,
    pub(crate) gravity: Gravity,
    pub(crate) statics: StaticValues,
    pub(crate) corrections: Corrections,
    untold: Untold,
    pub(crate) killers: Killers<G::Move>,
    pub(crate) refutations: Refutations<G::Move>,
    pool: Vec<Ranked<G::Move>>,
}

impl<G: Game> Heuristics<G> {
    pub(crate) fn new() -> Self {
        Self {
            history: History::new(G::HISTORY_SLOTS),
            gravity: Gravity::new(G::HISTORY_SLOTS, G::PIECE_SLOTS),
            statics: StaticValues::default(),
            corrections: Corrections::default(),
            untold: Untold::default(),
            killers: Killers::new(),
            refutations: Refutations::default(),
            pool: Vec::with_capacity(1 << 12),
        }
    }

    pub(crate) fn forget(&mut self, on: &Enhancements) {
        self.history.forget();
        if on.gravity {
            self.gravity.forget(on.continuation);
        }
        if on.correction {
            self.corrections.forget();
        }
        self.forget_the_line(on);
    }

    pub(crate) fn go_on(&mut self, on: &Enhancements) {
        self.history.halve();
        if on.gravity && !self.gravity.serves(on.continuation) {
            self.gravity.forget(on.continuation);
        }
        if on.correction && self.corrections.is_empty() {
            self.corrections.forget();
        }
        self.forget_the_line(on);
    }

    fn forget_the_line(&mut self, on: &Enhancements) {
        if on.static_memory {
            self.statics.forget();
        }
        self.untold.forget();
        self.killers.forget();
        self.refutations.forget();
        self.pool.clear();
    }

    #[inline]
    pub(crate) fn reward(&mut self, game: &G, lesson: Lesson<G::Move>, pooled: Option<&Pooled>) {
        let Lesson { mv, ply, gain, cut } = lesson;
        let slot = game.history_slot(mv);
        self.history.reward(slot, gain);
        if let Some(pooled) = pooled {
            self.untold.reward(slot, gain, &mut self.history, pooled);
        }
        if cut {
            self.killers.remember(ply, mv);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lesson<M> {
    pub(crate) mv: M,
    pub(crate) ply: usize,
    pub(crate) gain: u32,
    pub(crate) cut: bool,
}

/// The tables that order quiet moves.
struct Quiet<'a, M> {
    history: &'a History,
    gravity: &'a Gravity,
    killers: &'a Killers<M>,
}

/// A history of gains and losses as a rank: below every killer, and above the captures that lose.
#[inline]
fn above_zero(score: i32) -> u32 {
    const { assert!(2 * gravity::REACH + 1 < history::LIMIT as i32) };
    (score + gravity::REACH + 1) as u32
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    First(usize),
    Generate,
    Generated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    All,
    Noisy,
    QuietChecks,
}

#[derive(Debug)]
pub(crate) struct Picker<M> {
    stage: Stage,
    first: [Option<M>; 3],
    ply: usize,
    start: usize,
    next: usize,
    /// Chosen early, so that its bucket can be prefetched.
    ahead: Option<M>,
    which: Which,
}

impl<M: Copy + PartialEq> Picker<M> {
    /// `refutation` and `table` come first and must be legal.
    pub(crate) fn all(refutation: Option<M>, table: [Option<M>; 2], ply: usize) -> Self {
        let [first, second] = table;
        let first = first.filter(|&mv| refutation != Some(mv));
        let second = second.filter(|&mv| ![refutation, table[0]].contains(&Some(mv)));
        Self {
            stage: Stage::First(0),
            first: [refutation, first, second],
            ply,
            start: 0,
            next: 0,
            ahead: None,
            which: Which::All,
        }
    }

    pub(crate) fn noisy(table: Option<M>, ply: usize) -> Self {
        Self {
            stage: Stage::Generate,
            first: [table, None, None],
            which: Which::Noisy,
            ..Self::all(None, [None; 2], ply)
        }
    }

    pub(crate) fn quiet_checks(ply: usize) -> Self {
        Self { which: Which::QuietChecks, ..Self::noisy(None, ply) }
    }

    #[inline]
    pub(crate) fn next<G: Game<Move = M>>(
        &mut self,
        game: &G,
        known: &mut Heuristics<G>,
        on: &Enhancements,
        soon: impl Fn(M),
    ) -> Option<M> {
        while let Stage::First(i) = self.stage {
            let Some(&first) = self.first.get(i) else {
                self.stage = Stage::Generate;
                break;
            };
            self.stage = Stage::First(i + 1);
            if let Some(mv) = first {
                soon(mv);
                return Some(mv);
            }
        }
        if self.stage == Stage::Generate {
            self.generate(game, known, on);
            self.stage = Stage::Generated;
            self.ahead = self.select(&mut known.pool).inspect(|&mv| soon(mv));
        }
        let mv = self.ahead.take()?;
        self.ahead = self.select(&mut known.pool).inspect(|&mv| soon(mv));
        Some(mv)
    }

    /// Gives the pool back: close every picker, the innermost first.
    #[inline]
    pub(crate) fn close<G: Game<Move = M>>(self, known: &mut Heuristics<G>) {
        if self.stage == Stage::Generated {
            known.pool.truncate(self.start);
        }
    }

    fn generate<G: Game<Move = M>>(&mut self, game: &G, known: &mut Heuristics<G>, on: &Enhancements) {
        self.start = known.pool.len();
        self.next = self.start;
        match self.which {
            Which::All => game.moves(&mut known.pool),
            Which::Noisy => game.noisy_moves(&mut known.pool),
            Which::QuietChecks => game.quiet_checks(&mut known.pool),
        }
        let Heuristics { history, gravity, killers, pool, .. } = known;
        if self.which == Which::Noisy && on.exchanges {
            pool.extract_if(self.start.., |ranked| !game.wins_exchange(ranked.mv, 0)).for_each(drop);
        }
        let quiet = Quiet { history, gravity, killers };
        for (i, ranked) in pool[self.start..].iter_mut().enumerate() {
            ranked.rank = self.rank(game, &quiet, on, i, *ranked);
        }
    }

    #[inline]
    fn rank<G: Game<Move = M>>(
        &self,
        game: &G,
        quiet: &Quiet<'_, M>,
        on: &Enhancements,
        i: usize,
        ranked: Ranked<M>,
    ) -> u32 {
        let noisy_only = self.which == Which::Noisy;
        if noisy_only && self.first[0] == Some(ranked.mv) {
            return ordered(Ranked::<M>::FIRST, i);
        }
        // Without the switch, noisy moves are ordered like others, except in quiescence, which
        // would hardly end.
        if ranked.rank >= Ranked::<M>::NOISY && (on.captures || noisy_only) {
            let comes_last = on.exchanges && !noisy_only && !game.wins_exchange(ranked.mv, 0);
            return if comes_last {
                ordered(Ranked::<M>::QUIET, usize::MAX)
            } else {
                ordered(ranked.rank, i)
            };
        }
        let killer = quiet.killers.rank(self.ply, ranked.mv, on.killers);
        let history = if on.gravity {
            let known = Known { squares: game.history_slot(ranked.mv), piece: game.piece_slot(ranked.mv) };
            above_zero(quiet.gravity.score(self.ply, known))
        } else if on.history {
            quiet.history.rank(game.history_slot(ranked.mv))
        } else {
            0
        };
        ordered(killer.max(history), i)
    }

    #[inline]
    fn select(&mut self, pool: &mut [Ranked<M>]) -> Option<M> {
        loop {
            let mv = select_best(pool.get_mut(self.next..)?)?;
            self.next += 1;
            if self.which == Which::Noisy || !self.first.contains(&Some(mv)) {
                return Some(mv);
            }
        }
    }
}

#[inline]
fn select_best<M: Copy>(moves: &mut [Ranked<M>]) -> Option<M> {
    let mut best = 0;
    let mut rank = moves.first()?.rank;
    for (i, candidate) in moves.iter().enumerate().skip(1) {
        if candidate.rank > rank {
            (best, rank) = (i, candidate.rank);
        }
    }
    moves.swap(0, best);
    Some(moves[0].mv)
}

/// Breaks ties in the order of generation; ranks stay below 2²⁴, and all moves after the 256th are
/// equal.
#[inline]
fn ordered(rank: u32, i: usize) -> u32 {
    (rank << 8) | (255 - i.min(255) as u32)
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests {
    use super::{Heuristics, Picker};
    use crate::game::Game as _;
    use crate::game::chess::Chess;
    use crate::search::Enhancements;

    fn handed(mut picker: Picker<cozy_chess::Move>, game: &Chess, on: &Enhancements) -> Vec<String> {
        let mut known = Heuristics::new();
        let moves = std::iter::from_fn(|| picker.next(game, &mut known, on, |_| ()));
        let moves = moves.map(|mv| game.notation(mv)).collect();
        picker.close(&mut known);
        moves
    }

    #[test]
    fn a_capture_that_loses_comes_after_quiet_moves_and_in_quiescence_not_at_all() {
        let game: Chess = "3rk3/8/3p4/7p/8/8/8/3QK3 w - - 0 1".parse().expect("a position");
        let with = Enhancements { exchanges: true, ..Enhancements::ALIBABA };
        let all = |on: &Enhancements| handed(Picker::all(None, [None; 2], 0), &game, on);
        let noisy = |on: &Enhancements| handed(Picker::noisy(None, 0), &game, on);
        let mut before = noisy(&Enhancements::ALIBABA);
        before.sort();
        assert_eq!(
            (before, noisy(&with)),
            (vec!["Qxd6".to_owned(), "Qxh5+".to_owned()], vec!["Qxh5+".to_owned()])
        );
        let place =
            |moves: &[String], of: &str| moves.iter().position(|mv| mv == of).expect("it is handed out");
        let (without, moves) = (all(&Enhancements::ALIBABA), all(&with));
        assert_eq!((without.len(), place(&moves, "Qxh5+")), (moves.len(), 0));
        assert!(place(&without, "Qxd6") < 2 && place(&moves, "Qxd6") == moves.len() - 1, "{moves:?}");
    }
}
