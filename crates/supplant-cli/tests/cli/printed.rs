//! The output of every command, as text and as JSON.

use std::io::{BufRead, BufReader, Read, Write};

use crate::common::{code, first_line, run, stderr, stdout, supplant, tiny};

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
fn the_page_of_all_commands_is_what_the_program_prints() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
    let committed = std::fs::read_to_string(page).expect("docs/commands.md");
    let printed = stdout(&run(&["man", "--markdown"]));
    assert!(printed == committed, "docs/commands.md is old: supplant man --markdown > docs/commands.md");
    assert!(printed.contains("\n## supplant table merge\n") && printed.contains("--epd"), "{printed}");
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

#[test]
fn a_study_prints_the_nodes_of_each_scheme_also_under_another_rule_for_the_same_position() {
    for rules in [&[][..], &["--same", "competes"], &["--same", "scheme,competes"]] {
        let folder = tempfile::tempdir().expect("a folder");
        let printed = stdout(&run(&tiny(folder.path(), rules)));
        let rows: Vec<_> = printed.lines().filter(|line| line.starts_with(" NEW")).collect();
        assert!(!rows.is_empty() && rows.iter().all(|row| row.contains('%')), "{rules:?}: {printed}");
    }
}

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

fn outcome(arguments: &[&str]) -> serde_json::Value {
    let text = stdout(&run(&[&["search", "--json"], arguments].concat()));
    serde_json::from_str(text.lines().last().expect("there is a line")).unwrap()
}

#[test]
fn the_statistics_of_a_search_are_those_of_its_scheme_and_change_no_node() {
    let searched = |scheme, stats: &[&str]| {
        let search = ["search", "--depth", "6", "--slots", "512", "--json", "--scheme", scheme];
        let said = stdout(&run(&[&search, stats].concat()));
        let lines = said.lines().map(|line| serde_json::from_str(line).expect(line));
        lines.collect::<Vec<serde_json::Value>>()
    };
    for scheme in ["new", "old"] {
        let (plain, counted) = (searched(scheme, &[]), searched(scheme, &["--stats"]));
        let (table, outcome) = (&counted[counted.len() - 1], &counted[counted.len() - 2]);
        assert_eq!(plain[plain.len() - 1]["nodes"], outcome["nodes"]);
        let count = |name: &str| table[name].as_u64().expect(name);
        let found: u64 =
            table["hits_by_depth"].as_array().unwrap().iter().map(|at| at[1].as_u64().unwrap()).sum();
        assert_eq!(found, plain[plain.len() - 2]["hits"].as_u64().unwrap());
        assert_eq!(count("stores_filled"), 512, "every slot is filled once: {table}");
        assert_eq!(count("stores_refused") == 0, scheme == "new", "{table}");
        assert_eq!(count("stores_replaced") == 0, scheme == "old", "{table}");
    }
    let told = stdout(&run(&["search", "--depth", "6", "--slots", "512", "--scheme", "new", "--stats"]));
    assert!(told.contains(" replaced another, 0.0 % refused\n  removed, by depth in plies: 1 ("), "{told}");
}

