//! Damage to a small file is refused, or the damaged blocks are lost and counted.

use supplant::entry::bucket::{OneWord, Pairs, Ready};
use supplant::scheme::{DepthAge, New, Scheme};
use supplant::table::TableBuilder;
use supplant::table::{FileError, Loaded, TableFile};
use supplant::{SizedEntry, Table, table::Held};

use super::{fill, new_file, read};

const HEADER: usize = 4096;
const BLOCK: usize = 4096 + 8;

type Entries = Vec<Option<Held<SizedEntry>>>;

fn invented(found: &Entries, stored: &Entries, is_lost: impl Fn(usize) -> bool) -> usize {
    let wrong = |(slot, found): (usize, &Option<Held<SizedEntry>>)| {
        if is_lost(slot) { found.is_some() } else { *found != stored[slot] }
    };
    found.iter().enumerate().filter(|&look| wrong(look)).count()
}

struct Small {
    path: std::path::PathBuf,
    _folder: tempfile::TempDir,
    bytes: Vec<u8>,
    entries: Entries,
    slots_of_block: usize,
}

impl Small {
    fn of<S: Scheme, B: Ready<Payload = SizedEntry>>() -> Self {
        let (folder, path) = new_file();
        let slots_of_block = 4096 / Table::<S, B>::BUCKET_BYTES * B::SLOTS;
        let table = TableBuilder::<S, B>::new().slots(slots_of_block * 5 / 2).build().expect("small");
        fill(&table, 1, 4 * table.slots(), 3);
        table.save(&path).expect("room");
        let entries: Entries = table.by_slot().collect();
        assert!(entries.iter().flatten().count() > entries.len() / 2);
        Self { bytes: read(&path), entries, slots_of_block, path, _folder: folder }
    }

    fn load<S: Scheme, B: Ready<Payload = SizedEntry>>(
        &self,
        bytes: &[u8],
    ) -> Result<(Entries, Loaded), FileError> {
        std::fs::write(&self.path, bytes).expect("room");
        Table::<S, B>::load(&self.path).map(|(table, what)| (table.by_slot().collect(), what))
    }

    fn loses<S: Scheme, B: Ready<Payload = SizedEntry>>(&self, bytes: &[u8], lost: &[usize], event: &str) {
        let (found, what) = self.load::<S, B>(bytes).expect(event);
        let is_lost = |slot: usize| lost.contains(&(slot / self.slots_of_block));
        assert_eq!(invented(&found, &self.entries, is_lost), 0, "{event}");
        let lost_slots = (0..self.entries.len()).filter(|&slot| is_lost(slot)).count();
        assert_eq!((what.blocks, what.lost_blocks, what.lost_slots), (3, lost.len(), lost_slots), "{event}");
        assert_eq!(what.is_whole(), lost.is_empty(), "{event}");
    }
}

fn every_changed_byte_is_refused_or_loses_its_block<S: Scheme, B: Ready<Payload = SizedEntry>>() {
    let small = Small::of::<S, B>();
    for at in 0..small.bytes.len() {
        let change = if at % 2 == 0 { 1 << (at / 2 % 8) } else { 0xFF };
        let mut bytes = small.bytes.clone();
        bytes[at] ^= change;
        let event = format!("{}: byte {at} changed by {change:#x}", B::NAME);
        match at.checked_sub(HEADER) {
            None => {
                let refused = small.load::<S, B>(&bytes).expect_err(&event);
                let is_right = match at {
                    0..8 => matches!(refused, FileError::NotATable { .. }),
                    8..12 => matches!(refused, FileError::Version { .. }),
                    _ => matches!(refused, FileError::Damaged { .. }),
                };
                assert!(is_right, "{event}: {refused}");
            }
            Some(behind) => small.loses::<S, B>(&bytes, &[behind / BLOCK], &event),
        }
    }
}

#[test]
fn every_changed_byte_of_a_file_of_pairs_is_refused_or_loses_its_block() {
    every_changed_byte_is_refused_or_loses_its_block::<New, Pairs<1, SizedEntry>>();
}

/// One-word entries do not detect a flipped bit; only the checksum does.
#[test]
fn every_changed_byte_of_a_file_of_words_is_refused_or_loses_its_block() {
    every_changed_byte_is_refused_or_loses_its_block::<DepthAge, OneWord<8, SizedEntry>>();
}

