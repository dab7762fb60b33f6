//! Keeping a table: all of it to a file, which has its name only when it is complete.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::checksum::checksum;
use super::header::{Header, Use};
use super::{FileError, TableFile, Tried, is_regular};
use crate::entry::{Bucket, Zeroed};
use crate::scheme::Scheme;
use crate::sync::UNORDERED;
use crate::table::memory::PAGE;
use crate::table::{Index, Table};

/// Blocks that are written at once: half a mebibyte, which lies in a near cache. Chosen, not measured.
pub(super) const AT_ONCE: usize = 128;

/// Buckets of a block: as many as fit into a page.
pub(super) const fn block<B: Bucket>() -> usize {
    PAGE / size_of::<B::Cells>()
}

/// Bytes of a block in a file, with its checksum.
pub(super) const fn stride<B: Bucket>() -> usize {
    block::<B>() * size_of::<B::Cells>() + size_of::<u64>()
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Writes the table to a file: entries, ages, generation, switches. The file has its name only when all of it is written, and on the
    /// disk; until then, and if it fails, a file that had the name before stays as it was.
    ///
    /// Other threads may go on: each word is written as it was at some time meanwhile. An entry that is stored just then may be in the
    /// file or not, or in part, and is then rejected when it is asked for, as ever; where a tag is verified, as often as its bits tell.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// let table: Table = Table::with_mebibytes(1)?;
    /// table.store(Key(7 << 50), Entry::new(Bound::Exact, 25, 9));
    /// table.save(&path)?;
    /// let (loaded, what): (Table, _) = Table::load(&path)?;
    /// assert_eq!(loaded.probe(Key(7 << 50)).map(|found| found.score), Some(25));
    /// assert!(what.is_whole());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// One read of the whole memory and one write of the file, which is 0.2 % larger and a page. No memory but half a mebibyte. Until the
    /// new file has its name there are two.
    ///
    /// # Errors
    /// [`FileError`]: the folder cannot be written, the disk is full, the name is that of something which is no file.
    pub fn save(&self, file: impl Into<TableFile>) -> Result<(), FileError> {
        let TableFile { path, key_seed } = file.into();
        let header = Header {
            time_stamping: self.time_stamping,
            update: self.update,
            keeps_old_move: self.keeps_old_move,
            ..Header::new::<S, B, I>(Use::Kept, self.memory.len(), key_seed)
        };
        replace(&path, |out| self.write(header, out))
    }

    fn write(&self, header: Header, out: &mut (impl Write + Seek)) -> io::Result<()> {
        // The header comes last: a part of a file is no table.
        out.write_all(&[0; PAGE])?;
        let mut buffer = vec![0; AT_ONCE * stride::<B>()];
        let mut seed = header.seed();
        for buckets in self.memory.as_slice().chunks(AT_ONCE * block::<B>()) {
            let mut filled = 0;
            for buckets in buckets.chunks(block::<B>()) {
                filled += seal::<B>(seed, buckets, &mut buffer[filled..]);
                seed = seed.wrapping_add(1);
            }
            out.write_all(&buffer[..filled])?;
        }
        // Counted when all words are read: no entry is of a later search, and comes to look young when its number is reached again.
        // Unordered: as for a store, which reads the number and then writes.
        let header = Header { generation: self.memory.generation().load(UNORDERED), ..header };
        out.rewind()?;
        out.write_all(&header.page())
    }
}

/// Copies a block into a buffer, and its checksum behind it; how many bytes that takes.
fn seal<B: Bucket>(seed: u64, buckets: &[B::Cells], buffer: &mut [u8]) -> usize {
    let bytes = size_of_val(buckets);
    let (block, rest) = buffer.split_at_mut(bytes);
    let each = block.chunks_exact_mut(size_of::<B::Cells>());
    buckets.iter().zip(each).for_each(|(cells, bytes)| cells.copy_to(bytes));
    rest[..size_of::<u64>()].copy_from_slice(&checksum(seed, block).to_le_bytes());
    bytes + size_of::<u64>()
}

/// Gives `path` what `write` writes: to a new file beside it, which takes the name when it is complete.
fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), FileError> {
    // A link stays one, and nothing but a file is ever replaced.
    let target = match fs::canonicalize(path) {
        Ok(target) => is_regular(path, Tried::Writing, fs::metadata(path)).map(|()| target)?,
        Err(_) => path.to_owned(),
    };
    let (beside, mut file) = new_beside(&target).map_err(FileError::system(path, Tried::Writing))?;
    let written =
        write(&mut file).and_then(|()| file.sync_all()).map_err(FileError::system(path, Tried::Writing));
    drop(file);
    let named =
        written.and_then(|()| fs::rename(&beside, &target).map_err(FileError::system(path, Tried::Naming)));
    if named.is_err() {
        // What cannot be removed is left, under a name that says what it is.
        let _ = fs::remove_file(&beside);
    }
    named.map(|()| sync_folder(&target))
}

/// A new file in the folder of another, under a name of this process's.
pub(super) fn new_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_string_lossy().into_owned();
    let mut number = 0u64;
    loop {
        let beside = path.with_file_name(format!(".{name}.{}-{number}.new", std::process::id()));
        match File::options().read(true).write(true).create_new(true).open(&beside) {
            // Of another thread, or left by a process that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return opened.map(|file| (beside, file)),
        }
    }
}

/// Sees to it that a name outlives a power failure, where the system can do that: the file itself is complete in any case.
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

    use super::replace;
    use crate::Table;
    use crate::scheme::New;
    use crate::table::file::header::{Header, Use};

    #[test]
    fn what_cannot_be_written_to_its_end_leaves_the_old_file_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        fs::write(&path, "old").expect("room for three bytes");
        let full = |out: &mut File| {
            out.write_all(b"half")?;
            Err(std::io::ErrorKind::StorageFull.into())
        };
        let refused = replace(&path, full).expect_err("no room").to_string();
        assert!(refused.ends_with("table: cannot be written: no storage space"), "{refused}");
        assert_eq!(fs::read(&path).expect("it is there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        // Control: one that can be written does replace it.
        replace(&path, |out| out.write_all(b"new")).expect("room for three bytes");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let table = Table::<New>::with_slots(1 << 10).expect("small");
        let header = Header::new::<New, crate::entry::bucket::Pairs<1>, crate::table::MultiplyShift>(
            Use::Kept,
            1 << 10,
            0,
        );
        let mut full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let refused = table.write(header, &mut full).expect_err("it is full");
        assert_eq!(refused.kind(), std::io::ErrorKind::StorageFull);
    }
}
