//! A shared table is made once and complete.

use std::time::Duration;
use supplant::table::SizedTable;

use supplant::key::SplitMix64;
use supplant::scheme::New;
use supplant::table::Size;

use super::child::{LARGE, Running, start};
use super::{certified, key, new_file};

fn files(folder: &tempfile::TempDir) -> usize {
    std::fs::read_dir(folder.path()).expect("a folder").count()
}

#[test]
fn processes_that_make_it_at_once_have_one_table() {
    for _ in 0..10 {
        let (folder, path) = new_file();
        let makers: Vec<_> = (0..6).map(|number| start("store one", &path, number)).collect();
        makers.into_iter().for_each(Running::join);
        let table = SizedTable::<New>::open_shared(&path, Size::Slots(1 << 12)).expect("it was made");
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

#[test]
fn threads_that_make_it_at_once_have_one_table() {
    for _ in 0..50 {
        let (folder, path) = new_file();
        let together = std::sync::Barrier::new(4);
        let tables: Vec<_> = std::thread::scope(|scope| {
            let open = || {
                together.wait();
                SizedTable::<New>::open_shared(&path, Size::mebibytes(1)).expect("it is there or is made")
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
        let table = SizedTable::<New>::open_shared(&path, LARGE).expect("it is there or is made");
        assert_eq!(table.bytes(), 48 << 20);
        table.store(key(number), certified(key(number), number));
        assert!(table.probe(key(number)).is_some());
    }
    println!("{made} were made, {unmade} were not");
    assert!(unmade > 0, "else this test tells little");
}

fn ending(folder: &std::path::Path, end: &str) -> usize {
    let names = std::fs::read_dir(folder).expect("a folder").flatten().map(|met| met.file_name());
    names.filter(|name| name.to_string_lossy().ends_with(end)).count()
}

/// If each process took space for a table, all would fail on a disk with room for one.
#[test]
fn makers_at_once_take_turns() {
    let (folder, path) = new_file();
    let mut at_most = 0;
    std::thread::scope(|scope| {
        let make = || drop(SizedTable::<New>::open_shared(&path, LARGE).expect("it is there or is made"));
        let makers: Vec<_> = (0..4).map(|_| scope.spawn(make)).collect();
        while !makers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            at_most = at_most.max(ending(folder.path(), ".new"));
            std::thread::sleep(Duration::from_micros(200));
        }
    });
    assert_eq!(at_most, 1, "tables that were made at once");
    assert_eq!(files(&folder), 1);
}

#[test]
fn what_a_killed_maker_has_left_is_waited_for_by_nobody_and_taken_over() {
    let mut left = 0;
    for number in 0..20 {
        let (folder, path) = new_file();
        let maker = start("make", &path, number);
        while ending(folder.path(), ".new") == 0 && !path.exists() {
            std::thread::sleep(Duration::from_micros(100));
        }
        maker.kill();
        left += ending(folder.path(), ".making");
        let _ = SizedTable::<New>::open_shared(&path, LARGE).expect("it is there or is made");
        if !path.exists() || ending(folder.path(), ".new") > 0 {
            assert_eq!(ending(folder.path(), ".making"), 0, "it was taken over, and removed");
        }
    }
    assert!(left > 0, "else this test tells little");
}

#[test]
fn a_table_is_made_without_a_turn_where_none_is_to_be_had() {
    let (folder, path) = new_file();
    std::fs::create_dir(folder.path().join(".table.making")).expect("room");
    let table = SizedTable::<New>::open_shared(&path, Size::Slots(64)).expect("it is made");
    assert!(table.offer(key(1), certified(key(1), 1)) && path.exists());
}

#[cfg(target_os = "linux")]
struct Disk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl Disk {
    fn of(mebibytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let options = format!("size={mebibytes}m");
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", &options, "supplant-test"])
            .arg(folder.path())
            .stderr(std::process::Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn makers_at_once_on_a_disk_with_room_for_one_table_have_one() {
    let Some(disk) = Disk::of(64) else {
        println!("skipped: this process may mount nothing");
        return;
    };
    let path = disk.0.path().join("table");
    let makers: Vec<_> = (0..4).map(|number| start("make", &path, number)).collect();
    makers.into_iter().for_each(Running::join);
    assert!(path.exists());
    assert_eq!(files(&disk.0), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_for_which_the_disk_has_no_room_is_refused_and_leaves_nothing() {
    let Some(disk) = Disk::of(16) else {
        println!("skipped: this process may mount nothing");
        return;
    };
    let path = disk.0.path().join("table");
    let refused = format!("{:#}", SizedTable::<New>::open_shared(&path, LARGE).expect_err("no room"));
    assert!(refused.contains("cannot be written: No space left"), "{refused}");
    assert_eq!(files(&disk.0), 0);
    let control = SizedTable::<New>::open_shared(&path, Size::mebibytes(8));
    assert_eq!(
        control.map(|table| table.bytes()).map_err(|error| error.to_string()),
        Ok(8 << 20),
        "control: there is room"
    );
}

#[test]
fn a_table_that_no_address_space_has_is_refused_before_anything_is_written() {
    let (folder, path) = new_file();
    let refused =
        format!("{:#}", SizedTable::<New>::open_shared(&path, Size::Bytes(1 << 56)).expect_err("too large"));
    assert!(refused.contains("cannot be written: "), "{refused}");
    assert_eq!(files(&folder), 0);
}
