//! Benchmarks alone: see the files beside this one.
