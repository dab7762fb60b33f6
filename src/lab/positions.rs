//! Sets of positions that studies search.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use crate::game::chess::Chess;
use crate::game::chess::notation::{self, Position};

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

    /// The positions of an EPD file.
    ///
    /// # Errors
    /// If it cannot be read, or two positions have one id.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let positions = notation::epd(&read_text(path)?).map_err(|error| error.in_source(&name))?;
        let mut ids = HashSet::new();
        if let Some(twice) = positions.iter().find(|position| !ids.insert(&position.id)) {
            bail!("{name}: the id `{}` stands twice; give each position an id of its own", twice.id);
        }
        let stem = path.file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self::new(&stem, positions))
    }

    fn new(name: &str, positions: Vec<Position>) -> Self {
        let positions = positions.into_iter().map(|position| (position.id, position.game)).collect();
        Self { name: name.to_owned(), positions }
    }
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{}: is no text in UTF-8; convert it", path.display()))
}
