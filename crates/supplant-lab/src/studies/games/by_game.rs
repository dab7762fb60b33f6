//! Splits the samples of the study by game.

use std::collections::BTreeMap;

use super::MODE;
use crate::experiment::games::{NAMES, Playable as _, deeper};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::words::counted;
use supplant::entry::Depth;
use supplant_search::game::chess::Chess;

#[derive(Clone, Debug)]
pub struct OfGame {
    pub game: &'static str,
    pub samples: Samples,
}

impl OfGame {
    pub(super) fn in_words(&self) -> String {
        format!("{} ({})", self.game, counted(self.samples.positions().len(), "position"))
    }

    pub(super) fn depth(&self) -> Option<Depth> {
        Some(self.ply()? + deeper(self.game))
    }

    pub(super) fn ply(&self) -> Option<Depth> {
        self.samples.deepest(MODE)
    }

    pub(super) fn nodes(&self, contender: Contender, size: Option<usize>) -> Option<&[u64]> {
        self.samples.nodes(MODE, self.ply()?, contender, size)
    }
}

#[must_use]
pub fn by_game(samples: &Samples) -> Vec<OfGame> {
    let games = PositionSet::games();
    let known: BTreeMap<&str, &str> =
        games.positions.iter().map(|(id, game)| (id.as_str(), game.name())).collect();
    let of = |&game: &&'static str| {
        let is_of = |id: &String| *known.get(id.as_str()).unwrap_or(&Chess::WORD) == game;
        let places: Vec<_> =
            (0..samples.positions().len()).filter(|&i| is_of(&samples.positions()[i])).collect();
        let alone: Vec<_> = places.iter().map(std::slice::from_ref).collect();
        (!places.is_empty()).then(|| OfGame { game, samples: samples.in_blocks(&alone) })
    };
    NAMES.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{OfGame, by_game, deeper};
    use crate::experiment::searches::{Contender, Mode, Samples};

    #[test]
    fn each_game_has_its_own_positions_and_what_is_in_no_set_is_of_chess() {
        let mut samples = Samples::default();
        samples.insert((Mode::Clear, 5, Contender::Unbounded, None), vec![1, 2, 3, 4]);
        let samples = samples.named(&["breuker1994.15", "synthetic.02", "mine", "domineering.01"]);
        let found = by_game(&samples);
        let nodes = |of: &OfGame| (of.game, of.nodes(Contender::Unbounded, None).map(<[_]>::to_vec));
        assert_eq!(
            found.iter().map(nodes).collect::<Vec<_>>(),
            [("chess", Some(vec![1, 3])), ("domineering", Some(vec![4])), ("synthetic", Some(vec![2])),]
        );
    }

    #[test]
    fn the_ply_that_is_shown_is_the_last() {
        let mut samples = Samples::default();
        for (ply, nodes) in [(5, 10), (6, 60)] {
            samples.insert((Mode::Clear, ply, Contender::Unbounded, None), vec![nodes]);
        }
        let of = |game| OfGame { game, samples: samples.clone() };
        assert_eq!((of("chess").ply(), of("chess").depth()), (Some(6), Some(6)));
        assert_eq!(of("synthetic").depth(), Some(6 + deeper("synthetic")));
        assert_eq!(of("chess").nodes(Contender::Unbounded, None), Some(&[60][..]));
    }
}
