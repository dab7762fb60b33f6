//! Connect Four: the text is `connect-four 7x6 d d c …`, with columns, rows and moves.

use anyhow::Result;

use super::{AnyGame, Playable, after, drawn, line, sides};
use supplant::entry::Depth;
use supplant_search::game::connect_four::ConnectFour;

const BY_LOT: usize = 8;

impl Playable for ConnectFour {
    const WORD: &'static str = "connect-four";
    const DEEPER: Depth = 6;

    fn of(game: &AnyGame) -> Option<&Self> {
        match game {
            AnyGame::ConnectFour(game) => Some(game),
            _ => None,
        }
    }

    fn text(&self) -> String {
        let (_, moves) = line(self);
        let (columns, rows) = self.sides();
        format!("{} {columns}x{rows}{moves}", Self::WORD)
    }

    fn read(text: &str) -> Result<Self> {
        let mut words = text.split_ascii_whitespace().skip(1);
        let (columns, rows) = sides(words.next(), (7, 6))?;
        after(Self::new(columns, rows), &words.collect::<Vec<_>>())
    }

    fn under(self, draw: u64) -> Self {
        self.with_keys(draw)
    }

    fn set() -> Vec<(String, Self)> {
        drawn(&Self::default(), BY_LOT)
    }
}
