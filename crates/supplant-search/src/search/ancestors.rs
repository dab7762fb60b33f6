//! Lines of several plies in entries (Breuker et al. 1996, section 4). If the table lacks a
//! position, the search first tries the next move of an ancestor's stored line.
//!
//! Our choices, which the paper leaves open:
//! - The nearest ancestor counts whose line reaches the position.
//! - A line is the best found below a position, even if the position failed low.
//! - A score that ends a search hands up the line of its entry.

use super::FOLLOWING;
use super::node::Node;
use super::{MAX_PLY, NodeContext, Search};
use crate::game::Game;
use supplant::entry::{Move16, SizedEntry};

type Line = [Move16; FOLLOWING + 1];

const NOTHING: Line = [Move16::NONE; FOLLOWING + 1];

#[derive(Clone, Copy, Debug)]
struct Known {
    stored: Line,
    inherited: Line,
    found: Line,
}

#[derive(Clone, Debug)]
pub(super) struct Ancestors {
    longest: usize,
    path: Vec<Known>,
}

impl Ancestors {
    /// `None` if `longest`, the entry's own move included, is one or less.
    pub(super) fn of_lines(longest: usize) -> Option<Self> {
        let unknown = Known { stored: NOTHING, inherited: NOTHING, found: NOTHING };
        let longest = longest.min(FOLLOWING + 1);
        (longest > 1).then(|| Self { longest, path: vec![unknown; MAX_PLY + 2] })
    }

    fn enter(&mut self, ply: usize) {
        let known = &mut self.path[ply];
        (known.stored, known.found) = (NOTHING, NOTHING);
    }

    fn hit(&mut self, ply: usize, mv: Move16, following: [Move16; FOLLOWING]) {
        let stored = &mut self.path[ply].stored;
        *stored = prepended(mv, following);
        stored[self.longest..].fill(Move16::NONE);
    }

    fn play(&mut self, ply: usize, mv: Move16) {
        let Known { stored, inherited, .. } = self.path[ply];
        let near = rest(stored, mv);
        self.path[ply + 1].inherited = if near[0].is_some() { near } else { rest(inherited, mv) };
    }

    fn raise(&mut self, ply: usize, mv: Move16) {
        let [followed @ .., _] = self.path[ply + 1].found;
        self.path[ply].found = prepended(mv, followed);
    }
}

fn prepended(mv: Move16, [a, b, c, d]: [Move16; FOLLOWING]) -> Line {
    [mv, a, b, c, d]
}

fn rest(line: Line, mv: Move16) -> Line {
    let [first, a, b, c, d] = line;
    if first == mv && mv.is_some() { [a, b, c, d, Move16::NONE] } else { NOTHING }
}

