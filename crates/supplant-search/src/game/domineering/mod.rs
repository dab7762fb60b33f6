//! Domineering: two players fill a board with dominoes; the player who cannot move loses.
//!
//! Vertical places upright dominoes, Horizontal lying ones, on boards up to 8 × 8. The game suits
//! oracles: many transpositions, no draws, no influence of paths, and published values (Breuker,
//! 1998).

mod adjudicated;
mod bounds;
mod floors;
mod images;
mod outcome;
mod remainder;

pub use adjudicated::Adjudicated;
pub use outcome::{KnownBoard, OutcomeClass, UnknownOutcomeClassError};

use super::{Game, Outcome, Ranked, Root, Value};
use supplant::entry::Move16;
use supplant::key::{Draw, Key, SplitMix64};

const SIDE: usize = 8;

const ZOBRIST: [u64; SIDE * SIDE + 1] = {
    let mut stream = SplitMix64::new(0x646f_6d69_6e6f_6573);
    let mut words = [0; SIDE * SIDE + 1];
    let mut i = 0;
    while i < words.len() {
        words[i] = stream.next();
        i += 1;
    }
    words
};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Vertical's dominoes cover two rows of one column.
    Vertical,
    /// Horizontal's dominoes cover two columns of one row.
    Horizontal,
}

impl Player {
    /// The opponent of this player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Vertical => "Vertical",
            Self::Horizontal => "Horizontal",
        })
    }
}

/// A domino, identified by its upper or left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino(u8);

/// The column as a letter and the row as a number: `a1` is the upper left corner.
impl std::fmt::Display for Domino {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (row, column) = (usize::from(self.0) / SIDE + 1, self.0 % SIDE as u8);
        write!(f, "{}{row}", char::from(b'a' + column))
    }
}

/// A game of domineering.
///
/// ```
/// use supplant_search::game::{Game, domineering::{Domineering, Player}};
/// let mut game = Domineering::new(2, 2, Player::Vertical);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// assert_eq!(moves.len(), 2);
/// game.play(moves[0].mv);
/// assert!(!game.has_moves(), "Horizontal has lost");
/// ```
#[derive(Clone, Debug)]
pub struct Domineering {
    covered: u64,
    sides: (usize, usize),
    key: u64,
    keys: Draw,
    player: Player,
    played: Vec<Domino>,
}

impl Domineering {
    /// An empty board of `rows` × `columns` with `player` to move.
    ///
    /// # Panics
    /// If a side is 0 or above 8.
    #[must_use]
    pub fn new(rows: usize, columns: usize, player: Player) -> Self {
        assert!((1..=SIDE).contains(&rows) && (1..=SIDE).contains(&columns), "boards are 1×1 to 8×8");
        let on_board = |cell: &usize| cell / SIDE < rows && cell % SIDE < columns;
        let board = (0..SIDE * SIDE).filter(on_board).fold(0, |board, cell| board | 1 << cell);
        let key = SplitMix64::new((rows * SIDE + columns) as u64).next() ^ side_word(player);
        Self { covered: !board, sides: (rows, columns), key, keys: Draw::of(0), player, played: Vec::new() }
    }

    /// The numbers of rows and columns of the board.
    #[must_use]
    pub fn sides(&self) -> (usize, usize) {
        self.sides
    }

    /// The player to move.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// Replaces the keys by those of a [`Draw`].
    #[must_use]
    pub fn with_keys(self, draw: u64) -> Self {
        Self { keys: Draw::of(draw), ..self }
    }

    fn places(&self, player: Player) -> u64 {
        places(!self.covered, player)
    }

    fn cells(domino: Domino, player: Player) -> [usize; 2] {
        let first = usize::from(domino.0);
        [first, first + if player == Player::Vertical { SIDE } else { 1 }]
    }

    fn turn(&mut self, domino: Domino, player: Player) {
        let cells = Self::cells(domino, player);
        self.covered ^= cells.iter().fold(0, |board, cell| board | 1 << cell);
        self.key ^= change(cells);
    }
}

