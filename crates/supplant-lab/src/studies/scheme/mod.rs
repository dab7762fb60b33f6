//! A scheme of our own, judged on positions that had no part in finding it. `scheme.toml` states it, and `deeper.toml` the same a ply deeper.

mod takeaway;

use std::sync::LazyLock;

use super::Parts;
use super::declared::{Declared, NamedFiles};

/// The study.
pub static SCHEME: LazyLock<Declared> = LazyLock::new(|| embedded(include_str!("scheme.toml")));

/// A ply deeper.
pub static DEEPER: LazyLock<Declared> = LazyLock::new(|| embedded(include_str!("deeper.toml")));

fn embedded(file: &'static str) -> Declared {
    let stated =
        Declared::of(file, NamedFiles::Kept).expect("the embedded file states a study; a test reads it");
    stated.with(Parts { takeaway: takeaway::words, ..Parts::NONE })
}
