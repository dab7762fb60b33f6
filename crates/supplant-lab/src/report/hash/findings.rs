//! The findings of a run in sentences, and remarks that limit them.

use super::tables::{interval, mebibytes, per_cent};
use super::{HashReport, HashSummary};
use crate::experiment::doctor;
use crate::experiment::engine::EngineLimit;
use crate::experiment::hash::HashEnd;
use crate::experiment::words::counted;
use crate::report::{grouped, plain};

const CAUTION: &str = "Nodes and time to a depth may mislead: an engine that extends and reduces by what its table holds searches \
     another tree with another table. Read hashfull and nodes/s first; `--nodes` compares the depths that it reaches in equal nodes.";

impl HashReport<'_> {
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let (Some(least), Some(most)) = (self.smallest(), self.largest()) else { return Vec::new() };
        if least.hash_mib == most.hash_mib {
            return Vec::new();
        }
        let mut said = vec![match self.source.plan.limit {
            EngineLimit::Depth(plies) => self.to_depth(plies, least, most),
            EngineLimit::Nodes(nodes) => self.at_limit(&format!("in {} nodes", grouped(nodes)), least, most),
            EngineLimit::Time(time) => {
                self.at_limit(&format!("in {} s", plain(2, time.as_secs_f64())), least, most)
            }
        }];
        if let Some((small, large)) = least.hashfull.zip(most.hashfull) {
            said.push(format!(
                "Hashfull is {} % with {} and {} % with {}.",
                per_cent(small),
                mebibytes(least.hash_mib),
                per_cent(large),
                mebibytes(most.hash_mib)
            ));
        }
        said.extend(self.enough());
        said
    }

    fn to_depth(&self, plies: u32, least: &HashSummary, most: &HashSummary) -> String {
        let HashSummary { time_ratio, nodes_ratio, nodes_per_s_ratio, .. } = least;
        format!(
            "With {} {} takes {} times the time of {} to depth {plies}{}: {} times the nodes{}, at {} times the nodes per second{}.",
            mebibytes(least.hash_mib),
            self.source.engine,
            plain(2, time_ratio.value),
            mebibytes(most.hash_mib),
            interval(time_ratio),
            plain(2, nodes_ratio.value),
            interval(nodes_ratio),
            plain(2, nodes_per_s_ratio.value),
            interval(nodes_per_s_ratio)
        )
    }

    fn at_limit(&self, limit: &str, least: &HashSummary, most: &HashSummary) -> String {
        let largest = mebibytes(most.hash_mib);
        let depth = least.depth.zip(least.depth_more).map(|(depth, more)| {
            let beside = match more.value {
                0.0 => format!("as with {largest}"),
                value if value > 0.0 => {
                    format!("{} plies more than with {largest}{}", plain(2, value), interval(&more))
                }
                value => {
                    // The ends of the interval keep their signs: minus is fewer.
                    let ends = interval(&more);
                    format!("{} plies less than with {largest}{ends}", plain(2, -value))
                }
            };
            format!("reaches depth {}, {beside}; it ", plain(1, depth))
        });
        format!(
            "With {} {} {limit} {}visits {} times the nodes per second of {largest}{}.",
            mebibytes(least.hash_mib),
            self.source.engine,
            depth.unwrap_or_default(),
            plain(2, least.nodes_per_s_ratio.value),
            interval(&least.nodes_per_s_ratio)
        )
    }

    /// The smallest size that is not significantly slower than the largest.
    fn enough(&self) -> Option<String> {
        if !self.is_to_depth() || !self.has_intervals() {
            return None;
        }
        let (most, others) = self.sizes.split_last()?;
        let largest = mebibytes(most.hash_mib);
        let is_slower =
            |size: &HashSummary| size.time_ratio.value > 1.0 && size.time_ratio.excludes(1.0).unwrap_or(true);
        let first = others.iter().rev().take_while(|size| !is_slower(size)).last();
        Some(first.map_or_else(
            || format!("No other size takes as little time as {largest}: all are significantly slower."),
            |first| {
                let from = mebibytes(first.hash_mib);
                // Not significant is not equal: the interval says how much slower it may be.
                let most =
                    first.time_ratio.high.filter(|high| high.is_finite()).map_or_else(String::new, |high| {
                        format!(
                            " With 95 % confidence {from} takes at most {} times its time.",
                            plain(2, high)
                        )
                    });
                format!("From {from} on, no size is significantly slower than {largest}.{most}")
            },
        ))
    }

    /// Remarks that a reader needs before the numbers are used.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut said = Vec::new();
        said.extend(self.unfinished());
        if self.is_to_depth() && self.sizes.len() > 1 {
            said.push(CAUTION.to_owned());
        }
        let positions = self.largest().map_or(0, |largest| largest.positions);
        if positions > 0 && !self.has_intervals() {
            said.push(format!(
                "{} are too few for intervals; give {} or more.",
                counted(positions, "position"),
                crate::experiment::claims::FEWEST
            ));
        }
        if self.source.settings.threads > 1 {
            said.push(format!(
                "With {} the nodes of a search differ from run to run; --rounds repeats all searches.",
                counted(self.source.settings.threads, "thread")
            ));
        }
        said.extend(self.not_heeded());
        said.extend(self.not_deep());
        let load = self.source.provenance.load;
        if let (Some(load), Some(_)) = (load, doctor::others(load)) {
            said.push(format!(
                "Other processes used this machine when the run began: load {load:.2}. Times and nodes/s are less certain."
            ));
        }
        said
    }

    fn unfinished(&self) -> Option<String> {
        let why = match &self.run.end {
            HashEnd::Complete => return None,
            HashEnd::Interrupted => "the run was interrupted".to_owned(),
            HashEnd::Failed(position, size, error) => {
                format!("the run ended at {position} with {}: {error}", mebibytes(*size))
            }
            HashEnd::NotKept(error) => format!("the run ended because of --out: {error:#}"),
        };
        Some(format!(
            "Unfinished: {why}. {} of {} searches were done.",
            self.run.rows.len(),
            self.source.plan.searches()
        ))
    }

    /// A table of twice the size is about half as full, unless both are empty or full.
    fn not_heeded(&self) -> Option<String> {
        let (least, most) = self.smallest().zip(self.largest())?;
        let (small, large) = least.hashfull.zip(most.hashfull)?;
        let is_same = (small - large).abs() < 1.0 && (10.0..900.0).contains(&small);
        (is_same && most.hash_mib > least.hash_mib).then(|| {
            format!(
                "Hashfull is the same with {} as with {}: the engine may ignore Hash.",
                mebibytes(least.hash_mib),
                mebibytes(most.hash_mib)
            )
        })
    }

    fn not_deep(&self) -> Option<String> {
        let EngineLimit::Depth(plies) = self.source.plan.limit else { return None };
        let is_less = |depth: Option<u32>| depth.is_none_or(|depth| depth < plies);
        let less = self.run.rows.iter().filter(|row| is_less(row.depth)).count();
        (less > 0).then(|| {
            format!(
                "{less} of {} searches ended before depth {plies} by their own word.",
                self.run.rows.len()
            )
        })
    }
}
