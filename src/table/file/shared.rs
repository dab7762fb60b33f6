//! A table in a file that several processes map.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

use super::error::Difference;
use super::header::{Header, Use};
use super::replace::{Rights, new_beside, sync_folder};
use super::turn::Turn;
use super::{FileError, TableFile, Tried, header, is_regular};
use crate::entry::Bucket;
use crate::scheme::Scheme;
use crate::table::memory::{Memory, PAGE, Shared};
use crate::table::size::shape;
use crate::table::{Index, Size, SizeError, Table};

/// A process waits this long for the one that creates the file.
const PATIENCE: Duration = Duration::from_secs(30);

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Opens the table in a file that any number of processes use at once, and creates the file if
    /// there is none.
    ///
    /// Processes use it as threads use a table: with the same guarantees, one generation, and the
    /// entries of all. If several create it at once, all get the table of one of them. Under
    /// `/dev/shm` the file is memory until the machine stops; elsewhere the system also writes it
    /// to the disk.
    ///
    /// It differs from a table in private memory:
    /// - [`clear`](Self::clear) excludes no other process.
    /// - A process that is killed during a store leaves at worst a slot that probes reject until it
    ///   is overwritten.
    /// - [`resize`](Self::resize) is refused.
    /// - Each process sets time stamping and updating rules for what it stores.
    ///
    /// # Who can damage it
    /// Only the permissions of the file protect its contents. If the file is *shortened* while it
    /// is mapped, or the disk fails, the system ends the processes that use it (SIGBUS).
    ///
    /// So a file that any user may write is refused, and none is created so, whatever the umask. A
    /// file of another user, or one that a group may write, is opened: you must trust that owner
    /// and group. In a folder where others may create files (`/dev/shm`) another user may take the
    /// name first; use your own folder there.
    ///
    /// The file takes its room on the disk when it is created, so a disk that fills up later does
    /// no harm. The exception is a file system that writes each change to a new place (btrfs, ZFS).
    /// All processes must be on one machine: a file on a network is not shared memory.
    ///
    /// # How it is created
    /// Processes take turns by a lock on `.NAME.making` beside the file, and each waits at most
    /// half a minute. The file gets its name by a hard link; a file system without hard links (FAT)
    /// is refused. A process that is killed leaves the lock file, which the next one takes over,
    /// and `.NAME.PROCESS-NUMBER.new`, which nobody uses.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table, table::Size};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// let one: Table = Table::open_shared(&path, Size::mebibytes(1))?;
    /// let other: Table = Table::open_shared(&path, Size::mebibytes(1))?; // in another process, as a rule
    /// one.store(Key(7 << 50), Entry::new(Bound::Exact, 25, 9));
    /// assert_eq!(other.probe(Key(7 << 50)).map(|found| found.score), Some(25));
    /// one.new_generation();
    /// assert_eq!(other.generation(), one.generation());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// Creation writes the file once and does not check the free room first. If the disk is full,
    /// the size is refused, and what was written is removed.
    ///
    /// Opening reads no entries: pages are mapped at the first access, or by
    /// [`touch`](Self::touch). Probes and stores cost what they cost in private memory; huge pages
    /// are not requested.
    ///
    /// # Errors
    /// [`FileError`]:
    /// - The file cannot be created, read, written or mapped, or is not a shared table.
    /// - Its table has another size, scheme, bucket, payload, index, byte order or key seed.
    /// - Its length is not that of the table.
    /// - No table has the size.
    pub fn open_shared(file: impl Into<TableFile>, asked: Size) -> Result<Self, FileError> {
        let TableFile { path, key_seed } = file.into();
        let refused = |error: SizeError| FileError::Size { path: path.clone(), error };
        let (index, buckets) = shape::<B, I>(asked).map_err(refused)?;
        let header = Header::new::<S, B, I>(Use::Shared, buckets, key_seed);
        let bytes = buckets
            .checked_mul(Self::BUCKET_BYTES)
            .ok_or_else(|| FileError::system(&path, Tried::Mapping)(ErrorKind::FileTooLarge.into()))?;
        let region = mapped(&path, &header, bytes)?;
        let memory = Memory::shared(buckets, region)
            .ok_or_else(|| FileError::system(&path, Tried::Mapping)(ErrorKind::OutOfMemory.into()))?;
        Ok(Self::over(index, memory))
    }
}

fn mapped(path: &Path, header: &Header, bytes: usize) -> Result<Shared, FileError> {
    let mut file = open_or_make(path, header, bytes)?;
    expect(path, &mut file, header)?;
    Shared::of(&file, bytes).map_err(FileError::system(path, Tried::Mapping))
}

