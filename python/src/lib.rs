//! supplant for Python: the table, a solver for any game, chess, and the laboratory's files.
//!
//! The package `supplant` (`python/supplant/`) adds what is better written in Python. A panic
//! becomes a `RuntimeError` (`fault.rs`).

mod chess;
mod command;
mod entry;
mod fault;
mod key;
mod results;
mod solve;
mod table;

/// The part of the Python package `supplant` that is written in Rust.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::chess::{ChessSearch, search_chess};
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::entry::Entry;
    #[pymodule_export]
    use crate::fault::panic_for_a_test;
    #[pymodule_export]
    use crate::key::key;
    #[pymodule_export]
    use crate::results::{study_csv, trace_columns};
    #[pymodule_export]
    use crate::solve::{Progress, Solution, solve};
    #[pymodule_export]
    use crate::table::{Stats, Table, layouts, schemes};
}
