//! `supplant compare` separates changes from what positions and runs leave undecided.

use std::path::Path;

use crate::common::{code, run, stderr, stdout, text};
use serde_json::Value;
use tempfile::TempDir;

const SMALL: [&str; 12] = [
    "study",
    "1994",
    "--schemes",
    "new",
    "--sizes",
    "1K",
    "--plies",
    "2..=3",
    "--further",
    "none",
    "--modes",
    "clear",
];

fn measured(more: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let out = ["--out", folder.path().to_str().unwrap()];
    let output = run(&[&SMALL, more, &out].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    folder
}

fn changed(folder: &TempDir, units: &str, change: impl Fn(u64, &str) -> u64) -> TempDir {
    let other = tempfile::tempdir().unwrap();
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        let id = line.pointer("/unit/id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let rows = line.pointer_mut("/unit/rows").and_then(Value::as_array_mut);
        for row in rows.into_iter().flatten().filter(|_| id.contains(units)) {
            let (nodes, leaf) = (row["nodes"].as_u64().unwrap(), row["leaf"].as_u64().unwrap());
            let new = change(nodes, &id).max(nodes - leaf);
            (row["nodes"], row["leaf"]) = (new.into(), (new - (nodes - leaf)).into());
        }
        crate::common::resealed(&line.to_string())
    };
    let journal: String = text(&folder.path().join("1994.jsonl")).lines().map(line).collect();
    std::fs::write(other.path().join("1994.jsonl"), journal).unwrap();
    other
}

fn scattered(seed: u64) -> impl Fn(u64, &str) -> u64 {
    move |nodes, id| {
        let digest =
            id.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        nodes * (900 + (digest >> 32) % 201) / 1000
    }
}

fn compare(base: &TempDir, new: &TempDir, more: &[&str]) -> std::process::Output {
    let path = |folder: &TempDir| Path::to_str(folder.path()).unwrap().to_owned();
    run(&[&["compare", &path(base), &path(new)], more].concat())
}

fn json(base: &TempDir, new: &TempDir) -> Value {
    serde_json::from_str(&stdout(&compare(base, new, &["--json"]))).unwrap()
}

#[test]
fn what_did_not_change_is_counted_and_shown_on_request() {
    let base = measured(&[]);
    let new = changed(&base, "/NEW/", |nodes, _| nodes * 2);
    let text = stdout(&compare(&base, &new, &[]));
    assert!(
        text.contains("6 cells, 2 changed; clearer than the noise: each alone 2 more and 0 fewer"),
        "{text}"
    );
    assert!(text.contains("4 cells that did not change at all; --all shows them"), "{text}");
    assert!(text.contains("NEW") && !text.contains("unbounded") && !text.contains("unchanged"), "{text}");
    let all = stdout(&compare(&base, &new, &["--all"]));
    assert!(all.contains("unbounded") && all.contains("unchanged") && !all.contains("--all"), "{all}");
    let rows = |text: &str| -> Vec<String> {
        let after = text.split("\n\n").nth(1).unwrap().lines();
        after.filter(|line| !line.contains("--all")).map(str::to_owned).collect()
    };
    let widths = rows(&all).iter().map(|row| row.chars().count()).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(widths.len(), 1, "columns are aligned: {all}");
    assert!(rows(&all)[2].starts_with(" NEW") && rows(&all).last().unwrap().contains("unchanged"), "{all}");
}

#[test]
fn both_sides_are_named_on_stdout() {
    let base = measured(&["--only", "contender=none"]);
    let head: Vec<_> = stdout(&compare(&base, &base, &[])).lines().take(2).map(str::to_owned).collect();
    for (line, name) in head.iter().zip(["base", "new"]) {
        assert!(line.starts_with(name) && line.contains(base.path().to_str().unwrap()), "{line}");
        assert!(
            line.contains("search alibaba on breuker1994 (") && line.contains(", by supplant 0."),
            "{line}"
        );
    }
    let found = json(&base, &base);
    assert!(found["base"]["build"].as_str().unwrap().contains('('), "the commit: {found}");
    assert_eq!(found["base"]["digest"].as_str().unwrap().len(), 16);
}

#[test]
fn what_the_sides_differ_in_beside_the_build_is_said() {
    let only = ["--only", "position=breuker1994.15,scheme=new"];
    let base = measured(&only);
    let said = |new: &TempDir| {
        let output = compare(&base, new, &[]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stderr(&output)
    };
    assert_eq!(said(&base), "");

    let searched = said(&measured(&[&only[..], &["--search", "sound"]].concat()));
    assert!(searched.contains("the searches differ: alibaba and sound"), "{searched}");

    let epd = base.path().join("other.epd");
    std::fs::write(&epd, "4k3/4p3/8/8/8/8/4P3/4K3 w - - id \"breuker1994.15\";\n").unwrap();
    let elsewhere = said(&measured(&[&only[..], &["--epd", epd.to_str().unwrap()]].concat()));
    assert!(elsewhere.contains("the positions differ; those with the same names"), "{elsewhere}");

    let other = tempfile::tempdir().unwrap();
    let out = [&only[..], &["--out", other.path().to_str().unwrap()]].concat();
    let output = run(&[&["study", "layouts", "--sizes", "1K", "--plies", "2..=3"][..], &out].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let asked = said(&other);
    assert!(asked.contains("the studies differ: 1994 and layouts"), "{asked}");
}

#[test]
fn one_worker_has_no_noise_and_says_so() {
    let base = measured(&[]);
    let new = changed(&base, "/NEW/", |nodes, _| nodes * 2);
    let found = json(&base, &new);
    assert_eq!(
        (&found["base_itself"]["kind"], &found["base_itself"]["ratio"]),
        (&"deterministic".into(), &1.0.into())
    );
    assert!(found["cells"].as_array().unwrap().iter().all(|cell| cell["noise"] == 0.0), "{found}");
    let text = stdout(&compare(&base, &new, &[]));
    let itself = text.lines().find(|line| line.contains("base itself")).unwrap();
    assert!(itself.contains("1.0000 to 1.0000") && itself.contains("deterministic"), "{itself}");
}

#[test]
fn several_workers_measured_once_are_not_decided_and_this_is_said() {
    let base = measured(&["--threads", "2"]);
    let new = changed(&base, "/t2/", |nodes, _| nodes * 3);
    let gate = compare(&base, &new, &["--fail-on-regression"]);
    assert_eq!(code(&gate), 2, "neither a regression nor none: {}", stderr(&gate));
    for said in ["4 changed cells of several workers", "scatter between runs cannot be told", "--repeats"] {
        assert!(stderr(&gate).contains(said), "{}", stderr(&gate));
    }
    assert!(stdout(&gate).contains("measured once"), "{}", stdout(&gate));
    assert_eq!(code(&compare(&base, &new, &[])), 0);
    assert_eq!(json(&base, &new)["base_itself"]["ratio"], Value::Null);
    let mixed = measured(&["--threads", "1,2"]);
    let slower = changed(&mixed, "/t2/", |nodes, _| nodes * 3);
    let gate = compare(&mixed, &slower, &["--fail-on-regression"]);
    assert!(code(&gate) == 2 && stderr(&gate).contains("none is decided"), "{}", stderr(&gate));
    let itself = &json(&mixed, &slower)["base_itself"];
    assert!(itself["nodes"].as_u64() < Some(1_000_000) && itself["odd_nodes"].is_null(), "{itself}");
    let slower = changed(&mixed, "/NEW/", |nodes, _| nodes * 3);
    assert_eq!(
        code(&compare(&mixed, &slower, &["--fail-on-regression"])),
        1,
        "with one worker it is certain"
    );
}

#[test]
fn repeats_tell_scatter_from_change() {
    let measured = measured(&["--threads", "2", "--repeats", "6"]);
    let [base, same] = [1, 2].map(|seed| changed(&measured, "/t2", scattered(seed)));
    let again = compare(&base, &same, &["--fail-on-regression"]);
    assert_eq!(code(&again), 0, "{}", stdout(&again));
    assert!(stdout(&again).contains("odd, even repeats"), "{}", stdout(&again));
    let slower = changed(&same, "/NEW/", |nodes, _| nodes * 2);
    let worse = compare(&base, &slower, &["--fail-on-regression=20"]);
    assert_eq!(code(&worse), 1, "{}", stdout(&worse));
    assert!(
        stderr(&worse).contains("2 of 6 cells need over 20 % more nodes, all decided together"),
        "{}",
        stderr(&worse)
    );
    assert_eq!(code(&compare(&slower, &base, &["--fail-on-regression"])), 0, "an improvement is none");
    let found = json(&base, &slower);
    assert_eq!(found["base_itself"]["kind"], "repeats");
    let (first, last) = (&found["cells"][0], &found["cells"][5]);
    assert!(first["contender"] == "NEW" && first["repeats"] == serde_json::json!([6, 6]), "{first}");
    assert!(first["noise"].as_f64().unwrap() > 0.0 && first["clear"]["together"] == true, "{first}");
    assert!(last["contender"] == "none" && last["changed"] == false && last["noise"] == 0.0, "{last}");
}

#[test]
fn repeats_that_are_lost_are_missing_and_spoil_their_cell_alone() {
    let base = measured(&["--threads", "2", "--repeats", "3"]);
    let without = |lost: &str| {
        let other = tempfile::tempdir().unwrap();
        let all = text(&base.path().join("1994.jsonl"));
        let kept: String =
            all.lines().filter(|line| !line.contains(lost)).map(|line| format!("{line}\n")).collect();
        std::fs::write(other.path().join("1994.jsonl"), kept).unwrap();
        other
    };
    let fewer = without("t2r3/");
    let gate = compare(&base, &fewer, &["--fail-on-regression"]);
    assert_eq!(code(&gate), 1, "what was not measured cannot be no worse: {}", stderr(&gate));
    assert!(stderr(&gate).contains("lacks 72 measurements"), "{}", stderr(&gate));
    let reversed = compare(&fewer, &base, &["--fail-on-regression"]);
    assert!(stderr(&reversed).contains("lacks 72 measurements"), "{}", stderr(&reversed));
    assert_eq!(code(&reversed), 0, "what is new is not a regression: {}", stderr(&reversed));
    let one = without("/NEW/1024/2-2/t2r3/breuker1994.15\"");
    let itself = &json(&one, &one)["base_itself"];
    assert!(itself["kind"] == "repeats" && itself["cells"] == 3, "{itself}");
}

#[test]
fn the_luck_of_keys_is_no_change_of_a_build() {
    let (once, thrice) = (measured(&[]), measured(&["--repeats", "3"]));
    let found = json(&once, &thrice);
    assert_eq!(found["summary"]["changed"], 0, "{found}");
    let again = changed(&thrice, "t1r2/", |nodes, _| nodes * 2);
    assert!(json(&thrice, &again)["summary"]["changed"].as_u64() > Some(0), "repeats of both are compared");
}

#[test]
fn what_is_said_of_the_base_does_not_depend_on_the_other_side() {
    let measured = measured(&["--threads", "2", "--repeats", "4"]);
    let base = changed(&measured, "/t2", scattered(1));
    let wild = changed(&measured, "/t2r2/", |nodes, _| nodes * 2);
    let of = |other: &TempDir| {
        let found = json(&base, other);
        let noise = |cell: &Value| (cell["contender"].clone(), cell["ply"].clone(), cell["noise"].clone());
        let mut noise: Vec<_> = found["cells"].as_array().unwrap().iter().map(noise).collect();
        noise.sort_by_key(|(contender, ply, _)| (contender.to_string(), ply.to_string()));
        (found["base_itself"].clone(), noise)
    };
    assert_eq!(of(&base), of(&wild));
}

#[test]
fn one_position_decides_nothing_and_needs_no_deciding_where_nothing_changed() {
    let base = measured(&["--only", "position=breuker1994.15"]);
    let same = compare(&base, &base, &["--fail-on-regression"]);
    assert!(code(&same) == 0 && stdout(&same).contains("6 cells, 0 changed"), "{}", stdout(&same));
    let new = changed(&base, "/NEW/", |nodes, _| nodes * 2);
    let gate = compare(&base, &new, &["--fail-on-regression"]);
    assert!(code(&gate) == 2 && stderr(&gate).contains("fewer than 10 positions"), "{}", stderr(&gate));
    assert_eq!(json(&base, &new)["cells"][0]["interval"], Value::Null);
    refused_with_json_and_all(&base);
}

fn refused_with_json_and_all(folder: &TempDir) {
    let both = compare(folder, folder, &["--json", "--all"]);
    assert!(code(&both) == 2 && stderr(&both).contains("--all"), "{}", stderr(&both));
}

#[test]
fn two_studies_of_other_searches_are_refused_by_their_names() {
    let one = measured(&["--only", "position=breuker1994.15"]);
    let other = tempfile::tempdir().unwrap();
    let out = other.path().to_str().unwrap();
    let instability = ["study", "instability", "--positions", "endings:60", "--plies", "2", "--out", out];
    assert_eq!(code(&run(&instability)), 0);
    let refused = compare(&one, &other, &[]);
    let said = stderr(&refused);
    assert!(code(&refused) == 2 && said.contains("has study 1994 and "), "{said}");
    assert!(said.ends_with("with other searches; compare folders of one study\n"), "{said}");
}
