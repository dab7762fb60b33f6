//! A save over an existing file changes nothing else.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use supplant::table::{SizedTable, TableBuilder};

use supplant::scheme::New;

use super::{fill, new_file, read};

fn table() -> SizedTable<New> {
    let table = TableBuilder::new().slots(1 << 8).build().expect("small");
    fill(&table, 5, 100, 1);
    table
}

fn mode(path: &std::path::Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

#[test]
fn who_may_read_and_write_a_file_stays_when_a_table_takes_its_place() {
    let (folder, path) = new_file();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("room");
    table().save(&path).expect("room");
    assert_eq!(mode(&path), mode(&plain));
    for kept in [0o600, 0o640, 0o666] {
        fs::set_permissions(&path, Permissions::from_mode(kept)).expect("it is ours");
        table().save(&path).expect("room");
        assert_eq!(mode(&path), kept);
    }
}

#[test]
fn a_file_that_is_not_to_be_written_stays() {
    let (folder, path) = new_file();
    table().save(&path).expect("room");
    let precious = read(&path);
    fs::set_permissions(&path, Permissions::from_mode(0o444)).expect("it is ours");
    let refused = format!("{:#}", table().save(&path).expect_err("it is read-only"));
    assert!(refused.contains(": cannot be written: ") && refused.lines().count() == 1, "{refused}");
    assert_eq!((read(&path), mode(&path)), (precious, 0o444));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    fs::set_permissions(&path, Permissions::from_mode(0o644)).expect("it is ours");
    table().save(&path).expect("control: one that may be written is replaced");
}

#[test]
fn a_file_that_is_no_table_is_not_written_over() {
    let (folder, path) = new_file();
    fs::write(&path, "1. e4 e5 2. Ke2").expect("room");
    let refused = format!("{:#}", table().save(&path).expect_err("somebody's game"));
    let said = "this file exists and is not a table of supplant; save to another file, or remove it";
    assert!(refused.ends_with(said) && refused.lines().count() == 1, "{refused}");
    assert_eq!(read(&path), b"1. e4 e5 2. Ke2");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    fs::write(&path, "").expect("room");
    table().save(&path).expect("it is empty");
    let mut damaged = read(&path);
    damaged[20] ^= 1;
    fs::write(&path, &damaged).expect("room");
    table().save(&path).expect("it was a table");
    assert_ne!(read(&path), damaged);
}

#[test]
fn a_link_that_leads_nowhere_is_refused_and_stays() {
    let (folder, path) = new_file();
    symlink("nowhere", &path).expect("links are available");
    let refused = format!("{:#}", table().save(&path).expect_err("what it names is not there"));
    assert!(refused.contains("cannot be written: it is a link to a missing file ("), "{refused}");
    assert!(fs::symlink_metadata(&path).expect("it is there").is_symlink());
    symlink("table", folder.path().join("nowhere")).expect("links are available");
    let refused = format!("{:#}", table().save(&path).expect_err("a circle"));
    assert!(refused.contains("it is a link to a missing file ("), "{refused}");
}

#[test]
fn a_chain_of_links_stays_and_what_it_names_is_replaced() {
    let ((folder, path), (_there, target)) = (new_file(), new_file());
    table().save(&target).expect("room");
    let between = folder.path().join("between");
    symlink(&target, &between).expect("links are available");
    symlink("between", &path).expect("links are available");
    table().save(&path).expect("room");
    assert!(
        [&path, &between].iter().all(|link| fs::symlink_metadata(link).expect("it is there").is_symlink())
    );
    assert!(SizedTable::<New>::load(&target).expect("it was saved").1.is_whole());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}
