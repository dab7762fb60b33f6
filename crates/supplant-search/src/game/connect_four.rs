//! Connect Four: players drop stones into columns; the first with four in a line wins.
//!
//! The first player wins on the usual board of 7 columns × 6 rows, the largest here (Allis, *A
//! knowledge-based approach of Connect-Four*, 1988; Allen, 1988).

use super::{Game, Outcome, Ranked, Root, Value, mixed};
use supplant::entry::Move16;
use supplant::key::{Draw, Key};

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// A move: the column that the stone is dropped into, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(u8);

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

/// A game of Connect Four.
///
/// ```
/// use supplant_search::game::{Game, Outcome, connect_four::ConnectFour};
/// let mut game = ConnectFour::new(4, 4);
/// // Four on the ground, the other player's stones on top of three of them.
/// for column in [0, 0, 1, 1, 2, 2, 3] {
///     let mv = game.column(column).expect("there is room");
///     game.play(mv);
/// }
/// assert!(!game.has_moves());
/// assert_eq!(game.without_moves(), Outcome::Lost, "for who would be next");
/// ```
#[derive(Clone, Debug)]
pub struct ConnectFour {
    columns: usize,
    rows: usize,
    keys: Draw,
    now: Stones,
    past: Vec<Stones>,
}

/// Column *c* has `rows` + 1 bits from bit *c* · (`rows` + 1), the lowest cell first. The highest
/// is always 0, so that shifts do not run into the next column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stones {
    own: u64,
    all: u64,
}

impl ConnectFour {
    /// An empty board of `columns` × `rows`.
    ///
    /// # Panics
    /// If it has no column or more than 7, no row or more than 6.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        assert!((1..=COLUMNS).contains(&columns) && (1..=ROWS).contains(&rows), "boards are 1×1 to 7×6");
        Self { columns, rows, keys: Draw::of(0), now: Stones { own: 0, all: 0 }, past: Vec::new() }
    }

    /// The move into a column, counted from 0, if it is legal.
    #[must_use]
    pub fn column(&self, column: usize) -> Option<Column> {
        (column < self.columns && self.landing(column) & self.cells() != 0 && !self.is_won())
            .then_some(Column(column as u8))
    }

    /// The columns and rows of the board.
    #[must_use]
    pub fn sides(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// Replaces the keys by those of a [`Draw`].
    #[must_use]
    pub fn with_keys(self, draw: u64) -> Self {
        Self { keys: Draw::of(draw), ..self }
    }

    /// Plies after which every game from here has ended.
    #[must_use]
    pub fn plies(&self) -> u8 {
        (self.columns * self.rows - self.past.len() + 1) as u8
    }

    fn stride(&self) -> usize {
        self.rows + 1
    }

    fn ground(&self) -> u64 {
        (0..self.columns).fold(0, |cells, column| cells | 1 << (column * self.stride()))
    }

    fn cells(&self) -> u64 {
        self.ground() * ((1 << self.rows) - 1)
    }

    fn landing(&self, column: usize) -> u64 {
        let lowest = 1 << (column * self.stride());
        let cells = lowest * ((1 << self.rows) - 1);
        (self.now.all & cells) + lowest
    }

    fn after(&self, mv: Column) -> Stones {
        let Stones { own, all } = self.now;
        Stones { own: own ^ all, all: all | self.landing(usize::from(mv.0)) }
    }

    /// One-to-one: each column has a bit above its last stone, and below it the own stones.
    fn key_of(&self, stones: Stones) -> Key {
        let code = (stones.all + self.ground()) | stones.own;
        let board = (self.columns << 8 | self.rows) as u64;
        self.keys.key(Key(mixed(code) ^ mixed(!board)))
    }

    fn is_won(&self) -> bool {
        self.fours(self.now.own ^ self.now.all) > 0
    }

    fn fours(&self, cells: u64) -> u32 {
        let stride = self.stride();
        let lines = [1, stride, stride - 1, stride + 1].map(|step| {
            let pairs = cells & cells >> step;
            (pairs & pairs >> (2 * step)).count_ones()
        });
        lines.iter().sum()
    }
}

/// The usual board: 7 columns, 6 rows.
impl Default for ConnectFour {
    fn default() -> Self {
        Self::new(COLUMNS, ROWS)
    }
}

impl Game for ConnectFour {
    type Move = Column;

    const NAME: &'static str = "connect four";
    const ASPIRATION: Value = 4;
    const HISTORY_SLOTS: usize = 2 * 64;

    fn key(&self) -> Key {
        self.key_of(self.now)
    }

    fn likely_key_after(&self, mv: Column) -> Key {
        self.key_of(self.after(mv))
    }

