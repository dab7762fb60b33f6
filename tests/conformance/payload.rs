//! Every ready payload passes, and broken ones are found.

use supplant::conformance::{DivergenceError, Noted, Plied, any_entry, payload};
use supplant::entry::{Bits, Entry, Facts, FullEntry, Narrow, Payload, Visits};
use supplant::key::SplitMix64;
use supplant::{Bound, Move16, SizedEntry};

#[test]
fn every_ready_payload_keeps_its_promises() {
    payload::check::<SizedEntry>(3, 10_000, any_entry).unwrap();
    payload::check_narrow::<SizedEntry>(3, 10_000, any_entry).unwrap();
    let engine = |random: &mut SplitMix64| Entry {
        mv: Move16(random.next() as u16),
        score: random.next() as i16,
        evaluation: random.next() as i16,
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][random.below(3) as usize],
        depth: random.next() as u8,
        pv: random.below(2) == 0,
    };
    let evaluated = |random: &mut SplitMix64| Entry {
        pv: random.below(2) == 0,
        ..Entry::evaluated(random.next() as i16 as i32)
    };
    payload::check::<Entry>(3, 10_000, evaluated).unwrap();
    payload::check::<Entry>(3, 10_000, engine).unwrap();
    let full = |random: &mut SplitMix64| FullEntry {
        mv: Move16(random.next() as u16),
        score: random.next() as i16,
        evaluation: random.below(16_383) as i16 - 8191,
        bound: Bound::from_code(random.next()),
        depth: random.below(64) as u8,
        pv: random.below(2) == 0,
        octaves: random.below(32) as u8,
    };
    payload::check::<FullEntry>(3, 10_000, full).unwrap();
    let visits =
        |random: &mut SplitMix64| Visits { visits: random.next() as u32 | 1, value: random.below(99) as f32 };
    payload::check::<Visits>(3, 10_000, visits).unwrap();
    let noted = |random: &mut SplitMix64| Noted { entry: any_entry(random), note: random.next() };
    payload::check::<Noted>(3, 10_000, noted).unwrap();
    let plied = |random: &mut SplitMix64| Plied {
        entry: SizedEntry { size: 0, ..any_entry(random) },
        ply: random.next() as u8,
    };
    payload::check::<Plied>(3, 10_000, plied).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Mine<const K: u8> {
    depth: u8,
    note: u16,
}

const SOUND: u8 = 0;
const OVERLAPS: u8 = 1;
const LOSES_A_BIT: u8 = 2;
const WRITES_INTO_THE_AGE: u8 = 3;
const MAY_BE_ZERO: u8 = 4;
const FOLDS_DEPTHS: u8 = 5;
const WIDENS: u8 = 6;
const TELLS: u8 = 7;
const TELLS_ANOTHER_DEPTH: u8 = 8;
const TELLS_TOO_FEW_AGES: u8 = 9;
const TELLS_NO_AGE: u8 = 10;
const TELLS_FLOATS: u8 = 11;
const TELLS_FLOATS_AS_NUMBERS: u8 = 12;
const MAY_BE_NARROW_ZERO: u8 = 13;

const DEPTH: Bits = Bits::at(0..8);
const AGE: Bits = Bits::at(8..14);
const SIZE: Bits = Bits::at(16..22);
const MANTISSA_BITS: Option<u32> = Some(2);

const fn size(k: u8) -> Option<Bits> {
    if k == TELLS_FLOATS || k == TELLS_FLOATS_AS_NUMBERS { Some(SIZE) } else { None }
}

impl<const K: u8> Payload for Mine<K> {
    type Data = [u64; 1];
    const FACTS: Facts = Facts {
        depth: Some(DEPTH),
        score: if K == OVERLAPS { Some(Bits::at(7..9)) } else { None },
        age: Some(AGE),
        size: size(K),
        ..Facts::NONE
    };
    const SIZE_MANTISSA_BITS: Option<u32> = if size(K).is_some() { MANTISSA_BITS } else { None };
    fn pack(self) -> [u64; 1] {
        let landed = if K == MAY_BE_ZERO { 0 } else { 1 << 63 };
        let note = if K == LOSES_A_BIT { self.note & 0x7fff } else { self.note };
        let at = if K == WRITES_INTO_THE_AGE { 10 } else { 16 };
        [u64::from(self.depth) | u64::from(note) << at | landed]
    }
    fn unpack([word]: [u64; 1]) -> Self {
        let at = if K == WRITES_INTO_THE_AGE { 10 } else { 16 };
        Self { depth: word as u8, note: (word >> at) as u16 }
    }
}

