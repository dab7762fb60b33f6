//! Storing processes are killed at any moment, while this one reads.

use std::path::Path;
use std::time::{Duration, Instant};
#[cfg(unix)]
use supplant::table::SizedTable;

use supplant::entry::bucket::Pairs;
use supplant::key::SplitMix64;
use supplant::scheme::New;
use supplant::table::Size;
use supplant::{Bucket, SizedEntry, Table};

#[cfg(unix)]
use super::certified;
use super::child::{Running, SLOTS, start};
use super::naive::Naive;
use super::{KEYS, is_of, key, new_file};

#[derive(Debug, Default)]
struct Seen {
    right: u64,
    wrong: u64,
    missed: u64,
}

impl Seen {
    fn look<B: Bucket<Payload = SizedEntry>>(&mut self, table: &Table<New, B>) {
        for key in (0..KEYS).map(key) {
            match table.probe(key) {
                Some(entry) if is_of(key, entry) => self.right += 1,
                Some(_) => self.wrong += 1,
                None => self.missed += 1,
            }
        }
    }
}

fn kill<B: Bucket<Payload = SizedEntry>>(role: &str, kills: u64, is_enough: impl Fn(&Seen) -> bool) -> Seen {
    let (_folder, path) = new_file();
    let table = Table::<New, B>::open_shared(&path, Size::Slots(SLOTS)).expect("it is made");
    let mut random = SplitMix64::new(9);
    let mut seen = Seen::default();
    let mut writers = [start(role, &path, 1000), start(role, &path, 1001)].map(Some);
    for kill in 0..kills {
        let until = Instant::now() + Duration::from_micros(5_000 + random.below(15_000));
        while Instant::now() < until {
            seen.look(&table);
        }
        let writer = &mut writers[kill as usize % 2];
        writer.take().into_iter().for_each(Running::kill);
        seen.look(&table);
        if is_enough(&seen) {
            break;
        }
        *writer = Some(start(role, &path, kill));
    }
    writers.into_iter().flatten().for_each(Running::kill);
    seen.look(&table);
    seen
}

#[test]
fn a_hundred_writers_are_killed_and_no_answer_is_wrong() {
    let seen = kill::<Pairs<1, SizedEntry>>("write", 100, |_| false);
    println!("{seen:?}");
    assert_eq!(seen.wrong, 0, "{seen:?}");
    assert!(seen.right > 100_000, "{seen:?}: else this test tells little");
}

#[test]
fn without_validation_the_same_writers_make_wrong_answers() {
    let seen = kill::<Naive>("write naively", 1000, |seen| seen.wrong > 0);
    println!("{seen:?}");
    assert!(seen.wrong > 0, "{seen:?}");
}

#[cfg(unix)]
fn write_slot(path: &Path, slot: usize, words: [u64; 2]) {
    use std::os::unix::fs::FileExt as _;
    let file = std::fs::File::options().write(true).open(path).expect("it is there");
    let bytes: Vec<_> = words.into_iter().flat_map(u64::to_ne_bytes).collect();
    file.write_all_at(&bytes, 4096 + 16 * slot as u64).expect("room");
}

#[cfg(unix)]
fn sealed(number: u64, entry: SizedEntry) -> [u64; 2] {
    use supplant::entry::slot::signature;
    use supplant::entry::{Generation, Packed, Payload};

    let data = Packed::<SizedEntry>::from_word(entry.pack()[0]).stamped(Generation::new(0)).word();
    [key(number).spread().0 ^ signature(&[data]), data]
}

#[test]
#[cfg(unix)]
fn half_a_store_is_rejected_and_a_whole_one_of_the_same_bytes_is_answered() {
    let (_folder, path) = new_file();
    let table = SizedTable::<New>::open_shared(&path, Size::Slots(1)).expect("it is made");
    let [old, new] =
        [(1, certified(key(1), 7)), (2, certified(key(2), 8))].map(|(number, entry)| sealed(number, entry));
    let answers = || [table.probe(key(1)), table.probe(key(2))];
    for (words, expected) in [
        (old, [Some(certified(key(1), 7)), None]),
        ([new[0], old[1]], [None, None]),
        ([old[0], new[1]], [None, None]),
        ([new[0], 0], [None, None]),
        ([0, new[1]], [None, None]),
        (new, [None, Some(certified(key(2), 8))]),
    ] {
        write_slot(&path, 0, words);
        assert_eq!(answers(), expected, "{words:x?}");
    }
    write_slot(&path, 0, [new[0], old[1]]);
    assert!(table.offer(key(3), certified(key(3), 1)) && table.probe(key(3)).is_some());
    // Control: a well-sealed entry of another key does not prove this key.
    write_slot(&path, 0, sealed(1, certified(key(2), 8)));
    assert!(table.probe(key(1)).is_some_and(|entry| !is_of(key(1), entry)));
}
