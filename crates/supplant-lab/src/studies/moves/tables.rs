//! What each scheme loses alone, with all moves, and with all scores.

use crate::experiment::claims::{change, hundredfold};
use crate::experiment::limit::{ForesightOf, SavingsLimit, Supplied};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Estimate, bootstrap};
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::HeatMap;
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

const MODE: Mode = Mode::Clear;
const HEAD: [&str; 3] = ["alone", "with all moves", "with all scores"];
const OURS: SchemeName = SchemeName::Siege;
const PUBLISHED: SchemeName = SchemeName::TwoBig1;
const FORESIGHTS: [ForesightOf; 2] = [ForesightOf::Scores, ForesightOf::Both];

/// A table alone, with all moves, and with all scores.
type Line = (String, [Option<Estimate>; 3]);

#[derive(Clone, Copy)]
struct Place<'a> {
    samples: &'a Samples,
    ply: Depth,
    size: usize,
}

impl Place<'_> {
    /// Nodes more than with an unbounded table.
    fn lost(self, contender: Contender) -> Option<Estimate> {
        let Self { samples, ply, size } = self;
        let unbounded = samples.nodes(MODE, ply, Contender::Unbounded, None)?;
        let nodes = samples.nodes(MODE, ply, contender, Some(size))?;
        Some(bootstrap().ratio(nodes, unbounded).map(|ratio| ratio - 1.0).interval())
    }

    fn parts(self, scheme: SchemeName) -> [Option<Estimate>; 3] {
        [Contender::table(scheme), with_all(Supplied::Moves, scheme), with_all(Supplied::Scores, scheme)]
            .map(|contender| self.lost(contender))
    }

    /// Whether some table got all moves.
    fn is_split(self) -> bool {
        let Self { samples, ply, size } = self;
        samples
            .schemes()
            .into_iter()
            .any(|scheme| samples.nodes(MODE, ply, with_all(Supplied::Moves, scheme), Some(size)).is_some())
    }

    fn lines(self) -> Vec<Line> {
        let of_scheme = |scheme: SchemeName| (scheme.to_string(), self.parts(scheme));
        let of_foresight = |of: ForesightOf| {
            let contender = Contender::Limit(SavingsLimit::Foresight(of));
            (contender.to_string(), [self.lost(contender), None, None])
        };
        let schemes = self.samples.schemes().into_iter().map(of_scheme);
        let all = schemes.chain(FORESIGHTS.map(of_foresight));
        all.filter(|(_, lost)| lost.iter().any(Option::is_some)).collect()
    }

    fn change(self, one: Contender, other: Contender) -> Option<Estimate> {
        let nodes = |contender| self.samples.nodes(MODE, self.ply, contender, Some(self.size));
        Some(bootstrap().ratio(nodes(one)?, nodes(other)?).map(|ratio| ratio - 1.0).interval())
    }

    /// Which of the two parts costs more nodes.
    fn heavier(self) -> Option<&'static str> {
        let scores = self.change(with_all(Supplied::Scores, OURS), with_all(Supplied::Moves, OURS))?;
        Some(match (scores.high < 0.0, scores.low > 0.0) {
            (true, _) => "loses more nodes by scores than by moves",
            (_, true) => "loses more nodes by moves than by scores",
            _ => "loses nodes by scores and by moves, without a significant difference",
        })
    }

    /// Nodes under our scheme relative to the published one: alone, and with all moves.
    fn leads(self) -> Option<[Estimate; 2]> {
        let alone = self.change(Contender::table(OURS), Contender::table(PUBLISHED))?;
        let moves = self.change(with_all(Supplied::Moves, OURS), with_all(Supplied::Moves, PUBLISHED))?;
        Some([alone, moves])
    }

    fn caption(self) -> String {
        format!(
            "Nodes more than with an unbounded table, in per cent: {} slots, {} plies, {} positions",
            sizes::name(self.size),
            self.ply,
            self.samples.positions().len()
        )
    }

    fn table(self, lines: &[Line]) -> DataTable {
        let cell = |lost: &Option<Estimate>| TableCell::or_absent(lost.map(TableCell::change));
        DataTable {
            caption: self.caption(),
            header: std::iter::once("table").chain(HEAD).map(str::to_owned).collect(),
            words: 1,
            rows: lines
                .iter()
                .map(|(name, lost)| {
                    std::iter::once(TableCell::from(name.as_str())).chain(lost.iter().map(cell)).collect()
                })
                .collect(),
        }
    }

    fn figure(self) -> Figure {
        let lines = self.lines();
        let value = |lost: &Option<Estimate>| lost.map(|lost| lost.value);
        let map = HeatMap {
            alt: self.caption(),
            title: format!("{} slots: nodes more than unbounded, %", sizes::name(self.size)),
            columns: HEAD.map(str::to_owned).to_vec(),
            rows: lines.iter().map(|(name, lost)| (name.clone(), lost.iter().map(value).collect())).collect(),
        };
        let file = format!("lost-{}.svg", sizes::name(self.size));
        map.figure(&file, format!("{}.", self.caption()), Some(self.table(&lines)))
    }
}

fn with_all(supplied: Supplied, scheme: SchemeName) -> Contender {
    Contender::Limit(SavingsLimit::Complemented(supplied, scheme))
}

fn places(samples: &Samples) -> Vec<Place<'_>> {
    let Some(ply) = samples.deepest(MODE) else { return Vec::new() };
    let schemes = samples.sizes_of(MODE, ply, |table| table.scheme().is_some());
    let all = schemes.into_iter().map(|size| Place { samples, ply, size });
    all.filter(|place| place.is_split()).collect()
}

