//! Domineering: the text is `domineering 8x8 vertical a1 c3 …`.

use anyhow::{Context as _, Result};

use super::{AnyGame, Playable, after, drawn, line, sides};
use supplant::entry::Depth;
use supplant_search::game::domineering::{Domineering, Player};

/// Random moves before a position of the set. On an empty board most first moves are worth about
/// the same.
const BY_LOT: usize = 8;

impl Playable for Domineering {
    const WORD: &'static str = "domineering";
    const DEEPER: Depth = 1;

    fn of(game: &AnyGame) -> Option<&Self> {
        match game {
            AnyGame::Domineering(game) => Some(game),
            _ => None,
        }
    }

    fn text(&self) -> String {
        let (beginning, moves) = line(self);
        let (rows, columns) = self.sides();
        format!("{} {rows}x{columns} {}{moves}", Self::WORD, word(beginning.player()))
    }

    fn read(text: &str) -> Result<Self> {
        let mut words = text.split_ascii_whitespace().skip(1);
        let (rows, columns) = sides(words.next(), (8, 8))?;
        let player = words.next().and_then(|given| PLAYERS.into_iter().find(|&player| word(player) == given));
        let player = player.context("say who began: vertical or horizontal")?;
        after(Self::new(rows, columns, player), &words.collect::<Vec<_>>())
    }

    fn under(self, draw: u64) -> Self {
        self.with_keys(draw)
    }

    fn set() -> Vec<(String, Self)> {
        drawn(&Self::new(8, 8, Player::Vertical), BY_LOT)
    }
}

const PLAYERS: [Player; 2] = [Player::Vertical, Player::Horizontal];

fn word(player: Player) -> String {
    player.to_string().to_ascii_lowercase()
}
