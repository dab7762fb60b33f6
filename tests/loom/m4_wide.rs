//! M4: over several data words, plain XOR lets differences cancel; a bijection per word does not.

use std::sync::Arc;

use loom::thread;
use supplant::Key;
use supplant::entry::slot::{Slot, Words};

use crate::broken::{Multiplied, PlainXor};
use crate::harness::{Outcomes, explore, finds};
use crate::positions::A;

const KEY: Key = A.key;

/// The first words of the writers differ by the same bits as the second words of the first writer
/// and of the old entry.
const TWO: ([u64; 2], &[[u64; 2]]) = ([0x11, 0x20], &[[0x12, 0x22], [0x10, 0x25]]);
/// One writer suffices if two words change by the same bits.
const THREE: ([u64; 3], &[[u64; 3]]) = ([1, 0x10, 0x20], &[[2, 0x11, 0x21]]);
/// Multiplication does not spread a difference at the top of a word to other bits.
const THREE_HIGH: ([u64; 3], &[[u64; 3]]) = ([1, 0x10, 0x20], &[[2, 1 << 63 | 0x10, 1 << 63 | 0x20]]);

/// The first word is mixed less than the others.
const TWO_HIGH: ([u64; 2], &[[u64; 2]]) = ([0x11, 0x20], &[[0x12, 1 << 63 | 0x20], [1 << 63 | 0x12, 0x25]]);
const FIRST_TWO_HIGH: ([u64; 3], &[[u64; 3]]) = ([0x10, 0x20, 1], &[[1 << 63 | 0x10, 1 << 63 | 0x20, 2]]);

trait Wide<const N: usize>: Send + Sync + 'static {
    fn empty() -> Self;
    fn store(&self, data: [u64; N]);
    fn probe(&self) -> Option<[u64; N]>;
}

impl<const N: usize> Wide<N> for Slot<N> {
    fn empty() -> Self {
        Self::default()
    }
    fn store(&self, data: [u64; N]) {
        self.save(Words::seal(KEY, data));
    }
    fn probe(&self) -> Option<[u64; N]> {
        self.load().open(KEY)
    }
}

impl<const N: usize> Wide<N> for PlainXor<N> {
    fn empty() -> Self {
        PlainXor::empty()
    }
    fn store(&self, data: [u64; N]) {
        PlainXor::store(self, KEY, data);
    }
    fn probe(&self) -> Option<[u64; N]> {
        PlainXor::probe(self, KEY)
    }
}

impl<const N: usize> Wide<N> for Multiplied<N> {
    fn empty() -> Self {
        Multiplied(PlainXor::multiplied())
    }
    fn store(&self, data: [u64; N]) {
        self.0.store(KEY, data);
    }
    fn probe(&self) -> Option<[u64; N]> {
        self.0.probe(KEY)
    }
}

fn model<W: Wide<N>, const N: usize>(
    (old, new): ([u64; N], &'static [[u64; N]]),
) -> impl Fn(&Outcomes) + Send + Sync + 'static {
    move |outcomes| {
        let slot = Arc::new(W::empty());
        slot.store(old);
        let write = |&data: &[u64; N]| {
            let slot = slot.clone();
            thread::spawn(move || slot.store(data))
        };
        let writers: Vec<_> = new.iter().map(write).collect();
        outcomes.note(match slot.probe() {
            Some(data) if data == old || new.contains(&data) => "hit",
            Some(_) => "invented",
            None => "miss",
        });
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    }
}

#[test]
fn two_words_of_two_writers_never_cancel() {
    explore("two_words_of_two_writers_never_cancel", model::<Slot<2>, 2>(TWO)).are_exactly(&["hit", "miss"]);
}

#[test]
fn three_words_of_one_writer_never_cancel() {
    explore("three_words_of_one_writer_never_cancel", model::<Slot<3>, 3>(THREE))
        .are_exactly(&["hit", "miss"]);
}

#[test]
fn differences_in_the_highest_bits_of_three_words_never_cancel() {
    let name = "differences_in_the_highest_bits_of_three_words_never_cancel";
    explore(name, model::<Slot<3>, 3>(THREE_HIGH)).are_exactly(&["hit", "miss"]);
}

#[test]
fn differences_in_the_highest_bits_of_the_first_two_words_never_cancel() {
    let two = "differences_in_the_highest_bits_of_two_words_never_cancel";
    explore(two, model::<Slot<2>, 2>(TWO_HIGH)).are_exactly(&["hit", "miss"]);
    let first_two = "differences_in_the_highest_bits_of_the_first_two_words_never_cancel";
    explore(first_two, model::<Slot<3>, 3>(FIRST_TWO_HIGH)).are_exactly(&["hit", "miss"]);
}

#[test]
fn plain_xor_over_two_words_invents_an_entry() {
    finds("invented", "plain_xor_over_two_words_invents_an_entry", model::<PlainXor<2>, 2>(TWO));
}

#[test]
fn plain_xor_over_three_words_invents_an_entry_with_one_writer() {
    let name = "plain_xor_over_three_words_invents_an_entry_with_one_writer";
    finds("invented", name, model::<PlainXor<3>, 3>(THREE));
}

#[test]
fn plain_xor_cancels_differences_in_the_highest_bits() {
    let name = "plain_xor_cancels_in_the_highest_bits_of_two_words";
    finds("invented", name, model::<PlainXor<2>, 2>(TWO_HIGH));
    let name = "plain_xor_cancels_in_the_highest_bits_of_the_first_two_words";
    finds("invented", name, model::<PlainXor<3>, 3>(FIRST_TWO_HIGH));
    let name = "plain_xor_cancels_in_the_highest_bits_of_three_words";
    finds("invented", name, model::<PlainXor<3>, 3>(THREE_HIGH));
}

/// Why the mixing folds: a multiplication per word does not separate these differences.
#[test]
fn multiplication_alone_cancels_differences_in_the_highest_bits() {
    let name = "multiplication_alone_cancels_in_the_highest_bits_of_two_words";
    finds("invented", name, model::<Multiplied<2>, 2>(TWO_HIGH));
    let name = "multiplication_alone_cancels_in_the_first_two_words";
    finds("invented", name, model::<Multiplied<3>, 3>(FIRST_TWO_HIGH));
    let name = "multiplication_alone_cancels_in_the_highest_bits_of_three_words";
    finds("invented", name, model::<Multiplied<3>, 3>(THREE_HIGH));
    let name = "multiplication_alone_keeps_lower_bits_of_three_words_apart";
    explore(name, model::<Multiplied<3>, 3>(THREE)).are_exactly(&["hit", "miss"]);
}
