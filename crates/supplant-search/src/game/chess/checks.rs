//! Moves that give check, found without playing all the others.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Rank, get_bishop_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::{Ranked, is_en_passant};

pub(super) fn append(board: &Board, into: &mut Vec<Ranked<Move>>) {
    let us = board.side_to_move();
    let (own, enemies, covering) = (board.colors(us), board.colors(!us), covering(board));
    board.generate_moves(|mut moves| {
        let direct = attackers(board, moves.piece);
        moves.to &= match moves.piece {
            _ if covering.has(moves.from) => !enemies,
            // Castling moves the king onto its own rook.
            Piece::King => own,
            Piece::Pawn => direct & !enemies & !Rank::Eighth.relative_to(us).bitboard(),
            _ => direct & !enemies,
        };
        for mv in moves {
            // A pawn that changes its file without a capture there captures en passant.
            let is_quiet =
                mv.promotion.is_none() && (moves.piece != Piece::Pawn || mv.from.file() == mv.to.file());
            if is_quiet && (direct.has(mv.to) || uncovers_check(board, mv)) {
                into.push(Ranked { mv, rank: Ranked::<Move>::QUIET });
            }
        }
        false
    });
}

fn attackers(board: &Board, piece: Piece) -> BitBoard {
    let (king, them, occupied) = (board.king(!board.side_to_move()), !board.side_to_move(), board.occupied());
    match piece {
        Piece::Pawn => get_pawn_attacks(king, them),
        Piece::Knight => get_knight_moves(king),
        Piece::Bishop => get_bishop_moves(king, occupied),
        Piece::Rook => get_rook_moves(king, occupied),
        Piece::Queen => get_bishop_moves(king, occupied) | get_rook_moves(king, occupied),
        Piece::King => BitBoard::EMPTY,
    }
}

fn covering(board: &Board) -> BitBoard {
    let us = board.side_to_move();
    let (king, own, occupied) = (board.king(!us), board.colors(us), board.occupied());
    let queens = board.pieces(Piece::Queen);
    let mut covering = BitBoard::EMPTY;
    for (sight, sliders) in [
        (get_rook_moves as fn(_, _) -> _, board.pieces(Piece::Rook) | queens),
        (get_bishop_moves, board.pieces(Piece::Bishop) | queens),
    ] {
        let near = sight(king, occupied) & own;
        if !(sight(king, occupied & !near) & !near & own & sliders).is_empty() {
            covering |= near;
        }
    }
    covering
}

/// Whether a legal move gives check.
pub(super) fn gives_check(board: &Board, mv: Move) -> bool {
    let Some(piece) = board.piece_on(mv.from) else { return false };
    // A piece attacks the king from afar only along a line of its own kind.
    attackers(board, piece).has(mv.to) || may_uncover(board, mv) && uncovers_check(board, mv)
}

fn may_uncover(board: &Board, mv: Move) -> bool {
    let is_castling = board.colors(board.side_to_move()).has(mv.to);
    mv.promotion.is_some() || is_castling || is_en_passant(board, mv) || covering(board).has(mv.from)
}

fn uncovers_check(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    !after.checkers().is_empty()
}

#[cfg(test)]
mod tests {
    use super::gives_check;
    use crate::game::Game as _;
    use crate::game::chess::{Chess, positions};

    #[test]
    fn a_move_gives_check_if_the_king_is_in_check_after_it() {
        let mut checks = [0; 2];
        let special = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/2P5/8/8/8/8/8/4K3 w - - 0 1"];
        let special = special.map(|fen| fen.parse::<Chess>().expect("a position"));
        let whole = positions::middlegames().into_iter().chain(positions::endings()).map(|known| known.game);
        for mut game in whole.chain(special) {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for ranked in moves {
                let told = gives_check(game.board(), ranked.mv);
                game.play(ranked.mv);
                assert_eq!(told, game.in_check(), "{}", ranked.mv);
                game.undo();
                checks[usize::from(told)] += 1;
            }
        }
        assert!(checks[0] > 5_000 && checks[1] > 100, "{checks:?}");
    }
}
