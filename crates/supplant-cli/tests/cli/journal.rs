//! Every command that reads a damaged journal names the damaged line, ignores it, and leaves it in
//! the file.

use std::path::Path;

use crate::common::{code, resealed, run, stderr, stdout, text, tiny};
use tempfile::TempDir;

const PART: [&str; 2] = ["--only", "position=breuker1994.15,scheme=new,mode=clear"];

struct Attacked {
    folder: TempDir,
    sound: TempDir,
}

impl Attacked {
    fn by(change: impl Fn(&[String]) -> Vec<String>) -> Self {
        let sound = tempfile::tempdir().unwrap();
        let output = run(&tiny(sound.path(), &PART));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let lines: Vec<_> = text(&journal(sound.path())).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 3, "a header and two sizes");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(journal(folder.path()), change(&lines).join("\n") + "\n").unwrap();
        Self { folder, sound }
    }

    fn read(&self) -> Vec<(&'static str, i32, String)> {
        let (folder, sound) = (self.folder.path().to_str().unwrap(), self.sound.path().to_str().unwrap());
        let out = tempfile::tempdir().unwrap();
        let out = out.path().to_str().unwrap();
        let commands: [(&str, &[&str]); 4] = [
            ("status", &["study", "status", folder]),
            ("report", &["report", folder, "--out", out]),
            ("merge", &["merge", folder, "--out", out]),
            ("compare", &["compare", sound, folder]),
        ];
        let said = |(name, arguments): (&'static str, &[&str])| {
            let output = run(arguments);
            assert!(code(&output) <= 2, "{name}: {}", stderr(&output));
            (name, code(&output), stderr(&output) + &stdout(&output))
        };
        commands.map(said).into()
    }

    fn mended(&self) -> String {
        let before = text(&journal(self.folder.path()));
        let output = run(&tiny(self.folder.path(), &PART));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let after = text(&journal(self.folder.path()));
        assert!(after.starts_with(&before), "nothing is taken away");
        let rows = |folder: &TempDir| text(&folder.path().join("1994.csv"));
        assert_eq!(rows(&self.folder), rows(&self.sound), "the rows are what they were");
        after[before.len()..].to_owned()
    }

    fn loses(&self, line: usize, why: &str, units: usize) {
        for (name, _, said) in self.read() {
            assert!(said.contains(&format!("1994.jsonl: line {line} does not count: ")), "{name}: {said}");
            assert!(said.contains(why) && !said.contains("remove"), "{name}: {said}");
        }
        let dry = run(&tiny(self.folder.path(), &[&PART[..], &["--dry-run"]].concat()));
        assert!(stderr(&dry).contains(why), "a dry run: {}", stderr(&dry));
        assert_eq!(self.mended().lines().count(), 1 + units, "a header, and what was missing");
    }
}

fn journal(folder: &Path) -> std::path::PathBuf {
    folder.join("1994.jsonl")
}

#[test]
fn a_packed_journal_is_refused_by_a_run_and_by_its_forecast() {
    for (ending, unpack) in [("gz", "gunzip"), ("xz", "unxz")] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(format!("1994.jsonl.{ending}")), "").unwrap();
        let said = format!(
            "1994.jsonl.{ending}: a run cannot add to a packed journal; unpack it with {unpack}, or give another --out\n"
        );
        let refused = run(&tiny(folder.path(), &PART));
        assert!(code(&refused) == 2 && stderr(&refused).ends_with(&said), "{}", stderr(&refused));
        let forecast = run(&tiny(folder.path(), &[&PART[..], &["--dry-run"]].concat()));
        assert!(code(&forecast) == 1 && stderr(&forecast).ends_with(&said), "{}", stderr(&forecast));
        assert!(stderr(&forecast).starts_with("the run would be refused: "), "{}", stderr(&forecast));
    }
}

