//! The synthetic graph: the text is `synthetic seed=1 branching=12 …`, with all knobs and the
//! moves.

use anyhow::{Context as _, Result, bail, ensure};

use super::{AnyGame, DRAWN, Playable, after, line};
use supplant::entry::Depth;
use supplant_search::game::synthetic::{Knobs, Synthetic};

const SET: Knobs =
    Knobs { seed: 0, branching: 16, plies: 12, transpositions: 0.5, leaf_cost: 0, correlation: 0.8 };

impl Playable for Synthetic {
    const WORD: &'static str = "synthetic";
    const DEEPER: Depth = 0;

    fn of(game: &AnyGame) -> Option<&Self> {
        match game {
            AnyGame::Synthetic(game) => Some(game),
            _ => None,
        }
    }

    fn text(&self) -> String {
        let Knobs { seed, branching, plies, transpositions, leaf_cost, correlation } = self.knobs();
        let (_, moves) = line(self);
        format!(
            "{} seed={seed} branching={branching} plies={plies} transpositions={transpositions} leaf-cost={leaf_cost} \
             correlation={correlation}{moves}",
            Self::WORD
        )
    }

    fn read(text: &str) -> Result<Self> {
        let (knobs, moves): (Vec<_>, Vec<_>) =
            text.split_ascii_whitespace().skip(1).partition(|word| word.contains('='));
        ensure!(knobs.len() == 6, "it needs each of the six knobs once");
        let mut read = SET;
        for (knob, value) in knobs.iter().filter_map(|word| word.split_once('=')) {
            let is_read = match knob {
                "seed" => value.parse().map(|value| read.seed = value).ok(),
                "branching" => value.parse().map(|value| read.branching = value).ok(),
                "plies" => value.parse().map(|value| read.plies = value).ok(),
                "transpositions" => value.parse().map(|value| read.transpositions = value).ok(),
                "leaf-cost" => value.parse().map(|value| read.leaf_cost = value).ok(),
                "correlation" => value.parse().map(|value| read.correlation = value).ok(),
                _ => bail!("`{knob}` is not a knob"),
            };
            is_read.with_context(|| format!("`{value}` is not a value of {knob}"))?;
        }
        after(Self::new(read)?, &moves)
    }

    fn under(self, draw: u64) -> Self {
        self.with_keys(draw)
    }

    fn set() -> Vec<(String, Self)> {
        let graph = |number| {
            let graph = Self::new(Knobs { seed: number as u64, ..SET });
            (
                format!("{}.{number:02}", Self::WORD),
                graph.expect("there is such a graph; a test draws all of them"),
            )
        };
        (1..=DRAWN).map(graph).collect()
    }
}
