//! Properties of buckets, ages and layouts.

mod ages;
mod model;
mod packing;
mod schemes;