#[test]
fn one_unit_and_one_job_are_not_units_and_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let one =
        ["--only", "position=breuker1994.15,scheme=new,mode=clear,slots=1k", "--dry-run", "--jobs", "1"];
    let printed = stdout(&run(&tiny(folder.path(), &one)));
    assert!(
        printed.contains("1 unit, 0 of them done; about ") && printed.ends_with(" with 1 job\n"),
        "{printed}"
    );
}

fn changed(lines: &[String], at: usize, change: impl Fn(&str) -> String) -> Vec<String> {
    let mut lines = lines.to_vec();
    let new = change(&lines[at - 1]);
    assert_ne!(new, lines[at - 1], "there is something to change");
    lines[at - 1] = new;
    lines
}

fn forged(line: &str) -> String {
    resealed(line).trim_end().to_owned()
}

#[test]
fn a_number_changed_by_hand_does_not_fit_the_checksum() {
    let attacked =
        Attacked::by(|lines| changed(lines, 3, |line| line.replacen("\"hits\":", "\"hits\":1", 1)));
    attacked.loses(3, "its checksum is wrong", 1);
}

#[test]
fn a_line_without_its_checksum_does_not_count() {
    let without = |line: &str| line.split_once(",\"fnv1a\"").unwrap().0.to_owned() + "}";
    Attacked::by(|lines| changed(lines, 2, without)).loses(2, "it has no checksum", 1);
}

#[test]
fn nodes_that_do_not_add_up_do_not_count_though_the_checksum_fits() {
    let more = |line: &str| forged(&line.replacen("\"nodes\":", "\"nodes\":1", 1));
    Attacked::by(|lines| changed(lines, 2, more)).loses(2, "nodes are not", 1);
    let hits = |line: &str| forged(&line.replacen("\"cutoffs\":", "\"cutoffs\":99999999", 1));
    Attacked::by(|lines| changed(lines, 2, hits)).loses(2, "cutoffs of", 1);
}

#[test]
fn a_unit_whose_cell_is_another_than_its_name_says_does_not_count() {
    let other = |line: &str| forged(&line.replace("\"contender\":\"NEW\"", "\"contender\":\"OLD\""));
    Attacked::by(|lines| changed(lines, 2, other)).loses(2, "but its cell has the id", 1);
}

#[test]
fn rows_of_another_position_or_ply_do_not_count() {
    let position = |line: &str| {
        forged(&line.replacen("\"position\":\"breuker1994.15\",\"ply\"", "\"position\":\"x\",\"ply\"", 1))
    };
    Attacked::by(|lines| changed(lines, 2, position)).loses(2, "its cell is breuker1994.15", 1);
    let ply = |line: &str| forged(&line.replacen("\"ply\":3", "\"ply\":9", 1));
    Attacked::by(|lines| changed(lines, 2, ply)).loses(2, "its cell is breuker1994.15 to 1–3 plies", 1);
}

#[test]
fn a_unit_without_its_rows_or_with_one_of_them_twice_does_not_count_though_the_checksum_fits() {
    let with_rows = |line: &str, change: &dyn Fn(&mut Vec<serde_json::Value>)| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        change(line.pointer_mut("/unit/rows").unwrap().as_array_mut().unwrap());
        crate::common::resealed(&line.to_string()).trim_end().to_owned()
    };
    let none = |line: &str| with_rows(line, &|rows| rows.clear());
    Attacked::by(|lines| changed(lines, 2, none)).loses(2, "it is missing", 1);
    let twice = |line: &str| with_rows(line, &|rows| rows.push(rows[0].clone()));
    Attacked::by(|lines| changed(lines, 2, twice)).loses(2, "it stands twice", 1);
    let most = |line: &str| {
        with_rows(line, &|rows| {
            for count in ["nodes", "leaf"] {
                rows[0][count] = (rows[0][count].as_u64().unwrap() + (1 << 62)).into();
            }
        })
    };
    Attacked::by(|lines| changed(lines, 2, most)).loses(2, "more than any search visits", 1);
}

