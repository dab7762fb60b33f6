//! Marks the entries on the principal variations of the root's children, for schemes that keep them (1996, section 4).

use super::{Memory, Search};
use crate::entry::Entry;
use crate::game::Game;

impl<G: Game, T: Memory> Search<'_, G, T> {
    /// Stores the positions of the line below root move `mv` again, marked; the search of the move has just ended.
    ///
    /// What the table no longer holds stays unmarked, and what another worker stores meanwhile may be stored over: an entry
    /// is lost, as under any race of two stores. Costs a probe and a store for each move of the line, and nothing under
    /// other schemes.
    pub(super) fn mark_principal(&mut self, mv: G::Move) {
        if !T::USES_PRINCIPAL || !(self.on.table_score || self.on.table_move) {
            return;
        }
        self.game.play(mv);
        self.mark_position();
        let line = self.lines.line(1).to_vec();
        for &mv in &line {
            self.game.play(mv);
            self.mark_position();
        }
        for _ in 0..=line.len() {
            self.game.undo();
        }
    }

    fn mark_position(&self) {
        let key = self.game.key();
        if let Some(entry) = self.table.probe(key) {
            self.table.store(key, Entry { principal: true, ..entry });
        }
    }
}
