//! A permutation that is computed, not stored.

use crate::game::mixed;

/// A permutation of the numbers below a limit.
///
/// It is a Feistel network of four rounds, applied until the result is below the limit (Black and
/// Rogaway, *Ciphers with arbitrary finite domains*, 2002).
#[derive(Clone, Copy, Debug)]
pub(super) struct Permutation {
    limit: u64,
    half_bits: u32,
    key: u64,
}

impl Permutation {
    const ROUNDS: u64 = 4;

    pub(super) fn of(limit: u64, key: u64) -> Self {
        let bits = u64::BITS - (limit - 1).leading_zeros();
        Self { limit, half_bits: bits.div_ceil(2), key }
    }

    fn round(self, half: u64, round: u64) -> u64 {
        mixed(half ^ mixed(self.key ^ round)) & self.mask()
    }

    fn mask(self) -> u64 {
        (1 << self.half_bits) - 1
    }

    pub(super) fn place(self, number: u64) -> u64 {
        let mut word = number;
        loop {
            let (mut left, mut right) = (word >> self.half_bits, word & self.mask());
            for round in 0..Self::ROUNDS {
                (left, right) = (right, left ^ self.round(right, round));
            }
            word = left << self.half_bits | right;
            if word < self.limit {
                return word;
            }
        }
    }

    pub(super) fn number_at(self, place: u64) -> u64 {
        let mut word = place;
        loop {
            let (mut left, mut right) = (word >> self.half_bits, word & self.mask());
            for round in (0..Self::ROUNDS).rev() {
                (left, right) = (right ^ self.round(left, round), left);
            }
            word = left << self.half_bits | right;
            if word < self.limit {
                return word;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Permutation;

    #[test]
    fn a_permutation_takes_every_number_to_a_place_of_its_own_and_back() {
        for limit in [1, 2, 3, 64, 65, 1000] {
            let permutation = Permutation::of(limit, 7);
            let places: HashSet<_> = (0..limit).map(|number| permutation.place(number)).collect();
            assert!(places.len() == limit as usize && places.iter().all(|&place| place < limit), "{limit}");
            assert!((0..limit).all(|number| permutation.number_at(permutation.place(number)) == number));
        }
        let [one, other] =
            [1, 2].map(|key| (0..64).map(|n| Permutation::of(64, key).place(n)).collect::<Vec<_>>());
        assert_ne!(one, other);
    }
}
