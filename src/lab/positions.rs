//! Sets of positions that studies search.

use std::sync::Arc;

use crate::game::chess::Chess;
use crate::game::chess::notation::Position;

/// A named set of positions, in game order where they come from one game.
#[derive(Clone, Debug)]
pub struct PositionSet {
    /// The name in unit ids: `breuker1994`, or the file's name.
    pub name: String,
    /// The positions, by id.
    pub positions: Arc<[(String, Chess)]>,
}

impl PositionSet {
    /// The eighteen positions of the 1994 study, Kasparov–Short, with the game behind each.
    #[must_use]
    pub fn kasparov_short() -> Self {
        Self::new("breuker1994", crate::game::chess::positions::kasparov_short())
    }

    /// A set of one's own.
    #[must_use]
    pub fn new(name: &str, positions: Vec<Position>) -> Self {
        let numbered = positions.into_iter().enumerate().map(|(i, position)| {
            let id = if position.id.is_empty() { format!("{name}.{}", i + 1) } else { position.id };
            (id, position.game)
        });
        Self { name: name.to_owned(), positions: numbered.collect() }
    }
}
