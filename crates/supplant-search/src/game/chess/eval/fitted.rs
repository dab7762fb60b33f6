//! An evaluation for play; `examples/fit` fits its weights.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Square, get_between_rays, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};

use super::terms::{self, SQUARED, TermCounter, UNITS, of_piece};
use super::weights::WEIGHTS;
use crate::game::Value;

/// How to mix the middle-game and endgame parts of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseMix {
    /// The weight of the middle game, up to [`PhaseMix::WHOLE`].
    pub phase: i32,
    /// The scale of the endgame's part, in sixty-fourths.
    pub scale: i32,
}

impl PhaseMix {
    /// The phase with all pieces: knights and bishops count 1, rooks 2, queens 4.
    pub const WHOLE: i32 = 24;
    /// The scale of an ordinary endgame.
    pub const FULL: i32 = 64;

    /// Without pawns, a side ahead by a minor piece or less, or with two knights only, hardly ever
    /// wins.
    fn of(board: &Board, endgame: Value) -> Self {
        let count = |piece| board.pieces(piece).len() as i32;
        let phase =
            count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
        let ahead = if endgame > 0 { Color::White } else { Color::Black };
        let force = |color| {
            let count = |piece| board.colored_pieces(color, piece).len() as i32;
            3 * (count(Piece::Knight) + count(Piece::Bishop))
                + 5 * count(Piece::Rook)
                + 9 * count(Piece::Queen)
        };
        let has_pawns = !board.colored_pieces(ahead, Piece::Pawn).is_empty();
        let scale = match force(ahead) - force(!ahead) {
            _ if has_pawns => Self::FULL,
            ..=3 => 4,
            _ if force(ahead) == 6 && board.colored_pieces(ahead, Piece::Bishop).is_empty() => 4,
            _ => Self::FULL,
        };
        Self { phase: phase.min(Self::WHOLE), scale }
    }

    /// The mixed value, from White's view.
    #[must_use]
    pub fn value(self, midgame: Value, endgame: Value) -> Value {
        let Self { phase, scale } = self;
        (midgame * phase + endgame * (Self::WHOLE - phase) * scale / Self::FULL) / Self::WHOLE
    }
}

/// One number holds both parts of a sum, which halves the additions.
#[derive(Debug, Default)]
pub(super) struct Sum(i32);

impl TermCounter for Sum {
    #[inline]
    fn count(&mut self, term: usize, times: i32) {
        self.0 += WEIGHTS[term] * times;
    }
}

impl Sum {
    pub(super) fn parts(self) -> (Value, Value) {
        (Value::from(self.0 as i16), (self.0 + 0x8000) >> 16)
    }
}

pub(super) const fn both(midgame: i16, endgame: i16) -> i32 {
    ((endgame as i32) << 16) + midgame as i32
}

/// The most that a noisy move nearly always gains beyond its [`material`](super::material).
///
/// A true bound would be too great: a capture may uncover an attack on a king.
pub(in crate::game::chess) const GREAT_SWING: Value = 200;

/// The value of a position from White's view.
#[must_use]
pub fn evaluate(board: &Board) -> Value {
    let (midgame, endgame) = parts(board);
    PhaseMix::of(board, endgame).value(midgame, endgame)
}

/// The mix of a position, for fitting. The present weights decide which side is ahead.
#[must_use]
pub fn mix(board: &Board) -> PhaseMix {
    PhaseMix::of(board, parts(board).1)
}

fn parts(board: &Board) -> (Value, Value) {
    let mut sum = Sum::default();
    count(board, &mut sum);
    sum.parts()
}

/// Counts every term of a position.
pub fn count(board: &Board, tally: &mut impl TermCounter) {
    let [mut white, mut black] = [Color::White, Color::Black].map(|color| Side::new(board, color));
    white.pieces(&black, tally);
    black.pieces(&white, tally);
    for (us, them) in [(&white, &black), (&black, &white)] {
        us.passed_pawns(them, tally);
        us.shelter(them, tally);
        us.danger(them, tally);
        us.threats(them, tally);
    }
    let tempo = if board.side_to_move() == Color::White { 1 } else { -1 };
    tally.count(terms::TEMPO, tempo);
}

