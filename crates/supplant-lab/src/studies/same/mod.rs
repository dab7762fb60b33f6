//! Compares the rules for a result whose position already has an entry. `same.toml` states the
//! study.

mod tables;

use std::sync::LazyLock;

use super::Parts;
use super::declared::Declared;

pub static SAME: LazyLock<Declared> = LazyLock::new(|| Declared::embedded(include_str!("same.toml"), PARTS));

const PARTS: Parts = Parts { sections: tables::section, takeaway: tables::takeaway, ..Parts::NONE };
