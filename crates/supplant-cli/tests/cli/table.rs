use std::path::Path;
use supplant::table::{SizedBucket, SizedTable, TableBuilder};

use supplant::scheme::{New, TwoBig1};
use supplant::table::TableFile;
use supplant::{Bound, Key, SizedEntry};
use supplant_search::game::chess::Chess;

use crate::common::{code, run, stderr, stdout, supplant};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn name(folder: &tempfile::TempDir, file: &str) -> String {
    folder.path().join(file).to_str().expect("a temporary path is text").to_owned()
}

fn nodes(printed: &str) -> u64 {
    let last = printed.lines().last().expect("an outcome");
    let outcome: serde_json::Value = serde_json::from_str(last).expect("a line is JSON");
    outcome["nodes"].as_u64().expect("a number")
}

const SEARCH: [&str; 6] = ["search", "--json", "--depth", "7", "--hash", "4"];

#[test]
fn a_second_search_on_one_table_finds_what_the_first_has_stored() {
    let folder = folder();
    let table = name(&folder, "table");
    let search = || run(&[&SEARCH[..], &["--table", &table]].concat());
    let (first, second) = (search(), search());
    assert_eq!((code(&first), code(&second)), (0, 0), "{} {}", stderr(&first), stderr(&second));
    let (first, second) = (nodes(&stdout(&first)), nodes(&stdout(&second)));
    assert!(second * 4 < first, "{first} nodes, then {second}");
    let alone = run(&SEARCH);
    assert_eq!(nodes(&stdout(&alone)), nodes(&stdout(&run(&SEARCH))));
    assert_eq!(nodes(&stdout(&alone)), first, "into an empty table the first search is as ever");
}

