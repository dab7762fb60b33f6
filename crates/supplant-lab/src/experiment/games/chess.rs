//! Chess: the text of a position is its FEN, and the set is that of the 1994 study.

use anyhow::{Result, bail};

use super::{AnyGame, Playable};
use supplant::entry::Depth;
use supplant_search::game::chess::{Chess, notation, positions};

impl Playable for Chess {
    const WORD: &'static str = "chess";
    const DEEPER: Depth = 0;

    fn of(game: &AnyGame) -> Option<&Self> {
        match game {
            AnyGame::Chess(game) => Some(game),
            _ => None,
        }
    }

    fn text(&self) -> String {
        self.board().to_string()
    }

    fn read(text: &str) -> Result<Self> {
        match text.split_once(' ') {
            Some((Self::WORD, _)) => bail!("a position of chess is a FEN alone"),
            _ => Ok(Self::new(notation::fen(text)?)),
        }
    }

    fn under(self, draw: u64) -> Self {
        self.with_keys(draw)
    }

    fn under_distant(self) -> Option<Self> {
        Some(self.with_distant_keys())
    }

    fn set() -> Vec<(String, Self)> {
        positions::kasparov_short().into_iter().map(|position| (position.id, position.game)).collect()
    }
}
