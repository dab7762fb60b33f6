//! The key of a chess position, one-to-one with it, by the method of Zobrist (1970).
//!
//! The keys of `cozy-chess` either split transpositions by the en-passant file (42,540 of 529,948
//! positions in a sample), or merge different positions (68,883). Both are known only after the
//! move is made, too late for a prefetch.
//!
//! The file belongs in the key exactly when an en-passant capture is legal.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use supplant::key::{Key, SplitMix64};

#[derive(Debug)]
pub(super) struct Words {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

#[derive(Clone, Copy)]
enum Source {
    Lot,
    Code,
}

pub(super) static RANDOM: Words = Words::of(Source::Lot);

/// No seven or fewer of these words cancel in their first 31 bits.
pub(super) static DISTANT: Words = Words::of(Source::Code);

impl Words {
    const fn of(from: Source) -> Self {
        let mut stream = Stream { lot: SplitMix64::new(0x7375_7070_6c61_6e74), from, power: 1 };
        let mut words = Self {
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

    /// Changes if any word changes; tables are saved under it.
    pub(super) fn seed(&self) -> u64 {
        let pieces = self.pieces.iter().flatten().flatten();
        let words =
            pieces.chain(self.castling.iter().flatten()).chain(&self.en_passant).chain([&self.black_to_move]);
        words.fold(0, |seed, word| SplitMix64::new(seed ^ word).next())
    }

    #[inline]
    pub(super) const fn change_of_sides(&self) -> u64 {
        self.black_to_move
    }

    pub(super) fn placement(&self, board: &Board) -> u64 {
        let side = if board.side_to_move() == Color::Black { self.black_to_move } else { 0 };
        board.occupied().into_iter().fold(side, |key, square| {
            let (color, piece) =
                board.color_on(square).zip(board.piece_on(square)).expect("the square is occupied");
            key ^ self.of_piece(color, piece, square)
        })
    }

    #[inline]
    pub(super) fn whole(&self, board: &Board, placement: u64) -> Key {
        let en_passant = legal_en_passant(board).map_or(0, |file| self.en_passant[file as usize]);
        Key(placement ^ self.of_castling(board) ^ en_passant)
    }

    #[inline]
    pub(super) fn of_piece(&self, color: Color, piece: Piece, square: Square) -> u64 {
        self.pieces[color as usize][piece as usize][square as usize]
    }

    #[inline]
    fn of_castling(&self, board: &Board) -> u64 {
        let rights = |color: Color| {
            let rights = board.castle_rights(color);
            let word =
                |file: Option<File>| file.map_or(0, |file| self.castling[color as usize][file as usize]);
            word(rights.short) ^ word(rights.long)
        };
        rights(Color::White) ^ rights(Color::Black)
    }
}

struct Stream {
    lot: SplitMix64,
    from: Source,
    power: u32,
}

impl Stream {
    const fn next(&mut self) -> u64 {
        let lot = self.lot.next();
        self.power = product(self.power, 2);
        match self.from {
            Source::Lot => lot,
            Source::Code => column(self.power) << 33 | lot >> 31,
        }
    }
}

/// A column of the parity checks of an extended BCH code of distance 8. No seven or fewer of the
/// 1023 columns add to 0 (Bose and Ray-Chaudhuri, *On a class of error correcting binary group
/// codes*, 1960).
const fn column(x: u32) -> u64 {
    let square = product(x, x);
    let cube = product(square, x);
    ((x << 20 | cube << 10 | product(square, cube)) << 1 | 1) as u64
}

/// A product of polynomials modulo x¹⁰ + x³ + 1.
const fn product(a: u32, b: u32) -> u32 {
    let (mut sum, mut shifted, mut i) = (0, a, 0);
    while i < 10 {
        if b >> i & 1 == 1 {
            sum ^= shifted;
        }
        shifted <<= 1;
        if shifted >> 10 == 1 {
            shifted ^= 0b100_0000_1001;
        }
        i += 1;
    }
    sum
}

/// Keys of the pawns, of White's other men and of Black's, each with the side to move.
#[inline]
pub(super) fn parts(board: &Board) -> [u64; 3] {
    let mixed = |key: u64, men: u64| (key ^ men).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let side = board.side_to_move() as u64;
    let of = |key: u64, color: Color, piece: Piece| mixed(key, board.colored_pieces(color, piece).0);
    let others = |color| {
        let men = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        men.into_iter().fold(1, |key, piece| of(key, color, piece))
    };
    let pawns = [Color::White, Color::Black].into_iter().fold(1, |key, color| of(key, color, Piece::Pawn));
    // The last step brings the upper bits down, and the side is kept whole.
    [pawns, others(Color::White), others(Color::Black)].map(|key| (key ^ key >> 31) << 1 | side)
}

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

#[cfg(test)]
mod tests {
    use super::{DISTANT, RANDOM, Words};

    fn begun(words: &Words) -> Vec<u32> {
        let pieces = words.pieces.iter().flatten().flatten();
        let others = words.castling.iter().flatten().chain(&words.en_passant).chain([&words.black_to_move]);
        pieces.chain(others).map(|word| (word >> 33) as u32).collect()
    }

    fn four_cancel(words: &[u32]) -> bool {
        let mut sums: Vec<_> = words
            .iter()
            .enumerate()
            .flat_map(|(i, &one)| words[..i].iter().map(move |other| one ^ other))
            .collect();
        sums.sort_unstable();
        words.contains(&0) || sums.contains(&0) || sums.windows(2).any(|pair| pair[0] == pair[1])
    }

    fn threes_meet(words: &[u32], draws: usize) -> bool {
        let mut random = supplant::key::SplitMix64::new(6);
        let mut seen = std::collections::HashMap::new();
        (0..draws).any(|_| {
            let mut three = [(); 3].map(|()| random.below(words.len() as u64) as usize);
            three.sort_unstable();
            let sum = three.iter().fold(0, |sum, &i| sum ^ words[i]);
            let is_three = three[0] < three[1] && three[1] < three[2];
            is_three && seen.insert(sum, three).is_some_and(|before| before != three)
        })
    }

    #[test]
    fn words_of_another_kind_or_in_another_order_have_another_seed() {
        assert_eq!(RANDOM.seed(), 0x469C_BF56_465D_DD3B);
        assert_ne!(RANDOM.seed(), DISTANT.seed());
        let mut swapped = Words::of(super::Source::Lot);
        swapped.en_passant.swap(0, 1);
        assert_ne!(swapped.seed(), RANDOM.seed());
    }

    #[test]
    fn words_chosen_for_distance_do_not_cancel_and_words_by_lot_do() {
        let (random, distant) = (begun(&RANDOM), begun(&DISTANT));
        assert_eq!((random.len(), distant.len()), (793, 793));
        assert!(!four_cancel(&distant) && !threes_meet(&distant, 1 << 20));
        // Each word has a one there, so an odd number never cancels.
        assert!(distant.iter().all(|word| word & 1 == 1));
        assert!(four_cancel(&random) && threes_meet(&random, 1 << 20));
    }
}
