//! Free memory and memory nodes, as the system reports them.
//!
//! Linux grants almost any mapping, and kills a program that writes more than there is. So a
//! command checks before it fills a table.

use std::fmt;
use std::fs;
use std::path::Path;

use super::groups::{self, Version};
use supplant::table::Size;

/// Swap does not count: a table in swap is slower than no table.
#[must_use]
pub fn free() -> Option<u64> {
    free_below(Path::new("/"))
}

#[must_use]
pub fn nodes() -> Option<usize> {
    nodes_below(Path::new("/"))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRoomError {
    pub asked: Size,
    pub possible_bytes: u64,
}

impl fmt::Display for NoRoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = self.possible_bytes >> 20;
        write!(
            f,
            "{} do not fit into the memory that is free now; ask for {mebibytes} MiB or less",
            self.asked
        )
    }
}

impl std::error::Error for NoRoomError {}

pub fn check(asked: Size, bytes: u64, free: Option<u64>) -> Result<(), NoRoomError> {
    match free.map(most) {
        Some(possible_bytes) if bytes > possible_bytes => Err(NoRoomError { asked, possible_bytes }),
        _ => Ok(()),
    }
}

/// A reserve of 1/32, chosen and not measured, stays for stacks, heaps and other programs.
fn most(free: u64) -> u64 {
    free - free / 32
}

fn free_below(root: &Path) -> Option<u64> {
    let machine = field(&root.join("proc/meminfo"), "MemAvailable:");
    [machine, control_groups(root)].into_iter().flatten().min()
}

/// The bytes of this process that are in memory.
pub(super) fn resident() -> Option<u64> {
    field(Path::new("/proc/self/status"), "VmRSS:")
}

/// A number; kB are converted to bytes.
pub(super) fn field(path: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let mut words = text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace();
    let number = words.next()?.parse::<u64>().ok()?;
    if words.next() == Some("kB") { number.checked_mul(1024) } else { Some(number) }
}

fn control_groups(root: &Path) -> Option<u64> {
    let groups = groups::folders(root, "memory").into_iter();
    let left = groups.filter_map(|(version, folder)| {
        let names = match version {
            Version::One => &VERSION_1,
            Version::Two => &VERSION_2,
        };
        left_in(&folder, names)
    });
    left.min()
}

struct Names {
    limit: &'static str,
    used: &'static str,
    /// The system reclaims this memory of cached files before it kills a program.
    files: [&'static str; 2],
}

const VERSION_1: Names = Names {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    files: ["total_inactive_file ", "total_active_file "],
};

const VERSION_2: Names =
    Names { limit: "memory.max", used: "memory.current", files: ["inactive_file ", "active_file "] };

fn left_in(folder: &Path, names: &Names) -> Option<u64> {
    let [limit, used] = [names.limit, names.used].map(|name| field(&folder.join(name), ""));
    let files: u64 = names.files.iter().filter_map(|name| field(&folder.join("memory.stat"), name)).sum();
    Some(limit?.saturating_sub(used?.saturating_sub(files)))
}

fn nodes_below(root: &Path) -> Option<usize> {
    let entries = fs::read_dir(root.join("sys/devices/system/node")).ok()?;
    let is_node = |name: &str| name.strip_prefix("node").is_some_and(|number| number.parse::<u32>().is_ok());
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Some(names.filter(|name| is_node(name)).count()).filter(|&nodes| nodes > 0)
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use super::{NoRoomError, check, free_below, nodes_below};
    use supplant::table::Size;

    pub(in crate::experiment) fn machine(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        root
    }

    fn free(files: &[(&str, &str)]) -> Option<u64> {
        free_below(machine(files).path())
    }

    const MACHINE: (&str, &str) =
        ("proc/meminfo", "MemTotal:  9000 kB\nMemAvailable:    8000 kB\nSwapFree: 7000 kB\n");

    #[test]
    fn free_memory_is_the_machines_without_control_groups_and_unknown_without_either() {
        assert_eq!(free(&[MACHINE]), Some(8000 * 1024));
        assert_eq!(free(&[]), None);
        assert_eq!(free(&[("proc/meminfo", "MemAvailable: much\n")]), None);
    }

    #[test]
    fn the_tightest_of_the_groups_above_a_process_decides() {
        let groups = |parent: &'static str| {
            [
                MACHINE,
                ("proc/self/cgroup", "0::/jobs/one\n"),
                ("sys/fs/cgroup/jobs/one/memory.max", "max\n"),
                ("sys/fs/cgroup/jobs/one/memory.current", "100\n"),
                ("sys/fs/cgroup/jobs/memory.max", parent),
                ("sys/fs/cgroup/jobs/memory.current", "700000\n"),
                ("sys/fs/cgroup/jobs/memory.stat", "anon 1\ninactive_file 100000\nactive_file 50000\n"),
            ]
        };
        assert_eq!(free(&groups("1000000\n")), Some(1_000_000 - 700_000 + 150_000));
        assert_eq!(free(&groups("max\n")), Some(8000 * 1024));
        assert_eq!(free(&groups("9999999999\n")), Some(8000 * 1024), "the machine has less");
        assert_eq!(free(&groups("500000\n")), Some(0), "a limit that was lowered below what is used");
    }

    #[test]
    fn groups_of_the_first_version_are_read_too_and_a_path_of_the_host_leads_to_the_root() {
        let files = [
            MACHINE,
            ("proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/docker/0123\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "2000000\n"),
            (
                "sys/fs/cgroup/memory/memory.stat",
                "inactive_file 7\ntotal_inactive_file 500\ntotal_active_file 40\n",
            ),
        ];
        assert_eq!(free(&files), Some(1_000_540));
    }

    #[test]
    fn a_size_that_does_not_fit_into_memory_is_refused_with_one_that_does() {
        let asked = Size::mebibytes(40);
        assert_eq!(check(asked, 40 << 20, None), Ok(()), "unknown is not a reason to refuse");
        assert_eq!(check(asked, 40 << 20, Some(64 << 20)), Ok(()));
        let refused = check(asked, 40 << 20, Some(32 << 20)).unwrap_err();
        assert_eq!(refused, NoRoomError { asked, possible_bytes: 31 << 20 });
        assert_eq!(
            refused.to_string(),
            "40 MiB do not fit into the memory that is free now; ask for 31 MiB or less"
        );
        assert_eq!(check(asked, refused.possible_bytes, Some(32 << 20)), Ok(()), "what is said to fit does");
    }

    #[test]
    fn nodes_are_counted_and_other_files_beside_them_are_not() {
        let nodes = [
            ("sys/devices/system/node/node0/meminfo", ""),
            ("sys/devices/system/node/node1/meminfo", ""),
            ("sys/devices/system/node/nodes_possible", ""),
            ("sys/devices/system/node/online", "0-1\n"),
        ];
        assert_eq!(nodes_below(machine(&nodes).path()), Some(2));
        assert_eq!(nodes_below(Path::new("/nowhere")), None);
    }
}
