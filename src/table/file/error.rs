//! Errors of table files, each in one line: which file, what is wrong, what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::header::VERSION;
use crate::table::SizeError;

/// Why a table cannot be loaded from a file or saved to it.
///
/// `{}` says which file and what is wrong; `{:#}` adds the message of the system, which is the
/// [source](std::error::Error::source).
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system refused an operation on the file.
    System {
        /// The path of the file.
        path: PathBuf,
        /// The operation that failed.
        tried: Tried,
        /// The error of the system.
        error: io::Error,
    },
    /// The file does not begin as a table of this crate does.
    NotATable {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file has another version of the format.
    Version {
        /// The path of the file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
    },
    /// The header is damaged, so the contents of the blocks are unknown.
    Damaged {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file holds a table of another kind.
    Foreign {
        /// The path of the file.
        path: PathBuf,
        /// The property in which it differs.
        what: Difference,
        /// The property of the file.
        found: String,
        /// The property that was requested.
        asked: String,
    },
    /// A save would replace a shared table, whose users would continue with a file without a name.
    InUse {
        /// The path of the file.
        path: PathBuf,
    },
    /// A save would replace a file that is not a table; the file stays.
    Taken {
        /// The path of the file.
        path: PathBuf,
    },
    /// A table of this size has no memory, no index or no bucket.
    Size {
        /// The path of the file.
        path: PathBuf,
        /// The reason for the refusal.
        error: SizeError,
    },
}

/// The operation on a file that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tried {
    /// Opening or reading the file.
    Reading,
    /// Creating or writing the file.
    Writing,
    /// Giving the file its name, after all of it was written.
    Naming,
    /// Mapping the file into memory.
    Mapping,
}

/// A property in which a table in a file can differ from the requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// Saved by one process, or shared by several.
    Use,
    /// The byte order of words.
    ByteOrder,
    /// The name and the wear bits of the replacement scheme.
    Scheme,
    /// The layout of entries in memory.
    Bucket,
    /// The facts that an entry keeps about a position.
    Payload,
    /// The mapping from keys to buckets.
    Index,
    /// The number that stands for the origin of the keys.
    Keys,
    /// The number of buckets.
    Size,
    /// The number of bytes in the file.
    Length,
}

impl Difference {
    fn noun(self) -> &'static str {
        match self {
            Self::Use => "use",
            Self::ByteOrder => "byte order",
            Self::Scheme => "scheme",
            Self::Bucket => "bucket",
            Self::Payload => "payload",
            Self::Index => "index",
            Self::Keys => "key seed",
            Self::Size => "size",
            Self::Length => "length",
        }
    }

    fn remedy(self) -> &'static str {
        match self {
            Self::Use => "load a table that was saved; open one that is shared",
            Self::ByteOrder => "load it on a machine like the one that wrote it",
            Self::Scheme | Self::Bucket | Self::Payload | Self::Index => {
                "ask for that of the file, or take another file"
            }
            Self::Keys => {
                "this program computes other keys or another evaluation; ask for the key seed of the file, or take another file"
            }
            Self::Size => "ask for the size of the file, or take another file",
            Self::Length => {
                "the file was shortened, or another program wrote to it; remove it when nobody uses it"
            }
        }
    }
}

impl FileError {
    pub(super) fn system(path: &Path, tried: Tried) -> impl FnOnce(io::Error) -> Self + use<'_> {
        move |error| Self::System { path: path.to_owned(), tried, error }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::System { path, .. }
            | Self::NotATable { path }
            | Self::Version { path, .. }
            | Self::Damaged { path }
            | Self::InUse { path }
            | Self::Taken { path }
            | Self::Foreign { path, .. }
            | Self::Size { path, .. } => path,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A file name may contain a line break, or be empty.
        let path = self.path().display().to_string().replace(char::is_control, "?");
        write!(f, "{}: ", if path.is_empty() { "''" } else { &path })?;
        match self {
            Self::System { tried, error, .. } => {
                let tried = match tried {
                    Tried::Reading => "read",
                    Tried::Writing => "written",
                    Tried::Naming => "given its name",
                    Tried::Mapping => "mapped",
                };
                write!(f, "cannot be {tried}")?;
                if f.alternate() { write!(f, ": {error}") } else { Ok(()) }
            }
            Self::NotATable { .. } => f.write_str("not a table of supplant; check the name"),
            Self::Version { found, .. } => {
                write!(
                    f,
                    "a table in version {found} of the format; this program reads version {VERSION}: make the table again"
                )
            }
            Self::Damaged { .. } => {
                f.write_str("the header of the table is damaged; make the table again, or take another file")
            }
            Self::InUse { .. } => f.write_str(
                "this file is a shared table that other processes may use; save to another file, or remove it when nobody uses it",
            ),
            Self::Taken { .. } => {
                f.write_str("this file exists and is not a table of supplant; save to another file, or remove it")
            }
            Self::Foreign { what: Difference::Use, found, asked, .. } => {
                write!(f, "a table that is {found}, not one that is {asked}; {}", Difference::Use.remedy())
            }
            Self::Foreign { what, found, asked, .. } => {
                // The file may say anything.
                let found = found.replace(char::is_control, "?");
                write!(f, "a table of {} {found}, not {asked}; {}", what.noun(), what.remedy())
            }
            Self::Size { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System { error, .. } => Some(error),
            Self::Size { error, .. } => error.source(),
            _ => None,
        }
    }
}
