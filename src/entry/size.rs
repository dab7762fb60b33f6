//! Subtree sizes as a 12-bit float, so that size-based schemes need no larger entry.
//!
//! Five bits of exponent and seven of mantissa are exact below 256, and within 0.4 % up to the
//! limit of 2.7 × 10¹¹ nodes.

pub(super) const MANTISSA_BITS: u32 = 7;
pub(super) const BITS: u32 = 12;
const IMPLICIT: u64 = 1 << MANTISSA_BITS;
const MAX_CODE: u64 = (1 << BITS) - 1;

/// The largest size that has a separate code.
pub const MAX: u64 = decode(MAX_CODE as u16);

/// Returns the code of the size nearest to `nodes`. Ties go up, and the largest code is the limit.
#[inline]
#[must_use]
pub const fn encode(nodes: u64) -> u16 {
    // No branch, because stored sizes are unpredictable.
    let nodes = if nodes < MAX { nodes } else { MAX };
    let highest = u64::BITS - 1 - (nodes | IMPLICIT).leading_zeros();
    // One bit more than the code has, for rounding. Added, not combined with OR: rounding may carry
    // the mantissa into the exponent.
    const ONE_MORE: u32 = MANTISSA_BITS + 1;
    let mantissa = (nodes << ONE_MORE >> highest) as u32;
    let twice = mantissa + (highest << ONE_MORE) - (MANTISSA_BITS << ONE_MORE);
    ((twice + 1) >> 1) as u16
}

/// Returns the size that `code` stands for.
#[inline]
#[must_use]
pub const fn decode(code: u16) -> u64 {
    let code = code as u64;
    if code < 2 * IMPLICIT {
        return code;
    }
    let exponent = (code >> MANTISSA_BITS) - 1;
    (IMPLICIT | code & (IMPLICIT - 1)) << exponent
}

/// Returns the binary logarithm, rounded down, of the size of a code; 0 for size 0.
#[inline]
#[must_use]
pub const fn octaves(code: u16) -> u32 {
    octaves_of_float(code as u64, MANTISSA_BITS)
}

/// Returns the binary logarithm, rounded down, of a float with so many bits of mantissa.
#[inline(always)]
pub(super) const fn octaves_of_float(code: u64, mantissa_bits: u32) -> u32 {
    // The exponent counts octaves from the implicit bit on; below, the highest bit tells.
    let (highest, most) = ((code | 1).ilog2(), mantissa_bits.saturating_sub(1));
    (if highest < most { highest } else { most }) + (code >> mantissa_bits) as u32
}

/// Returns four times the binary logarithm of a float with so many bits of mantissa, at least two:
/// rounded down, and linear between powers of two.
#[inline(always)]
pub(super) const fn quarter_octaves_of_float(code: u64, mantissa_bits: u32) -> u32 {
    // A table, because the code in front of the implicit bit is a plain number. A store of FOURITER
    // takes 14 instructions less than by its highest bit.
    const LAST: u64 = IMPLICIT;
    const OF_NUMBERS: [u8; LAST as usize + 1] = {
        let mut all = [0; LAST as usize + 1];
        let mut number = 1;
        while number < all.len() {
            all[number] = of_number(number as u64) as u8;
            number += 1;
        }
        all
    };
    const fn of_number(number: u64) -> u32 {
        let octaves = (number | 1).ilog2();
        4 * octaves + ((number << 2 >> octaves) & 3) as u32
    }
    let implicit = 1 << mantissa_bits;
    let number = if code < implicit { code } else { implicit };
    let of_number = if implicit <= LAST { OF_NUMBERS[number as usize] as u32 } else { of_number(number) };
    of_number + ((code - number) >> (mantissa_bits - 2)) as u32
}

/// Returns the code of a power of two, also beyond the largest code.
#[inline]
pub(super) const fn code_of_octaves(octaves: u32) -> u64 {
    if octaves < MANTISSA_BITS {
        1 << octaves
    } else {
        ((octaves - MANTISSA_BITS + 1) as u64) << MANTISSA_BITS
    }
}

pub(super) const OCTAVES_A_CLASS: u32 = 3;