impl<G: Game> Search<'_, G> {
    #[inline]
    fn ancestors(&mut self) -> Option<&mut Ancestors> {
        if self.table.following_kept() == 0 { None } else { self.ancestors.as_mut() }
    }

    #[inline]
    pub(super) fn enter_line(&mut self, ply: usize) {
        if let Some(ancestors) = self.ancestors() {
            ancestors.enter(ply);
        }
    }

    pub(super) fn enter_root_line(&mut self, root: &Node<G::Move>) {
        if self.ancestors().is_none() {
            return;
        }
        self.enter_line(0);
        if let Some(entry) = self.table.probe(root.key) {
            self.take_line(root, &entry);
        }
    }

    #[inline]
    pub(super) fn take_line(&mut self, node: &Node<G::Move>, entry: &SizedEntry) {
        if !node.keeps_line {
            return;
        }
        let table = self.table;
        if let Some(ancestors) = self.ancestors() {
            ancestors.hit(node.ply, entry.mv, table.following(node.key));
        }
    }

    #[inline]
    pub(super) fn ask_ancestors(&mut self, node: &mut Node<G::Move>) {
        if node.depth == 0 {
            return;
        }
        let Some(named) = self.ancestors().map(|ancestors| ancestors.path[node.ply].inherited[0]) else {
            return;
        };
        if let Some(mv) = self.game.decode(named) {
            self.counters.inherited += 1;
            node.table_moves[0] = Some(mv);
        }
    }

    #[inline]
    pub(super) fn follow_line(&mut self, ply: usize, mv: Option<G::Move>) {
        if self.table.following_kept() == 0 {
            return;
        }
        let played = mv.map_or(Move16::NONE, |mv| self.game.encode(mv));
        if let Some(ancestors) = self.ancestors() {
            ancestors.play(ply, played);
        }
    }

    #[inline]
    pub(super) fn raise_line(&mut self, ply: usize, mv: G::Move) {
        if self.table.following_kept() == 0 {
            return;
        }
        let best = self.game.encode(mv);
        if let Some(ancestors) = self.ancestors() {
            ancestors.raise(ply, best);
        }
    }

    #[inline]
    pub(super) fn adopt_line(&mut self, ply: usize, mv: Move16) {
        if let Some(ancestors) = self.ancestors() {
            let known = &mut ancestors.path[ply];
            known.found =
                if known.stored[0] == mv { known.stored } else { prepended(mv, [Move16::NONE; FOLLOWING]) };
        }
    }

    #[inline]
    pub(super) fn store(&mut self, node: &Node<G::Move>, entry: SizedEntry) {
        let found = self.ancestors().map_or(NOTHING, |ancestors| ancestors.path[node.ply].found);
        let [following @ .., _] = rest(found, entry.mv);
        self.table.store_with(node.key, entry, NodeContext { following, ..NodeContext::at_ply(node.ply) });
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Ancestors, FOLLOWING, Move16};
    use crate::game::Game as _;
    use crate::game::domineering::{Domineering, Player};
    use crate::search::LinedEntry;
    use crate::search::negamax::negamax;
    use crate::search::{Counters, Enhancements, Found, HitUse, Limits, SearchTable, search};
    use supplant::entry::bucket::Checked;
    use supplant::scheme::{New, TwoBig1};
    use supplant::table::Table;
    use supplant::table::{SizedBucket, TableBuilder};

    const A: Move16 = Move16(1);
    const B: Move16 = Move16(2);
    const C: Move16 = Move16(3);
    const D: Move16 = Move16(4);
    const E: Move16 = Move16(5);
    const F: Move16 = Move16(6);
    const NONE: Move16 = Move16::NONE;

    fn with_line(longest: usize) -> Ancestors {
        let mut ancestors = Ancestors::of_lines(longest).expect("several plies");
        ancestors.enter(0);
        ancestors.hit(0, A, [B, C, D, E]);
        ancestors
    }

    #[test]
    fn a_line_names_the_moves_below_as_far_as_it_is_played_and_as_it_reaches() {
        let mut ancestors = with_line(3);
        let mut played = |mv: Move16, ply: usize| {
            ancestors.play(ply, mv);
            ancestors.enter(ply + 1);
            ancestors.path[ply + 1].inherited[0]
        };
        assert_eq!([played(A, 0), played(B, 1), played(C, 2)], [B, C, NONE], "three plies");
        assert_eq!([played(A, 0), played(F, 1), played(C, 2)], [B, NONE, NONE], "left");
        assert_eq!(played(F, 0), NONE);
        assert_eq!(played(A, 0), B, "another branch does no harm");
    }

    #[test]
    fn the_nearest_ancestor_is_asked_if_its_line_reaches_so_far() {
        let mut ancestors = with_line(5);
        ancestors.play(0, A);
        ancestors.enter(1);
        ancestors.hit(1, B, [F, NONE, NONE, NONE]);
        ancestors.play(1, B);
        assert_eq!(ancestors.path[2].inherited[0], F);
        ancestors.enter(1);
        ancestors.hit(1, B, [NONE; FOLLOWING]);
        ancestors.play(1, B);
        assert_eq!(ancestors.path[2].inherited[..2], [C, D], "the nearer one ends there");
        ancestors.play(1, NONE);
        assert_eq!(ancestors.path[2].inherited[0], NONE, "a pass is on no line");
    }

    #[test]
    fn the_best_line_is_handed_up_move_by_move() {
        let mut ancestors = with_line(5);
        (1..5).for_each(|ply| ancestors.enter(ply));
        for (ply, mv) in [(4, E), (3, D), (2, C), (1, B), (0, A)] {
            ancestors.raise(ply, mv);
        }
        assert_eq!(ancestors.path[0].found, [A, B, C, D, E]);
        ancestors.enter(1);
        ancestors.raise(0, F);
        assert_eq!(ancestors.path[0].found, [F, NONE, NONE, NONE, NONE], "of nothing below");
    }

    #[test]
    fn a_line_of_one_ply_has_no_following_moves() {
        assert!(Ancestors::of_lines(1).is_none() && Ancestors::of_lines(0).is_none());
        let on = Enhancements::ALIBABA.limited_to(HitUse::Line4);
        assert_eq!([0, 2, FOLLOWING].map(|following| on.stored_line(following)), [1, 3, 4]);
        let without_moves = Enhancements { table_move: false, ..on };
        assert_eq!(without_moves.stored_line(FOLLOWING), 0);
    }

    type Lined = Table<TwoBig1, Checked<2, 2, LinedEntry>>;

    fn searched(
        table: &dyn SearchTable,
        hit: HitUse,
        on: Enhancements,
    ) -> Found<<Domineering as crate::game::Game>::Move> {
        let game = Domineering::new(5, 5, Player::Vertical);
        search(&game, table, Limits::depth(7), on.limited_to(hit))
    }

    fn counted(table: &dyn SearchTable, hit: HitUse) -> Counters {
        searched(table, hit, Enhancements::ALIBABA).counters
    }

    fn lined() -> Lined {
        TableBuilder::new().slots(1 << 8).build().expect("a small table fits")
    }

    #[test]
    fn lines_change_a_search_and_more_of_them_are_of_use_the_longer_they_are() {
        let one = counted(&lined(), HitUse::Both);
        let plain = |hit| {
            let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new()
                .slots(1 << 8)
                .build()
                .expect("a small table fits");
            counted(&table, hit)
        };
        assert_eq!(plain(HitUse::Both), one, "the same search in larger entries");
        assert_eq!(plain(HitUse::Line5), one, "where none are kept, none are used");
        let used = [HitUse::Both, HitUse::Line2, HitUse::Line5].map(|hit| counted(&lined(), hit).inherited);
        assert!(used[0] == 0 && used[0] < used[1] && used[1] < used[2], "{used:?}");
        assert_ne!(counted(&lined(), HitUse::Line5).nodes(), one.nodes());
    }

    #[test]
    fn stored_lines_leave_the_value_of_the_root_as_it_is() {
        let mut game = Domineering::new(5, 5, Player::Vertical);
        let found = searched(&lined(), HitUse::Line5, Enhancements::SOUND);
        assert_eq!(found.best.expect("nothing stops it").value, negamax(&mut game, 7));
    }

    #[test]
    fn what_a_table_keeps_of_the_root_is_the_line_that_was_found() {
        let table = TableBuilder::<New, Checked<1, 2, LinedEntry>>::new()
            .slots(1 << 20)
            .build()
            .expect("a table is available");
        let game = Domineering::new(4, 4, Player::Vertical);
        let on = Enhancements { table_score: crate::search::TableScore::Unused, ..Enhancements::SOUND };
        let found =
            search(&game, &table, Limits::depth(5), on.limited_to(HitUse::Line5)).best.expect("a move");
        let kept = table.probe(game.key()).expect("the root was stored last");
        let line: Vec<_> = std::iter::once(kept.entry.mv).chain(kept.following).collect();
        let expected: Vec<_> = found.line.iter().map(|&mv| game.encode(mv)).collect();
        assert!(expected.len() > 2, "{expected:?}");
        assert!(line.starts_with(&expected[..expected.len().min(5)]), "{line:?} {expected:?}");
    }
}
