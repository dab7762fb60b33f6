//! Entries come back from every bucket unchanged.

use proptest::prelude::*;
use supplant::entry::bucket::{Cluster, OneWord, Pairs};
use supplant::entry::{Bucket, Entry, Generation, Marks, Packed, Payload, Visits};
use supplant::{Bound, Key, Move16, SizedEntry};

use crate::schemes::bound;

fn any_entry() -> impl Strategy<Value = SizedEntry> {
    let fields = (any::<u16>(), any::<i16>(), bound(), any::<u8>(), any::<u64>(), any::<[bool; 3]>());
    fields.prop_map(|(mv, score, bound, depth, size, [principal, extended, drawn])| SizedEntry {
        mv: Move16(mv),
        score,
        bound,
        depth,
        size,
        principal,
        marks: Marks::new(extended, drawn),
    })
}

fn through<B: Bucket>(key: Key, payload: B::Payload) -> Option<B::Payload> {
    B::open(B::seal(key, payload.pack()), key).map(B::Payload::unpack)
}

proptest! {
    #[test]
    fn an_entry_survives_packing_but_for_the_precision_of_its_size(entry in any_entry()) {
        let back = SizedEntry::unpack(entry.pack());
        prop_assert_eq!(SizedEntry { size: entry.size, ..back }, entry);
        let limit = entry.size.min(supplant::entry::size::MAX);
        prop_assert!(back.size.abs_diff(limit) <= limit / 128);
    }

    #[test]
    fn an_engines_entry_and_visits_survive_packing(
        (mv, score, evaluation) in any::<(u16, i16, i16)>(),
        (depth, pv) in any::<(u8, bool)>(),
        bound in bound(),
        (visits, value) in (1..=u32::MAX, any::<f32>()),
    ) {
        let entry = Entry { mv: Move16(mv), score, evaluation, bound, depth, pv };
        prop_assert_eq!(Entry::unpack(entry.pack()), entry);
        let back = Visits::unpack(Visits { visits, value }.pack());
        prop_assert_eq!((back.visits, back.value.to_bits()), (visits, value.to_bits()));
    }

    #[test]
    fn an_entry_survives_every_bucket_as_far_as_the_bucket_says(entry in any_entry(), key in any::<u64>()) {
        let key = Key(key | 1);
        let exact = SizedEntry::unpack(entry.pack());
        prop_assert_eq!(through::<Pairs<1, SizedEntry>>(key, entry), Some(exact));
        prop_assert_eq!(through::<Cluster<SizedEntry>>(key, entry), Some(exact));
        let back = through::<OneWord<1, SizedEntry>>(key, entry).expect("it was sealed for this key");
        prop_assert_eq!(back.depth, entry.depth.min(63));
        prop_assert!(back.size <= entry.size.max(1) && (back.size == 1 << 21 || entry.size / 8 <= back.size));
        prop_assert_eq!(back.marks, Marks::NONE);
        let SizedEntry { depth, size, marks, .. } = entry;
        prop_assert_eq!(SizedEntry { depth, size, marks, ..back }, entry);
        let once = OneWord::<1, SizedEntry>::rounded(entry.pack());
        prop_assert_eq!(OneWord::<1, SizedEntry>::rounded(once), once);
    }
}

#[test]
fn fields_at_their_limits_survive_and_do_not_touch_each_other() {
    let none = SizedEntry::default();
    let limits = [
        none,
        SizedEntry { mv: Move16(u16::MAX), ..none },
        SizedEntry { score: i16::MIN, ..none },
        SizedEntry { score: i16::MAX, ..none },
        SizedEntry { depth: 63, ..none },
        SizedEntry { bound: Bound::Exact, ..none },
        SizedEntry { principal: true, ..none },
        SizedEntry { size: 1 << 21, ..none },
    ];
    for entry in limits {
        for number in [0, 15] {
            let now = Generation::new(number);
            let packed = Packed::from(entry).stamped(now);
            assert_eq!((packed.unpack(), packed.age(now)), (Some(entry), 0));
            // The least size of a class of 8 is 1.
            let expected = SizedEntry { size: entry.size.max(1), ..entry };
            for tag in [0, 1, u64::from(u16::MAX)] {
                let sealed = OneWord::<1, SizedEntry>::seal(Key(tag), [packed.word()]);
                let opened = OneWord::<1, SizedEntry>::open(sealed, Key(tag)).map(SizedEntry::unpack);
                assert_eq!(opened, Some(expected));
                assert_eq!(OneWord::<1, SizedEntry>::peek(sealed).age(now), 0);
                assert!(OneWord::<1, SizedEntry>::open(sealed, Key(tag ^ 1)).is_none());
            }
        }
    }
}

#[test]
fn zero_words_are_empty_in_every_bucket() {
    fn is_empty<B: Bucket<Payload = SizedEntry>>() {
        use supplant::entry::Zeroed;
        let words = B::load(&B::Cells::empty(), 0);
        assert!(B::peek(words).is_empty() && B::open(words, Key(0)).is_none(), "{}", B::NAME);
    }
    assert!(Packed::<SizedEntry>::from_word(0).is_empty() && Packed::<SizedEntry>::EMPTY.unpack().is_none());
    is_empty::<Pairs<1, SizedEntry>>();
    is_empty::<OneWord<8, SizedEntry>>();
    is_empty::<Cluster<SizedEntry>>();
}