/// Returns the coarse class of a size: the largest k of 0–7 with 8ᵏ nodes or fewer.
///
/// Chosen, not measured: seven classes from 8 nodes to two millions.
#[inline]
#[must_use]
pub const fn class(code: u16) -> u64 {
    let magnitude = (u64::BITS - 1 - (decode(code) | 1).leading_zeros()) as u64 / OCTAVES_A_CLASS as u64;
    if magnitude > 7 { 7 } else { magnitude }
}

/// Returns the code of the smallest size in a class.
#[inline]
#[must_use]
pub const fn of_class(class: u64) -> u16 {
    const CODES: [u16; 8] = {
        let mut codes = [0; 8];
        let mut class = 0;
        while class < codes.len() {
            codes[class] = encode(1 << (OCTAVES_A_CLASS as usize * class));
            class += 1;
        }
        codes
    };
    CODES[(class & 7) as usize]
}

#[cfg(test)]
mod tests {
    use super::{MAX, MAX_CODE, class, code_of_octaves, decode, encode, octaves, of_class};

    #[test]
    fn a_class_holds_a_factor_of_eight_and_keeps_the_order() {
        let classes = [0, 1, 7, 8, 63, 64, 500, 512, 1 << 20, 1 << 21, MAX].map(|nodes| class(encode(nodes)));
        assert_eq!(classes, [0, 0, 0, 1, 1, 2, 2, 3, 6, 7, 7]);
        assert!((0..8).all(|k| class(of_class(k)) == k && decode(of_class(k)) == 1 << (3 * k)));
    }

    #[test]
    fn sizes_below_256_are_exact() {
        for nodes in 0..=256 {
            assert_eq!(decode(encode(nodes)), nodes);
        }
    }

    #[test]
    fn octaves_are_the_binary_logarithm() {
        assert_eq!(octaves(0), 0);
        (1..=MAX_CODE as u16).for_each(|code| assert_eq!(octaves(code), decode(code).ilog2(), "{code}"));
    }

    #[test]
    fn the_code_of_a_power_of_two_is_found_without_its_size() {
        for octaves in 0..=37 {
            assert_eq!(code_of_octaves(octaves), encode(1 << octaves).into(), "{octaves}");
        }
    }

    #[test]
    fn every_code_decodes_to_a_size_that_encodes_to_it_and_codes_keep_the_order() {
        for code in 0..=MAX_CODE as u16 {
            assert_eq!(encode(decode(code)), code);
            if code > 0 {
                assert!(decode(code) > decode(code - 1));
            }
        }
    }

    #[test]
    fn the_relative_error_is_under_half_a_percent_up_to_the_limit() {
        let mut nodes = 1u64;
        while nodes < MAX {
            let error = decode(encode(nodes)).abs_diff(nodes) as f64 / nodes as f64;
            assert!(error < 0.004, "{nodes}: {error}");
            nodes += nodes / 97 + 1;
        }
    }

    #[test]
    fn larger_sizes_are_held_at_the_limit() {
        assert_eq!(MAX, 255 << 30);
        for nodes in [MAX, MAX + 1, 1 << 40, u64::MAX] {
            assert_eq!(decode(encode(nodes)), MAX);
        }
    }

    #[test]
    fn a_code_is_what_branches_would_say_and_ties_go_up() {
        let by_branches = |nodes: u64| {
            if nodes < 128 {
                return nodes as u16;
            }
            let shift = 56 - nodes.leading_zeros();
            let rounded = nodes.saturating_add((1 << shift) >> 1) >> shift;
            ((u64::from(shift) << 7) + rounded).min(MAX_CODE) as u16
        };
        let near = |at: u64| (0..600).flat_map(move |by| [at.wrapping_sub(by), at.wrapping_add(by)]);
        let powers = (0..64).flat_map(|bit| near(1 << bit));
        let all = powers.chain(near(MAX)).chain(near(MAX + (1 << 29))).chain([u64::MAX]);
        all.for_each(|nodes| assert_eq!(encode(nodes), by_branches(nodes), "{nodes}"));
        assert_eq!([encode(257), encode(514)], [encode(258), encode(516)]);
    }
}
