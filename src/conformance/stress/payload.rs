//! Payloads that prove which store they are from.

use crate::conformance::ageless;
use crate::entry::bucket::DataOf;
use crate::entry::{Bound, Bucket, Data, Move16, Packed, Payload, SizedEntry};
use crate::key::{Key, SplitMix64};
use crate::scheme::Scheme;

pub(super) trait Certified<B: Bucket>: Sync {
    fn payload(&self, key: Key, version: u16) -> B::Payload;
    fn is_genuine<S: Scheme>(&self, key: Key, found: B::Payload) -> bool;
}

pub(super) struct Entries;

impl<B: Bucket<Payload = SizedEntry>> Certified<B> for Entries {
    fn payload(&self, key: Key, version: u16) -> SizedEntry {
        entry(key, version)
    }

    fn is_genuine<S: Scheme>(&self, key: Key, found: SizedEntry) -> bool {
        is_genuine::<S, B>(key, found)
    }
}

pub(super) struct Made<F>(pub(super) F);

const VERSIONS: u64 = 8;

impl<B: Bucket, F: Fn(&mut SplitMix64) -> B::Payload + Sync> Certified<B> for Made<F> {
    fn payload(&self, key: Key, version: u16) -> B::Payload {
        (self.0)(&mut SplitMix64::new(key.0 ^ (u64::from(version) % VERSIONS)))
    }

    fn is_genuine<S: Scheme>(&self, key: Key, found: B::Payload) -> bool {
        let found = ageless::<B::Payload>(found.pack());
        let first = |version| {
            Packed::<B::Payload>::from_word(
                as_stored::<B>(Certified::<B>::payload(self, key, version)).first(),
            )
        };
        let with_move_of = |version, other| {
            let data = as_stored::<B>(Certified::<B>::payload(self, key, version));
            data.with_first(first(version).with_move_of(first(other)).word())
        };
        let others = if S::SAME.leaves_move || S::SAME.inherits_move { VERSIONS as u16 } else { 0 };
        (0..VERSIONS as u16).any(|version| {
            as_stored::<B>(Certified::<B>::payload(self, key, version)) == found
                || (0..others).any(|other| with_move_of(version, other) == found)
        })
    }
}

fn as_stored<B: Bucket>(payload: B::Payload) -> DataOf<B> {
    ageless::<B::Payload>(B::Payload::unpack(B::rounded(payload.pack())).pack())
}

fn entry(key: Key, version: u16) -> SizedEntry {
    let of_key = (SplitMix64::new(key.0).next() >> 56) as u16;
    let hash = SplitMix64::new(key.0 ^ u64::from(version) << 24).next();
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(hash >> 60) as usize % 3];
    SizedEntry {
        mv: Move16(of_key << 8 | version & 0xff),
        score: version as i16,
        bound,
        depth: (hash >> 16) as u8 % 64,
        size: (hash >> 24) & 0xff,
        ..SizedEntry::default()
    }
}

/// A torn read passes in `xor16` with a chance of one in 2³¹. The chance is higher under schemes
/// that leave moves, and in buckets that keep fewer bits.
fn is_genuine<S: Scheme, B: Bucket<Payload = SizedEntry>>(key: Key, found: SizedEntry) -> bool {
    let stored = SizedEntry::unpack(B::rounded(entry(key, found.score as u16).pack()));
    let is_of_key = found.mv.0 >> 8 == stored.mv.0 >> 8 && found.mv.0 & 1 == 1;
    found == stored || S::SAME.leaves_move && is_of_key && SizedEntry { mv: stored.mv, ..found } == stored
}

#[cfg(test)]
mod tests {
    use super::{entry, is_genuine};
    use crate::entry::SizedEntry;
    use crate::entry::bucket::Pairs;
    use crate::key::Key;
    use crate::scheme::{DepthAge, New};

    #[test]
    fn an_entry_is_genuine_for_its_own_key_and_version_alone() {
        let genuine = entry(Key(5), 77);
        assert!(is_genuine::<New, Pairs<1, SizedEntry>>(Key(5), genuine));
        assert!(!is_genuine::<New, Pairs<1, SizedEntry>>(Key(6), genuine));
        let other = entry(Key(5), 79);
        let left = SizedEntry { mv: other.mv, ..genuine };
        assert!(!is_genuine::<New, Pairs<1, SizedEntry>>(Key(5), left));
        for field in [
            SizedEntry { score: genuine.score ^ 2, ..genuine },
            SizedEntry { depth: genuine.depth ^ 1, ..genuine },
            SizedEntry { size: genuine.size ^ 1, ..genuine },
            SizedEntry { mv: entry(Key(6), 79).mv, ..genuine },
        ] {
            assert!(!is_genuine::<New, Pairs<1, SizedEntry>>(Key(5), field), "{field:?}");
            assert!(!is_genuine::<DepthAge, Pairs<1, SizedEntry>>(Key(5), field), "{field:?}");
        }
        assert!(is_genuine::<DepthAge, Pairs<1, SizedEntry>>(Key(5), left), "a move left by another version");
    }
}
