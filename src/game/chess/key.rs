//! The key of a chess position, one-to-one with it: Zobrist (1970), from a written-out generator.
//!
//! The words are ours, not those of `cozy-chess`: its own key includes the en-passant file after every double step, which
//! splits transpositions (42,540 of 529,948 positions in a sample from six roots), its key without one merges different
//! positions (68,883), and neither tells what a move will do to it before the move is made, which a prefetch needs. The file
//! belongs in the key exactly when an en-passant capture is legal.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use crate::key::{Key, SplitMix64};

/// The words of the scheme.
struct Words {
    pieces: [[[u64; 64]; 6]; 2],
    /// By colour and file of the rook.
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

const WORDS: Words = words();
static PIECES: [[[u64; 64]; 6]; 2] = WORDS.pieces;

const fn words() -> Words {
    let mut stream = SplitMix64::new(0x7375_7070_6c61_6e74);
    let mut words = Words {
        pieces: [[[0; 64]; 6]; 2],
        castling: [[0; 8]; 2],
        en_passant: [0; 8],
        black_to_move: stream.next(),
    };
    let mut i = 0;
    while i < 2 * 6 * 64 {
        words.pieces[i / 384][i / 64 % 6][i % 64] = stream.next();
        i += 1;
    }
    let mut file = 0;
    while file < 8 {
        words.castling[0][file] = stream.next();
        words.castling[1][file] = stream.next();
        words.en_passant[file] = stream.next();
        file += 1;
    }
    words
}

/// What a change of sides does to the key.
pub(super) const BLACK_TO_MOVE: u64 = WORDS.black_to_move;

/// The part of the key that moves change in a way known beforehand — pieces and side to move — afresh.
pub(super) fn placement(board: &Board) -> u64 {
    let side = if board.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    board.occupied().into_iter().fold(side, |key, square| {
        let (color, piece) =
            board.color_on(square).zip(board.piece_on(square)).expect("the square is occupied");
        key ^ piece_word(color, piece, square)
    })
}

/// The whole key of a position, from its placement part.
#[inline]
pub(super) fn whole(board: &Board, placement: u64) -> Key {
    let en_passant = legal_en_passant(board).map_or(0, |file| WORDS.en_passant[file as usize]);
    Key(placement ^ castling(board) ^ en_passant)
}

#[inline]
pub(super) fn piece_word(color: Color, piece: Piece, square: Square) -> u64 {
    PIECES[color as usize][piece as usize][square as usize]
}

#[inline]
fn castling(board: &Board) -> u64 {
    let rights = |color: Color| {
        let rights = board.castle_rights(color);
        let word = |file: Option<File>| file.map_or(0, |file| WORDS.castling[color as usize][file as usize]);
        word(rights.short) ^ word(rights.long)
    };
    rights(Color::White) ^ rights(Color::Black)
}

/// The file an en-passant capture is legal on, if one is.
#[inline]
pub(super) fn legal_en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let us = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(us));
    let capturers = cozy_chess::get_pawn_attacks(target, !us) & board.colored_pieces(us, Piece::Pawn);
    capturers
        .into_iter()
        .any(|from| board.is_legal(Move { from, to: target, promotion: None }))
        .then_some(file)
}
