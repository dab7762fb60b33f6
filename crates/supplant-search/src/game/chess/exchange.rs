//! Static exchange evaluation: what a capture wins if both sides take back with their cheapest
//! piece while it pays.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::eval::material;
use super::is_en_passant;
use crate::game::Value;

/// Whether a legal move wins at least `least` by the exchange on its target square; pins and
/// promotions by recaptures are ignored. Castling wins nothing.
pub(super) fn wins(board: &Board, mv: Move, least: Value) -> bool {
    let Some(mover) = board.piece_on(mv.from) else { return false };
    let us = board.side_to_move();
    if board.colors(us).has(mv.to) {
        return least <= 0;
    }
    let mut balance = gain(board, mv) - least;
    if balance < 0 {
        return false;
    }
    // From here on the balance says what is left if the piece is lost.
    balance -= worth(mv.promotion.unwrap_or(mover));
    if balance >= 0 {
        return true;
    }
    let (mut left, mut side) = (board.occupied() & !mv.from.bitboard(), !us);
    // Each turn the side to capture must bring the balance back to its own favour.
    while let Some((from, piece)) = least_attacker(board, mv.to, left, side) {
        left &= !from.bitboard();
        if piece == Piece::King && least_attacker(board, mv.to, left, !side).is_some() {
            break;
        }
        side = !side;
        balance = -balance - 1 - worth(piece);
        if balance >= 0 {
            break;
        }
    }
    side != us
}

/// The material that a legal move wins at once.
pub(super) fn gain(board: &Board, mv: Move) -> Value {
    let us = board.side_to_move();
    if board.colors(us).has(mv.to) {
        return 0;
    }
    let promotion = mv.promotion.map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    let victim = if is_en_passant(board, mv) { Some(Piece::Pawn) } else { board.piece_on(mv.to) };
    promotion + victim.map_or(0, worth)
}

fn worth(piece: Piece) -> Value {
    if piece == Piece::King { 10_000 } else { material(piece) }
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
    use super::{gain, least_attacker, wins, worth};
    use crate::game::Game as _;
    use crate::game::Value;
    use crate::game::chess::{Chess, Piece, positions};
    use cozy_chess::{BitBoard, Board, Color, Move, Square};

    /// The same by recursion: whether a capture or promotion loses material; pins and promotions by recaptures are ignored.
    fn loses(board: &Board, mv: Move) -> bool {
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
        let gained =
            victim + worth(becomes) - worth(mover) + if is_en_passant { worth(Piece::Pawn) } else { 0 };
        let left = board.occupied() & !mv.from.bitboard();
        gained < answered(board, mv.to, left, !us, becomes)
    }

    fn answered(board: &Board, square: Square, left: BitBoard, side: Color, victim: Piece) -> Value {
        let Some((from, piece)) = least_attacker(board, square, left, side) else { return 0 };
        let left = left & !from.bitboard();
        (worth(victim) - answered(board, square, left, !side, piece)).max(0)
    }

    #[test]
    fn a_capture_wins_an_exchange_unless_it_loses_material() {
        let mut told = [0; 2];
        for mut known in positions::middlegames().into_iter().chain(positions::endings()) {
            let mut moves = Vec::new();
            known.game.moves(&mut moves);
            for ranked in &moves {
                known.game.play(ranked.mv);
                let mut noisy = Vec::new();
                known.game.noisy_moves(&mut noisy);
                for capture in noisy {
                    let (board, mv) = (known.game.board(), capture.mv);
                    let is_lost = loses(board, mv);
                    assert_eq!(wins(board, mv, 0), !is_lost, "{board} {mv}");
                    assert!(!wins(board, mv, gain(board, mv) + 1), "{board} {mv}");
                    told[usize::from(is_lost)] += 1;
                }
                known.game.undo();
            }
        }
        assert!(told[0] > 5_000 && told[1] > 1_000, "{told:?}");
    }

    #[test]
    fn an_exchange_wins_what_is_left_after_all_captures() {
        for (fen, mv, expected) in [
            ("6k1/8/8/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", 100),
            ("6k1/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", 100 - 500),
            ("6k1/8/3p4/8/8/8/8/4R1K1 w - - 0 1", "e1e5", -500),
            ("6k1/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e5", 0),
            ("6k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7e8q", 800),
            ("6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 100),
            ("6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0),
        ] {
            let game: Chess = fen.parse().expect("a position");
            let wins = |least| wins(game.board(), mv.parse().expect("a move"), least);
            assert!(wins(expected) && !wins(expected + 1), "{fen} {mv}");
        }
        assert_eq!(worth(Piece::Queen), 900);
    }

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
            let (board, mv) = (game.board(), mv.parse().expect("a move"));
            assert_eq!([loses(board, mv), !wins(board, mv, 0)], [expected; 2], "{fen} {mv}");
        }
    }
}
