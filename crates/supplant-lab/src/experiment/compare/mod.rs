//! Compares two folders of results cell by cell: the ratio of their nodes, with its uncertainty.
//! `shift` explains what several workers add.

pub mod coverage;
mod pair;
mod shift;
mod summary;

use std::collections::BTreeMap;

use serde::Serialize;

use self::pair::{BuildPair, Runs};
use self::shift::Shift;
pub use self::summary::{CompareSummary, Directions};
use super::claims::FEWEST;
use super::journal::Records;
use super::searches::cell;
use super::searches::{At, Searches};
use super::stats::{Bootstrap, Confidence, holm};

const LEVEL: f64 = 0.05;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    MeasuredOnce,
    FewPositions,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    #[serde(flatten)]
    pub at: At,
    pub positions: usize,
    pub repeats: (usize, usize),
    pub base_nodes: u64,
    pub new_nodes: u64,
    pub changed: bool,
    pub ratio: f64,
    pub interval: Option<(f64, f64)>,
    pub noise: Option<f64>,
    pub chance: f64,
    pub chance_of_regression: f64,
    pub undecided: Option<Undecided>,
    pub clear: Significance,
    pub regression: Significance,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Significance {
    pub alone: bool,
    pub together: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Itself {
    pub kind: ItselfKind,
    pub cells: usize,
    pub nodes: u64,
    pub odd_nodes: Option<u64>,
    pub even_nodes: Option<u64>,
    pub ratio: Option<f64>,
    pub interval: Option<(f64, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItselfKind {
    Repeats,
    Deterministic,
    MeasuredOnce,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub itself: Itself,
    pub cells: Vec<Compared>,
}

#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The increase of nodes, in per cent, that counts as a regression.
    pub percent: f64,
    pub bootstrap: Bootstrap,
    pub counts_shifts: bool,
}

impl Rules {
    #[must_use]
    pub fn new(percent: f64, seed: u64) -> Self {
        Self { percent, bootstrap: Bootstrap { seed, ..Bootstrap::default() }, counts_shifts: true }
    }

    fn with_draws_for(mut self, cells: usize) -> Self {
        // The smallest p-value is that of half a draw. With 40 draws a cell, it is half of the
        // limit in Holm's first step.
        self.bootstrap.draws = self.bootstrap.draws.max(40 * cells);
        self
    }

    fn confidence(&self, base: &Runs, new: &Runs, shift: Option<Shift>) -> Option<Confidence> {
        if base.positions() < 2 {
            return None;
        }
        // The logarithm treats both builds alike; a plain ratio would favour one of them.
        let log_ratio = |sums: &[f64]| (sums[0] / sums[1]).ln();
        let drawn = self.bootstrap.estimate(&[&new.means(), &base.means()], log_ratio).map(f64::exp);
        Some(match shift.filter(|_| self.counts_shifts) {
            None => drawn,
            Some(shift) => {
                drawn.shifted(shift.error(base.repeats(), new.repeats()), shift.freedom, self.bootstrap.seed)
            }
        })
    }
}

#[must_use]
pub fn compare(base: &Records<Searches>, new: &Records<Searches>, rules: Rules) -> Comparison {
    let (base, new) = (cell::rows(base), cell::rows(new));
    let both = base.iter().filter_map(|(at, base)| BuildPair::of(*at, base, new.get(at)?));
    judged(&both.collect::<Vec<_>>(), rules)
}

#[must_use]
pub fn lacking(base: &Records<Searches>, new: &Records<Searches>) -> usize {
    let (base, new) = (cell::rows(base), cell::rows(new));
    let missing = |(at, found): (&At, &cell::CellRows<'_>)| -> usize {
        let lacks = |(position, repeats): (&&str, &cell::Repeats<'_>)| {
            let held = new.get(at).and_then(|found| found.get(position));
            match held {
                None => repeats.len(),
                Some(held) if at.is_repeatable() => {
                    repeats.keys().filter(|repeat| !held.contains_key(repeat)).count()
                }
                Some(held) => repeats.len().saturating_sub(held.len()),
            }
        };
        found.iter().map(lacks).sum()
    };
    base.iter().map(missing).sum()
}

fn judged(pairs: &[BuildPair<'_>], rules: Rules) -> Comparison {
    let rules = rules.with_draws_for(pairs.len());
    let shifts = [shift::of_all(pairs), shift::of_base(pairs)];
    let mut cells: Vec<_> = pairs.iter().map(|pair| compared(pair, &shifts, rules)).collect();
    let decide = |cells: &[Compared], chance: fn(&Compared) -> f64| -> Vec<Significance> {
        // Undecided cells do not belong to the family: no decision about them can be wrong.
        let chance = |cell: &Compared| if cell.undecided.is_some() { None } else { Some(chance(cell)) };
        let mut together = holm(&cells.iter().filter_map(chance).collect::<Vec<_>>(), LEVEL).into_iter();
        let decision = |cell| match chance(cell) {
            None => Significance::default(),
            Some(chance) => {
                Significance { alone: chance <= LEVEL, together: together.next().unwrap_or_default() }
            }
        };
        cells.iter().map(decision).collect()
    };
    let clear = decide(&cells, |cell| cell.chance);
    let regression = decide(&cells, |cell| cell.chance_of_regression);
    for (cell, (clear, regression)) in cells.iter_mut().zip(clear.into_iter().zip(regression)) {
        (cell.clear, cell.regression) = (clear, regression);
    }
    let far = |cell: &Compared| -cell.ratio.ln().abs();
    cells.sort_by(|a, b| {
        let clearer = a.clarity().total_cmp(&b.clarity());
        clearer.then_with(|| far(a).total_cmp(&far(b))).then_with(|| a.place().cmp(&b.place()))
    });
    Comparison { itself: itself(pairs, rules), cells }
}

fn compared(pair: &BuildPair<'_>, shifts: &[BTreeMap<shift::Kind, Shift>; 2], rules: Rules) -> Compared {
    let BuildPair { at, base, new, changed, .. } = pair;
    let [shift, of_base] = shifts.each_ref().map(|shifts| shifts.get(&shift::kind(at)).copied());
    let confidence = if *changed { rules.confidence(base, new, shift) } else { None };
    let undecided = match () {
        () if !changed => None,
        () if !at.is_repeatable() && shift.is_none() => Some(Undecided::MeasuredOnce),
        () if base.positions() < FEWEST => Some(Undecided::FewPositions),
        () => None,
    };
    let (base_nodes, new_nodes) = (base.nodes(), new.nodes());
    let still = (!changed && at.is_repeatable() && base.positions() > 1).then_some((1.0, 1.0));
    let bound = 1.0 + rules.percent / 100.0;
    Compared {
        at: *at,
        positions: base.positions(),
        repeats: (base.repeats(), new.repeats()),
        base_nodes,
        new_nodes,
        changed: *changed,
        ratio: new_nodes as f64 / base_nodes as f64,
        interval: confidence.as_ref().map(ends).or(still),
        noise: noise(pair, of_base, rules),
        chance: confidence
            .as_ref()
            .map_or(1.0, |found| found.chance_of_above(1.0).min(found.chance_of_below(1.0))),
        chance_of_regression: confidence.as_ref().map_or(1.0, |found| found.chance_of_above(bound)),
        undecided,
        clear: Significance::default(),
        regression: Significance::default(),
    }
}

fn ends(confidence: &Confidence) -> (f64, f64) {
    let interval = confidence.interval();
    (interval.low, interval.high)
}

fn noise(pair: &BuildPair<'_>, shift: Option<Shift>, rules: Rules) -> Option<f64> {
    if pair.at.is_repeatable() {
        return Some(0.0);
    }
    let (odd, even) = pair.base.halves()?;
    let (low, high) = ends(&rules.confidence(&odd, &even, shift)?);
    Some((high - low) / 2.0)
}

fn itself(pairs: &[BuildPair<'_>], rules: Rules) -> Itself {
    let scatter: Vec<_> = pairs.iter().filter(|pair| !pair.at.is_repeatable()).collect();
    let once = |kind, pairs: &[&BuildPair<'_>]| Itself {
        kind,
        cells: pairs.len(),
        nodes: pairs.iter().map(|pair| pair.base.nodes()).sum(),
        odd_nodes: None,
        even_nodes: None,
        ratio: None,
        interval: None,
    };
    if scatter.is_empty() {
        let all: Vec<_> = pairs.iter().collect();
        return Itself {
            ratio: Some(1.0),
            interval: Some((1.0, 1.0)),
            ..once(ItselfKind::Deterministic, &all)
        };
    }
    // Leaves out a cell that lost a repeat; else all cells would be cut to the fewest repeats.
    let most = scatter.iter().map(|pair| pair.base.repeats()).max().unwrap_or(0);
    let whole: Vec<_> = scatter.iter().copied().filter(|pair| pair.base.repeats() == most).collect();
    let base = pair::sums(&whole);
    let Some((odd, even)) = base.as_ref().and_then(Runs::halves) else {
        return once(ItselfKind::MeasuredOnce, &scatter);
    };
    let shift = base.as_ref().and_then(|base| Shift::of(&[&[base.totals()]]));
    let confidence = rules.confidence(&odd, &even, shift);
    let (odd, even) = (odd.nodes(), even.nodes());
    Itself {
        odd_nodes: Some(odd),
        even_nodes: Some(even),
        ratio: Some(even as f64 / odd as f64),
        interval: confidence.as_ref().map(ends),
        ..once(ItselfKind::Repeats, &whole)
    }
}

impl Compared {
    fn clarity(&self) -> f64 {
        match (self.changed, self.undecided) {
            (false, _) => 4.0,
            (true, Some(_)) => 2.0 + self.chance,
            (true, None) => self.chance,
        }
    }

    fn place(&self) -> impl Ord {
        let At { search, verified, contender, size, mode, threads, lockstep, ply } = self.at;
        (search, verified, contender, size, mode, threads, lockstep, ply)
    }
}

#[cfg(test)]
mod tests;