    fn moves(&self, into: &mut Vec<Ranked<Column>>) {
        if self.is_won() {
            return;
        }
        let middle = (self.columns - 1) / 2;
        for i in 0..self.columns {
            let away = i.div_ceil(2);
            let column = if i % 2 == 0 { middle - away } else { middle + away };
            if self.landing(column) & self.cells() != 0 {
                into.push(Ranked { mv: Column(column as u8), rank: Ranked::<Column>::QUIET });
            }
        }
    }

    fn play(&mut self, mv: Column) {
        self.past.push(self.now);
        self.now = self.after(mv);
    }

    fn undo(&mut self) {
        self.now = self.past.pop().expect("a move is taken back only after it was played");
    }

    fn has_moves(&self) -> bool {
        self.now.all != self.cells() && !self.is_won()
    }

    fn without_moves(&self) -> Outcome {
        if self.is_won() { Outcome::Lost } else { Outcome::Draw }
    }

    /// Lines of four that the side to move can still fill, less those that the opponent can.
    fn evaluate(&self) -> Value {
        let Stones { own, all } = self.now;
        let open_to = |others: u64| self.fours(self.cells() & !others) as Value;
        open_to(own ^ all) - open_to(own)
    }

    fn played(&self) -> Root {
        Root(self.past.len())
    }

    fn encode(&self, mv: Column) -> Move16 {
        Move16(u16::from(mv.0) + 1)
    }

    fn decode(&self, bits: Move16) -> Option<Column> {
        self.column(usize::from(bits.0.checked_sub(1)?))
    }

    fn history_slot(&self, mv: Column) -> usize {
        let cell = self.landing(usize::from(mv.0)).trailing_zeros() as usize;
        cell + self.past.len() % 2 * 64
    }

    fn notation(&self, mv: Column) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use std::collections::{HashMap, HashSet};
    use supplant::table::{SizedBucket, TableBuilder};

    use super::{ConnectFour, Stones};
    use crate::game::{Game, Outcome};
    use crate::search::negamax::negamax;
    use crate::search::{Enhancements, Limits, search};

    use supplant::entry::Move16;
    use supplant::key::SplitMix64;
    use supplant::scheme::TwoBig1;

