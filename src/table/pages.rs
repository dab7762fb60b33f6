//! The pages a table lies in: where, what was asked for them, and touching them before a search does.

use std::ops::Range;

use super::{Index, Table};
use crate::entry::Bucket;
use crate::scheme::Scheme;

/// Where a table lies and what was asked of the system for it. What the system gave, only the system can tell; the
/// laboratory reads it (`supplant_lab::experiment::pages`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The addresses of its bytes.
    pub addresses: Range<usize>,
    /// Bytes, from the first on, for which 2 MiB pages were asked: whole pages, so 0 for a table smaller than one. 0 also
    /// without the feature `mmap`, and outside Linux.
    pub huge_asked: usize,
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Touches every page of the table with `threads` threads; its entries stay as they are.
    ///
    /// A new table owns addresses, not memory: the system gives and zeroes each page when it is first written. Without this
    /// call that time falls into the first search, which was measured to be 30 % slower with a table of 256 MiB. With it,
    /// it is spent here, by all threads at once. [`clear`](Self::clear) touches every page, too.
    ///
    /// On a machine with several memory nodes a page lies on the node of the thread that touches it first. Give as many
    /// threads as will search, and the table is spread over the nodes as they are. To interleave page by page, run the
    /// program under `numactl --interleave=all`.
    ///
    /// Exclusive, as [`clear`](Self::clear) is.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table, scheme::New};
    ///
    /// let mut table = Table::builder().scheme::<New>().mebibytes(4).build()?;
    /// table.touch(2);
    /// table.store(Key(7), Entry { bound: Bound::Exact, depth: 1, ..Entry::default() });
    /// table.touch(2);
    /// assert!(table.probe(Key(7)).is_some());
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Cost
    /// One write a page of 4 KiB, and the system's zeroing of what was never written: about 0.1 s for 1 GiB and one thread.
    pub fn touch(&mut self, threads: usize) {
        self.memory.touch(threads);
    }

    /// Where the table lies, and what was asked for it.
    ///
    /// ```
    /// # use supplant::{Table, scheme::New};
    /// let table = Table::builder().scheme::<New>().mebibytes(1).build()?;
    /// let pages = table.pages();
    /// assert_eq!((pages.addresses.len(), pages.huge_asked), (1 << 20, 0)); // smaller than a huge page
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    #[must_use]
    pub fn pages(&self) -> Pages {
        self.memory.pages()
    }
}
