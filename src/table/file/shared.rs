//! A table in a file that several processes have mapped: as many threads as they have share it, and it outlives them.

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
use crate::table::{Index, Size, SizeError, Table};

/// So long a maker is waited for, who has the table's size to write; longer only if it stands still, or the disk is slow. Then two write.
const PATIENCE: Duration = Duration::from_secs(30);

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// The table in a file that any number of processes use at once, as the threads of one do: with the same promises, the same
    /// generation, and the entries of all. The file is made if it is not there; of several processes that make it at once one does, and
    /// all have that table. Under `/dev/shm` it is memory until the machine stops, elsewhere the system also writes it to the disk.
    ///
    /// Differences from a table of one's own:
    /// - [`clear`](Self::clear) excludes no other process: words become zero one by one, and the generation goes on by one.
    /// - [`resize`](Self::resize) is refused.
    /// - Time stamping and updating rules are set by each process, for what it stores.
    /// - A process that is killed in the middle of a store leaves a slot that is rejected, at worst, until it is overwritten.
    ///
    /// Who may write the file may write anything into it: it is memory, and nothing else than the rights of the file protects it. Whoever
    /// *cuts it short* while it is mapped ends the processes that use it (SIGBUS), as does a disk that fails. So a file that any user may
    /// write is refused, and none is made so, whatever the umask; a file of another user, or one that a group may write, is opened: its
    /// owner and that group must be trusted. In a folder where others may make files (`/dev/shm`) one of them may have taken the name
    /// first; give the table a folder of its own there. The room for it is
    /// taken when it is made, so that a disk that becomes full does not, but on file systems that write each change to a new place
    /// (btrfs, ZFS). All processes must be on one machine: a file of a network has no memory in common.
    ///
    /// Makers take turns, by a lock on `.NAME.making` beside the file, which the last one removes, and which the system takes from a
    /// process that ends. The file gets its name by a hard link, which never replaces another: a file system without them (FAT) is
    /// refused. A maker that is killed leaves what it has written under `.NAME.PROCESS-NUMBER.new`, which nobody uses, and the lock
    /// file, which the next takes over; nobody waits for either. One that stands still is waited for half a minute.
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
    /// Of making it, one write of the file. How much room the disk has is not asked: a size for which there is none is refused when the disk
    /// is full, and what was written is removed; one that no file or no address space can have, before anything is written. Of opening it, none; pages are mapped as they are met, or by [`touch`](Self::touch). Probes
    /// and stores cost what they do in a table of one's own; huge pages are not asked for.
    ///
    /// # Errors
    /// [`FileError`]: the file cannot be made, read, written or mapped; it is no table that is shared, or one of another size, scheme, bucket,
    /// payload, index, byte order or key seed; its length is not that of its table; there is no table of the size.
    pub fn open_shared(file: impl Into<TableFile>, asked: Size) -> Result<Self, FileError> {
        let TableFile { path, key_seed } = file.into();
        let refused = |error: SizeError| FileError::Size { path: path.clone(), error };
        let (index, buckets) = Self::shape(asked).map_err(refused)?;
        let header = Header::new::<S, B, I>(Use::Shared, buckets, key_seed);
        let bytes = buckets
            .checked_mul(Self::BUCKET_BYTES)
            .ok_or_else(|| refused(SizeError::OutOfMemory { asked, possible_bytes: 0 }))?;
        let region = mapped(&path, &header, bytes)?;
        let memory = Memory::shared(buckets, region)
            .ok_or_else(|| FileError::system(&path, Tried::Mapping)(ErrorKind::OutOfMemory.into()))?;
        Ok(Self::over(index, memory))
    }
}

/// The memory of the file, made if it is not there.
fn mapped(path: &Path, header: &Header, bytes: usize) -> Result<Shared, FileError> {
    let file = open_or_make(path, header, bytes)?;
    expect(path, file.try_clone().map_err(FileError::system(path, Tried::Reading))?, header)?;
    Shared::of(&file, bytes).map_err(FileError::system(path, Tried::Mapping))
}

/// The file, made if it is not there. It has its name only when it is complete, and never takes that of another.
fn open_or_make(path: &Path, header: &Header, bytes: usize) -> Result<File, FileError> {
    loop {
        if let Some(file) = open(path)? {
            return Ok(file);
        }
        // One after the other: several at once would each take the room for a table, and there may be none left for any.
        let turn = Turn::wait(path, PATIENCE);
        if let Some(file) = open(path)? {
            return Ok(file);
        }
        if let Some(made) = make(path, header, bytes)? {
            return Ok(made);
        }
        drop(turn);
        // One that took no turn was first, or a link leads nowhere.
        if fs::metadata(path).is_err() && fs::symlink_metadata(path).is_ok() {
            let said = "it is a link that leads nowhere; make what it names, or give another name";
            let error = std::io::Error::new(ErrorKind::AlreadyExists, said);
            return Err(FileError::system(path, Tried::Naming)(error));
        }
    }
}

/// The file, if it is there. It is asked what it is before it is opened: to open a device may do something.
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
        // Another may have got the name in between.
        if is_same(&met, &file.metadata().map_err(FileError::system(path, Tried::Writing))?) {
            return Ok(Some(file));
        }
    }
}

/// Refuses a file that any user may write: any of them could cut it short, and so end whoever has it mapped.
#[cfg(unix)]
fn is_not_anyones(met: &fs::Metadata) -> io::Result<()> {
    let is_anyones = std::os::unix::fs::PermissionsExt::mode(&met.permissions()) & 0o002 != 0;
    let said = "any user may write it, and so end who has it mapped; take that right away (chmod o-w)";
    if is_anyones { Err(io::Error::new(ErrorKind::PermissionDenied, said)) } else { Ok(()) }
}

#[cfg(not(unix))]
fn is_not_anyones(_: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Whether two looks met one file, where the system can tell.
#[cfg(unix)]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    one.file_type() == other.file_type()
}

/// A new file, complete; `None` if another has the name by then.
fn make(path: &Path, header: &Header, bytes: usize) -> Result<Option<File>, FileError> {
    let (beside, mut file) =
        new_beside(path, Rights::NotAnyone).map_err(FileError::system(path, Tried::Writing))?;
    let filled = fill(&mut file, header, bytes).map_err(FileError::system(path, Tried::Writing));
    if filled.is_err() {
        // The room is given back now, though a process that another thread starts has the file open, too, for a moment.
        let _ = file.set_len(0);
    }
    // A further name for the file: that never replaces one, as renaming would.
    let named = filled.and_then(|()| match fs::hard_link(&beside, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
        linked => linked.map(|()| Some(file)).map_err(FileError::system(path, Tried::Naming)),
    });
    let _ = fs::remove_file(&beside);
    sync_folder(path);
    named
}

/// Writes header and empty buckets. All of it is written, so that the room is taken: a hole would be filled when a table in use
/// has no way to say that there is none.
fn fill(file: &mut File, header: &Header, mut bytes: usize) -> io::Result<()> {
    static ZEROS: [u8; 1 << 16] = [0; 1 << 16];
    // First what costs nothing: whether a file may be so long, and whether there are the addresses to map it.
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

/// Refuses a file that is not the table asked for.
fn expect(path: &Path, mut file: File, asked: &Header) -> Result<(), FileError> {
    is_regular(path, Tried::Reading, file.metadata())?;
    io::Seek::rewind(&mut file).map_err(FileError::system(path, Tried::Reading))?;
    let found = header(path, &mut file)?;
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
