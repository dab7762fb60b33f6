//! The keys of a slice, drawn for each thread before it is timed.

use std::ops::Range;

use super::contender::Course;
use super::keys::{KeyDistribution, KeyStream, Zipf};
use super::workload::ThroughputCell;
use supplant::key::{Key, SplitMix64};

const NEVER: u64 = 1 << 40;

/// A scheme that prefers good entries still holds one in ten after a few slices of stores.
const TRIES: usize = 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct Stock {
    stored: u64,
    missed: u64,
}

impl Stock {
    pub(super) const fn of(stored: u64) -> Self {
        Self { stored, missed: NEVER }
    }

    pub(super) const fn stored(&self) -> u64 {
        self.stored
    }

    pub(super) fn take(&mut self, cell: ThroughputCell, operations: usize) -> Vec<Shelf> {
        let stores = cell.mix.stores(operations) as u64;
        let misses = if cell.mix == super::OperationMix::Miss { operations as u64 } else { 0 };
        let (stored, missed) = (self.stored, self.missed);
        let threads = cell.threads as u64;
        self.stored += threads * stores;
        self.missed += threads * misses;
        let part = |from: u64, each: u64, id: u64| from + id * each..from + (id + 1) * each;
        let shelf =
            |id| Shelf { held: 0..stored, fresh: part(stored, stores, id), never: part(missed, misses, id) };
        (0..threads).map(shelf).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shelf {
    held: Range<u64>,
    fresh: Range<u64>,
    never: Range<u64>,
}

/// # Errors
/// If memory does not suffice.
pub(super) fn room(keys: usize) -> Result<Vec<Key>, String> {
    let mut list = Vec::new();
    let said =
        || format!("no memory for {keys} keys; allow more, or ask for fewer threads and smaller sizes");
    list.try_reserve_exact(keys).map(|()| list).map_err(|_| said())
}

pub(super) fn list(
    course: &dyn Course,
    keys: KeyStream,
    cell: ThroughputCell,
    operations: usize,
    shelf: &Shelf,
    seed: u64,
) -> Result<Vec<Key>, String> {
    let mut random = SplitMix64::new(seed);
    let stores = cell.mix.stores(operations);
    let probes = operations - stores;
    let asked = if shelf.never.is_empty() {
        present(course, keys, &shelf.held, probes, &mut random)?
    } else {
        of_numbers(keys, &shelf.never)?
    };
    if asked.is_empty() && probes > 0 {
        return Ok(Vec::new());
    }
    let fresh = of_numbers(keys, &shelf.fresh)?;
    let asked = come(asked, probes, cell.keys, &mut random)?;
    let fresh = come(fresh, stores, cell.keys, &mut random)?;
    let mut list = room(operations + cell.ahead)?;
    weave(&mut list, &asked, &fresh, cell.mix.period());
    list.extend_from_within(..cell.ahead);
    Ok(list)
}

fn of_numbers(keys: KeyStream, numbers: &Range<u64>) -> Result<Vec<Key>, String> {
    let mut list = room((numbers.end - numbers.start) as usize)?;
    list.extend(numbers.clone().map(|number| keys.key(number)));
    Ok(list)
}

fn present(
    course: &dyn Course,
    keys: KeyStream,
    held: &Range<u64>,
    wanted: usize,
    random: &mut SplitMix64,
) -> Result<Vec<Key>, String> {
    const BATCH: usize = 1 << 12;
    let mut found = room(wanted + BATCH)?;
    let mut tries = wanted * TRIES;
    while found.len() < wanted && tries > 0 {
        let batch = BATCH.min(tries);
        let asked: Vec<_> =
            (0..batch).map(|_| keys.key(held.start + random.below(held.end - held.start))).collect();
        course.held(&asked, &mut found);
        tries -= batch;
    }
    found.truncate(wanted);
    Ok(found)
}

fn come(
    keys: Vec<Key>,
    wanted: usize,
    kind: KeyDistribution,
    random: &mut SplitMix64,
) -> Result<Vec<Key>, String> {
    if wanted == 0 || kind == KeyDistribution::Uniform && keys.len() == wanted {
        return Ok(if wanted == 0 { Vec::new() } else { keys });
    }
    let mut list = room(wanted)?;
    match kind {
        KeyDistribution::Uniform => list.extend(keys.iter().cycle().take(wanted)),
        KeyDistribution::Zipf => {
            let zipf = Zipf::over(keys.len());
            list.extend((0..wanted).map(|_| keys[zipf.draw(random)]));
        }
    }
    Ok(list)
}

fn weave(list: &mut Vec<Key>, asked: &[Key], fresh: &[Key], period: usize) {
    match period {
        0 => list.extend(asked),
        1 => list.extend(fresh),
        _ => {
            let turns = asked.chunks_exact(period - 1).zip(fresh);
            list.extend(turns.flat_map(|(asked, fresh)| asked.iter().chain([fresh])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, KeyDistribution, Stock, list, room, weave};
    use crate::experiment::throughput::contender::Competitor;
    use crate::experiment::throughput::keys::KeyStream;
    use crate::experiment::throughput::own::Own;
    use crate::experiment::throughput::{OperationMix, ThroughputCell};
    use supplant::entry::SizedEntry;
    use supplant::entry::bucket::Pairs;
    use supplant::key::SplitMix64;
    use supplant::scheme::New;

    const KEYS: KeyStream = KeyStream::new(11);

    fn cell(mix: OperationMix, keys: KeyDistribution) -> ThroughputCell {
        ThroughputCell { mix, keys, threads: 2, ahead: 32 }
    }

    #[test]
    fn no_number_is_given_out_twice_to_be_stored_or_to_be_missed() {
        let mut stock = Stock::of(1000);
        let mut given: Vec<u64> = Vec::new();
        for mix in [OperationMix::Miss, OperationMix::Half, OperationMix::Store, OperationMix::Miss] {
            for shelf in stock.take(cell(mix, KeyDistribution::Uniform), 100) {
                given.extend(shelf.fresh.chain(shelf.never));
            }
        }
        let all = given.len();
        given.sort_unstable();
        given.dedup();
        assert_eq!((given.len(), all), (2 * (100 + 50 + 100 + 100), all));
        assert!(given[0] >= 1000, "and none that was stored before");
    }

    #[test]
    fn keys_to_be_hit_are_held_and_others_are_not() {
        let course = Competitor::of::<Own<New, Pairs<1, SizedEntry>>>().build(1 << 16, 1).unwrap();
        course.fill(KEYS, 0..4096);
        let mut stock = Stock::of(4096);
        for keys in KeyDistribution::ALL {
            for (mix, held) in [
                (OperationMix::Hit, 1000),
                (OperationMix::Miss, 0),
                (OperationMix::Half, 500),
                (OperationMix::Store, 0),
            ] {
                let cell = cell(mix, keys);
                let shelves = stock.take(cell, 1000);
                let list = list(&*course, KEYS, cell, 1000, &shelves[1], 5).unwrap();
                assert_eq!(list.capacity(), 1032, "it was not moved to make room: {mix:?}");
                assert_eq!(list.len(), 1032, "{mix:?}");
                let mut found = Vec::new();
                course.held(&list[..1000], &mut found);
                assert_eq!(found.len(), held, "{mix:?} {keys:?}");
            }
        }
    }

    #[test]
    fn a_list_that_memory_does_not_hold_is_an_error_that_says_so() {
        let why = room(1 << 60).unwrap_err();
        assert!(why.starts_with("no memory for 1152921504606846976 keys; "), "{why}");
    }

    #[test]
    fn each_period_ends_with_a_store() {
        let mut random = SplitMix64::new(1);
        let mut keys = |n| (0..n).map(|_| Key(random.next())).collect::<Vec<_>>();
        let (asked, fresh) = (keys(90), keys(10));
        let mut all = Vec::new();
        weave(&mut all, &asked, &fresh, 10);
        assert_eq!((all.len(), all[9], all[19], all[10]), (100, fresh[0], fresh[1], asked[9]));
    }
}
