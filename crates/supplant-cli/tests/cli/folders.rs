//! Tests the commands that write and read folders of results.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::{self, code, run, stderr, stdout, supplant, text, tiny};

#[test]
fn a_whole_run_ends_with_what_to_take_from_it_and_a_part_of_one_does_not() {
    let few = ["study", "instability", "--positions", "endings:60", "--plies", "2", "--jobs", "2"];
    let said = |more: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let out = ["--out", folder.path().to_str().unwrap()];
        let output = run(&[&few[..], more, &out].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    const HEADING: &str = "In short";
    const CHECKLIST: &str = "6 claims, ";
    let whole = said(&[]);
    let (_, words) = whole.split_once(HEADING).expect(&whole);
    assert!(
        words.contains("equal depth, no draws by path 0.0 % (0.0 % to ") && !whole.contains(CHECKLIST),
        "{words}"
    );
    assert!(!words.contains("(0.0 % to 0.0 %)"), "nothing is sure of four positions: {words}");
    let verified = said(&["--verify"]);
    assert!(verified.contains(CHECKLIST) && verified.contains(HEADING), "{verified}");
    assert!(!said(&["--only", "contender=none"]).contains(HEADING));
    let json = said(&["--json"]);
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok() && !json.contains(HEADING));
}

#[test]
fn two_reports_at_once_on_one_folder_do_not_collide() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "scheme=new,slots=1k,mode=clear"]))), 0);
    let path = folder.path().to_str().unwrap();
    for _ in 0..8 {
        let reports = [(); 4].map(|()| common::supplant(&["report", path]).spawn().unwrap());
        for report in reports {
            let output = report.wait_with_output().unwrap();
            assert_eq!(code(&output), 0, "{}", stderr(&output));
        }
    }
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().ends_with(".unfinished")));
}

fn slower(line: &str) -> String {
    let mut line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
    for row in line.pointer_mut("/unit/rows").and_then(|rows| rows.as_array_mut()).into_iter().flatten() {
        for count in ["nodes", "leaf"] {
            row[count] = (row[count].as_u64().expect("a count") + 1_000_000).into();
        }
    }
    common::resealed(&line.to_string())
}

#[test]
fn a_regression_is_told_by_the_exit_code() {
    let folders = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(code(&run(&tiny(folders.0.path(), &["--only", "scheme=old,slots=1k,mode=clear"]))), 0);
    let slower = text(&folders.0.path().join("1994.jsonl")).lines().map(slower).collect::<String>();
    std::fs::write(folders.1.path().join("1994.jsonl"), slower).unwrap();
    let (base, new) = (folders.0.path().to_str().unwrap(), folders.1.path().to_str().unwrap());
    let compare = |arguments: &[&str]| run(&[&["compare"], arguments].concat());
    assert_eq!(code(&compare(&[base, new])), 0);
    assert_eq!(code(&compare(&[base, base, "--fail-on-regression"])), 0);
    let worse = compare(&[base, new, "--fail-on-regression=5"]);
    assert_eq!(code(&worse), 1);
    assert!(stdout(&worse).contains("OLD") && stderr(&worse).contains("over 5 %"), "{}", stderr(&worse));
    assert_eq!(code(&compare(&[new, base, "--fail-on-regression"])), 0, "an improvement is none");
}

