//! The [`Game`] trait: everything a search needs to know about a game.

#[cfg(feature = "chess")]
pub mod chess;
pub mod connect_four;
pub mod domineering;
pub mod synthetic;

use std::fmt;

use supplant::entry::Move16;
use supplant::key::{Key, SplitMix64};

/// The value of a position from the view of the side to move, in the game's own unit.
pub type Value = i32;

/// The greatest magnitude of a static value; greater values mean a decided game.
pub const STATIC_LIMIT: Value = 30_999;

/// A word whose bits each depend on all bits of `word`.
fn mixed(word: u64) -> u64 {
    SplitMix64::new(word).next()
}

/// A game in progress: a position and the moves that led to it.
pub trait Game: Clone + Send + Sync + 'static {
    /// The type of a move.
    type Move: Copy + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// The name of the game in reports.
    const NAME: &'static str;
    /// Half the width of an aspiration window: a pawn's value, in chess.
    const ASPIRATION: Value;
    /// Distinct values of [`Self::history_slot`].
    const HISTORY_SLOTS: usize;
    /// Distinct values of [`Self::piece_slot`].
    const PIECE_SLOTS: usize = 1;

    /// The key of the position, the same for every path to it.
    fn key(&self) -> Key;
    /// The probable key after `mv`, for prefetching only.
    fn likely_key_after(&self, mv: Self::Move) -> Key;
    /// Appends every legal move with the game's rank.
    fn moves(&self, into: &mut Vec<Ranked<Self::Move>>);
    /// Appends the legal noisy moves, ranked: captures and promotions, in chess. By default none.
    fn noisy_moves(&self, into: &mut Vec<Ranked<Self::Move>>) {
        let _ = into;
    }
    /// Appends the legal quiet moves that give [check](Self::in_check), ranked; by default none.
    fn quiet_checks(&self, into: &mut Vec<Ranked<Self::Move>>) {
        let _ = into;
    }
    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);
    /// Takes back the last move or pass.
    fn undo(&mut self);

    /// Passes the turn for a null move and returns whether it did; by default it does not.
    ///
    /// Pass only where the best move is nearly always better.
    fn pass(&mut self) -> bool {
        false
    }
    /// Whether a pass may well be better than the best move here.
    fn threatens_zugzwang(&self) -> bool {
        false
    }
    /// Whether a late search of this legal move may be reduced.
    fn is_quiet(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
    /// Whether a legal move wins at least `least` if both sides continue to capture on its target
    /// square. A negative `least` asks whether the move loses at most that much. By default true.
    fn wins_exchange(&self, mv: Self::Move, least: Value) -> bool {
        let (_, _) = (mv, least);
        true
    }
    /// The material that a legal move wins at once, without the answer to it. By default
    /// [`STATIC_LIMIT`], so that no move looks hopeless.
    fn material_gain(&self, mv: Self::Move) -> Value {
        let _ = mv;
        STATIC_LIMIT
    }
    /// Whether a legal move gives [check](Self::in_check); by default not.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
    /// Whether the last move captured the piece that had just captured.
    fn is_recaptured(&self) -> bool {
        false
    }
    /// Whether there is exactly one legal move.
    fn has_single_move(&self) -> bool {
        false
    }

    /// Whether the side to move must answer a threat and cannot stand pat: check, in chess. By
    /// default not.
    fn in_check(&self) -> bool {
        false
    }
    /// Whether there is any legal move.
    fn has_moves(&self) -> bool;
    /// The result for the side to move when it has no legal move.
    fn without_moves(&self) -> Outcome;
    /// Earlier occurrences of this position that can still be repeated, split at `root`. By default
    /// none: in such a game no position comes back.
    fn repetitions(&self, root: Root) -> Repetitions {
        let _ = root;
        Repetitions::default()
    }
    /// Whether moves without progress have ended the game: the fifty-move rule, in chess. By default
    /// not.
    fn is_stalled(&self) -> bool {
        false
    }
    /// Whether moves without progress will soon end the game; by default not.
    fn is_nearly_stalled(&self) -> bool {
        false
    }

    /// The static value, at most [`STATIC_LIMIT`] to either side.
    ///
    /// A search replaces a greater value by the limit; with debug assertions it panics.
    fn evaluate(&self) -> Value;
    /// The most that a noisy move can raise the static value, apart from checks. By default 0, for
    /// games without noisy moves.
    fn greatest_gain(&self) -> Value {
        0
    }
    /// Keys of parts of the position whose static values err alike, for the side to move: the
    /// pawns and the other men of either side, in chess. By default all positions have one part.
    fn parts(&self) -> [u64; 3] {
        [0; 3]
    }
    /// Adapts the evaluation to this position, the next root (1994, section 4.3, preprocessing). By
    /// default it changes nothing.
    fn prepare(&mut self) {}

    /// The number of moves played so far, by which a search remembers its root.
    fn played(&self) -> Root;
    /// The move in 16 bits; never [`Move16::NONE`].
    fn encode(&self, mv: Self::Move) -> Move16;
    /// The move that `bits` encode, if it is legal in this position.
    fn decode(&self, bits: Move16) -> Option<Self::Move>;
    /// The counter of the history heuristic for this move; below [`Self::HISTORY_SLOTS`].
    fn history_slot(&self, mv: Self::Move) -> usize;
    /// The piece that moves and the square it reaches; below [`Self::PIECE_SLOTS`]. By default 0.
    fn piece_slot(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }
    /// The move in the game's usual notation.
    fn notation(&self, mv: Self::Move) -> String;
}

/// The number of moves played before a point of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Root(pub usize);

/// The result for a side that has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Draw,
}

/// How often a position has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Repetitions {
    /// Occurrences since the root, the root included.
    pub in_search: u32,
    /// Occurrences before the root.
    pub in_game: u32,
}

/// A move and its rank; higher ranks are searched first, equal ones in order of generation.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move that is ranked.
    pub mv: M,
    /// [`Ranked::QUIET`] for a quiet move, [`Ranked::NOISY`] or more for a noisy one.
    pub rank: u32,
}

impl<M> Ranked<M> {
    /// The game's rank of a quiet move; the search adds history scores below [`Self::NOISY`].
    pub const QUIET: u32 = 0;
    /// The least rank of a noisy move.
    pub const NOISY: u32 = 1 << 20;
    /// A rank above all that a game may give, for the search's own use; all ranks stay below 2²⁴.
    pub const FIRST: u32 = 1 << 23;
}
