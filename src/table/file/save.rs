//! Keeping a table: all of it to a file, which has its name only when it is complete.

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
    /// Writes the table to a file: entries, ages, generation, switches. The file has its name only when all of it is written, and on the
    /// disk; until then, and if it fails, a file that had the name before stays as it was. The new one takes over who may read and write
    /// the old, but belongs to who saves. Through a symbolic link what it names is replaced, and the link stays.
    ///
    /// Other threads may go on: each word is written as it was at some time meanwhile. An entry that is stored just then may be in the
    /// file or not, or in part, and is then rejected when it is asked for, as ever; where a tag is verified, as often as its bits tell.
    /// One that is stored in a search which begins while the table is saved is of that search in the file, too, on processors that keep
    /// loads in order (x86-64); elsewhere it may be older by all that its age can tell until that search begins anew, and younger by
    /// the searches it was ahead from then on. Who wants it exact saves between two searches.
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
    /// One read of the whole memory and one write of the file, which is 0.2 % larger and a page. No memory but half a mebibyte. Until the
    /// new file has its name there are two.
    ///
    /// # Errors
    /// [`FileError`]: the folder cannot be written, the disk is full, the name is that of something which is no file, of a file that is no table
    /// or must not be written, of a link that leads nowhere, or of a table that processes share, who would go on with the old one.
    pub fn save(&self, file: impl Into<TableFile>) -> Result<(), FileError> {
        let TableFile { path, key_seed } = file.into();
        let header = Header {
            time_stamping: self.options.time_stamping,
            update: self.options.same_position.update,
            keeps_old_move: self.options.same_position.keeps_old_move,
            // Unordered: it tells one save from another, and orders nothing.
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

    /// The table as its file has it.
    pub(super) fn blocks(&self) -> Blocks {
        Blocks { buckets: self.memory.len(), bucket_bytes: Self::BUCKET_BYTES, bucket_slots: B::SLOTS }
    }
}

/// Writes the header and the blocks.
fn write(
    header: &Header,
    blocks: Blocks,
    generation: &AtomicU64,
    out: &mut File,
    copy: &dyn Fn(Range<usize>, &mut [u8]),
) -> io::Result<()> {
    // The header comes last: a part of a file is no table.
    out.write_all(&[0; PAGE])?;
    blocks.write(header.seed(), out, copy)?;
    // Counted when all words are read: where loads keep their order no entry is of a later search, and comes to look younger when its
    // number is reached again. Unordered: nothing that a reader does alone would order it in the language's model, since a store
    // publishes nothing (`docs/memory-model.md`, *Kept in a file*).
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
