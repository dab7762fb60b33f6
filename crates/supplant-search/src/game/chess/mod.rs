//! Chess on `cozy-chess`, which supplies the rules.

mod change;
mod checks;
pub mod eval;
mod exchange;
mod key;
mod move16;
pub mod notation;
pub mod positions;

pub use cozy_chess::{Board, File, Move, Piece, Square};

use cozy_chess::{BitBoard, Color, PieceMoves, Rank};

use super::{Game, Outcome, Ranked, Repetitions, Root, Value};
use eval::{Evaluation, Tables};
use supplant::entry::Move16;
use supplant::key::{Draw, Key};

/// A game of chess.
///
/// ```
/// use supplant_search::game::{Game, chess::{Chess, notation::san}};
/// let mut game: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
/// game.play(san(game.board(), "Ra8#")?);
/// assert!(game.in_check() && !game.has_moves());
/// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    now: State,
    past: Vec<State>,
    tables: Box<Tables>,
    evaluation: Evaluation,
    words: &'static key::Words,
    keys: Draw,
}

#[derive(Clone, Debug)]
struct State {
    board: Board,
    key: Key,
    placement: u64,
    white: Value,
    /// Repetitions do not count across a pass.
    since_pass: u32,
}

/// Captures are ranked before promotions, as in 1994, section 4.2.
const CAPTURE: u32 = Ranked::<Move>::NOISY << 1;
const PROMOTION: u32 = Ranked::<Move>::NOISY;

/// Up to this many pieces besides king and pawns may mean zugzwang (chosen, not measured).
const FEW: u32 = 2;

/// Plies without progress after which the fifty-move rule is near: a search of ten more plies
/// reaches it (chosen, not measured).
const NEARLY_STALLED: u8 = 90;

impl Chess {
    /// A game that begins with `board`.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let tables = Box::new(Tables::preprocess(&board));
        let words = &key::RANDOM;
        let (placement, white) = (words.placement(&board), tables.sum(&board));
        let key = words.whole(&board, placement);
        Self {
            now: State { board, key, placement, white, since_pass: 0 },
            past: Vec::new(),
            tables,
            evaluation: Evaluation::default(),
            words,
            keys: Draw::of(0),
        }
    }

    /// Changes the evaluation, but not the keys: clear a [`Table`](supplant::Table) that holds
    /// values of the other evaluation.
    ///
    /// ```
    /// use supplant_search::game::{Game, chess::{Chess, eval::Evaluation}};
    /// // A queen before the king, and who attacks has no more than that one has.
    /// let game: Chess = "6k1/5p1p/5QpP/8/8/8/1q3PP1/6K1 w - - 0 1".parse()?;
    /// assert!(game.clone().with_evaluation(Evaluation::Fitted).evaluate() > game.evaluate());
    /// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// Replaces the keys by those of a [`Draw`].
    ///
    /// ```
    /// use supplant_search::game::{Game, chess::Chess};
    /// let game: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
    /// assert_eq!(game.clone().with_keys(0).key(), game.key());
    /// assert_ne!(game.clone().with_keys(1).key(), game.key());
    /// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_keys(self, draw: u64) -> Self {
        Self { keys: Draw::of(draw), ..self }
    }

    /// Builds the keys from words that are chosen for distance instead of drawn.
    ///
    /// Positions that differ in at most seven words, a move or two apart without castling, differ
    /// in the first 31 bits.
    ///
    /// ```
    /// use supplant_search::game::{Game, chess::Chess};
    /// let game: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
    /// assert_ne!(game.clone().with_distant_keys().key(), game.key());
    /// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_distant_keys(mut self) -> Self {
        self.words = &key::DISTANT;
        for State { board, key, placement, .. } in self.past.iter_mut().chain([&mut self.now]) {
            *placement = self.words.placement(board);
            *key = self.words.whole(board, *placement);
        }
        self
    }

    /// The evaluation of this game.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    /// Identifies evaluation and keys, except those of [`with_keys`](Self::with_keys), in a saved
    /// table, for [`TableFile::keyed`](supplant::table::TableFile::keyed).
    #[must_use]
    pub fn key_seed(&self) -> u64 {
        self.words.seed() ^ self.evaluation.seed()
    }

    /// The position now on the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.now.board
    }

    /// A legal move as the Universal Chess Interface writes it: `e2e4`, `e7e8q`.
    ///
    /// ```
    /// use supplant_search::game::chess::{Chess, notation::san};
    /// let game: Chess = "k7/P7/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(game.uci(san(game.board(), "O-O")?), "e1g1");
    /// assert_eq!(game.uci(san(game.board(), "Rh8+")?), "h1h8");
    /// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        cozy_chess::util::display_uci_move(&self.now.board, mv).to_string()
    }

    fn officers(&self) -> u32 {
        let board = &self.now.board;
        (board.colors(board.side_to_move()) & !board.pieces(Piece::Pawn)).len() - 1
    }

    fn generate(&self, into: &mut Vec<Ranked<Move>>, targets: impl Fn(Piece, BitBoard) -> BitBoard) {
        let board = &self.now.board;
        let enemies = board.colors(!board.side_to_move());
        board.generate_moves(|mut moves| {
            moves.to = targets(moves.piece, moves.to);
            if !moves.to.is_empty() {
                append(board, moves, enemies, into);
            }
            false
        });
    }
}

