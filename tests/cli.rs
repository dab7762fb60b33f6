//! The command line: exit codes, errors of one line, and streams that behave.

#![cfg(feature = "lab")]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use common::{code, run, stderr, stdout, supplant, text, tiny};

/// Refused as bad usage or input: code 2, nothing on stdout, one line on stderr that has all of `words`.
fn refused(arguments: &[&str], words: &[&str]) {
    let output = run(arguments);
    let said = stderr(&output);
    assert_eq!(code(&output), 2, "{arguments:?}: {said}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert_eq!(said.trim_end().lines().count(), 1, "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: `{word}` is not in: {said}");
    }
}

#[test]
fn help_and_version_succeed_and_name_the_exit_codes() {
    for arguments in [&["--help"][..], &["--version"], &["study", "1994", "--help"], &["schemes"]] {
        let output = run(arguments);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{arguments:?}");
    }
    assert!(stdout(&run(&["--help"])).contains("130 interrupted"));
    assert_eq!(code(&run(&[])), 2);
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    refused(&["search", "--scheme", "twobig"], &["twobig", "did you mean TWOBIG1?"]);
    refused(&["bench", "--scheme", "deap"], &["did you mean DEEP?"]);
    refused(&["study", "1994", "--schemes", "new,bigal"], &["did you mean BIGALL?"]);
    refused(&["study", "1994", "--search", "alibab"], &["did you mean alibaba?"]);
    refused(&["bench", "--search", "qqq"], &["there are", "alibaba"]);
    refused(&["serach"], &["serach", "search"]);
    refused(&["schemes", "--jsn"], &["--jsn", "--json"]);
}

#[test]
fn numbers_out_of_range_are_refused_with_what_would_do() {
    for command in ["search", "bench"] {
        refused(&[command, "--depth", "0"], &["`0`", "1 to"]);
        refused(&[command, "--depth", "9999"], &["9999"]);
        refused(&[command, "--threads", "0"], &["1 to 1024"]);
        refused(&[command, "--scheme", "twobig1", "--slots", "1"], &["1 slot ", "least is 2"]);
        refused(&[command, "--hash", "99999999999"], &["99999999999 MiB", "MiB or less"]);
    }
    refused(&["search", "--nodes", "0"], &["500K"]);
    refused(&["search", "--time", "soon"], &["500ms"]);
    refused(&["search", "--hash", "1", "--slots", "1K"], &["--hash", "--slots"]);
    refused(&["bench", "--rounds", "0"], &["0"]);
}

#[test]
fn a_size_is_read_alike_by_every_command_and_what_is_none_is_answered_in_one_line() {
    let none = [
        "0",
        "-1",
        "+8",
        "1.5",
        "0MiB",
        "-3MiB",
        "1.5GiB",
        "64MB",
        "64GB",
        "12X",
        "MiB",
        "99999999999999GiB",
    ];
    let commands: [(&[&str], &str); 4] = [
        (&["search"], "--hash"),
        (&["bench"], "--hash"),
        (&["search"], "--slots"),
        (&["study", "1994"], "--sizes"),
    ];
    for (command, option) in commands {
        for size in none {
            let given = format!("{option}={size}");
            let remedy = "give whole";
            refused(
                &[command, &[&given]].concat(),
                &[&format!("`{size}` is no table size"), remedy, "64MiB, 1GiB"],
            );
        }
    }
    for either in ["64K", "64M"] {
        refused(&["search", "--hash", either], &[either, "whole MiB such as 64"]);
    }
    for (size, mebibytes) in
        [("--hash=2", 2), ("--hash=2MiB", 2), ("--hash=2048KiB", 2), ("--slots=128K", 2), ("--slots=2mib", 2)]
    {
        let output = run(&["search", "--depth", "1", size, "--json"]);
        let line: serde_json::Value = serde_json::from_str(first_line(&stdout(&output))).unwrap();
        assert_eq!(line["table"]["table_bytes"], mebibytes << 20, "{size}");
    }
}

#[test]
fn search_and_bench_say_what_pages_the_table_got() {
    for command in [&["search", "--depth", "2"][..], &["bench", "--depth", "2"]] {
        let said = stdout(&run(&[command, &["--hash", "16"]].concat()));
        let line = said.lines().find(|line| line.starts_with("table ")).expect(&said);
        assert!(line.starts_with("table 16 MiB"), "{line}");
        assert_eq!(said.lines().filter(|line| line.starts_with("table ")).count(), 1);
        let small = stdout(&run(&[command, &["--slots", "8K"]].concat()));
        assert!(small.contains("\ntable 128 KiB;") || small.starts_with("table 128 KiB;"), "{small}");
    }
}

