//! A saved table comes back in every scheme and layout.

use std::sync::atomic::{AtomicBool, Ordering};
use supplant::table::{Options, SamePosition, SizedBucket, SizedTable, TableBuilder};

use supplant::conformance::{Noted, in_every_kind};
use supplant::entry::Bucket;
use supplant::entry::Visits;
use supplant::entry::bucket::{Checked, Cluster, Pairs, Ready};
use supplant::key::SplitMix64;
use supplant::scheme::{Big1, Deep, DepthAge, Margin, New, Scheme, Visit};
use supplant::table::{Index, LowBits, TableFile, Update};
use supplant::{Bound, Key, Move16, SizedEntry, Table};

use super::{entry, fill, new_file, read};

#[derive(Clone, Copy)]
struct ThereAndBack {
    searches: usize,
}

impl Visit for ThereAndBack {
    type Payload = SizedEntry;
    type Out = ();

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
        let (_folder, path) = new_file();
        let update = [
            Update::AsScheme,
            Update::Competes,
            Update::Newest,
            Update::Deeper,
            Update::UnlessDeeperBy(Margin::of(3)),
        ][self.searches % 5];
        let same_position = SamePosition {
            update,
            inherits_move: (self.searches % 3 == 1).then_some(true),
            leaves_move: (self.searches % 3 == 2).then_some(false),
            lowers_depth: (self.searches % 3 == 2).then_some(0),
        };
        let options = Options { time_stamping: self.searches.is_multiple_of(2), same_position };
        let table = TableBuilder::<S, B>::new().slots(6000).options(options).build().expect("small");
        // A new table begins in an even iteration.
        table.new_iteration();
        let keys = fill(&table, 1, 9000, self.searches);
        table.save(&path).expect("room");
        let saved = read(&path);
        let (loaded, what) = Table::<S, B>::load(&path).expect("it was saved");
        assert!(what.is_whole() && what.slots == table.slots(), "{what}");
        loaded.save(&path).expect("room");
        let name = format!("{} in {}, {} searches", S::NAME, B::NAME, self.searches);
        assert!(read(&path) == saved, "{name}: another file");
        assert!(loaded.by_slot().eq(table.by_slot()), "{name}: other entries");
        assert!(table.iter().count() > 500, "{name}: else this test tells little");
        assert_eq!((loaded.generation(), loaded.bytes()), (table.generation(), table.bytes()), "{name}");
        for both in [&table, &loaded] {
            keys.iter().for_each(|&key| both.store(key, entry(key.0)));
            fill(both, 2, 3000, 1);
        }
        assert!(loaded.by_slot().eq(table.by_slot()), "{name}: stores into it go on otherwise");
    }
}

#[test]
fn a_table_of_every_kind_comes_back_byte_by_byte() {
    for searches in [0, 70] {
        in_every_kind(|number| ThereAndBack { searches: searches + number % 5 });
    }
}

#[test]
fn other_payloads_and_indexes_come_back_and_so_does_a_table_of_one_bucket() {
    fn comes_back<S: Scheme, B: Bucket, I: Index>(slots: usize, payload: impl Fn(u64) -> B::Payload) {
        let (_folder, path) = new_file();
        let table = TableBuilder::<S, B, I>::new().slots(slots).build().expect("small");
        let mut random = SplitMix64::new(4);
        (0..slots).for_each(|_| table.store(Key(random.next()), payload(random.next())));
        table.save(&path).expect("room");
        let (loaded, what) = Table::<S, B, I>::load(&path).expect("it was saved");
        let saved = read(&path);
        loaded.save(&path).expect("room");
        assert!(what.is_whole() && table.by_slot().any(|held| held.is_some()) && read(&path) == saved);
    }
    comes_back::<Big1, Pairs<1, Visits>, LowBits>(1 << 12, |random| Visits {
        visits: random as u32 | 1,
        value: 0.5,
    });
    // 24 bytes an entry: buckets do not fill a block evenly.
    let noted = |random| Noted { entry: entry(random), note: random >> 1 };
    comes_back::<New, Checked<1, 2, Noted>, LowBits>(1 << 10, noted);
    comes_back::<DepthAge, Cluster<SizedEntry>, LowBits>(3, entry);
    comes_back::<New, Pairs<1, SizedEntry>, LowBits>(1, entry);
}

