//! Judges our scheme on positions that had no part in finding it. `scheme.toml` states the study,
//! and `deeper.toml` states it a ply deeper.

mod takeaway;

use std::sync::LazyLock;

use super::Parts;
use super::declared::{Declared, NamedFiles};

pub static SCHEME: LazyLock<Declared> = LazyLock::new(|| embedded(include_str!("scheme.toml")));

pub static DEEPER: LazyLock<Declared> = LazyLock::new(|| embedded(include_str!("deeper.toml")));

fn embedded(file: &'static str) -> Declared {
    let stated =
        Declared::of(file, NamedFiles::Kept).expect("the embedded file states a study; a test reads it");
    stated.with(Parts { takeaway: takeaway::words, ..Parts::NONE })
}
