//! `supplant hash` with engines that are shell scripts: one that works, and one for each way to fail.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::{code, program, run, signal, stderr, stdout, supplant, text};

/// An engine in a folder of its own. `$go` runs at each `go`, and may use `$hash`, in MiB, and `$n`,
/// the number of the search.
struct FakeEngine {
    folder: tempfile::TempDir,
    /// What `sleep 1000` became: a child of the engine that no other test has.
    sleeper: String,
}

static NUMBER: AtomicUsize = AtomicUsize::new(0);

const OPTIONS: &str = "echo 'option name Hash type spin default 16 min 1 max 1024'
echo 'option name Threads type spin default 1 min 1 max 4'
echo 'option name Clear Hash type button'
echo 'option name Style type combo default Calm var Calm var Wild'";

const ANSWER: &str = "nodes=$((1000 + 1000 / hash + n)); echo \"info depth 7 seldepth 9 score cp 3 nodes $nodes hashfull $((1000 / hash)) pv e2e4\"; echo bestmove e2e4";

impl FakeEngine {
    fn new(uci: &str, ready: &str, go: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let script = format!(
            "#!/bin/sh\nn=0; hash=16\nwhile read -r line; do\necho \"$line\" >> {}\ncase \"$line\" in\nuci) echo 'id name Fake 1'\n{uci}\n;;\n\
             isready) {ready} ;;\n*'name Hash value'*) hash=${{line##* }} ;;\ngo*) n=$((n + 1)); {go} ;;\nquit) exit 0 ;;\nesac\ndone\n",
            log.display()
        );
        let path = folder.path().join("fake");
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let sleeper = format!("sleep 1000.{}{number}", std::process::id());
        std::fs::write(&path, script.replace("sleep 1000", &sleeper)).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder, sleeper }
    }

    fn that_answers(go: &str) -> Self {
        Self::new(&format!("{OPTIONS}\necho uciok"), "echo readyok", go)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("fake")
    }

    /// What it was told.
    fn log(&self) -> String {
        text(&self.folder.path().join("log"))
    }

    fn measured(&self, more: &[&str]) -> Output {
        let patience: &[_] = if more.contains(&"--patience") { &[] } else { &["--patience", "5s"] };
        run(&[&["hash", self.path().to_str().unwrap()], patience, more].concat())
    }

    fn refused(&self, more: &[&str], words: &[&str]) -> String {
        let begun = Instant::now();
        let output = self.measured(more);
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{said}");
        let lines: Vec<_> = said.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(lines.len(), 1, "{said}");
        for word in words {
            assert!(lines[0].contains(word), "`{word}` is not in: {said}");
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{said}");
        self.is_gone();
        stdout(&output)
    }

    /// Neither the engine nor a child of it is left.
    fn is_gone(&self) {
        let until = Instant::now() + Duration::from_secs(2);
        while let Some((_, left)) = self.processes().first() {
            assert!(Instant::now() < until, "{left} is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The ids and command lines of what is left. Only Linux tells.
    fn processes(&self) -> Vec<(String, String)> {
        let name = self.path().to_str().unwrap().to_owned();
        let of = |process: std::fs::DirEntry| {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).trim_end_matches('\0').replace('\0', " ");
            (process.file_name().to_string_lossy().into_owned(), line)
        };
        let is_ours =
            |(_, line): &(String, String)| *line == self.sleeper || *line == format!("/bin/sh {name}");
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.map(of).filter(is_ours).collect()
    }
}

const FEW: [&str; 6] = ["--sizes", "1,4", "--positions", "breuker1994", "--depth", "7"];

#[test]
fn an_engine_is_measured_under_every_size_with_an_empty_table_each_time() {
    let engine = FakeEngine::that_answers(ANSWER);
    let folder = engine.folder.path().join("page");
    let out = folder.to_str().unwrap();
    let output = engine.measured(&[&FEW[..], &["--option", "style=wild", "-j", "2", "--out", out]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = stdout(&output);
    for words in [
        "With 1 MiB Fake 1 takes ",
        "1.59 times the nodes, at ",
        "Hashfull is 100.0 % with 1 MiB and 25.0 % with 4 MiB.",
        "may mislead",
        "With 2 threads the nodes of a search differ",
        "Fake 1: 18 positions searched to depth 7.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let log = engine.log();
    let count = |line: &str| log.lines().filter(|known| *known == line).count();
    assert_eq!((count("go depth 7"), count("go movetime 300")), (36, 1));
    assert_eq!((count("setoption name Hash value 4"), count("setoption name Style value wild")), (18, 1));
    assert_eq!((count("ucinewgame"), count("setoption name Clear Hash"), count("isready")), (37, 37, 38));
    let rows = text(&folder.join("hash-rows.csv"));
    assert_eq!(rows.lines().count(), 37, "{rows}");
    let begins: Vec<_> = rows.lines().skip(1).map(|row| row.split(',').nth(8).unwrap()).collect();
    let firsts: std::collections::BTreeSet<_> = begins.iter().step_by(2).collect();
    assert_eq!(firsts.len(), 2, "sizes are interleaved, and either is first at times: {begins:?}");
    let page = text(&folder.join("hash.html"));
    for words in ["Hash sizes for Fake 1", "<svg", "How it was measured", "-- /", "--option style=wild"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(text(&folder.join("hash.md")).contains("(hash-sizes.svg)"));
    assert!(text(&folder.join("hash-sizes.csv")).lines().count() > 8);
    engine.refused(&[&FEW[..], &["--out", out]].concat(), &["holds an earlier run", "--replace"]);
    let again = engine.measured(&[&FEW[..], &["--out", out, "--replace", "--json"]].concat());
    let lines = json(&again);
    assert_eq!((lines.len(), lines[0]["hash_mib"].as_u64()), (2, Some(1)));
    assert!(lines[0]["nodes_ratio"]["low"].as_f64().unwrap() > 1.5, "{lines:?}");
}

fn json(output: &Output) -> Vec<serde_json::Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_row_of_json_says_what_was_measured_how_where_and_when() {
    let engine = FakeEngine::that_answers(ANSWER);
    let output = engine.measured(&[&FEW[..], &["-j", "2", "--json"]].concat());
    for row in json(&output) {
        assert_eq!((&row["engine"], &row["set"]), (&"Fake 1".into(), &"breuker1994".into()), "{row}");
        assert_eq!((&row["limit"], &row["threads"]), (&"go depth 7".into(), &2.into()), "{row}");
        let origin = &row["provenance"];
        let invocation = origin["invocation"].as_str().unwrap();
        assert!(invocation.starts_with("supplant hash --sizes 1MiB,4MiB "), "{row}");
        for fact in ["version", "processor", "started"] {
            assert!(!origin[fact].as_str().unwrap().is_empty(), "{fact}: {row}");
        }
    }
}

#[test]
fn the_name_of_an_engine_is_one_short_line_in_every_file() {
    let name = format!("printf 'id name A\\033[31m\\t\\007  |B, {}\\n'", "x".repeat(300));
    let engine = FakeEngine::new(&format!("{OPTIONS}\n{name}\necho uciok"), "echo readyok", ANSWER);
    let folder = engine.folder.path().join("page");
    let output = engine.measured(&[&FEW[..], &["--out", folder.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("A [31m |B, xxx"), "{}", stdout(&output));
    for file in ["hash-rows.csv", "hash.md", "hash.html", "hash-sizes.svg"] {
        let content = text(&folder.join(file));
        assert!(!content.contains(|c: char| c.is_control() && c != '\n'), "{file}: {content:?}");
        assert!(content.contains("xxx…") && !content.contains(&"x".repeat(100)), "{file}: {content}");
    }
}

#[test]
fn other_limits_compare_depths_and_without_one_the_engine_chooses_its_depth() {
    let engine = FakeEngine::that_answers(ANSWER);
    let few = ["--sizes", "1..4", "--positions", "strong:100"];
    let output = engine.measured(&[&few[..], &["--nodes", "5K", "--rounds", "2"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.contains("in 5,000 nodes reaches depth 7.0, as with 4 MiB"), "{said}");
    assert!(!said.contains("may mislead") && said.contains("plies more"), "{said}");
    assert!(said.contains("3 positions are too few for intervals; give 10 or more"), "{said}");
    let rows = said.lines().filter(|line| line.starts_with(' ') && line.contains(" MiB  "));
    assert_eq!(rows.count(), 3, "{said}");
    assert_eq!(engine.log().lines().filter(|line| *line == "go nodes 5000").count(), 18);
    let chosen = engine.measured(&few);
    assert!(stderr(&chosen).contains("--depth 7: what Fake 1 reaches in a second"), "{}", stderr(&chosen));
    assert!(engine.log().contains("go depth 7\n") && engine.log().contains("go movetime 1000\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_is_left_would_be_seen() {
    let engine = FakeEngine::that_answers("sleep 1000");
    let mut child = std::process::Command::new(engine.path());
    let child = child.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"go\n").unwrap();
    let sleeper = || engine.processes().into_iter().find(|(_, line)| *line == engine.sleeper);
    let until = Instant::now() + Duration::from_secs(20);
    let id = loop {
        if let Some((id, _)) = sleeper() {
            break id;
        }
        assert!(Instant::now() < until, "{:?}", engine.processes());
        std::thread::sleep(Duration::from_millis(5));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let left = sleeper();
    assert!(std::process::Command::new("kill").arg(&id).status().unwrap().success());
    assert!(left.is_some(), "the child outlives its engine");
    engine.is_gone();
}

#[test]
fn our_own_engine_can_be_measured() {
    let own = program();
    let output = run(&[
        "hash",
        own.to_str().unwrap(),
        "uci",
        "--sizes",
        "1,2",
        "--positions",
        "strong:100",
        "--depth",
        "3",
        "--option",
        "Preset=plain",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("3 positions searched to depth 3"), "{}", stdout(&output));
}

#[test]
fn what_is_no_engine_is_refused_in_one_line() {
    let with = |uci: &str| FakeEngine::new(uci, "echo readyok", ANSWER);
    with(":").refused(&["--patience", "300ms"], &["no `uciok` within 300 ms", "--patience"]);
    with("while :; do echo garbage; done").refused(&["--patience", "300ms"], &["no `uciok`"]);
    with("cat /dev/zero").refused(&["--patience", "300ms"], &["no `uciok`"]);
    with("sleep 1000").refused(&["--patience", "300ms"], &["no `uciok`"]);
    let dying = with("echo 'no network file' >&2; exit 3");
    dying.refused(&[], &["ended (exit status: 3)", "before it said `uciok`", "no network file"]);
    let no_hash = with("echo uciok");
    no_hash.refused(&[], &["no option Hash", "give an engine"]);
    let small = with("echo 'option name Hash type spin default 1 min 1 max 8'; echo uciok");
    small.refused(&["--sizes", "4,16"], &["--sizes 16MiB", "takes 1 to 8 MiB"]);
    small.refused(&["--sizes", "4,8", "--threads", "2"], &["--threads 2", "no option Threads"]);
    small.refused(&["--sizes", "4,8", "--option", "Style=Wild"], &["no option Style", "its options: Hash"]);
    let some = FakeEngine::that_answers(ANSWER);
    some.refused(&["--option", "Style=Mad"], &["`Mad`", "option Style", "one of Calm, Wild"]);
    some.refused(&["--threads", "5"], &["`5`", "option Threads", "1 to 4"]);
    let output = run(&["hash", "no-such-engine"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("no-such-engine: no such program; give its path"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_engine_that_fails_in_a_run_leaves_what_was_measured() {
    let third = |what: &str| FakeEngine::that_answers(&format!("if [ $n = 8 ]; then {what}; fi; {ANSWER}"));
    let failures = [
        ("kill -SEGV $$", "ended (signal: 11 (SIGSEGV)", "in a search"),
        ("sleep 1000", "no `bestmove` within 2 s", "--patience"),
        ("exec >&-; sleep 1000", "closed its output", "in a search"),
        ("echo bestmove 0000; continue", "no move for this position", "leave the position out"),
        ("echo bestmove e2e4; continue", "without `info … nodes`", "leave the position out"),
        (
            "echo info nodes 18446744073709551615; echo bestmove e2e4; continue",
            "without `info … nodes` from 1 to 1125899906842624",
            "leave the position out",
        ),
    ];
    for (what, words, more) in failures {
        let engine = third(what);
        let folder = engine.folder.path().join("page");
        let out = ["--out", folder.to_str().unwrap(), "--patience", "2s"];
        let said = engine.refused(&[&FEW[..], &out].concat(), &[words, more, "6 rows before it are kept"]);
        assert!(said.contains("Unfinished: the run ended at breuker1994.18 with "), "{what}: {said}");
        assert!(said.contains("3 positions searched to depth 7"), "{what}: {said}");
        assert_eq!(text(&folder.join("hash-rows.csv")).lines().count(), 7, "{what}");
        assert!(text(&folder.join("hash.md")).contains("Unfinished"), "{what}");
    }
    let hung = FakeEngine::new(&format!("{OPTIONS}\necho uciok"), "[ $n = 4 ] || echo readyok", ANSWER);
    hung.refused(&[&FEW[..], &["--patience", "2s"]].concat(), &["no `readyok` within 2 s"]);
}

#[test]
fn what_an_engine_says_of_its_options_is_repeated() {
    let engine = FakeEngine::new(
        &format!("{OPTIONS}\necho uciok"),
        "[ $n != 0 ] || echo 'info string no style called Wild'; echo readyok",
        ANSWER,
    );
    let output = engine.measured(&[&FEW[..], &["--option", "style=wild"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("said of its options: no style called Wild"), "{}", stderr(&output));
}

#[test]
fn rows_that_cannot_be_kept_are_printed() {
    let engine = FakeEngine::that_answers(ANSWER);
    let one = ["--sizes", "4", "--positions", "breuker1994", "--depth", "7"];
    let said = stderr(&engine.measured(&one));
    assert!(said.contains("--sizes: one size") && said.contains("give two or more"), "{said}");
    let folder = engine.folder.path().join("page");
    // A folder that vanishes stands for a disk that is full.
    let gone = FakeEngine::that_answers(&format!("[ $n != 8 ] || rm -r {}; {ANSWER}", folder.display()));
    let printed = gone.refused(&[&FEW[..], &["--out", folder.to_str().unwrap()]].concat(), &["is printed"]);
    assert!(printed.contains("Unfinished: the run ended because of --out"), "{printed}");
    assert!(printed.contains("1 MiB") && printed.contains("4 MiB"), "{printed}");
}

fn interrupted(engine: &FakeEngine, when: usize, more: &[&str]) -> (Option<i32>, String, String) {
    let path = engine.path();
    let arguments = [&["hash", path.to_str().unwrap()][..], &FEW, more].concat();
    let child = supplant(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let log = engine.folder.path().join("log");
    let until = Instant::now() + Duration::from_secs(30);
    let searches = || std::fs::read_to_string(&log).unwrap_or_default().matches("go ").count();
    while searches() < when {
        assert!(Instant::now() < until, "{}", engine.log());
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    engine.is_gone();
    (output.status.code(), stdout(&output), stderr(&output))
}

#[test]
fn ctrl_c_ends_a_search_under_way_and_prints_what_there_is() {
    let engine = FakeEngine::that_answers(&format!("if [ $n = 6 ]; then sleep 1000; fi; {ANSWER}"));
    let (code, said, complained) = interrupted(&engine, 6, &[]);
    assert_eq!(code, Some(130), "{complained}");
    assert!(said.contains("Unfinished: the run was interrupted. 4 of 36 searches were done."), "{said}");
    assert!(said.contains("2 positions searched to depth 7"), "{said}");
    let engine = FakeEngine::that_answers("sleep 1000");
    let folder = engine.folder.path().join("page");
    let (code, said, complained) = interrupted(&engine, 1, &["--out", folder.to_str().unwrap()]);
    assert_eq!((code, said.as_str()), (Some(130), ""), "{complained}");
    assert!(complained.contains("interrupted before anything was measured"), "{complained}");
    assert!(!Path::new(&folder).exists(), "it was created, and is empty");
}

#[test]
fn what_cannot_be_measured_is_refused_before_the_engine_starts() {
    let refused = |more: &[&str], words: &[&str]| {
        let output = run(&[&["hash", "/nowhere/engine"], more].concat());
        let said = stderr(&output);
        assert_eq!((code(&output), said.trim_end().lines().count()), (2, 1), "{said}");
        for word in words {
            assert!(said.contains(word), "`{word}` is not in: {said}");
        }
    };
    for size in ["512KiB", "0", "1MiB..1025KiB"] {
        refused(&["--sizes", size], &["engine's Hash", "whole MiB such as 64, or a unit: 64MiB, 1GiB"]);
    }
    refused(&["--sizes", "4..1"], &["`4..1`", "smaller size first"]);
    refused(&["--sizes", "1M..1G"], &["`1M`", "64MiB, 1GiB"]);
    refused(&["--sizes", "1,99999999"], &["--sizes", "MiB or less"]);
    refused(&["--positions", "strongest"], &["--positions", "`strongest`", "strong"]);
    refused(&["--positions", "connect-four"], &["--positions", "give chess"]);
    refused(&["--depth", "0"], &["`0`", "1 to 250"]);
    refused(&["--depth", "3", "--nodes", "5"], &["--depth", "--nodes"]);
    for nodes in ["0", "many", "18446744073709551615", "99999999999999999999"] {
        refused(&["--nodes", nodes], &[nodes, "a number of nodes from 1 to 1125899906842624"]);
    }
    refused(&["--option", "Hash=4"], &["--sizes"]);
    refused(&["--replace"], &["--out"]);
    refused(&[], &["/nowhere/engine: no such program"]);
}
