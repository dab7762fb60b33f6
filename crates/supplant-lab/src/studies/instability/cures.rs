//! The searches that are compared: as it is, without each of the two causes, and with each cure.

use super::{MODE, tables_compared};
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::stats::{Confidence, bootstrap, share_of};
use supplant::entry::Depth;
use supplant_search::search::{Enhancements, PathDraws};

pub(super) const FIRST: &str = "alibaba-et+2fold";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cure {
    None,
    EqualDepth,
    Clean,
    EqualAndClean,
    NoPathDraws,
    Both,
}

impl Cure {
    pub const ALL: [Self; 6] =
        [Self::None, Self::EqualDepth, Self::Clean, Self::EqualAndClean, Self::NoPathDraws, Self::Both];

    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::None => "as it is",
            Self::EqualDepth => "equal draft",
            Self::Clean => "untainted",
            Self::EqualAndClean => "equal draft, untainted",
            Self::NoPathDraws => "no draws by path",
            Self::Both => "equal draft, no draws by path",
        }
    }

    /// The words on pages. Those of registered claims, which never change, call depth *draft*.
    #[must_use]
    pub fn label(self) -> String {
        self.words().replace("draft", "depth")
    }

    /// Early termination of quiescence is off: its bounds depend on the window.
    #[must_use]
    pub const fn search(self) -> Enhancements {
        let base = Enhancements {
            early_termination: false,
            path_draws: PathDraws::Twofold,
            ..Enhancements::ALIBABA
        };
        match self {
            Self::None => base,
            Self::EqualDepth => Enhancements { equal_draft: true, ..base },
            Self::Clean => Enhancements { untainted: true, ..base },
            Self::EqualAndClean => Enhancements { equal_draft: true, untainted: true, ..base },
            Self::NoPathDraws => Enhancements { path_draws: PathDraws::Off, ..base },
            Self::Both => Enhancements { equal_draft: true, path_draws: PathDraws::Off, ..base },
        }
    }

    pub(super) fn samples(self, samples: &Samples) -> Samples {
        samples.doing(self.search())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootChange {
    Value,
    Move,
}

#[must_use]
pub fn differing(samples: &Samples, cure: Cure, what: RootChange, ply: Depth) -> Option<Vec<(u64, u64)>> {
    let shown = cure.samples(samples);
    let none = shown.outcomes(MODE, ply, Contender::None, None)?;
    let mut counts = vec![(0, 0); none.len()];
    for (table, size) in tables_compared() {
        let found = shown.outcomes(MODE, ply, table, size)?;
        for ((found, none), (differ, of)) in found.iter().zip(none).zip(&mut counts) {
            *differ += u64::from(match what {
                RootChange::Value => found.value != none.value,
                RootChange::Move => found.best_move != none.best_move,
            });
            *of += 1;
        }
    }
    counts.iter().any(|&(_, of)| of > 0).then_some(counts)
}

/// By how much values differ where they do, in ascending order, in the unit of the game.
#[must_use]
pub fn value_changes(samples: &Samples, cure: Cure, plies: &[Depth]) -> Vec<u32> {
    let shown = cure.samples(samples);
    let mut changes = Vec::new();
    for &ply in plies {
        let Some(none) = shown.outcomes(MODE, ply, Contender::None, None) else { continue };
        for (table, size) in tables_compared() {
            let found = shown.outcomes(MODE, ply, table, size).unwrap_or_default();
            changes.extend(found.iter().zip(none).map(|(found, none)| found.value.abs_diff(none.value)));
        }
    }
    changes.retain(|&change| change > 0);
    changes.sort_unstable();
    changes
}

fn columns(samples: &Samples, cure: Cure, what: RootChange, plies: &[Depth]) -> Option<[Vec<u64>; 2]> {
    let by_ply: Vec<_> =
        plies.iter().map(|&ply| differing(samples, cure, what, ply)).collect::<Option<_>>()?;
    let sum = |of: fn(&(u64, u64)) -> u64| {
        (0..by_ply.first()?.len()).map(|i| Some(by_ply.iter().map(|counts| of(&counts[i])).sum())).collect()
    };
    let sums: [Option<Vec<u64>>; 2] = [sum(|count| count.0), sum(|count| count.1)];
    let [differ, of] = sums;
    Some([differ?, of?])
}

/// If no position differs, drawing positions anew shows no spread: then the interval is that of the
/// positions.
#[must_use]
pub fn share(samples: &Samples, cure: Cure, what: RootChange, plies: &[Depth]) -> Option<Confidence> {
    let [differ, of] = columns(samples, cure, what, plies)?;
    if differ.iter().all(|&count| count == 0) {
        return Some(share_of(0, differ.len() as u64));
    }
    Some(bootstrap().ratio(&differ, &of).of_a_whole())
}

#[must_use]
pub fn positions(samples: &Samples, cure: Cure, plies: &[Depth]) -> Option<Confidence> {
    let [differ, _] = columns(samples, cure, RootChange::Value, plies)?;
    let count = differ.iter().filter(|&&count| count > 0).count();
    Some(share_of(count as u64, differ.len() as u64))
}

#[must_use]
pub fn beside(
    samples: &Samples,
    cure: Cure,
    other: Cure,
    what: RootChange,
    plies: &[Depth],
) -> Option<Confidence> {
    let [differ, of] = columns(samples, cure, what, plies)?;
    let [others, of_others] = columns(samples, other, what, plies)?;
    // Drawing positions anew shows no spread, and no difference would refute "below 0".
    if differ.iter().chain(&others).all(|&count| count == 0) {
        return None;
    }
    let columns = [&differ[..], &of, &others, &of_others];
    Some(bootstrap().estimate(&columns, |sums| sums[0] / sums[1] - sums[2] / sums[3]))
}

#[must_use]
pub fn price(samples: &Samples, cure: Cure, ply: Depth) -> Option<Confidence> {
    let sums = |cure: Cure| {
        let shown = cure.samples(samples);
        let mut sums = vec![0; shown.positions().len()];
        for (table, size) in tables_compared() {
            let nodes = shown.nodes(MODE, ply, table, size)?;
            sums.iter_mut().zip(nodes).for_each(|(sum, nodes)| *sum += nodes);
        }
        Some(sums)
    };
    Some(bootstrap().ratio(&sums(cure)?, &sums(Cure::None)?).map(|ratio| ratio - 1.0))
}
