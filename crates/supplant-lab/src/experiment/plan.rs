//! The plan: the units of a grid, and the share of them that one process takes.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::filter::Filter;
use super::fnv::fnv1a;
use super::shard::Shard;
use super::{Experiment, Unit};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub units: usize,
    /// Equal digests mean equal plans.
    pub digest: String,
    pub grid: serde_json::Value,
}

impl Plan {
    #[must_use]
    pub fn of<E: Experiment>(experiment: &E) -> Self {
        let units = experiment.units();
        let grid = serde_json::to_value(experiment).expect("a grid is plain data");
        Self { units: units.len(), digest: digest_of_ids(&units), grid }
    }

    pub fn experiment<E: Experiment>(&self) -> Result<E> {
        serde_json::from_value(self.grid.clone()).map_err(|error| {
            anyhow!(
                "the grid in the header is none of this command ({error}): what `supplant scale` wrote is read by it and by `supplant report` \
                 alone; for anything else use the version that wrote it"
            )
        })
    }

    /// # Errors
    /// If the grid is not of type `E`, or the writing version gave its units other ids.
    pub fn with_units<E: Experiment>(&self) -> Result<(E, Vec<Unit<E::Cell>>)> {
        let experiment = self.experiment::<E>()?;
        let units = experiment.units();
        if digest_of_ids(&units) != self.digest {
            bail!("the grid in the header has other units here; use the version that wrote it");
        }
        Ok((experiment, units))
    }

    pub fn units_of<E: Experiment>(&self) -> Result<Vec<Unit<E::Cell>>> {
        self.with_units::<E>().map(|(_, units)| units)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    pub only: BTreeSet<Filter>,
    pub shard: Option<Shard>,
}

impl Share {
    fn wants<E: Experiment>(&self, cell: &E::Cell) -> bool {
        self.only.is_empty() || self.only.iter().any(|filter| filter.passes::<E>(cell))
    }

    #[must_use]
    pub fn of<E: Experiment>(&self, units: Vec<Unit<E::Cell>>) -> Vec<Unit<E::Cell>> {
        let wanted = units.into_iter().filter(|unit| self.wants::<E>(&unit.cell)).enumerate();
        let mine = wanted.filter(|&(i, _)| self.shard.is_none_or(|shard| shard.takes(i)));
        mine.map(|(_, unit)| unit).collect()
    }
}

#[must_use]
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> String {
    format!("{:016x}", fnv1a(bytes))
}

fn digest_of_ids<C>(units: &[Unit<C>]) -> String {
    digest(units.iter().flat_map(|unit| unit.id.bytes().chain([b'\n'])))
}
