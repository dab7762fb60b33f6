//! A filter on a grid: `scheme=deep,slots=8K`.
//!
//! A cell must fit every axis that is named; several values of one axis are alternatives.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Experiment, by_name};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Filter(BTreeSet<(String, String)>);

impl Filter {
    pub fn check<E: Experiment>(&self) -> Result<(), String> {
        let condition = |(axis, value): &(String, String)| {
            if E::axes().contains(&axis.as_str()) {
                E::condition(axis, value).map(drop).map_err(|error| format!("{axis}={value}: {error}"))
            } else {
                Err(format!("`{axis}` is not an axis of this study; there are {}", E::axes().join(", ")))
            }
        };
        self.0.iter().try_for_each(condition)
    }

    #[must_use]
    pub fn read_on(&self, axis: &str, read: impl Fn(&str) -> String) -> Self {
        let condition = |(on, value): &(String, String)| {
            let value = if on == axis { read(value) } else { value.clone() };
            (on.clone(), value)
        };
        Self(self.0.iter().map(condition).collect())
    }

    #[must_use]
    pub fn unmet<'a, E: Experiment>(&self, cells: impl Iterator<Item = &'a E::Cell> + Clone) -> Vec<String>
    where
        E::Cell: 'a,
    {
        let is_met = |(axis, value): &&(String, String)| {
            E::condition(axis, value).is_ok_and(|condition| cells.clone().any(condition))
        };
        let unmet = self.0.iter().filter(|condition| !is_met(condition));
        unmet.map(|(axis, value)| format!("{axis}={value}")).collect()
    }

    #[must_use]
    pub fn passes<E: Experiment>(&self, cell: &E::Cell) -> bool {
        let axes: BTreeSet<_> = self.0.iter().map(|(axis, _)| axis).collect();
        let fits = |(axis, value): &(String, String)| {
            E::condition(axis, value).is_ok_and(|condition| condition(cell))
        };
        axes.into_iter().all(|axis| self.0.iter().filter(|(known, _)| known == axis).any(fits))
    }
}

impl std::fmt::Display for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let conditions: Vec<_> = self.0.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        f.pad(&conditions.join(","))
    }
}

impl std::str::FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let condition = |text: &str| {
            let parts = text.split_once('=').map(|(axis, value)| (axis.trim(), value.trim()));
            let parts = parts.filter(|(axis, value)| !axis.is_empty() && !value.is_empty());
            parts
                .map(|(axis, value)| (axis.to_ascii_lowercase(), value.to_ascii_lowercase()))
                .ok_or_else(|| format!("`{text}` is not a condition; give axis=value, such as scheme=deep"))
        };
        text.split(',').map(condition).collect::<Result<_, _>>().map(Self)
    }
}

by_name::conversions!(Filter);
