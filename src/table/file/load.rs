//! A kept table back from its file, without the blocks that are damaged.

use std::fmt;
use std::fs::File;
use std::path::Path;

use super::header::{Header, Use};
use super::{FileError, TableFile, Tried, header, open};
use crate::entry::{Bucket, Payload, Zeroed};
use crate::scheme::Scheme;
use crate::sync::UNORDERED;
use crate::table::{Index, Options, SamePosition, Size, SizeError, Table};

/// What came back of a table from its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Loaded {
    /// Blocks that the table has: pages of 4096 bytes, or a little less.
    pub blocks: usize,
    /// Of those, damaged ones, and missing ones of a file that was cut short: their slots are empty.
    pub lost_blocks: usize,
    /// Slots the table has.
    pub slots: usize,
    /// Of those, slots in blocks that are lost.
    pub lost_slots: usize,
    /// Bytes behind the last block, which are none of the table's.
    pub surplus_bytes: u64,
}

impl Loaded {
    /// Whether all that was saved is there, and nothing else is in the file.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lost_blocks == 0 && self.surplus_bytes == 0
    }
}

impl fmt::Display for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { blocks, lost_blocks, slots, lost_slots, surplus_bytes } = self;
        if *lost_blocks == 0 {
            write!(f, "all {blocks} blocks are whole")?;
        } else {
            write!(
                f,
                "{lost_blocks} of {blocks} blocks are damaged or missing: {lost_slots} of {slots} slots are empty"
            )?;
        }
        if *surplus_bytes > 0 {
            write!(f, "; {surplus_bytes} bytes behind the table were left out")?;
        }
        Ok(())
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// The table that was [saved](Self::save) to a file, of its size, with all that was in it: saved again it is the same file, byte by byte,
    /// unless a search began while it was saved. A damaged file loses its damaged blocks, which [`Loaded`] counts, and those that a save in
    /// another search has left; everything else of it is there.
    ///
    /// The entries are believed as the file has them: a checksum tells accidents, not forgers.
    ///
    /// # Cost
    /// One read of the file and one write of the memory, whose pages are touched thereby.
    ///
    /// # Errors
    /// [`FileError`]: the file cannot be read, is no table or one of another version, its header is damaged, it is of another scheme, bucket,
    /// payload, index, byte order or key seed, it is a table that processes share, or there is no memory for it.
    pub fn load(file: impl Into<TableFile>) -> Result<(Self, Loaded), FileError> {
        let TableFile { path, key_seed } = file.into();
        let (mut file, header) = opened(&path, &Header::new::<S, B, I>(Use::Kept, 0, key_seed))?;
        let table = Self::of_header(&header, &path)?;
        let loaded = table.blocks().read(header.seed(), &mut file, &|buckets, bytes| {
            let each = bytes.chunks_exact(Self::BUCKET_BYTES);
            table.memory.as_slice()[buckets]
                .iter()
                .zip(each)
                .for_each(|(cells, bytes)| cells.copy_from(bytes));
        });
        Ok((table, loaded.map_err(FileError::system(&path, Tried::Reading))?))
    }

    /// An empty table of the size and with the settings that a header tells.
    fn of_header(header: &Header, path: &Path) -> Result<Self, FileError> {
        let asked = Size::Slots(usize::try_from(header.slots()).unwrap_or(usize::MAX));
        let refused = |error: SizeError| FileError::Size { path: path.to_owned(), error };
        let mut table = Self::untouched(asked).map_err(refused)?;
        let same_position = SamePosition { update: header.update, keeps_old_move: header.keeps_old_move };
        let options = Options { time_stamping: header.time_stamping, same_position };
        if !options.fit(<B::Payload as Payload>::FACTS) || table.memory.len() as u64 != header.buckets {
            return Err(FileError::Damaged { path: path.to_owned() });
        }
        table.set_options(options);
        // Unordered: nobody else has the table.
        table.memory.generation().store(header.generation, UNORDERED);
        Ok(table)
    }
}

/// A file and its header, which must be `like` another but for sizes and switches.
fn opened(path: &Path, like: &Header) -> Result<(File, Header), FileError> {
    let mut file = open(path)?;
    let header = header(path, &mut file)?;
    header.expect_like(like, path)?;
    Ok((file, header))
}
