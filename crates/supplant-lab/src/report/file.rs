//! Writes files whole or not at all: to a second file, which then replaces the old one.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

/// # Errors
/// If `content` fails or the file cannot be written; the old one is then as it was.
pub fn write(path: &Path, content: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let unfinished = unfinished(path);
    let written = File::create(&unfinished).map_err(anyhow::Error::from).and_then(|file| {
        let mut file = BufWriter::new(file);
        content(&mut file)?;
        file.flush()?;
        Ok(std::fs::rename(&unfinished, path)?)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written
        .with_context(|| format!("{}: cannot be written; choose another folder with --out", path.display()))
}

/// # Errors
/// If it would not.
pub fn try_write(path: &Path) -> Result<()> {
    let unfinished = unfinished(path);
    let tried = File::create(&unfinished).and_then(|_| std::fs::remove_file(&unfinished)).and_then(|()| {
        if path.exists() { File::options().append(true).open(path).map(drop) } else { Ok(()) }
    });
    tried.with_context(|| format!("{}: cannot be written; choose another folder with --out", path.display()))
}

/// The file is in the same folder, because a rename works only within a file system.
fn unfinished(path: &Path) -> OsString {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{UNFINISHED}", std::process::id()));
    name
}

const UNFINISHED: &str = "unfinished";
/// Writing takes seconds; the clocks of machines that share a folder may differ by minutes.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

/// Removes the unfinished files that a killed process has left in a folder, if it can.
pub(super) fn remove_abandoned(directory: &Path) {
    let before = SystemTime::now() - ABANDONED_AFTER;
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let process = path.file_stem().map(Path::new).and_then(Path::extension);
        let is_ours = path.extension().is_some_and(|extension| extension == UNFINISHED)
            && process.and_then(|id| id.to_str()).is_some_and(|id| id.parse::<u32>().is_ok());
        let is_old = || entry.metadata().and_then(|met| met.modified()).is_ok_and(|written| written < before);
        if is_ours && is_old() {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{ABANDONED_AFTER, remove_abandoned, try_write, write};

    #[test]
    fn what_a_killed_process_left_is_removed_once_it_is_old() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, age| {
            let path = folder.path().join(name);
            let file = std::fs::File::create(&path).expect("room");
            file.set_modified(std::time::SystemTime::now() - age).expect("it is ours");
            path
        };
        let (old, now) = (ABANDONED_AFTER * 2, std::time::Duration::ZERO);
        let left = make("rows.csv.4711.unfinished", old);
        let others = [
            make("rows.csv.4712.unfinished", now),
            make("notes.unfinished", old),
            make("notes.mine.unfinished", old),
            make("rows.csv", old),
        ];
        remove_abandoned(folder.path());
        assert!(!left.exists());
        assert!(others.iter().all(|path| path.exists()), "in work, or not ours");
    }

    #[test]
    fn a_file_that_fails_half_way_leaves_the_old_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        write(&path, |file| Ok(file.write_all(b"old")?)).expect("it can be written");
        let half = write(&path, |file| {
            file.write_all(b"new, but")?;
            anyhow::bail!("the disk is full")
        });
        let said = format!("{:#}", half.expect_err("it failed"));
        assert!(said.contains("rows.csv: cannot be written") && said.contains("the disk is full"), "{said}");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "old");
        try_write(&path).expect("it can be written");
        assert!(try_write(&folder.path().join("nowhere/rows.csv")).is_err());
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("the folder").count(),
            1,
            "nothing is left behind"
        );
    }
}
