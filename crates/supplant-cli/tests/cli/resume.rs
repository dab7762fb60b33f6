//! A study that is killed at any moment continues without a loss.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::time::Duration;

use crate::common::{code, ids, run, stderr, supplant, text, tiny};
use supplant::key::SplitMix64;
use supplant_lab::experiment::Experiment as _;
use supplant_lab::experiment::journal::{Journal, JournalHeader, Record, read};
use supplant_lab::experiment::plan::Share;
use supplant_lab::experiment::provenance::Provenance;
use supplant_lab::experiment::searches::{SearchCell, SearchRow, Searches};
use supplant_lab::studies::replacement_1994::Replacement1994;
use supplant_lab::studies::{Extent, Study as _};
use supplant_search::search::Stop;

const UNITS: usize = 333;

#[test]
fn a_study_killed_ten_times_ends_like_an_undisturbed_one() {
    let folder = tempfile::tempdir().unwrap();
    let (calm, disturbed) = (folder.path().join("calm"), folder.path().join("disturbed"));
    let output = run(&tiny(&calm, &[]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));

    let mut random = SplitMix64::new(10);
    let mut lines = 0;
    for _ in 0..10 {
        let mut child = supplant(&tiny(&disturbed, &["--jobs", "2"])).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.below(60)));
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = disturbed.join("1994.jsonl");
        let now = if journal.exists() { text(&journal).lines().count() } else { 0 };
        assert!(now + 1 >= lines, "{now} lines after {lines}");
        lines = now;
    }
    let output = run(&tiny(&disturbed, &[]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("333 of 333 units"), "{}", stderr(&output));

    for file in ["1994.csv", "1994.json"] {
        assert_eq!(text(&calm.join(file)), text(&disturbed.join(file)), "{file}");
    }
    let ids = ids(&disturbed.join("1994.jsonl"));
    assert_eq!((ids.len(), ids.iter().collect::<HashSet<_>>().len()), (UNITS, UNITS));
}

#[test]
fn rows_do_not_depend_on_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let csv = |jobs: &str| {
        let out = folder.path().join(jobs);
        assert_eq!(code(&run(&tiny(&out, &["--jobs", jobs]))), 0);
        text(&out.join("1994.csv"))
    };
    let alone = csv("1");
    assert!(alone.lines().count() > 900);
    assert_eq!(alone, csv("3"));
    assert_eq!(alone, csv("16"));
}

#[test]
fn a_run_of_a_part_exports_all_that_the_journal_holds() {
    let folder = tempfile::tempdir().unwrap();
    let csv = || text(&folder.path().join("1994.csv"));
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "scheme=new"]))), 0);
    let part = csv();
    assert_eq!(code(&run(&tiny(folder.path(), &[]))), 0);
    let (whole, json) = (csv(), text(&folder.path().join("1994.json")));
    assert!(whole.lines().count() > part.lines().count());
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "scheme=new"]))), 0);
    assert_eq!((csv(), text(&folder.path().join("1994.json"))), (whole, json));
    let leftover = |name: &str| name.ends_with(".unfinished");
    let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(files.into_iter().all(|name| !leftover(name.to_str().unwrap())));
}

fn torn(path: &std::path::Path) -> (JournalHeader, Vec<Unit>) {
    let study = Replacement1994.experiment(Extent::Quick);
    let units: Vec<_> = study
        .units()
        .into_iter()
        .take(3)
        .map(|unit| Record {
            id: unit.id,
            rows: study.run(&unit.cell, &Stop::default()).unwrap().unwrap(),
            cell: unit.cell,
            deterministic: true,
            machine: None,
            elapsed_ns: Some(1),
        })
        .collect();
    let header = JournalHeader::of(&study, Share::default(), Provenance::here("a test".into(), 1));
    let (mut journal, found) = Journal::open::<Searches>(path, header.clone()).unwrap();
    assert!(found.sessions.is_empty());
    journal.record::<Searches>(&units[0]).unwrap();
    drop(journal);
    append(path, "{\"unit\":{\"id\":\"1994/alib");
    (header, units)
}

type Unit = Record<SearchCell, SearchRow>;

fn append(path: &std::path::Path, text: &str) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

#[test]
fn a_torn_tail_is_cut_off_and_nothing_behind_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1994.jsonl");
    let (header, units) = torn(&path);
    let (mut journal, found) = Journal::open::<Searches>(&path, header).unwrap();
    assert_eq!((found.records().count(), found.damage.len()), (1, 0));
    units[1..].iter().for_each(|unit| journal.record::<Searches>(unit).unwrap());
    drop(journal);
    let held = read::<Searches>(&path).unwrap();
    assert_eq!((held.sessions.len(), held.records().count(), held.damage), (2, 3, Vec::new()));
}

#[test]
fn without_the_repair_a_record_behind_a_torn_tail_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1994.jsonl");
    let (_, units) = torn(&path);
    for unit in &units[1..] {
        append(&path, &(serde_json::to_string(&serde_json::json!({ "unit": unit })).unwrap() + "\n"));
    }
    let readable = |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    let text = text(&path);
    assert_eq!(text.lines().filter(readable).filter(|line| line.contains("\"unit\"")).count(), 2, "of three");
}

#[test]
fn a_journal_of_another_build_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1994.jsonl");
    let header = |commit: &str| {
        let provenance = Provenance { version: "9".into(), commit: commit.into(), ..Provenance::default() };
        JournalHeader::of(&Replacement1994.experiment(Extent::Quick), Share::default(), provenance)
    };
    drop(Journal::open::<Searches>(&path, header("abc")).unwrap());
    let before = text(&path);
    let error = Journal::open::<Searches>(&path, header("def")).unwrap_err();
    let error = format!("{error:#}");
    assert!(error.contains("9 (abc)") && error.contains("9 (def)") && error.contains("--out"), "{error}");
    assert_eq!(before, text(&path));
    assert!(Journal::open::<Searches>(&path, header("abc")).is_ok());
}

#[test]
fn a_journal_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1994.jsonl");
    let header = || {
        JournalHeader::of(&Replacement1994.experiment(Extent::Quick), Share::default(), Provenance::default())
    };
    let (first, _) = Journal::open::<Searches>(&path, header()).unwrap();
    let error = Journal::open::<Searches>(&path, header()).unwrap_err().to_string();
    assert!(error.contains("another process"), "{error}");
    drop(first);
    assert!(Journal::open::<Searches>(&path, header()).is_ok());
}
