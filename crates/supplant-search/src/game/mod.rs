//! What a search must know of a game, and no more. `search` and `smp` see this trait, never chess.
//!
//! | game | for |
//! |---|---|
//! | `chess` | the studies and the engine (feature `chess`) |
//! | [`domineering`] | known values: oracles, examples, boards to solve; no dependencies |
//! | [`connect_four`] | few symmetries, long transpositions, draws |
//! | [`synthetic`] | what a tree is like, as a matter of choice: a graph from a seed, with knobs |

#[cfg(feature = "chess")]
pub mod chess;
pub mod connect_four;
pub mod domineering;
pub mod synthetic;

use std::fmt;

use supplant::entry::Move16;
use supplant::key::Key;

/// The value of a position from the view of the side to move, in the game's own unit.
pub type Value = i32;

/// The greatest magnitude of a static value. What lies beyond stands for games that are decided.
pub const STATIC_LIMIT: Value = 30_999;

/// A game in progress: a position and how it came about.
///
/// A search plays and takes back on one such value; clones of it run on other threads.
pub trait Game: Clone + Send + Sync + 'static {
    /// A move.
    type Move: Copy + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// The name in reports.
    const NAME: &'static str;
    /// Half the width of an aspiration window: the value of a pawn, in chess.
    const ASPIRATION: Value;
    /// Distinct values of [`Self::history_slot`].
    const HISTORY_SLOTS: usize;

    /// The key of the position: one key, one position, however it was reached.
    fn key(&self) -> Key;
    /// The key the position will most probably have after `mv`: where to prefetch, no more.
    fn likely_key_after(&self, mv: Self::Move) -> Key;
    /// Appends every legal move, ranked as far as the game itself can tell (see [`Ranked`]).
    fn moves(&self, into: &mut Vec<Ranked<Self::Move>>);
    /// Appends the legal moves that make a position unquiet — captures and promotions, in chess — ranked alike.
    fn noisy_moves(&self, into: &mut Vec<Ranked<Self::Move>>);
    /// Appends the legal moves that are not noisy, and that the other side must answer as in [check](Self::in_check), ranked alike: at leaves a search may
    /// try them, too (`search/quiescence.rs`). Without it none is.
    fn quiet_checks(&self, into: &mut Vec<Ranked<Self::Move>>) {
        let _ = into;
    }
    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);
    /// Takes the last move, or pass, back.
    fn undo(&mut self);

    /// Passes the turn, and says whether it did: where a pass is hardly ever better than the best move, which is for the game to know. In chess
    /// not in check, nor with pawns alone, nor where there is no move. Nothing needs it but the null move (`search/null_move.rs`); without it none is tried.
    fn pass(&mut self) -> bool {
        false
    }
    /// Whether a pass may well be better than the best move: where one is tried all the same, a search may verify what it proves
    /// (`search/null_move.rs`). Without it none does.
    fn threatens_zugzwang(&self) -> bool {
        false
    }
    /// Whether a legal move changes so little that it may be searched less deeply when it comes late (`search/reductions.rs`). Without it
    /// none is.
    fn is_quiet(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
    /// Whether a legal noisy move loses material, if both sides go on taking: a search may try it last, or not at all (`search/order/mod.rs`). Without it
    /// none does.
    fn loses(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
    /// Whether the last move took what had just captured: a search may go deeper then (`search/extensions.rs`). Without it none does.
    fn is_recaptured(&self) -> bool {
        false
    }
    /// Whether there is exactly one legal move: the same.
    fn has_single_move(&self) -> bool {
        false
    }

    /// Whether the side to move must answer a threat, so that standing pat is no option: check, in chess.
    fn in_check(&self) -> bool;
    /// Whether there is any legal move.
    fn has_moves(&self) -> bool;
    /// The result when there is none.
    fn without_moves(&self) -> Outcome;
    /// Earlier occurrences of this position that still can be repeated, split where the search began.
    fn repetitions(&self, root: Root) -> Repetitions;
    /// Whether a count of moves without progress has ended the game: the fifty-move rule, in chess.
    fn is_stalled(&self) -> bool;

    /// The static value of the position: at most [`STATIC_LIMIT`] to either side. A search takes a greater one for the limit
    /// and, with debug assertions, panics.
    fn evaluate(&self) -> Value;
    /// At most how much one noisy move can raise the static value, checks to the opponent aside.
    fn greatest_gain(&self) -> Value;
    /// Adapts the evaluation to the present position, the root of a search to come (1994, section 4.3, preprocessing).
    fn prepare(&mut self);

    /// The moves played so far; a search remembers where it began by it.
    fn played(&self) -> Root;
    /// The move in 16 bits; never [`Move16::NONE`].
    fn encode(&self, mv: Self::Move) -> Move16;
    /// The move that `bits` stand for, if it is legal in this position; anything else is `None`.
    fn decode(&self, bits: Move16) -> Option<Self::Move>;
    /// Where the history heuristic counts this move; below [`Self::HISTORY_SLOTS`].
    fn history_slot(&self, mv: Self::Move) -> usize;
    /// The move as people write it.
    fn notation(&self, mv: Self::Move) -> String;
}

/// A point of a game: the number of moves played before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Root(pub usize);

/// How a game without further moves ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has lost.
    Lost,
    /// Nobody has won.
    Draw,
}

/// Earlier occurrences of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Repetitions {
    /// Since the root of the search, the root included.
    pub in_search: u32,
    /// In the game before it.
    pub in_game: u32,
}

/// A move and its rank in the order of search; higher first, equals in order of generation.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Its rank: [`Ranked::QUIET`], or above it for noisy moves.
    pub rank: u32,
}

impl<M> Ranked<M> {
    /// The rank of a quiet move as the game gives it. The search adds history scores below [`Self::NOISY`].
    pub const QUIET: u32 = 0;
    /// The least rank of a noisy move.
    pub const NOISY: u32 = 1 << 20;
    /// Above every rank a game may give: for moves that the search itself puts first. All ranks stay below 2²⁴.
    pub const FIRST: u32 = 1 << 23;
}
