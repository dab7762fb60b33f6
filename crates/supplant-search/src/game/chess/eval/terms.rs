//! The terms of the fitted evaluation, and their indices among the weights.

use cozy_chess::Piece;

/// Receives counts of terms, to evaluate or to fit weights.
pub trait TermCounter {
    /// Adds `times` to a term: above 0 for White, below 0 for Black.
    fn count(&mut self, term: usize, times: i32);
}

pub(super) const UNITS: usize = 40;
pub(super) const SQUARED: usize = 16;

/// By piece, rank and file; both halves of the board are equal.
pub(super) const PLACE: usize = 0;
/// Squares of half a board.
pub const SQUARES: usize = 32;
/// The number of squares that a piece can go to, knight to queen.
pub(super) const MOBILITY: usize = PLACE + 6 * SQUARES;
pub(super) const REACHES: usize = 28;
pub(super) const PASSED: usize = MOBILITY + 4 * REACHES;
/// A passed pawn whose next square is occupied, by rank.
pub(super) const BLOCKED: usize = PASSED + 8;
/// A passed pawn whose way is neither occupied nor attacked, by rank.
pub(super) const FREE: usize = BLOCKED + 8;
/// The own king's distance to a passed pawn's next square, from the fourth rank on.
pub(super) const OWN_KING_NEAR: usize = FREE + 8;
pub(super) const OTHER_KING_NEAR: usize = OWN_KING_NEAR + 8;
pub(super) const PROTECTED: usize = OTHER_KING_NEAR + 8;
pub(super) const BESIDE: usize = PROTECTED + 8;
/// A pawn without own pawns on the files beside it; then one on a half-open file.
pub(super) const ISOLATED: usize = BESIDE + 8;
pub(super) const DOUBLED: usize = ISOLATED + 2;
/// A pawn that cannot be protected by a pawn or advance safely; then one on a half-open file.
pub(super) const BACKWARD: usize = DOUBLED + 1;
pub(super) const BISHOP_PAIR: usize = BACKWARD + 2;
/// A pawn on the colour of its bishop.
pub(super) const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A knight, then a bishop, that a pawn protects and no pawn can drive away.
pub(super) const OUTPOST: usize = BISHOP_PAWNS + 1;
/// A rook on an open file, on a half-open file, and on one where an own pawn is blocked.
pub(super) const ROOK_FILE: usize = OUTPOST + 2;
/// A rook behind a passed pawn: its own, then the enemy's.
pub(super) const ROOK_BEHIND: usize = ROOK_FILE + 3;
/// The rank of the nearest own pawn before the king, 0 for none: files beside it, then its own.
pub(super) const SHELTER: usize = ROOK_BEHIND + 2;
/// The rank of the nearest enemy pawn before the king; then of one that an own pawn stops.
pub(super) const STORM: usize = SHELTER + 2 * 8;
/// Units of an attack on a king, and a sixteenth of their square: with a queen, then without.
pub(super) const DANGER: usize = STORM + 2 * 8;
/// A piece attacked by a pawn, a minor piece, a rook, or the king; by the piece attacked.
pub(super) const THREAT: usize = DANGER + 2 * 2;
pub(super) const HANGING: usize = THREAT + 4 * 6;
/// A piece that a pawn would attack by a safe advance.
pub(super) const PUSH: usize = HANGING + 6;
pub(super) const TEMPO: usize = PUSH + 1;

/// Whether a term counts in the middle game only, like attacks on a king.
#[must_use]
pub const fn is_of_midgame(term: usize) -> bool {
    SHELTER <= term && term < THREAT
}

/// The number of terms.
pub const TERMS: usize = TEMPO + 1;

pub(super) const fn of_piece(base: usize, piece: Piece) -> usize {
    base + piece as usize
}