#[test]
fn a_search_in_json_ends_with_what_it_came_to_also_where_there_is_nothing() {
    let done = outcome(&["--depth", "3", "--threads", "2"]);
    assert_eq!(
        (&done["kind"], &done["depth"], &done["bound"]),
        (&"outcome".into(), &3.into(), &"exact".into())
    );
    assert!(done["is_completed"] == true && done["no_move"].is_null() && done["value_cp"].is_i64(), "{done}");
    assert!(done["workers"] == 2 && done["nodes"].as_u64() > Some(100) && done["seconds"].is_f64(), "{done}");
    assert_eq!(done["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(done["lockstep"].is_null(), "{done}");
    let turns = outcome(&["--depth", "3", "--threads", "2", "--lockstep", "--quantum", "4", "--seed", "7"]);
    let (told, nodes) = (&turns["lockstep"], turns["nodes"].as_u64().unwrap());
    assert_eq!((&told["quantum"], &told["seed"]), (&4.into(), &7.into()));
    assert!(told["virtual_time"].as_u64().is_some_and(|time| nodes / 2 <= time && time < nodes), "{turns}");
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    for (arguments, why) in [
        (["--fen", mated], "mate"),
        (["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "stalemate"),
        (["--nodes", "1"], "stopped"),
    ] {
        let none = outcome(&arguments);
        assert!(none["best"].is_null() && none["best_san"].is_null() && none["value_cp"].is_null(), "{none}");
        assert_eq!((&none["kind"], &none["no_move"]), (&"outcome".into(), &why.into()));
    }
    assert_eq!(outcome(&["--fen", mated])["fen"], mated);
}

#[test]
fn moves_in_json_are_those_of_uci() {
    for (fen, uci, san) in [
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"),
    ] {
        let text = stdout(&run(&["search", "--json", "--depth", "2", "--fen", fen]));
        let words = |field: &str| format!("\"{field}\":[\"");
        assert!(text.contains(&words("line")) && text.contains(&words("line_san")), "{text}");
        let found = outcome(&["--depth", "2", "--fen", fen]);
        assert_eq!((&found["best"], &found["best_san"]), (&uci.into(), &san.into()), "{found}");
    }
    let mate = outcome(&["--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--depth", "2"]);
    assert_eq!(mate["mate_in_plies"], 1);
}

#[test]
fn positions_come_from_stdin_too_and_of_a_file_of_games_the_first_alone_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, "[Event \"x\"]\n\n1. e4 e5 *\n\n[Event \"y\"]\n\n1. Ke2 *\n").unwrap();
    let games = outcome(&["--depth", "1", "--pgn", file.to_str().unwrap()]);
    assert!(games["fen"].as_str().is_some_and(|fen| fen.contains(" w KQkq ")), "{games}");
    for (option, text, name) in [
        ("--epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n", "one"),
        ("--pgn", "1. e4 *\n", "stdin after 1 plies"),
    ] {
        let mut child = supplant(&["search", "--json", "--depth", "1", option, "-"]);
        let mut child = child.stdin(std::process::Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains(&format!("\"position\":\"{name}\"")), "{}", stdout(&output));
    }
}

#[test]
fn moves_to_find_and_to_avoid_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.epd");
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    let other = "6k1/5ppp/8/8/8/8/R7/6K1 w - -";
    let text = format!(
        "{mate} bm Ra8#; id \"found\";\n{other} am Ra8#; id \"not avoided\";\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"neither\";\n"
    );
    std::fs::write(&file, text).unwrap();
    let asked = ["search", "--depth", "2", "--epd", file.to_str().unwrap()];
    let told = stdout(&run(&asked));
    assert!(told.ends_with("solved 1 of 2 positions\n"), "{told}");
    let json = stdout(&run(&[&asked[..], &["--json"]].concat()));
    let last: serde_json::Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!((&last["kind"], &last["solved"], &last["of"]), (&"solved".into(), &1.into(), &2.into()));
    let outcomes = json.lines().filter(|line| line.contains("\"kind\":\"outcome\""));
    let solved =
        outcomes.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["solved"].clone());
    assert_eq!(solved.collect::<Vec<_>>(), [true.into(), false.into(), serde_json::Value::Null]);
}

