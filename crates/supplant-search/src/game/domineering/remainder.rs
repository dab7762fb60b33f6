//! The part of a position that still matters.
//!
//! A vertical run of free cells without a free neighbour left or right belongs to Vertical alone.
//! It is worth as many moves as it has room for dominoes, wherever it lies (Conway, *On Numbers and
//! Games*, 1976: the game is an integer).

use super::images::{left_of, right_of, transposed};
use super::{Player, SIDE, places};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remainder {
    pub(super) contested: u64,
    pub(super) verticals: u64,
    pub(super) horizontals: u64,
    /// The dominoes that only Vertical can place, less Horizontal's.
    pub(super) surplus: i32,
}

impl Remainder {
    /// Costs some eighty operations on words, and no memory.
    pub(super) fn of(free: u64) -> Self {
        let verticals = runs(free);
        let across = runs(transposed(free));
        let horizontals = transposed(across);
        let surplus = dominoes(verticals) as i32 - dominoes(across) as i32;
        Self { contested: free & !(verticals | horizontals), verticals, horizontals, surplus }
    }

    pub(super) fn mobility(&self, player: Player) -> i32 {
        let places = |player| places(self.contested, player).count_ones() as i32;
        places(player) - places(player.other())
    }
}

fn runs(free: u64) -> u64 {
    let beside = free & (left_of(free) | right_of(free));
    let (mut down, mut up) = (beside, beside);
    let (mut open_down, mut open_up) = (free, free);
    for rows in [1, 2, 4] {
        let by = SIDE * rows;
        down |= open_down & down << by;
        up |= open_up & up >> by;
        open_down &= open_down << by;
        open_up &= open_up >> by;
    }
    free & !(down | up)
}

fn lower_cells(runs: u64) -> u64 {
    let mut upper = runs & !(runs << SIDE);
    let mut all = 0;
    while upper != 0 {
        let lower = upper << SIDE & runs;
        all |= lower;
        upper = lower << SIDE & runs;
    }
    all
}

fn dominoes(runs: u64) -> u32 {
    lower_cells(runs).count_ones()
}

pub(super) fn one_of(runs: u64) -> Option<u32> {
    let lower = lower_cells(runs);
    (lower != 0).then(|| lower.trailing_zeros() - SIDE as u32)
}

#[cfg(test)]
mod tests {
    use super::{Remainder, one_of};

    fn free(rows: &[&str]) -> u64 {
        let cells = rows.iter().enumerate().flat_map(|(row, text)| {
            text.bytes()
                .enumerate()
                .filter(|&(_, cell)| cell == b'.')
                .map(move |(column, _)| 8 * row + column)
        });
        cells.fold(0, |free, cell| free | 1 << cell)
    }

    #[test]
    fn runs_that_one_side_alone_can_use_are_counted_and_the_rest_is_contested() {
        let rest = Remainder::of(free(&[".#..", ".##.", ".###", "####", "...."]));
        assert_eq!(rest.contested, free(&["##..", "###.", "####", "####", "####"]));
        assert_eq!(rest.surplus, 1 - 2);
        assert_eq!(rest.verticals, free(&[".###", ".###", ".###", "####", "####"]));
        assert_eq!(rest.horizontals, free(&["####", "####", "####", "####", "...."]));
    }

    #[test]
    fn a_run_is_contested_from_end_to_end_if_one_of_its_cells_has_a_neighbour() {
        let tall = free(&[".", ".", ".", ".", ".", ".", ".", ".."]);
        assert_eq!(Remainder::of(tall).contested, tall);
        let tall = free(&["..", ".", ".", ".", ".", ".", ".", "."]);
        assert_eq!(Remainder::of(tall).contested, tall);
        let apart = Remainder::of(1 << 7 | 1 << 8);
        assert_eq!((apart.contested, apart.surplus), (0, 0));
    }

    #[test]
    fn a_domino_that_stands_for_all_of_a_run_leaves_the_others_their_room() {
        let run = free(&["#", ".", ".", ".", ".", "."]);
        let upper = one_of(run).expect("there is room");
        assert_eq!(upper, 8);
        let rest = Remainder::of(run & !(1 << upper | 1 << (upper + 8)));
        assert_eq!(rest.surplus, Remainder::of(run).surplus - 1);
        assert_eq!(one_of(free(&[".", "#", "."])), None);
    }
}
