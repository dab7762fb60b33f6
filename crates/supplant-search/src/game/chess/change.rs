//! The changes of the board by a move, to update key and evaluation.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

/// Calls `change(color, piece, square, arrives)` for each piece that a legal move adds or removes.
#[inline]
pub(super) fn for_each_change(board: &Board, mv: Move, mut change: impl FnMut(Color, Piece, Square, bool)) {
    let us = board.side_to_move();
    let piece = board.piece_on(mv.from).expect("a legal move moves a piece");
    change(us, piece, mv.from, false);
    match board.piece_on(mv.to) {
        Some(rook) if board.colors(us).has(mv.to) => {
            let (king_file, rook_file) =
                if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
            let home = Rank::First.relative_to(us);
            change(us, rook, mv.to, false);
            change(us, rook, Square::new(rook_file, home), true);
            return change(us, piece, Square::new(king_file, home), true);
        }
        Some(victim) => change(!us, victim, mv.to, false),
        None if piece == Piece::Pawn && mv.from.file() != mv.to.file() => {
            change(!us, Piece::Pawn, Square::new(mv.to.file(), mv.from.rank()), false);
        }
        None => {}
    }
    change(us, mv.promotion.unwrap_or(piece), mv.to, true);
}
