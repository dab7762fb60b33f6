//! Tables of your own types behind the functions of the header.

use std::ptr;

use crate::entry::Kept;
use crate::error::{CError, guarded};
use crate::table::CTable;
use supplant::entry::Bucket;
use supplant::scheme::Scheme;
use supplant::table::{Index, Size, Table, TableBuilder, Touch};

/// Hands a table to C callers, who free it with `supplant_table_free`.
#[must_use]
pub fn handed_over<S: Scheme, B: Bucket<Payload: Kept>, I: Index>(table: Table<S, B, I>) -> *mut CTable {
    CTable::handed_over(Box::new(table))
}

/// Makes a table for [`table_constructor!`](crate::table_constructor).
///
/// # Safety
/// `error` is NULL or may be written to.
#[doc(hidden)]
pub unsafe fn constructed<S: Scheme, B: Bucket<Payload: Kept>, I: Index>(
    bytes: usize,
    error: *mut CError,
) -> *mut CTable {
    let builder = TableBuilder::<S, B, I>::new().size(Size::Bytes(bytes)).touch(Touch::Processors);
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, || Ok(builder.build()?)) }.map_or(ptr::null_mut(), handed_over)
}

/// Defines the C function `supplant_table *NAME(size_t bytes, supplant_error *error)`. It makes a
/// table of the given scheme and bucket, and of a given index if a fourth argument names it. The
/// options of the table are set by the functions of the header.
///
/// ```
/// use supplant::table::LowBits;
/// use supplant::{Entry, entry::bucket::Cluster, scheme::engines::Stockfish11};
/// supplant_capi::table_constructor!(my_table_new, Stockfish11, Cluster<Entry>);
/// supplant_capi::table_constructor!(my_other_table_new, Stockfish11, Cluster<Entry>, LowBits);
/// ```
#[macro_export]
macro_rules! table_constructor {
    ($name:ident, $scheme:ty, $bucket:ty) => {
        $crate::table_constructor!($name, $scheme, $bucket, $crate::MultiplyShift);
    };
    ($name:ident, $scheme:ty, $bucket:ty, $index:ty) => {
        /// Makes an empty table of at most `bytes` bytes; NULL if that fails: `error` says why.
        ///
        /// # Safety
        /// `error` is NULL or may be written to.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(bytes: usize, error: *mut $crate::CError) -> *mut $crate::CTable {
            // SAFETY: the caller promises what `constructed` requires.
            unsafe { $crate::constructed::<$scheme, $bucket, $index>(bytes, error) }
        }
    };
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use crate::entry::{CEntry, Kept};
    use crate::error::{CError, SUPPLANT_BAD_SIZE, SUPPLANT_MESSAGE_BYTES};
    use crate::{
        SUPPLANT_UPDATE_DEEPER, supplant_table_free, supplant_table_probe, supplant_table_set_inherits_move,
        supplant_table_set_leaves_move, supplant_table_set_lowers_depth, supplant_table_set_time_stamping,
        supplant_table_set_update, supplant_table_store,
    };
    use supplant::entry::bucket::{Cluster, Pairs};
    use supplant::entry::{Bits, Bound, Facts};
    use supplant::scheme::engines::Stockfish11;
    use supplant::scheme::{Exactly, Placement, Same, Scheme};
    use supplant::table::{LowBits, Options};
    use supplant::{Entry, Payload};

    /// A score and a bound, and nothing else.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Score(i16, Bound);

    impl Payload for Score {
        type Data = [u64; 1];
        const FACTS: Facts = Facts { bound: Some(Bits::at(16..18)), ..Facts::NONE };
        fn pack(self) -> [u64; 1] {
            [u64::from(self.0 as u16) | (self.1 as u64) << 16]
        }
        fn unpack([word]: [u64; 1]) -> Self {
            Self(word as i16, Bound::from_code(word >> 16 & 3))
        }
    }

    impl Kept for Score {
        fn kept(entry: &CEntry) -> Option<Self> {
            entry.bound().filter(|&bound| bound != Bound::None).map(|bound| Self(entry.score, bound))
        }
        fn told(self) -> CEntry {
            CEntry { score: self.0, bound: self.1 as u8, ..CEntry::default() }
        }
    }

    /// The first entry of a bucket stays.
    #[derive(Clone, Copy)]
    struct First;

    impl Scheme for First {
        const NAME: &'static str = "first";
        type Slots = Exactly<1>;
        const RULE: &'static str = "the first entry stays";
        const SOURCE: &'static str = "a test";
        const SAME: Same = Same::COMPETES;
        fn place<P: Payload>(
            residents: &[supplant::entry::Packed<P>],
            _: supplant::entry::Packed<P>,
            _: supplant::entry::Generation,
        ) -> Placement {
            if residents[0].is_empty() { Placement::At(0) } else { Placement::Discard }
        }
    }

    table_constructor!(stockfish_new, Stockfish11, Cluster<Entry>);
    table_constructor!(first_new, First, Pairs<1, Score>);
    table_constructor!(powers_new, First, Pairs<1, Score>, LowBits);

    #[test]
    fn a_scheme_and_a_payload_of_ones_own_serve_c_callers() {
        let entry =
            CEntry { score: -31, bound: 2, depth: 9, best_move: 7, evaluation: 5, ..CEntry::default() };
        // SAFETY: the table is live until freed, below, as in the other calls.
        let stored = |table, entry: &CEntry| unsafe { supplant_table_store(table, 7, entry) };
        let probed = |table| {
            let mut found = CEntry::default();
            // SAFETY: as above; the entry may be written to.
            unsafe { supplant_table_probe(table, 7, &raw mut found) }.then_some(found)
        };
        // SAFETY: as above.
        let free = |table| unsafe { supplant_table_free(table) };

        // SAFETY: NULL is allowed for an error.
        let table = unsafe { stockfish_new(1 << 20, ptr::null_mut()) };
        assert!(stored(table, &entry));
        assert_eq!(probed(table), Some(entry));
        free(table);

        // SAFETY: as above.
        let table = unsafe { first_new(1 << 20, ptr::null_mut()) };
        assert!(stored(table, &entry) && !stored(table, &CEntry { score: 1, ..entry }), "the first stays");
        assert_eq!(probed(table), Some(CEntry { score: -31, bound: 2, ..CEntry::default() }));
        free(table);
    }

    #[test]
    fn an_option_that_a_payload_cannot_serve_changes_nothing() {
        for (make, serves) in [(stockfish_new as unsafe extern "C" fn(_, _) -> _, true), (first_new, false)] {
            // SAFETY: NULL is allowed for an error.
            let table = unsafe { make(1 << 20, ptr::null_mut()) };
            // SAFETY: the table is live until freed, below, and this thread's own.
            assert_eq!(unsafe { supplant_table_set_update(table, SUPPLANT_UPDATE_DEEPER) }, serves);
            // SAFETY: as above.
            assert_eq!(unsafe { supplant_table_set_lowers_depth(table, 1, 0) }, serves);
            // SAFETY: as above.
            unsafe { supplant_table_set_time_stamping(table, 1) };
            // SAFETY: as above.
            unsafe { supplant_table_set_inherits_move(table, 1) };
            // SAFETY: as above.
            unsafe { supplant_table_set_leaves_move(table, 0) };
            // SAFETY: as above.
            let Options { time_stamping, same_position } = unsafe { &*table }.table.control().options();
            let moves = (same_position.inherits_move, same_position.leaves_move);
            assert_eq!((time_stamping, moves), (serves, (serves.then_some(true), serves.then_some(false))));
            // SAFETY: as above.
            unsafe { supplant_table_free(table) };
        }
    }

    #[test]
    fn an_index_of_ones_own_decides_which_sizes_are_possible() {
        for (bytes, is_possible) in [(1 << 20, true), (3 << 19, false)] {
            // SAFETY: NULL is allowed for an error.
            let table = unsafe { powers_new(bytes, ptr::null_mut()) };
            assert_eq!(!table.is_null(), is_possible, "{bytes}");
            // SAFETY: the table is this thread's own, or NULL.
            unsafe { supplant_table_free(table) };
        }
    }

    #[test]
    fn a_size_that_is_not_possible_is_an_error() {
        let mut error = CError { code: 0, message: [0; SUPPLANT_MESSAGE_BYTES] };
        // SAFETY: the error may be written to.
        assert!(unsafe { stockfish_new(1, &raw mut error) }.is_null());
        assert_eq!(error.code, SUPPLANT_BAD_SIZE);
    }
}
