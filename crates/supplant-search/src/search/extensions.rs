//! Extensions: a position is searched a ply deeper where a side is in danger or has no choice.
//!
//! After Hsu's slides, "Dynamic search extension"; of captures only recaptures, so that no exchange
//! is extended twice. The decision follows from the position and the moves to it, so an entry of an
//! extended position has the depth it was searched to.
//!
//! The slides also extend where the score is much lower than on the player's last turn. Here both
//! are static values, because a decision by searched scores would search the position twice.

use super::score::static_value;
use super::{MAX_PLY, Search};
use crate::game::Game;
use supplant::entry::Depth;

/// Extensions end at this multiple of the iteration's depth; a line of checks may have no end.
const REACH: usize = 2;
/// A drop has this many half widths of the aspiration window: two pawns in chess. Chosen, not
/// measured.
const DROP: crate::game::Value = 2;

impl<G: Game> Search<'_, G> {
    /// Several reasons add only one ply.
    #[inline]
    pub(super) fn is_extended(&mut self, depth: Depth, ply: usize) -> bool {
        let has_dropped = self.on.extend_drops && self.has_dropped(ply);
        let on = &self.on;
        (on.extend_checks || on.extend_recaptures || on.extend_single_replies || has_dropped)
            && self.may_extend(depth, ply)
            && (on.extend_checks && self.game.in_check()
                || on.extend_recaptures && self.game.is_recaptured()
                || has_dropped
                || on.extend_single_replies && self.game.has_single_move())
    }

    /// Whether the static value is much lower than two plies before. The root begins the path with
    /// [`enter_stands`](Self::enter_stands), and every node on it has to be asked.
    fn has_dropped(&mut self, ply: usize) -> bool {
        let stand = static_value(&self.game);
        self.stands.truncate(ply);
        self.stands.push(stand);
        ply.checked_sub(2).is_some_and(|last| stand + DROP * G::ASPIRATION <= self.stands[last])
    }

    pub(super) fn enter_stands(&mut self) {
        if self.on.extend_drops {
            self.stands.clear();
            self.stands.push(static_value(&self.game));
        }
    }

    pub(super) fn may_extend(&self, depth: Depth, ply: usize) -> bool {
        ply < REACH * usize::from(self.iteration) && ply + usize::from(depth) + 2 < MAX_PLY
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::search::endless::Endless;
    use crate::search::{Enhancements, Limits, MAX_DEPTH, MAX_PLY, NoTable, search};
    use supplant::entry::Depth;

    #[test]
    fn a_line_of_checks_is_extended_to_twice_the_depth_and_ends() {
        let longest = |depth: Depth, in_check: bool| {
            let on = Enhancements { extend_checks: true, quiescence: false, ..Enhancements::NONE };
            let game = Endless::new(in_check);
            let found = search(&game, &NoTable, Limits::depth(depth), on);
            assert_eq!(found.best.map(|best| best.depth), Some(depth));
            game.longest()
        };
        assert_eq!([1, 3, 10].map(|depth| longest(depth, false)), [1, 3, 10]);
        assert_eq!([1, 3, 10].map(|depth| longest(depth, true)), [2, 8, 29]);
        let deepest = longest(MAX_DEPTH, true);
        assert!(deepest < MAX_PLY && deepest > MAX_PLY - 3, "{deepest}");
    }

    #[cfg(feature = "chess")]
    mod of_chess {
        use crate::game::chess::Chess;
        use crate::search::score::plies_to_end;
        use crate::search::{Enhancements, Limits, NoTable, search};

        fn depths(fen: &str) -> [u8; 4] {
            let none = Enhancements { quiescence: false, ..Enhancements::NONE };
            let game: Chess = fen.parse().expect("a position");
            let plies = |depth, on| {
                let best = search(&game, &NoTable, Limits::depth(depth), on).best;
                plies_to_end(best.expect("nothing stops it").value)
            };
            [
                none,
                Enhancements { extend_checks: true, ..none },
                Enhancements { extend_recaptures: true, ..none },
                Enhancements { extend_single_replies: true, ..none },
            ]
            .map(|on| (1..4).find(|&depth| plies(depth, on) == Some(3)).expect("it is found"))
        }

        #[test]
        fn a_mate_is_found_a_ply_earlier_by_what_it_goes_through() {
            assert_eq!(depths("8/7k/R7/8/8/8/8/1R4K1 w - - 0 1"), [3, 2, 3, 3]);
            assert_eq!(depths("r5bk/4n1pp/7N/8/2Q5/8/8/6K1 w - - 0 1"), [3, 2, 2, 3]);
            assert_eq!(depths("8/k1K5/7R/8/8/8/8/8 w - - 0 1"), [3, 3, 3, 2]);
        }

        #[test]
        fn a_line_that_loses_much_is_searched_a_ply_deeper() {
            let none = Enhancements { quiescence: false, ..Enhancements::NONE };
            let drops = Enhancements { extend_drops: true, ..none };
            let nodes = |fen: &str, depth, on| {
                let game: Chess = fen.parse().expect("a position");
                search(&game, &NoTable, Limits::depth(depth), on).counters.nodes()
            };
            // White can lose the rook by two moves, but not within one.
            let loses_a_rook = "7k/8/8/8/8/1R6/r7/7K w - - 0 1";
            assert!(nodes(loses_a_rook, 2, drops) > nodes(loses_a_rook, 2, none));
            assert_eq!(nodes(loses_a_rook, 1, drops), nodes(loses_a_rook, 1, none));
            let nothing_to_lose = "7k/8/8/8/8/8/8/7K w - - 0 1";
            assert_eq!(nodes(nothing_to_lose, 4, drops), nodes(nothing_to_lose, 4, none));
        }

        #[test]
        fn for_two_reasons_too_a_position_is_extended_by_one_ply() {
            let game: Chess = "r5bk/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1".parse().expect("a position");
            let none = Enhancements { quiescence: false, ..Enhancements::NONE };
            let checks = Enhancements { extend_checks: true, ..none };
            let all = Enhancements { extend_single_replies: true, extend_checks: true, ..none };
            let nodes = |on| search(&game, &NoTable, Limits::depth(1), on).counters.nodes();
            assert_eq!(nodes(all), nodes(checks), "what is single here is a check");
            assert!(nodes(checks) > nodes(none));
        }
    }
}
