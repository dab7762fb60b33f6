//! Checks the properties of a bucket that the table relies on, with one thread.
//!
//! ```
//! use supplant::conformance::{any_entry, bucket};
//! use supplant::{SizedEntry, entry::bucket::Pairs};
//! bucket::check::<Pairs<2, SizedEntry>>(7, 1000, any_entry)?;
//! bucket::check_faults::<Pairs<2, SizedEntry>>(7, 1000, any_entry)?;
//! # Ok::<(), supplant::conformance::DivergenceError>(())
//! ```

use super::divergence::Check;
use super::{DivergenceError, ageless};
use crate::entry::bucket::{DataOf, verifies_whole_key};
use crate::entry::fault::Faulty;
use crate::entry::{Bucket, Data, Payload, Zeroed};
use crate::key::{Key, SplitMix64};

fn check_of<B: Bucket>(seed: u64) -> Check {
    Check::new(format!("{} of {} slots", B::NAME, B::SLOTS), seed)
}

fn opened<B: Bucket>(words: B::Words, key: Key) -> Option<DataOf<B>> {
    B::open(words, key).map(ageless::<B::Payload>)
}

fn drawn<B: Bucket>(
    check: &Check,
    random: &mut SplitMix64,
    make: &mut impl FnMut(&mut SplitMix64) -> B::Payload,
) -> Result<(Key, DataOf<B>), DivergenceError> {
    let key = Key(random.next());
    loop {
        let packed = make(random).pack();
        let rounded = B::rounded(packed);
        if !B::ROUNDS {
            let event = || format!("{packed:x?}");
            check.equal("a bucket that does not round keeps all bits", event, rounded, packed)?;
        }
        let data = ageless::<B::Payload>(rounded);
        if data.first() != 0 {
            return Ok((key, data));
        }
    }
}

/// Checks `cases` entries of payloads from `make` in every slot.
///
/// - Empty memory holds no entry.
/// - An entry opens for its key alone, and returns its rounded data.
/// - Without [`Bucket::ROUNDS`] rounding changes nothing.
/// - An amended entry keeps its key.
/// - An exchange keeps an entry that was stored since.
///
/// # Cost
/// Some microseconds a case.
///
/// # Errors
/// The first [`DivergenceError`].
pub fn check<B: Bucket>(
    seed: u64,
    cases: usize,
    mut make: impl FnMut(&mut SplitMix64) -> B::Payload,
) -> Result<(), DivergenceError> {
    let mut check = check_of::<B>(seed);
    let mut random = SplitMix64::new(seed);
    let cells = B::Cells::empty();
    empty::<B>(&check, &cells, &mut random)?;
    let mut flipped_keys = 0;
    for case in 0..cases {
        check.case = case;
        let slot = case % B::SLOTS;
        let old = drawn::<B>(&check, &mut random, &mut make)?;
        let new = drawn::<B>(&check, &mut random, &mut make)?;
        let words = sealed::<B>(&check, old)?;
        held::<B>(&check, &cells, slot, old, new)?;
        let flips = (0..u64::BITS).filter(|bit| B::open(words, Key(old.0.0 ^ 1 << bit)).is_some());
        flipped_keys += flips.count() as u64;
    }
    let unverified = u64::from(u64::BITS - B::VERIFIED_BITS) * cases as u64;
    let believed = flipped_keys.saturating_sub(unverified);
    let by_chance = if verifies_whole_key::<B>() { 0.0 } else { 64.0 * cases as f64 * B::false_hit(1) };
    check.at_most("a key that differs in a verified bit is another", believed, by_chance)
}

