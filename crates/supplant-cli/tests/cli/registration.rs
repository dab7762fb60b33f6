//! Claims made after a measurement are detected.

use std::path::{Path, PathBuf};

use crate::common::{code, run, stderr, text};
use tempfile::TempDir;

fn stated(folder: &TempDir, above: &str) -> PathBuf {
    let example = include_str!("../../../../docs/experiments/forgetting.toml");
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

fn standing(out: &Path) -> String {
    let output = run(&["report", out.to_str().unwrap()]);
    let is_unfinished = stderr(&output).contains("unfinished: ");
    assert_eq!(code(&output), i32::from(is_unfinished), "{}", stderr(&output));
    let page = text(&out.join("forgetting.md"));
    let is_standing =
        |line: &&str| line.contains("registered") || line.starts_with("It is not known what was claimed");
    let sentence = page.lines().find(is_standing).unwrap_or_default().to_owned();
    assert_eq!(
        stderr(&output).contains(&sentence),
        !sentence.starts_with("The claims were registered on"),
        "{sentence}"
    );
    sentence
}

#[test]
fn claims_that_changed_after_the_run_are_not_those_registered() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (first, later) = (stated(&folder, "above = 2"), stated(&folder, "above = 2.001"));
    measure(&first, &out, &[]);
    assert!(standing(&out).contains("were registered on 2"), "{}", standing(&out));
    let registered = text(&out.join("forgetting-claims.txt"));
    let said = measure(&later, &out, &["--verify"]);
    assert!(said.contains("claims have changed"), "{said}");
    assert!(!standing(&out).contains("were registered on"), "{}", standing(&out));
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
    assert!(measure(&file, &out, &[]).contains("its claims differ from those in the journal"));
    assert_eq!(text(&path), registered);
    std::fs::remove_file(&path).unwrap();
    assert!(!measure(&file, &out, &[]).contains("its claims differ from those in the journal"));
    assert_eq!(text(&path), registered);
}

/// The claims file remembers a journal that was emptied.
#[test]
fn who_empties_the_journal_does_not_register_anew_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    measure(&file, &out, &[]);
    assert!(!measure(&file, &out, &[]).contains("is gone"));
    let path = out.join("forgetting-claims.txt");
    let registered = text(&path);
    std::fs::write(out.join("forgetting.jsonl"), "").unwrap();
    // Headers give times in seconds.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let said = measure(&file, &out, &[]);
    assert!(said.contains("forgetting-claims.txt: these claims were registered on 2"), "{said}");
    assert!(said.contains("nothing that was measured then is in"), "{said}");
    assert_ne!(text(&path), registered);
    assert!(!measure(&file, &out, &[]).contains("is gone"), "it is said once");
}

fn shards_of_other_claims(folder: &TempDir) -> [String; 3] {
    let at = |name: &str| folder.path().join(name);
    let (first, later) = (stated(folder, "above = 2"), stated(folder, "above = 3"));
    measure(&first, &at("z"), &["--shard", "1/2"]);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    measure(&later, &at("a"), &["--shard", "2/2"]);
    ["a", "z", "joined"].map(|name| at(name).to_str().unwrap().to_owned())
}

