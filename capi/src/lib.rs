//! The table for C: opaque handles, one function for each operation, and a header generated from
//! this crate.
//!
//! A table is *live* from the call that makes it until it is freed.
//!
//! Unsafe code only reads and writes through callers' pointers. Each function states, also in the
//! header, what its caller must guarantee. Shared calls take the table as `const`, exclusive ones
//! do not.

#![allow(unsafe_code, reason = "callers hand over pointers")]

mod counts;
mod entry;
mod error;
mod exclusive;
mod file;
mod made;
mod names;
mod own;
#[cfg(test)]
mod panics;
mod served;
mod table;

pub use counts::{CCounts, supplant_table_count_probe, supplant_table_count_store};
pub use entry::{CEntry, Kept, SUPPLANT_EXACT, SUPPLANT_LOWER, SUPPLANT_NO_BOUND, SUPPLANT_UPPER};
pub use error::{
    CError, SUPPLANT_BAD_FILE, SUPPLANT_BAD_NAME, SUPPLANT_BAD_SIZE, SUPPLANT_DIFFERENT_TABLES,
    SUPPLANT_FILE_REFUSED, SUPPLANT_MESSAGE_BYTES, SUPPLANT_NO_SUCH_TABLE, SUPPLANT_NULL_POINTER,
    SUPPLANT_OK, SUPPLANT_OUT_OF_MEMORY, SUPPLANT_PANICKED,
};
pub use exclusive::{
    CResized, SUPPLANT_OLD_YIELD, SUPPLANT_UPDATE_AS_SCHEME, SUPPLANT_UPDATE_COMPETES,
    SUPPLANT_UPDATE_DEEPER, SUPPLANT_UPDATE_NEWEST, supplant_table_clear, supplant_table_free,
    supplant_table_new, supplant_table_new_bytes, supplant_table_resize, supplant_table_resize_bytes,
    supplant_table_set_inherits_move, supplant_table_set_leaves_move, supplant_table_set_lowers_depth,
    supplant_table_set_margin, supplant_table_set_time_stamping, supplant_table_set_update,
};
pub use file::{
    CLoaded, CMerged, supplant_table_load, supplant_table_merge, supplant_table_open_shared,
    supplant_table_open_shared_bytes, supplant_table_save,
};
pub use made::{SUPPLANT_KEEPS_BOTH, SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE};
pub use names::{
    supplant_layout_name, supplant_layouts, supplant_scheme_name, supplant_scheme_rule, supplant_schemes,
    supplant_version,
};
pub use own::{constructed, handed_over};
#[doc(hidden)]
pub use supplant::table::MultiplyShift;
pub use table::{
    COccupancy, CPlace, CTable, supplant_key_from_spread, supplant_table_address, supplant_table_bytes,
    supplant_table_cut_by, supplant_table_hashfull, supplant_table_new_generation,
    supplant_table_new_iteration, supplant_table_occupancy, supplant_table_prefetch, supplant_table_probe,
    supplant_table_probe_place, supplant_table_slots, supplant_table_store, supplant_table_store_at,
    supplant_table_verified_bits,
};
