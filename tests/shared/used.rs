//! One process sees another's changes to a shared table.

use std::path::Path;
use supplant::conformance::in_every_kind;
use supplant::entry::SizedEntry;
use supplant::table::{SizedTable, TableBuilder};

use supplant::entry::bucket::{Cluster, OneWord, Pairs, Ready};
use supplant::entry::{Entry, Generation};
use supplant::scheme::{Deep, DepthAge, New, Scheme, Visit};
use supplant::table::{FileError, LowBits, Size, SizeError, TableFile};
use supplant::{Table, table::Index};

use super::{certified, is_of, key, new_file};

#[derive(Clone, Copy)]
struct AsOne;

impl Visit for AsOne {
    type Payload = SizedEntry;
    type Out = ();

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
        let (_folder, path) = new_file();
        let size = Size::Slots(512);
        let own = TableBuilder::<S, B>::new().size(size).build().expect("small");
        let [one, other] =
            [(); 2].map(|()| Table::<S, B>::open_shared(&path, size).expect("it is there or is made"));
        for number in 0..3000 {
            let (key, entry) = (key(number % 900), certified(key(number % 900), number));
            own.store(key, entry);
            [&one, &other][number as usize % 2].store(key, entry);
            let expected = [own.probe(key), own.probe(key)];
            assert_eq!([one.probe(key), other.probe(key)], expected, "{} in {}", S::NAME, B::NAME);
            if number % 40 == 39 {
                own.new_generation();
                one.new_generation();
            }
        }
        assert_eq!([one.generation(), other.generation()], [own.generation(); 2]);
        assert!(
            one.by_slot().eq(own.by_slot()) && other.by_slot().eq(own.by_slot()),
            "{} in {}",
            S::NAME,
            B::NAME
        );
        drop((one, other));
        let again = Table::<S, B>::open_shared(&path, size).expect("it is there");
        assert!(again.by_slot().eq(own.by_slot()));
        let [kept, kept_own] = ["kept", "own"].map(|name| path.with_file_name(name));
        again.save(&kept).expect("room");
        own.save(&kept_own).expect("room");
        let [(kept, is_whole), (kept_own, _)] =
            [kept, kept_own].map(|path| Table::<S, B>::load(path).expect("it was saved"));
        assert!(is_whole.is_whole() && kept.by_slot().eq(kept_own.by_slot()));
    }
}

#[test]
fn a_table_of_two_mappings_is_one_table_of_every_kind() {
    in_every_kind(|_| AsOne);
}

#[test]
fn a_shared_table_is_cleared_for_all_and_its_searches_go_on() {
    fn check<B: Ready<Payload = SizedEntry>>() {
        let (_folder, path) = new_file();
        let [mut one, other] =
            [(); 2].map(|()| Table::<DepthAge, B>::open_shared(&path, Size::Slots(3000)).expect("small"));
        (0..5).for_each(|_| other.new_generation());
        (0..2000).for_each(|number| other.store(key(number), certified(key(number), number)));
        assert!(one.iter().count() > 1000);
        one.clear(3);
        assert_eq!(other.iter().count(), 0, "{}", B::NAME);
        assert_eq!([one.generation(), other.generation()], [Generation::new(6); 2]);
        let mut own = TableBuilder::<DepthAge, B>::new().slots(3000).build().expect("small");
        own.new_generation();
        own.clear(3);
        assert_eq!(own.generation(), Generation::new(0));
    }
    check::<Pairs<2, SizedEntry>>();
    check::<OneWord<8, SizedEntry>>();
    check::<Cluster<SizedEntry>>();
}

#[test]
fn a_shared_table_is_touched_and_keeps_what_is_in_it() {
    let (_folder, path) = new_file();
    let mut table = SizedTable::<New>::open_shared(&path, Size::mebibytes(3)).expect("room");
    (0..2000).for_each(|number| table.store(key(number), certified(key(number), number)));
    table.touch(2);
    assert!((0..2000).all(|number| table.probe(key(number)).is_none_or(|entry| is_of(key(number), entry))));
    assert_eq!(table.pages().huge_asked, 0);
}

