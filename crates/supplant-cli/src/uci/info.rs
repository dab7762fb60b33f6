//! The lines that are printed during a search.

use std::time::Duration;

use super::position;
use supplant::entry::{Bound, Depth};
use supplant_search::game::Value;
use supplant_search::game::chess::{Chess, Move};
use supplant_search::search::Current;
use supplant_search::search::score::plies_to_end;

#[derive(Clone, Debug)]
pub(super) struct InfoLine<'a> {
    pub(super) depth: Depth,
    pub(super) deepest: u64,
    pub(super) rank: Option<usize>,
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) hashfull: u16,
    pub(super) line: &'a [Move],
}

impl InfoLine<'_> {
    pub(super) fn told(&self, game: &Chess, is_chess960: bool) -> String {
        let Self { depth, deepest, rank, nodes, elapsed, hashfull, .. } = *self;
        let rank = rank.map_or_else(String::new, |rank| format!(" multipv {rank}"));
        let bound = match self.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            _ => "",
        };
        format!(
            "info depth {depth} seldepth {}{rank} score {}{bound} nodes {nodes} nps {} hashfull {hashfull} time {} pv {}",
            deepest.max(depth.into()),
            score(self.value),
            per_second(nodes, elapsed),
            elapsed.as_millis(),
            position::line(game, self.line, is_chess960),
        )
    }
}

fn score(value: Value) -> String {
    match plies_to_end(value) {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {value}"),
    }
}

fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000_000 / elapsed.as_nanos().max(1)).min(u64::MAX.into()) as u64
}

pub(super) fn under_way(current: Option<(Current, String)>, nodes: u64, elapsed: Duration) -> String {
    let at = current.map_or_else(String::new, |(Current { depth, number, .. }, mv)| {
        format!("depth {depth} currmove {mv} currmovenumber {number} ")
    });
    format!("info {at}nodes {nodes} nps {} time {}", per_second(nodes, elapsed), elapsed.as_millis())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{InfoLine, per_second, score, under_way};
    use supplant::entry::{Bound, Move16};
    use supplant_search::game::chess::Chess;
    use supplant_search::search::Current;
    use supplant_search::search::score::WIN;

    #[test]
    fn mates_are_counted_in_moves_from_the_position() {
        let scores = [WIN - 1, WIN - 3, -WIN, 2 - WIN, 4 - WIN, -57].map(score);
        assert_eq!(scores, ["mate 1", "mate 2", "mate 0", "mate -1", "mate -2", "cp -57"]);
    }

    #[test]
    fn a_line_has_its_words_in_their_order_and_legal_moves_alone() {
        let line = ["e2e4", "e7e5", "e7e5"].map(|mv| mv.parse().expect("a move"));
        let found = InfoLine {
            depth: 3,
            deepest: 9,
            rank: Some(2),
            value: 11,
            bound: Bound::Lower,
            nodes: 500,
            elapsed: Duration::from_millis(250),
            hashfull: 7,
            line: &line,
        };
        let told = "info depth 3 seldepth 9 multipv 2 score cp 11 lowerbound nodes 500 nps 2000 hashfull 7 time 250 pv e2e4 e7e5";
        assert_eq!(found.told(&Chess::default(), false), told);
    }

    #[test]
    fn a_search_under_way_says_what_it_is_at() {
        let current = Current { depth: 4, mv: Move16(1), number: 2 };
        let told = under_way(Some((current, "e2e4".to_owned())), 100, Duration::from_secs(1));
        assert_eq!(told, "info depth 4 currmove e2e4 currmovenumber 2 nodes 100 nps 100 time 1000");
        assert_eq!(under_way(None, 0, Duration::ZERO), "info nodes 0 nps 0 time 0");
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
