//! Compares layouts at equal bytes: what more entries in the same memory are worth, and what fewer
//! verified bits cost in safety.

mod tables;
mod takeaway;

use std::sync::LazyLock;

use super::Parts;
use super::declared::Declared;
use supplant::entry::bucket::LayoutName;

pub static LAYOUTS: LazyLock<Declared> =
    LazyLock::new(|| Declared::embedded(include_str!("layouts.toml"), PARTS));

const PARTS: Parts = Parts { sections: tables::section, takeaway: takeaway::words, ..Parts::NONE };

const DENSE: LayoutName = LayoutName::Single8;
