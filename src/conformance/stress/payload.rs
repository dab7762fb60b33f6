//! Payloads that certify themselves: of an [`Entry`] every field follows from the key and the version, which is the move; another
//! payload is one of the few versions that are made for its key.

use crate::conformance::ageless;
use crate::entry::{Bound, Bucket, Entry, Move16, Payload};
use crate::key::{Key, SplitMix64};

/// What is stored in a bucket `B`, and how it is known again.
pub(super) trait Certified<B: Bucket>: Sync {
    /// The payload of `key` in its version `version`, which is not 0.
    fn payload(&self, key: Key, version: u16) -> B::Payload;
    /// Whether `found` was stored for `key`, as it comes back from the bucket.
    fn is_genuine(&self, key: Key, found: B::Payload) -> bool;
}

/// Entries, in 65 535 versions.
pub(super) struct Entries;

impl<B: Bucket<Payload = Entry>> Certified<B> for Entries {
    fn payload(&self, key: Key, version: u16) -> Entry {
        entry(key, version)
    }

    fn is_genuine(&self, key: Key, found: Entry) -> bool {
        is_genuine::<B>(key, found)
    }
}

/// Payloads that a function makes, in few versions.
pub(super) struct Made<F>(pub(super) F);

const VERSIONS: u64 = 8;

impl<B: Bucket, F: Fn(&mut SplitMix64) -> B::Payload + Sync> Certified<B> for Made<F> {
    fn payload(&self, key: Key, version: u16) -> B::Payload {
        (self.0)(&mut SplitMix64::new(key.0 ^ (u64::from(version) % VERSIONS)))
    }

    fn is_genuine(&self, key: Key, found: B::Payload) -> bool {
        let found = ageless::<B::Payload>(found.pack());
        let as_found = |version| {
            let made = Certified::<B>::payload(self, key, version);
            ageless::<B::Payload>(B::Payload::unpack(B::rounded(made.pack())).pack())
        };
        (0..VERSIONS as u16).any(|version| as_found(version) == found)
    }
}

/// The entry of `key` in its version `version`, which is not 0.
fn entry(key: Key, version: u16) -> Entry {
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
fn is_genuine<B: Bucket<Payload = Entry>>(key: Key, found: Entry) -> bool {
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
