//! Contrasts: nodes in some cells relative to nodes in others.
//!
//! The geometric mean over places gives a ratio and its inverse equal weight.

mod place;
#[cfg(test)]
mod tests;

pub use place::{Along, CellSelector, Spot};

use super::{Samples, Searches};
use crate::experiment::claims::{ClaimPart, Range, Reading};
use crate::experiment::stats::{bootstrap, geometric_mean, sum};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contrast {
    pub of: CellSelector,
    pub to: CellSelector,
    pub at: CellSelector,
    pub less: Option<CellSelector>,
    pub each: Vec<Along>,
}

type Pairs = (Vec<(Spot, Spot)>, Vec<(Spot, Spot)>);

impl Contrast {
    /// Intervals are over positions.
    ///
    /// # Panics
    /// If [`Self::check`] refuses the contrast.
    #[must_use]
    pub fn measured(&self, samples: &Samples) -> Option<Vec<ClaimPart>> {
        let numbers = self.numbers().expect("it was checked");
        let part = |(name, (plus, minus)): (String, Pairs)| {
            let columns = plus.iter().chain(&minus).flat_map(|&(of, to)| [of, to]);
            let columns: Vec<_> = columns.map(|spot| spot.nodes(samples)).collect::<Option<_>>()?;
            let mean = |sums: &[f64]| geometric_mean(sums.chunks(2).map(|pair| pair[0] / pair[1]));
            let measured = bootstrap().estimate(&columns, |sums| {
                let (plus, minus) = sums.split_at(2 * plus.len());
                mean(plus) - if minus.is_empty() { 1.0 } else { mean(minus) }
            });
            Some(ClaimPart { name, measured })
        };
        numbers.into_iter().map(part).collect()
    }

    /// # Panics
    /// If [`Self::check`] refuses the contrast.
    #[must_use]
    pub fn reading(&self, name: &'static str, range: Range, samples: &Samples) -> Reading {
        Reading { name, range, parts: self.measured(samples) }
    }

    #[must_use]
    pub fn value_at(&self, samples: &Samples, place: &CellSelector) -> Option<f64> {
        let side = |side: &CellSelector| side.over(place).spot().ok()?.nodes(samples).map(sum);
        Some(side(&self.of)? / side(&self.to)?)
    }

    /// # Errors
    /// If `grid` lacks a cell, or a value is missing or named twice.
    pub fn check(&self, grid: &Searches) -> Result<(), String> {
        for (_, (plus, minus)) in self.checked()? {
            plus.iter()
                .chain(&minus)
                .try_for_each(|(of, to)| of.is_in(grid).and_then(|()| to.is_in(grid)))?;
        }
        Ok(())
    }

    fn checked(&self) -> Result<Vec<(String, Pairs)>, String> {
        let is_silent = |side: &CellSelector| Along::ALL.into_iter().all(|along| side.count(along) == 0);
        if let Some((name, _)) =
            [("of", &self.of), ("to", &self.to)].into_iter().find(|(_, side)| is_silent(side))
        {
            return Err(format!("`{name}` names nothing; name what the two sides differ in"));
        }
        for along in Along::ALL {
            let both = self.of.count(along) + self.to.count(along);
            if both > 0 && self.at.count(along) > 0 {
                return Err(format!("{} is in `at` and in `of` or `to`; name it once", along.name()));
            }
            if self.each.contains(&along) && self.at.count(along) == 0 {
                return Err(format!("`each` names {}, of which `at` says nothing", along.name()));
            }
        }
        if let Some(less) = &self.less {
            self.check_less(less)?;
        }
        if (1..self.each.len()).any(|i| self.each[..i].contains(&self.each[i])) {
            return Err("`each` names an axis twice".to_owned());
        }
        let numbers = self.numbers()?;
        if numbers.is_empty() {
            return Err("`of` and `to` are the same cells".to_owned());
        }
        if numbers.iter().any(|(_, (plus, minus))| plus == minus || plus.iter().any(|(of, to)| of == to)) {
            return Err(
                "in places both sides, or `at` and `less`, are the same cells; leave those out".to_owned()
            );
        }
        Ok(numbers)
    }

    fn check_less(&self, less: &CellSelector) -> Result<(), String> {
        let said: Vec<_> = Along::ALL.into_iter().filter(|&along| less.count(along) > 0).collect();
        if said.is_empty() {
            return Err("`less` names no place".to_owned());
        }
        for along in said {
            let name = along.name();
            if less.count(along) > 1 {
                return Err(format!("`less` names several values of {name} where one is meant"));
            }
            if self.of.count(along) + self.to.count(along) > 0 {
                return Err(format!(
                    "`less` names {name}, on which `of` and `to` differ; name an axis of `at`"
                ));
            }
            if self.each.contains(&along) {
                return Err(format!("`less` and `each` both name {name}"));
            }
        }
        Ok(())
    }

    fn numbers(&self) -> Result<Vec<(String, Pairs)>, String> {
        let mut numbers = Vec::new();
        for at in self.at.each(&self.each) {
            let less = self.less.as_ref().map(|less| less.over(&at));
            for of in self.of.each(&Along::ALL) {
                for to in self.to.each(&Along::ALL) {
                    let plus = pairs(&of, &to, &at)?;
                    let minus = less.as_ref().map_or(Ok(Vec::new()), |less| pairs(&of, &to, less))?;
                    if plus.iter().any(|(of, to)| of != to) {
                        numbers.push((self.name(&of, &to, &at), (plus, minus)));
                    }
                }
            }
        }
        if let [(name, _)] = numbers.as_mut_slice() {
            name.clear();
        }
        Ok(numbers)
    }

    fn name(&self, of: &CellSelector, to: &CellSelector, at: &CellSelector) -> String {
        let mut words = Vec::new();
        if self.of.each(&Along::ALL).len() * self.to.each(&Along::ALL).len() > 1 {
            words.push(format!("{} to {}", of.words(), to.words()));
        }
        words.extend(self.each.iter().flat_map(|&along| at.words_along(along)));
        words.join(", ")
    }

    #[must_use]
    pub fn words(&self) -> String {
        let several: Vec<_> = Along::ALL.into_iter().filter(|&along| self.at.count(along) > 1).collect();
        let (each, mean): (Vec<_>, Vec<_>) = several.into_iter().partition(|along| self.each.contains(along));
        let less = self
            .less
            .as_ref()
            .map_or_else(|| ", less 1".to_owned(), |less| format!(", less the same at {}", less.words()));
        let names = |axes: Vec<Along>| axes.into_iter().map(Along::name).collect::<Vec<_>>().join(" and ");
        let mean =
            if mean.is_empty() { String::new() } else { format!(" (geometric mean over {})", names(mean)) };
        let each = if each.is_empty() { String::new() } else { format!("; each {} for itself", names(each)) };
        let several = |side: &CellSelector| side.each(&Along::ALL).len() > 1;
        let of = if several(&self.of) || several(&self.to) { ", each for itself" } else { "" };
        let at = self.at.words();
        let at = if at.is_empty() { at } else { format!("; {at}") };
        format!("Nodes with {} relative to {}{of}{mean}{less}{each}{at}", self.of.words(), self.to.words())
    }
}

fn pairs(of: &CellSelector, to: &CellSelector, at: &CellSelector) -> Result<Vec<(Spot, Spot)>, String> {
    let pair = |place: &CellSelector| Ok((of.over(place).spot()?, to.over(place).spot()?));
    at.each(&Along::ALL).iter().map(pair).collect()
}