#[test]
fn what_the_new_results_lack_is_told_and_fails_where_failing_was_asked_for() {
    let folders = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [old, both] = [
        ["--only", "scheme=old,slots=1k,mode=clear"],
        ["--only", "scheme=old,scheme=new,slots=1k,mode=clear"],
    ];
    assert_eq!(code(&run(&tiny(folders.0.path(), &both))), 0);
    assert_eq!(code(&run(&tiny(folders.1.path(), &old))), 0);
    let (base, new) = (folders.0.path().to_str().unwrap(), folders.1.path().to_str().unwrap());
    let lacking = run(&["compare", base, new, "--fail-on-regression"]);
    assert_eq!(code(&lacking), 1);
    assert!(stderr(&lacking).contains("lacks 54 measurements"), "{}", stderr(&lacking));
    assert_eq!(code(&run(&["compare", base, new])), 0, "told, but not failed, unless asked for");
    assert_eq!(
        code(&run(&["compare", new, base, "--fail-on-regression"])),
        0,
        "more than the base is not a lack"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_study_says_so_keeps_what_is_finished_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("1994.jsonl");
    let grid = ["study", "1994", "--plies", "3..=7", "--sizes", "8K", "--modes", "clear", "--jobs", "1"];
    let out = ["--out", folder.path().to_str().unwrap()];
    let mut child = supplant(&[&grid[..], &out].concat()).spawn().unwrap();
    while !journal.exists() || text(&journal).lines().count() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    assert!(stderr(&output).contains("interrupted: the same command again"), "{}", stderr(&output));

    let finished = common::ids(&journal);
    assert!(finished.len() >= 2);
    let dry = [&grid[..], &out, &["--dry-run", "--json"]].concat();
    let forecast: serde_json::Value = serde_json::from_str(&stdout(&run(&dry))).unwrap();
    assert_eq!(forecast["done"], finished.len());
    let first: Vec<_> = ["--only", "position=breuker1994.15"].into();
    let output = run(&[&grid[..], &out, &first].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("from earlier runs"), "{}", stderr(&output));
    let all = common::ids(&journal);
    assert_eq!(all[..finished.len()], finished[..]);
}

fn report(folder: &Path) -> (String, String) {
    let output = run(&["report", folder.to_str().expect("a temporary path is text")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    (stderr(&output), text(&folder.join("1994-summary.csv")))
}

#[test]
fn the_search_without_a_table_counts_for_every_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--threads", "2", "--only", "scheme=new,scheme=none,slots=1k", "--only", "contender=none"];
    assert_eq!(code(&run(&tiny(folder.path(), &few))), 0);
    let (said, summary) = report(folder.path());
    assert!(!said.contains("left aside"), "{said}");
    let ratios: Vec<_> = summary.lines().filter(|line| line.contains(",NEW,")).collect();
    assert_eq!(ratios.len(), 6);
    assert!(ratios.iter().all(|line| !line.contains(",,,,")), "a ratio and its interval: {summary}");
}

#[test]
fn one_worker_and_several_in_lockstep_lie_in_one_folder_and_each_is_reported_whole() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--threads", "1,4", "--lockstep", "8", "--schemes", "new,twobig1"];
    assert_eq!(code(&run(&tiny(folder.path(), &few))), 0);
    for (threads, turns) in [("1", false), ("4", true)] {
        let output = run(&["report", folder.path().to_str().unwrap(), "--threads", threads]);
        let said = stderr(&output);
        assert!(code(&output) == 0 && !said.contains("unfinished"), "{threads}: {said}");
        assert_eq!(text(&folder.path().join("1994-summary.csv")).contains("threads,lockstep"), turns);
    }
    let rows = text(&folder.path().join("1994.csv"));
    assert!(
        rows.contains(",1,,") && rows.contains(",4,8,"),
        "of each row is told how many took turns of how many nodes"
    );
}

#[test]
fn positions_of_two_sets_in_one_folder_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let epd = folder.path().join("two.epd");
    std::fs::write(
        &epd,
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - id \"a\";\n4k3/3pp3/8/8/8/8/4P3/4K3 w - - id \"b\";\n",
    )
    .unwrap();
    let only = ["--only", "scheme=new,slots=1k,mode=clear"];
    assert_eq!(code(&run(&tiny(folder.path(), &only))), 0);
    let others = [only[0], only[1], "--epd", epd.to_str().unwrap()];
    assert_eq!(code(&run(&tiny(folder.path(), &others))), 2, "a study does not mix them");
    let elsewhere = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(elsewhere.path(), &others))), 0);
    std::fs::copy(elsewhere.path().join("1994.jsonl"), folder.path().join("1994.shard-1-of-1.jsonl"))
        .unwrap();
    let (said, summary) = report(folder.path());
    assert!(said.contains("2 units of other searches, positions"), "{said}");
    assert!(summary.lines().skip(1).all(|line| line.contains(",18,")), "{summary}");
    let csv = text(&folder.path().join("1994.csv"));
    let set = csv.lines().nth(1).unwrap().split(',').nth(3).unwrap();
    assert!(
        set.len() == 16 && summary.lines().skip(1).all(|line| line.split(',').nth(2) == Some(set)),
        "{summary}"
    );
}

