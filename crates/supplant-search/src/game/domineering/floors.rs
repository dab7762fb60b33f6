//! Floors of small boards: lower bounds for Vertical, as proven in `bounds.rs`.

use super::{Player, SIDE};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Floor {
    /// The sum of the numbers and the switches' middles, in quarters of a move.
    pub(super) mean: i16,
    /// One bit for each heat *a − b*, in half moves, that occurs an odd number of times.
    pub(super) heats: u16,
}

impl Floor {
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, heats: self.heats ^ other.heats }
    }

    /// The sum in quarters of a move after all switches, hottest first, and whether the owner is
    /// then to move.
    #[inline]
    pub(super) fn settled(self, owner_begins: bool) -> (i32, bool) {
        let (mut left, mut heats, mut owner_to_move) = (i32::from(self.mean), self.heats, owner_begins);
        while heats != 0 {
            let heat = heats.ilog2();
            left += if owner_to_move { heat as i32 } else { -(heat as i32) };
            owner_to_move = !owner_to_move;
            heats ^= 1 << heat;
        }
        (left, owner_to_move)
    }

    #[inline]
    pub(super) fn wins(self, owner_begins: bool) -> bool {
        let (left, owner_to_move) = self.settled(owner_begins);
        left > 0 || left == 0 && !owner_to_move
    }
}

/// Bit *columns* · *r* + *c* is column *c* of row *r*.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Board {
    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// A floor for every set of free cells: for sixteen cells, some ten milliseconds and 256 KiB.
    pub(super) fn floors(self) -> Box<[Floor]> {
        let mut known = Vec::with_capacity(1 << self.cells());
        // A move removes cells, so the sets after it have smaller numbers.
        for cells in 0..1 << self.cells() {
            known.push(Known::of(self, cells, &known));
        }
        known.iter().map(Known::floor).collect()
    }

    fn after(self, cells: usize, player: Player) -> impl Iterator<Item = usize> {
        let (step, may_begin) = match player {
            Player::Vertical => (self.columns, usize::MAX),
            Player::Horizontal => (1, self.all_but_last()),
        };
        let (mut places, domino) = (cells & cells >> step & may_begin, 1 | 1 << step);
        std::iter::from_fn(move || {
            let place = (places != 0).then(|| places.trailing_zeros())?;
            places &= places - 1;
            Some(cells ^ domino << place)
        })
    }

    fn all_but_last(self) -> usize {
        (0..self.rows).fold(0, |cells, row| cells | ((1 << (self.columns - 1)) - 1) << (self.columns * row))
    }
}

/// A set of free cells *S* in half moves, so that 3 stands for 3/2. Only `below` is not exact.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The greatest *n* with *S ≥ n*: Vertical wins *S − n* moving second.
    number: i8,
    /// The greatest *a* such that Vertical wins *S − a* moving first.
    above: i8,
    /// Some *b* with *S* ≥ {`above`|*b*}.
    below: i8,
}

/// Beyond the numbers of every board, in half moves.
const FAR: i8 = 2 * SIDE as i8 + 4;

impl Known {
    /// `known` must have all sets with fewer free cells.
    fn of(board: Board, cells: usize, known: &[Self]) -> Self {
        let best = board.after(cells, Player::Vertical).map(|next| known[next].number).max();
        let worst = board.after(cells, Player::Horizontal).map(|next| known[next].above).min();
        let number = Self::number(best.unwrap_or(-FAR), worst.unwrap_or(FAR));
        let above = Self::above(best.unwrap_or(-FAR), number);
        Self { number, above, below: Self::below(board, cells, above, known) }
    }

    /// Vertical's best move leaves a set ≥ `best`. After Horizontal's best move, Vertical, moving
    /// first, wins what is left less `worst`.
    ///
    /// Vertical must answer every move of Horizontal in *S − n*. She moves in *S*, or in *−n*,
    /// which is 0, an integer or {*−n* − ½|*−n* + ½}. She can move in *−n* if *n* is above 0 or not
    /// an integer. That leaves *S* − (*n* − 1) or *S* − (*n* − ½). He then moves in *S*, or in a
    /// number below 0, where *S ≥ n* + ½ is enough.
    fn number(best: i8, worst: i8) -> i8 {
        let mut found = -FAR;
        for n in -FAR..=FAR {
            let after_hers = if n % 2 != 0 { Some(n - 1) } else { (n > 0).then_some(n - 2) };
            let is_answered = after_hers.is_none_or(|left| best >= left || left < 0 && worst > n);
            if n <= worst && is_answered {
                found = n;
            }
        }
        found
    }

    /// He moves in *S*. If *a* is below 0 or not an integer, he can also move in *−a*. That leaves
    /// *S* − (*a* + 1) or *S* − (*a* + ½).
    fn above(best: i8, number: i8) -> i8 {
        let by_number = |a: &i8| if a % 2 != 0 { number > *a } else { *a < 0 && number >= a + 2 };
        (-FAR - 2..=FAR).rev().find(|a| best >= *a || by_number(a)).unwrap_or(-FAR - 2)
    }

