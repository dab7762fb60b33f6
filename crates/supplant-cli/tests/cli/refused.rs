//! Refusals: one line names the place, the value and a remedy.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::{code, first_line, program, run, stderr, stdout, text, tiny};

pub(crate) fn refused(arguments: &[&str], words: &[&str]) {
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
fn switches_of_a_search_and_bits_of_a_key_are_refused_where_they_mean_nothing() {
    refused(&["bench", "--search", "alibaba+hits"], &["`hits`", "hist"]);
    refused(&["bench", "--search", "alibaba+"], &["asp2"]);
    refused(&["study", "1994", "--search", "alibaba,none"], &["--search none", "deepen"]);
    refused(&["study", "1994", "--search", "alibaba,alibaba-id"], &["--search alibaba-id"]);
    refused(&["study", "clash", "--verified", "3"], &["`3`", "4 to 56"]);
    refused(&["study", "clash", "--layouts", "single8"], &["--verified 8", "--layouts xor16"]);
    refused(&["study", "clash", "--threads", "2"], &["--verified 8", "--threads 1"]);
    refused(&["study", "clash", "--hits", "line3"], &["--verified 8", "line3"]);
    refused(&["study", "clash", "--modes", "stamp"], &["--verified 8", "--modes clear"]);
    refused(&["study", "1994", "--same", "competes,newest"], &["--same competes", "`scheme` first"]);
    refused(&["study", "1994", "--same", "margin"], &["`margin`", "margin0 to margin255"]);
    refused(&["study", "clash", "--sizes", "3K"], &["--verified 8", "power of two"]);
}

#[test]
fn numbers_out_of_range_are_refused_with_what_would_do() {
    for command in ["search", "bench"] {
        refused(&[command, "--depth", "0"], &["`0`", "1 to"]);
        refused(&[command, "--depth", "9999"], &["9999"]);
        refused(&[command, "--threads", "0"], &["1 to 1024"]);
        refused(&[command, "--scheme", "twobig1", "--slots", "1"], &["--slots: ", "1 slot ", "least is 2"]);
        refused(&[command, "--hash", "99999999999"], &["--hash: ", "99999999999 MiB", "MiB or less"]);
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
                &[&format!("`{size}` is not a table size"), remedy, "64MiB, 1GiB"],
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
fn boards_and_games_that_cannot_be_solved_are_refused_with_what_can() {
    for board in ["9x", "0x3", "8", "x", "axb"] {
        refused(&["solve", "domineering", board], &[&format!("`{board}` is not a board"), "for example 8x8"]);
    }
    for board in ["40x40", "9x1", "1x9"] {
        refused(&["solve", "domineering", board], &[board, "at most 8 rows and 8 columns"]);
    }
    refused(&["solve", "chess", "8x8"], &["chess", "domineering"]);
    refused(&["solve", "domineering"], &["<BOARD>"]);
    refused(&["solve", "domineering", "4x4", "--threads", "0"], &["1 to 1024"]);
    refused(&["solve", "domineering", "4x4", "--scheme", "twobig"], &["did you mean TWOBIG1?"]);
    refused(&["solve", "domineering", "4x4", "--slots", "1"], &["--slots: ", "least is 2"]);
    refused(
        &["solve", "domineering", "4x4", "--layout", "single8", "--scheme", "new"],
        &["16 bits", "xor16"],
    );
}

#[cfg(target_os = "linux")]
fn limited(kibibytes: u64, arguments: &str) -> (i32, String) {
    let script = format!("ulimit -v {kibibytes} && exec {} {arguments}", program().display());
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
    // A search that halves sizes would say 512.
    assert!((513..1024).contains(&possible), "{said}");
    let (exit, said) = limited((1 << 20) + (64 << 10), &format!("search --depth 1 --hash {possible}"));
    assert_eq!(exit, 0, "{said}");
}

/// The limit on addresses protects the machine if the check is missing.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_would_promise_and_not_give_is_refused_before_it_is_filled() {
    let facts = text(Path::new("/proc/meminfo"));
    let total = facts.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB"));
    let kibibytes = total.and_then(|total| total.parse::<u64>().ok()).expect("Linux tells it");
    for command in ["search", "bench"] {
        let (exit, said) = limited(kibibytes / 2, &format!("{command} --depth 1 --hash {kibibytes}KiB"));
        assert_eq!((exit, said.lines().count()), (2, 1), "{said}");
        assert!(said.contains("do not fit into the memory that is free now; ask for "), "{said}");
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
    refused(&["search", "--epd", "-"], &["stdin: no position here"]);
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
        &[
            "`colour`",
            "scheme, contender, layout, hit, slots, size, ply, mode, same, verified, search, threads, repeat, position",
        ],
    );
    study(&["--only", "scheme=twobog"], &["twobog"]);
    study(&["--only", "scheme"], &["axis=value"]);
    study(&["--only", "slots=big"], &["slots=big: `big` is not a table size", "8K"]);
    study(&["--only", "slots=64k"], &["no unit"]);
    study(&["--modes", "wipe"], &["clear, stamp and keep"]);
    study(&["--shard", "4/3"], &["4 of 3"]);
    study(&["--shard", "three"], &["2/5"]);
    study(&["--jobs", "0"], &["1 to 1024"]);
    study(&["--sizes", "1GiB", "--jobs", "1024"], &["--jobs 1024", "1048576 MiB", "MiB or less"]);
    refused(&["study", "1994", "--sizes", "1"], &["1 slot ", "least"]);
    refused(&["study", "1994", "--plies", "7..=3"], &["7..=3"]);
    refused(
        &["study", "1994", "--layouts", "xor8"],
        &["`xor8`", "xor16, single8, line8, cluster10, lines16"],
    );
    refused(&["study", "1994", "--layouts", "single8,xor16", "--sizes", "1"], &["1 slot ", "least is 2"]);
    refused(&["study", "1994", "--layouts", "single8", "--verify"], &["--verify", "xor16"]);
    refused(
        &["study", "1996", "--layouts", "single8", "--hits", "line3"],
        &["--hits line3", "add it to --layouts"],
    );
    refused(
        &["study", "1996", "--layouts", "single8", "--hits", "twobounds"],
        &["--hits twobounds", "add it to --layouts"],
    );
    let two_bounds = ["study", "1994", "--hits", "twobounds", "--schemes"];
    refused(&[&two_bounds[..], &["deep,twobig1"]].concat(), &["not built for TWOBIG1", "NEW, DEEP, TWODEEP"]);
    refused(&[&two_bounds[..], &["deep"]].concat(), &["--hits twobounds", "--modes clear, or keep"]);
    refused(
        &[&two_bounds[..], &["deep", "--modes", "clear", "--same", "newest"]].concat(),
        &["--hits twobounds", "leave --same out"],
    );
    refused(
        &[&two_bounds[..], &["deep", "--modes", "clear", "--verified", "all,40"]].concat(),
        &["--hits twobounds", "leave --verified out"],
    );
    refused(
        &["study", "1996", "--layouts", "xor16,single8", "--hits", "line3"],
        &["--layouts single8", "add `both` to --hits"],
    );
    study(&["--only", "layout=xor8"], &["`xor8`", "xor16, single8, line8, cluster10, lines16"]);
    study(&["--only", "layout=single8"], &["no unit"]);
    refused(&["study", "1948"], &["1948"]);
}

#[test]
fn games_that_there_are_not_and_sets_of_another_game_are_refused() {
    for command in [&["study", "1994"][..], &["study", "games"], &["scale", "--lockstep"]] {
        let with = |more: &[&'static str]| [command, more].concat();
        let all = "chess, domineering, connect-four, synthetic, and all";
        refused(&with(&["--game", "go"]), &["--game", "no game is called `go`", all]);
        refused(&with(&["--game", "endings"]), &["`endings`", all]);
        refused(
            &with(&["--game", "domineering", "--positions", "endings"]),
            &["--game domineering", "positions endings are of chess", "leave out one"],
        );
        refused(&with(&["--game", "chess", "--positions", "games"]), &["games are of all"]);
    }
    let deep = ["--game", "connect-four", "--plies", "60..=97"];
    refused(&[&["study", "1994"][..], &deep].concat(), &["--plies: 97", "6 more of connect-four"]);
    refused(&["scale", "--game", "all", "--depth", "97"], &["--depth: 97", "6 more of connect-four"]);
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

#[test]
fn schemes_and_layouts_that_do_not_go_together_are_refused_or_named_before_anything_is_measured() {
    refused(&["stress", "--schemes", "deep", "--layouts", "line8"], &["line8", "DEPTHAGE, CRAFTY"]);
    refused(&["stress", "--layouts", "stamped", "--inject", "bitflip"], &["--inject", "xor16"]);
    refused(&["stress", "--layouts", "stamped", "--shared", "."], &["--shared", "stamped"]);
    refused(
        &["stress", "--shared", "/nowhere", "--seconds", "1ms"],
        &["--shared", "/nowhere", "no such folder"],
    );
    refused(&["bench", "--scheme", "deep", "--layout", "line8"], &["1 slot a bucket", "UNDERCUT"]);
    let some =
        run(&["stress", "--seconds", "60ms", "--schemes", "deep,depthage,deep", "--layouts", "line8,line8"]);
    let (rows, said) = (stdout(&some), String::from_utf8_lossy(&some.stderr).into_owned());
    assert!(some.status.success() && said.contains("left out") && said.contains("DEEP"), "{said}");
    assert_eq!(rows.lines().filter(|line| line.contains("line8")).count(), 1, "{rows}");
}

#[test]
fn a_filter_takes_what_a_dry_run_prints_and_a_value_that_nothing_has_is_answered_with_those_there_are() {
    let dry = ["study", "games", "--quick", "--schemes", "new", "--sizes", "1K", "--plies", "2", "--dry-run"];
    let count = |position: &str| {
        let output = run(&[&dry[..], &["--only", &format!("position={position}")]].concat());
        assert_eq!(code(&output), 0, "{position}: {}", stderr(&output));
        stdout(&output).lines().last().unwrap().to_owned()
    };
    let [as_printed, alone] = ["games.breuker1994.17", "breuker1994.17"].map(count);
    let units = |line: &str| line.split(',').next().unwrap().to_owned();
    assert_eq!(units(&as_printed), units(&alone));
    refused(&["study", "clash", "--only", "verified=9", "--dry-run"], &["verified=9", "it has all, 8, "]);
    refused(
        &["study", "1994", "--only", "position=p9", "--dry-run"],
        &["position=p9", "breuker1994.15", "…"],
    );
}

#[test]
fn what_a_study_leaves_out_by_itself_is_no_news_and_what_its_user_makes_it_leave_out_is() {
    refused(&["study", "clashlayouts", "--only", "slots=3K", "--dry-run"], &["slots=3k"]);
    let dry = ["study", "clashlayouts", "--only", "contender=none", "--dry-run"];
    assert!(!stderr(&run(&dry)).contains("left out"));
    let own = run(&[&dry[..], &["--schemes", "new,depthage"]].concat());
    assert!(stderr(&own).contains("left out"), "{}", stderr(&own));
}

#[test]
fn a_line_as_long_as_its_file_is_not_told_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.toml");
    std::fs::write(&file, format!("name = \"long\"\ntitle = \"{}\n", "x".repeat(1 << 20))).unwrap();
    let output = run(&["study", "run", file.to_str().unwrap(), "--dry-run"]);
    let said = stderr(&output);
    assert!(code(&output) == 2 && said.contains("line 2, `title = ") && said.len() < 1000, "{}", said.len());
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
        refused(arguments, &[option, "`-", " is not a"]);
    }
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    refused(&["search", "--fen", fen, "--ply", "3"], &["--ply", "--fen"]);
    refused(&["study", "1994", "--further", "8@8K,9@8K"], &["--further", "one ply, not 8 and 9"]);
    refused(&["compare", "--fail-on-regression", "here"], &["<NEW>"]);
    refused(&["study", "1994", "--dry-run", "--verify"], &["--verify", "--dry-run"]);
}

#[test]
fn a_size_that_no_bucket_fills_is_refused() {
    let odd = ["study", "1994", "--schemes", "twobig1", "--plies", "2", "--sizes"];
    refused(&[&odd[..], &["3"]].concat(), &["TWOBIG1", "3 slots holds 2", "whole buckets"]);
    assert!(run(&[&odd[..], &["4", "--dry-run"]].concat()).status.success());
}

#[test]
fn a_filter_names_what_the_grid_lacks() {
    let grid = ["study", "1994", "--schemes", "new", "--plies", "2", "--sizes", "1K", "--dry-run", "--only"];
    refused(&[&grid[..], &["slots=2K"]].concat(), &["--only", "slots=2k"]);
    refused(&[&grid[..], &["scheme=none,slots=1K"]].concat(), &["meets all of it at once"]);
    refused(&[&grid[..], &["search=modern"]].concat(), &["--only", "search=modern"]);
    refused(&[&grid[..], &["search=no-such"]].concat(), &["search=no-such", "no search is called"]);
    assert!(run(&[&grid[..], &["search=alibaba"]].concat()).status.success(), "the first, by its name");
    let some = run(&[&grid[..], &["scheme=new,scheme=deep"]].concat());
    assert!(
        some.status.success() && stderr(&some).contains("has scheme=deep (it has NEW); the rest"),
        "{}",
        stderr(&some)
    );
}

#[test]
fn a_study_in_a_file_is_refused_in_one_line_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let stated = |text: &str| std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    refused(&["study", "run", file], &["mine.toml", "cannot be read"]);
    stated("name = \"mine\"\ntitle = 3\n");
    refused(&["study", "run", file], &["mine.toml", "line 2", "expected a string"]);
    let example = include_str!("../../../../docs/experiments/forgetting.toml");
    stated(&example.replace("\"forgetting\"", "\"1994\""));
    refused(&["study", "run", file], &["mine.toml", "`1994` is a study of the list"]);
    stated(example);
    refused(&["study", "run", file, "--plies", "0"], &["--plies", "`0` is not a range of plies"]);
    assert!(run(&["study", "run", file, "--quick", "--dry-run"]).status.success());
}

#[test]
fn an_error_of_the_system_names_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let missing = format!("{path}/missing.epd");
    refused(&["search", "--epd", &missing], &["missing.epd: cannot be read", "check the name"]);
    refused(&["search", "--pgn", path], &["cannot be read", "give a file, not a folder"]);
    refused(&["man", "--out", "/proc/pages"], &["/proc/pages", "choose another with --out"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_what_to_do() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = crate::common::supplant(&["schemes"]).stdout(full).output().unwrap();
    let said = stderr(&output);
    assert_eq!((code(&output), said.lines().count()), (2, 1), "{said}");
    assert!(said.starts_with("error: stdout: cannot be written: ") && said.contains("; make room"), "{said}");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let asked = std::io::Cursor::new("uci\n");
    let said = supplant_cli::uci::serve(move || asked, full).unwrap_err();
    assert!(said.starts_with("the output cannot be written: "), "{said}");
}

#[test]
fn what_a_study_in_lockstep_or_beside_limits_cannot_do_is_refused() {
    refused(&["study", "limit", "--threads", "4", "--lockstep", "0"], &["`0`", "1 to 1000000000"]);
    refused(&["study", "limit", "--lockstep", "8"], &["--lockstep 8", "--threads"]);
    refused(&["study", "limit", "--threads", "4"], &["--limits", "--lockstep 8"]);
    refused(&["study", "limit", "--hits", "nothing"], &["--limits", "--hits"]);
    refused(&["study", "limit", "--verified", "16"], &["--limits", "--verified"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_that_is_a_device_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("1994.jsonl")).unwrap();
    refused(&tiny(folder.path(), &[]), &["1994.jsonl", "is not a file"]);
}

#[test]
fn what_a_search_in_lockstep_cannot_do_is_refused() {
    refused(&["search", "--lockstep", "--time", "1"], &["--lockstep", "--time"]);
    refused(&["search", "--quantum", "3"], &["--lockstep"]);
    refused(&["search", "--helpers", "skip,defer"], &["`skip,defer`", "none, lazy, skip"]);
    refused(&["bench", "--helpers", "all"], &["`all`", "crowd"]);
    refused(&["search", "--trace", "/nowhere/t.gz"], &["--lockstep"]);
    refused(&["search", "--trace", "t.gz", "--time", "1"], &["--trace", "--time"]);
    refused(&["search", "--trace", "t.gz", "--record", "r.record"], &["--trace", "--record"]);
    refused(&["search", "--quantum", "3", "--record", "r.record"], &["--quantum", "--record"]);
    refused(&["search", "--lockstep", "--quantum", "0"], &["`0`", "from 1"]);
    refused(&["search", "--lockstep", "--workers", "1025"], &["1025", "1 to 1024"]);
    refused(&["search", "--lockstep", "--seed", "-1"], &["--seed"]);
    let lockstep = ["search", "--lockstep", "--depth", "1", "--hash", "1", "--trace"];
    refused(&[&lockstep[..], &["/nowhere/t.gz"]].concat(), &["--trace /nowhere/t.gz", "give a new file"]);
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "mine").unwrap();
    refused(
        &[&lockstep[..], &[taken.to_str().unwrap()]].concat(),
        &["--trace ", "taken: ", "give a new file"],
    );
    assert_eq!(std::fs::read(&taken).unwrap(), b"mine");
    let never = folder.path().join("never.gz");
    let two = folder.path().join("two.epd");
    std::fs::write(&two, "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2Q w - -\n").unwrap();
    let two = two.to_str().unwrap();
    let of_two = [&lockstep[..], &[never.to_str().unwrap(), "--epd", two]].concat();
    refused(&of_two, &["--trace", "2 positions", "--fen"]);
    assert!(!never.exists());
}
