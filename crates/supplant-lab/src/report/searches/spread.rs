//! Shows single positions, because an effect may come from all of them or from a few.

use super::curves::{caution, depth, look};
use super::manner;
use crate::experiment::claims::ClaimUnit;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Estimate, bootstrap, mean_log_ratio, sum};
use crate::report::claims::number;
use crate::report::document::{DataTable, Figure, TableCell};
use crate::report::plot::{Dot, SeriesStyle, Strip, Strips};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

#[derive(Clone, Debug)]
pub struct SpreadPair<'a> {
    pub name: String,
    pub(crate) look: SeriesStyle,
    pub one: &'a [u64],
    pub other: &'a [u64],
}

impl SpreadPair<'_> {
    fn more(&self) -> Estimate {
        bootstrap().ratio(self.one, self.other).map(|ratio| ratio - 1.0).interval()
    }

    fn more_in_the_mean(&self) -> Estimate {
        mean_log_ratio(self.one, self.other).map(|ratio| ratio - 1.0).interval()
    }

    fn more_at(&self, position: usize) -> f64 {
        self.one[position] as f64 / self.other[position] as f64 - 1.0
    }

    fn most_telling(&self) -> Option<(usize, f64)> {
        let (one, other) = (sum(self.one), sum(self.other));
        let without = |i: usize| (one - self.one[i] as f64) / (other - self.other[i] as f64) - 1.0;
        let far = |more: f64| (more - (one / other - 1.0)).abs();
        let all = (0..self.one.len()).map(|i| (i, without(i))).filter(|(_, more)| more.is_finite());
        all.max_by(|(_, a), (_, b)| far(*a).total_cmp(&far(*b)))
    }
}

fn middle(samples: &Samples, mode: Mode) -> Option<(Depth, usize)> {
    let ply = depth(samples, mode)?;
    let sizes = samples.sizes(mode, ply);
    Some((ply, *sizes.get(sizes.len().checked_sub(1)? / 2)?))
}

#[must_use]
pub fn to_the_best(samples: &Samples, mode: Mode) -> Option<Figure> {
    let (ply, size) = middle(samples, mode)?;
    let nodes = |scheme| samples.nodes(mode, ply, Contender::table(scheme), Some(size));
    let schemes = samples.schemes();
    let measured = schemes.iter().filter_map(|&scheme| Some((scheme, nodes(scheme)?)));
    let (best, least) = measured.min_by_key(|(_, nodes)| nodes.iter().sum::<u64>())?;
    let others = schemes.iter().filter(|&&scheme| scheme != best);
    let pair = |&scheme: &SchemeName| {
        Some(SpreadPair {
            name: scheme.to_string(),
            look: look(Contender::table(scheme)),
            one: nodes(scheme)?,
            other: least,
        })
    };
    let pairs: Vec<_> = others.filter_map(pair).collect();
    let as_few = pairs.iter().filter(|pair| sum(pair.one) == sum(least)).map(|pair| pair.name.as_str());
    let as_few: Vec<_> = as_few.collect();
    let also = if as_few.is_empty() { String::new() } else { format!(", as few as {}", as_few.join(", ")) };
    let caption = format!(
        "Nodes of each scheme relative to {best}, which visits the fewest of them{also}, with a table of {} positions, {ply}-ply searches, \
         {}. {}",
        sizes::name(size),
        manner(mode),
        caution(samples)
    );
    figure(samples, &pairs, "spread.svg", &format!("% more nodes than {best}"), &caption)
}

