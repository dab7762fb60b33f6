//! Layouts at equal bytes: what more entries in the same memory are worth, and what fewer verified bits cost in safety.
//!
//! `layouts.toml` states it; its tables are in `tables.rs`.

mod tables;

use std::sync::LazyLock;

use super::declared::Declared;

/// The study.
pub static LAYOUTS: LazyLock<Declared> = LazyLock::new(|| {
    let stated = Declared::of(include_str!("layouts.toml"), None);
    stated.expect("the embedded file states a study; a test reads it").with(tables::section)
});
