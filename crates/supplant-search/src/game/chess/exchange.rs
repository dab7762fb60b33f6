//! Static exchange evaluation: what a capture wins if both sides take back with their cheapest
//! piece while it pays.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::eval::material;
use crate::game::Value;

/// Whether a capture or promotion loses material; pins and promotions by recaptures are ignored.
pub(super) fn loses(board: &Board, mv: Move) -> bool {
    let Some(mover) = board.piece_on(mv.from) else { return false };
    let us = board.side_to_move();
    if board.colors(us).has(mv.to) {
        return false;
    }
    let victim = board.piece_on(mv.to).map_or(0, worth);
    // A capture of a piece worth as much, or by the king, loses nothing.
    if mv.promotion.is_none() && victim >= worth(mover) || mover == Piece::King {
        return false;
    }
    let becomes = mv.promotion.unwrap_or(mover);
    let is_en_passant =
        mover == Piece::Pawn && mv.promotion.is_none() && mv.from.file() != mv.to.file() && victim == 0;
    let gained = victim + worth(becomes) - worth(mover) + if is_en_passant { worth(Piece::Pawn) } else { 0 };
    let left = board.occupied() & !mv.from.bitboard();
    gained < answered(board, mv.to, left, !us, becomes)
}

fn worth(piece: Piece) -> Value {
    if piece == Piece::King { 10_000 } else { material(piece) }
}

fn answered(board: &Board, square: Square, left: BitBoard, side: Color, victim: Piece) -> Value {
    let Some((from, piece)) = least_attacker(board, square, left, side) else { return 0 };
    let left = left & !from.bitboard();
    (worth(victim) - answered(board, square, left, !side, piece)).max(0)
}

fn least_attacker(board: &Board, square: Square, left: BitBoard, side: Color) -> Option<(Square, Piece)> {
    let mine = board.colors(side) & left;
    let of = |piece: Piece| board.pieces(piece) & mine;
    let attackers = |piece: Piece| match piece {
        Piece::Pawn => get_pawn_attacks(square, !side),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, left),
        Piece::Rook => get_rook_moves(square, left),
        Piece::Queen => get_bishop_moves(square, left) | get_rook_moves(square, left),
        Piece::King => get_king_moves(square),
    };
    Piece::ALL.into_iter().find_map(|piece| {
        let pieces = of(piece);
        if pieces.is_empty() {
            return None;
        }
        Some(((pieces & attackers(piece)).next_square()?, piece))
    })
}

#[cfg(test)]
mod tests {
    use super::loses;
    use crate::game::chess::Chess;

    #[test]
    fn an_exchange_on_a_protected_square_loses_unless_enough_pieces_take_part() {
        for (fen, mv, expected) in [
            ("6k1/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", true),
            ("6k1/8/8/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", false),
            ("4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", false),
            ("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", true),
            ("6k1/8/2n5/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", true),
            ("6k1/8/8/4p2q/8/8/8/4R1K1 w - - 0 1", "e1e5", true),
            ("4q1k1/8/3p4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", true),
            ("6k1/8/2n5/4p3/8/2B5/1B6/6K1 w - - 0 1", "c3e5", false),
            ("r2b3r/4P2k/8/8/8/8/8/3Q2K1 w - - 0 1", "e7d8q", false),
            ("8/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", false),
            ("6k1/4p3/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", false),
            ("3r2k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7e8q", true),
            ("3r2k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7d8q", false),
        ] {
            let game: Chess = fen.parse().expect("a position");
            assert_eq!(loses(game.board(), mv.parse().expect("a move")), expected, "{fen} {mv}");
        }
    }
}
