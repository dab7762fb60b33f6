//! A game for tests with one move in each position, without end.

use crate::game::{Game, Outcome, Ranked, Root, Value};
use crate::sync::{Arc, Mutex, lock};
use supplant::entry::Move16;
use supplant::key::Key;

#[derive(Clone)]
pub(super) struct Endless {
    in_check: bool,
    played: usize,
    longest: Arc<Mutex<usize>>,
}

impl Endless {
    pub(super) fn new(in_check: bool) -> Self {
        Self { in_check, played: 0, longest: Arc::default() }
    }

    pub(super) fn longest(&self) -> usize {
        *lock(&self.longest)
    }
}

impl Game for Endless {
    type Move = ();
    const NAME: &'static str = "endless";
    const ASPIRATION: Value = 50;
    const HISTORY_SLOTS: usize = 1;

    fn key(&self) -> Key {
        Key(self.played as u64)
    }
    fn likely_key_after(&self, (): ()) -> Key {
        Key(self.played as u64 + 1)
    }
    fn moves(&self, into: &mut Vec<Ranked<()>>) {
        into.push(Ranked { mv: (), rank: Ranked::<()>::NOISY });
    }
    fn noisy_moves(&self, into: &mut Vec<Ranked<()>>) {
        self.moves(into);
    }
    fn play(&mut self, (): ()) {
        self.played += 1;
        let mut longest = lock(&self.longest);
        *longest = self.played.max(*longest);
    }
    fn undo(&mut self) {
        self.played -= 1;
    }
    fn in_check(&self) -> bool {
        self.in_check
    }
    fn has_moves(&self) -> bool {
        true
    }
    fn without_moves(&self) -> Outcome {
        Outcome::Draw
    }
    fn evaluate(&self) -> Value {
        self.played as Value - 10_000
    }
    fn greatest_gain(&self) -> Value {
        20_000
    }
    fn played(&self) -> Root {
        Root(self.played)
    }
    fn encode(&self, (): ()) -> Move16 {
        Move16(1)
    }
    fn decode(&self, _: Move16) -> Option<()> {
        None
    }
    fn history_slot(&self, (): ()) -> usize {
        0
    }
    fn notation(&self, (): ()) -> String {
        String::new()
    }
}
