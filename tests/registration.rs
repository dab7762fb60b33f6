//! Claims that are younger than a measurement are found out, whoever joins, edits or hides what was registered.

#![cfg(feature = "lab")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod common;

use std::path::{Path, PathBuf};

use common::{code, run, stderr, text};
use tempfile::TempDir;

/// A study of a second in a file, with a claim that ends there.
fn stated(folder: &TempDir, above: &str) -> PathBuf {
    let example = include_str!("../docs/experiments/forgetting.toml");
    let small = example.replace("3..=5", "3..=4").replace("ply = 5", "ply = 4").replace("above = 2", above);
    let path = folder.path().join(format!("{}.toml", above.replace(' ', "")));
    std::fs::write(&path, small).unwrap();
    path
}

fn measure(file: &Path, out: &Path, more: &[&str]) -> String {
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let output = run(&[&["study", "run", file, "--quick", "--out", out], more].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stderr(&output)
}

/// The report's sentence on registration.
fn standing(out: &Path) -> String {
    let output = run(&["report", out.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let page = text(&out.join("forgetting.md"));
    let sentence = page.lines().find(|line| line.contains("registered")).unwrap_or_default().to_owned();
    // What the page says against the claims, the terminal says too.
    assert_eq!(stderr(&output).contains(&sentence), !sentence.contains("are those registered"), "{sentence}");
    sentence
}

#[test]
fn claims_that_changed_after_the_run_are_not_those_registered() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (first, later) = (stated(&folder, "above = 2"), stated(&folder, "above = 2.001"));
    measure(&first, &out, &[]);
    assert!(standing(&out).contains("are those registered on 2"), "{}", standing(&out));
    let registered = text(&out.join("forgetting-claims.txt"));
    let said = measure(&later, &out, &["--verify"]);
    assert!(said.contains("The claims have changed"), "{said}");
    assert!(!standing(&out).contains("are those registered"), "{}", standing(&out));
    assert_eq!(text(&out.join("forgetting-claims.txt")), registered, "the first stay");
}

#[test]
fn what_was_registered_is_written_again_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    measure(&file, &out, &[]);
    let path = out.join("forgetting-claims.txt");
    let registered = text(&path);
    std::fs::write(&path, registered.replace("+2 %", "+1 %")).unwrap();
    assert!(measure(&file, &out, &[]).contains("held other claims"));
    assert_eq!(text(&path), registered);
    std::fs::remove_file(&path).unwrap();
    assert!(!measure(&file, &out, &[]).contains("held other claims"));
    assert_eq!(text(&path), registered);
}

#[test]
fn shards_of_other_claims_are_not_joined_and_if_they_must_the_earlier_claims_stand() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (first, later) = (stated(&folder, "above = 2"), stated(&folder, "above = 3"));
    measure(&first, &at("z"), &["--shard", "1/2"]);
    // The clock of headers counts seconds.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    measure(&later, &at("a"), &["--shard", "2/2"]);
    let [a, z, joined] = ["a", "z", "joined"].map(|name| at(name).to_str().unwrap().to_owned());
    let refused = run(&["merge", &a, &z, "--out", &joined]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("one set of claims"), "{}", stderr(&refused));
    let output = run(&["merge", &a, &z, "--out", &joined, "--allow-mixed"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let claims = text(&at("joined").join("forgetting-claims.txt"));
    assert!(claims.contains("above +2 %") && !claims.contains("above +3 %"), "{claims}");
    let sentence = standing(&at("joined"));
    assert!(sentence.contains("are those registered, before the first unit"), "{sentence}");
}

#[test]
fn a_report_needs_neither_the_file_nor_its_positions() {
    let folder = tempfile::tempdir().unwrap();
    let positions = include_str!("../src/game/chess/positions/endings.epd");
    std::fs::write(folder.path().join("my.epd"), positions.lines().take(3).collect::<Vec<_>>().join("\n"))
        .unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    std::fs::write(&file, text(&file).replace("[quick]", "positions = \"my.epd\"\n\n[quick]")).unwrap();
    measure(&file, &out, &[]);
    std::fs::remove_file(folder.path().join("my.epd")).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(standing(&out).contains("are those registered on 2"));
}