// Inlined, it would cost 2 % of the instructions of `supplant bench` in saved registers.
#[inline(never)]
fn append(board: &Board, moves: PieceMoves, enemies: BitBoard, into: &mut Vec<Ranked<Move>>) {
    for mv in moves {
        let rank = if enemies.has(mv.to) {
            let victim = board.piece_on(mv.to).expect("an enemy stands there");
            capture_rank(victim, moves.piece, mv.promotion)
        } else if let Some(piece) = mv.promotion {
            PROMOTION + piece as u32
        } else if moves.piece == Piece::Pawn && mv.from.file() != mv.to.file() {
            capture_rank(Piece::Pawn, Piece::Pawn, None)
        } else {
            Ranked::<Move>::QUIET
        };
        into.push(Ranked { mv, rank });
    }
}

/// Most valuable victim, then least valuable attacker, then best promotion.
fn capture_rank(victim: Piece, attacker: Piece, promotion: Option<Piece>) -> u32 {
    CAPTURE + (victim as u32 * 8 + 7 - attacker as u32) * 8 + promotion.map_or(0, |piece| piece as u32)
}

impl Game for Chess {
    type Move = Move;

    const NAME: &'static str = "chess";
    const ASPIRATION: Value = eval::PAWN;
    const HISTORY_SLOTS: usize = 2 * 64 * 64;
    const PIECE_SLOTS: usize = 2 * 6 * 64;

    #[inline]
    fn key(&self) -> Key {
        self.keys.key(self.now.key)
    }

    #[inline]
    fn likely_key_after(&self, mv: Move) -> Key {
        let mut key = self.now.key.0 ^ self.words.change_of_sides();
        change::for_each_change(&self.now.board, mv, |color, piece, square, _| {
            key ^= self.words.of_piece(color, piece, square);
        });
        self.keys.key(Key(key))
    }

    fn moves(&self, into: &mut Vec<Ranked<Move>>) {
        self.generate(into, |_, to| to);
    }

    fn noisy_moves(&self, into: &mut Vec<Ranked<Move>>) {
        let board = &self.now.board;
        let us = board.side_to_move();
        let captures = board.colors(!us);
        let en_passant = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
        let pawn_targets = captures | en_passant | Rank::Eighth.relative_to(us).bitboard();
        self.generate(into, |piece, to| to & if piece == Piece::Pawn { pawn_targets } else { captures });
    }

    fn quiet_checks(&self, into: &mut Vec<Ranked<Move>>) {
        checks::append(&self.now.board, into);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.past.push(self.now.clone());
        let State { board, key, placement, white, since_pass } = &mut self.now;
        *since_pass += 1;
        *placement ^= self.words.change_of_sides();
        change::for_each_change(board, mv, |color, piece, square, arrives| {
            let value = self.tables.of(color, piece, square);
            *white += if arrives { value } else { -value };
            *placement ^= self.words.of_piece(color, piece, square);
        });
        board.play_unchecked(mv);
        *key = self.words.whole(board, *placement);
    }

    #[inline]
    fn undo(&mut self) {
        self.now = self.past.pop().expect("a move is taken back only after it was played");
    }

    fn pass(&mut self) -> bool {
        let board = &self.now.board;
        let has_moves = || board.generate_moves(|_| true);
        if self.officers() == 0 || !has_moves() {
            return false;
        }
        let Some(passed) = board.null_move() else { return false };
        let placement = self.now.placement ^ self.words.change_of_sides();
        let key = self.words.whole(&passed, placement);
        let now = State { board: passed, key, placement, since_pass: 0, ..self.now };
        self.past.push(std::mem::replace(&mut self.now, now));
        true
    }

    fn threatens_zugzwang(&self) -> bool {
        self.officers() <= FEW
    }

    fn is_quiet(&self, mv: Move) -> bool {
        let board = &self.now.board;
        let is_capture = board.colors(!board.side_to_move()).has(mv.to)
            || board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
        !is_capture && mv.promotion.is_none()
    }

    fn wins_exchange(&self, mv: Move, least: Value) -> bool {
        exchange::wins(&self.now.board, mv, least)
    }

    fn material_gain(&self, mv: Move) -> Value {
        exchange::gain(&self.now.board, mv)
    }

    fn gives_check(&self, mv: Move) -> bool {
        checks::gives_check(&self.now.board, mv)
    }

    fn is_recaptured(&self) -> bool {
        let [.., before, between] = self.past.as_slice() else { return false };
        let captors = [(before, between), (between, &self.now)].map(|(a, b)| captor(&a.board, &b.board));
        !(captors[0] & captors[1]).is_empty()
    }

