//! Merged shards give the same bytes as one run.

use std::path::{Path, PathBuf};

use crate::common::{code, run, stderr, stdout, supplant, text, tiny};
use tempfile::TempDir;

/// 36 units; the search without a table is excluded, because it has no slots.
const SMALL: [&str; 2] = ["--only", "scheme=twobig1,mode=clear,ply=3,slots=1k,slots=2k"];

fn share(out: &Path, shard: Option<(usize, usize)>) {
    let shard = shard.map(|(k, n)| format!("{k}/{n}"));
    let more: Vec<_> = shard.iter().flat_map(|shard| ["--shard", shard]).collect();
    let output = run(&tiny(out, &more));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

fn merge(from: &[&Path], out: &Path, more: &[&str]) -> std::process::Output {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let from: Vec<_> = from.iter().map(|path| text(path)).collect();
    let out = text(out);
    let mut arguments = vec!["merge"];
    arguments.extend(from.iter().map(String::as_str));
    arguments.extend(["--out", &out]);
    arguments.extend(more);
    run(&arguments)
}

fn merged(folder: &TempDir, n: usize, apart: bool) -> (String, String) {
    let name = |k: usize| if apart { format!("{n}-{k}") } else { format!("{n}") };
    let mut folders: Vec<PathBuf> = (1..=n).map(|k| folder.path().join(name(k))).collect();
    (1..=n).for_each(|k| share(&folders[k - 1], Some((k, n))));
    folders.reverse();
    folders.dedup();
    let out = folder.path().join(format!("merged-{n}"));
    let folders: Vec<_> = folders.iter().map(PathBuf::as_path).collect();
    let output = merge(&folders, &out, &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    (text(&out.join("1994.jsonl")), text(&out.join("1994.csv")))
}

#[test]
fn however_the_work_is_split_the_merged_bytes_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    share(&whole, None);
    let out = folder.path().join("merged");
    assert_eq!(code(&merge(&[&whole], &out, &[])), 0);
    let (journal, csv) = (text(&out.join("1994.jsonl")), text(&out.join("1994.csv")));
    assert_eq!(csv, text(&whole.join("1994.csv")));
    assert_eq!(journal.lines().count(), 334);
    for (n, apart) in [(1, true), (3, true), (5, false)] {
        assert_eq!(merged(&folder, n, apart), (journal.clone(), csv.clone()), "{n} shards");
    }
    let again = folder.path().join("again");
    assert_eq!(code(&merge(&[&out, &whole], &again, &[])), 0);
    assert_eq!(text(&again.join("1994.jsonl")), journal);
    assert!(text(&again.join("1994.timings.csv")).lines().count() > 333, "times are kept, apart");
}

#[test]
fn a_missing_shard_is_a_gap() {
    let folder = tempfile::tempdir().unwrap();
    for k in [1, 3] {
        let shard = format!("{k}/3");
        let output = run(&tiny(folder.path(), &["--shard", &shard, SMALL[0], SMALL[1]]));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let status = run(&["study", "status", folder.path().to_str().unwrap()]);
    assert_eq!(code(&status), 1);
    assert!(stdout(&status).contains("24 of 36 units done, 12 missing"), "{}", stdout(&status));
    assert!(stdout(&status).contains("shard 3/3"), "{}", stdout(&status));

    let out = tempfile::tempdir().unwrap();
    let gap = merge(&[folder.path()], out.path(), &[]);
    assert_eq!(code(&gap), 1);
    assert!(stderr(&gap).contains("12 units missing: "), "{}", stderr(&gap));
    assert_eq!(text(&out.path().join("1994.jsonl")).lines().count(), 25, "what there is, is merged");

    assert_eq!(code(&run(&tiny(folder.path(), &["--shard", "2/3", SMALL[0], SMALL[1]]))), 0);
    assert_eq!(code(&merge(&[folder.path()], out.path(), &[])), 0, "a merged journal may be replaced");
    assert_eq!(code(&run(&["study", "status", out.path().to_str().unwrap()])), 0);
}

fn twice(change: impl Fn(&str) -> String) -> (TempDir, TempDir) {
    let folders = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let output = run(&tiny(folders.0.path(), &SMALL));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let changed = change(&text(&folders.0.path().join("1994.jsonl")));
    std::fs::write(folders.1.path().join("1994.jsonl"), crate::common::resealed(&changed)).unwrap();
    folders
}

#[test]
fn two_results_of_one_deterministic_unit_must_agree() {
    let (first, second) = twice(|journal| journal.replacen("\"stores\":", "\"stores\":1", 1));
    let out = tempfile::tempdir().unwrap();
    let output = merge(&[first.path(), second.path()], out.path(), &[]);
    assert_eq!(code(&output), 1);
    let said = stderr(&output);
    assert!(said.contains("disagree") && said.contains("1994/alibaba/clear/"), "{said}");
    assert!(!out.path().join("1994.jsonl").exists());

    let (first, second) = twice(|journal| journal.replace("\"elapsed_ns\":", "\"elapsed_ns\":1"));
    assert_eq!(code(&merge(&[first.path(), second.path()], out.path(), &[])), 0, "times may differ");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let out = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&str) -> String, why: &str, more: &[&str]| {
        let (first, second) = twice(change);
        let output = merge(&[first.path(), second.path()], out.path(), more);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(why) && stderr(&output).lines().count() == 1, "{}", stderr(&output));
    };
    refused(&|text| text.replace("\"version\":\"", "\"version\":\"9."), "one build", &[]);
    refused(&|text| text.replace("\"digest\":\"", "\"digest\":\"0"), "other units here", &[]);

    let grids = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for (folder, sizes) in grids.iter().zip(["1K", "2K"]) {
        let only = "position=breuker1994.15,scheme=new,mode=clear";
        let out = ["--only", only, "--out", folder.path().to_str().unwrap()];
        let output = run(&[&["study", "1994", "--plies", "2", "--sizes", sizes][..], &out].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let output = merge(&[grids[0].path(), grids[1].path()], out.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("are of different grids"), "{}", stderr(&output));

    let another = |text: &str| {
        let timed = "\"deterministic\":false,\"machine\":\"Elsewhere × 9\"";
        text.replace("\"deterministic\":true", timed)
    };
    let (first, second) = twice(another);
    let here = text(&first.path().join("1994.jsonl"));
    std::fs::write(
        first.path().join("1994.jsonl"),
        crate::common::resealed(
            &here.replace("\"deterministic\":true", "\"deterministic\":false,\"machine\":\"Here × 2\""),
        ),
    )
    .unwrap();
    let folders = [first.path(), second.path()];
    let output = merge(&folders, out.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--allow-mixed-machines"), "{}", stderr(&output));
    assert_eq!(code(&merge(&folders, out.path(), &["--allow-mixed-machines"])), 0);
}

#[test]
fn merging_never_replaces_measurements() {
    let (first, _) = twice(str::to_owned);
    let output = merge(&[first.path()], first.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("holds measurements"), "{}", stderr(&output));
}

#[test]
fn a_batch_system_numbers_the_shards() {
    let folder = tempfile::tempdir().unwrap();
    for index in ["0", "1", "2"] {
        let mut command = supplant(&tiny(folder.path(), &["--shard", "auto/3", SMALL[0], SMALL[1]]));
        let output = command.env("JOB_COMPLETION_INDEX", index).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    assert_eq!(code(&run(&["study", "status", folder.path().to_str().unwrap()])), 0);
    let output = run(&tiny(folder.path(), &["--shard", "auto"]));
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("SUPPLANT_SHARD"), "{}", stderr(&output));
}

#[test]
fn several_workers_are_marked_and_their_machine_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--threads", "2", "--only", "scheme=twobig1,slots=1k,mode=clear,ply=3"];
    assert_eq!(code(&run(&tiny(folder.path(), &only))), 0);
    let journal = text(&folder.path().join("1994.jsonl"));
    let units: Vec<_> = journal.lines().skip(1).collect();
    assert_eq!(units.len(), 18);
    assert!(units.iter().all(|line| line.contains("\"deterministic\":false,\"machine\":\"")));
    assert!(units.iter().all(|line| line.contains("/3-3/t2/")));
}
