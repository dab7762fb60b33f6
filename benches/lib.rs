//! This package has only benchmarks: see the files beside this one.
