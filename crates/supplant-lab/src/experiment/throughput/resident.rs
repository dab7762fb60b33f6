//! The resident memory of this process.

use std::fs;

#[must_use]
pub(super) fn bytes() -> Option<u64> {
    of(&fs::read_to_string("/proc/self/status").ok()?)
}

fn of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_resident_set_is_read_in_bytes_and_what_is_not_told_is_missing() {
        assert_eq!(of("Name:\tsupplant\nVmRSS:\t    2048 kB\nThreads:\t1\n"), Some(2 << 20));
        assert_eq!((of(""), of("VmRSS:\tmuch\n")), (None, None));
    }
}
