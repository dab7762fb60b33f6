//! The terms of the fitted evaluation: where each lies among the weights.

use cozy_chess::Piece;

/// Who counts terms: the evaluation, which adds their weights, and whoever fits the weights.
pub trait TermCounter {
    /// A term was met so many times: more than 0 for White, less for Black.
    fn count(&mut self, term: usize, times: i32);
}

/// What an attack on a king is measured in, at most.
pub(super) const UNITS: usize = 40;
/// What the square of them is divided by.
pub(super) const SQUARED: usize = 16;

/// A piece on a square, its owner playing up the board: pieces in order, of each four squares a rank, of one half of the board for both.
pub(super) const PLACE: usize = 0;
/// Squares of half a board.
pub const SQUARES: usize = 32;
/// So many squares to go to, knight to queen: 28 of each.
pub(super) const MOBILITY: usize = PLACE + 6 * SQUARES;
/// Numbers of squares that have a weight of their own.
pub(super) const REACHES: usize = 28;
/// A passed pawn, by rank.
pub(super) const PASSED: usize = MOBILITY + 4 * REACHES;
/// One whose next square is taken, by rank.
pub(super) const BLOCKED: usize = PASSED + 8;
/// One whose way is neither taken nor attacked, by rank.
pub(super) const FREE: usize = BLOCKED + 8;
/// One beyond the middle whose next square is so far from its own king.
pub(super) const OWN_KING_NEAR: usize = FREE + 8;
/// The same, from the other king.
pub(super) const OTHER_KING_NEAR: usize = OWN_KING_NEAR + 8;
/// A pawn that another protects, by rank.
pub(super) const PROTECTED: usize = OTHER_KING_NEAR + 8;
/// A pawn beside another, by rank.
pub(super) const BESIDE: usize = PROTECTED + 8;
/// A pawn without one of its own on the files beside it, and the same where the file is half open to the other side.
pub(super) const ISOLATED: usize = BESIDE + 8;
/// A pawn behind another of its own.
pub(super) const DOUBLED: usize = ISOLATED + 2;
/// A pawn that none can protect and that cannot step on in safety, and the same on a half-open file.
pub(super) const BACKWARD: usize = DOUBLED + 1;
/// Two bishops.
pub(super) const BISHOP_PAIR: usize = BACKWARD + 2;
/// A pawn on the colour of a bishop of its own.
pub(super) const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A knight, a bishop, that a pawn protects where no pawn can drive it away.
pub(super) const OUTPOST: usize = BISHOP_PAWNS + 1;
/// A rook on a file without pawns, without pawns of its own, and where a pawn of its own cannot step on.
pub(super) const ROOK_FILE: usize = OUTPOST + 2;
/// A rook behind a passed pawn, of its own and of the other side.
pub(super) const ROOK_BEHIND: usize = ROOK_FILE + 3;
/// Before a king, on its own file and on each beside it: the rank of the pawn nearest to it, 0 for none.
pub(super) const SHELTER: usize = ROOK_BEHIND + 2;
/// The same of the other side's pawns, and where that is stopped by a pawn.
pub(super) const STORM: usize = SHELTER + 2 * 8;
/// A unit of an attack on a king and sixteen of the square, where the attacker has a queen, and where not.
pub(super) const DANGER: usize = STORM + 2 * 8;
/// A pawn, a knight or bishop, a rook, a king attacks a piece: which.
pub(super) const THREAT: usize = DANGER + 2 * 2;
/// A piece is attacked and not protected: which.
pub(super) const HANGING: usize = THREAT + 4 * 6;
/// A pawn that steps on in safety would attack a piece.
pub(super) const PUSH: usize = HANGING + 6;
/// The right to move.
pub(super) const TEMPO: usize = PUSH + 1;

/// Whether a term counts in the middle game alone: attacks on a king.
#[must_use]
pub const fn is_of_midgame(term: usize) -> bool {
    SHELTER <= term && term < THREAT
}

/// How many terms there are.
pub const TERMS: usize = TEMPO + 1;

/// A piece that may be attacked by others, of any kind.
pub(super) const fn of_piece(base: usize, piece: Piece) -> usize {
    base + piece as usize
}
