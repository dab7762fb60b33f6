//! What tells a damaged block: 64 bits over its words, as fast as memory is read.
//!
//! Eight lanes, a word each in turn: exclusive or, a multiplication, a rotation. Every step is a bijection of its lane, so that a change
//! within one word is always told; any other goes unseen once in 2⁶⁴. No defence against who damages on purpose. Byte by byte, as
//! tables for a CRC are read, it would be slower than the disk.

/// Words of a stride: one for each lane.
const LANES: usize = 8;
/// Bytes of a stride.
const STRIDE: usize = LANES * size_of::<u64>();
/// 2⁶⁴ divided by the golden ratio, as in `entry/slot.rs`.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// Turns of a lane: about half a word, so that a difference in the high bits is in the low ones at the next multiplication. Chosen,
/// not measured.
const TURN: u32 = 29;

/// The checksum of bytes; another for each seed. The same on every machine.
pub(super) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut lanes: [u64; LANES] = std::array::from_fn(|lane| step(seed, lane as u64));
    let (strides, rest) = bytes.as_chunks::<STRIDE>();
    strides.iter().for_each(|stride| absorb(&mut lanes, stride));
    if !rest.is_empty() {
        let mut last = [0; STRIDE];
        last[..rest.len()].copy_from_slice(rest);
        absorb(&mut lanes, &last);
    }
    let sum = lanes.into_iter().fold(bytes.len() as u64, step);
    sum ^ sum >> 32
}

#[inline(always)]
fn absorb(lanes: &mut [u64; LANES], stride: &[u8; STRIDE]) {
    let (words, _) = stride.as_chunks();
    lanes.iter_mut().zip(words).for_each(|(lane, &word)| *lane = step(*lane, u64::from_le_bytes(word)));
}

#[inline(always)]
fn step(lane: u64, word: u64) -> u64 {
    (lane ^ word).wrapping_mul(GOLDEN).rotate_left(TURN)
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

    /// Files of an older program must be read by a newer one.
    #[test]
    fn the_checksum_is_the_one_that_files_have() {
        assert_eq!(
            [checksum(0, b""), checksum(1, b""), checksum(0, b"supplant"), checksum(7, &block())],
            [0x1D7D_8F19_A34B_F8B7, 0xECD2_4C76_65C3_0375, 0x9271_765A_7385_3114, 0x94DD_E85A_5D3B_5890]
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