    /// A number *b* with *S* ≥ {*a*|*b*}, where Vertical wins *S − a* moving first.
    ///
    /// Moving second in *S* − {*a*|*b*}, he then wins if Horizontal takes the switch. If she moves
    /// in *S*, he takes the switch, and the rest of *S* must be ≥ *b*. Or he moves in *S* to a set
    /// that is again ≥ {*a*|*b*}.
    fn below(board: Board, cells: usize, a: i8, known: &[Self]) -> i8 {
        let answered = |next: usize| {
            let in_place = board.after(next, Player::Vertical).filter_map(|then| known[then].reaches(a));
            in_place.fold(known[next].number, i8::max)
        };
        board.after(cells, Player::Horizontal).map(answered).fold(a, i8::min)
    }

    /// The greatest *b* ≤ *a* for which this set is known to be ≥ {*a*|*b*}.
    fn reaches(&self, a: i8) -> Option<i8> {
        if self.number > a {
            // She takes the switch, and he is to move: a number greater than *a* is needed, and
            // enough.
            return Some(a);
        }
        (self.above >= a).then_some(self.below.min(a))
    }

    /// Whether a move of Vertical gains nothing: then the floor is the number.
    fn is_number(&self) -> bool {
        self.number >= self.above
    }

    fn floor(&self) -> Floor {
        const HOTTEST: i8 = (u16::BITS - 1) as i8;
        if self.is_number() {
            return Floor { mean: 2 * i16::from(self.number), heats: 0 };
        }
        // A switch with a lesser *a* is a lesser game, so also a floor.
        let above = self.above.min(self.below + HOTTEST);
        Floor { mean: i16::from(above) + i16::from(self.below), heats: 1 << (above - self.below) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Floor, Known};
    use crate::game::domineering::{Domino, Player, covers, places};

    const STRIP: Board = Board { rows: 2, columns: 8 };

    fn spread(board: Board, cells: usize) -> u64 {
        let rows = (0..board.rows).map(|row| (cells >> (board.columns * row)) & ((1 << board.columns) - 1));
        rows.enumerate().fold(0, |free, (row, cells)| free | (cells as u64) << (8 * row))
    }

    #[test]
    fn the_dominoes_of_a_small_board_are_those_of_the_large_one() {
        for (rows, columns) in [(2, 8), (3, 5), (5, 3), (4, 4), (8, 2)] {
            let board = Board { rows, columns };
            for cells in [0, 0x7FFF, 0x0181, 0x0FF0, 0x1234, 0x5AF5] {
                for player in [Player::Vertical, Player::Horizontal] {
                    let free = spread(board, cells);
                    let mut left: Vec<_> =
                        board.after(cells, player).map(|next| spread(board, next)).collect();
                    let mut expected: Vec<_> = (0..64)
                        .filter(|place| places(free, player) >> place & 1 == 1)
                        .map(|place| free & !covers(Domino(place), player))
                        .collect();
                    left.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(left, expected, "{rows}×{columns} {cells:x}");
                }
            }
        }
    }

    #[test]
    fn small_strips_have_the_values_of_the_books() {
        // In half moves.
        let number = |n: i16| Floor { mean: 2 * n, heats: 0 };
        let switch = |a: i16, b: i16| Floor { mean: a + b, heats: 1 << (a - b) };
        let floors = STRIP.floors();
        let strips = [
            (0x0101, number(2)),
            (0b11, number(-2)),
            (0b111, number(-2)),
            (0x0303, switch(2, -2)),
            (0x0103, switch(0, 0)),
        ];
        for (strip, floor) in strips {
            assert_eq!(floors[strip], floor, "{strip:x}");
        }
        assert_eq!(floors[0], Floor::default());
    }

    #[test]
    fn a_square_of_four_is_hot_wherever_it_lies_and_two_rows_are_two_rows_on_every_board() {
        let (strip, square) = (STRIP.floors(), Board { rows: 4, columns: 4 }.floors());
        for corner in [0, 1, 2, 4, 5, 8, 10] {
            assert_eq!(square[0b11_0011 << corner], strip[0x0303], "{corner}");
        }
        // In the books three rows of two are {1/2|-2} uncut; cut they are {1|-1} and -1.
        assert_eq!(square[0b0011_0011_0011].mean, 1 - 4);
    }

    #[test]
    fn switches_are_taken_hottest_first_and_the_last_to_move_wins_at_zero() {
        let floor =
            |mean, heats: &[u16]| Floor { mean, heats: heats.iter().fold(0, |bits, heat| bits ^ 1 << heat) };
        assert_eq!(floor(4, &[3, 1]).settled(true), (6, true));
        assert_eq!(floor(4, &[3, 1]).settled(false), (2, false));
        assert_eq!(floor(4, &[2, 2]), floor(4, &[]));
        assert!(floor(0, &[]).wins(false) && !floor(0, &[]).wins(true));
        assert!(floor(0, &[0]).wins(true) && !floor(0, &[0]).wins(false));
    }

    #[test]
    fn a_strip_too_hot_for_a_word_has_a_cooler_floor() {
        let hot = Known { number: -9, above: 9, below: -9 };
        assert_eq!(hot.floor(), Floor { mean: 6 - 9, heats: 1 << 15 });
    }
}
