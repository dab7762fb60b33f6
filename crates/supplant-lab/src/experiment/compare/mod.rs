//! Two folders of results, side by side: nodes of the one in proportion to the other, with what the choice of positions and the scatter
//! between runs leave uncertain.
//!
//! | file | what |
//! |---|---|
//! | `pair` | a cell in both results, and the base beside itself |
//! | `shift` | what all searches of one run share |
//! | `summary` | how many cells changed, and how |
//! | `coverage` | how often it is wrong, in worlds where the truth is known |
//!
//! Searches by one worker are the same in every run under the same keys, and are compared repeat by repeat; a cell of theirs is uncertain by its positions alone. Several workers scatter.
//! What scatters in one search and not in the next is carried by drawing positions: it makes their ratios differ, as effects do. What all
//! searches of a run share, as a machine that was busy, is in no draw of positions; repeats show it (`shift`).
//!
//! Many cells are compared at once, and of forty some look changed by chance. So each is told alone, and with all others together
//! ([`holm`]); what fails a build is decided together.

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

/// The probability of a wrong decision: of one cell alone, and of any of all together.
const LEVEL: f64 = 0.05;

/// Why a cell that changed is not decided, whatever its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// Several workers searched once on either side: what the runs themselves differ by was not measured.
    MeasuredOnce,
    /// Of fewer positions than [`FEWEST`].
    FewPositions,
}

/// What two results say of one cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The cell.
    #[serde(flatten)]
    pub at: At,
    /// Positions that both have.
    pub positions: usize,
    /// How often each was searched: in the first, in the second.
    pub repeats: (usize, usize),
    /// Nodes over these, in the first; on the average over repeats.
    pub base_nodes: u64,
    /// Nodes over these, in the second.
    pub new_nodes: u64,
    /// Whether any row differs, in whatever it counts.
    pub changed: bool,
    /// Second in proportion to first.
    pub ratio: f64,
    /// Of the ratio at 95 %: over positions and, with several workers, over runs. One position has none.
    pub interval: Option<(f64, f64)>,
    /// Half the width of the interval of the base beside itself; 0 with one worker, missing where the base was not repeated.
    pub noise: Option<f64>,
    /// How easily chance alone would put the ratio so far from 1.
    pub chance: f64,
    /// How easily chance alone would put the ratio so far above the regression that is asked about.
    pub chance_of_regression: f64,
    /// Why it is not decided.
    pub undecided: Option<Undecided>,
    /// Whether it changed for certain: each cell alone, and all together.
    pub clear: Significance,
    /// Whether it is a regression for certain.
    pub regression: Significance,
}

/// Whether something is certain at 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Significance {
    /// Of this cell, were it the only one.
    pub alone: bool,
    /// Of this cell, where all that is said of all cells together is to be wrong in 5 % of cases at most.
    pub together: bool,
}

/// The base beside itself: what is found where nothing was changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Itself {
    /// What could be done.
    pub kind: ItselfKind,
    /// Cells taken together.
    pub cells: usize,
    /// Nodes of all repeats, on the average over them.
    pub nodes: u64,
    /// Of the odd repeats; missing where there is one.
    pub odd_nodes: Option<u64>,
    /// Of the even ones.
    pub even_nodes: Option<u64>,
    /// Even in proportion to odd.
    pub ratio: Option<f64>,
    /// Of the ratio at 95 %.
    pub interval: Option<(f64, f64)>,
}

/// How the base can be compared with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItselfKind {
    /// Odd repeats with even ones, of all cells of several workers.
    Repeats,
    /// One worker searched everything: another run gives the same rows.
    Deterministic,
    /// Several workers searched once.
    MeasuredOnce,
}

/// Two results, compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The base beside itself.
    pub itself: Itself,
    /// All that both have: the clearest first, what did not change last.
    pub cells: Vec<Compared>,
}

/// How cells are judged.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// By how many per cent more nodes are a regression.
    pub percent: f64,
    /// How positions are drawn.
    pub bootstrap: Bootstrap,
    /// Whether what whole runs share is counted. Without it intervals are too short: the control of a test.
    pub counts_shifts: bool,
}

impl Rules {
    /// Those of the command.
    #[must_use]
    pub fn new(percent: f64, seed: u64) -> Self {
        Self { percent, bootstrap: Bootstrap { seed, ..Bootstrap::default() }, counts_shifts: true }
    }

    /// With draws enough that one of so many cells can be decided together with all others.
    fn with_draws_for(mut self, cells: usize) -> Self {
        // No chance is below that of half a draw: of forty draws a cell, that is half of what Holm's first step asks for.
        self.bootstrap.draws = self.bootstrap.draws.max(40 * cells);
        self
    }

    fn confidence(&self, base: &Runs, new: &Runs, shift: Option<Shift>) -> Option<Confidence> {
        if base.positions() < 2 {
            return None;
        }
        // Of the logarithm, lest a build look surer to be better than the other to be worse.
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

/// Compares what both have, cell by cell.
#[must_use]
pub fn compare(base: &Records<Searches>, new: &Records<Searches>, rules: Rules) -> Comparison {
    let (base, new) = (cell::rows(base), cell::rows(new));
    let both = base.iter().filter_map(|(at, base)| BuildPair::of(*at, base, new.get(at)?));
    judged(&both.collect::<Vec<_>>(), rules)
}

/// Measurements of the first that the second lacks: positions and their repeats, over all cells.
#[must_use]
pub fn lacking(base: &Records<Searches>, new: &Records<Searches>) -> usize {
    let (base, new) = (cell::rows(base), cell::rows(new));
    let held =
        |at: &At, position: &str| new.get(at).and_then(|found| found.get(position)).map_or(0, Vec::len);
    let missing = |(at, found): (&At, &cell::CellRows<'_>)| -> usize {
        found.iter().map(|(position, rows)| rows.len().saturating_sub(held(at, position))).sum()
    };
    base.iter().map(missing).sum()
}

fn judged(pairs: &[BuildPair<'_>], rules: Rules) -> Comparison {
    let rules = rules.with_draws_for(pairs.len());
    let shifts = [shift::of_all(pairs), shift::of_base(pairs)];
    let mut cells: Vec<_> = pairs.iter().map(|pair| compared(pair, &shifts, rules)).collect();
    let decide = |cells: &[Compared], chance: fn(&Compared) -> f64| -> Vec<Significance> {
        // What is not decided is not of the family: nothing is said of it that could be wrong.
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

/// Half the width of the interval of a cell of the base beside itself.
fn noise(pair: &BuildPair<'_>, shift: Option<Shift>, rules: Rules) -> Option<f64> {
    if pair.at.is_repeatable() {
        return Some(0.0);
    }
    let (odd, even) = pair.base.halves()?;
    let (low, high) = ends(&rules.confidence(&odd, &even, shift)?);
    Some((high - low) / 2.0)
}

/// The base beside itself, all cells together of several workers that were repeated. It does not look at the other side.
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
    // A cell that lost a repeat is left out, lest all be cut to the fewest.
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
    /// Smallest where a change is clearest: what is decided before what is not, what did not change last.
    fn clarity(&self) -> f64 {
        match (self.changed, self.undecided) {
            (false, _) => 4.0,
            (true, Some(_)) => 2.0 + self.chance,
            (true, None) => self.chance,
        }
    }

    /// The order of equally clear cells: by search and contender, then size, mode, workers and ply.
    fn place(&self) -> impl Ord {
        let At { search, verified, contender, size, mode, threads, lockstep, ply } = self.at;
        (search, verified, contender, size, mode, threads, lockstep, ply)
    }
}

#[cfg(test)]
mod tests;
