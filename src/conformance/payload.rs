//! Checks the properties of a payload that the table relies on.
//!
//! ```
//! use supplant::conformance::{any_entry, payload};
//! use supplant::SizedEntry;
//! payload::check::<SizedEntry>(7, 1000, any_entry)?;
//! payload::check_narrow::<SizedEntry>(7, 1000, any_entry)?;
//! # Ok::<(), supplant::conformance::DivergenceError>(())
//! ```

use std::fmt::Debug;

use super::divergence::Check;
use super::{DivergenceError, ageless};
use crate::entry::bucket::Narrowed;
use crate::entry::{Bits, Data, Facts, Narrow, Packed, Payload};
use crate::key::SplitMix64;

fn name<P>() -> &'static str {
    std::any::type_name::<P>()
}

/// Checks `cases` payloads from `make`.
///
/// Each must come back equal, whatever age the table writes into it. No data word may be zero,
/// unless the payload names a replacement. Its facts must not overlap. `make` must return no NaN,
/// and no field value that needs rounding.
///
/// # Cost
/// Some nanoseconds a case.
///
/// # Errors
/// The first [`DivergenceError`].
pub fn check<P>(
    seed: u64,
    cases: usize,
    mut make: impl FnMut(&mut SplitMix64) -> P,
) -> Result<(), DivergenceError>
where
    P: Payload<Data: AsRef<[u64]>> + PartialEq + Debug,
{
    let mut check = Check::new(name::<P>(), seed);
    facts(&check, P::FACTS)?;
    let mut random = SplitMix64::new(seed);
    for case in 0..cases {
        check.case = case;
        let payload = make(&mut random);
        let event = || format!("{payload:?}");
        let data = ageless::<P>(payload.pack());
        let is_whole =
            data.is_whole() || P::in_place_of_zero(data).is_some_and(|data| ageless::<P>(data).is_whole());
        check.equal(
            "no data word is zero, the age aside, or something takes its place",
            event,
            is_whole,
            true,
        )?;
        check.equal("unpacked is what was packed", event, P::unpack(payload.pack()), payload)?;
        if let Some(age) = P::FACTS.age {
            let aged = data.with_first(age.set(data.first(), random.next()));
            check.equal("the age changes nothing else", event, P::unpack(aged), payload)?;
        }
        let again = ageless::<P>(P::unpack(data).pack());
        check.equal("packed again are the same words", event, again, data)?;
    }
    Ok(())
}