fn empty<B: Bucket>(check: &Check, cells: &B::Cells, random: &mut SplitMix64) -> Result<(), DivergenceError> {
    for slot in 0..B::SLOTS {
        let words = B::load(cells, slot);
        let event = || format!("slot {slot}");
        check.equal("empty memory shows no entry", event, B::peek(words).is_empty(), true)?;
        check.equal("schemes see no entry in empty memory", event, B::seen(words).is_empty(), true)?;
        check.equal("empty memory holds no resident", event, B::is_resident(words, |_| true), false)?;
        let keys = [Key(0), Key(u64::MAX), Key(random.next())];
        let opens = keys.map(|key| B::open(words, key).is_some());
        check.equal("empty memory opens for nobody, not for key 0 either", event, opens, [false; 3])?;
    }
    Ok(())
}

fn sealed<B: Bucket>(check: &Check, (key, data): (Key, DataOf<B>)) -> Result<B::Words, DivergenceError> {
    let event = || format!("{data:x?} for {key:?}");
    let words = B::seal(key, data);
    check.equal("an entry opens for its key", event, opened::<B>(words, key), Some(data))?;
    let rounded = ageless::<B::Payload>(B::rounded(data));
    check.equal("what is rounded stays as it is", event, rounded, data)?;
    let peeked = ageless::<B::Payload>(data.with_first(B::peek(words).word()));
    check.equal("a look without a key shows the first word", event, peeked, data)?;
    check.equal(
        "schemes see an entry as they saw it come",
        event,
        B::seen(words),
        B::seen_as(B::peek(words)),
    )?;
    check.equal("an entry is a resident", event, B::is_resident(words, |_| true), true)?;
    if verifies_whole_key::<B>() {
        check.equal("an entry claims its key", event, B::claimed_key(words), Some(key))?;
    }
    Ok(words)
}

fn held<B: Bucket>(
    check: &Check,
    cells: &B::Cells,
    slot: usize,
    (key, data): (Key, DataOf<B>),
    (other, newer): (Key, DataOf<B>),
) -> Result<(), DivergenceError> {
    let event = || format!("{data:x?} for {key:?}, then {newer:x?} for {other:?}, in slot {slot}");
    let found = |key| opened::<B>(B::load(cells, slot), key);
    let neighbours = || (0..B::SLOTS).filter(|&at| at != slot).map(|at| B::data(B::load(cells, at)));
    let before: Vec<_> = neighbours().collect();

    B::save(cells, slot, B::seal(key, data));
    check.equal("what is saved is found", event, found(key), Some(data))?;
    let first = B::find(B::look(cells), key).map(|(_, words)| opened::<B>(words, key).is_some());
    check.equal("what is saved is found in its bucket", event, first, Some(true))?;
    let opening = (0..B::SLOTS).find(|&at| opened::<B>(B::load(cells, at), key).is_some());
    let at = B::find(B::look(cells), key).map(|(at, _)| at);
    check.equal("the first slot that opens is the one found", event, at, opening)?;
    let seen = B::load(cells, slot);
    check.equal(
        "an entry is weighed as a look shows it",
        event,
        B::resident(seen, |_| true),
        B::peek(seen),
    )?;

    let amended = B::amend(seen, B::peek(B::seal(other, data.with_first(newer.first()))));
    let expected = data.with_first(newer.first());
    check.equal("amended words keep their key", event, opened::<B>(amended, key), Some(expected))?;

    B::exchange(cells, slot, seen, B::seal(key, expected));
    check.equal("an exchange over what was seen is done", event, found(key), Some(expected))?;
    B::save(cells, slot, B::seal(other, newer));
    B::exchange(cells, slot, seen, B::seal(key, expected));
    // If the data words are equal, the exchange may leave the slot dead.
    let kept = found(other);
    let stays = kept == Some(newer) || kept.is_none() && newer.first() == data.first();
    check.equal("an exchange keeps what was stored since", event, stays, true)?;
    check.equal("a slot is written alone", event, neighbours().collect(), before)
}

