//! Processes that create a shared table take turns, by a lock on a file.
//!
//! This lock is an optimisation. Correctness comes from the hard link, which never replaces a file.
//! A process continues without the lock if locks are not available, or another process stands
//! still.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::replace::Rights;
use super::shared::is_same;
use crate::sync::sleep;

const PAUSE: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub(super) struct Turn {
    _file: File,
    path: PathBuf,
}

impl Turn {
    /// Returns `None` if locks are not available, or `patience` has passed.
    pub(super) fn wait(table: &Path, patience: Duration) -> Option<Self> {
        let begun = Instant::now();
        let path = table.with_file_name(format!(".{}.making", table.file_name()?.to_string_lossy()));
        loop {
            let file = match Rights::Owner.create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => Self::existing(&path)?,
                created => Some(created.ok()?),
            };
            let Some(file) = file else { continue };
            locked(&file, begun + patience)?;
            // The lock on a file without a name excludes nobody, and the process before usually
            // removed the file.
            if fs::symlink_metadata(&path)
                .is_ok_and(|named| file.metadata().is_ok_and(|held| is_same(&named, &held)))
            {
                return Some(Self { _file: file, path });
            }
        }
    }

    /// Returns `Some(None)` if the lock file has gone.
    fn existing(path: &Path) -> Option<Option<File>> {
        match fs::symlink_metadata(path) {
            Ok(met) if met.is_file() => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(None),
            _ => return None,
        }
        match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Some(None),
            opened => opened.ok().map(Some),
        }
    }
}

#[expect(clippy::incompatible_msrv, reason = "feature `mmap` states Rust 1.89, which brought these locks")]
fn locked(file: &File, until: Instant) -> Option<()> {
    loop {
        match file.try_lock() {
            Ok(()) => return Some(()),
            Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(PAUSE),
            Err(_) => return None,
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Removed before it is unlocked: so no process takes a turn by a file without a name.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::Duration;

    use super::{Instant, Turn, locked};
    use crate::sync::free_threads as thread;

    #[test]
    fn a_maker_that_stands_still_is_not_waited_for_without_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let table = folder.path().join("table");
        let held = File::create(folder.path().join(".table.making")).expect("room");
        held.lock().expect("nobody else has it");
        assert!(Turn::wait(&table, Duration::from_millis(20)).is_none());
        assert!(folder.path().join(".table.making").exists(), "it is the other's");
        drop(held);
        drop(Turn::wait(&table, Duration::from_secs(60)).expect("a turn"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_maker_that_goes_on_is_waited_for() {
        let file = tempfile::NamedTempFile::new().expect("room");
        let held = file.reopen().expect("it is there");
        held.lock().expect("nobody else has it");
        let release = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            drop(held);
        });
        assert_eq!(locked(file.as_file(), Instant::now() + Duration::from_secs(60)), Some(()));
        release.join().expect("it has let go");
    }

    /// A handle that only names a file (O_PATH) cannot be locked.
    #[test]
    #[cfg(target_os = "linux")]
    fn where_there_are_no_locks_nobody_has_one() {
        use std::os::unix::fs::OpenOptionsExt as _;
        const PATH_ALONE: i32 = 0o10_000_000;
        let lockless = File::options().read(true).custom_flags(PATH_ALONE).open("/").expect("it is there");
        let until = Instant::now() + Duration::from_secs(60);
        assert_eq!(locked(&lockless, until), None);
        let file = tempfile::tempfile().expect("room");
        assert_eq!(locked(&file, until), Some(()), "control: one that can be locked");
    }
}
