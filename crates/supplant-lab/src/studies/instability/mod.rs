//! Measures why a search with a table does not always find what it finds without one, and separates
//! Moreland's two causes (*The instability problem*, 2001).

mod claims;
pub mod cures;
mod tables;

use self::cures::Cure;
use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Contender, Mode, Results, Samples, Searches};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

#[derive(Clone, Copy, Debug)]
pub struct Instability;

const MODE: Mode = Mode::Clear;

const PLIES: (Depth, Depth) = (5, 7);

const SIZES: [usize; 2] = [1 << 10, 8 << 10];

const SCHEMES: [SchemeName; 3] = [SchemeName::TwoBig1, SchemeName::Deep, SchemeName::New];

type Table = (Contender, Option<usize>);

fn tables_compared() -> impl Iterator<Item = Table> {
    let sized = |scheme| SIZES.map(|size| (Contender::table(scheme), Some(size)));
    SCHEMES.into_iter().flat_map(sized).chain([(Contender::Unbounded, None)])
}

impl Study for Instability {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "instability",
            topic: Topic::Hits,
            about: "How often what a search finds depends on the table, and why (Moreland, 2001)",
            title: "Instability: how often what a search finds depends on the table, and why",
            source: "Moreland's two causes; that their cures cure is this project's claim. The claims were worded after a look at a third of these positions, under \
                     two schemes: of them they are no prediction.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        Searches {
            study: self.name().to_owned(),
            positions: PositionSet::named("endings").expect("it is built in"),
            schemes: SCHEMES.to_vec(),
            slots: SIZES.to_vec(),
            plies: (PLIES.0, if extent == Extent::Quick { PLIES.0 } else { PLIES.1 }),
            modes: vec![MODE],
            search: (cures::FIRST.to_owned(), Cure::None.search()),
            beside: Cure::ALL[1..].iter().map(|cure| cure.search()).collect(),
            ..Searches::blank()
        }
    }

    fn introduction(&self, _: &Results, samples: &Samples) -> String {
        format!(
            "A search that may cut off by stored scores finds other values than one without a table. Moreland (The main transposition table, 2001) names two causes, and says that \
             nothing can be done:\n\
             - An entry answers with the value of a deeper search than the one asked for.\n\
             - A value may come from a draw by repetition on one path, and be used on another.\n\
             This report searches {} positions of `{}` without a table and with {} tables: three schemes in two sizes, and one table without a limit. It counts how often the value and the \
             move of the root differ from those without a table, without a cure and with each cure. The search is `alibaba` without early termination of quiescence, whose bounds depend \
             on the window. Null moves and reductions are off, because they would be further causes.",
            samples.positions().len(),
            samples.set(),
            tables_compared().count()
        )
    }

    fn parts(&self) -> Parts {
        Parts {
            claims: claims::all,
            figures: tables::figures,
            sections: tables::section,
            takeaway: tables::takeaway,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cures::{Cure, RootChange, differing, share};
    use super::{Instability, MODE};
    use crate::experiment::searches::Samples;
    use crate::studies::{Extent, Study};

    #[test]
    fn a_search_without_causes_finds_the_same_with_every_table_and_one_with_them_does_not() {
        let mut study = Instability.experiment(Extent::Quick);
        let telling = ["endings.036", "endings.062", "endings.117"];
        let all = study.positions.positions.iter().filter(|(id, _)| telling.contains(&id.as_str()));
        study.positions.positions = all.cloned().collect();
        let samples = Samples::measured(&study);
        let count = |cure, what| differing(&samples, cure, what, 5).expect("it is measured");
        let sum = |cure| count(cure, RootChange::Value).iter().map(|(differ, _)| differ).sum::<u64>();
        assert_eq!(sum(Cure::Both), 0, "neither cause is left");
        assert!(
            sum(Cure::None) > 0 && sum(Cure::NoPathDraws) > 0 && sum(Cure::EqualDepth) > 0,
            "each cause is one"
        );
        assert!(count(Cure::None, RootChange::Value).iter().all(|&(differ, of)| differ <= of && of == 7));
        assert_eq!(samples.plies(MODE).len(), 1);

        let none = share(&samples, Cure::Both, RootChange::Value, &[5]).expect("it is measured").interval();
        assert!(none.value == 0.0 && none.low == 0.0 && none.high > 0.5, "{none:?}");
    }
}
