//! Compares layouts at equal bytes: what more entries in the same memory are worth, and what fewer
//! verified bits cost in safety.

mod tables;
mod takeaway;

use std::sync::LazyLock;

use super::Parts;
use super::declared::{Declared, NamedFiles};
use supplant::entry::bucket::LayoutName;

pub static LAYOUTS: LazyLock<Declared> = LazyLock::new(|| {
    let stated = Declared::of(include_str!("layouts.toml"), NamedFiles::Kept);
    let stated = stated.expect("the embedded file states a study; a test reads it");
    stated.with(Parts { sections: tables::section, takeaway: takeaway::words, ..Parts::NONE })
});

const DENSE: LayoutName = LayoutName::Single8;
