//! Replaces a file by another when the new one is complete.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::{FileError, Header, Tried, first_page, is_regular};

pub(super) fn replace(
    path: &Path,
    write: &mut dyn FnMut(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let (target, old) = replaceable(path)?;
    // A user who may not read the old file must not read the new one.
    let rights = if old.is_some() { Rights::Owner } else { Rights::AsUsual };
    let (beside, mut file) = new_beside(&target, rights).map_err(FileError::system(path, Tried::Writing))?;
    let taken_over = old.map_or(Ok(()), |old| file.set_permissions(old.permissions()));
    let written = taken_over
        .and_then(|()| write(&mut file))
        .and_then(|()| file.sync_all())
        .map_err(FileError::system(path, Tried::Writing));
    drop(file);
    // To write may take seconds; another process may have taken the name meanwhile.
    let named = written
        .and_then(|()| replaceable(path))
        .and_then(|_| fs::rename(&beside, &target).map_err(FileError::system(path, Tried::Naming)));
    if named.is_err() {
        let _ = fs::remove_file(&beside);
    }
    named.map(|()| sync_folder(&target))
}

fn replaceable(path: &Path) -> Result<(PathBuf, Option<Metadata>), FileError> {
    let refused = |error| FileError::system(path, Tried::Writing)(error);
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        // Its target may be on a disk that is missing today.
        Err(error) if fs::symlink_metadata(path).is_ok() => {
            let said =
                format!("it is a link to a missing file ({error}); create that file, or give another name");
            return Err(refused(io::Error::new(error.kind(), said)));
        }
        Err(_) => return Ok((path.to_owned(), None)),
    };
    let met = fs::metadata(&target);
    is_regular(path, Tried::Writing, met)?;
    // Checks the right to write: a renaming only needs that for the folder.
    let mut old = File::options().read(true).write(true).open(&target).map_err(refused)?;
    let met = old.metadata().map_err(refused)?;
    if met.permissions().readonly() {
        let said = "it is read-only; make it writable, or give another name";
        return Err(refused(io::Error::new(io::ErrorKind::PermissionDenied, said)));
    }
    // A damaged table, or one of another version, is still a table, and processes may share it.
    let page = first_page(path, &mut old)?;
    match Header::read(path, &page) {
        Err(FileError::NotATable { path }) if met.len() > 0 => Err(FileError::Taken { path }),
        _ if Header::says_shared(&page) => Err(FileError::InUse { path: path.to_owned() }),
        _ => Ok((target, Some(met))),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    AsUsual,
    Owner,
    #[cfg(all(feature = "mmap", not(loom)))]
    NotAnyone,
}

impl Rights {
    pub(super) fn create(self, path: &Path) -> io::Result<File> {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(
            &mut options,
            match self {
                Self::AsUsual => 0o666,
                Self::Owner => 0o600,
                #[cfg(all(feature = "mmap", not(loom)))]
                Self::NotAnyone => 0o664,
            },
        );
        options.open(path)
    }
}

pub(super) fn new_beside(path: &Path, rights: Rights) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_string_lossy().into_owned();
    let mut number = 0u64;
    loop {
        let beside = path.with_file_name(format!(".{name}.{}-{number}.new", std::process::id()));
        match rights.create(&beside) {
            // Another thread, or a process that was killed, has the name.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return opened.map(|file| (beside, file)),
        }
    }
}

/// Makes the new name survive a power failure, if the system can.
pub(super) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use std::fs::{self, File};
    use std::io::Write as _;

    use super::super::FileError;
    use super::super::header::MAGIC;
    use super::replace;

    #[test]
    fn what_cannot_be_written_to_its_end_leaves_the_old_file_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let old = [&MAGIC[..], b"old"].concat();
        fs::write(&path, &old).expect("room for a few bytes");
        let mut full = |out: &mut File| {
            out.write_all(b"half")?;
            Err(std::io::ErrorKind::StorageFull.into())
        };
        let refused = format!("{:#}", replace(&path, &mut full).expect_err("no room"));
        assert!(refused.ends_with("table: cannot be written: no storage space"), "{refused}");
        assert_eq!(fs::read(&path).expect("it is there"), old);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        replace(&path, &mut |out| out.write_all(b"new")).expect("room for three bytes");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
    }

    #[test]
    fn a_file_that_takes_the_name_meanwhile_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let mut overtaken = |out: &mut File| {
            fs::write(&path, b"of somebody else")?;
            out.write_all(b"new")
        };
        let refused = replace(&path, &mut overtaken).expect_err("the name is taken");
        assert!(matches!(refused, FileError::Taken { .. }), "{refused}");
        assert_eq!(fs::read(&path).expect("it is there"), b"of somebody else");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