#[test]
fn shards_of_other_claims_are_not_joined_and_if_they_must_none_are_registered() {
    let folder = tempfile::tempdir().unwrap();
    let [a, z, joined] = shards_of_other_claims(&folder);
    let refused = run(&["merge", &a, &z, "--out", &joined]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("one set of claims"), "{}", stderr(&refused));
    let output = run(&["merge", &a, &z, "--out", &joined, "--allow-mixed"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let joined = folder.path().join("joined");
    assert!(!joined.join("forgetting-claims.txt").exists());
    assert!(standing(&joined).contains("under different sets of claims"), "{}", standing(&joined));
    std::fs::remove_file(joined.join("forgetting.sessions.ndjson")).unwrap();
    assert!(standing(&joined).contains("under different sets of claims"), "{}", standing(&joined));
}

#[test]
fn claims_are_not_laundered_by_joining_twice() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let path = |name: &str| at(name).to_str().unwrap().to_owned();
    let (first, later) = (stated(&folder, "above = 2"), stated(&folder, "above = 1"));
    measure(&first, &at("whole"), &[]);
    measure(&later, &at("part"), &["--shard", "1/100"]);
    let merge = |from: &[&str], to: &str| {
        let from: Vec<_> = from.iter().map(|name| path(name)).collect();
        let from: Vec<_> = from.iter().map(String::as_str).collect();
        run(&[&["merge"], from.as_slice(), &["--out", &path(to), "--allow-mixed"]].concat())
    };
    assert_eq!(code(&merge(&["part"], "joined")), 1, "most of it is missing");
    assert_eq!(code(&merge(&["joined", "whole"], "again")), 0);
    assert!(!standing(&at("again")).contains("were registered on"), "{}", standing(&at("again")));
    assert_eq!(text(&at("again").join("forgetting.sessions.ndjson")).lines().count(), 2, "both measured");
}

#[test]
fn joining_keeps_when_claims_were_registered_who_measured_and_how_long() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    let joined = folder.path().join("joined");
    measure(&file, &out, &["--shard", "1/2"]);
    let first = text(&out.join("forgetting-claims.txt"));
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let said = measure(&file, &out, &["--shard", "2/2"]);
    assert!(!said.contains("other claims"), "{said}");
    assert_eq!(text(&out.join("forgetting-claims.txt")), first, "the first shard's date stays");
    let [from, to] = [&out, &joined].map(|path| path.to_str().unwrap().to_owned());
    for from in [&from, &to] {
        let output = run(&["merge", from, "--out", &to]);
        assert!(code(&output) == 0 && !stderr(&output).contains("other claims"), "{}", stderr(&output));
        assert_eq!(text(&joined.join("forgetting.sessions.ndjson")).lines().count(), 2);
        assert_eq!(text(&joined.join("forgetting.timings.csv")).lines().count(), 1 + 144);
        assert_eq!(text(&joined.join("forgetting-claims.txt")), first);
    }
    assert!(standing(&joined).contains("were registered on 2"), "{}", standing(&joined));
    let page = text(&joined.join("forgetting.md"));
    assert!(page.contains("$ supplant study run") && !page.contains("| 0 s |"), "{page}");
    assert!(page.contains("| sessions | 2 |"), "{page}");
}

#[test]
fn who_loses_the_line_that_claimed_first_has_not_registered() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    measure(&stated(&folder, "above = 2"), &out, &[]);
    let path = out.join("forgetting.jsonl");
    std::fs::write(&path, text(&path).replacen("\"seed\":1994", "\"seed\":1995", 1)).unwrap();
    measure(&stated(&folder, "above = 1"), &out, &[]);
    assert!(standing(&out).contains("It is not known"), "{}", standing(&out));
}

#[test]
fn units_that_do_not_count_any_more_were_measured_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    measure(&stated(&folder, "above = 2"), &out, &[]);
    let path = out.join("forgetting.jsonl");
    let spoilt = text(&path).replace("\"nodes\":", "\"nodes\": ");
    std::fs::write(&path, spoilt).unwrap();
    let said = measure(&stated(&folder, "above = 1"), &out, &[]);
    assert!(said.contains("claims have changed"), "{said}");
    assert!(standing(&out).contains("claims have changed"), "{}", standing(&out));
}

#[test]
fn a_header_behind_half_a_line_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    measure(&stated(&folder, "above = 2"), &out, &["--only", "scheme=NEW"]);
    measure(&stated(&folder, "above = 1"), &out, &[]);
    let path = out.join("forgetting.jsonl");
    let journal = text(&path);
    let second = journal.rfind("{\"header\"").unwrap();
    let before = journal[..second - 1].rfind('\n').unwrap() + 1;
    std::fs::write(&path, format!("{}{}", &journal[..before + 40], &journal[second..])).unwrap();
    assert!(standing(&out).contains("It is not known"), "{}", standing(&out));
}

