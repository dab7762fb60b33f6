//! The share of processor time that control groups leave to this process.

use std::fs;
use std::path::Path;

use super::groups::{self, Version};

#[must_use]
pub fn processors() -> Option<f64> {
    processors_below(Path::new("/"))
}

fn processors_below(root: &Path) -> Option<f64> {
    let groups = groups::folders(root, "cpu");
    groups.into_iter().filter_map(|(version, folder)| limit(version, &folder)).min_by(f64::total_cmp)
}

fn limit(version: Version, folder: &Path) -> Option<f64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let text = match version {
        Version::One => read("cpu.cfs_quota_us")? + " " + &read("cpu.cfs_period_us")?,
        Version::Two => read("cpu.max")?,
    };
    let mut words = text.split_whitespace().map(|word| word.parse::<u64>().ok().filter(|&time| time > 0));
    let (time, period) = (words.next()??, words.next()??);
    Some(time as f64 / period as f64)
}

#[cfg(test)]
mod tests {
    use super::processors_below;
    use crate::experiment::room::tests::machine;

    fn limit(files: &[(&str, &str)]) -> Option<f64> {
        processors_below(machine(files).path())
    }

    #[test]
    fn the_tightest_group_above_a_process_limits_its_processors() {
        let of = |own: &'static str, parent: &'static str| {
            limit(&[
                ("proc/self/cgroup", "0::/jobs/one\n"),
                ("sys/fs/cgroup/jobs/one/cpu.max", own),
                ("sys/fs/cgroup/jobs/cpu.max", parent),
            ])
        };
        assert_eq!(of("max 100000\n", "150000 100000\n"), Some(1.5));
        assert_eq!(of("50000 100000\n", "150000 100000\n"), Some(0.5));
        assert_eq!(of("max 100000\n", "max 100000\n"), None);
    }

    #[test]
    fn a_quota_of_control_groups_version_1_is_read_and_without_one_there_is_no_limit() {
        let of = |quota: &'static str| {
            limit(&[
                ("proc/self/cgroup", "4:memory:/x\n3:cpu,cpuacct:/docker/01\n0::/\n"),
                ("sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota),
                ("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"),
            ])
        };
        assert_eq!((of("200000\n"), of("-1\n"), limit(&[])), (Some(2.0), None, None));
    }
}
