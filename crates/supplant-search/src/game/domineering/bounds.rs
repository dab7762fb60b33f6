//! What each side has for certain: a bound that decides a game long before its end.
//!
//! # Why the bound holds
//! In words of Conway (*On Numbers and Games*, 1976), with Vertical as Left; *G ≥ H* says that Vertical likes *G* no less than *H* wherever
//! it is added, and is the case exactly if he wins *G − H* moving second.
//! 1. A position is the sum of its components, of which none knows of another. Cut one into strips, pairs of rows and single rows, and let Vertical keep to dominoes inside a pair. That
//!    takes moves from him alone. A domino of Horizontal lies in one row, so she keeps all of hers. So a component is ≥ the sum of its strips.
//! 2. A strip is two rows of eight cells: 2¹⁶ sets of free ones. For each there is a *floor* that it is ≥ to: a number *n*, whole or with a half, or a switch {*a*|*b*} of
//!    two such numbers, *a* ≥ *b*: who moves there first, makes it *a* if Vertical, *b* if Horizontal. `floors.rs` says how they are found. A component is
//!    ≥ the sum of the floors of its strips; and if it fits into a box of sixteen cells or fewer, it is ≥ to the floor that it has there, uncut.
//! 3. A sum of numbers and switches is decided at sight: both sides take the switch with the greatest *a − b* that is left, by turns, until
//!    none is; then Vertical wins if the sum is above 0, and if it is 0 and Horizontal is to move. Switches of one heat cancel in pairs, so that it
//!    is enough to know which heats occur oddly often, and who has the last is told by their number.
//!
//! So: if Vertical wins the sum of the floors, he wins the position. The same is said of Horizontal on the board laid on its side. That nothing is
//! claimed wrongly is tested on every position of 4 × 4, 2 × 8, 3 × 5, 5 × 3 and 4 × 5 cells, against all lines of play.
//!
//! A position decided by counting moves that nobody can take away (Bullock, *Domineering: solving large combinatorial search spaces*, 2002, has such a
//! bound) is decided by this one too where these moves lie in one cut of each component.

use std::sync::LazyLock;

use super::floors::{Board, Floor};
use super::images::{left_of, right_of, transposed};
use super::remainder::Remainder;
use super::{Player, SIDE};

/// What each side has for certain of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    vertical: Floor,
    horizontal: Floor,
}

impl Bounds {
    /// # Cost
    /// Thirty look-ups for each component, in tables of 900 KiB together.
    pub(super) fn of(rest: &Remainder) -> Self {
        let known: &Tables = &TABLES;
        let surplus = Floor { mean: 4 * rest.surplus as i16, heats: 0 };
        let deficit = Floor { mean: -surplus.mean, heats: 0 };
        let (mut vertical, mut horizontal) = (surplus, deficit);
        for component in components(rest.contested) {
            vertical = vertical.plus(known.floor(component));
            horizontal = horizontal.plus(known.floor(transposed(component)));
        }
        Self { vertical, horizontal }
    }

    /// Who wins with `to_move` to move, if the bounds tell.
    pub(super) fn winner(&self, to_move: Player) -> Option<Player> {
        if self.vertical.wins(to_move == Player::Vertical) {
            return Some(Player::Vertical);
        }
        self.horizontal.wins(to_move == Player::Horizontal).then_some(Player::Horizontal)
    }

    /// How much better `player` stands than the other, who is to move, in quarters of a move: what is sure for the one less what is sure for
    /// the other. No bound: for the order of moves.
    pub(super) fn standing(&self, player: Player) -> i32 {
        let (own, others) = match player {
            Player::Vertical => (self.vertical, self.horizontal),
            Player::Horizontal => (self.horizontal, self.vertical),
        };
        own.settled(false).0 - others.settled(true).0
    }
}

/// The components of free cells: what is connected.
fn components(mut free: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let (mut cells, mut grown) = (0, free & free.wrapping_neg());
        while grown != cells {
            cells = grown;
            grown |= (left_of(cells) | right_of(cells) | cells << SIDE | cells >> SIDE) & free;
        }
        free &= !cells;
        (cells != 0).then_some(cells)
    })
}

