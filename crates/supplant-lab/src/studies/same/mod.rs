//! Compares the rules for a result whose position already has an entry. `same.toml` states the
//! study.

mod tables;

use std::sync::LazyLock;

use super::Parts;
use super::declared::{Declared, NamedFiles};

pub static SAME: LazyLock<Declared> = LazyLock::new(|| {
    let stated = Declared::of(include_str!("same.toml"), NamedFiles::Kept);
    let stated = stated.expect("the embedded file states a study; a test reads it");
    stated.with(Parts { sections: tables::section, takeaway: tables::takeaway, ..Parts::NONE })
});