    fn moves(game: &ConnectFour) -> Vec<super::Column> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.iter().map(|ranked| ranked.mv).collect()
    }

    fn played(mut game: ConnectFour, columns: &str) -> ConnectFour {
        for letter in columns.bytes() {
            let mv = game.column(usize::from(letter - b'a')).expect("there is room");
            game.play(mv);
        }
        game
    }

    /// Positions of the usual board by plies (Online Encyclopedia of Integer Sequences, A212693).
    const POSITIONS: [usize; 8] = [1, 7, 49, 238, 1120, 4263, 16422, 54859];

    #[test]
    fn the_positions_after_seven_plies_are_counted_and_each_has_a_key_of_its_own() {
        let mut games = vec![ConnectFour::default()];
        for (plies, expected) in POSITIONS.into_iter().enumerate() {
            let mut keys = HashSet::new();
            games.retain(|game| keys.insert(game.key()));
            let stones: HashSet<_> = games.iter().map(|game| (game.now.own, game.now.all)).collect();
            assert_eq!((games.len(), stones.len()), (expected, expected), "{plies} plies");
            if plies + 1 == POSITIONS.len() {
                break;
            }
            let next = games.iter().flat_map(|game| {
                moves(game).into_iter().map(|mv| {
                    let mut next = game.clone();
                    next.play(mv);
                    assert_eq!(game.likely_key_after(mv), next.key());
                    next
                })
            });
            games = next.collect();
        }
    }

    #[test]
    fn four_in_any_direction_end_the_game_and_four_round_an_edge_do_not() {
        let games = [
            ("dadadad", true),
            ("aabbccd", true),
            ("abbcdccdedd", true),
            ("gffedeedcdd", true),
            ("aabbcce", false),
        ];
        for (columns, wins) in games {
            let game = played(ConnectFour::default(), columns);
            assert_eq!((game.has_moves(), moves(&game).is_empty()), (!wins, wins), "{columns}");
            if wins {
                assert_eq!((game.without_moves(), game.column(6)), (Outcome::Lost, None), "{columns}");
            }
        }
        let board = ConnectFour::new(2, 6);
        let cells = 0b111 << 3 | 1 << 7;
        assert_eq!(ConnectFour { now: Stones { own: 0, all: cells }, ..board }.fours(cells), 0);
    }

    #[test]
    fn a_full_board_without_a_four_is_a_draw() {
        let game = played(ConnectFour::new(3, 2), "aabbcc");
        assert_eq!((game.has_moves(), game.without_moves()), (false, Outcome::Draw));
        assert_eq!(game.plies(), 1);
        assert!((0..=u16::MAX).all(|bits| game.decode(Move16(bits)).is_none()));
    }

    #[test]
    fn only_columns_with_room_decode_and_undo_leads_back() {
        let mut game = played(ConnectFour::new(3, 2), "aab");
        let (key, legal) = (game.key(), |game: &ConnectFour| {
            (0..=u16::MAX).filter(|&bits| game.decode(Move16(bits)).is_some()).collect::<Vec<_>>()
        });
        assert_eq!(legal(&game), [2, 3]);
        let mv = game.column(2).expect("there is room");
        assert_eq!((game.encode(mv), game.notation(mv).as_str()), (Move16(3), "c"));
        game.play(mv);
        game.undo();
        assert_eq!((game.key(), legal(&game)), (key, vec![2, 3]));
    }

    #[test]
    fn the_middle_comes_first() {
        let order = |columns| {
            moves(&ConnectFour::new(columns, 6)).iter().map(ToString::to_string).collect::<String>()
        };
        assert_eq!([order(7), order(4), order(1)], ["decfbga", "bcad", "a"]);
    }

    #[test]
    fn boards_have_different_keys() {
        let keys: HashSet<_> = [(7, 6), (6, 6), (6, 5), (5, 6)]
            .map(|(columns, rows)| ConnectFour::new(columns, rows).key())
            .into();
        assert_eq!(keys.len(), 4);
    }

    fn outcome(game: &mut ConnectFour, known: &mut HashMap<(u64, u64), i32>) -> i32 {
        let Stones { own, all } = game.now;
        if let Some(&value) = known.get(&(own, all)) {
            return value;
        }
        let mut value = None;
        for mv in moves(game) {
            game.play(mv);
            value = value.max(Some(-outcome(game, known)));
            game.undo();
            if value == Some(1) {
                break;
            }
        }
        let ended = if game.without_moves() == Outcome::Lost { -1 } else { 0 };
        let value = value.unwrap_or(ended);
        known.insert((own, all), value);
        value
    }

    fn searched(game: &ConnectFour, on: Enhancements) -> i32 {
        let table =
            TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1 << 14).build().expect("small");
        search(game, &table, Limits::depth(game.plies()), on).best.map_or_else(
            || if game.without_moves() == Outcome::Lost { -1 } else { 0 },
            |best| best.value.signum(),
        )
    }

    #[test]
    fn small_boards_have_the_value_of_all_lines_of_play() {
        for (columns, rows) in [(4, 4), (5, 3), (3, 5), (6, 2), (2, 6)] {
            let mut game = ConnectFour::new(columns, rows);
            let value = outcome(&mut game, &mut HashMap::new());
            assert_eq!(value, 0, "{columns}×{rows}: all these are draws");
            assert_eq!(searched(&game, Enhancements::SOLVER), value, "{columns}×{rows}");
        }
    }

    #[test]
    fn positions_on_larger_connect_four_boards_have_the_value_of_exhaustive_search() {
        let (mut random, mut values) = (SplitMix64::new(4), [0; 3]);
        for round in 0..60 {
            let (columns, rows, left) = if round % 2 == 0 { (7, 6, 12) } else { (5, 4, 11) };
            let mut game = ConnectFour::new(columns, rows);
            while usize::from(game.plies()) > left + 1 && game.has_moves() {
                let moves = moves(&game);
                game.play(moves[random.below(moves.len() as u64) as usize]);
            }
            let value = outcome(&mut game, &mut HashMap::new());
            values[(value + 1) as usize] += 1;
            for on in [Enhancements::SOLVER, Enhancements::SOUND] {
                assert_eq!(searched(&game, on), value, "{game:?}, {on}");
            }
        }
        assert!(values.iter().all(|&count| count > 3), "losses, draws, wins: {values:?}");
    }

    #[test]
    fn a_search_gives_the_value_of_plain_negamax_at_every_depth() {
        for (board, depth) in [((7, 6), 4), ((4, 4), 6), ((5, 4), 5)] {
            let mut game = played(ConnectFour::new(board.0, board.1), "abb");
            for depth in 1..=depth {
                let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new()
                    .slots(1 << 10)
                    .build()
                    .expect("small");
                let found = search(&game, &table, Limits::depth(depth), Enhancements::SOUND).best;
                assert_eq!(
                    found.map(|best| best.value),
                    Some(negamax(&mut game, depth)),
                    "{board:?} to {depth} plies"
                );
            }
        }
    }
}
