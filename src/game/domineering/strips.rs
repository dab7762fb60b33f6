//! What each side has for certain, from the board cut into strips: a bound that decides a game long before its end.
//!
//! # Why the bound holds
//! In words of Conway (*On Numbers and Games*, 1976), with Vertical as Left; *G ≥ H* says that Vertical likes *G* no less than *H* wherever
//! it is added, and is the case exactly if he wins *G − H* moving second.
//! 1. Cut the board into pairs of rows and single rows, and let Vertical keep to dominoes inside a pair. That takes moves from him alone. A
//!    domino of Horizontal lies in one row, so she keeps all of hers, and no strip knows of another. So the position is ≥ the sum of its strips.
//! 2. A strip is two rows of eight cells: 2¹⁶ of them. For each the table has a *floor* that it is ≥ to: a number *n*, whole or with a half, or a switch {*a*|*b*} of
//!    two such numbers, *a* ≥ *b*: who moves there first, makes it *a* if Vertical, *b* if Horizontal. [`Known`] says how they are found. The sum of the strips
//!    is ≥ the sum of the floors.
//! 3. A sum of numbers and switches is decided at sight: both sides take the switch with the greatest *a − b* that is left, by turns, until
//!    none is; then Vertical wins if the sum is above 0, and if it is 0 and Horizontal is to move. Switches of one heat cancel in pairs, so that it
//!    is enough to know which heats occur oddly often, and who has the last is told by their number.
//!
//! So: if Vertical wins the sum of the floors, he wins the position. The same is said of Horizontal on the board laid on its side. That nothing is
//! claimed wrongly is tested on every position of 4 × 4, 2 × 8, 3 × 5 and 5 × 3 cells, against all lines of play.
//!
//! A position decided by counting moves that nobody can take away (Bullock, *Domineering: solving large combinatorial search spaces*, 2002, has such a
//! bound) is decided by this one too where these moves lie in one cut of the board.

use std::sync::LazyLock;

use super::images::transposed;
use super::remainder::Remainder;
use super::{Player, SIDE};

/// A sum of numbers and switches that one side is sure to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Floor {
    /// The sum of the numbers and of the switches' middles, in quarters of a move.
    mean: i16,
    /// A bit for each heat, *a − b* of a switch in half moves, that occurs oddly often.
    heats: u16,
}

impl Floor {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, heats: self.heats ^ other.heats }
    }

    /// What is left, in quarters of a move, when all switches are taken, the hottest first, the owner of the floor beginning or not; and whether it is then the owner's
    /// turn.
    #[inline]
    fn settled(self, owner_begins: bool) -> (i32, bool) {
        let (mut left, mut heats, mut owner_to_move) = (i32::from(self.mean), self.heats, owner_begins);
        while heats != 0 {
            let heat = heats.ilog2();
            left += if owner_to_move { heat as i32 } else { -(heat as i32) };
            owner_to_move = !owner_to_move;
            heats ^= 1 << heat;
        }
        (left, owner_to_move)
    }

    /// Whether its owner wins.
    #[inline]
    fn wins(self, owner_begins: bool) -> bool {
        let (left, owner_to_move) = self.settled(owner_begins);
        left > 0 || left == 0 && !owner_to_move
    }
}

/// What each side has for certain of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    vertical: Floor,
    horizontal: Floor,
}

