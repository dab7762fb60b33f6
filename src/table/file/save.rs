//! Saves a table to a file.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::ops::Range;

use super::blocks::Blocks;
use super::header::{Header, Use};
use super::replace::replace;
use super::{FileError, TableFile};
use crate::entry::{Bucket, Zeroed};
use crate::scheme::Scheme;
use crate::sync::{AtomicU64, UNORDERED};
use crate::table::memory::PAGE;
use crate::table::{Index, Table};

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Writes the table to a file: entries, ages, generation and options.
    ///
    /// The file gets its name when all of it is on the disk. Until then, and if the save fails, an
    /// old file of that name stays unchanged. The new file has the permissions of the old one, but
    /// belongs to the user who saves. A symbolic link stays, and its target is replaced.
    ///
    /// Other threads may continue. An entry that is stored meanwhile may be in the file whole, in
    /// part, or not at all. Probes reject a part, as far as the verified bits go.
    ///
    /// If a search starts during the save, an entry may get a wrong age on processors that do not
    /// keep loads in order (unlike x86-64). For exact ages save between two searches.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// let table = Table::builder().mebibytes(1).build()?;
    /// table.store(Key(7 << 50), Entry::new(Bound::Exact, 25, 9));
    /// table.save(&path)?;
    /// let (loaded, what): (Table, _) = Table::load(&path)?;
    /// assert_eq!(loaded.probe(Key(7 << 50)).map(|found| found.score), Some(25));
    /// assert!(what.is_whole());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// One read of the whole memory and one write of the file, which is 0.2 % and a page larger. It
    /// needs half a mebibyte of memory, and room on the disk for the old and the new file.
    ///
    /// # Errors
    /// [`FileError`]:
    /// - The folder cannot be written, or the disk is full.
    /// - The name is not that of a regular file, or it is a link without a target.
    /// - The file of that name is not a table, is read-only, or is a shared table.
    pub fn save(&self, file: impl Into<TableFile>) -> Result<(), FileError> {
        let TableFile { path, key_seed } = file.into();
        let header = Header {
            time_stamping: self.options.time_stamping,
            update: self.options.same_position.update,
            keeps_old_move: self.options.same_position.keeps_old_move,
            // Unordered: it distinguishes one save from another, and orders nothing.
            begun: self.memory.generation().load(UNORDERED),
            ..Header::new::<S, B, I>(Use::Kept, self.memory.len(), key_seed)
        };
        replace(&path, &mut |out| self.write(&header, out))
    }

    fn write(&self, header: &Header, out: &mut File) -> io::Result<()> {
        write(header, self.blocks(), self.memory.generation(), out, &|buckets, bytes| {
            let each = bytes.chunks_exact_mut(Self::BUCKET_BYTES);
            self.memory.as_slice()[buckets].iter().zip(each).for_each(|(cells, bytes)| cells.copy_to(bytes));
        })
    }

    pub(super) fn blocks(&self) -> Blocks {
        Blocks { buckets: self.memory.len(), bucket_bytes: Self::BUCKET_BYTES, bucket_slots: B::SLOTS }
    }
}

fn write(
    header: &Header,
    blocks: Blocks,
    generation: &AtomicU64,
    out: &mut File,
    copy: &dyn Fn(Range<usize>, &mut [u8]),
) -> io::Result<()> {
    // Last, so that an incomplete file is not a table.
    out.write_all(&[0; PAGE])?;
    blocks.write(header.seed(), out, copy)?;
    // Read after all words: if loads keep their order, no entry is of a later search and looks
    // younger when its number comes again. Unordered: nothing that a reader does alone would order
    // it, since a store publishes nothing (`docs/memory-model.md`, *Kept in a file*).
    let header = Header { generation: generation.load(UNORDERED), ..header.clone() };
    out.rewind()?;
    out.write_all(&header.page())
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use crate::entry::SizedEntry;
    use crate::table::{SizedBucket, TableBuilder};
    use std::fs::File;

    use crate::scheme::New;
    use crate::table::file::header::{Header, Use};

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 10).build().expect("small");
        let header = Header::new::<
            New,
            crate::entry::bucket::Pairs<1, SizedEntry>,
            crate::table::MultiplyShift,
        >(Use::Kept, 1 << 10, 0);
        let mut full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let refused = table.write(&header, &mut full).expect_err("it is full");
        assert_eq!(refused.kind(), std::io::ErrorKind::StorageFull);
    }
}