fn named(facts: Facts) -> [(&'static str, Option<Bits>); 8] {
    let Facts { depth, score, bound, size, age, pv, mv, ply } = facts;
    [
        ("depth", depth),
        ("score", score),
        ("bound", bound),
        ("size", size),
        ("age", age),
        ("pv", pv),
        ("mv", mv),
        ("ply", ply),
    ]
}

fn facts(check: &Check, facts: Facts) -> Result<(), DivergenceError> {
    let kept: Vec<_> = named(facts).into_iter().filter_map(|(name, bits)| Some((name, bits?))).collect();
    for (at, &(name, bits)) in kept.iter().enumerate() {
        let event = || format!("{name} in {bits:?}");
        let widths = match name {
            "bound" => 2..=2,
            "pv" => 1..=1,
            "age" => 2..=8,
            _ => 1..=64,
        };
        check.equal("a fact has the bits it needs", event, widths.contains(&bits.count()), true)?;
        for &(other, others) in &kept[..at] {
            let shared = bits.of(u64::MAX) & others.of(u64::MAX);
            check.equal("no two facts share a bit", || format!("{name} and {other}"), shared, 0)?;
        }
    }
    Ok(())
}

/// Whether two narrow words tell the same by [`Narrow::NARROW_FACTS`] as widened.
fn tells_alike<P: Narrow>(narrow: [u64; 2]) -> bool {
    let Some(facts) = P::NARROW_FACTS else { return true };
    let wide = narrow.map(P::widen);
    let tells_alike = |(name, bits): (&str, Option<Bits>), narrowed: Option<Bits>| {
        let (Some(bits), Some(narrowed)) = (bits, narrowed) else { return bits == narrowed };
        let (told, expected) = (narrow.map(|word| narrowed.get(word)), wide.map(|word| bits.get(word)));
        match name {
            "age" => narrowed.count() == P::AGE_BITS && told == expected.map(|age| age & narrowed.max()),
            "size" => {
                let quarters = |word| Packed::<P>::from_word(word).quarter_octaves();
                let narrow_quarters = |word| Packed::<Narrowed<P>>::from_word(word).quarter_octaves();
                told.map(P::narrow_octaves) == expected.map(P::octaves)
                    && narrow.map(narrow_quarters) == wide.map(quarters)
                    && told[0].cmp(&told[1]) == expected[0].cmp(&expected[1])
            }
            "score" => {
                let signed = |bits: Bits, words: [u64; 2]| words.map(|word| bits.get_signed(word));
                signed(narrowed, narrow) == signed(bits, wide)
            }
            _ => told == expected,
        }
    };
    named(P::FACTS).into_iter().zip(named(facts)).all(|(wide, (_, narrowed))| tells_alike(wide, narrowed))
}

/// Checks the payload's form in 48 bits.
///
/// Narrowing twice must change nothing more. The form must keep the order of depths and of sizes,
/// and the age bits that it declares. [`Narrow::NARROW_FACTS`], if there are any, must tell what the
/// wide word tells.
///
/// # Cost
/// Some nanoseconds a case.
///
/// # Errors
/// The first [`DivergenceError`].
pub fn check_narrow<P: Narrow>(
    seed: u64,
    cases: usize,
    mut make: impl FnMut(&mut SplitMix64) -> P,
) -> Result<(), DivergenceError> {
    let mut check = Check::new(name::<P>(), seed);
    let mut random = SplitMix64::new(seed);
    let mut word = |random: &mut SplitMix64| {
        let word = make(random).pack().first();
        P::FACTS.age.map_or(word, |age| age.set(word, random.next()))
    };
    let mut before = word(&mut random);
    check.equal("nothing is narrow nothing", || "0".to_owned(), P::narrow(0), 0)?;
    for case in 0..cases {
        check.case = case;
        let word = word(&mut random);
        let event = || format!("{before:016x} and {word:016x}");
        let narrow = P::narrow(word);
        check.equal("narrow is 48 bits", event, narrow >> 48, 0)?;
        // Data are checked before the table writes the age.
        let packed = ageless::<P>([word]).first();
        let in_place = || P::in_place_of_zero([packed]).is_some_and(|[word]| P::narrow(word) != 0);
        let is_kept = P::narrow(packed) != 0 || packed == 0 || in_place();
        check.equal("an entry is narrow an entry, or something takes its place", event, is_kept, true)?;
        check.equal("narrow stays as it is", event, P::narrow(P::widen(narrow)), narrow)?;
        if let Some(age) = P::FACTS.age {
            let left = (1 << P::AGE_BITS) - 1;
            let [held, expected] = [P::widen(narrow), word].map(|word| age.get(word) & left);
            check.equal("the age is left, as far as it says", event, held, expected)?;
        }
        for order in [P::FACTS.depth, P::FACTS.size].into_iter().flatten() {
            let wide = order.get(before).cmp(&order.get(word));
            let narrow = order.get(P::widen(P::narrow(before))).cmp(&order.get(P::widen(narrow)));
            check.equal("narrow keeps the order", event, narrow.is_eq() || narrow == wide, true)?;
        }
        let tells = [before, word].map(P::narrow);
        check.equal("facts of 48 bits are those of the wide word", event, tells_alike::<P>(tells), true)?;
        before = word;
    }
    Ok(())
}
