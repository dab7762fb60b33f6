//! The share of one of several machines: `2/5` takes every fifth unit, beginning with the second.

use serde::{Deserialize, Serialize};

use super::by_name;

/// ```
/// use supplant_lab::experiment::shard::Shard;
/// let shard: Shard = "2/5".parse()?;
/// assert_eq!((0..12).filter(|&i| shard.takes(i)).collect::<Vec<_>>(), [1, 6, 11]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    pub fn new(number: usize, of: usize) -> Result<Self, String> {
        if (1..=of).contains(&number) {
            Ok(Self { number, of })
        } else {
            Err(format!("there is no shard {number} of {of}; shards count from 1"))
        }
    }

    #[must_use]
    pub fn takes(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }

    #[must_use]
    pub fn of(self) -> usize {
        self.of
    }

    #[must_use]
    pub fn writer(self) -> String {
        format!(".shard-{}-of-{}", self.number, self.of)
    }

    /// `count` is the number of shards if the batch system does not report it.
    ///
    /// | variables | of | first |
    /// |---|---|---|
    /// | `SUPPLANT_SHARD` | anyone: `k/n` | 1 |
    /// | `SLURM_ARRAY_TASK_ID`, `_MIN`, `_COUNT`, `_STEP` | Slurm job arrays | `_MIN` |
    /// | `JOB_COMPLETION_INDEX`, `JOB_COMPLETIONS` or `count` | Kubernetes indexed jobs | 0 |
    /// | `OMPI_COMM_WORLD_RANK`, `_SIZE` | Open MPI | 0 |
    /// | `PMI_RANK`, `PMI_SIZE` | MPICH, Intel MPI, `srun` | 0 |
    ///
    /// # Errors
    /// If no variable is set, or their values do not form a shard.
    pub fn from_environment(
        variable: impl Fn(&str) -> Option<String>,
        count: Option<usize>,
    ) -> Result<Self, String> {
        if let Some(text) = variable("SUPPLANT_SHARD") {
            return text.parse().map_err(|error| format!("SUPPLANT_SHARD: {error}"));
        }
        let number = |name: &str| {
            let read = |text: String| text.trim().parse::<usize>().map_err(|_| (name, text));
            variable(name).map(read).transpose().map_err(|(name, text)| {
                format!("{name}=`{text}` is not a number; correct it, or give --shard k/n")
            })
        };
        let known = |of: &str| match (number(of)?, count) {
            (Some(of), _) | (None, Some(of)) => Ok(of),
            (None, None) => {
                Err(format!("how many shards there are is unknown; set {of}, or give --shard auto/n"))
            }
        };
        if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
            let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(1);
            let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
            let place = id.checked_sub(first).filter(|ahead| ahead % step == 0).map(|ahead| ahead / step);
            let of = known("SLURM_ARRAY_TASK_COUNT")?;
            let shard = place.and_then(|place| Self::new(place + 1, of).ok());
            return shard.ok_or_else(|| {
                format!(
                    "Slurm's task {id} of {of} from {first} is in no row without gaps; use --array=1-{of}"
                )
            });
        }
        for (rank, size) in [
            ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"),
            ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            ("PMI_RANK", "PMI_SIZE"),
        ] {
            if let Some(index) = number(rank)? {
                let of = known(size)?;
                return Self::new(index + 1, of)
                    .map_err(|_| format!("{rank}={index} is none of {of}; it counts from 0: correct it"));
            }
        }
        Err("no batch system has numbered this process; give --shard k/n, or set SUPPLANT_SHARD=k/n"
            .to_owned())
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}/{}", self.number, self.of))
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let (number, of) = parts.ok_or_else(|| format!("`{text}` is not a shard; write for example 2/5"))?;
        Self::new(number, of)
    }
}

by_name::conversions!(Shard);

#[cfg(test)]
mod tests {
    use super::Shard;

    fn of(environment: &[(&str, &str)], count: Option<usize>) -> Result<String, String> {
        let variable = |name: &str| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Shard::from_environment(variable, count).map(|shard| shard.to_string())
    }

    fn slurm(id: &str, min: &str, count: &str) -> Result<String, String> {
        of(
            &[("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", min), ("SLURM_ARRAY_TASK_COUNT", count)],
            None,
        )
    }

    #[test]
    fn systems_that_count_from_0_and_from_1_give_the_same_shards() {
        assert_eq!(slurm("1", "1", "8").unwrap(), "1/8");
        assert_eq!(slurm("0", "0", "8").unwrap(), "1/8");
        assert_eq!(slurm("7", "0", "8").unwrap(), "8/8");
        assert_eq!(of(&[("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "2")], None).unwrap(), "2/2");
        assert_eq!(of(&[("PMI_RANK", "0"), ("PMI_SIZE", "2")], None).unwrap(), "1/2");
        assert_eq!(of(&[("JOB_COMPLETION_INDEX", "4"), ("JOB_COMPLETIONS", "5")], None).unwrap(), "5/5");
        assert_eq!(of(&[("JOB_COMPLETION_INDEX", "4")], Some(5)).unwrap(), "5/5");
        assert_eq!(
            of(&[("SUPPLANT_SHARD", "3/4"), ("PMI_RANK", "0"), ("PMI_SIZE", "2")], None).unwrap(),
            "3/4"
        );
    }

    #[test]
    fn a_slurm_array_may_have_a_step_but_no_gaps() {
        let stepped = [
            ("SLURM_ARRAY_TASK_ID", "5"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
        ];
        assert_eq!(of(&stepped, None).unwrap(), "3/4");
        assert!(slurm("9", "1", "3").unwrap_err().contains("--array=1-3"));
    }

    #[test]
    fn what_makes_no_shard_is_refused_with_a_remedy() {
        assert!(of(&[], None).unwrap_err().contains("--shard k/n"));
        assert!(of(&[("JOB_COMPLETION_INDEX", "4")], None).unwrap_err().contains("auto/n"));
        assert!(of(&[("JOB_COMPLETION_INDEX", "5"), ("JOB_COMPLETIONS", "5")], None).is_err());
        assert!(of(&[("PMI_RANK", "x"), ("PMI_SIZE", "5")], None).unwrap_err().contains("PMI_RANK"));
        for bad in ["", "0/3", "4/3", "1", "a/b", "1/0", "-1/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn shards_together_take_everything_once() {
        for of in 1..9 {
            let shards: Vec<_> = (1..=of).map(|number| Shard::new(number, of).unwrap()).collect();
            assert!((0..100).all(|i| shards.iter().filter(|shard| shard.takes(i)).count() == 1));
        }
    }
}