struct Side<'a> {
    board: &'a Board,
    color: Color,
    sign: i32,
    king: Square,
    pawns: BitBoard,
    all: BitBoard,
    by: [BitBoard; 6],
    attacked: BitBoard,
    twice: BitBoard,
    units: usize,
    attackers: usize,
    passed: BitBoard,
}

const ATTACKER: [usize; 4] = [2, 2, 3, 4];
const CHECK: [usize; 4] = [3, 2, 4, 3];
const OFFICERS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl<'a> Side<'a> {
    fn new(board: &'a Board, color: Color) -> Self {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let king = board.king(color);
        let mut side = Self {
            board,
            color,
            sign: if color == Color::White { 1 } else { -1 },
            king,
            pawns,
            all: board.colors(color),
            by: [BitBoard::EMPTY; 6],
            attacked: BitBoard::EMPTY,
            twice: BitBoard::EMPTY,
            units: 0,
            attackers: 0,
            passed: BitBoard::EMPTY,
        };
        let [left, right] = pawn_attacks(pawns, color);
        side.attacks(Piece::Pawn, left);
        side.attacks(Piece::Pawn, right);
        side.attacks(Piece::King, get_king_moves(king));
        side
    }

    fn attacks(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.attacked & squares;
        self.attacked |= squares;
    }

    fn tell(&self, tally: &mut impl TermCounter, term: usize, times: u32) {
        tally.count(term, self.sign * times as i32);
    }

    fn rank(&self, square: Square) -> usize {
        square.rank().relative_to(self.color) as usize
    }

    fn pieces(&mut self, them: &Self, tally: &mut impl TermCounter) {
        for piece in [Piece::Pawn, Piece::King] {
            for square in self.board.colored_pieces(self.color, piece) {
                self.place(piece, square, tally);
            }
        }
        self.pawns(them, tally);
        for piece in OFFICERS {
            for square in self.board.colored_pieces(self.color, piece) {
                self.place(piece, square, tally);
                self.officer(piece, square, them, tally);
            }
        }
        let bishops = self.board.colored_pieces(self.color, Piece::Bishop);
        if bishops.len() > 1 {
            self.tell(tally, terms::BISHOP_PAIR, 1);
        }
    }

    fn place(&self, piece: Piece, square: Square, tally: &mut impl TermCounter) {
        let file = square.file() as usize;
        let square = self.rank(square) * 4 + file.min(7 - file);
        self.tell(tally, terms::PLACE + piece as usize * terms::SQUARES + square, 1);
    }

    fn officer(&mut self, piece: Piece, square: Square, them: &Self, tally: &mut impl TermCounter) {
        let occupied = self.board.occupied();
        let reach = match piece {
            Piece::Knight => get_knight_moves(square),
            // Bishops see through queens, rooks through queens and rooks.
            Piece::Bishop => get_bishop_moves(square, occupied & !self.of(Piece::Queen)),
            Piece::Rook => get_rook_moves(square, occupied & !self.of(Piece::Queen) & !self.of(Piece::Rook)),
            _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        };
        self.attacks(piece, reach);
        let kind = piece as usize - Piece::Knight as usize;
        let squares = (reach & !self.all & !them.by[Piece::Pawn as usize]).len() as usize;
        self.tell(tally, terms::MOBILITY + kind * terms::REACHES + squares.min(terms::REACHES - 1), 1);
        let around = reach & (get_king_moves(them.king) | them.king.bitboard());
        if !around.is_empty() {
            self.attackers += 1;
            self.units += ATTACKER[kind] + around.len() as usize;
        }
        match piece {
            Piece::Knight | Piece::Bishop => self.minor(kind, square, them, tally),
            Piece::Rook => self.rook(square, them, tally),
            _ => {}
        }
    }

    fn of(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    fn minor(&self, kind: usize, square: Square, them: &Self, tally: &mut impl TermCounter) {
        let is_protected = self.by[Piece::Pawn as usize].has(square);
        let can_be_driven = !(them.pawns & square.file().adjacent() & self.ahead(square)).is_empty();
        if is_protected && !can_be_driven && (3..6).contains(&self.rank(square)) {
            self.tell(tally, terms::OUTPOST + kind, 1);
        }
        if kind == 1 {
            let colour = if BitBoard::DARK_SQUARES.has(square) {
                BitBoard::DARK_SQUARES
            } else {
                BitBoard::LIGHT_SQUARES
            };
            self.tell(tally, terms::BISHOP_PAWNS, (self.pawns & colour).len());
        }
    }

    fn rook(&self, square: Square, them: &Self, tally: &mut impl TermCounter) {
        let file = square.file().bitboard();
        let own = self.pawns & file;
        if own.is_empty() {
            self.tell(tally, terms::ROOK_FILE + usize::from(!(them.pawns & file).is_empty()), 1);
        } else if !(shifted(own, self.color) & self.board.occupied()).is_empty() {
            self.tell(tally, terms::ROOK_FILE + 2, 1);
        }
    }

    fn ahead(&self, square: Square) -> BitBoard {
        ahead(square, self.color)
    }

    fn pawns(&mut self, them: &Self, tally: &mut impl TermCounter) {
        for square in self.pawns {
            let (file, rank) = (square.file(), self.rank(square));
            let (beside, on, ahead) = (file.adjacent(), file.bitboard(), self.ahead(square));
            let is_open = (them.pawns & on & ahead).is_empty();
            let friends = self.pawns & beside;
            let is_protected = self.by[Piece::Pawn as usize].has(square);
            let has_neighbour = !(friends & square.rank().bitboard()).is_empty();
            if is_protected {
                self.tell(tally, terms::PROTECTED + rank, 1);
            }
            if has_neighbour {
                self.tell(tally, terms::BESIDE + rank, 1);
            }
            if friends.is_empty() {
                self.tell(tally, terms::ISOLATED + usize::from(is_open), 1);
            } else if !is_protected && !has_neighbour && (friends & !ahead).is_empty() {
                let next = shifted(square.bitboard(), self.color);
                if !(next & (them.by[Piece::Pawn as usize] | them.pawns)).is_empty() {
                    self.tell(tally, terms::BACKWARD + usize::from(is_open), 1);
                }
            }
            if !(self.pawns & on & ahead).is_empty() {
                self.tell(tally, terms::DOUBLED, 1);
            } else if (them.pawns & (beside | on) & ahead).is_empty() {
                self.passed |= square.bitboard();
            }
        }
    }

    fn passed_pawns(&self, them: &Self, tally: &mut impl TermCounter) {
        for square in self.passed {
            let rank = self.rank(square);
            let way = square.file().bitboard() & self.ahead(square);
            let next = shifted(square.bitboard(), self.color);
            self.tell(tally, terms::PASSED + rank, 1);
            if !(next & self.board.occupied()).is_empty() {
                self.tell(tally, terms::BLOCKED + rank, 1);
            }
            if (way & (self.board.occupied() | them.attacked)).is_empty() {
                self.tell(tally, terms::FREE + rank, 1);
            }
            if let Some(next) = next.next_square().filter(|_| rank > 2) {
                self.tell(tally, terms::OWN_KING_NEAR + distance(self.king, next), 1);
                self.tell(tally, terms::OTHER_KING_NEAR + distance(them.king, next), 1);
            }
            let file = square.file().bitboard() & !self.ahead(square);
            for (of, side) in [self, them].into_iter().enumerate() {
                let behind = side.of(Piece::Rook) & file & !square.rank().bitboard();
                if behind
                    .into_iter()
                    .any(|rook| (get_between_rays(rook, square) & self.board.occupied()).is_empty())
                {
                    side.tell(tally, terms::ROOK_BEHIND + of, 1);
                }
            }
        }
    }

    fn shelter(&self, them: &Self, tally: &mut impl TermCounter) {
        let middle = (self.king.file() as usize).clamp(1, 6);
        let before = self.ahead(self.king) | self.king.rank().bitboard();
        for file in middle - 1..=middle + 1 {
            let on = File::index(file).bitboard() & before;
            let nearest = |pawns: BitBoard| {
                let ranks = (pawns & on).into_iter().map(|square| self.rank(square));
                ranks.min().unwrap_or(0)
            };
            let is_own = file == self.king.file() as usize;
            let (own, other) = (nearest(self.pawns), nearest(them.pawns));
            self.tell(tally, terms::SHELTER + usize::from(is_own) * 8 + own, 1);
            let is_stopped = own > 0 && own + 1 == other;
            self.tell(tally, terms::STORM + usize::from(is_stopped) * 8 + other, 1);
        }
    }

    fn danger(&self, them: &Self, tally: &mut impl TermCounter) {
        let occupied = self.board.occupied();
        let safe = !self.all & (!them.attacked | self.twice & !them.twice & !them.by[Piece::Pawn as usize]);
        let straight = get_rook_moves(them.king, occupied & !them.of(Piece::Queen));
        let oblique = get_bishop_moves(them.king, occupied & !them.of(Piece::Queen));
        let from = [get_knight_moves(them.king), oblique, straight, straight | oblique];
        let checks: usize = (0..4)
            .filter(|&kind| !(from[kind] & self.by[kind + Piece::Knight as usize] & safe).is_empty())
            .map(|kind| CHECK[kind])
            .sum();
        let ring = get_king_moves(them.king);
        let weak = (ring & self.attacked & !them.twice).len() as usize;
        if self.attackers == 0 && checks == 0 {
            return;
        }
        let units = if self.attackers > 1 { self.units } else { self.units / 2 } + weak + checks;
        let units = units.min(UNITS);
        let without_queen = usize::from(self.of(Piece::Queen).is_empty());
        self.tell(tally, terms::DANGER + 2 * without_queen, units as u32);
        self.tell(tally, terms::DANGER + 2 * without_queen + 1, (units * units / SQUARED) as u32);
    }

    fn threats(&self, them: &Self, tally: &mut impl TermCounter) {
        let by = |piece: Piece| self.by[piece as usize];
        let kinds =
            [by(Piece::Pawn), by(Piece::Knight) | by(Piece::Bishop), by(Piece::Rook), by(Piece::King)];
        let safe = !them.by[Piece::Pawn as usize] & (!them.attacked | self.attacked) & !self.board.occupied();
        let [left, right] = pawn_attacks(shifted(self.pawns, self.color) & safe, self.color);
        self.tell(tally, terms::PUSH, ((left | right) & (them.all & !them.pawns)).len());
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let targets = them.of(piece) & self.attacked;
            if targets.is_empty() {
                continue;
            }
            for (kind, attacks) in kinds.into_iter().enumerate() {
                let is_threat = piece != Piece::Pawn || kind == 3;
                if is_threat {
                    self.tell(tally, of_piece(terms::THREAT + kind * 6, piece), (targets & attacks).len());
                }
            }
            self.tell(tally, of_piece(terms::HANGING, piece), (targets & !them.attacked).len());
        }
    }
}

fn pawn_attacks(pawns: BitBoard, color: Color) -> [BitBoard; 2] {
    let (left, right) = ((pawns & !File::A.bitboard()).0, (pawns & !File::H.bitboard()).0);
    match color {
        Color::White => [BitBoard(left << 7), BitBoard(right << 9)],
        Color::Black => [BitBoard(left >> 9), BitBoard(right >> 7)],
    }
}

fn shifted(squares: BitBoard, color: Color) -> BitBoard {
    BitBoard(if color == Color::White { squares.0 << 8 } else { squares.0 >> 8 })
}

fn ahead(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    BitBoard(match color {
        // The shift overflows on the last rank.
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => !(u64::MAX << (8 * rank)),
    })
}

fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    files.max((a.rank() as usize).abs_diff(b.rank() as usize))
}