#[test]
fn every_json_output_of_the_command_parses() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--only", "scheme=new,slots=1K,mode=clear", "--json"];
    let dry: Vec<_> = only.into_iter().chain(["--dry-run"]).collect();
    let path = folder.path().to_str().unwrap();
    for arguments in [
        vec!["search", "--depth", "4", "--json"],
        vec!["bench", "--depth", "3", "--json"],
        vec!["schemes", "--json"],
        vec!["solve", "domineering", "4x4", "--json"],
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
fn a_solved_board_is_told_with_its_winners_and_the_published_outcome() {
    let said = stdout(&run(&["solve", "domineering", "4x5", "--threads", "2", "--hash", "1"]));
    let rows: Vec<Vec<_>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows[2][0], rows[2][1]), ("Vertical", "Vertical"), "{said}");
    assert_eq!((rows[3][0], rows[3][1]), ("Horizontal", "Vertical"), "{said}");
    assert!(rows[4].starts_with(&["4x5:", "V,", "Vertical", "wins,", "whoever", "starts"]), "{said}");
    assert!(
        said.ends_with("published: V; without bounds and mirror images a plain solver: 1,482 nodes\n"),
        "{said}"
    );
    let said = stdout(&run(&["solve", "domineering", "1x1", "--hash", "1", "--json"]));
    let told: serde_json::Value = serde_json::from_str(first_line(&said)).unwrap();
    assert_eq!((&told["class"], &told["published"]), (&"2".into(), &serde_json::Value::Null), "{said}");
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    for (fen, words) in
        [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate")]
    {
        let said = stdout(&run(&["search", "--fen", fen]));
        assert!(said.ends_with(&format!("the game is over: {words}\n")), "{said}");
    }
}

#[test]
fn one_speed_has_one_unit() {
    let said = stdout(&run(&["search", "--depth", "4"]));
    assert!(said.contains("M nodes/s") && !said.contains("knodes"), "{said}");
}

#[test]
fn help_names_the_presets_and_the_depth_at_which_a_search_ends() {
    for command in ["search", "bench"] {
        let help = stdout(&run(&[command, "--help", "--width", "500"]));
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            help.contains(
                "(alibaba, alibaba-leaves, sound, pruning, plain, none, modern, today), with switches"
            ),
            "{help}"
        );
    }
    assert!(stdout(&run(&["search", "--help"])).contains("[default: 8, or none with --nodes or --time]"));
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
fn one_round_has_neither_median_nor_spread_and_several_have_both() {
    let said = |rounds| stdout(&run(&["bench", "--depth", "2", "--rounds", rounds, "--hash", "1"]));
    let (one, three) = (said("1"), said("3"));
    assert!(first_line(&one).ends_with(", one round") && !one.contains('–'), "{one}");
    assert!(first_line(&three).ends_with(", median (least–greatest) of 3 rounds"), "{three}");
    let spread = three.lines().find(|line| line.contains("1 worker")).expect(&three);
    let numbers: Vec<f64> = spread.split([' ', '(', '–', ')']).filter_map(|word| word.parse().ok()).collect();
    assert!(
        numbers
            .windows(3)
            .any(|w| w[1] <= w[0] && w[0] <= w[2] && spread.contains(&format!("({:.2}–", w[1]))),
        "{spread}"
    );
    let signature =
        |said: &str| said.lines().last().map(|line| line.split(" nodes ").next().map(str::to_owned));
    assert_eq!(signature(&one), signature(&three));
}

