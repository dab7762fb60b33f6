//! A shared table is made once, whole, whoever makes it and wherever it is interrupted.

use std::time::Duration;

use supplant::Table;
use supplant::key::SplitMix64;
use supplant::scheme::New;
use supplant::table::Size;

use super::child::{LARGE, start};
use super::{certified, key, new_file};

/// Files in the folder.
fn files(folder: &tempfile::TempDir) -> usize {
    std::fs::read_dir(folder.path()).expect("a folder").count()
}

#[test]
fn processes_that_make_it_at_once_have_one_table() {
    for _ in 0..10 {
        let (folder, path) = new_file();
        let makers: Vec<_> = (0..6).map(|number| start("store one", &path, number)).collect();
        makers.into_iter().for_each(super::child::Running::join);
        let table = Table::<New>::open_shared(&path, Size::Slots(1 << 12)).expect("it was made");
        for number in 0..6 {
            assert_eq!(
                table.probe(key(number)),
                Some(certified(key(number), number)),
                "entry {number} is in another table"
            );
        }
        assert_ne!(table.generation(), supplant::entry::Generation::new(0), "they count together");
        assert_eq!(files(&folder), 1);
    }
}

/// The same by threads, which meet more closely.
#[test]
fn threads_that_make_it_at_once_have_one_table() {
    for _ in 0..50 {
        let (folder, path) = new_file();
        let together = std::sync::Barrier::new(4);
        let tables: Vec<_> = std::thread::scope(|scope| {
            let open = || {
                together.wait();
                Table::<New>::open_shared(&path, Size::mebibytes(1)).expect("it is there or is made")
            };
            let openers: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            openers.into_iter().map(|opener| opener.join().expect("it ends")).collect()
        });
        for (number, table) in (0..).zip(&tables) {
            table.store(key(number), certified(key(number), number));
            assert!(tables.iter().all(|table| table.probe(key(number)).is_some()), "two tables");
        }
        assert_eq!(files(&folder), 1);
    }
}

#[test]
fn who_is_killed_in_the_making_leaves_no_table_or_a_whole_one() {
    let mut random = SplitMix64::new(1);
    let (mut made, mut unmade) = (0, 0);
    for number in 0..40 {
        let (_folder, path) = new_file();
        let maker = start("make", &path, number);
        std::thread::sleep(Duration::from_micros(random.below(1000 << (number % 10))));
        maker.kill();
        if path.exists() {
            made += 1;
        } else {
            unmade += 1;
        }
        let table = Table::<New>::open_shared(&path, LARGE).expect("it is there or is made");
        assert_eq!(table.bytes(), 48 << 20);
        table.store(key(number), certified(key(number), number));
        assert!(table.probe(key(number)).is_some());
    }
    println!("{made} were made, {unmade} were not");
    assert!(unmade > 0, "else this test tells little");
}