fn places(free: u64, player: Player) -> u64 {
    match player {
        Player::Vertical => free & free >> SIDE,
        Player::Horizontal => free & images::left_of(free),
    }
}

fn covers(domino: Domino, player: Player) -> u64 {
    let shape = if player == Player::Vertical { 1 | 1 << SIDE } else { 0b11 };
    shape << domino.0
}

fn change(cells: [usize; 2]) -> u64 {
    ZOBRIST[cells[0]] ^ ZOBRIST[cells[1]] ^ ZOBRIST[SIDE * SIDE]
}

fn side_word(player: Player) -> u64 {
    if player == Player::Vertical { 0 } else { ZOBRIST[SIDE * SIDE] }
}

impl Game for Domineering {
    type Move = Domino;

    const NAME: &'static str = "domineering";
    const ASPIRATION: Value = 2;
    const HISTORY_SLOTS: usize = 2 * SIDE * SIDE;

    fn key(&self) -> Key {
        self.keys.key(Key(self.key))
    }

    fn likely_key_after(&self, mv: Domino) -> Key {
        self.keys.key(Key(self.key ^ change(Self::cells(mv, self.player))))
    }

    fn moves(&self, into: &mut Vec<Ranked<Domino>>) {
        let mut places = self.places(self.player);
        while places != 0 {
            into.push(Ranked { mv: Domino(places.trailing_zeros() as u8), rank: Ranked::<Domino>::QUIET });
            places &= places - 1;
        }
    }

    fn play(&mut self, mv: Domino) {
        self.turn(mv, self.player);
        self.played.push(mv);
        self.player = self.player.other();
    }

    fn undo(&mut self) {
        let mv = self.played.pop().expect("a move is taken back only after it was played");
        self.player = self.player.other();
        self.turn(mv, self.player);
    }

    fn has_moves(&self) -> bool {
        self.places(self.player) != 0
    }

    fn without_moves(&self) -> Outcome {
        Outcome::Lost
    }

    fn evaluate(&self) -> Value {
        let places = |player| self.places(player).count_ones() as Value;
        places(self.player) - places(self.player.other())
    }

    fn played(&self) -> Root {
        Root(self.played.len())
    }

    fn encode(&self, mv: Domino) -> Move16 {
        Move16(u16::from(mv.0) + 1)
    }

    fn decode(&self, bits: Move16) -> Option<Domino> {
        let cell = bits.0.checked_sub(1).filter(|&cell| cell < 64)?;
        (self.places(self.player) >> cell & 1 == 1).then_some(Domino(cell as u8))
    }

    fn history_slot(&self, mv: Domino) -> usize {
        usize::from(mv.0) + if self.player == Player::Vertical { 0 } else { SIDE * SIDE }
    }

    fn notation(&self, mv: Domino) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{Domineering, Player};
    use crate::game::Game;
    use supplant::entry::Move16;

    #[test]
    fn transpositions_have_one_key_and_undo_restores_it() {
        let mut game = Domineering::new(3, 3, Player::Vertical);
        let start = game.key();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let [first, second] = [moves[0].mv, moves[2].mv];
        let play = |game: &mut Domineering, order: [_; 2]| {
            game.play(order[0]);
            let mut replies = Vec::new();
            game.moves(&mut replies);
            let reply = replies[replies.len() - 1].mv;
            game.play(reply);
            game.play(order[1]);
            let key = game.key();
            (0..3).for_each(|_| game.undo());
            key
        };
        assert_eq!(play(&mut game, [first, second]), play(&mut game, [second, first]));
        assert_eq!(game.key(), start);
    }

    #[test]
    fn only_legal_moves_decode() {
        let game = Domineering::new(2, 3, Player::Horizontal);
        let legal: Vec<_> = (0..=u16::MAX).filter(|&bits| game.decode(Move16(bits)).is_some()).collect();
        assert_eq!(legal, [1, 2, 9, 10]);
    }
}