#[cfg(target_os = "linux")]
#[test]
fn bench_says_when_others_use_the_machine_and_only_then() {
    let load = || crate::common::text(std::path::Path::new("/proc/loadavg"));
    let is_busy = |load: String| load.split(' ').next().unwrap().parse::<f64>().unwrap() > 0.5;
    let before = is_busy(load());
    let output = run(&["bench", "--depth", "1", "--hash", "1"]);
    let said = stderr(&output);
    match (before, is_busy(load())) {
        (true, true) => assert!(
            said.starts_with("others use this machine: load ") && said.lines().count() == 1,
            "{said:?}"
        ),
        (false, false) => assert_eq!(said, ""),
        _ => {}
    }
    assert!(stdout(&output).trim_end().ends_with(" nps"), "{}", stdout(&output));
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    for arguments in [vec!["schemes"], vec!["search", "--depth", "7"]] {
        let mut child = supplant(&arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_search_in_lockstep_writes_the_same_trace_every_time_and_another_with_another_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = |name: &str, seed: &str| {
        let file = folder.path().join(name);
        let common =
            ["search", "--lockstep", "--workers", "5", "--depth", "5", "--slots", "4K", "--seed", seed];
        let said = stdout(&run(&[&common[..], &["--trace", file.to_str().expect("a name")]].concat()));
        let counted = said.lines().find(|line| line.starts_with("in lockstep, 1 node a turn: virtual time "));
        (std::fs::read(file).expect("it was written"), counted.expect("it is said").to_owned())
    };
    let first = trace("first", "7");
    assert_eq!(first, trace("again", "7"));
    assert_ne!(first, trace("other", "8"));
    let reader = supplant_lab::experiment::trace::Reader::open(&first.0[..]).expect("a trace");
    assert_eq!((reader.heading.workers, reader.heading.quantum, reader.heading.slots), (5, 1, 4096));
    assert!(reader.map(|record| record.expect("a record").worker).max() == Some(4));
}

#[cfg(unix)]
fn interrupted_solve(
    more: &[&str],
    until: impl FnOnce(&mut BufReader<std::process::ChildStderr>) -> String,
) -> (i32, String) {
    let mut child =
        supplant(&[&["solve", "domineering", "8x8", "--hash", "1"], more].concat()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut said = until(&mut lines);
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    lines.read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code().unwrap(), said)
}

#[cfg(unix)]
#[test]
fn a_board_that_takes_long_says_how_far_it_is_and_is_interrupted() {
    let first = |lines: &mut BufReader<_>| {
        let mut said = String::new();
        lines.read_line(&mut said).unwrap();
        said
    };
    let (code, said) = interrupted_solve(&[], first);
    assert!(said.starts_with("8x8, Vertical starts: ") && first_line(&said).contains(" M nodes  "), "{said}");
    assert_eq!(
        (code, said.lines().last()),
        (130, Some("interrupted: the winner is not known; give it more time"))
    );
    let nothing = |_: &mut BufReader<_>| {
        std::thread::sleep(std::time::Duration::from_secs(3));
        String::new()
    };
    let (code, said) = interrupted_solve(&["--quiet"], nothing);
    assert_eq!((code, said.as_str()), (130, "interrupted: the winner is not known; give it more time\n"));
}

/// Test farms decode the output as ASCII, and look for the last number before `nps` and before
/// `nodes`.
#[test]
fn test_farms_can_read_the_output_of_bench_of_one_worker_and_find_no_speed_in_that_of_several() {
    let output = run(&["bench", "--depth", "2", "--hash", "1"]);
    let said = stdout(&output);
    assert!(said.is_ascii() && stderr(&output).is_ascii(), "{said}{}", stderr(&output));
    let last: Vec<_> = said.lines().last().unwrap().split(' ').collect();
    assert!(
        matches!(last[..], [nodes, "nodes", nps, "nps"] if nodes.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok())
    );
    let several = run(&["bench", "--depth", "2", "--hash", "1", "--threads", "2"]);
    assert!(!stdout(&several).contains("nps"), "{}", stdout(&several));
}

#[cfg(unix)]
#[test]
fn an_interrupted_bench_prints_the_rounds_that_were_completed() {
    let interrupted = |depth: &str, after: u64| {
        let child = supplant(&["bench", "--depth", depth, "--rounds", "99", "--hash", "1"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(after));
        crate::common::signal(&child, "-INT");
        child.wait_with_output().unwrap()
    };
    let none = interrupted("20", 2000);
    assert_eq!((code(&none), stdout(&none).as_str()), (130, ""));
    assert!(stderr(&none).ends_with("interrupted: no signature\n"), "{}", stderr(&none));
    // How long a round takes depends on the machine and the build.
    let waits = (1..8).map(|i| 250 << i);
    let mut runs = waits.map(|after| interrupted("4", after));
    let some = runs.find(|some| !stdout(some).is_empty()).expect("a round in 32 s");
    let said = stdout(&some);
    assert_eq!(code(&some), 130, "{said}");
    assert!(said.contains("M nodes/s") && !said.contains("99 rounds"), "{said}");
    assert!(stderr(&some).ends_with("interrupted: the rounds above were completed\n"), "{}", stderr(&some));
}