/// Checks that a bucket rejects torn reads, partial stores and flipped bits, as far as its verified
/// bits predict.
///
/// # Cost
/// Some ten microseconds a case.
///
/// # Errors
/// The first [`DivergenceError`].
pub fn check_faults<B: Faulty>(
    seed: u64,
    cases: usize,
    mut make: impl FnMut(&mut SplitMix64) -> B::Payload,
) -> Result<(), DivergenceError> {
    let mut check = check_of::<B>(seed);
    let mut random = SplitMix64::new(seed);
    let (mut mixtures, mut believed) = (0u64, 0);
    for case in 0..cases {
        check.case = case;
        let old = drawn::<B>(&check, &mut random, &mut make)?;
        let new = drawn::<B>(&check, &mut random, &mut make)?;
        half_landed::<B>(&check, new, case == 0)?;
        for stored in [[old, new], [(new.0, old.1), new]] {
            let (met, wrong) = torn::<B>(stored);
            mixtures += met;
            believed += wrong;
        }
        if B::DETECTS_FLIPS {
            flipped::<B>(&check, new, &mut random)?;
        }
    }
    let by_chance = if B::VERIFIED_BITS >= 32 { 0.0 } else { mixtures as f64 * B::false_hit(1) };
    check.at_most(
        "words of two stores are believed no more often than the verified bits say",
        believed,
        by_chance,
    )
}

fn subsets<B: Faulty>() -> std::ops::Range<u32> {
    1..(1 << B::WORDS) - 1
}

fn half_landed<B: Faulty>(
    check: &Check,
    (key, data): (Key, DataOf<B>),
    ask_all: bool,
) -> Result<(), DivergenceError> {
    let nothing = B::load(&B::Cells::empty(), 0);
    for landed in subsets::<B>() {
        let half = B::mixture(nothing, B::seal(key, data), landed);
        let event = || format!("words {landed:b} of {data:x?} for {key:?}");
        // All tags if there are few, and the keys for which the literature's bare equation holds.
        let tags = if ask_all && B::VERIFIED_BITS <= 16 { 1 << B::VERIFIED_BITS } else { 1 };
        if B::VERIFIED_BITS < 32 {
            let opening = (0..tags).filter(|&tag| B::open(half, Key(tag)).is_some()).count();
            check.equal("half a store opens for one tag at most", event, opening <= 1, true)?;
            continue;
        }
        let claimed = B::claimed_key(half);
        check.equal("half a store claims no key", event, claimed, None)?;
        check.equal("half a store is not a resident", event, B::is_resident(half, |_| true), false)?;
        let tempting = [key, Key(data.first()), Key(key.0 ^ data.first())];
        let opens = (0..tags).map(Key).chain(tempting).find(|&key| B::open(half, key).is_some());
        check.equal("half a store opens for nobody", event, opens, None)?;
    }
    Ok(())
}

fn torn<B: Faulty>(stored: [(Key, DataOf<B>); 2]) -> (u64, u64) {
    let [old, new] = stored.map(|(key, data)| B::seal(key, data));
    let (mut met, mut believed) = (0, 0);
    for landed in subsets::<B>() {
        let mixture = B::mixture(old, new, landed);
        met += 1;
        let is_wrong = |key| opened::<B>(mixture, key).is_some_and(|found| !stored.contains(&(key, found)));
        believed += u64::from(stored.iter().any(|&(key, _)| is_wrong(key)));
    }
    (met, believed)
}

fn flipped<B: Faulty>(
    check: &Check,
    (key, data): (Key, DataOf<B>),
    random: &mut SplitMix64,
) -> Result<(), DivergenceError> {
    let cells = B::Cells::empty();
    let bits = B::WORDS * u64::BITS;
    for bit in 0..bits {
        let pair = bit ^ (1 + random.below(u64::from(bits) - 1) as u32);
        for others in [None, (pair < bits).then_some(pair)] {
            B::save(&cells, 0, B::seal(key, data));
            B::flip_bit(&cells, 0, bit);
            others.iter().for_each(|&other| B::flip_bit(&cells, 0, other));
            let event = || format!("bit {bit} and {others:?} of {data:x?} for {key:?}");
            let opens = B::open(B::load(&cells, 0), key).is_some();
            check.equal("a flipped bit reads as a miss", event, opens, false)?;
        }
    }
    Ok(())
}
