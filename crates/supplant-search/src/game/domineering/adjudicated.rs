//! Domineering that ends as soon as the winner is known. The rules are those of
//! [`Domineering`](super::Domineering), with exceptions that do not change the winner.
//! - A player who has lost by the bounds (`bounds.rs`) has no move. A losing move is not offered,
//!   and a winning one is offered alone.
//! - Of the dominoes that only one side can place (`remainder.rs`), one is offered.
//! - Mirror images share a key; on a square board, so do images on their side with players
//!   exchanged.
//! - So do positions that differ only in dominoes that one side alone can place, with equal
//!   surplus.

use super::bounds::Bounds;
use super::images::{Image, Sides};
use super::remainder::{Remainder, one_of};
use super::{Domino, Player, SIDE, covers, places};
use crate::game::{Game, Outcome, Ranked, Root, Value, mixed};
use supplant::entry::Move16;
use supplant::key::Key;

/// A game of domineering that ends when it is decided.
///
/// A search to [`Self::plies`] plies decides every position.
///
/// ```
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::search::{Enhancements, Limits, search};
/// use supplant_search::game::domineering::{Adjudicated, Player};
/// let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 12).build()?;
/// let game = Adjudicated::new(5, 6, Player::Vertical);
/// let found = search(&game, &table, Limits::depth(game.plies()), Enhancements::SOLVER);
/// // Horizontal wins on 5 × 6, whoever starts; without a move Vertical has lost.
/// assert!(found.best.is_none_or(|best| best.value < 0));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adjudicated {
    sides: Sides,
    now: State,
    past: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    free: u64,
    player: Player,
    rest: Remainder,
    key: Key,
    image: Image,
}

impl State {
    fn new(free: u64, player: Player, sides: Sides) -> Self {
        let rest = Remainder::of(free);
        let on_its_side = sides.rows == sides.columns && player == Player::Horizontal;
        let (least, image) = Image::least(rest.contested, sides, on_its_side);
        let (player_word, surplus) =
            if on_its_side { (0, -rest.surplus) } else { (player as u64, rest.surplus) };
        // Each term is a one-to-one map.
        let about =
            (sides.rows << 16 | sides.columns << 8) as u64 | player_word << 24 | (surplus as u64) << 32;
        Self { free, player, rest, key: Key(mixed(least) ^ mixed(!about)), image }
    }

    fn after(&self, domino: Domino, sides: Sides) -> Self {
        Self::new(self.free & !covers(domino, self.player), self.player.other(), sides)
    }
}

impl Adjudicated {
    /// The most rows or columns of a board.
    pub const LONGEST_SIDE: usize = SIDE;

    /// An empty board of `rows` × `columns` with `player` to move.
    ///
    /// # Panics
    /// If a side is 0 or above 8.
    #[must_use]
    pub fn new(rows: usize, columns: usize, player: Player) -> Self {
        assert!((1..=SIDE).contains(&rows) && (1..=SIDE).contains(&columns), "boards are 1×1 to 8×8");
        let sides = Sides { rows, columns };
        Self { sides, now: State::new(sides.cells(), player, sides), past: Vec::new() }
    }

    /// Plies after which every game from here has ended.
    #[must_use]
    pub fn plies(&self) -> u8 {
        (self.now.free.count_ones() / 2 + 1) as u8
    }

    fn dominoes(&self) -> impl Iterator<Item = Domino> {
        let State { player, rest, .. } = self.now;
        let mut contested = places(rest.contested, player);
        let mut own = match player {
            Player::Vertical => one_of(rest.verticals),
            Player::Horizontal => one_of(super::images::transposed(rest.horizontals)).map(on_its_side),
        };
        std::iter::from_fn(move || {
            if contested == 0 {
                return own.take().map(|cell| Domino(cell as u8));
            }
            let cell = contested.trailing_zeros();
            contested &= contested - 1;
            Some(Domino(cell as u8))
        })
    }
}

fn on_its_side(cell: u32) -> u32 {
    let side = SIDE as u32;
    cell % side * side + cell / side
}

impl Game for Adjudicated {
    type Move = Domino;

    const NAME: &'static str = "domineering, adjudicated";
    const ASPIRATION: Value = 2;
    const HISTORY_SLOTS: usize = 2 * SIDE * SIDE;

    fn key(&self) -> Key {
        self.now.key
    }

    fn likely_key_after(&self, mv: Domino) -> Key {
        self.now.after(mv, self.sides).key
    }

    /// Appends one winning move, or all that decide nothing.
    ///
    /// The rank adds standing and surplus: the bounds alone take six times the nodes on 7 × 7.
    fn moves(&self, into: &mut Vec<Ranked<Domino>>) {
        let State { player, rest, .. } = self.now;
        if Bounds::of(&rest).winner(player) == Some(player.other()) {
            return;
        }
        let start = into.len();
        for mv in self.dominoes() {
            let after = Remainder::of(self.now.free & !covers(mv, player));
            let bounds = Bounds::of(&after);
            let standing = bounds.standing(player) + 2 * after.mobility(player);
            match bounds.winner(player.other()) {
                None => into.push(Ranked { mv, rank: rank(standing) }),
                Some(winner) if winner == player => {
                    into.truncate(start);
                    into.push(Ranked { mv, rank: rank(0) });
                    return;
                }
                Some(_) => {}
            }
        }
    }

    fn play(&mut self, mv: Domino) {
        self.past.push(self.now);
        self.now = self.now.after(mv, self.sides);
    }

    fn undo(&mut self) {
        self.now = self.past.pop().expect("a move is taken back only after it was played");
    }

    fn has_moves(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        !moves.is_empty()
    }

    fn without_moves(&self) -> Outcome {
        Outcome::Lost
    }

    /// In quarters of a move.
    fn evaluate(&self) -> Value {
        -Bounds::of(&self.now.rest).standing(self.now.player.other())
    }

    fn played(&self) -> Root {
        Root(self.past.len())
    }

    fn encode(&self, mv: Domino) -> Move16 {
        let cells = self.now.image.of(covers(mv, self.now.player), self.sides);
        Move16(cells.trailing_zeros() as u16 + 1)
    }

    fn decode(&self, bits: Move16) -> Option<Domino> {
        let State { free, player, image, .. } = self.now;
        let first = bits.0.checked_sub(1).filter(|&cell| cell < 64)?;
        let in_image = covers(Domino(first as u8), if image.on_its_side { player.other() } else { player });
        let cells = image.back(in_image, self.sides);
        let domino = Domino(cells.trailing_zeros() as u8);
        let is_legal =
            cells != 0 && covers(domino, player) == cells && places(free, player) >> domino.0 & 1 == 1;
        is_legal.then_some(domino)
    }

    fn history_slot(&self, mv: Domino) -> usize {
        usize::from(mv.0) + self.now.player as usize * SIDE * SIDE
    }

    fn notation(&self, mv: Domino) -> String {
        mv.to_string()
    }
}

fn rank(standing: i32) -> u32 {
    const MIDDLE: i32 = 1 << 10;
    Ranked::<Domino>::NOISY + (standing + MIDDLE).clamp(0, 2 * MIDDLE) as u32
}