impl Bounds {
    /// # Cost
    /// Thirty look-ups in a table of 256 KiB.
    pub(super) fn of(rest: &Remainder) -> Self {
        let floors: &[Floor; STRIPS] = &FLOORS;
        let surplus = Floor { mean: 4 * rest.surplus as i16, heats: 0 };
        let deficit = Floor { mean: -surplus.mean, heats: 0 };
        Self {
            vertical: best_cut(rest.contested, floors).plus(surplus),
            horizontal: best_cut(transposed(rest.contested), floors).plus(deficit),
        }
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

/// The sum of the floors of the strips, of the cut of the board into pairs of rows and single rows that has the greatest mean.
#[inline]
fn best_cut(free: u64, floors: &[Floor; STRIPS]) -> Floor {
    // Of the rows from the next on, and from the one after that.
    let (mut next, mut after) = (Floor::default(), Floor::default());
    for row in (0..SIDE).rev() {
        let rows = free >> (SIDE * row);
        let alone = next.plus(floors[(rows & 0xFF) as usize]);
        let paired = after.plus(floors[(rows & 0xFFFF) as usize]);
        let best = if paired.mean >= alone.mean { paired } else { alone };
        (next, after) = (best, next);
    }
    next
}

/// Sets of free cells of a strip: bit *c* is column *c* of the upper row, bit 8 + *c* that of the lower.
const STRIPS: usize = 1 << (2 * SIDE);

static FLOORS: LazyLock<Box<[Floor; STRIPS]>> = LazyLock::new(|| {
    let mut known = Vec::with_capacity(STRIPS);
    // A domino makes the number less: what follows a strip is known before it.
    for strip in 0..STRIPS {
        known.push(Known::of(strip as u16, &known));
    }
    let floors: Box<[Floor]> = known.iter().map(Known::floor).collect();
    floors.try_into().expect("one for each strip")
});

/// What is known of a strip *S*, exactly but for `below`; in half moves, so that 3 stands for 3/2.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The greatest number *n* with *S ≥ n*: Vertical wins *S − n* moving second.
    number: i8,
    /// The greatest number *a* such that Vertical wins *S − a* moving first.
    above: i8,
    /// A number *b* with *S* ≥ {`above`|*b*}.
    below: i8,
}

/// Beyond every strip's numbers, in half moves.
const FAR: i8 = 2 * SIDE as i8 + 4;

impl Known {
    /// Of a strip, all those with fewer free cells being known.
    fn of(strip: u16, known: &[Self]) -> Self {
        let best = after(strip, Player::Vertical).map(|next| known[next].number).max().unwrap_or(-FAR);
        let worst = after(strip, Player::Horizontal).map(|next| known[next].above).min().unwrap_or(FAR);
        let number = Self::number(best, worst);
        let above = Self::above(best, number);
        Self { number, above, below: Self::below(strip, above, known) }
    }

    /// The greatest *n* with *S ≥ n*, where Vertical's best move leaves what is ≥ `best`, and Horizontal's lets him win that less `worst`, moving first.
    ///
    /// Every answer of Horizontal in *S − n* must be good enough for him: in *S*; and in *−n*, which is 0 or an integer or {*−n* − ½|*−n* + ½}. A move
    /// of hers there, possible if *n* is above 0 or no integer, leaves *S* − (*n* − 1), or *S* − (*n* − ½), and him to move: in *S*, or in a
    /// number below 0, where it is enough if *S ≥ n* + ½.
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

    /// The greatest *a* such that Vertical wins *S − a* moving first: by a move in *S*, or, if *a* is below 0 or no integer, by one in *−a*, which leaves
    /// *S* − (*a* + 1) or *S* − (*a* + ½).
    fn above(best: i8, number: i8) -> i8 {
        let by_number = |a: &i8| if a % 2 != 0 { number > *a } else { *a < 0 && number >= a + 2 };
        (-FAR - 2..=FAR).rev().find(|a| best >= *a || by_number(a)).unwrap_or(-FAR - 2)
    }

    /// A number *b* with *S* ≥ {*a*|*b*}, where Vertical wins *S − a* moving first. Moving second in *S* − {*a*|*b*} he then wins if she
    /// takes the switch. If she moves in *S* instead, he either takes the switch, and what is left of *S* must be ≥ *b*; or he answers in *S* by a move to
    /// what is ≥ {*a*|*b*} again.
    fn below(strip: u16, a: i8, known: &[Self]) -> i8 {
        let answered = |next: usize| {
            let in_place = after(next as u16, Player::Vertical).filter_map(|then| known[then].reaches(a));
            in_place.fold(known[next].number, i8::max)
        };
        after(strip, Player::Horizontal).map(answered).fold(a, i8::min)
    }

