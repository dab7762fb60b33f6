//! Splits what a small table loses into moves and scores. `moves.toml` states the study.

mod tables;

use std::sync::LazyLock;

use super::Parts;
use super::declared::Declared;

pub static MOVES: LazyLock<Declared> =
    LazyLock::new(|| Declared::embedded(include_str!("moves.toml"), PARTS));

const PARTS: Parts =
    Parts { figures: tables::figures, sections: tables::sections, takeaway: tables::takeaway, ..Parts::NONE };
