//! Recordings and traces: written whole, replayed, and refused.

use crate::common::{code, run, stderr, stdout, supplant};
use crate::refused::refused;

#[test]
fn what_is_no_recording_is_refused_and_a_recording_is_never_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.record");
    let file = path.to_str().expect("a plain name");
    refused(&["replay", file], &[file, "cannot be read"]);
    std::fs::write(&path, "no recording, but long enough").expect("a file");
    refused(&["replay", file], &[file, "not a recording", "supplant_record.h"]);
    refused(&["search", "--depth", "2", "--record", file], &["--record", file, "give a new file"]);
    std::fs::remove_file(&path).expect("it is there");
    let done = run(&["search", "--depth", "4", "--record", file]);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    refused(&["replay", file, "--sizes", "99999999"], &["--sizes", "smaller"]);
    refused(&["replay", file, "--schemes", "new", "--layouts", "line8,twice"], &["twice"]);
    refused(
        &["replay", file, "--sizes", "1KiB", "--layouts", "cluster10", "--schemes", "new"],
        &["cluster10"],
    );
    refused(&["replay", file, "--same", "competes"], &["--same", "competes", "another rule"]);
    refused(&["replay", file, "--same", "oldest"], &["`oldest`", "margin4"]);
    let told = run(&["replay", file, "--sizes", "16KiB,32KiB", "--schemes", "new,siege", "--json"]);
    assert_eq!((code(&told), stdout(&told).lines().count()), (0, 4), "{}", stderr(&told));
    // Rows name their rules, and a page that cannot be written does not cost the numbers.
    let lost = |more: &[&str]| stdout(&run(&[&["replay", file, "--sizes", "4KiB", "--json"], more].concat()));
    let usual = lost(&[]);
    assert!(usual.contains(r#""same":"newest","cleared":false"#) && lost(&["--same", "newest"]) == usual);
    assert!(lost(&["--same", "deeper"]).contains(r#""same":"deeper","cleared":false"#));
    assert!(lost(&["--clear"]).contains(r#""same":"newest","cleared":true"#));
    let taken = folder.path().join("taken");
    std::fs::create_dir_all(taken.join("replay.html/within")).expect("a folder");
    let taken = taken.to_str().expect("a plain name");
    let told = run(&["replay", file, "--sizes", "4KiB", "--replace", "--out", taken]);
    assert!(code(&told) == 2 && stdout(&told).starts_with("With 4 KiB "), "{}", stderr(&told));
    let page = folder.path().join("page");
    let told = run(&["replay", file, "--sizes", "4KiB,8KiB", "--out", page.to_str().expect("a plain name")]);
    assert!(stdout(&told).starts_with("With 4 KiB "), "{}", stdout(&told));
    assert!(page.join("replay.html").exists() && page.join("replay-lost.svg").exists());
    let again = ["replay", file, "--sizes", "4KiB", "--out", page.to_str().expect("a plain name")];
    refused(&again, &["replay.html", "--replace"]);
    assert_eq!(code(&run(&[&again[..], &["--replace"]].concat())), 0);
}

#[test]
fn who_stops_listening_still_gets_the_whole_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |words: &[&str], name: &str| {
        let path = folder.path().join(name);
        let to = ["--depth", "5", name, path.to_str().expect("a plain name")];
        let mut child = supplant(&[&["search"], words, &to].concat()).spawn().expect("it starts");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
        std::fs::File::open(path).expect("it was written")
    };
    let recording = supplant_lab::experiment::replay::Recording::read(written(&[], "--record"));
    assert!(!recording.expect("a recording").is_cut_off);
    let trace = supplant_lab::experiment::trace::Reader::open(written(&["--lockstep"], "--trace"));
    let records: anyhow::Result<Vec<_>> = trace.expect("a trace").collect();
    assert!(records.expect("it is whole").len() > 1_000);
}