/// The boards that components may fit into: the smaller first, for the caches' sake.
const BOXES: [Board; 4] = [
    Board { rows: 3, columns: 5 },
    Board { rows: 5, columns: 3 },
    Board { rows: 4, columns: 4 },
    Board { rows: 8, columns: 2 },
];

/// Two rows of the board.
const STRIP: Board = Board { rows: 2, columns: SIDE };

/// The floors of all strips and boxes.
struct Tables {
    strips: Box<[Floor]>,
    boxes: [Box<[Floor]>; BOXES.len()],
}

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables { strips: STRIP.floors(), boxes: BOXES.map(Board::floors) });

impl Tables {
    /// The floor of a component: uncut, if it fits into a box, or of its strips, whichever has the greater mean.
    #[inline]
    fn floor(&self, component: u64) -> Floor {
        let cut = self.best_cut(component);
        let uncut = self.in_box(component).filter(|uncut| uncut.mean >= cut.mean);
        uncut.unwrap_or(cut)
    }

    /// The sum of the floors of the strips, of the cut into pairs of rows and single rows that has the greatest mean.
    #[inline]
    fn best_cut(&self, component: u64) -> Floor {
        // Of the rows from the next on, and from the one after that.
        let (mut next, mut after) = (Floor::default(), Floor::default());
        for row in (0..SIDE).rev() {
            let rows = component >> (SIDE * row);
            let alone = next.plus(self.strips[(rows & 0xFF) as usize]);
            let paired = after.plus(self.strips[(rows & 0xFFFF) as usize]);
            let best = if paired.mean >= alone.mean { paired } else { alone };
            (next, after) = (best, next);
        }
        next
    }

    /// The floor of a component in the first box that it fits into.
    fn in_box(&self, component: u64) -> Option<Floor> {
        let top = component.trailing_zeros() as usize / SIDE;
        let rows = SIDE - component.leading_zeros() as usize / SIDE - top;
        let columns_used = (0..rows).fold(0, |used, row| used | component >> (SIDE * (top + row)) & 0xFF);
        let left = columns_used.trailing_zeros() as usize;
        let columns = 64 - columns_used.leading_zeros() as usize - left;
        let fits = |board: &Board| rows <= board.rows && columns <= board.columns;
        let place = BOXES.iter().position(fits)?;
        let width = BOXES[place].columns;
        let corner = component >> (SIDE * top + left);
        let row = |row: usize| (corner >> (SIDE * row)) as usize & ((1 << width) - 1);
        let cells = (0..rows).fold(0, |cells, at| cells | row(at) << (width * at));
        Some(self.boxes[place][cells])
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, TABLES, components};
    use crate::game::domineering::Player;
    use crate::game::domineering::images::transposed;
    use crate::game::domineering::remainder::Remainder;
    use supplant::key::SplitMix64;

    const PLAYERS: [Player; 2] = [Player::Vertical, Player::Horizontal];

    /// Free cells of a board of so many columns, by their number in it.
    fn spread(cells: u32, columns: usize) -> u64 {
        let cells = (0..32).filter(|cell| cells >> cell & 1 == 1);
        cells.fold(0, |free, cell| free | 1 << (cell / columns * 8 + cell % columns))
    }

    /// Whether `player`, to move, wins, for every set of free cells of a board: by all lines of play.
    fn solved(rows: usize, columns: usize) -> Vec<[bool; 2]> {
        let mut won: Vec<[bool; 2]> = Vec::new();
        for cells in 0..1u32 << (rows * columns) {
            let wins = PLAYERS.map(|player| {
                (0..rows * columns).any(|cell| {
                    let (step, fits) = match player {
                        Player::Vertical => (columns, true),
                        Player::Horizontal => (1, cell % columns + 1 < columns),
                    };
                    let domino = 1 << cell | 1u32.checked_shl((cell + step) as u32).unwrap_or(0);
                    fits && cell + step < rows * columns
                        && cells & domino == domino
                        && !won[(cells & !domino) as usize][player.other() as usize]
                })
            });
            won.push(wins);
        }
        won
    }

