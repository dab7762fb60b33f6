//! How many bits of a key a table verifies, beyond those that choose the bucket.

use super::Axis;
use crate::lab::words::each;

/// The fewest and the most that are cut to.
const BITS: std::ops::RangeInclusive<u32> = 4..=56;

pub(super) static AXIS: Axis = Axis {
    name: "verified",
    values: "BITS,…",
    about: "Bits of a key that a table verifies, beyond those that choose the bucket: all, or 4 to 56, with false hits counted; entries then take 24 bytes, and tables \
            are of one worker, in the plain layout, a power of two of buckets",
    set: |grid, values| each(values, bits).map(|verified| grid.verified = verified),
    words: |grid| grid.verified.iter().map(|&bits| in_words(bits)).collect(),
    filters: &[("verified", |value| {
        let known = bits(value)?;
        Ok(Box::new(move |cell| cell.contender.scheme().is_some() && cell.verified == known))
    })],
};

fn bits(text: &str) -> Result<Option<u32>, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(None);
    }
    let number = text.parse().ok().filter(|bits| BITS.contains(bits));
    number.map(Some).ok_or_else(|| {
        format!("`{text}` is no number of bits; give all, or {} to {}", BITS.start(), BITS.end())
    })
}

/// A number of bits as it is read.
pub(crate) fn in_words(bits: Option<u32>) -> String {
    bits.map_or_else(|| "all".to_owned(), |bits| bits.to_string())
}
