//! Tables and figures of effects and searches.

use super::design::{ALL, Effect, FACTORS};
use super::effects::{Response, factor_of, nodes, simultaneous};
use super::quality::{Reached, ranked, rate, wanted, worth};
use super::{PRESET, Plies, TURNED, beside, plies};
use crate::experiment::claims::{hundredfold, percent};
use crate::experiment::searches::Samples;
use crate::experiment::stats::{Confidence, Estimate, bootstrap};
use crate::report::document::{ABSENT, Block, DataTable, Figure, TableCell};
use crate::report::plot::{Dot, HeatMap, SeriesStyle, Strip, Strips};
use supplant_search::search::Enhancements;

const WIDER: &str = "which is wider than that of a claim on one of them";

const SHOWN: usize = 12;

fn parts(Estimate { value, low, high }: Estimate) -> [TableCell; 3] {
    [value, low, high].map(TableCell::percent)
}

fn on_nodes(samples: &Samples) -> Option<Vec<(Effect, Confidence)>> {
    let effects = Response::Nodes.effects(samples)?;
    Some(effects.into_iter().map(|(effect, log)| (effect, log.map(factor_of))).collect())
}

fn switches(samples: &Samples) -> Option<DataTable> {
    let Plies { last, reference, .. } = plies(samples)?;
    let all = on_nodes(samples)?;
    let row = |(effect, measured): &(Effect, Confidence)| {
        let of = |response: Response| Some(response.contrast(samples, &[(*effect, 1.0)])?.interval());
        let (found, moves, values) =
            (of(Response::Found)?, of(Response::OtherMove)?, of(Response::OtherValue)?);
        let points = |value: f64| TableCell::number(hundredfold(value), value);
        let mut cells = vec![TableCell::from(effect.words())];
        cells.extend(parts(simultaneous(measured)));
        cells.extend([found.value, found.low, found.high].map(points));
        match worth(samples, *effect).map(|worth| worth.interval()) {
            Some(worth) => cells.extend([worth.value, worth.low, worth.high].map(points)),
            None => cells.extend([ABSENT; 3].map(TableCell::from)),
        }
        cells.extend([moves.value, values.value].map(points));
        Some(cells)
    };
    Some(DataTable {
        caption: format!(
            "What each switch does: nodes at {last} plies relative to without, with the interval that all 66 effects have together at 95 %, {WIDER}; points by which more positions have the move \
             of full width at {reference} plies, with the 95 % interval; what of that is beyond what as many nodes more find in full width, {} points for each factor of e, drawn anew with the positions; and points by which more \
             have another move and another value than full width at {last}",
            rate(samples).map_or_else(|| "no".to_owned(), hundredfold)
        ),
        header: DataTable::header(&[
            "switch",
            "nodes",
            "from",
            "to",
            "found",
            "from",
            "to",
            "worth",
            "from",
            "to",
            "other moves",
            "other values",
        ]),
        words: 1,
        rows: all.iter().take(FACTORS).map(row).collect::<Option<_>>()?,
    })
}

fn interactions(samples: &Samples) -> Option<DataTable> {
    let mut pairs: Vec<_> = on_nodes(samples)?.into_iter().skip(FACTORS).collect();
    pairs.sort_by(|(_, a), (_, b)| b.value().ln_1p().abs().total_cmp(&a.value().ln_1p().abs()));
    let beyond = pairs.iter().map(|(effect, one)| (effect, simultaneous(one)));
    let rows = beyond.filter(|(_, one)| one.low > 0.0 || one.high < 0.0).map(|(effect, one)| {
        let mut cells = vec![TableCell::from(effect.words())];
        cells.extend(parts(one));
        cells
    });
    Some(DataTable {
        caption: "Interactions beyond chance, of 55, what three switches or more do to one another taken for nothing: by how much the effect of either switch on the nodes changes where the other is on, and the other way where it is off, with the interval \
                  that all 66 effects have together at 95 %"
            .to_owned(),
        header: DataTable::header(&["switches", "nodes", "from", "to"]),
        words: 1,
        rows: rows.collect(),
    })
}