#[test]
fn without_the_header_nobody_wrote_the_units() {
    let attacked = Attacked::by(|lines| {
        let mut all = lines.to_vec();
        all.extend([lines[0].clone(), lines[2].clone()]);
        changed(&all, 1, |line| line.replacen("\"study\"", "\"stud\"", 1))
    });
    let said = &attacked.read()[0].2;
    let header = said.lines().find(|line| line.contains("line 1 does not count")).expect(said);
    assert!(
        header.contains("another header line") && !header.contains("its unit"),
        "it is not a unit: {header}"
    );
    attacked.loses(2, "it has no header line before it", 1);

    let nothing = Attacked::by(|lines| lines[1..].to_vec());
    for (name, code, said) in nothing.read() {
        assert_eq!(code, 2, "{name}");
        assert!(
            said.contains("line 1 does not count") && said.contains("has no valid header line"),
            "{name}: {said}"
        );
    }
    assert_eq!(nothing.mended().lines().count(), 3);
}

#[test]
fn two_measurements_of_a_unit_that_disagree_end_every_command_and_name_both_lines() {
    let attacked = Attacked::by(|lines| {
        let twice = forged(&lines[1].replacen("\"stores\":", "\"stores\":1", 1));
        lines.iter().cloned().chain([twice]).collect()
    });
    for (name, code, said) in attacked.read() {
        assert_eq!(code, 1, "{name}: {said}");
        assert!(
            said.contains("1994.jsonl line 2 and") && said.contains("1994.jsonl line 4 disagree"),
            "{name}: {said}"
        );
    }
    let output = run(&tiny(attacked.folder.path(), &PART));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let twice = Attacked::by(|lines| lines.iter().chain(&lines[1..2]).cloned().collect());
    assert!(twice.read().into_iter().all(|(_, code, _)| code <= 1), "the same twice is the same");
    assert_eq!(twice.mended().lines().count(), 1, "and is not measured again");
}

#[test]
fn results_of_two_builds_are_mixed_only_if_allowed() {
    let attacked = Attacked::by(|lines| {
        let other = forged(&lines[0].replace("\"version\":\"", "\"version\":\"9."));
        vec![lines[0].clone(), lines[1].clone(), other, lines[2].clone()]
    });
    let folder = attacked.folder.path().to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let out = out.path().to_str().unwrap();
    let commands: [&[&str]; 3] =
        [&["report", folder, "--out", out], &["compare", folder, folder], &["merge", folder, "--out", out]];
    for arguments in commands {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("--allow-mixed"), "{}", stderr(&output));
        let output = run(&[arguments, &["--allow-mixed"]].concat());
        assert!(code(&output) <= 1, "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_larger_grid_may_follow_in_a_folder_and_another_may_not() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let told = |plies: &str, sizes: &str, more: &[&str]| {
        let only = "position=breuker1994.15,scheme=new,mode=clear";
        run(&[&["study", "1994", "--plies", plies, "--sizes", sizes, "--only", only, "--out", out], more]
            .concat())
    };
    let study = |plies: &str, sizes: &str| told(plies, sizes, &[]);
    assert_eq!(code(&study("2..=3", "1K")), 0);
    let larger = study("2..=3", "1K,2K");
    assert!(stderr(&larger).contains("1 from earlier runs"), "{}", stderr(&larger));
    let before = (text(&journal(folder.path())), text(&folder.path().join("1994.csv")));
    for (plies, sizes) in [("2..=3", "2K"), ("2..=4", "1K,2K")] {
        let refused = study(plies, sizes);
        assert_eq!(code(&refused), 2);
        let said = stderr(&refused);
        assert!(said.contains("1994.jsonl") && said.contains("--out") && said.lines().count() == 1, "{said}");
        let forecast = told(plies, sizes, &["--dry-run"]);
        assert_eq!(code(&forecast), 1);
        let why = said.strip_prefix("error: ").unwrap();
        assert_eq!(stderr(&forecast), format!("the run would be refused: {why}"));
    }
    assert_eq!((text(&journal(folder.path())), text(&folder.path().join("1994.csv"))), before);
}
