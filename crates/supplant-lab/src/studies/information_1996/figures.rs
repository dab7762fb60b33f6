//! The paper's figure with its axes, and a figure of single positions.

use super::{HITS, Information1996, MODE, experiments, in_words, published, table};
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::sum;
use crate::report::document::Figure;
use crate::report::searches::curves::{NodesBySize, look};
use crate::report::searches::printed::Printed;
use crate::report::searches::spread::{self, SpreadPair};

pub(super) fn all(study: &Information1996, samples: &Samples) -> Vec<Figure> {
    [nodes_by_size(study, samples), position_by_position(study, samples)].into_iter().flatten().collect()
}

fn nodes_by_size(study: &Information1996, samples: &Samples) -> Option<Figure> {
    let drawn = NodesBySize {
        mode: MODE,
        file: &format!("figure-{}.svg", study.figure),
        title: &format!("Figure {}. Savings of a table, by the use of its hits", study.figure),
        tables: HITS.map(table).to_vec(),
        name: |table| in_words(table.hit()).to_owned(),
        bounds: &[(Contender::None, "no table"), (Contender::Unbounded, "no collisions")],
        printed: &in_print(study, samples),
    };
    drawn.figure(samples)
}

fn in_print(study: &Information1996, samples: &Samples) -> Printed {
    let none = samples.none(study.game.ply).filter(|_| study.game.has_positions_of(samples)).map(sum);
    let point = |hit| {
        let nodes = none? * (1.0 + study.printed.change(hit)?);
        Some((table(hit), published::SLOTS, nodes / 1e6))
    };
    Printed {
        name: "the paper\u{2019}s".to_owned(),
        points: HITS.into_iter().filter_map(point).collect(),
        words: format!(
            "Hollow and grey is what the paper\u{2019}s text says of {} positions: {:.0} % fewer nodes than without a table by the move alone, \
             {:.0} % by score and move, drawn of our search without one. Its curves come without numbers, and are not read off.",
            sizes::name(published::SLOTS),
            study.printed.by_move * 100.0,
            study.printed.by_both * 100.0
        ),
    }
}

fn position_by_position(study: &Information1996, samples: &Samples) -> Option<Figure> {
    let (size, _) = experiments::all(study, samples)?;
    let pair = |hit| {
        Some(SpreadPair {
            name: in_words(hit).to_owned(),
            look: look(table(hit)),
            one: samples.nodes(MODE, study.game.ply, table(hit), Some(size))?,
            other: samples.none(study.game.ply)?,
        })
    };
    let pairs: Vec<_> = HITS.into_iter().filter_map(pair).collect();
    let caption = format!(
        "Nodes relative to the search without a table, by what a hit may do; {} positions under TWOBIG1, {}-ply searches.",
        sizes::name(size),
        study.game.ply
    );
    spread::figure(samples, &pairs, "spread.svg", "% more nodes than without a table", &caption)
}
