//! Domineering with an evaluation that a test supplies.

use std::sync::Arc;

use supplant::entry::Move16;
use supplant::key::Key;
use supplant_search::game::domineering::{Domineering, Domino};
use supplant_search::game::{Game, Outcome, Ranked, Root, Value};

type Hook = dyn Fn(Value) -> Value + Send + Sync;

#[derive(Clone)]
pub(crate) struct Hooked {
    board: Domineering,
    hook: Arc<Hook>,
}

impl Hooked {
    pub(crate) fn new(board: Domineering, hook: impl Fn(Value) -> Value + Send + Sync + 'static) -> Self {
        Self { board, hook: Arc::new(hook) }
    }
}

impl Game for Hooked {
    type Move = Domino;

    const NAME: &'static str = "domineering, hooked";
    const ASPIRATION: Value = Domineering::ASPIRATION;
    const HISTORY_SLOTS: usize = Domineering::HISTORY_SLOTS;

    fn evaluate(&self) -> Value {
        (self.hook)(self.board.evaluate())
    }

    fn key(&self) -> Key {
        self.board.key()
    }
    fn likely_key_after(&self, mv: Domino) -> Key {
        self.board.likely_key_after(mv)
    }
    fn moves(&self, into: &mut Vec<Ranked<Domino>>) {
        self.board.moves(into);
    }
    fn play(&mut self, mv: Domino) {
        self.board.play(mv);
    }
    fn undo(&mut self) {
        self.board.undo();
    }
    fn has_moves(&self) -> bool {
        self.board.has_moves()
    }
    fn without_moves(&self) -> Outcome {
        self.board.without_moves()
    }
    fn played(&self) -> Root {
        self.board.played()
    }
    fn encode(&self, mv: Domino) -> Move16 {
        self.board.encode(mv)
    }
    fn decode(&self, bits: Move16) -> Option<Domino> {
        self.board.decode(bits)
    }
    fn history_slot(&self, mv: Domino) -> usize {
        self.board.history_slot(mv)
    }
    fn notation(&self, mv: Domino) -> String {
        self.board.notation(mv)
    }
}
