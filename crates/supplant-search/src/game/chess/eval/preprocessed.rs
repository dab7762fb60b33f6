//! The evaluation of the 1994 study (section 4.3): material and piece-square tables.
//!
//! The paper derives them from mobility and centre control, without a formula. Our weights are
//! chosen, not measured.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::material;
use crate::game::Value;

/// Centipawns for a reachable square.
const fn mobility_weight(piece: Piece) -> Value {
    match piece {
        Piece::Knight => 4,
        Piece::Bishop => 3,
        Piece::Rook => 2,
        Piece::Queen => 1,
        Piece::Pawn | Piece::King => 0,
    }
}

/// Centipawns for a step toward the centre.
const fn centre_weight(piece: Piece) -> Value {
    match piece {
        Piece::Pawn | Piece::Knight => 5,
        Piece::Bishop => 3,
        Piece::Rook => 1,
        Piece::Queen => 2,
        Piece::King => -8,
    }
}

const ADVANCE: Value = 4;

/// The value of every piece on every square, from White's view.
#[derive(Clone, Debug)]
pub struct Tables {
    values: [[[Value; 64]; 6]; 2],
    greatest_swing: Value,
}

impl Tables {
    #[must_use]
    /// Fills the tables for a search from `root`.
    pub fn preprocess(root: &Board) -> Self {
        let mut values = [[[0; 64]; 6]; 2];
        let mut greatest_swing = 0;
        let pawns = root.pieces(Piece::Pawn);
        for color in [Color::White, Color::Black] {
            for piece in Piece::ALL {
                let places = Square::ALL.map(|square| place(piece, color, square, pawns));
                let (least, most) =
                    places.iter().fold((Value::MAX, Value::MIN), |(l, m), &v| (l.min(v), m.max(v)));
                greatest_swing = greatest_swing.max(most - least);
                let sign = if color == Color::White { 1 } else { -1 };
                values[color as usize][piece as usize] = places.map(|place| sign * (material(piece) + place));
            }
        }
        // A noisy move moves one piece and removes one: twice the widest spread of a table bounds
        // both.
        Self { values, greatest_swing: 2 * greatest_swing }
    }

    #[must_use]
    /// The sum over the board, from White's view.
    pub fn sum(&self, board: &Board) -> Value {
        let of = |color, piece| {
            board.colored_pieces(color, piece).into_iter().map(move |square| self.of(color, piece, square))
        };
        [Color::White, Color::Black]
            .into_iter()
            .flat_map(|c| Piece::ALL.into_iter().flat_map(move |p| of(c, p)))
            .sum()
    }

    pub(in crate::game::chess) fn greatest_swing(&self) -> Value {
        self.greatest_swing
    }

    #[inline]
    pub(in crate::game::chess) fn of(&self, color: Color, piece: Piece, square: Square) -> Value {
        self.values[color as usize][piece as usize][square as usize]
    }
}

fn place(piece: Piece, color: Color, square: Square, pawns: BitBoard) -> Value {
    let reach = match piece {
        Piece::Knight => get_knight_moves(square).len(),
        Piece::Bishop => get_bishop_moves(square, pawns).len(),
        Piece::Rook => get_rook_moves(square, pawns).len(),
        Piece::Queen => get_bishop_moves(square, pawns).len() + get_rook_moves(square, pawns).len(),
        Piece::Pawn | Piece::King => 0,
    };
    let from_rim = |coordinate: usize| coordinate.min(7 - coordinate) as Value;
    let centre = from_rim(square.file() as usize).min(from_rim(square.rank() as usize));
    let advance = match (piece, color) {
        (Piece::Pawn, Color::White) => square.rank() as Value - 1,
        (Piece::Pawn, Color::Black) => 6 - square.rank() as Value,
        _ => 0,
    };
    reach as Value * mobility_weight(piece) + centre * centre_weight(piece) + advance * ADVANCE
}

#[cfg(test)]
mod tests {
    use super::Tables;
    use crate::game::{Game, Ranked, chess::Chess};

    fn compare(game: &mut Chess, tables: &Tables, depth: u32) -> u64 {
        let white_to_move = game.board().side_to_move() == cozy_chess::Color::White;
        let sum = tables.sum(game.board());
        assert_eq!(game.evaluate(), if white_to_move { sum } else { -sum }, "{}", game.board());
        if depth == 0 {
            return 1;
        }
        let mut moves: Vec<Ranked<_>> = Vec::new();
        game.moves(&mut moves);
        moves
            .iter()
            .map(|ranked| {
                game.play(ranked.mv);
                let nodes = compare(game, tables, depth - 1);
                game.undo();
                nodes
            })
            .sum()
    }

    #[test]
    fn the_incremental_sum_equals_the_fresh_one_through_castling_en_passant_and_promotion() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let mut game: Chess = fen.parse().unwrap();
            let tables = Tables::preprocess(game.board());
            compare(&mut game, &tables, 3);
        }
    }

    #[test]
    fn the_tables_are_symmetric_in_colour() {
        let game: Chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
        assert_eq!(game.evaluate(), 0);
    }
}