    fn has_single_move(&self) -> bool {
        let mut count = 0;
        self.now.board.generate_moves(|moves| {
            count += moves.len();
            count > 1
        });
        count == 1
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.now.board.checkers().is_empty()
    }

    fn has_moves(&self) -> bool {
        let board = &self.now.board;
        if board.checkers().is_empty() && has_free_pawn(board) {
            return true;
        }
        board.generate_moves(|moves| !moves.is_empty())
    }

    fn without_moves(&self) -> Outcome {
        if self.in_check() { Outcome::Lost } else { Outcome::Draw }
    }

    fn repetitions(&self, root: Root) -> Repetitions {
        let reversible = usize::from(self.now.board.halfmove_clock());
        let mut seen = Repetitions::default();
        // With this side to move, and after the last capture or pawn move.
        let reversible = reversible.min(self.now.since_pass as usize);
        for back in (4..=reversible.min(self.past.len())).step_by(2) {
            let at = self.past.len() - back;
            if self.past[at].key == self.now.key {
                *(if at >= root.0 { &mut seen.in_search } else { &mut seen.in_game }) += 1;
            }
        }
        seen
    }

    fn is_stalled(&self) -> bool {
        self.now.board.halfmove_clock() >= 100 && (!self.in_check() || self.has_moves())
    }

    fn is_nearly_stalled(&self) -> bool {
        self.now.board.halfmove_clock() >= NEARLY_STALLED
    }

    #[inline]
    fn evaluate(&self) -> Value {
        let white = match self.evaluation {
            Evaluation::Study1994 => self.now.white,
            Evaluation::Fitted => eval::fitted::evaluate(&self.now.board),
        };
        match self.now.board.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    fn parts(&self) -> [u64; 3] {
        key::parts(&self.now.board)
    }

    fn greatest_gain(&self) -> Value {
        let board = &self.now.board;
        let us = board.side_to_move();
        let victim = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn]
            .into_iter()
            .find(|&piece| !board.colored_pieces(!us, piece).is_empty())
            .map_or(0, eval::material);
        let on_seventh = board.colored_pieces(us, Piece::Pawn) & Rank::Seventh.relative_to(us).bitboard();
        let promotion = if on_seventh.is_empty() { 0 } else { eval::material(Piece::Queen) - eval::PAWN };
        let swing = match self.evaluation {
            Evaluation::Study1994 => self.tables.greatest_swing(),
            Evaluation::Fitted => eval::fitted::GREAT_SWING,
        };
        victim + promotion + swing
    }

    fn prepare(&mut self) {
        if self.evaluation != Evaluation::Study1994 {
            return;
        }
        *self.tables = Tables::preprocess(&self.now.board);
        self.now.white = self.tables.sum(&self.now.board);
        // A search may take back moves beyond the root, so no sums of the old tables may remain.
        for state in &mut self.past {
            state.white = self.tables.sum(&state.board);
        }
    }

    fn played(&self) -> Root {
        Root(self.past.len())
    }

    fn encode(&self, mv: Move) -> Move16 {
        move16::encode(mv)
    }

    fn decode(&self, bits: Move16) -> Option<Move> {
        move16::decode(bits).filter(|&mv| self.now.board.is_legal(mv))
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        (self.now.board.side_to_move() as usize * 64 + mv.from as usize) * 64 + mv.to as usize
    }

    #[inline]
    fn piece_slot(&self, mv: Move) -> usize {
        let board = &self.now.board;
        let piece = board.piece_on(mv.from).expect("a legal move moves a piece");
        (board.side_to_move() as usize * 6 + piece as usize) * 64 + mv.to as usize
    }

    fn notation(&self, mv: Move) -> String {
        cozy_chess::util::display_san_move(&self.now.board, mv).to_string()
    }
}

/// Whether a legal move captures en passant.
fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn)
        && mv.from.file() != mv.to.file()
        && board.piece_on(mv.to).is_none()
}

fn captor(before: &Board, after: &Board) -> BitBoard {
    let (us, them) = (before.side_to_move(), !before.side_to_move());
    if before.colors(them) == after.colors(them) {
        return BitBoard::EMPTY;
    }
    after.colors(us) & !before.colors(us)
}

/// Whether an unpinned pawn can step forward, which is a legal move when not in check.
fn has_free_pawn(board: &Board) -> bool {
    let us = board.side_to_move();
    let pawns = (board.colored_pieces(us, Piece::Pawn) & !board.pinned()).0;
    let ahead = if us == Color::White { pawns << 8 } else { pawns >> 8 };
    ahead & !board.occupied().0 != 0
}

impl std::str::FromStr for Chess {
    type Err = notation::ReadError;

    fn from_str(fen: &str) -> Result<Self, notation::ReadError> {
        notation::fen(fen).map(Self::new)
    }
}

impl Default for Chess {
    fn default() -> Self {
        Self::new(Board::startpos())
    }
}

#[cfg(test)]
mod tests;