#[test]
fn layouts_are_measured_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let tiny = |more: &[&str]| {
        let grid = ["study", "layouts", "--plies", "2..=4", "--sizes", "1K,2K", "--out", out];
        run(&[&grid[..], more].concat())
    };
    let new = ["--only", "scheme=new,slots=1k"];
    let dry = tiny(&[&new[..], &["--dry-run"]].concat());
    assert!(
        stdout(&dry).contains("layouts/alibaba/clear/NEW:single8/2048/")
            && stdout(&dry).contains("\n36 units,"),
        "{}",
        stdout(&dry)
    );
    let output = tiny(&new);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stdout(&output).lines().any(|line| line.trim_start().starts_with("NEW:single8 ")),
        "{}",
        stdout(&output)
    );
    let csv = text(&folder.path().join("layouts.csv"));
    for (contender, count) in [(",NEW,xor16,1024,16384,", 54), (",NEW:single8,single8,2048,16384,", 54)] {
        assert_eq!(csv.lines().filter(|line| line.contains(contender)).count(), count, "{contender}");
    }
    assert!(
        text(&folder.path().join("layouts.jsonl")).contains("--layouts xor16,single8 --hits both --sizes")
    );
    assert_eq!(code(&run(&["report", out])), 0);
    let markdown = text(&folder.path().join("layouts.md"));
    assert!(
        markdown.starts_with("# Layouts at equal bytes") && markdown.contains("| NEW | 16 KiB |"),
        "{markdown}"
    );
}

#[test]
fn a_folder_of_several_studies_is_read_study_by_study() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for study in ["1994", "layouts"] {
        let grid = [
            "study",
            study,
            "--plies",
            "2",
            "--sizes",
            "1K",
            "--modes",
            "clear",
            "--only",
            "scheme=new",
            "--out",
            out,
        ];
        assert_eq!(code(&run(&grid)), 0);
    }
    for command in [&["study", "status", out][..], &["report", out], &["compare", out, out]] {
        let torn = run(command);
        assert!(code(&torn) == 2 && stderr(&torn).contains("name one with --study"), "{}", stderr(&torn));
        let named = run(&[command, &["--study", "layouts"]].concat());
        assert_eq!(code(&named), 0, "{}", stderr(&named));
    }
    let unknown = run(&["study", "status", out, "--study", "1995"]);
    assert!(
        code(&unknown) == 2 && stderr(&unknown).contains("no results of study 1995"),
        "{}",
        stderr(&unknown)
    );
}

#[test]
fn a_dry_run_lists_the_units_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let output = run(&tiny(&out, &["--dry-run"]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 22);
    assert!(text.contains("and 313 more that take no longer; --json lists all"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("333 units, 0 of them done; about "), "{text}");
    assert!(!out.exists());
}

#[test]
fn a_study_of_another_game_says_how_deep_it_searched_and_sets_nothing_in_print_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--game", "connect-four", "--only", "scheme=new,slots=1k,mode=clear"];
    let output = run(&tiny(folder.path(), &only));
    let deeper = "Searches of connect-four 6 plies go deeper than is said";
    assert!(code(&output) == 0 && stdout(&output).contains(deeper), "{}", stdout(&output));
    let csv = text(&folder.path().join("1994.csv"));
    let column = |name| csv.lines().next().unwrap().split(',').position(|known| known == name).unwrap();
    let (position, ply, more) = (column("position"), column("ply"), column("deeper"));
    for line in csv.lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        assert!(cells[position].starts_with("connect-four.") && cells[more] == "6", "{line}");
        assert!(["1", "2", "3"].contains(&cells[ply]), "{line}");
    }
    assert!(csv.lines().count() > 18);
    report(folder.path());
    let page = text(&folder.path().join("1994.md"));
    assert!(page.contains("18 positions of another set, `connect-four`") && page.contains(deeper), "{page}");
    assert!(!page.contains("The published tables"), "{page}");
    let same = [only[0], only[1], "--positions", "connect-four", only[2], only[3]];
    assert!(stderr(&run(&tiny(folder.path(), &same))).contains("from earlier runs"));
}

#[test]
fn a_table_of_some_positions_or_of_no_cell_is_no_table_of_dashes() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&tiny(folder.path(), &["--only", "position=breuker1994.20"]));
    let said = stdout(&output);
    assert!(said.contains("3-ply searches of 1 of 18 positions (breuker1994), table cleared"), "{said}");
    assert!(said.contains(" TWOBIG1          9"), "{said}");
    assert!(!said.contains("time-stamped") && !said.contains("  -"), "{said}");
    assert!(stderr(&output).contains("no table for old entries time-stamped"), "{}", stderr(&output));
    let two = run(&tiny(folder.path(), &["--threads", "1,2", "--only", "scheme=new,slots=1k,mode=clear"]));
    for workers in ["1 worker.", "2 workers."] {
        assert!(stdout(&two).contains(&format!("between positions, {workers}")), "{}", stdout(&two));
    }
}