#[test]
fn a_shared_table_is_not_resized() {
    let (_folder, path) = new_file();
    let mut table = SizedTable::<New>::open_shared(&path, Size::Slots(64)).expect("small");
    table.store(key(1), certified(key(1), 1));
    let asked = Size::Slots(128);
    let refused = table.resize(asked).expect_err("others have it mapped");
    assert_eq!(refused, SizeError::Shared { asked });
    assert_eq!(
        refused.to_string(),
        "a table that processes share keeps its size; for one of 128 slots open another file"
    );
    assert!(table.probe(key(1)).is_some());
}

fn line<S: Scheme, B: Ready<Payload = SizedEntry>, I: Index>(
    file: TableFile,
    size: Size,
    path: &Path,
) -> String {
    let before = std::fs::read(path).ok();
    let Err(error) = Table::<S, B, I>::open_shared(file, size) else { panic!("it is foreign") };
    let said = error.to_string();
    assert_eq!((said.lines().count(), std::fs::read(path).ok()), (1, before), "{said}");
    said.strip_prefix(&format!("{}: ", path.display())).expect("it begins with the path").to_owned()
}

#[test]
fn a_file_that_is_not_this_shared_table_is_refused_in_a_line() {
    let (folder, path) = new_file();
    let (file, size) = (|| TableFile::new(&path), Size::Slots(64));
    let table = SizedTable::<New>::open_shared(&path, size).expect("small");
    table.store(key(1), certified(key(1), 1));
    type Deeps = Pairs<1, SizedEntry>;
    assert!(
        line::<Deep, Deeps, supplant::table::MultiplyShift>(file(), size, &path)
            .starts_with("a table of scheme NEW, not DEEP; ")
    );
    assert!(
        line::<New, OneWord<1, SizedEntry>, supplant::table::MultiplyShift>(file(), size, &path)
            .starts_with("a table of bucket xor16")
    );
    assert!(line::<New, Deeps, LowBits>(file(), size, &path).starts_with("a table of index multiply-shift"));
    assert!(
        line::<New, Deeps, supplant::table::MultiplyShift>(file().keyed(1), size, &path)
            .starts_with("a table of key seed 0x0, not 0x1")
    );
    assert_eq!(
        line::<New, Deeps, supplant::table::MultiplyShift>(file(), Size::Slots(65), &path),
        "a table of size 64 slots (1024 bytes), not 65 slots (1040 bytes); ask for the size of the file, or take another file"
    );
    let other = Table::<New, Pairs<1, Entry>>::open_shared(&path, size).expect_err("another payload");
    assert!(other.to_string().contains("a table of payload entry"), "{other}");
    assert!(
        SizedTable::<New>::open_shared(&path, Size::Bytes(1024 + 7)).is_ok(),
        "control: it is a table of its own kind"
    );
    assert!(
        SizedTable::<New>::load(&path)
            .expect_err("it is not a kept one")
            .to_string()
            .contains("that is shared, not one that is saved")
    );

    let kept = folder.path().join("kept");
    table.save(&kept).expect("room");
    assert!(
        line::<New, Deeps, supplant::table::MultiplyShift>(TableFile::new(&kept), size, &kept)
            .starts_with("a table that is saved, not one that is shared")
    );
}

#[test]
fn a_shared_file_that_was_cut_short_lengthened_or_overwritten_is_refused() {
    let (_folder, path) = new_file();
    let size = Size::Slots(1000);
    drop(SizedTable::<New>::open_shared(&path, size).expect("small"));
    let whole = std::fs::read(&path).expect("it was made");
    let told = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("room");
        line::<New, Pairs<1, SizedEntry>, supplant::table::MultiplyShift>(TableFile::new(&path), size, &path)
    };
    for len in [4096, 5000, whole.len() - 1] {
        assert!(
            told(&whole[..len]).starts_with(&format!("a table of length {len} bytes, not 20096")),
            "{}",
            told(&whole[..len])
        );
    }
    assert!(told(&[&whole[..], b"x"].concat()).starts_with("a table of length 20097 bytes"));
    assert!(told(&whole[..4000]).starts_with("the header of the table is damaged"));
    assert_eq!(told(b""), "not a table of supplant; check the name");
    for at in (0..4032).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        told(&bytes);
    }
    std::fs::write(&path, &whole).expect("room");
    assert!(SizedTable::<New>::open_shared(&path, size).is_ok(), "control: the whole one is opened");
}