impl<const K: u8> Narrow for Mine<K> {
    const AGE_BITS: u32 = 6;
    const NARROW_FACTS: Option<Facts> = match K {
        TELLS | TELLS_FLOATS | TELLS_FLOATS_AS_NUMBERS => {
            Some(Facts { depth: Some(DEPTH), age: Some(AGE), size: size(K), ..Facts::NONE })
        }
        TELLS_ANOTHER_DEPTH => Some(Facts { depth: Some(Bits::at(1..8)), age: Some(AGE), ..Facts::NONE }),
        TELLS_TOO_FEW_AGES => Some(Facts { depth: Some(DEPTH), age: Some(Bits::at(8..13)), ..Facts::NONE }),
        TELLS_NO_AGE => Some(Facts { depth: Some(DEPTH), ..Facts::NONE }),
        _ => None,
    };
    const NARROW_SIZE_MANTISSA_BITS: Option<u32> = if K == TELLS_FLOATS { MANTISSA_BITS } else { None };
    fn narrow(word: u64) -> u64 {
        let word = if K == FOLDS_DEPTHS { DEPTH.set(word, DEPTH.get(word) % 4) } else { word };
        let landed = if K == MAY_BE_NARROW_ZERO { 0 } else { 1 << 47 };
        if word == 0 { 0 } else { word << 16 >> 16 | landed }
    }
    fn widen(narrow: u64) -> u64 {
        let word = (narrow & !(1 << 47)) | 1 << 63;
        if K == WIDENS { DEPTH.set(word, DEPTH.get(word) + 1) } else { word }
    }
}

fn broken<const K: u8>() -> Option<&'static str> {
    let any = |random: &mut SplitMix64| Mine::<K> {
        depth: random.below(9) as u8,
        note: random.next() as u16 & if matches!(K, MAY_BE_ZERO | MAY_BE_NARROW_ZERO) { 1 } else { !0 },
    };
    let checked = payload::check(3, 1000, any).and_then(|()| payload::check_narrow(3, 1000, any));
    checked.err().map(|DivergenceError { promise, .. }| promise)
}

#[test]
fn a_broken_payload_is_found_by_the_promise_that_it_breaks() {
    assert_eq!(broken::<SOUND>(), None);
    assert_eq!(broken::<OVERLAPS>(), Some("no two facts share a bit"));
    assert_eq!(broken::<LOSES_A_BIT>(), Some("unpacked is what was packed"));
    assert_eq!(broken::<WRITES_INTO_THE_AGE>(), Some("the age changes nothing else"));
    assert_eq!(
        broken::<MAY_BE_ZERO>(),
        Some("no data word is zero, the age aside, or something takes its place")
    );
    assert_eq!(
        broken::<MAY_BE_NARROW_ZERO>(),
        Some("an entry is narrow an entry, or something takes its place")
    );
    assert_eq!(broken::<FOLDS_DEPTHS>(), Some("narrow keeps the order"));
    assert_eq!(broken::<WIDENS>(), Some("narrow stays as it is"));
    assert_eq!(broken::<TELLS>(), None);
    let others = Some("facts of 48 bits are those of the wide word");
    assert_eq!(broken::<TELLS_ANOTHER_DEPTH>(), others);
    assert_eq!(broken::<TELLS_TOO_FEW_AGES>(), others);
    assert_eq!(broken::<TELLS_NO_AGE>(), others);
    assert_eq!(broken::<TELLS_FLOATS>(), None);
    assert_eq!(broken::<TELLS_FLOATS_AS_NUMBERS>(), others);
}