pub(super) fn sections(samples: &Samples) -> Vec<Block> {
    let tables = places(samples).into_iter().map(|place| {
        let DataTable { caption, header, words, rows } = place.table(&place.lines());
        let caption = format!("{caption}; in brackets the 95 % interval over positions");
        Block::Table(DataTable { caption, header, words, rows })
    });
    let tables: Vec<_> = tables.collect();
    if tables.is_empty() {
        return tables;
    }
    std::iter::once(Block::Heading("Where the loss lies".to_owned())).chain(tables).collect()
}

pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    Figure::stacked("lost.svg", places(samples).into_iter().map(Place::figure).collect())
        .into_iter()
        .collect()
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let places = places(samples);
    let place = *places.get(places.len() / 2)?;
    let lost = |scheme: SchemeName| {
        let [Some(alone), Some(moves), Some(scores)] = place.parts(scheme) else { return None };
        Some(format!(
            "{scheme} needs {} than an unbounded table; with all moves {}, with all scores {}",
            percent_more(&alone),
            percent_more(&moves),
            percent_more(&scores)
        ))
    };
    let [alone, moves] = place.leads()?;
    let is_gone = alone.high < 0.0 && moves.low <= 0.0 && moves.high >= 0.0;
    let lead = if is_gone {
        format!("the lead of {OURS} over {PUBLISHED} is moves")
    } else {
        format!("moves are not all that separates {OURS} from {PUBLISHED}")
    };
    Some(format!(
        "Under {OURS} a table of {} slots {}, and {lead} ({} plies, {} positions). Nodes with {OURS} relative to {PUBLISHED}: {} alone, {} with all moves. {}. {}.",
        sizes::name(place.size),
        place.heavier()?,
        place.ply,
        samples.positions().len(),
        change(alone),
        change(moves),
        lost(OURS)?,
        lost(PUBLISHED)?
    ))
}

/// Of a number that is mostly above 0.
fn percent_more(lost: &Estimate) -> String {
    let [value, low, high] = [lost.value, lost.low, lost.high].map(hundredfold);
    let [value, low, high] = [&value, &low, &high].map(|number| number.trim_start_matches('+'));
    format!("{value} % more nodes ({low} to {high})")
}

#[cfg(test)]
mod tests {
    use super::{MODE, OURS, PUBLISHED, figures, sections, takeaway};
    use crate::experiment::limit::{ForesightOf, SavingsLimit, Supplied};
    use crate::experiment::searches::{Contender, Samples};
    use crate::report::document::Block;

    const SIZE: usize = 2 << 10;

    fn samples() -> Samples {
        let mut samples = Samples::default();
        samples.insert((MODE, 7, Contender::Unbounded, None), vec![1000; 12]);
        for (scheme, [alone, moves, scores]) in [(OURS, [1100, 1060, 1020]), (PUBLISHED, [1200, 1060, 1040])]
        {
            let with = |supplied| Contender::Limit(SavingsLimit::Complemented(supplied, scheme));
            for (contender, nodes) in [
                (Contender::table(scheme), alone),
                (with(Supplied::Moves), moves),
                (with(Supplied::Scores), scores),
            ] {
                samples.insert((MODE, 7, contender, Some(SIZE)), vec![nodes; 12]);
            }
        }
        let foresight = Contender::Limit(SavingsLimit::Foresight(ForesightOf::Both));
        samples.insert((MODE, 7, foresight, Some(SIZE)), vec![1050; 12]);
        samples
    }

    #[test]
    fn each_part_is_set_beside_a_table_that_loses_nothing() {
        let samples = samples();
        let blocks = sections(&samples);
        let [_, Block::Table(table)] = blocks.as_slice() else { panic!("a heading and a table: {blocks:?}") };
        let texts = |row: usize| table.rows[row].iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
        let siege = ["SIEGE", "+10.0 (+10.0 to +10.0)", "+6.0 (+6.0 to +6.0)", "+2.0 (+2.0 to +2.0)"];
        assert!((0..2).any(|row| texts(row) == siege), "{table:?}");
        assert_eq!(texts(2), ["foresight-moves", "+5.0 (+5.0 to +5.0)", "–", "–"]);
        let told = takeaway(&samples).expect("both are there");
        assert!(
            told.starts_with("Under SIEGE a table of 2K slots loses more nodes by scores than by moves"),
            "{told}"
        );
        assert!(told.contains("the lead of SIEGE over TWOBIG1 is moves (7 plies, 12 positions)"), "{told}");
        assert!(told.contains("TWOBIG1: −8.3 % (−8.3 to −8.3) alone, 0.0 % (0.0 to 0.0) with all"), "{told}");
        let twobig1 = "TWOBIG1 needs 20.0 % more nodes (20.0 to 20.0) than an unbounded table; with all moves 6.0 % more";
        assert!(told.contains(twobig1), "{told}");
        let [figure] = &figures(&samples)[..] else { panic!("one of all sizes") };
        assert!(figure.svg.contains("\n20.0\n"), "per cent: {}", figure.svg);
    }

    #[test]
    fn without_a_memory_beside_the_tables_nothing_is_shown() {
        let mut samples = Samples::default();
        samples.insert((MODE, 7, Contender::Unbounded, None), vec![1000; 12]);
        samples.insert((MODE, 7, Contender::table(OURS), Some(SIZE)), vec![1100; 12]);
        assert!(sections(&samples).is_empty() && figures(&samples).is_empty());
        assert_eq!(takeaway(&samples), None);
    }
}
