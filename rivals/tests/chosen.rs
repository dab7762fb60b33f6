//! The program measures the chosen rivals and prints its command.

use std::process::{Command, Output};

use rivals::engine::blunders::Blunders;
use supplant_lab::experiment::throughput::Subject;
use supplant_lab::experiment::throughput::keys::{KeyStream, entry_of};

fn rivals(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rivals")).args(arguments).output().expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_rival_that_nobody_knows_is_answered_with_all_in_one_line() {
    let output = rivals(&["--rivals", "hashmap"]);
    let said = stderr(&output);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains("`hashmap`; there are ") && said.contains("papaya, scc map"), "{said}");
}

#[test]
fn those_asked_for_are_measured_alone_and_the_command_can_be_typed() {
    let out = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("chosen");
    let _ = std::fs::remove_dir_all(&out);
    let few = [
        "--quick",
        "--bytes",
        "1MiB",
        "--schemes",
        "new",
        "--threads",
        "1",
        "--mixes",
        "hit",
        "--rounds",
        "1",
    ];
    let chosen = ["--rivals", "DashMap,bare XOR prototype", "--out", out.to_str().unwrap()];
    let output = rivals(&[&few[..], &chosen].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows = std::fs::read_to_string(out.join("throughput-rows.csv")).unwrap();
    let mut subjects: Vec<_> = rows.lines().skip(1).map(|row| row.split(',').nth(4).unwrap()).collect();
    subjects.sort_unstable();
    subjects.dedup();
    assert_eq!(subjects, ["NEW", "bare XOR prototype", "dashmap"]);
    let page = std::fs::read_to_string(out.join("throughput.md")).unwrap();
    assert!(
        page.contains("cargo run --release --manifest-path rivals/Cargo.toml -- --bytes 1MiB "),
        "{page}"
    );
    assert!(page.contains(" --rivals 'dashmap,bare XOR prototype'"), "{page}");
}

/// If all entries of a bucket had one depth, its second slot would stay empty.
#[test]
fn blunders_fills_both_slots_of_a_bucket() {
    let table = Blunders::with_bytes(1 << 20, 1).unwrap();
    let keys = KeyStream::new(7);
    let all = 0..3 * table.capacity() as u64;
    all.clone().for_each(|number| table.store(keys.key(number), entry_of(keys.key(number))));
    let held = all.filter(|&number| table.probe(keys.key(number)).is_some()).count();
    let share = held as f64 / table.capacity() as f64;
    assert!(share > 0.9, "{share}");
}