/// Linux tells what it gave, and that all of the table was touched before the search.
#[cfg(target_os = "linux")]
#[test]
fn the_pages_of_a_table_are_touched_before_the_search() {
    let search = stdout(&run(&["search", "--depth", "1", "--hash", "64MiB", "--threads", "2", "--json"]));
    let bench = stdout(&run(&["bench", "--depth", "1", "--hash", "64MiB", "--json"]));
    let search: serde_json::Value = serde_json::from_str(first_line(&search)).unwrap();
    let bench: serde_json::Value = serde_json::from_str(&bench).unwrap();
    for table in [&search["table"], &bench[0]["table"]] {
        assert_eq!(
            (&table["resident_bytes"], &table["huge_asked_bytes"]),
            (&(64 << 20).into(), &(64 << 20).into())
        );
        assert!(table["huge_bytes"].as_u64().is_some_and(|bytes| bytes <= 64 << 20), "{table}");
    }
}

/// What `arguments` are answered with where the process may have so many KiB of addresses.
#[cfg(target_os = "linux")]
fn limited(kibibytes: u64, arguments: &str) -> (i32, String) {
    let script = format!("ulimit -v {kibibytes} && exec {} {arguments}", env!("CARGO_BIN_EXE_supplant"));
    let output = Command::new("sh").args(["-c", &script]).output().expect("there is a shell");
    (code(&output), stderr(&output))
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_is_answered_with_what_can_really_be_had() {
    let (exit, said) = limited(1 << 20, "search --depth 1 --hash 2GiB");
    assert_eq!((exit, said.lines().count()), (2, 1), "{said}");
    let possible = said.split("at most ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    let possible = possible.unwrap_or_else(|| panic!("{said}"));
    // Halving would have said 512.
    assert!((513..1024).contains(&possible), "{said}");
    // The rest of the program needs addresses, too.
    let (exit, said) = limited((1 << 20) + (64 << 10), &format!("search --depth 1 --hash {possible}"));
    assert_eq!(exit, 0, "{said}");
}

/// The limit on addresses keeps the system from granting what the machine does not have, should the check be gone.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_would_promise_and_not_give_is_refused_before_it_is_filled() {
    let facts = text(Path::new("/proc/meminfo"));
    let total = facts.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB"));
    let kibibytes = total.and_then(|total| total.parse::<u64>().ok()).expect("Linux tells it");
    for command in ["search", "bench"] {
        let (exit, said) = limited(kibibytes / 2, &format!("{command} --depth 1 --hash {kibibytes}KiB"));
        assert_eq!((exit, said.lines().count()), (2, 1), "{said}");
        assert!(said.contains("do not fit into the memory that is free; ask for "), "{said}");
    }
}

#[test]
fn a_position_that_makes_no_sense_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    refused(&["search", "--fen", "not a fen"], &["--fen"]);
    refused(&["search", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], &["--fen"]);
    let epd = file("bad.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"one\";\nnonsense\n");
    refused(&["search", "--epd", &epd], &["bad.epd", "line 2"]);
    refused(&["study", "1994", "--epd", &epd], &["bad.epd", "line 2"]);
    let twice =
        file("twice.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"a\";\n");
    refused(&["study", "1994", "--epd", &twice], &["twice.epd", "`a`"]);
    let pgn = file("bad.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    refused(&["search", "--pgn", &pgn], &["bad.pgn", "line 3"]);
    let good = file("good.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n");
    refused(&["search", "--pgn", &good, "--ply", "9"], &["--ply 9", "2 plies"]);
    refused(&["search", "--epd", "/nowhere/at/all.epd"], &["/nowhere/at/all.epd"]);
}

#[test]
fn a_grid_that_makes_no_sense_is_refused() {
    let study = |more: &[&str], words: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        refused(&tiny(folder.path(), more), words);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{more:?} left files");
    };
    study(
        &["--only", "colour=red"],
        &["`colour`", "scheme, layout, contender, slots, mode, ply, position, threads"],
    );
    study(&["--only", "scheme=twobog"], &["twobog"]);
    study(&["--only", "scheme"], &["axis=value"]);
    study(&["--only", "slots=big"], &["slots=big: `big` is no table size", "8K"]);
    study(&["--only", "slots=64k"], &["no unit"]);
    study(&["--modes", "wipe"], &["clear and stamp"]);
    study(&["--shard", "4/3"], &["4 of 3"]);
    study(&["--shard", "three"], &["2/5"]);
    study(&["--jobs", "0"], &["1 to 1024"]);
    study(&["--sizes", "1GiB", "--jobs", "1024"], &["--jobs 1024", "1048576 MiB", "MiB or less"]);
    refused(&["study", "1994", "--sizes", "1"], &["1 slot ", "least"]);
    refused(&["study", "1994", "--plies", "7..=3"], &["7..=3"]);
    refused(&["study", "1994", "--layouts", "xor8"], &["`xor8`", "xor16, single8, line8, cluster10"]);
    refused(&["study", "1994", "--layouts", "single8,xor16", "--sizes", "1"], &["1 slot ", "least is 2"]);
    refused(&["study", "1994", "--layouts", "single8", "--verify"], &["--verify", "xor16"]);
    study(&["--only", "layout=xor8"], &["`xor8`", "xor16, single8, line8, cluster10"]);
    study(&["--only", "layout=single8"], &["no unit"]);
    refused(&["study", "1948"], &["1948"]);
}