#[must_use]
pub fn figure(
    samples: &Samples,
    pairs: &[SpreadPair<'_>],
    file: &str,
    title: &str,
    caption: &str,
) -> Option<Figure> {
    if pairs.is_empty() {
        return None;
    }
    let names = short(samples.positions());
    let rows: Vec<_> = pairs.iter().map(|pair| strip(pair, &names)).collect();
    let words: Vec<_> = rows.iter().map(|row| format!("{}: {}", row.name, row.more.join(", "))).collect();
    let unit = samples.unit();
    let alt = format!("{title}, {unit} by {unit}. {}.", words.join("; "));
    Some(Figure {
        file: file.to_owned(),
        caption: format!(
            "{caption} A dot is a {unit}, as large as its share of the nodes; below, the sum over all {} with its 95 % interval. \
             The mean log ratio, shown as a ratio, counts each {unit} alike. A ring marks the {unit} without which the sum changes most; \
             its name stands before the sum that is left.",
            names.len()
        ),
        svg: Strips { alt: alt.clone(), title: title.to_owned(), rows }.svg(),
        alt,
        rows: Some(rows_of(samples, pairs)),
    })
}

fn strip(pair: &SpreadPair<'_>, names: &[&str]) -> Strip {
    let Estimate { value, low, high } = pair.more();
    let mean = pair.more_in_the_mean();
    let whole = sum(pair.other);
    let telling = pair.most_telling();
    let dot = |i: usize| Dot {
        value: pair.more_at(i) * 100.0,
        weight: pair.other[i] as f64 / whole,
        is_marked: telling.is_some_and(|(place, _)| place == i),
    };
    let percent = |value| number(ClaimUnit::Percent, value);
    let mut more = vec![format!("{} % ({} to {})", percent(value), percent(low), percent(high))];
    more.push(format!("mean log {} ({} to {})", percent(mean.value), percent(mean.low), percent(mean.high)));
    more.extend(telling.map(|(place, without)| format!("without {}: {} %", names[place], percent(without))));
    Strip {
        name: pair.name.clone(),
        more,
        look: pair.look,
        dots: by_weight((0..names.len()).map(dot).collect()),
        interval: (low * 100.0, value * 100.0, high * 100.0),
    }
}

fn by_weight(mut dots: Vec<Dot>) -> Vec<Dot> {
    dots.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    dots
}

fn short(ids: &[String]) -> Vec<&str> {
    let before = |id: &str| id.rfind('.').map(|dot| id[..=dot].to_owned());
    let common = ids.first().and_then(|id| before(id));
    match common.filter(|common| ids.iter().all(|id| before(id).as_ref() == Some(common))) {
        Some(common) => ids.iter().map(|id| &id[common.len()..]).collect(),
        None => ids.iter().map(String::as_str).collect(),
    }
}

fn rows_of(samples: &Samples, pairs: &[SpreadPair<'_>]) -> DataTable {
    let row = |pair: &SpreadPair<'_>, i: usize| {
        let nodes = |nodes: &[u64]| TableCell::from(nodes[i].to_string());
        vec![
            pair.name.clone().into(),
            samples.positions()[i].clone().into(),
            nodes(pair.one),
            nodes(pair.other),
            TableCell::number("", pair.more_at(i) + 1.0),
        ]
    };
    let positions = 0..samples.positions().len();
    DataTable {
        caption: "Nodes by position".to_owned(),
        header: ["row", "position", "nodes", "nodes_beside", "ratio"].map(str::to_owned).to_vec(),
        words: 2,
        rows: pairs.iter().flat_map(|pair| positions.clone().map(move |i| row(pair, i))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{SpreadPair, look, short, to_the_best};
    use crate::experiment::searches::{Contender, Mode, Samples};
    use supplant::scheme::SchemeName;

    const NEW: SchemeName = SchemeName::New;
    const OLD: SchemeName = SchemeName::Old;

    fn pair(one: &[u64]) -> SpreadPair<'_> {
        SpreadPair { name: "NEW".to_owned(), look: look(Contender::table(NEW)), one, other: &[100; 12] }
    }

    #[test]
    fn the_position_that_carries_an_effect_is_named() {
        let mut one = vec![100; 12];
        one[7] = 400;
        let carried = pair(&one);
        assert_eq!(carried.most_telling(), Some((7, 0.0)), "without it there is no effect");
        let all = pair(&[125; 12]);
        let (_, without) = all.most_telling().unwrap();
        assert!((without - 0.25).abs() < 1e-12, "an effect of all positions stays without any of them");
    }

    #[test]
    fn the_figure_names_the_mean_without_the_most_extreme_position() {
        let mut samples = Samples::default();
        let mut nodes = vec![100; 12];
        samples.insert((Mode::Clear, 7, Contender::table(OLD), Some(1024)), nodes.clone());
        assert!(to_the_best(&samples, Mode::Clear).is_none(), "one scheme is beside none");
        nodes[7] = 400;
        samples.insert((Mode::Clear, 7, Contender::table(NEW), Some(1024)), nodes);
        let figure = to_the_best(&samples, Mode::Clear).unwrap();
        assert!(
            figure.alt.contains("NEW: +25.0 %") && figure.alt.contains("without 7: 0.0 %"),
            "{}",
            figure.alt
        );
        let rows = figure.rows.unwrap().rows;
        assert_eq!((rows.len(), rows[7][2].text.as_str()), (12, "400"));
    }

    #[test]
    fn ids_are_shortened_by_what_they_share() {
        let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>();
        assert_eq!(short(&ids(&["set.15", "set.16"])), ["15", "16"]);
        assert_eq!(short(&ids(&["set.15", "other.16"])), ["set.15", "other.16"]);
    }
}
