//! Saves a table to a file.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::ops::Range;
use std::path::Path;

use super::blocks::Blocks;
use super::header::{Header, Use};
use super::replace::replace;
use super::{FileError, TableFile};
use crate::entry::{Bucket, Zeroed};
use crate::scheme::Scheme;
use crate::sync::{AtomicU64, UNORDERED};
use crate::table::memory::{Memory, PAGE};
use crate::table::{Index, Options, Table};

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Writes the table to a file: entries, ages, generation, iteration and options.
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
            is_odd_iteration: self.iteration.load(UNORDERED) != 0,
            ..Header::new::<S, B, I>(Use::Kept, self.memory.len(), key_seed)
        };
        save::<B>(&self.memory, self.options, header, &path)
    }
}

/// [`Table::save`], compiled once for all schemes.
fn save<B: Bucket>(
    memory: &Memory<B::Cells>,
    options: Options,
    header: Header,
    path: &Path,
) -> Result<(), FileError> {
    let header = Header {
        time_stamping: options.time_stamping,
        same_position: options.same_position,
        // Unordered: it distinguishes one save from another, and orders nothing.
        begun: memory.generation().load(UNORDERED),
        ..header
    };
    replace(path, &mut |out| {
        write(&header, blocks::<B>(memory), memory.generation(), out, &|buckets, bytes| {
            let each = bytes.chunks_exact_mut(size_of::<B::Cells>());
            memory.as_slice()[buckets].iter().zip(each).for_each(|(cells, bytes)| cells.copy_to(bytes));
        })
    })
}

pub(super) fn blocks<B: Bucket>(memory: &Memory<B::Cells>) -> Blocks {
    Blocks { buckets: memory.len(), bucket_bytes: size_of::<B::Cells>(), bucket_slots: B::SLOTS }
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
    use std::fs::File;

    use super::{blocks, write};
    use crate::entry::SizedEntry;
    use crate::entry::bucket::Pairs;
    use crate::scheme::New;
    use crate::table::MultiplyShift;
    use crate::table::file::header::{Header, Use};
    use crate::table::memory::Memory;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let memory = Memory::zeroed(1 << 10).expect("small");
        let blocks = blocks::<Pairs<1, SizedEntry>>(&memory);
        let header = Header::new::<New, Pairs<1, SizedEntry>, MultiplyShift>(Use::Kept, 1 << 10, 0);
        let mut full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let refused =
            write(&header, blocks, memory.generation(), &mut full, &|_, _| {}).expect_err("it is full");
        assert_eq!(refused.kind(), std::io::ErrorKind::StorageFull);
    }
}