    /// The greatest *b* ≤ *a* for which this strip is known to be ≥ {*a*|*b*}; `None` if there is none.
    fn reaches(&self, a: i8) -> Option<i8> {
        if self.number > a {
            // She takes the switch, and it is his move: more than a is needed, and enough.
            return Some(a);
        }
        (self.above >= a).then_some(self.below.min(a))
    }

    /// Whether a move of Vertical gains nothing: the floor is then the number, and else the switch.
    fn is_number(&self) -> bool {
        self.number >= self.above
    }

    fn floor(&self) -> Floor {
        const HOTTEST: i8 = (u16::BITS - 1) as i8;
        if self.is_number() {
            return Floor { mean: 2 * i16::from(self.number), heats: 0 };
        }
        // A switch of a lesser a is a lesser game, and so a floor as well.
        let above = self.above.min(self.below + HOTTEST);
        Floor { mean: i16::from(above) + i16::from(self.below), heats: 1 << (above - self.below) }
    }
}

/// The strips that `player` can make of one.
fn after(strip: u16, player: Player) -> impl Iterator<Item = usize> {
    let (mut places, domino) = match player {
        Player::Vertical => (strip & strip >> SIDE, 0x0101),
        Player::Horizontal => (strip & strip >> 1 & 0x7F7F, 0b11),
    };
    std::iter::from_fn(move || {
        let place = (places != 0).then(|| places.trailing_zeros())?;
        places &= places - 1;
        Some(usize::from(strip ^ domino << place))
    })
}

#[cfg(test)]
mod tests {
    use super::{Bounds, FLOORS, Floor, Known, after};
    use crate::game::domineering::images::transposed;
    use crate::game::domineering::remainder::Remainder;
    use crate::game::domineering::{Player, places};
    use crate::key::SplitMix64;

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

    const BOARDS: [(usize, usize); 4] = [(4, 4), (2, 8), (3, 5), (5, 3)];

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

    #[test]
    fn the_dominoes_of_a_strip_are_those_of_the_board() {
        for strip in [0, 0xFFFF, 0x8181, 0x0FF0, 0x1234] {
            for player in PLAYERS {
                let dominoes = places(u64::from(strip), player).count_ones();
                assert_eq!(after(strip, player).count(), dominoes as usize, "{strip:x}");
            }
        }
    }

    #[test]
    fn small_strips_have_the_values_of_the_books() {
        // In half moves.
        let number = |n: i16| Floor { mean: 2 * n, heats: 0 };
        let switch = |a: i16, b: i16| Floor { mean: a + b, heats: 1 << (a - b) };
        let strips = [
            // A column, a row, three in a row: 1, -1, -1.
            (0x0101, number(2)),
            (0b11, number(-2)),
            (0b111, number(-2)),
            // Two rows of two: {1|-1}. Three cells round a corner: {0|0}.
            (0x0303, switch(2, -2)),
            (0x0103, switch(0, 0)),
        ];
        for (strip, floor) in strips {
            assert_eq!(FLOORS[strip], floor, "{strip:x}");
        }
        assert_eq!(FLOORS[0], Floor::default());
    }

    #[test]
    fn switches_are_taken_hottest_first_and_the_last_to_move_wins_at_zero() {
        let floor =
            |mean, heats: &[u16]| Floor { mean, heats: heats.iter().fold(0, |bits, heat| bits ^ 1 << heat) };
        assert_eq!(floor(4, &[3, 1]).settled(true), (6, true));
        assert_eq!(floor(4, &[3, 1]).settled(false), (2, false));
        assert_eq!(floor(4, &[2, 2]), floor(4, &[]));
        assert!(floor(0, &[]).wins(false) && !floor(0, &[]).wins(true));
        // A star: who begins wins.
        assert!(floor(0, &[0]).wins(true) && !floor(0, &[0]).wins(false));
    }

    #[test]
    fn a_strip_too_hot_for_a_word_has_a_cooler_floor() {
        let hot = Known { number: -9, above: 9, below: -9 };
        assert_eq!(hot.floor(), Floor { mean: 6 - 9, heats: 1 << 15 });
    }
}