fn turned(samples: &Samples) -> Option<DataTable> {
    let Plies { last, reference, .. } = plies(samples)?;
    let all = beside();
    let (preset, others) = all.split_first()?;
    let of_preset = nodes(samples, *preset, last)?;
    let reached = |search| Reached::of(samples, search, last);
    let row = |(turn, &search): (&&str, &_)| {
        let own = nodes(samples, search, last)?;
        let ratio = bootstrap().ratio(&own, &of_preset).map(|ratio| ratio - 1.0).interval();
        let mut cells = vec![TableCell::from(format!("{PRESET}{turn}"))];
        cells.extend(parts(ratio));
        cells.push(share(samples, &reached(search)?));
        Some(cells)
    };
    let mut rows = vec![vec![
        TableCell::from(PRESET),
        ABSENT.into(),
        ABSENT.into(),
        ABSENT.into(),
        share(samples, &reached(*preset)?),
    ]];
    rows.extend(TURNED.iter().zip(others).map(row).collect::<Option<Vec<_>>>()?);
    Some(DataTable {
        caption: format!(
            "A preset with a switch turned: nodes of all positions at {last} plies relative to the preset, with the 95 % interval; and the share of positions whose move is that \
             of full width at {reference}"
        ),
        header: DataTable::header(&["search", "nodes", "from", "to", "found"]),
        words: 1,
        rows,
    })
}

fn share(samples: &Samples, reached: &Reached) -> TableCell {
    TableCell::share(reached.found as f64 / samples.positions().len() as f64)
}

fn cheapest(samples: &Samples) -> Option<DataTable> {
    let wanted = wanted(samples)?;
    let row = |reached: &Reached| {
        vec![
            TableCell::from(reached.name()),
            TableCell::whole(reached.ply.into()),
            TableCell::count(reached.nodes),
            TableCell::percent(reached.nodes as f64 / wanted.nodes as f64 - 1.0),
            share(samples, reached),
        ]
    };
    let ranked = ranked(samples)?;
    let mut rows = vec![row(&wanted)];
    rows.extend(ranked.iter().take(SHOWN).map(row));
    Some(DataTable {
        caption: format!(
            "The fewest nodes with which a search finds the moves of full width at {} plies as often as full width at {} does, which stands first: the {SHOWN} cheapest of {} that do. The \
             cheapest of so many is so by chance as well",
            plies(samples)?.reference,
            wanted.ply,
            ranked.len()
        ),
        header: DataTable::header(&["search", "plies", "nodes", "to full width", "found"]),
        words: 1,
        rows,
    })
}

pub(super) fn sections(samples: &Samples) -> Vec<Block> {
    [
        Block::section("Switch by switch", switches(samples)),
        Block::section("Two together", interactions(samples)),
        Block::section("Beside the design", turned(samples)),
        Block::section("Nodes to the same moves", cheapest(samples)),
    ]
    .concat()
}

pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    let Some(effects) = on_nodes(samples) else { return Vec::new() };
    let singles = singles(samples, &effects[..FACTORS]);
    singles.into_iter().chain([pairs(&effects)]).collect()
}

