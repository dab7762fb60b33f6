//! Probe and store as functions of their own, to be read in assembly. The command and what it shows: `docs/assembly.md`.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::hint::black_box;

use supplant::scheme::{New, TwoBig1};
use supplant::{Bound, Entry, Key, Table};

#[inline(never)]
fn probe_two_level(table: &Table<TwoBig1>, key: Key) -> Option<Entry> {
    table.probe(key)
}

#[inline(never)]
fn store_two_level(table: &Table<TwoBig1>, key: Key, entry: &Entry) {
    table.store(key, *entry);
}

#[inline(never)]
fn probe_one_level(table: &Table<New>, key: Key) -> Option<i16> {
    table.probe(key).map(|entry| entry.score)
}

#[inline(never)]
fn store_one_level(table: &Table<New>, key: Key, entry: &Entry) {
    table.store(key, *entry);
}

fn main() -> Result<(), supplant::table::SizeError> {
    let (two, one) = (Table::<TwoBig1>::with_mebibytes(1)?, Table::<New>::with_mebibytes(1)?);
    let entry = black_box(Entry { bound: Bound::Exact, score: 7, ..Entry::default() });
    store_two_level(&two, black_box(Key(1)), &entry);
    store_one_level(&one, black_box(Key(1)), &entry);
    println!("{:?} {:?}", probe_two_level(&two, black_box(Key(1))), probe_one_level(&one, black_box(Key(1))));
    Ok(())
}
