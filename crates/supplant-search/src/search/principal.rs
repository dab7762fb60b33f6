//! Marks the PVs of the root's children, for schemes that keep such entries (1996, section 4).

use super::{NodeContext, Search};
use crate::game::Game;
use supplant::entry::SizedEntry;

impl<G: Game> Search<'_, G> {
    /// It costs a probe and a store for each move.
    pub(super) fn mark_principal(&mut self, mv: G::Move) {
        if !self.table.uses_principal() || !self.on.uses_table() {
            return;
        }
        self.game.play(mv);
        self.mark_position(1);
        let line = self.lines.line(1).to_vec();
        for (&mv, ply) in line.iter().zip(2..) {
            self.game.play(mv);
            self.mark_position(ply);
        }
        for _ in 0..=line.len() {
            self.game.undo();
        }
    }

    fn mark_position(&self, ply: usize) {
        let key = self.game.key();
        if let Some(entry) = self.table.probe(key) {
            let beside = NodeContext { following: self.table.following(key), ..NodeContext::at_ply(ply) };
            self.table.store_with(key, SizedEntry { principal: true, ..entry }, beside);
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::game::Game;
    use crate::game::domineering::{Domineering, Player};
    use crate::search::{Enhancements, Limits, search};
    use supplant::scheme::{Deep, Principal, Scheme};
    use supplant::table::{SizedBucket, TableBuilder};

    fn marked<S: Scheme>() -> (usize, usize, usize) {
        let table =
            TableBuilder::<S, SizedBucket<S>>::new().slots(1 << 16).build().expect("a small table fits");
        let mut game = Domineering::new(4, 5, Player::Vertical);
        let found = search(&game, &table, Limits::depth(5), Enhancements::SOUND);
        let line = found.best.expect("nothing stops it").line;
        let is_marked = |game: &Domineering| table.probe(game.key()).is_some_and(|entry| entry.principal);
        let on_line = line.iter().filter(|&&mv| {
            game.play(mv);
            is_marked(&game)
        });
        (on_line.count(), line.len(), table.iter().filter(|held| held.payload.principal).count())
    }

    #[test]
    fn the_lines_below_the_root_moves_are_marked_if_the_scheme_asks() {
        let (on_line, length, all) = marked::<Principal>();
        assert_eq!((on_line, length), (5, 5));
        assert!(all > 5, "those of the other root moves, too: {all}");
        assert_eq!(marked::<Deep>().2, 0);
    }
}