fn singles(samples: &Samples, effects: &[(Effect, Confidence)]) -> Option<Figure> {
    let alt =
        "Nodes with each switch relative to without, in per cent, over the searches of the design".to_owned();
    let positions = samples.positions().len() as f64;
    let strip = |(i, (effect, measured)): (usize, &(Effect, Confidence))| {
        let Estimate { value, low, high } = simultaneous(measured);
        let dot = |log: f64| Dot { value: factor_of(log) * 100.0, weight: 1.0 / positions, is_marked: false };
        Some(Strip {
            name: effect.words(),
            more: vec![format!("{} ({} to {})", percent(value), percent(low), percent(high))],
            look: SeriesStyle::of_curve(i),
            dots: Response::Nodes.by_position(samples, *effect)?.into_iter().map(dot).collect(),
            interval: (low * 100.0, value * 100.0, high * 100.0),
        })
    };
    let rows = effects.iter().enumerate().map(strip).collect::<Option<Vec<_>>>()?;
    let numbers = effects.iter().map(|(effect, measured)| {
        let mut cells = vec![TableCell::from(effect.words())];
        cells.extend(parts(simultaneous(measured)));
        cells
    });
    let numbers = DataTable {
        caption: alt.clone(),
        header: DataTable::header(&["switch", "nodes", "from", "to"]),
        words: 1,
        rows: numbers.collect(),
    };
    Some(Figure {
        file: "switches.svg".to_owned(),
        caption: format!(
            "{alt}. A dot is a position; below, the geometric mean with the interval that all 66 effects have together at 95 %, {WIDER}."
        ),
        svg: Strips { alt: alt.clone(), title: "% more nodes than without".to_owned(), rows }.svg(),
        alt,
        rows: Some(numbers),
    })
}

fn pairs(effects: &[(Effect, Confidence)]) -> Figure {
    let alt = "Interactions of each two switches on the nodes, in per cent".to_owned();
    let value = |one: usize, other: usize| {
        let wanted = Effect::between(one, other);
        let found = effects.iter().find(|(effect, _)| *effect == wanted);
        found.map(|(_, measured)| measured.value())
    };
    let row = |one: usize| {
        (ALL[one].name.to_owned(), (0..FACTORS).map(|other| value(one, other)).collect::<Vec<_>>())
    };
    let rows: Vec<_> = (0..FACTORS).map(row).collect();
    let columns: Vec<_> = ALL.iter().map(|factor| factor.name.to_owned()).collect();
    let caption = format!(
        "{alt}: by how much the effect of either changes where the other is on, and the other way where it is off. Those beyond chance are in a table below."
    );
    let map = HeatMap { alt, title: "interactions, % of nodes".to_owned(), columns, rows };
    let numbers = map.numbers("switch", TableCell::percent);
    map.figure("interactions.svg", caption, Some(numbers))
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let Plies { last, reference, .. } = plies(samples)?;
    let effects = on_nodes(samples)?;
    let told = |(effect, measured): &(Effect, Confidence)| {
        let Estimate { value, low, high } = simultaneous(measured);
        format!("{} {} ({} to {})", effect.words(), percent(value), percent(low), percent(high))
    };
    let mut singles: Vec<_> = effects[..FACTORS].iter().collect();
    singles.sort_by(|(_, a), (_, b)| a.value().total_cmp(&b.value()));
    let singles: Vec<_> = singles.into_iter().map(told).collect();
    let largest = effects[FACTORS..]
        .iter()
        .max_by(|(_, a), (_, b)| a.value().ln_1p().abs().total_cmp(&b.value().ln_1p().abs()))?;
    let positions = samples.positions().len();
    let modern = Reached::of(samples, Enhancements::MODERN, last).zip(wanted(samples));
    let modern = modern.map_or_else(String::new, |(modern, full)| {
        let share = |reached: &Reached| 100.0 * reached.found as f64 / positions as f64;
        format!(
            " Preset `modern`, with {:.1} % of the nodes of full width at {last} plies, finds its moves at {reference} in {:.1} % of the positions; full width in {:.1} %.",
            100.0 * modern.nodes as f64 / full.nodes as f64,
            share(&modern),
            share(&full)
        )
    });
    Some(format!(
        "Nodes with a switch relative to without, whatever else is on ({last} ply, {positions} positions; with the intervals that all 66 effects have together at 95 %, {WIDER}): {}; the largest interaction is {}.{modern}",
        singles.join(", "),
        told(largest),
    ))
}
