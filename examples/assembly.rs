//! Probe and store as separate functions, to read in assembly: see `docs/assembly.md`.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::hint::black_box;
use supplant::table::{SizedBucket, SizedTable, TableBuilder};

use supplant::scheme::{New, TwoBig1};
use supplant::{Bound, Key, SizedEntry};

#[inline(never)]
fn probe_two_level(table: &SizedTable<TwoBig1>, key: Key) -> Option<SizedEntry> {
    table.probe(key)
}

#[inline(never)]
fn store_two_level(table: &SizedTable<TwoBig1>, key: Key, entry: &SizedEntry) {
    table.store(key, *entry);
}

#[inline(never)]
fn probe_one_level(table: &SizedTable<New>, key: Key) -> Option<i16> {
    table.probe(key).map(|entry| entry.score)
}

#[inline(never)]
fn store_one_level(table: &SizedTable<New>, key: Key, entry: &SizedEntry) {
    table.store(key, *entry);
}

fn main() -> Result<(), supplant::table::SizeError> {
    let (two, one) = (
        TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().mebibytes(1).build()?,
        TableBuilder::<New, SizedBucket<New>>::new().mebibytes(1).build()?,
    );
    let entry = black_box(SizedEntry { bound: Bound::Exact, score: 7, ..SizedEntry::default() });
    store_two_level(&two, black_box(Key(1)), &entry);
    store_one_level(&one, black_box(Key(1)), &entry);
    println!("{:?} {:?}", probe_two_level(&two, black_box(Key(1))), probe_one_level(&one, black_box(Key(1))));
    Ok(())
}