#[test]
fn an_unwritable_folder_is_noticed_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let started = std::time::Instant::now();
    refused(&["study", "1994", "--out", file.join("below").to_str().unwrap()], &["below", "--out"]);
    refused(&["study", "1994", "--out", "/proc/results"], &["/proc/results", "--out"]);
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn folders_without_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    refused(&["study", "status", path], &[path, "holds no results"]);
    refused(&["study", "status", "/nowhere"], &["/nowhere"]);
    refused(&["merge", path, "--out", path], &[path]);
    refused(&["compare", path, path], &[path]);
    refused(&["compare", path, path, "--fail-on-regression=much"], &["much"]);
    std::fs::write(folder.path().join("1994.jsonl"), "{\"no\":\"record\"}\n").unwrap();
    refused(&["study", "status", path], &["1994.jsonl", "line 1"]);
}

fn first_line(text: &str) -> &str {
    text.lines().next().expect("there is a line")
}

#[test]
fn a_search_in_json_ends_with_what_it_came_to_also_where_there_is_nothing() {
    let last = |arguments: &[&str]| {
        let text = stdout(&run(&[&["search", "--json"], arguments].concat()));
        serde_json::from_str::<serde_json::Value>(text.lines().last().expect("there is a line")).unwrap()
    };
    let done = last(&["--depth", "3", "--threads", "2"]);
    assert!(done["best"].is_string() && done["depth"] == 3 && done["is_completed"] == true, "{done}");
    assert!(done["workers"] == 2 && done["nodes"].as_u64() > Some(100) && done["is_over"] == false, "{done}");
    let mated = last(&["--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(mated["best"].is_null() && mated["is_over"] == true, "{mated}");
    let stopped = last(&["--nodes", "1"]);
    assert!(stopped["best"].is_null() && stopped["is_over"] == false, "{stopped}");
}

#[test]
fn schemes_and_layouts_that_do_not_go_together_are_refused_or_named_before_anything_is_measured() {
    refused(&["stress", "--schemes", "deep", "--layouts", "line8"], &["line8", "DEPTHAGE, CRAFTY"]);
    refused(&["stress", "--layouts", "stamped", "--inject", "bitflip"], &["--inject", "xor16"]);
    refused(&["bench", "--scheme", "deep", "--layout", "line8"], &["1 slot a bucket", "UNDERCUT"]);
    let some =
        run(&["stress", "--seconds", "60ms", "--schemes", "deep,depthage,deep", "--layouts", "line8,line8"]);
    let (rows, said) = (stdout(&some), String::from_utf8_lossy(&some.stderr).into_owned());
    assert!(some.status.success() && said.contains("left out") && said.contains("DEEP"), "{said}");
    assert_eq!(rows.lines().filter(|line| line.contains("line8")).count(), 1, "{rows}");
}

#[test]
fn json_outputs_parse() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--only", "scheme=new,slots=1K,mode=clear", "--json"];
    let dry: Vec<_> = only.into_iter().chain(["--dry-run"]).collect();
    let path = folder.path().to_str().unwrap();
    for arguments in [
        vec!["search", "--depth", "4", "--json"],
        vec!["bench", "--depth", "3", "--json"],
        vec!["schemes", "--json"],
        vec!["doctor", "--json"],
        tiny(folder.path(), &dry),
        tiny(folder.path(), &only),
        vec!["study", "status", path, "--json"],
        vec!["compare", path, path, "--json"],
    ] {
        let output = run(&arguments);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        let text = stdout(&output);
        let parsed: Result<Vec<serde_json::Value>, _> = text.lines().map(serde_json::from_str).collect();
        assert!(parsed.is_ok_and(|values| !values.is_empty()), "{arguments:?}: {text}");
    }
}

#[test]
fn a_dry_run_lists_the_units_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let output = run(&tiny(&out, &["--dry-run"]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 334);
    assert!(text.lines().last().unwrap().starts_with("333 units, 0 of them done; about "), "{text}");
    assert!(!out.exists());
}

#[test]
fn a_negative_value_is_answered_by_the_option_it_was_meant_for() {
    for (arguments, option) in [
        (&["stress", "--seconds", "-1"][..], "--seconds"),
        (&["search", "--depth", "-1"], "--depth"),
        (&["search", "--hash", "-64"], "--hash"),
        (&["bench", "--rounds", "-2"], "--rounds"),
        (&["study", "1994", "--sizes", "-4"], "--sizes"),
        (&["stress", "--seed", "-1"], "--seed"),
    ] {
        refused(arguments, &[option, "`-", " is no "]);
    }
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    refused(&["search", "--fen", fen, "--ply", "3"], &["--ply", "--fen"]);
    refused(&["study", "1994", "--plies", "8..=8", "--no-ply8"], &["--plies", "--no-ply8"]);
    refused(&["compare", "--fail-on-regression", "here"], &["<NEW>"]);
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    for (fen, words, is_mate) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", false),
    ] {
        let said = stdout(&run(&["search", "--fen", fen]));
        assert!(said.ends_with(&format!("the game is over: {words}\n")), "{said}");
        let json = stdout(&run(&["search", "--fen", fen, "--json"]));
        assert!(json.contains(&format!("\"is_mate\":{is_mate}")), "{json}");
    }
}