#[test]
fn what_cannot_be_made_is_told() {
    let (folder, path) = new_file();
    let open = |path: &Path, size| {
        format!("{:#}", SizedTable::<New>::open_shared(path, size).expect_err("it cannot be had"))
    };
    assert!(
        open(&folder.path().join("nowhere/table"), Size::Slots(8))
            .contains("cannot be written: No such file")
    );
    assert!(
        open(folder.path(), Size::Slots(8))
            .contains("cannot be written: it is not a regular file; give another name")
    );
    assert!(open(&path, Size::Slots(0)).contains("a table of 0 slots holds no bucket"));
    assert!(!path.exists());
    #[cfg(target_os = "linux")]
    {
        assert!(
            open("/dev/null".as_ref(), Size::Slots(8))
                .contains("it is not a regular file; give another name")
        );
        std::os::unix::fs::symlink("nowhere", &path).expect("links are available");
        assert!(open(&path, Size::Slots(8)).contains("cannot be given its name"));
        let error = SizedTable::<New>::open_shared(&path, Size::Slots(8)).expect_err("a link to nothing");
        assert!(matches!(error, FileError::System { .. }) && std::fs::symlink_metadata(&path).is_ok());
    }
}

#[test]
fn a_table_is_not_saved_over_one_that_processes_share() {
    let (folder, path) = new_file();
    let table = SizedTable::<New>::open_shared(&path, Size::Slots(64)).expect("small");
    table.store(key(1), certified(key(1), 1));
    let refused = table.save(&path).expect_err("it is in use");
    assert!(matches!(refused, FileError::InUse { .. }), "{refused}");
    assert!(
        refused.to_string().ends_with(
            "this file is a shared table that other processes may use; save to another file, or remove it when nobody uses it"
        ),
        "{refused}"
    );
    let other = SizedTable::<New>::open_shared(&path, Size::Slots(64)).expect("it is there");
    assert_eq!(other.probe(key(1)), Some(certified(key(1), 1)), "it is one table still");
    // Of another version, and with a damaged field.
    for at in [8, 40] {
        let copy = folder.path().join("copy");
        let mut bytes = std::fs::read(&path).expect("it is there");
        bytes[at] ^= 0x40;
        std::fs::write(&copy, &bytes).expect("it is written");
        let refused = table.save(&copy).expect_err("it may be in use");
        assert!(matches!(refused, FileError::InUse { .. }), "{refused}");
        bytes[12] = 0;
        std::fs::write(&copy, &bytes).expect("it is written");
        table.save(&copy).expect("control: a saved one is replaced");
    }
    table.save(folder.path().join("kept")).expect("control: under another name it is saved");
}

/// Opening a pipe for writing would wait for a reader.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_opened() {
    let (_folder, path) = new_file();
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: no pipes are available");
        return;
    }
    // Opening a device would act on it, for example start a watchdog; a pipe is harmless.
    let reader = {
        let path = path.clone();
        std::thread::spawn(move || std::fs::File::open(path).is_ok())
    };
    std::thread::sleep(std::time::Duration::from_millis(50));
    let refused = format!("{:#}", SizedTable::<New>::open_shared(&path, Size::Slots(8)).expect_err("a pipe"));
    assert!(refused.contains("it is not a regular file; give another name"), "{refused}");
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(!reader.is_finished(), "the pipe was opened");
    drop(std::fs::File::options().write(true).open(&path));
    assert!(reader.join().expect("it ends"));
}

#[test]
#[cfg(unix)]
fn a_shared_file_that_anyone_may_write_is_refused_and_none_is_made_so() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, path) = new_file();
    let size = Size::Slots(64);
    drop(SizedTable::<New>::open_shared(&path, size).expect("small"));
    let mode = || std::fs::metadata(&path).expect("it is there").permissions().mode();
    let set = |mode| {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    assert_eq!(mode() & 0o002, 0);
    set(0o666);
    let refused = format!("{:#}", SizedTable::<New>::open_shared(&path, size).expect_err("anyone's"));
    assert!(
        refused.ends_with(
            ": cannot be mapped: any user may write it, and could end the programs that map it; remove that right (chmod o-w)"
        ),
        "{refused}"
    );
    for others in [0o600, 0o660, 0o664] {
        set(others);
        assert!(SizedTable::<New>::open_shared(&path, size).is_ok(), "control: {others:o}");
    }
}
