//! The control groups of this process, from its own to the root, in both versions.

use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

pub(super) fn folders(root: &Path, controller: &str) -> Vec<(Version, PathBuf)> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let all = root.join("sys/fs/cgroup");
    let of_line = |line: &str| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let (base, version) = match controllers {
            "" => (all.clone(), Version::Two),
            _ if controllers.split(',').any(|name| name == controller) => {
                (all.join(controller), Version::One)
            }
            _ => return None,
        };
        let up = Path::new(path.trim_start_matches('/')).ancestors();
        Some(up.map(move |path| (version, base.join(path))).collect::<Vec<_>>())
    };
    groups.lines().filter_map(of_line).flatten().collect()
}
