use std::path::Path;
use std::process::Command;

use crate::common::{code, program, run, stderr, stdout, supplant, text};

fn little<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    rounds("1", out, more)
}

fn rounds<'a>(rounds: &'a str, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let few = ["throughput", "--quick", "--schemes", "new,twobig1", "--rounds", rounds];
    let mixes: &[_] = if more.contains(&"--mixes") { &[] } else { &["--mixes", "hit,store"] };
    few.into_iter()
        .chain(mixes.iter().copied())
        .chain(["--out", out.to_str().unwrap()])
        .chain(more.iter().copied())
        .collect()
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
    assert_eq!(rows.lines().count(), 2 * 2 * 2 * 2 + 1, "{rows}");
    let mut reader = csv_of(&rows);
    let wrong = reader.next().unwrap().iter().position(|name| *name == "wrong").unwrap();
    assert!(reader.all(|row| row[wrong] == "0"), "{rows}");
    assert_eq!(text(&folder.path().join("throughput-summary.csv")).lines().count(), 17);
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
    assert!(markdown.contains("(throughput-sizes-hit.svg)") && markdown.contains("(throughput-shares.svg)"));
}

fn csv_of(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().map(|line| line.split(',').collect())
}

#[test]
fn pictures_of_an_earlier_run_go_and_those_of_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (old, other) =
        (folder.path().join("throughput-shares-64.svg"), folder.path().join("throughput-mine.svg"));
    assert_eq!(code(&run(&little(folder.path(), &["--bytes", "64KiB", "--threads", "1"]))), 0);
    std::fs::copy(folder.path().join("throughput-shares.svg"), &old).unwrap();
    std::fs::write(&other, "<svg>mine</svg>").unwrap();
    let savings = folder.path().join("throughput-savings.csv");
    std::fs::write(&savings, "of the earlier run").unwrap();
    assert_eq!(code(&run(&little(folder.path(), &["--bytes", "64KiB", "--threads", "1", "--replace"]))), 0);
    assert!(!old.exists() && !savings.exists() && other.exists());
}

fn files(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut all: Vec<_> =
        entries.map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap())).collect();
    all.sort();
    all
}

#[test]
fn an_earlier_run_or_a_page_of_that_name_is_not_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["throughput-rows.csv", "throughput.html"] {
        let path = folder.path().join(name);
        std::fs::write(&path, "mine").unwrap();
        let before = files(folder.path());
        let words = [name, "holds an earlier run; give another --out, or --replace it"];
        refused(&little(folder.path(), &["--bytes", "64KiB"]), &words);
        assert_eq!(files(folder.path()), before);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn savings_are_searched_only_where_a_picture_comes_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let few = |more: &[&str]| {
        let output = run(&little(
            folder.path(),
            &[&["--bytes", "64KiB", "--threads", "1", "--replace"], more].concat(),
        ));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        (stderr(&output), folder.path().join("throughput-savings.csv").exists())
    };
    let (said, is_there) = few(&[]);
    assert!(!said.contains("savings") && !is_there, "no 90/10: {said}");
    let (said, is_there) = few(&["--mixes", "90/10"]);
    assert!(said.contains("searching 18 positions under 2 schemes for the savings") && is_there, "{said}");
}

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
    tried(&["--bytes", "0"], &["`0` is not a table size", "64MiB, 1GiB"]);
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

#[cfg(unix)]
fn signalled(arguments: &[&str], words: &str, signal: &str) -> (Option<i32>, String) {
    use std::io::{BufRead as _, BufReader, Read as _};
    let mut child = supplant(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    while !said.contains(words) {
        assert_ne!(lines.read_line(&mut said).unwrap(), 0, "it ended before it said `{words}`: {said}");
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    lines.read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_measured_and_says_that_it_is_unfinished() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = rounds("9", folder.path(), &["--bytes", "64KiB", "--threads", "1"]);
    let (code, said) = signalled(&arguments, "round 2", "-INT");
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted: the files hold what was measured"), "{said}");
    assert!(text(&folder.path().join("throughput-rows.csv")).lines().count() > 1);
    assert!(text(&folder.path().join("throughput.md")).contains("Unfinished"));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_has_lost_one_round_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = rounds("9", folder.path(), &["--bytes", "64KiB", "--threads", "1"]);
    let (code, said) = signalled(&arguments, "round 3", "-KILL");
    assert_eq!(code, None, "{said}");
    let rows = text(&folder.path().join("throughput-rows.csv"));
    let round = csv_of(&rows).next().unwrap().iter().position(|name| *name == "round").unwrap();
    assert!(csv_of(&rows).any(|row| row[round] == "2"), "{rows}");
    assert!(text(&folder.path().join("throughput.md")).contains("Unfinished"));
    assert!(text(&folder.path().join("throughput.html")).ends_with("</html>\n"));
}

#[cfg(unix)]
#[test]
fn a_run_interrupted_before_its_first_row_leaves_the_folder_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&little(folder.path(), &["--bytes", "64KiB", "--threads", "1"]))), 0);
    let before = files(folder.path());
    let large = ["--bytes", "16MiB", "--threads", "1", "--replace"];
    let (code, said) = signalled(&rounds("3", folder.path(), &large), "round 1", "-INT");
    assert_eq!(code, Some(130), "{said}");
    assert!(
        said.contains("interrupted before anything was measured") && said.contains("is as it was"),
        "{said}"
    );
    assert!(files(folder.path()) == before, "the folder has changed");
    let new = folder.path().join("new");
    let (code, _) = signalled(&rounds("3", &new, &large), "round 1", "-INT");
    assert_eq!((code, new.exists()), (Some(130), false));
}

#[cfg(unix)]
#[test]
fn an_interruption_in_the_savings_is_one_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let slices = ["throughput", "--schemes", "new,twobig1,depthage", "--mixes", "90/10", "--keys", "uniform"];
    let few = ["--bytes", "64KiB", "--threads", "1", "--ahead", "0", "--rounds", "1", "--out", out];
    let (code, said) = signalled(&[&slices[..], &few].concat(), "for the savings", "-INT");
    assert_eq!(code, Some(130), "{said}");
    assert!(text(&folder.path().join("throughput.md")).contains("Unfinished"));
    assert!(!folder.path().join("throughput-savings.csv").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn what_memory_does_not_hold_is_missing_and_fails_the_run() {
    let folder = tempfile::tempdir().unwrap();
    for kibibytes in [70_000, 90_000, 140_000, 180_000] {
        let out = folder.path().to_str().unwrap();
        let limited = format!(
            "ulimit -v {kibibytes}; exec {} throughput --quick --schemes new --mixes hit,90/10 --bytes 64MiB --threads 1 --rounds 1 --out {out}",
            program().display()
        );
        let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(code(&output), 1, "{kibibytes}: {said}");
        assert!(said.contains("missing: ") && said.contains("is as it was"), "{kibibytes}: {said}");
        assert!(!said.contains("memory allocation of"), "{kibibytes}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
