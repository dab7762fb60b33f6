//! The five components, the search with any set of them, and what each set changes.

use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::{Confidence, bootstrap, geometric_mean};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::{Enhancements, PathDraws};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    Date,
    Depth,
    Extension,
    Principal,
    Draw,
}

impl Component {
    pub const ALL: [Self; 5] = [Self::Date, Self::Depth, Self::Extension, Self::Principal, Self::Draw];

    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Depth => "depth",
            Self::Extension => "extension",
            Self::Principal => "principal",
            Self::Draw => "draw",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set(u8);

impl Set {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(0b1_1111);

    #[must_use]
    pub const fn alone(component: Component) -> Self {
        Self(1 << component as u8)
    }

    pub fn told() -> impl Iterator<Item = Self> {
        Component::ALL.map(Self::alone).into_iter().chain([Self::ALL])
    }

    pub fn every() -> impl Iterator<Item = Self> {
        (0..=Self::ALL.0).map(Self)
    }

    #[must_use]
    pub const fn has(self, component: Component) -> bool {
        self.0 & Self::alone(component).0 != 0
    }

    #[must_use]
    pub fn words(self) -> &'static str {
        let alone = Component::ALL.into_iter().find(|&component| self == Self::alone(component));
        match (self, alone) {
            (_, Some(component)) => component.word(),
            (Self::NONE, _) => "none",
            (Self::ALL, _) => "all five",
            _ => "some",
        }
    }

    #[must_use]
    pub const fn mode(self) -> Mode {
        if self.has(Component::Date) { Mode::Stamp } else { Mode::Keep }
    }

    #[must_use]
    pub const fn table(self) -> Contender {
        Contender::table(match (self.has(Component::Depth), self.has(Component::Principal)) {
            (false, false) => SchemeName::TwoBig1,
            (true, false) => SchemeName::TwoNear,
            (false, true) => SchemeName::TwoBig1Pv,
            (true, true) => SchemeName::TwoNearPv,
        })
    }

    /// The first repetition is a draw, because a third occurrence takes eight plies.
    #[must_use]
    pub const fn search(self) -> Enhancements {
        Enhancements {
            extend_recaptures: true,
            extend_again: self.has(Component::Extension),
            proven_draws: self.has(Component::Draw),
            path_draws: PathDraws::Twofold,
            ..Enhancements::ALIBABA
        }
    }
}

type SetAtSize = (Set, usize);

pub(super) fn ply(samples: &Samples) -> Option<Depth> {
    samples.deepest(Set::NONE.mode())
}

pub(super) fn sizes(samples: &Samples) -> Vec<usize> {
    let of = |ply| samples.doing(Set::NONE.search()).sizes(Set::NONE.mode(), ply);
    ply(samples).map(of).unwrap_or_default()
}

pub(super) fn nodes(samples: &Samples, (set, size): SetAtSize) -> Option<Vec<u64>> {
    let shown = samples.doing(set.search());
    shown.nodes(set.mode(), ply(samples)?, set.table(), Some(size)).map(<[u64]>::to_vec)
}

fn elapsed_ns(samples: &Samples, (set, size): SetAtSize) -> Option<u64> {
    samples.doing(set.search()).elapsed_ns(set.mode(), ply(samples)?, set.table(), Some(size))
}

fn change_of_nodes(samples: &Samples, pairs: &[[SetAtSize; 2]]) -> Option<Confidence> {
    let columns: Option<Vec<_>> = pairs.iter().flatten().map(|&place| nodes(samples, place)).collect();
    let columns = columns.filter(|columns| !columns.is_empty())?;
    let columns: Vec<_> = columns.iter().map(Vec::as_slice).collect();
    let ratios = |sums: &[f64]| geometric_mean(sums.chunks_exact(2).map(|pair| pair[0] / pair[1])) - 1.0;
    Some(bootstrap().estimate(&columns, ratios))
}

