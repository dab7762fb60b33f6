//! A file of another kind is refused and stays unchanged.

use supplant::conformance::Plied;
use supplant::entry::bucket::{OneWord, Pairs};
use supplant::entry::{Entry, Facts, Payload};
use supplant::scheme::{Deep, DepthAge, New};
use supplant::table::{FileError, Fold, LowBits, TableFile};
use supplant::table::{SizedBucket, SizedTable, TableBuilder};
use supplant::{SizedEntry, Table};

use super::{fill, new_file, read};

#[derive(Clone, Copy)]
struct Renamed(SizedEntry);

impl Payload for Renamed {
    type Data = [u64; 1];
    const NAME: &'static str = "entry-2";
    const FACTS: Facts = SizedEntry::FACTS;
    fn pack(self) -> [u64; 1] {
        self.0.pack()
    }
    fn unpack(data: [u64; 1]) -> Self {
        Self(SizedEntry::unpack(data))
    }
}

fn line<T>(refused: Result<T, FileError>) -> String {
    let Err(error) = refused else { panic!("it is foreign") };
    let (said, path) = (format!("{error:#}"), format!("{}: ", error.path().display()));
    assert_eq!(said.lines().count(), 1, "{said}");
    said.strip_prefix(&path).expect("it begins with the path").to_owned()
}

#[test]
fn a_table_of_another_kind_is_refused_by_what_differs() {
    let (_folder, path) = new_file();
    let table = TableBuilder::<New, Pairs<1, SizedEntry>>::new().slots(1 << 8).build().expect("small");
    table.save(&path).expect("room");
    let saved = read(&path);
    let remedy = "ask for that of the file, or take another file";
    assert_eq!(
        line(Table::<Deep, Pairs<1, SizedEntry>>::load(&path)),
        format!("a table of scheme NEW, not DEEP; {remedy}")
    );
    assert_eq!(
        line(Table::<New, OneWord<1, SizedEntry>>::load(&path)),
        format!("a table of bucket xor16, not single8; {remedy}")
    );
    assert!(line(Table::<New, Pairs<1, Entry>>::load(&path)).contains("payload entry, not engine; "));
    assert!(line(Table::<New, Pairs<1, Plied>>::load(&path)).contains("not plied; "));
    assert!(line(Table::<New, Pairs<1, Renamed>>::load(&path)).contains("not entry-2; "));
    assert_eq!(
        line(Table::<New, Pairs<1, SizedEntry>, LowBits>::load(&path)),
        format!("a table of index multiply-shift, not low-bits; {remedy}")
    );
    assert!(line(Table::<New, Pairs<1, SizedEntry>, Fold>::load(&path)).contains("not fold"));
    assert_eq!(
        line(Table::<New, Pairs<1, SizedEntry>>::load(TableFile::new(&path).keyed(0xfeed))),
        "a table of key seed 0x0, not 0xfeed; this program computes other keys or another evaluation; ask for the key seed of the file, or take another file"
    );
    assert!(
        Table::<New, Pairs<1, SizedEntry>>::load(&path).is_ok(),
        "control: it is a table of its own kind"
    );
    assert_eq!(read(&path), saved, "nothing was done to it");
}

#[test]
fn a_bucket_of_other_slots_is_another_bucket() {
    let (_folder, path) = new_file();
    TableBuilder::<DepthAge, Pairs<4, SizedEntry>>::new()
        .slots(64)
        .build()
        .expect("small")
        .save(&path)
        .expect("room");
    assert!(
        line(Table::<DepthAge, Pairs<2, SizedEntry>>::load(&path))
            .starts_with("a table of bucket xor16 (64 bytes, 4 slots")
    );
}

#[test]
fn what_is_no_table_is_refused_and_so_is_another_version() {
    let (folder, path) = new_file();
    let load = || line(SizedTable::<New>::load(&path));
    assert!(load().starts_with("cannot be read: No such file"), "{}", load());
    let nameless = SizedTable::<New>::load("").expect_err("it has no name").to_string();
    assert_eq!(nameless, "'': cannot be read");
    for text in [&b""[..], b"PK", b"supplan", &[0; 10_000], b"depth,score\n1,2\n"] {
        std::fs::write(&path, text).expect("room");
        assert_eq!(load(), "not a table of supplant; check the name");
    }
    std::fs::remove_file(&path).expect("it is ours");
    TableBuilder::<New, SizedBucket<New>>::new().slots(8).build().expect("small").save(&path).expect("room");
    let mut bytes = read(&path);
    bytes[8] = 1;
    std::fs::write(&path, &bytes).expect("room");
    assert_eq!(
        load(),
        "a table in version 1 of the format; this program reads version 4: make the table again"
    );
    assert_eq!(
        line(SizedTable::<New>::load(folder.path())),
        "cannot be read: it is not a regular file; give another name"
    );
    assert_eq!(line(TableFile::new(&path).header()), load(), "nor is its header told");
}

#[test]
fn the_header_tells_what_a_table_is() {
    let (_folder, path) = new_file();
    let table = TableBuilder::<New, Pairs<1, SizedEntry>>::new().slots(1000).build().expect("small");
    fill(&table, 1, 100, 5);
    table.save(TableFile::new(&path).keyed(77)).expect("room");
    let header = TableFile::new(&path).header().expect("it was saved");
    let told = (
        header.scheme.name.as_str(),
        header.bucket.name.as_str(),
        header.payload.name.as_str(),
        header.index.name.as_str(),
    );
    assert_eq!(told, ("NEW", "xor16", "entry", "multiply-shift"));
    assert_eq!((header.slots(), header.bytes(), header.key_seed), (1000, 16_000, 77));
    assert_eq!(header.generation, 5);
}

#[test]
fn a_folder_that_is_not_there_or_cannot_be_written_is_told_and_so_is_what_is_no_file() {
    let (folder, path) = new_file();
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(8).build().expect("small");
    let nowhere = folder.path().join("nowhere").join("table");
    assert!(line(table.save(&nowhere)).starts_with("cannot be written: No such file"));
    assert_eq!(
        line(table.save(folder.path())),
        "cannot be written: it is not a regular file; give another name"
    );
    std::fs::write(&path, "a file").expect("room");
    assert!(line(table.save(path.join("table"))).starts_with("cannot be written: Not a directory"));
    #[cfg(target_os = "linux")]
    assert_eq!(
        line(table.save("/dev/null")),
        "cannot be written: it is not a regular file; give another name"
    );
}
