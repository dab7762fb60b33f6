//! `supplant throughput`: its files, and what it refuses.

use std::path::Path;
use std::process::Command;

use crate::common::{code, run, stderr, stdout, supplant, text};

/// Slices of little tables, a round.
fn little<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    rounds("1", out, more)
}

/// So many rounds.
fn rounds<'a>(rounds: &'a str, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let few =
        ["throughput", "--quick", "--schemes", "new,twobig1", "--mixes", "hit,store", "--rounds", rounds];
    few.into_iter().chain(["--out", out.to_str().unwrap()]).chain(more.iter().copied()).collect()
}

#[test]
fn a_run_leaves_rows_medians_times_and_a_page_with_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&little(folder.path(), &["--bytes", "64KiB,1MiB", "--threads", "1", "--ahead", "0,8"]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = stdout(&output);
    for words in ["64 KiB, 1 thread, uniform keys, prefetch 8 ahead", "limit", "TWOBIG1 xor16", "goals: "] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(said.lines().all(|line| line.chars().count() <= 100), "{said}");
    let rows = text(&folder.path().join("throughput-rows.csv"));
    // 2 sizes, 2 schemes, 2 mixes, 2 distances; and the header.
    assert_eq!(rows.lines().count(), 2 * 2 * 2 * 2 + 1, "{rows}");
    let mut reader = csv_of(&rows);
    let wrong = reader.next().unwrap().iter().position(|name| *name == "wrong").unwrap();
    assert!(reader.all(|row| row[wrong] == "0"), "{rows}");
    assert_eq!(text(&folder.path().join("throughput-summary.csv")).lines().count(), 17);
    // Hits, misses and stores of 2 schemes of 2 sizes, and the clock beside each.
    assert_eq!(text(&folder.path().join("throughput-latency.csv")).lines().count(), 2 * 2 * 4 + 1);
    let page = text(&folder.path().join("throughput.html"));
    for words in [
        "What is reached",
        "Single operations",
        "Provenance",
        "<svg",
        "supplant throughput --bytes 64KiB,1MiB",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let markdown = text(&folder.path().join("throughput.md"));
    assert!(
        markdown.contains("(throughput-sizes-hit-1.svg)") && markdown.contains("(throughput-shares-1.svg)")
    );
}

/// The fields of each line of a file without quotes.
fn csv_of(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().map(|line| line.split(',').collect())
}

#[test]
fn pictures_of_an_earlier_run_go_and_those_of_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (old, other) =
        (folder.path().join("throughput-shares-64.svg"), folder.path().join("throughput-mine.svg"));
    assert_eq!(code(&run(&little(folder.path(), &["--bytes", "64KiB", "--threads", "1"]))), 0);
    std::fs::copy(folder.path().join("throughput-shares-1.svg"), &old).unwrap();
    std::fs::write(&other, "<svg>mine</svg>").unwrap();
    assert_eq!(code(&run(&little(folder.path(), &["--bytes", "64KiB", "--threads", "1"]))), 0);
    assert!(!old.exists() && other.exists());
}

/// Refused: code 2, one line on stderr that has all of `words`, warnings about the machine aside.
fn refused(arguments: &[&str], words: &[&str]) {
    let output = run(arguments);
    let said = stderr(&output);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}: {said}");
    let lines: Vec<_> = said.lines().filter(|line| !line.starts_with("warning: ")).collect();
    assert_eq!(lines.len(), 1, "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: `{word}` is not in: {said}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused_with_what_can() {
    let folder = tempfile::tempdir().unwrap();
    let tried = |more: &[&str], words: &[&str]| refused(&little(folder.path(), more), words);
    tried(&["--bytes", "0"], &["`0` is no table size", "64MiB, 1GiB"]);
    tried(&["--bytes", "900000GiB"], &["--bytes: ", "MiB or less"]);
    tried(&["--threads", "1000"], &["--threads 1000", "processors"]);
    tried(&["--threads", "0"], &["1 to 1024"]);
    tried(&["--mixes", "hits"], &["`hits`", "hit, miss, 90/10, 50/50, store"]);
    tried(&["--keys", "zip"], &["`zip`", "uniform, zipf"]);
    tried(&["--ahead", "-1"], &["`-1`", "4096"]);
    tried(&["--layouts", "line8"], &["line8", "DEPTHAGE"]);
    refused(&["throughput", "--schemes", "twobig"], &["did you mean TWOBIG1?"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn what_does_not_fit_is_said_and_the_rest_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&little(folder.path(), &["--bytes", "64KiB,900000GiB", "--threads", "1,1000"]));
    let said = stderr(&output);
    assert_eq!(code(&output), 1, "what was asked for is not all there: {said}");
    assert!(said.contains("--bytes: ") && said.contains("--threads 1000"), "{said}");
    assert!(stdout(&output).contains("64 KiB, 1 thread"), "{}", stdout(&output));
}

/// Ctrl-C ends it with what was measured, in files that say so.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_measured_and_says_that_it_is_unfinished() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = rounds("99", folder.path(), &["--bytes", "64KiB", "--threads", "1"]);
    let child = supplant(&arguments).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted"), "{}", stderr(&output));
    assert!(text(&folder.path().join("throughput-rows.csv")).lines().count() > 1);
    assert!(text(&folder.path().join("throughput.md")).contains("Unfinished"));
}
