//! A bound on the moves that each side has for certain, which decides a game long before its end.
//!
//! # Why the bound holds
//! The terms are Conway's (*On Numbers and Games*, 1976), with Vertical as Left. *G ≥ H* says that
//! *G* is at least as good for Vertical as *H*, whatever is added: he wins *G − H* moving second.
//! 1. A position is the sum of its components. Cut a component into strips, which are pairs of rows
//!    and single rows. Let Vertical keep to dominoes inside a pair. Horizontal keeps all her moves,
//!    because her dominoes lie in one row. So a component is ≥ the sum of its strips.
//! 2. A strip has two rows of eight cells and 2¹⁶ sets of free ones. Each set is ≥ its *floor*: a
//!    number *n*, whole or with a half, or a switch {*a*|*b*} of two such numbers, *a* ≥ *b*. In a
//!    switch, Vertical moves to *a* and Horizontal to *b*. `floors.rs` finds the floors. A
//!    component is ≥ the sum of the floors of its strips. In a box of at most sixteen cells it is
//!    also ≥ its uncut floor.
//! 3. A sum of numbers and switches is decided at sight. By turns, the players take the switch with
//!    the greatest heat *a − b*. At the end Vertical wins if the sum is above 0, or if it is 0 and
//!    Horizontal is to move. Switches of equal heat cancel in pairs, so only the parity of each
//!    heat matters.
//!
//! So Vertical wins the position if he wins the sum of the floors. For Horizontal, the board is
//! laid on its side.
//!
//! The bound covers moves that the opponent cannot take away (Bullock, *Domineering: solving large
//! combinatorial search spaces*, 2002), if they lie in one cut of each component.

use std::sync::LazyLock;

use super::floors::{Board, Floor};
use super::images::{left_of, right_of, transposed};
use super::remainder::Remainder;
use super::{Player, SIDE};

#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    vertical: Floor,
    horizontal: Floor,
}

impl Bounds {
    /// Costs thirty look-ups for each component, in tables of 900 KiB together.
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

    pub(super) fn winner(&self, to_move: Player) -> Option<Player> {
        if self.vertical.wins(to_move == Player::Vertical) {
            return Some(Player::Vertical);
        }
        self.horizontal.wins(to_move == Player::Horizontal).then_some(Player::Horizontal)
    }

    /// The advantage of `player` in quarters of a move, with the opponent to move; not a bound.
    pub(super) fn standing(&self, player: Player) -> i32 {
        let (own, others) = match player {
            Player::Vertical => (self.vertical, self.horizontal),
            Player::Horizontal => (self.horizontal, self.vertical),
        };
        own.settled(false).0 - others.settled(true).0
    }
}

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

/// Smaller boxes come first, for the caches.
const BOXES: [Board; 4] = [
    Board { rows: 3, columns: 5 },
    Board { rows: 5, columns: 3 },
    Board { rows: 4, columns: 4 },
    Board { rows: 8, columns: 2 },
];

const STRIP: Board = Board { rows: 2, columns: SIDE };

struct Tables {
    strips: Box<[Floor]>,
    boxes: [Box<[Floor]>; BOXES.len()],
}

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables { strips: STRIP.floors(), boxes: BOXES.map(Board::floors) });

impl Tables {
    #[inline]
    fn floor(&self, component: u64) -> Floor {
        let cut = self.best_cut(component);
        let uncut = self.in_box(component).filter(|uncut| uncut.mean >= cut.mean);
        uncut.unwrap_or(cut)
    }

    #[inline]
    fn best_cut(&self, component: u64) -> Floor {
        // The best sums of the next row and the one after it.
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

    fn spread(cells: u32, columns: usize) -> u64 {
        let cells = (0..32).filter(|cell| cells >> cell & 1 == 1);
        cells.fold(0, |free, cell| free | 1 << (cell / columns * 8 + cell % columns))
    }

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
        // The row must not continue round its end.
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
