//! Mirror images of a board share a winner, and so may share a key.
//!
//! A square board can also be laid on its side, with the players exchanged.

use super::SIDE;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << (SIDE - 1);

pub(super) const fn left_of(cells: u64) -> u64 {
    cells >> 1 & !LAST_COLUMN
}

pub(super) const fn right_of(cells: u64) -> u64 {
    cells << 1 & !FIRST_COLUMN
}

/// Turns rows into columns: bit 8r + c becomes bit 8c + r (Warren, *Hacker's Delight*, section
/// 7-3).
pub(super) const fn transposed(cells: u64) -> u64 {
    let differing = (cells ^ cells >> 7) & 0x00AA_00AA_00AA_00AA;
    let cells = cells ^ differing ^ differing << 7;
    let differing = (cells ^ cells >> 14) & 0x0000_CCCC_0000_CCCC;
    let cells = cells ^ differing ^ differing << 14;
    let differing = (cells ^ cells >> 28) & 0x0000_0000_F0F0_F0F0;
    cells ^ differing ^ differing << 28
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Sides {
    pub(super) fn cells(self) -> u64 {
        let row = u64::MAX >> (64 - self.columns);
        (0..self.rows).fold(0, |cells, at| cells | row << (SIDE * at))
    }

    fn upside_down(self, cells: u64) -> u64 {
        cells.swap_bytes() >> (SIDE * (SIDE - self.rows))
    }

    fn mirrored(self, cells: u64) -> u64 {
        cells.reverse_bits().swap_bytes() >> (SIDE - self.columns)
    }
}

/// A way to lay a board on itself: on its side, then upside down, then mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) on_its_side: bool,
    upside_down: bool,
    mirrored: bool,
}

impl Image {
    pub(super) fn least(cells: u64, sides: Sides, on_its_side: bool) -> (u64, Self) {
        let cells = if on_its_side { transposed(cells) } else { cells };
        let turned = sides.upside_down(cells);
        let images = [(cells, false), (turned, true)].map(|(cells, upside_down)| {
            let plain = Self { on_its_side, upside_down, mirrored: false };
            let mirror = sides.mirrored(cells);
            if mirror < cells { (mirror, Self { mirrored: true, ..plain }) } else { (cells, plain) }
        });
        let [plain, turned] = images;
        if turned.0 < plain.0 { turned } else { plain }
    }

    pub(super) fn of(self, cells: u64, sides: Sides) -> u64 {
        let cells = if self.on_its_side { transposed(cells) } else { cells };
        self.reflected(cells, sides)
    }

    pub(super) fn back(self, cells: u64, sides: Sides) -> u64 {
        let cells = self.reflected(cells, sides);
        if self.on_its_side { transposed(cells) } else { cells }
    }

    fn reflected(self, cells: u64, sides: Sides) -> u64 {
        let cells = if self.upside_down { sides.upside_down(cells) } else { cells };
        if self.mirrored { sides.mirrored(cells) } else { cells }
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, Sides, left_of, right_of, transposed};
    use supplant::key::SplitMix64;

    fn drawn(sides: Sides, random: &mut SplitMix64) -> u64 {
        random.next() & sides.cells()
    }

    #[test]
    fn rows_become_columns_cell_by_cell() {
        for cell in 0..64 {
            assert_eq!(transposed(1 << cell), 1 << (cell % 8 * 8 + cell / 8), "{cell}");
        }
    }

    #[test]
    fn neighbours_do_not_reach_round_the_edge() {
        let corner = 1 << 7 | 1 << 8;
        assert_eq!((left_of(corner), right_of(corner)), (1 << 6, 1 << 9));
    }

    #[test]
    fn every_image_of_a_position_has_the_same_least_image_and_leads_back() {
        let mut random = SplitMix64::new(5);
        for (rows, columns) in [(1, 8), (3, 5), (8, 2), (6, 6), (8, 8)] {
            let sides = Sides { rows, columns };
            for _ in 0..50 {
                let cells = drawn(sides, &mut random);
                let (least, image) = Image::least(cells, sides, rows == columns);
                assert_eq!(image.of(cells, sides), least);
                assert_eq!(image.back(least, sides), cells);
                for (upside_down, mirrored) in [(true, false), (false, true), (true, true)] {
                    let other = Image { on_its_side: false, upside_down, mirrored }.of(cells, sides);
                    assert_eq!(Image::least(other, sides, rows == columns).0, least, "{rows}×{columns}");
                }
            }
        }
    }

    #[test]
    fn positions_that_are_no_images_keep_apart() {
        let sides = Sides { rows: 4, columns: 4 };
        let mut kinds: Vec<_> = (0..4)
            .flat_map(|row| (0..4).map(move |column| 1 << (8 * row + column)))
            .map(|cell| Image::least(cell, sides, false).0)
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 4);
    }
}
