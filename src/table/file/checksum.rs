//! The checksum that detects a damaged block: 64 bits over its words, as fast as memory is read.
//!
//! Words go to eight lanes in turn, by the round of XXH64 (Collet, 2012). The lanes and the end are
//! our own.
//!
//! - Every change within one word is detected: a round is a bijection of the lane for any word, and
//!   of the word for any lane. The end is a bijection of each lane.
//! - For changes in several words nothing is proved. If they are unrelated to the constants, one in
//!   2⁶⁴ is missed.
//! - Deliberate damage is not detected.

const LANES: usize = 8;
const STRIDE: usize = LANES * size_of::<u64>();
/// The first four primes of XXH64: odd, with about half of their bits set.
const PRIMES: [u64; 4] =
    [0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63];
/// As in XXH64: the next multiplication then spreads the high bits.
const TURN: u32 = 31;

/// The checksum is equal on every machine.
pub(super) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut lanes: [u64; LANES] = std::array::from_fn(|lane| step(seed, lane as u64));
    let (strides, rest) = bytes.as_chunks::<STRIDE>();
    strides.iter().for_each(|stride| absorb(&mut lanes, stride));
    if !rest.is_empty() {
        let mut last = [0; STRIDE];
        last[..rest.len()].copy_from_slice(rest);
        absorb(&mut lanes, &last);
    }
    avalanche(lanes.into_iter().fold(step(seed, bytes.len() as u64), merged))
}

#[inline(always)]
fn absorb(lanes: &mut [u64; LANES], stride: &[u8; STRIDE]) {
    let (words, _) = stride.as_chunks();
    lanes.iter_mut().zip(words).for_each(|(lane, &word)| *lane = step(*lane, u64::from_le_bytes(word)));
}

#[inline(always)]
fn step(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIMES[1])).rotate_left(TURN).wrapping_mul(PRIMES[0])
}

fn merged(sum: u64, lane: u64) -> u64 {
    (sum ^ step(0, lane)).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3])
}

fn avalanche(sum: u64) -> u64 {
    let sum = (sum ^ sum >> 33).wrapping_mul(PRIMES[1]);
    let sum = (sum ^ sum >> 29).wrapping_mul(PRIMES[2]);
    sum ^ sum >> 32
}

#[cfg(test)]
mod tests {
    use super::checksum;

    fn block() -> Vec<u8> {
        let mut random = crate::key::SplitMix64::new(3);
        (0..64).flat_map(|_| random.next().to_le_bytes()).collect()
    }

    fn flipped(bytes: &[u8], bits: impl IntoIterator<Item = usize>) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        bits.into_iter().for_each(|bit| bytes[bit / 8] ^= 1 << (bit % 8));
        bytes
    }

    /// A newer program must read the files of an older one.
    #[test]
    fn the_checksum_is_the_one_that_files_have() {
        assert_eq!(
            [checksum(0, b""), checksum(1, b""), checksum(0, b"supplant"), checksum(7, &block())],
            [0x4B9C_82E7_55D2_4D34, 0x6E90_3038_1414_2D33, 0x88F1_A82C_75E1_FA0B, 0x6F75_F015_E661_1435]
        );
    }

    #[test]
    fn any_one_or_two_flipped_bits_of_a_block_are_told() {
        for block in [block(), vec![0; 512], vec![0; 100]] {
            let (bits, sum) = (block.len() * 8, checksum(5, &block));
            for first in 0..bits {
                assert_ne!(checksum(5, &flipped(&block, [first])), sum, "bit {first}");
                let seconds = (first + 1..bits).step_by(if cfg!(miri) { 997 } else { 13 });
                seconds.for_each(|second| {
                    assert_ne!(
                        checksum(5, &flipped(&block, [first, second])),
                        sum,
                        "bits {first} and {second}"
                    );
                });
            }
        }
    }

    #[test]
    fn any_two_bits_of_two_words_that_follow_one_another_in_a_lane_or_between_lanes_are_told() {
        let of_a_lane =
            [8, 16, 24, 32].into_iter().flat_map(|step| (0..64 - step).map(move |first| (first, step)));
        let between =
            [1, 2, 3, 5, 7].into_iter().flat_map(|step| [0, 20, 63 - step].map(|first| (first, step)));
        let pairs: Vec<_> = of_a_lane.chain(between).map(|(first, step)| (first, first + step)).collect();
        for (block, seed, every) in [(block(), 0, 1), (vec![0; 512], 7, 11)] {
            let sum = checksum(seed, &block);
            for &(first, second) in pairs.iter().step_by(if cfg!(miri) { 30 } else { every }) {
                let bits = (0..64).flat_map(|i| (0..64).map(move |j| (i, j)));
                for (i, j) in bits.step_by(if cfg!(miri) { 509 } else { 1 }) {
                    let other = flipped(&block, [first * 64 + i, second * 64 + j]);
                    assert_ne!(checksum(seed, &other), sum, "bit {i} of word {first}, {j} of {second}");
                }
            }
        }
    }

    #[test]
    fn one_bit_in_each_of_three_words_of_a_lane_is_told() {
        let (block, mut random) = (block(), crate::key::SplitMix64::new(9));
        let sum = checksum(3, &block);
        for _ in 0..if cfg!(miri) { 100 } else { 100_000 } {
            let (lane, bits) = (random.below(8) as usize, [(); 3].map(|()| random.below(64) as usize));
            let first = random.below(6) as usize;
            let flips = [0, 1, 2].map(|step| ((first + step) * 8 + lane) * 64 + bits[step]);
            assert_ne!(checksum(3, &flipped(&block, flips)), sum, "bits {flips:?}");
        }
    }

    #[test]
    fn the_highest_bits_of_two_words_of_a_lane_do_not_cancel() {
        let sum = checksum(0, &block());
        for (first, second) in (0..64).flat_map(|i| (i + 1..64).map(move |j| (i, j))) {
            assert_ne!(checksum(0, &flipped(&block(), [first * 64 + 63, second * 64 + 63])), sum);
        }
    }

    #[test]
    fn words_in_another_order_another_length_and_another_seed_are_told() {
        let block = block();
        let sum = checksum(0, &block);
        for (first, second) in (0..64).flat_map(|i| (i + 1..64).map(move |j| (i, j))) {
            let mut swapped = block.clone();
            (0..8).for_each(|byte| swapped.swap(first * 8 + byte, second * 8 + byte));
            assert_ne!(checksum(0, &swapped), sum, "words {first} and {second}");
        }
        assert_ne!(checksum(1, &block), sum);
        let zeros: std::collections::HashSet<_> = (0..200).map(|len| checksum(0, &vec![0; len])).collect();
        assert_eq!(zeros.len(), 200);
    }
}
