//! Entries that certify themselves: every field follows from the key and the version, which is the move.

use crate::entry::{Bound, Bucket, Entry, Move16, Payload};
use crate::key::{Key, SplitMix64};

/// The entry of `key` in its version `version`, which is not 0.
pub(super) fn entry(key: Key, version: u16) -> Entry {
    let hash = SplitMix64::new(key.0 ^ u64::from(version) << 24).next();
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(hash >> 60) as usize % 3];
    Entry {
        mv: Move16(version),
        score: hash as i16,
        bound,
        depth: (hash >> 16) as u8 % 64,
        size: (hash >> 24) & 0xff,
        ..Entry::default()
    }
}

/// Whether `found` is an entry that was stored for `key`, as it comes back from bucket `B`. A mixture passes in `xor16` with a
/// chance of one in 2³⁰: score, bound, depth and size must all fit; in buckets that hold less of them more often.
pub(super) fn is_genuine<B: Bucket<Payload = Entry>>(key: Key, found: Entry) -> bool {
    Entry::unpack(B::rounded(entry(key, found.mv.0).pack())) == found
}

#[cfg(test)]
mod tests {
    use super::{entry, is_genuine};
    use crate::entry::Entry;
    use crate::entry::bucket::Pairs;
    use crate::key::Key;

    #[test]
    fn an_entry_is_genuine_for_its_own_key_and_version_alone() {
        let genuine = entry(Key(5), 77);
        assert!(is_genuine::<Pairs<1>>(Key(5), genuine));
        assert!(!is_genuine::<Pairs<1>>(Key(6), genuine));
        let other = entry(Key(5), 78);
        assert!(!is_genuine::<Pairs<1>>(Key(5), Entry { mv: other.mv, ..genuine }));
        assert!(!is_genuine::<Pairs<1>>(Key(5), Entry { score: genuine.score ^ 1, ..genuine }));
    }
}
