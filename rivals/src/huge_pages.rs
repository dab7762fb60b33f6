//! Gets 2 MiB pages for rivals that allocate with `malloc`; supplant's tables map theirs.
//!
//! glibc uses such pages if the variable `GLIBC_TUNABLES` asks for them at the start. So the
//! program sets it and restarts itself.

#[cfg(unix)]
use std::env;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
#[cfg(unix)]
use std::process::Command;

/// The second setting allocates pieces of up to 32 MiB from the heap; mapped alone, they are too
/// small for huge pages.
#[cfg(unix)]
const WANTED: &str = "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432";

#[cfg(unix)]
pub fn ask_and_start_again() {
    const VARIABLE: &str = "GLIBC_TUNABLES";
    if env::var_os(VARIABLE).is_some() {
        return;
    }
    if let Ok(own) = env::current_exe() {
        // `exec` returns only on failure; then small pages are used.
        let _ = Command::new(own).args(env::args_os().skip(1)).env(VARIABLE, WANTED).exec();
    }
}

#[cfg(not(unix))]
pub fn ask_and_start_again() {}
