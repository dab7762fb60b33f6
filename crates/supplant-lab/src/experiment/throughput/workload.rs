//! The work of a cell: mix, keys, threads and prefetch distance.

use serde::Serialize;

use super::keys::KeyDistribution;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum OperationMix {
    #[default]
    #[serde(rename = "hit")]
    Hit,
    #[serde(rename = "miss")]
    Miss,
    /// Nine probes of keys held when drawn precede each store of a new key.
    #[serde(rename = "90/10")]
    Ninety,
    #[serde(rename = "50/50")]
    Half,
    #[serde(rename = "store")]
    Store,
}

impl OperationMix {
    pub const ALL: [Self; 5] = [Self::Hit, Self::Miss, Self::Ninety, Self::Half, Self::Store];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::Ninety => "90/10",
            Self::Half => "50/50",
            Self::Store => "store",
        }
    }

    #[must_use]
    pub const fn period(self) -> usize {
        match self {
            Self::Hit | Self::Miss => 0,
            Self::Ninety => 10,
            Self::Half => 2,
            Self::Store => 1,
        }
    }

    #[must_use]
    pub const fn stores(self, operations: usize) -> usize {
        match self.period() {
            0 => 0,
            period => operations / period,
        }
    }
}

impl std::str::FromStr for OperationMix {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        of_name(name, &Self::ALL, Self::name, "mix")
    }
}

impl std::str::FromStr for KeyDistribution {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        of_name(name, &Self::ALL, Self::name, "kind of keys")
    }
}

fn of_name<T: Copy>(name: &str, all: &[T], name_of: fn(T) -> &'static str, what: &str) -> Result<T, String> {
    let found = all.iter().find(|&&one| name_of(one).eq_ignore_ascii_case(name)).copied();
    let names = || all.iter().map(|&one| name_of(one)).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("no {what} is called `{name}`; there are {}", names()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThroughputCell {
    pub mix: OperationMix,
    pub keys: KeyDistribution,
    pub threads: usize,
    pub ahead: usize,
}

#[derive(Clone, Debug)]
pub struct ThroughputAxes {
    pub mixes: Vec<OperationMix>,
    pub keys: Vec<KeyDistribution>,
    pub threads: Vec<usize>,
    pub ahead: Vec<usize>,
}

impl ThroughputAxes {
    #[must_use]
    pub fn cells(&self) -> Vec<ThroughputCell> {
        let mut cells = Vec::new();
        for mix in OperationMix::ALL.into_iter().filter(|mix| self.mixes.contains(mix)) {
            for (i, &keys) in self.keys.iter().enumerate() {
                let last = self.ahead.len().saturating_sub(1);
                let ahead = if i == 0 { &self.ahead[..] } else { &self.ahead[last..] };
                for &ahead in ahead {
                    cells.extend(self.threads.iter().map(|&threads| ThroughputCell {
                        mix,
                        keys,
                        threads,
                        ahead,
                    }));
                }
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyDistribution, OperationMix, ThroughputAxes};

    #[test]
    fn names_are_read_in_any_case_and_others_are_answered_with_all() {
        for mix in OperationMix::ALL {
            assert_eq!(mix.name().to_uppercase().parse(), Ok(mix));
        }
        assert_eq!("ZIPF".parse(), Ok(KeyDistribution::Zipf));
        assert_eq!(
            "hits".parse::<OperationMix>().unwrap_err(),
            "no mix is called `hits`; there are hit, miss, 90/10, 50/50, store"
        );
    }

    #[test]
    fn a_mix_has_its_share_of_stores() {
        assert_eq!(OperationMix::ALL.map(|mix| mix.stores(1000)), [0, 0, 100, 500, 1000]);
    }

    #[test]
    fn what_changes_a_table_is_measured_after_what_does_not() {
        let axes = ThroughputAxes {
            mixes: vec![OperationMix::Store, OperationMix::Hit],
            keys: KeyDistribution::ALL.to_vec(),
            threads: vec![1, 2],
            ahead: vec![0, 32],
        };
        let cells = axes.cells();
        assert_eq!(cells.len(), 2 * 2 * (2 + 1), "the second kind of keys with the last distance alone");
        assert_eq!((cells[0].mix, cells[11].mix), (OperationMix::Hit, OperationMix::Store));
    }
}
