//! Properties: a bucket after any sequence of stores, probes and searches holds what a plain list holds that follows the
//! scheme's sentence; no entry looks young; and entries come back from every layout as they went in.

mod ages;
mod model;
mod packing;
mod schemes;