fn certified(key: Key, number: u64) -> SizedEntry {
    let mark = SplitMix64::new(key.0 ^ number << 1).next();
    SizedEntry {
        mv: Move16(number as u16),
        score: mark as i16,
        bound: Bound::Exact,
        depth: (mark >> 16) as u8,
        ..SizedEntry::default()
    }
}

fn is_of(key: Key, entry: SizedEntry) -> bool {
    entry == certified(key, entry.mv.0.into())
}

#[test]
fn a_table_saved_while_threads_store_into_it_answers_nothing_that_was_not_stored() {
    let (_folder, path) = new_file();
    let table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1 << 9).build().expect("small");
    let keys: Vec<_> = (0..1 << 10).map(|i| Key(SplitMix64::new(i).next())).collect();
    let stop = AtomicBool::new(false);
    let mut found = 0;
    std::thread::scope(|scope| {
        for thread in 0..2u64 {
            let (table, keys, stop) = (&table, &keys, &stop);
            scope.spawn(move || {
                let mut random = SplitMix64::new(thread);
                while !stop.load(Ordering::Relaxed) {
                    let key = keys[random.below(keys.len() as u64) as usize];
                    table.store(key, certified(key, random.next() & 0xFFFF));
                    if random.below(1 << 14) == 0 {
                        table.new_generation();
                    }
                }
            });
        }
        for _ in 0..100 {
            table.save(&path).expect("room");
            let (loaded, what) = SizedTable::<Deep>::load(&path).expect("it was saved");
            assert!(what.is_whole(), "{what}");
            for &key in &keys {
                if let Some(entry) = loaded.probe(key) {
                    assert!(is_of(key, entry), "{entry:?} was never stored for {key:?}");
                    found += 1;
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert!(found > 1000, "{found} answers, else this test tells little");
    assert!(!is_of(keys[0], certified(keys[1], 7)) && is_of(keys[0], certified(keys[0], 7)));
}

#[test]
fn no_entry_of_a_table_saved_while_searches_begin_looks_younger_than_it_is() {
    let (_folder, path) = new_file();
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 14).build().expect("small");
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = SplitMix64::new(8);
            let mut search = 0i16;
            while !stop.load(Ordering::Relaxed) {
                let entry = SizedEntry { score: search, bound: Bound::Exact, ..SizedEntry::default() };
                (0..200).for_each(|_| table.store(Key(random.next()), entry));
                table.new_generation();
                search = search.wrapping_add(1);
            }
        });
        for _ in 0..30 {
            table.save(&path).expect("room");
            let searches = TableFile::new(&path).header().expect("it was saved").generation as i16;
            let (loaded, _) = SizedTable::<New>::load(&path).expect("it was saved");
            for held in loaded.iter() {
                let ago = searches.wrapping_sub(held.payload.score);
                assert_eq!(i16::from(held.age), ago.min(63), "{held:?} in search {searches}");
                seen += 1;
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert!(seen > 10_000, "{seen} entries, else this test tells little");
}

#[test]
fn a_new_save_takes_the_place_of_an_old_one_and_leaves_no_other_file() {
    let (folder, path) = new_file();
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 10).build().expect("small");
    table.save(&path).expect("room");
    let empty = read(&path);
    fill(&table, 5, 100, 1);
    table.save(&path).expect("room");
    assert_ne!(read(&path), empty);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link_when_a_table_is_saved_through_it() {
    let (folder, path) = new_file();
    let link = folder.path().join("link");
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(16).build().expect("small");
    table.save(&path).expect("room");
    std::os::unix::fs::symlink(&path, &link).expect("links are available");
    fill(&table, 5, 100, 1);
    table.save(&link).expect("room");
    assert!(std::fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert_eq!(SizedTable::<New>::load(&path).expect("it was saved").0.iter().count(), table.iter().count());
}
