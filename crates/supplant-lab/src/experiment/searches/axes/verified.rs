//! The axis of verified key bits, besides those that choose the bucket.

use super::Axis;
use crate::experiment::clashing::Cut;
use crate::experiment::words::each;

pub(super) static AXIS: Axis = Axis {
    name: "verified",
    values: "BITS,…",
    about: "Bits of a key that a table verifies, beyond those that choose the bucket: all, or 4 to 56, with false hits counted; of other keys than Zobrist's with `distant` \
            (words chosen for distance) or `multiplied` behind it; entries then take 24 bytes, and tables are of one worker, in the plain layout, a power of two of buckets",
    set: |grid, values| each(values, bits).map(|verified| grid.verified = verified),
    words: |grid| grid.verified.iter().map(|&bits| in_words(bits)).collect(),
    filters: &[("verified", |value| {
        let known = bits(value)?;
        Ok(Box::new(move |cell| cell.contender.scheme().is_some() && cell.verified == known))
    })],
};

fn bits(text: &str) -> Result<Option<Cut>, String> {
    if text.eq_ignore_ascii_case("all") { Ok(None) } else { text.parse().map(Some) }
}

pub(crate) fn in_words(verified: Option<Cut>) -> String {
    verified.map_or_else(|| "all".to_owned(), |cut| cut.to_string())
}