/// The file gets its name when it is complete, and never replaces a file.
fn open_or_make(path: &Path, header: &Header, bytes: usize) -> Result<File, FileError> {
    loop {
        if let Some(file) = open(path)? {
            return Ok(file);
        }
        // There may be room for one new table only.
        let turn = Turn::wait(path, PATIENCE);
        if let Some(file) = open(path)? {
            return Ok(file);
        }
        if let Some(made) = make(path, header, bytes)? {
            return Ok(made);
        }
        drop(turn);
        // Another process was first, or a link has no target.
        if fs::metadata(path).is_err() && fs::symlink_metadata(path).is_ok() {
            let said = "it is a link to a missing file; create that file, or give another name";
            let error = std::io::Error::new(ErrorKind::AlreadyExists, said);
            return Err(FileError::system(path, Tried::Naming)(error));
        }
    }
}

/// Checked first: opening a device may have an effect.
fn open(path: &Path) -> Result<Option<File>, FileError> {
    loop {
        let met = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            met => met.map_err(FileError::system(path, Tried::Writing))?,
        };
        is_regular(path, Tried::Writing, Ok(met.clone()))?;
        is_not_anyones(&met).map_err(FileError::system(path, Tried::Mapping))?;
        let file = match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(FileError::system(path, Tried::Writing))?,
        };
        // Another file may have got the name.
        if is_same(&met, &file.metadata().map_err(FileError::system(path, Tried::Writing))?) {
            return Ok(Some(file));
        }
    }
}

/// Any user could shorten the file and so end this process.
#[cfg(unix)]
fn is_not_anyones(met: &fs::Metadata) -> io::Result<()> {
    let is_anyones = std::os::unix::fs::PermissionsExt::mode(&met.permissions()) & 0o002 != 0;
    let said = "any user may write it, and could end the programs that map it; remove that right (chmod o-w)";
    if is_anyones { Err(io::Error::new(ErrorKind::PermissionDenied, said)) } else { Ok(()) }
}

#[cfg(not(unix))]
fn is_not_anyones(_: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    one.file_type() == other.file_type()
}

/// Returns `None` if another file has the name by then.
fn make(path: &Path, header: &Header, bytes: usize) -> Result<Option<File>, FileError> {
    let (beside, mut file) =
        new_beside(path, Rights::NotAnyone).map_err(FileError::system(path, Tried::Writing))?;
    let filled = fill(&mut file, header, bytes).map_err(FileError::system(path, Tried::Writing));
    if filled.is_err() {
        // Gives the room back now: a child process may hold the file open for a moment.
        let _ = file.set_len(0);
    }
    // Unlike a renaming, a link never replaces a file.
    let named = filled.and_then(|()| match fs::hard_link(&beside, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
        linked => linked.map(|()| Some(file)).map_err(FileError::system(path, Tried::Naming)),
    });
    let _ = fs::remove_file(&beside);
    sync_folder(path);
    named
}

/// A hole would need its room later, when a table in use cannot report a full disk.
fn fill(file: &mut File, header: &Header, mut bytes: usize) -> io::Result<()> {
    static ZEROS: [u8; 1 << 16] = [0; 1 << 16];
    file.set_len((bytes as u64).saturating_add(PAGE as u64))?;
    drop(Shared::of(file, bytes)?);
    file.write_all(&header.page())?;
    while bytes > 0 {
        let written = bytes.min(ZEROS.len());
        file.write_all(&ZEROS[..written])?;
        bytes -= written;
    }
    file.sync_all()
}

fn expect(path: &Path, file: &mut File, asked: &Header) -> Result<(), FileError> {
    io::Seek::rewind(file).map_err(FileError::system(path, Tried::Reading))?;
    let found = header(path, file)?;
    found.expect_like(asked, path)?;
    let foreign =
        |what, found: String, asked: String| FileError::Foreign { path: path.to_owned(), what, found, asked };
    if found.buckets != asked.buckets {
        let slots = |header: &Header| format!("{} slots ({} bytes)", header.slots(), header.bytes());
        return Err(foreign(Difference::Size, slots(&found), slots(asked)));
    }
    let length = file.metadata().map_err(FileError::system(path, Tried::Reading))?.len();
    let expected = asked.bytes() + PAGE as u64;
    if length != expected {
        return Err(foreign(Difference::Length, format!("{length} bytes"), format!("{expected}")));
    }
    Ok(())
}
