//! The figures of the paper's Appendix B, as printed: Tables 1 to 3, in thousands of nodes over the
//! 18 positions. Other sizes were published only as curves (Figures 1 and 2), and are not read off.

use std::sync::LazyLock;

use crate::experiment::searches::{Contender, Mode};
use supplant::entry::Depth;

/// The table size of Tables 2 and 3, in slots.
pub const SLOTS: usize = 1024 << 10;

/// How much worse than the best NEW is at 8K slots, as a fraction (section 7). The paper has no
/// other number of Figure 1 at a size other than [`SLOTS`].
pub const NEW_AT_8K: (usize, f64) = (8 << 10, 0.23);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    pub table: u8,
    pub contender: Contender,
    pub mode: Mode,
    pub ply: Depth,
    pub kilonodes: u64,
}

pub static TABLES: LazyLock<Vec<Published>> = LazyLock::new(|| {
    let lines = include_str!("breuker1994_tables.csv").lines();
    let facts = lines.filter(|line| !line.starts_with('#')).skip(1);
    facts
        .map(|line| parse(line).expect("the embedded table is well formed; a test reads all of it"))
        .collect()
});

#[must_use]
pub fn kilonodes(contender: Contender, mode: Mode, ply: Depth) -> Option<u64> {
    let is_it = |published: &&Published| {
        published.contender == contender
            && published.ply == ply
            && (published.mode == mode || contender == Contender::None)
    };
    TABLES.iter().find(is_it).map(|published| published.kilonodes)
}

#[must_use]
pub fn ratio(contender: Contender, mode: Mode, ply: Depth) -> Option<f64> {
    let none = kilonodes(Contender::None, Mode::Clear, ply)?;
    kilonodes(contender, mode, ply).map(|nodes| nodes as f64 / none as f64)
}

fn parse(line: &str) -> Option<Published> {
    let mut fields = line.split(',');
    let (table, scheme, stamped, ply, kilonodes) =
        (fields.next()?, fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    Some(Published {
        table: table.parse().ok()?,
        contender: Contender::try_from(scheme.to_owned()).ok()?,
        mode: if stamped == "yes" { Mode::Stamp } else { Mode::Clear },
        ply: ply.parse().ok()?,
        kilonodes: kilonodes.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Contender, Mode, TABLES, kilonodes, ratio};
    use supplant::scheme::SchemeName;

    #[test]
    fn every_cell_of_the_three_tables_is_there_once() {
        let count = |table| TABLES.iter().filter(|published| published.table == table).count();
        assert_eq!([1, 2, 3].map(count), [6, 42, 42]);
        let stamped = TABLES.iter().filter(|published| published.mode == Mode::Stamp);
        assert!(stamped.clone().count() == 42 && stamped.into_iter().all(|published| published.table == 3));
    }

    #[test]
    fn corners_are_as_printed() {
        let (big, old) = (Contender::table(SchemeName::TwoBig1), Contender::table(SchemeName::Old));
        assert_eq!(kilonodes(Contender::None, Mode::Stamp, 8), Some(610_696));
        assert_eq!(kilonodes(big, Mode::Clear, 3), Some(194));
        assert_eq!(kilonodes(old, Mode::Clear, 8), Some(202_986));
        assert_eq!(kilonodes(big, Mode::Stamp, 7), Some(38_062));
        assert_eq!(kilonodes(old, Mode::Stamp, 8), Some(205_200));
        assert_eq!(kilonodes(Contender::Unbounded, Mode::Clear, 7), None);
        assert!((ratio(big, Mode::Stamp, 7).unwrap() - 0.392_517).abs() < 1e-6);
    }
}