fn mean_change(pairs: &[[SetAtSize; 2]], of: impl Fn(SetAtSize) -> Option<u64>) -> Option<f64> {
    let ratio = |&[one, other]: &[SetAtSize; 2]| Some(of(one)? as f64 / of(other)? as f64);
    let ratios: Option<Vec<_>> = pairs.iter().map(ratio).collect();
    ratios.filter(|ratios| !ratios.is_empty()).map(|ratios| geometric_mean(ratios.into_iter()) - 1.0)
}

fn change_of_sums(samples: &Samples, pairs: &[[SetAtSize; 2]]) -> Option<f64> {
    mean_change(pairs, |place| Some(nodes(samples, place)?.iter().sum()))
}

const UNEVEN: f64 = 3.0;

fn are_timed_evenly(samples: &Samples) -> bool {
    let sizes = sizes(samples);
    let places = Set::every().flat_map(|set| sizes.iter().map(move |&size| (set, size)));
    let pace = |place| {
        let nodes: u64 = nodes(samples, place)?.iter().sum();
        Some(elapsed_ns(samples, place)? as f64 / nodes as f64)
    };
    let paces: Option<Vec<_>> = places.map(pace).collect();
    paces.is_some_and(|paces| {
        let (least, most) =
            (paces.iter().copied().fold(f64::INFINITY, f64::min), paces.into_iter().fold(0.0, f64::max));
        most <= UNEVEN * least
    })
}

fn change_of_time(samples: &Samples, pairs: &[[SetAtSize; 2]]) -> Option<f64> {
    if !are_timed_evenly(samples) {
        return None;
    }
    mean_change(pairs, |place| elapsed_ns(samples, place))
}

fn beside_none(set: Set, sizes: &[usize]) -> Vec<[SetAtSize; 2]> {
    sizes.iter().map(|&size| [(set, size), (Set::NONE, size)]).collect()
}

fn with_and_without(component: Component, sizes: &[usize]) -> Vec<[SetAtSize; 2]> {
    let sets = Set::every().filter(|set| !set.has(component));
    let pair = |set: Set, size| [(Set(set.0 | Set::alone(component).0), size), (set, size)];
    sets.flat_map(|set| sizes.iter().map(move |&size| pair(set, size))).collect()
}

pub(super) fn change(samples: &Samples, set: Set) -> Option<Confidence> {
    change_of_nodes(samples, &beside_none(set, &sizes(samples)))
}

pub(super) fn change_at_size(samples: &Samples, set: Set, size: usize) -> Option<Confidence> {
    change_of_nodes(samples, &beside_none(set, &[size]))
}

pub(super) fn change_at(samples: &Samples, set: Set, size: usize) -> Option<f64> {
    change_of_sums(samples, &beside_none(set, &[size]))
}

pub(super) fn other_moves(samples: &Samples, set: Set) -> Option<f64> {
    let outcomes = |set: Set, size| {
        let shown = samples.doing(set.search());
        shown.outcomes(set.mode(), ply(samples)?, set.table(), Some(size)).map(<[_]>::to_vec)
    };
    let of = |size| {
        let (found, none) = (outcomes(set, size)?, outcomes(Set::NONE, size)?);
        let differ = found.iter().zip(&none).filter(|(found, none)| found.best_move != none.best_move);
        Some((differ.count(), none.len()))
    };
    let counts: Option<Vec<_>> = sizes(samples).into_iter().map(of).collect();
    let (differ, all) = counts?.into_iter().fold((0, 0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
    (all > 0).then(|| differ as f64 / all as f64)
}

pub(super) fn change_in_time(samples: &Samples, set: Set) -> Option<f64> {
    change_of_time(samples, &beside_none(set, &sizes(samples)))
}

pub(super) fn beside_others(samples: &Samples, component: Component) -> Option<(f64, Option<f64>)> {
    let pairs = with_and_without(component, &sizes(samples));
    Some((change_of_sums(samples, &pairs)?, change_of_time(samples, &pairs)))
}
