//! Why a file is no table that can be had, each in one line: which file, what is wrong, what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::header::VERSION;
use crate::table::SizeError;

/// A file from which no table comes, or into which none goes.
///
/// `{}` says which file and what is wrong; what the system said is its [source](std::error::Error::source). `{:#}` says all in one
/// line.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses.
    System {
        /// The file.
        path: PathBuf,
        /// What was tried.
        tried: Tried,
        /// What it says.
        error: io::Error,
    },
    /// The file is no table of this crate.
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file is of another version of the format.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The header is damaged: what the blocks hold cannot be told.
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A table, but not of this kind.
    Foreign {
        /// The file.
        path: PathBuf,
        /// In what it differs.
        what: Difference,
        /// What the file has.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// A table that processes share, where one was to be kept: they would go on with a file that has no name any more.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Something that is no table, where one was to be kept: it stays.
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// There is no memory, no index or no bucket for a table of the size.
    Size {
        /// The file.
        path: PathBuf,
        /// Why.
        error: SizeError,
    },
}

/// What was tried with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tried {
    /// To open or to read it.
    Reading,
    /// To make it or to write it.
    Writing,
    /// To give it its name, which it has only when all of it is there.
    Naming,
    /// To map it into memory.
    Mapping,
}

/// In what a table in a file can differ from the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// Kept for one process at a time, or shared.
    Use,
    /// The order of the bytes of a word.
    ByteOrder,
    /// The replacement scheme.
    Scheme,
    /// How entries lie in memory.
    Bucket,
    /// What is kept of a position.
    Payload,
    /// How a key becomes a bucket.
    Index,
    /// What the keys were made from.
    Keys,
    /// How many buckets there are.
    Size,
    /// The bytes of the file.
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
            Self::Use => "load a table that was saved, and open one that is shared",
            Self::ByteOrder => "load it on a machine like the one that wrote it",
            Self::Scheme | Self::Bucket | Self::Payload | Self::Index => {
                "ask for what it has, or take another file"
            }
            Self::Keys => {
                "its positions have other keys here, or another evaluation; ask for that, or take another file"
            }
            Self::Size => "ask for its size, or take another file",
            Self::Length => "it was cut short or written to by something else; remove it when nobody uses it",
        }
    }
}

impl FileError {
    pub(super) fn system(path: &Path, tried: Tried) -> impl FnOnce(io::Error) -> Self + use<'_> {
        move |error| Self::System { path: path.to_owned(), tried, error }
    }

    /// The file.
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
        // A name may hold a line's end, and all is to be one line.
        write!(f, "{}: ", self.path().display().to_string().replace(char::is_control, "?"))?;
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
            Self::NotATable { .. } => f.write_str("no table of supplant; check the name"),
            Self::Version { found, .. } => {
                write!(
                    f,
                    "a table in version {found} of the format, and this program knows {VERSION}; save it anew"
                )
            }
            Self::Damaged { .. } => {
                f.write_str("the header is damaged, so that nothing in it can be told; take another file")
            }
            Self::InUse { .. } => f.write_str(
                "a table that processes share, which would go on without this name; save to another, or remove it when nobody uses it",
            ),
            Self::Taken { .. } => {
                f.write_str("is there already, and no table of supplant; give another name, or remove it")
            }
            Self::Foreign { what: Difference::Use, found, asked, .. } => {
                write!(f, "a table that is {found}, not one that is {asked}; {}", Difference::Use.remedy())
            }
            Self::Foreign { what, found, asked, .. } => {
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
