//! Properties of tables: buckets follow their schemes' rules, no entry looks young, and layouts
//! return entries unchanged.

mod ages;
mod model;
mod packing;
mod schemes;
