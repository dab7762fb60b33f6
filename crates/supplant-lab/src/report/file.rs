//! Writes files whole or not at all: to a second file, which then replaces the old one.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

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
    name.push(format!(".{}.unfinished", std::process::id()));
    name
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{try_write, write};

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
