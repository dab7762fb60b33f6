//! 2 MiB pages for those that take their memory from `malloc`, as supplant's tables have them from their own mapping.
//!
//! glibc asks for such pages if it is told to before the program starts, by `GLIBC_TUNABLES`. So the program sets it and starts itself
//! again, in its own place. Other systems and libraries ignore the variable: there, small pages remain.

#[cfg(unix)]
use std::env;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
#[cfg(unix)]
use std::process::Command;

/// Pages for what `malloc` takes from the system; and it takes pieces of up to 32 MiB from its heap, whose pages are huge, where it would
/// map each by itself, too small for one: the shards of a map are such pieces.
#[cfg(unix)]
const WANTED: &str = "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432";

/// Starts the program again with what glibc must be told, unless it was told something already. Returns if it was, or if that fails.
#[cfg(unix)]
pub fn ask_and_start_again() {
    const VARIABLE: &str = "GLIBC_TUNABLES";
    if env::var_os(VARIABLE).is_some() {
        return;
    }
    if let Ok(own) = env::current_exe() {
        // It returns if it fails, and then all works as well, with small pages.
        let _ = Command::new(own).args(env::args_os().skip(1)).env(VARIABLE, WANTED).exec();
    }
}

/// Nothing to be asked for.
#[cfg(not(unix))]
pub fn ask_and_start_again() {}
