//! Tables in files: saved by one program for the next, or shared by several at once.

mod blocks;
mod checksum;
mod error;
mod header;
mod load;
mod merge;
mod replace;
mod save;
#[cfg(all(feature = "mmap", not(loom)))]
mod shared;
#[cfg(all(feature = "mmap", not(loom)))]
mod turn;

pub use error::{Difference, FileError, Tried};
pub use header::{Header, Part, Use};
pub use load::Loaded;
pub use merge::{MergeError, Merged};

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file with a table, and a number for the origin of its keys.
///
/// ```
/// use supplant::{Key, Table, scheme::New, table::{FileError, TableFile}};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("table");
/// let table = Table::builder().scheme::<New>().slots(1 << 10).build()?;
/// table.save(TableFile::new(&path).keyed(2026))?;
/// let refused = Table::<New>::load(&path).expect_err("keys made from something else");
/// assert!(refused.to_string().contains("a table of key seed 0x7ea, not 0x0; "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    path: PathBuf,
    key_seed: u64,
}

impl TableFile {
    /// Names a file by its path; the key seed is 0.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned(), key_seed: 0 }
    }

    /// Sets the key seed: a number for the origin of the keys, for example the seed of a generator.
    ///
    /// A file with another number is refused. Change it whenever a position gets another key.
    #[must_use]
    pub fn keyed(self, key_seed: u64) -> Self {
        Self { key_seed, ..self }
    }

    /// Reads the header, which is the first page of the file.
    ///
    /// # Errors
    /// [`FileError`], if the file cannot be read, or is not a table of this version.
    pub fn header(&self) -> Result<Header, FileError> {
        open(&self.path).and_then(|mut file| header(&self.path, &mut file))
    }
}

impl<P: AsRef<Path>> From<P> for TableFile {
    fn from(path: P) -> Self {
        Self::new(path)
    }
}

fn open(path: &Path) -> Result<File, FileError> {
    // Opening a pipe would wait.
    is_regular(path, Tried::Reading, fs::metadata(path))?;
    File::open(path).map_err(FileError::system(path, Tried::Reading))
}

fn is_regular(path: &Path, tried: Tried, met: io::Result<fs::Metadata>) -> Result<(), FileError> {
    let error = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file; give another name");
    let is_file = met.and_then(|met| if met.is_file() { Ok(()) } else { Err(error()) });
    is_file.map_err(FileError::system(path, tried))
}

fn header(path: &Path, file: &mut File) -> Result<Header, FileError> {
    Header::read(path, &first_page(path, file)?)
}

/// Less than a page if the file is shorter.
fn first_page(path: &Path, file: &mut File) -> Result<Vec<u8>, FileError> {
    let mut page = vec![0; crate::table::memory::PAGE];
    let read = read_up_to(file, &mut page).map_err(FileError::system(path, Tried::Reading))?;
    page.truncate(read);
    Ok(page)
}

fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
