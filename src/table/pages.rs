//! The memory pages of a table.

use std::ops::Range;

use super::{Index, Table};
use crate::entry::Bucket;
use crate::scheme::Scheme;

/// Where a table lies, and for how much of it huge pages were requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The addresses of the buckets.
    pub addresses: Range<usize>,
    /// Bytes from the first bucket on for which 2 MiB pages were requested.
    ///
    /// It is 0 for a smaller or a shared table, and outside Linux.
    pub huge_asked: usize,
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Touches every page of the table with `threads` threads; its entries stay unchanged.
    ///
    /// The system zeroes each page of a new table when it is first written. Without this call the
    /// first search waits for that: with a table of 256 MiB it was 13 % slower in large pages, and 44
    /// % in small ones (`docs/adopting.md`).
    /// [`clear`](Self::clear) touches every page, too.
    ///
    /// A page lies on the memory node of the thread that touches it first, so use the number of
    /// threads of the search, or run the program under `numactl --interleave=all`.
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
    /// One write per page of 4 KiB, and the zeroing of new pages: with one thread about 0.2 s for
    /// 1 GiB in large pages, and 0.5 s in small ones.
    pub fn touch(&mut self, threads: usize) {
        self.memory.touch(threads);
    }

    /// Returns where the table lies, and its share of huge pages.
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
