//! Judges our scheme on positions that had no part in finding it. `scheme.toml` states the study,
//! and `deeper.toml` states it a ply deeper.

mod takeaway;

use std::sync::LazyLock;

use super::Parts;
use super::declared::Declared;

pub static SCHEME: LazyLock<Declared> =
    LazyLock::new(|| Declared::embedded(include_str!("scheme.toml"), PARTS));

pub static DEEPER: LazyLock<Declared> =
    LazyLock::new(|| Declared::embedded(include_str!("deeper.toml"), PARTS));

const PARTS: Parts = Parts { takeaway: takeaway::words, ..Parts::NONE };
