//! Splits what a small table loses into moves and scores. `moves.toml` states the study.

mod tables;

use std::sync::LazyLock;

use super::Parts;
use super::declared::{Declared, NamedFiles};

pub static MOVES: LazyLock<Declared> = LazyLock::new(|| {
    let stated = Declared::of(include_str!("moves.toml"), NamedFiles::Kept);
    let stated = stated.expect("the embedded file states a study; a test reads it");
    stated.with(Parts {
        figures: tables::figures,
        sections: tables::sections,
        takeaway: tables::takeaway,
        ..Parts::NONE
    })
});
