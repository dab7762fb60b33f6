//! The control groups that this process is in, from its own up to the root, in both versions of them.

use std::fs;
use std::path::{Path, PathBuf};

/// A version of control groups: files are called otherwise in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

/// The folders of all groups that limit what `controller` controls.
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
        // In a container the path may be one of the host's, that is not to be seen here; its root is then the group itself.
        let up = Path::new(path.trim_start_matches('/')).ancestors();
        Some(up.map(move |path| (version, base.join(path))).collect::<Vec<_>>())
    };
    groups.lines().filter_map(of_line).flatten().collect()
}