#[test]
fn only_a_lone_worker_has_a_signature() {
    let last = |workers: &str| {
        let said = stdout(&run(&["bench", "--depth", "2", "-j", workers, "--rounds", "3", "--hash", "1"]));
        said.lines().last().expect("it says something").to_owned()
    };
    assert!(last("1,2").ends_with(" nps") && last("2").contains("2 workers"), "{}", last("2"));
    assert!(last("2").contains('–'), "the spread of the rounds: {}", last("2"));
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

/// A line of a journal whose searches visited a million leaves more.
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
        "more than the base is no lack"
    );
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    for arguments in [vec!["schemes"], vec!["search", "--depth", "7"]] {
        let mut child = supplant(&arguments).spawn().unwrap();
        // `| head -1`: one line, and the pipe is closed.
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_study_says_so_keeps_what_is_finished_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("1994.jsonl");
    // Long enough to be interrupted, whatever the machine.
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
    // What is left, but for a little, is skipped: the next run takes up what was kept.
    let first: Vec<_> = ["--only", "position=breuker1994.15"].into();
    let output = run(&[&grid[..], &out, &first].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("from earlier runs"), "{}", stderr(&output));
    let all = common::ids(&journal);
    assert_eq!(all[..finished.len()], finished[..]);
}

/// What `supplant report` complains of, and the summary it writes.
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
    // But a hand can put them side by side.
    let elsewhere = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(elsewhere.path(), &others))), 0);
    std::fs::copy(elsewhere.path().join("1994.jsonl"), folder.path().join("1994.shard-1-of-1.jsonl"))
        .unwrap();
    let (said, summary) = report(folder.path());
    assert!(said.contains("2 units of other searches, positions"), "{said}");
    assert!(summary.lines().skip(1).all(|line| line.contains(",18,")), "{summary}");
    // The digest of the positions is that of those reported on, whichever were searched last.
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
    assert!(text(&folder.path().join("layouts.jsonl")).contains("--layouts xor16,single8 --sizes"));
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