#[test]
fn searches_at_once_share_one_table_that_one_of_them_makes() {
    let folder = folder();
    let table = name(&folder, "table");
    let arguments = [&SEARCH[..], &["--table", &table]].concat();
    let searches: Vec<_> =
        (0..4).map(|_| supplant(&arguments).spawn().expect("the program starts")).collect();
    for search in searches {
        let output = search.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let info = run(&["table", "info", &table]);
    assert!(stdout(&info).contains("shared table of TWOBIG1 in xor16"), "{}", stdout(&info));
    assert!(stdout(&info).contains("of chess, evaluation 1994"), "{}", stdout(&info));
}

#[test]
fn a_table_of_another_kind_or_size_or_none_is_refused_in_a_line() {
    let folder = folder();
    let table = name(&folder, "table");
    assert_eq!(code(&run(&[&SEARCH[..], &["--table", &table]].concat())), 0);
    let refused = |more: &[&str], words: &[&str]| {
        let output = run(&[&["search", "--depth", "1", "--table"], more].concat());
        let said = stderr(&output);
        assert_eq!((code(&output), said.trim_end().lines().count()), (2, 1), "{said}");
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    };
    refused(&[&table, "--hash", "4", "--scheme", "deep"], &[&table, "scheme TWOBIG1, not DEEP"]);
    refused(&[&table, "--hash", "4", "--layout", "single8"], &["bucket xor16", "not single8"]);
    refused(&[&table, "--hash", "8"], &["262144 slots", "not 524288 slots"]);
    refused(&[&name(&folder, "no/where")], &["cannot be written"]);
    let text = name(&folder, "text");
    std::fs::write(&text, "no table").expect("room");
    refused(&[&text], &["not a table of supplant"]);
    assert_eq!(std::fs::read(&text).expect("it is there"), b"no table");
}

#[test]
fn a_table_of_an_engine_is_named_and_left_to_the_engine() {
    let folder = folder();
    let file = name(&folder, "engine");
    supplant::Table::builder().slots(64).build().expect("small").save(&file).expect("room");
    let info = run(&["table", "info", &file]);
    let said = stderr(&info);
    assert_eq!((code(&info), said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("a table of DEPTHAGE in xor16 with payload engine; "), "{said}");
}

#[test]
fn a_number_of_slots_that_is_rounded_is_told() {
    let search = |slots| run(&["search", "--depth", "1", "--slots", slots]);
    let (rounded, exact) = (search("3"), search("4"));
    let said = "--slots 3: the table has 2 slots, for a bucket of TWOBIG1 in xor16 has 2\n";
    assert_eq!((code(&rounded), stderr(&rounded).as_str()), (0, said));
    assert_eq!((code(&exact), stderr(&exact).as_str()), (0, ""), "control");
}

fn kept(path: &str, key: Key, searches: u64) {
    let table: SizedTable<TwoBig1> = TableBuilder::new().slots(4096).build().expect("small");
    (0..searches).for_each(|_| table.new_generation());
    table.store(key, SizedEntry::new(Bound::Exact, 1, 1));
    table.save(TableFile::new(path).keyed(Chess::default().key_seed())).expect("room");
}

#[test]
fn two_kept_tables_are_joined_into_a_third_and_told_of() {
    let folder = folder();
    let [one, other, out] = ["one", "other", "out"].map(|file| name(&folder, file));
    let keys = [Key(1 << 60), Key(7 << 60)];
    kept(&one, keys[0], 0);
    kept(&other, keys[1], 3);
    let merged = run(&["table", "merge", &one, &other, "--out", &out]);
    assert_eq!(
        (code(&merged), stdout(&merged).as_str()),
        (0, "1 entry offered, 1 kept\n"),
        "{}",
        stderr(&merged)
    );
    let file = TableFile::new(&out).keyed(Chess::default().key_seed());
    let (table, _) = SizedTable::<TwoBig1>::load(file).expect("it was saved");
    assert!(keys.iter().all(|&key| table.probe(key).is_some()));
    assert_eq!(table.generation(), supplant::entry::Generation::new(3));

    let info = run(&["table", "info", &one, &out]);
    assert_eq!(code(&info), 0);
    for told in [
        "saved table of TWOBIG1 in xor16",
        "4096 slots",
        "3 searches counted",
        "all 16 blocks are whole",
        "1 entry:",
        "bound: exact (100.0 %)",
        "with a move: 0.0 %",
    ] {
        assert!(stdout(&info).contains(told), "`{told}` is not in {}", stdout(&info));
    }
    let again = run(&["table", "merge", &one, &other, "--out", &out]);
    assert!(code(&again) == 2 && stderr(&again).contains("is there already"), "{}", stderr(&again));
}

#[test]
fn a_damaged_table_is_told_by_info_and_what_is_none_is_refused() {
    let folder = folder();
    let [one, text] = ["one", "text"].map(|file| name(&folder, file));
    kept(&one, Key(1 << 60), 0);
    let mut bytes = std::fs::read(&one).expect("it was saved");
    bytes[10_000] ^= 1;
    std::fs::write(&one, bytes).expect("room");
    let info = run(&["table", "info", &one]);
    assert_eq!(code(&info), 1, "a check failed");
    let told = "1 of 16 blocks are damaged or missing: their 256 slots are empty; a program that loads the file gets the other entries";
    assert!(stdout(&info).contains(told), "{}", stdout(&info));
    let short = name(&folder, "short");
    std::fs::write(&short, &std::fs::read(&one).expect("it is there")[..20_000]).expect("room");
    let info = run(&["table", "info", &short]);
    assert!(code(&info) == 1 && stdout(&info).contains("the other entries"), "{}", stdout(&info));
    let [whole, joined] = ["whole", "joined"].map(|file| name(&folder, file));
    kept(&whole, Key(7 << 60), 0);
    let merged = run(&["table", "merge", &whole, &one, "--out", &joined]);
    assert_eq!((code(&merged), code(&run(&["table", "info", &joined]))), (1, 0), "{}", stderr(&merged));
    assert!(stderr(&merged).contains("1 of 16 blocks are damaged"), "{}", stderr(&merged));
    std::fs::write(&text, "text").expect("room");
    for arguments in
        [&["table", "info", &text][..], &["table", "merge", &text, &one, "--out", &name(&folder, "out")]]
    {
        let output = run(arguments);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("text: not a table of supplant; check the name"),
            "{}",
            stderr(&output)
        );
    }
    let info = run(&["table", "info", &text, &one]);
    assert_eq!(code(&info), 1);
    assert!(
        stdout(&info).contains("1 of 16 blocks")
            && stderr(&info).contains("error: ")
            && stderr(&info).lines().count() == 1
    );
    let other = name(&folder, "other");
    TableBuilder::<New, SizedBucket<New>>::new()
        .slots(64)
        .build()
        .expect("small")
        .save(&other)
        .expect("room");
    let merged = run(&["table", "merge", &other, &one, "--out", &name(&folder, "out")]);
    assert!(
        code(&merged) == 2 && stderr(&merged).contains("a table of scheme TWOBIG1, not NEW"),
        "{}",
        stderr(&merged)
    );
    assert!(!Path::new(&name(&folder, "out")).exists());
}
