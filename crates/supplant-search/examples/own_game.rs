//! A game of your own on the shared table: Nim, searched by all workers of a pool.
//!
//! `cargo run --release -p supplant-search --example own_game`
//!
//! The player who takes the last counter wins. The side to move can do so unless the exclusive or
//! of the heaps is 0 (Bouton, *Nim, a game with a complete mathematical theory*, 1901).
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use supplant::scheme::TwoBig1;
use supplant::table::{SizedBucket, TableBuilder};
use supplant::{Key, Move16, key::SplitMix64, table::SizeError};
use supplant_search::game::{Game, Outcome, Ranked, Root, Value};
use supplant_search::search::{Enhancements, Limits};
use supplant_search::smp::{Order, Pool};

#[derive(Clone)]
struct Nim([u8; 4], Vec<(u8, u8)>);

impl Game for Nim {
    type Move = (u8, u8);
    const NAME: &'static str = "nim";
    const ASPIRATION: Value = 1;
    const HISTORY_SLOTS: usize = 4 * 16;

    fn key(&self) -> Key {
        let mut heaps = self.0;
        heaps.sort_unstable();
        // Heaps have no order. All bits of a key must be well mixed.
        Key(SplitMix64::new(u32::from_le_bytes(heaps).into()).next())
    }
    fn likely_key_after(&self, mv: (u8, u8)) -> Key {
        let mut after = self.clone();
        after.play(mv);
        after.key()
    }
    fn moves(&self, into: &mut Vec<Ranked<(u8, u8)>>) {
        let all = (0..).zip(self.0).flat_map(|(heap, left)| (1..=left).map(move |taken| (heap, taken)));
        into.extend(all.map(|mv| Ranked { mv, rank: Ranked::<(u8, u8)>::QUIET }));
    }
    fn play(&mut self, (heap, taken): (u8, u8)) {
        self.0[usize::from(heap)] -= taken;
        self.1.push((heap, taken));
    }
    fn undo(&mut self) {
        let (heap, taken) = self.1.pop().expect("a move is taken back only after it was played");
        self.0[usize::from(heap)] += taken;
    }
    fn has_moves(&self) -> bool {
        self.0 != [0; 4]
    }
    fn without_moves(&self) -> Outcome {
        Outcome::Lost
    }
    fn evaluate(&self) -> Value {
        0
    }
    fn played(&self) -> Root {
        Root(self.1.len())
    }
    fn encode(&self, (heap, taken): (u8, u8)) -> Move16 {
        Move16(u16::from(heap) << 8 | u16::from(taken))
    }
    fn decode(&self, Move16(bits): Move16) -> Option<(u8, u8)> {
        let [taken, heap] = bits.to_le_bytes();
        (1..=*self.0.get(usize::from(heap))?).contains(&taken).then_some((heap, taken))
    }
    fn history_slot(&self, (heap, taken): (u8, u8)) -> usize {
        usize::from(heap) * 16 + usize::from(taken)
    }
    fn notation(&self, (heap, taken): (u8, u8)) -> String {
        format!("{taken} of heap {}", heap + 1)
    }
}

fn main() -> Result<(), SizeError> {
    let (table, mut pool) =
        (TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().mebibytes(4).build()?, Pool::new(2));
    for heaps in [[1, 2, 3, 0], [2, 3, 4, 6], [1, 3, 5, 7]] {
        let limits = Limits::depth(heaps.iter().sum());
        let order = Order { enhancements: Enhancements::SOLVER, ..Order::alibaba(limits) };
        let answer = pool.search(&table, &Nim(heaps, Vec::new()), &order, |_| ());
        let wins = answer.best.is_some_and(|best| best.value > 0);
        assert_eq!(wins, heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0, "Bouton's rule");
        println!("{heaps:?}: who is to move {}", if wins { "wins" } else { "loses" });
    }
    Ok(())
}