    /// Of all positions of a board, either side to move: how many there are, how many the bounds decide, and how many wrongly.
    fn judged(rows: usize, columns: usize, bounds: impl Fn(u64) -> Bounds) -> [usize; 3] {
        let (won, mut counts) = (solved(rows, columns), [0; 3]);
        for (cells, wins) in won.iter().enumerate() {
            let told = bounds(spread(cells as u32, columns));
            for player in PLAYERS {
                let truth = if wins[player as usize] { player } else { player.other() };
                let winner = told.winner(player);
                counts[0] += 1;
                counts[1] += usize::from(winner.is_some());
                counts[2] += usize::from(winner.is_some_and(|winner| winner != truth));
            }
        }
        counts
    }

    fn bounds(free: u64) -> Bounds {
        Bounds::of(&Remainder::of(free))
    }

    const BOARDS: [(usize, usize); 5] = [(4, 4), (2, 8), (3, 5), (5, 3), (4, 5)];

    #[test]
    fn no_position_of_a_small_board_is_decided_wrongly_and_most_are_decided() {
        for (rows, columns) in BOARDS {
            let [all, decided, wrong] = judged(rows, columns, bounds);
            assert_eq!(wrong, 0, "{rows}×{columns}");
            assert!(4 * decided > 3 * all, "{rows}×{columns}: {decided} of {all}");
        }
    }

    #[test]
    fn a_bound_that_is_a_quarter_of_a_move_too_high_is_seen_to_be_wrong() {
        // Control: half of the least step there is, to one side alone.
        for (rows, columns) in BOARDS {
            let too_high = |free| {
                let mut bounds = bounds(free);
                bounds.vertical.mean += 1;
                bounds
            };
            let [_, _, wrong] = judged(rows, columns, too_high);
            assert!(wrong > 0, "{rows}×{columns}");
        }
    }

    #[test]
    fn components_are_what_is_connected() {
        // A column, a square in the corner, and a row round whose end nothing goes.
        let (column, square, row) = (0x0101_0101, 0xC0C0_0000_0000_0000, 0x8000 | 0x4000);
        let mut found: Vec<_> = components(column | square | row | 1 << 16).collect();
        found.sort_unstable();
        assert_eq!(found, [row, column, square]);
        assert_eq!(components(u64::MAX).collect::<Vec<_>>(), [u64::MAX]);
        assert_eq!(components(0).count(), 0);
    }

    #[test]
    fn what_fits_into_a_box_has_its_floor_wherever_it_lies_and_one_that_is_no_worse_than_cut() {
        let mut random = SplitMix64::new(8);
        let mut better = 0;
        for _ in 0..2_000 {
            let cells = random.below(1 << 16) as u32;
            for component in components(spread(cells, 4)) {
                let here = TABLES.floor(component);
                // Down and to the right, to the end of the board.
                let (down, right) =
                    (component.leading_zeros() / 8, (component << 4) & !0x0F0F_0F0F_0F0F_0F0F);
                assert_eq!(TABLES.floor(component << (8 * down)), here, "{component:x}");
                assert_eq!(TABLES.floor(right), here, "{component:x}");
                let cut = TABLES.best_cut(component);
                assert!(here.mean >= cut.mean, "{component:x}");
                better += usize::from(here.mean > cut.mean);
            }
        }
        assert!(better > 500, "{better}");
        assert!(TABLES.in_box(u64::MAX).is_none(), "the whole board fits into none");
    }

    #[test]
    fn a_board_on_its_side_is_the_same_to_the_other_player() {
        let mut random = SplitMix64::new(3);
        for _ in 0..200 {
            let free = random.next() & random.next();
            for player in PLAYERS {
                let told = bounds(free).winner(player);
                assert_eq!(
                    told.map(Player::other),
                    bounds(transposed(free)).winner(player.other()),
                    "{free:x}"
                );
                let standing = bounds(free).standing(player);
                assert_eq!(standing, bounds(transposed(free)).standing(player.other()), "{free:x}");
            }
        }
    }
}
