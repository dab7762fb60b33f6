//! Your own replacement scheme and payload, with supplant's checks run on both.
//!
//! `cargo test --release` runs the checks, and `RUSTFLAGS="--cfg loom" cargo test --release` the
//! concurrency models.

use supplant::entry::{Bits, Facts, Generation, Packed, Payload};
use supplant::scheme::{Any, Placement, Scheme};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mine {
    pub depth: u8,
    /// In thousandths of a pawn.
    pub score: i32,
}

impl Payload for Mine {
    type Data = [u64; 1];
    const FACTS: Facts = Facts { depth: Some(Bits::at(32..40)), age: Some(Bits::at(40..46)), ..Facts::NONE };
    fn pack(self) -> [u64; 1] {
        // No word may be zero, so the highest bit marks an entry.
        [u64::from(self.score as u32) | u64::from(self.depth) << 32 | 1 << 63]
    }
    fn unpack([word]: [u64; 1]) -> Self {
        Self { depth: (word >> 32) as u8, score: word as i32 }
    }
}

/// Replaces the shallowest entry; each search of age counts as two plies less.
#[derive(Clone, Copy, Debug)]
pub struct Fading;

impl Scheme for Fading {
    const NAME: &'static str = "FADING";
    type Slots = Any<4>;
    const RULE: &'static str = "the least depth, less two plies for each search of age, is replaced";
    const SOURCE: &'static str = "this example";
    const USES_AGE: bool = true;
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        let faded = |entry: Packed<P>| i32::from(entry.depth()) - 2 * i32::from(entry.age(now));
        let worth = |&at: &usize| (!residents[at].is_empty(), faded(residents[at]));
        (0..residents.len()).min_by_key(worth).map_or(Placement::Discard, Placement::At)
    }
}

#[test]
fn the_evidence_holds() {
    use supplant::{conformance, entry::bucket::Pairs, key::SplitMix64};
    let any = |random: &mut SplitMix64| Mine { depth: random.below(20) as u8, score: random.next() as i32 };
    #[cfg(not(loom))]
    conformance::all::<Fading, Pairs<4, Mine>>(any).unwrap();
    #[cfg(loom)]
    println!("{:?}", conformance::concurrency::all::<Fading, Pairs<2, Mine>>(any));
}
