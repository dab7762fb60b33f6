//! Loads a saved table from its file, without damaged blocks.

use std::fmt;
use std::fs::File;
use std::path::Path;

use super::header::{Header, Use};
use super::save::blocks;
use super::{FileError, TableFile, Tried, header, open};
use crate::entry::{Bucket, Payload, Zeroed};
use crate::scheme::Scheme;
use crate::sync::{AtomicU64, UNORDERED};
use crate::table::memory::Memory;
use crate::table::size::untouched;
use crate::table::{Index, Size, SizeError, Table};

/// How much of a table was loaded from its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Loaded {
    /// Blocks of the table: pages of 4096 bytes, or a little less.
    pub blocks: usize,
    /// Blocks that are damaged, or missing at the end of the file; their slots are empty.
    pub lost_blocks: usize,
    /// Slots of the whole table.
    pub slots: usize,
    /// Slots in lost blocks.
    pub lost_slots: usize,
    /// Bytes after the last block, which are not used.
    pub surplus_bytes: u64,
}

impl Loaded {
    /// Whether the file holds everything that was saved, and nothing else.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lost_blocks == 0 && self.surplus_bytes == 0
    }
}

impl fmt::Display for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { blocks, lost_blocks, lost_slots, surplus_bytes, .. } = self;
        if *lost_blocks == 0 {
            write!(f, "all {blocks} blocks are whole")?;
        } else {
            write!(
                f,
                "{lost_blocks} of {blocks} blocks are damaged or missing: their {lost_slots} slots are empty"
            )?;
        }
        if *surplus_bytes > 0 {
            write!(f, "; surplus bytes after the table, not used: {surplus_bytes}")?;
        }
        Ok(())
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Loads a table that was [saved](Self::save) to a file, with its size and everything in it.
    ///
    /// [`Loaded`] counts the blocks that are lost: damaged, or left from a save in another search.
    /// The checksums detect accidents, not forgers.
    ///
    /// # Cost
    /// One read of the file and one write of the memory, which touches all pages.
    ///
    /// # Errors
    /// [`FileError`]:
    /// - The file cannot be read, is not a saved table, has another version, or has a damaged
    ///   header.
    /// - Its table has another scheme, bucket, payload, index, byte order or key seed.
    /// - There is too little memory for it.
    pub fn load(file: impl Into<TableFile>) -> Result<(Self, Loaded), FileError> {
        let TableFile { path, key_seed } = file.into();
        let like = Header::new::<S, B, I>(Use::Kept, 0, key_seed);
        let (index, memory, header, loaded) = read::<B, I>(&path, &like)?;
        let mut table = Self::over(index, memory);
        table.set_options(header.options());
        table.iteration = AtomicU64::new(header.is_odd_iteration.into());
        Ok((table, loaded))
    }
}

type Read<B, I> = (I, Memory<<B as Bucket>::Cells>, Header, Loaded);

/// [`Table::load`], compiled once for all schemes.
fn read<B: Bucket, I: Index>(path: &Path, like: &Header) -> Result<Read<B, I>, FileError> {
    let (mut file, header) = opened(path, like)?;
    let asked = Size::Slots(usize::try_from(header.slots()).unwrap_or(usize::MAX));
    let refused = |error: SizeError| FileError::Size { path: path.to_owned(), error };
    let (index, memory) = untouched::<B, I>(asked).map_err(refused)?;
    if !header.options().fit(<B::Payload as Payload>::FACTS) || memory.len() as u64 != header.buckets {
        return Err(FileError::Damaged { path: path.to_owned() });
    }
    // Unordered: no other thread has the table.
    memory.generation().store(header.generation, UNORDERED);
    let loaded = blocks::<B>(&memory).read(header.seed(), &mut file, &|buckets, bytes| {
        let each = bytes.chunks_exact(size_of::<B::Cells>());
        memory.as_slice()[buckets].iter().zip(each).for_each(|(cells, bytes)| cells.copy_from(bytes));
    });
    Ok((index, memory, header, loaded.map_err(FileError::system(path, Tried::Reading))?))
}

fn opened(path: &Path, like: &Header) -> Result<(File, Header), FileError> {
    let mut file = open(path)?;
    let header = header(path, &mut file)?;
    header.expect_like(like, path)?;
    Ok((file, header))
}