#[test]
fn where_a_neighbour_cannot_be_read_nothing_is_measured_and_nothing_lost() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    measure(&stated(&folder, "above = 2"), &out, &[]);
    let first = text(&out.join("forgetting-claims.txt"));
    std::fs::write(out.join("forgetting.shard-2-of-2.jsonl.gz"), b"\x1f\x8b\x08\x00").unwrap();
    let later = stated(&folder, "above = 1");
    let output = run(&[
        "study",
        "run",
        later.to_str().unwrap(),
        "--quick",
        "--verify",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert!(code(&output) == 2 && stderr(&output).contains("is damaged"), "{}", stderr(&output));
    assert_eq!(text(&out.join("forgetting-claims.txt")), first);
}

#[test]
fn repeats_added_until_a_verdict_suits_were_not_registered() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    measure(&file, &out, &[]);
    assert!(standing(&out).contains("were registered on 2"));
    measure(&file, &out, &["--repeats", "2"]);
    assert!(standing(&out).contains("searches or repeats"), "{}", standing(&out));
    let page = text(&out.join("forgetting.md"));
    assert!(page.contains("Each search was run 2 times, each time under other keys"), "{page}");
}

#[test]
fn positions_may_be_called_as_they_like() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    let positions = include_str!("../../../supplant-search/src/game/chess/positions/endings.epd");
    let epd = folder.path().join("x Searched: y.epd");
    std::fs::write(&epd, positions.lines().take(2).collect::<Vec<_>>().join("\n")).unwrap();
    let said = measure(&file, &out, &["--positions", epd.to_str().unwrap()]);
    assert!(!said.contains("claims have changed"), "{said}");
    assert!(standing(&out).contains("were registered on 2"), "{}", standing(&out));
    let page = text(&out.join("forgetting.md"));
    assert!(page.contains("Searched: y.epd'"), "a command that a shell takes: {page}");
}

#[test]
fn a_journal_that_was_packed_or_renamed_claimed_first_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    measure(&stated(&folder, "above = 2"), &out, &[]);
    let first = text(&out.join("forgetting-claims.txt"));
    std::fs::rename(out.join("forgetting.jsonl"), out.join("forgetting.shard-1-of-1.jsonl")).unwrap();
    let said = measure(&stated(&folder, "above = 1"), &out, &["--verify"]);
    assert!(said.contains("claims have changed"), "{said}");
    assert_eq!(text(&out.join("forgetting-claims.txt")), first);
}

#[test]
fn a_part_that_is_picked_afterwards_neither_ends_a_study_nor_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    measure(&file, &out, &[]);
    let path = out.join("forgetting.jsonl");
    let part: String = text(&path).lines().take(97).map(|line| format!("{line}\n")).collect();
    std::fs::write(&path, part).unwrap();
    let report = || stderr(&run(&["report", out.to_str().unwrap()]));
    assert!(report().contains("48 of 144 units are missing"), "{}", report());
    measure(&file, &out, &["--only", "position=breuker1994.15"]);
    assert!(report().contains("of 144 units are missing"), "{}", report());

    let picked = folder.path().join("picked");
    let only: Vec<_> = (15..27).map(|id| format!("position=breuker1994.{id}")).collect();
    let only: Vec<_> = only.iter().flat_map(|one| ["--only", one]).collect();
    measure(&file, &picked, &only);
    let checklist = crate::common::stdout(&run(&["report", picked.to_str().unwrap()]));
    assert!(
        checklist.contains("(the report says of each which): newest-loses, memory-mends."),
        "{checklist}"
    );
}

#[test]
fn a_report_needs_neither_the_file_nor_its_positions() {
    let folder = tempfile::tempdir().unwrap();
    let positions = include_str!("../../../supplant-search/src/game/chess/positions/endings.epd");
    std::fs::write(folder.path().join("my.epd"), positions.lines().take(3).collect::<Vec<_>>().join("\n"))
        .unwrap();
    let (out, file) = (folder.path().join("out"), stated(&folder, "above = 2"));
    std::fs::write(&file, text(&file).replace("[quick]", "positions = \"my.epd\"\n\n[quick]")).unwrap();
    measure(&file, &out, &[]);
    std::fs::remove_file(folder.path().join("my.epd")).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(standing(&out).contains("were registered on 2"));
}