#[test]
fn a_file_cut_short_at_any_length_is_refused_or_keeps_the_blocks_that_are_all_there() {
    let small = Small::of::<New, Pairs<1, SizedEntry>>();
    for len in 0..small.bytes.len() {
        let (bytes, event) = (&small.bytes[..len], format!("cut to {len} bytes"));
        if len < HEADER {
            let refused = small.load::<New, Pairs<1, SizedEntry>>(bytes).expect_err(&event);
            let is_right = match len {
                0..8 => matches!(refused, FileError::NotATable { .. }),
                _ => matches!(refused, FileError::Damaged { .. }),
            };
            assert!(is_right, "{event}: {refused}");
        } else {
            let lost: Vec<_> = ((len - HEADER) / BLOCK..3).collect();
            small.loses::<New, Pairs<1, SizedEntry>>(bytes, &lost, &event);
        }
    }
}

#[test]
fn blocks_in_another_order_or_of_another_table_are_lost() {
    let small = Small::of::<New, Pairs<1, SizedEntry>>();
    let block = |bytes: &[u8], number: usize| bytes[HEADER + number * BLOCK..][..BLOCK].to_vec();
    let with = |number: usize, block: Vec<u8>| {
        let mut bytes = small.bytes.clone();
        bytes[HEADER + number * BLOCK..][..BLOCK].copy_from_slice(&block);
        bytes
    };
    small.loses::<New, Pairs<1, SizedEntry>>(
        &with(0, block(&small.bytes, 1)),
        &[0],
        "the second block twice",
    );
    small.loses::<New, Pairs<1, SizedEntry>>(
        &with(0, block(&small.bytes, 0)),
        &[],
        "control: each in its place",
    );
    let (table, _) = Table::<New, Pairs<1, SizedEntry>>::load(&small.path).expect("it is whole");
    table.save(TableFile::new(&small.path).keyed(1)).expect("room");
    small.loses::<New, Pairs<1, SizedEntry>>(
        &with(1, block(&read(&small.path), 1)),
        &[1],
        "of another table",
    );
}

#[test]
fn blocks_under_the_header_of_another_save_of_the_same_table_are_lost() {
    let small = Small::of::<New, Pairs<1, SizedEntry>>();
    let (table, _) = Table::<New, Pairs<1, SizedEntry>>::load(&small.path).expect("it is whole");
    (0..5).for_each(|_| table.new_generation());
    table.save(&small.path).expect("room");
    let newer = read(&small.path);
    let of_both = [&small.bytes[..HEADER], &newer[HEADER..]].concat();
    small.loses::<New, Pairs<1, SizedEntry>>(&of_both, &[0, 1, 2], "an old header, newer blocks");
    let last_is_old = [&newer[..HEADER + 2 * BLOCK], &small.bytes[HEADER + 2 * BLOCK..]].concat();
    let (_, what) = small.load::<New, Pairs<1, SizedEntry>>(&last_is_old).expect("it has a header");
    assert_eq!(what.lost_blocks, 1, "the last block is of the save before");
    let (_, what) = small.load::<New, Pairs<1, SizedEntry>>(&newer).expect("it has a header");
    assert!(what.is_whole(), "control: header and blocks of one save");
}

#[test]
fn what_is_lost_is_told_in_a_line() {
    let small = Small::of::<New, Pairs<1, SizedEntry>>();
    let told =
        |bytes: &[u8]| small.load::<New, Pairs<1, SizedEntry>>(bytes).expect("it has a header").1.to_string();
    assert_eq!(told(&small.bytes), "all 3 blocks are whole");
    assert_eq!(
        told(&small.bytes[..HEADER + BLOCK]),
        "2 of 3 blocks are damaged or missing: their 384 slots are empty"
    );
    let longer = [&small.bytes[..], b"more"].concat();
    assert_eq!(told(&longer), "all 3 blocks are whole; surplus bytes after the table, not used: 4");
}

#[test]
fn an_invented_entry_and_a_missing_one_are_told() {
    let small = Small::of::<New, Pairs<1, SizedEntry>>();
    let (mut found, _) = small.load::<New, Pairs<1, SizedEntry>>(&small.bytes).expect("it is whole");
    assert_eq!(invented(&found, &small.entries, |_| false), 0);
    let slot = found.iter().position(Option::is_some).expect("there are entries");
    assert_eq!(invented(&found, &small.entries, |at| at == slot), 1, "it should have been lost");
    if let Some(held) = &mut found[slot] {
        held.payload.score ^= 1;
    }
    assert_eq!(invented(&found, &small.entries, |_| false), 1);
    found[slot] = None;
    assert_eq!(invented(&found, &small.entries, |_| false), 1);
}
