//! Colours, tables that fit, `--quiet`, completions and manual pages.

use std::path::Path;

use crate::common::{code, program, resealed, run, stderr, stdout, supplant, text, tiny};

const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studies/1996");

fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').expect("a colour ends").1)
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let report = ["report", PUBLISHED, "--out", out];
    let asked = stdout(&run(&[&report[..], &["--color", "always"]].concat()));
    assert!(
        asked.contains("\u{1b}[32msupported\u{1b}[0m") && asked.starts_with("\u{1b}[1m claim"),
        "{asked}"
    );
    assert_eq!(plain(&asked), stdout(&run(&report)), "a pipe is not a terminal, and no word is lost");
    for (arguments, coloured) in [
        (&["nope"][..], false),
        (&["--color=always", "nope"], true),
        (&["nope", "--color", "always"], true),
        (&["nope", "--color"], false),
        (&["search", "--depth", "0", "--color", "always"], true),
        (&["search", "--depth", "0", "--color", "never"], false),
        (&["search", "--epd", "/nowhere", "--color", "always"], true),
    ] {
        let output = run(arguments);
        let said = stderr(&output);
        assert_eq!((code(&output), said.starts_with("\u{1b}[1m\u{1b}[31merror:")), (2, coloured), "{said}");
        assert!(plain(&said).starts_with("error: "), "{said}");
    }
    let help = stdout(&run(&["--help", "--color", "always"]));
    assert!(help.contains('\u{1b}') && plain(&help) == stdout(&run(&["--help"])), "{help}");
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_colours_are_on_unless_somebody_says_no() {
    let on_terminal = |before: &str, more: &str| {
        let command = format!("unset NO_COLOR; {before} {} schemes {more}", program().display());
        let mut script = std::process::Command::new("script");
        let script = script.args(["-qec", &command, "/dev/null"]).stdin(std::process::Stdio::null());
        script.output().ok().filter(|output| output.status.success()).map(|output| stdout(&output))
    };
    let Some(plain) = on_terminal("TERM=xterm", "") else { return };
    assert!(plain.starts_with("\u{1b}[1m scheme"), "{plain}");
    for (before, more, coloured) in [
        ("TERM=xterm NO_COLOR=1", "", false),
        ("TERM=xterm NO_COLOR=", "", true),
        ("TERM=xterm NO_COLOR=1", "--color always", true),
        ("TERM=xterm", "--color never", false),
        ("TERM=dumb", "", false),
    ] {
        let printed = on_terminal(before, more).expect("it did before");
        assert_eq!(printed.contains('\u{1b}'), coloured, "{before} {more}: {printed}");
    }
    let narrow = on_terminal("stty columns 60 rows 30; NO_COLOR=1", "").expect("it did before");
    let rows: Vec<_> = narrow.lines().filter(|line| line.starts_with(' ')).collect();
    assert!(rows.len() > 20 && widest(&rows.join("\n")) <= 60, "{narrow}");
    let open = on_terminal("stty columns 60 rows 30; NO_COLOR=1", "--width 100").expect("it did before");
    assert!(widest(&open) > 90, "{open}");
}

#[test]
fn tables_fit_where_they_have_to_and_are_as_wide_as_they_are_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let few = ["--only", "scheme=new,mode=clear"];
    let sizes = ["study", "1994", "--plies", "2..=3", "--sizes", "1K,2K,4K,8K,16K", "--out", path];
    let sizes = [&sizes[..], &few].concat();
    let wide = stdout(&run(&sizes));
    let narrow = stdout(&run(&[&sizes[..], &["--width", "50"]].concat()));
    let tables =
        |text: &str| text.lines().filter(|line| line.starts_with(' ')).map(str::to_owned).collect::<Vec<_>>();
    assert!(widest(&tables(&wide).join("\n")) > 80 && widest(&tables(&narrow).join("\n")) <= 50, "{narrow}");
    for size in ["1K", "2K", "4K", "8K", "16K"] {
        assert_eq!(
            narrow.matches(&format!(" {size}\n")).count() + narrow.matches(&format!(" {size}  ")).count(),
            1,
            "{narrow}"
        );
    }
    assert!(narrow.matches(" NEW ").count() > 2, "each part has its rows' names: {narrow}");
    assert_eq!(stdout(&run(&[&sizes[..], &["--width", "500"]].concat())), wide);
    for command in [
        &["schemes"][..],
        &["search", "--depth", "6"],
        &["bench", "--depth", "2", "--rounds", "2", "-j", "2"],
        &["stress", "--seconds", "20ms", "--schemes", "deep"],
        &["compare", path, path],
        &["doctor"],
    ] {
        let printed = stdout(&run(&[command, &["--width", "80"]].concat()));
        let rows = printed
            .lines()
            .filter(|line| line.starts_with(' ') || line.starts_with("DEEP"))
            .collect::<Vec<_>>();
        assert!(!rows.is_empty() && widest(&rows.join("\n")) <= 80, "{command:?}: {printed}");
    }
}

#[test]
fn quiet_leaves_results_warnings_and_errors() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let few = tiny(folder.path(), &["--only", "scheme=new,slots=1k,mode=clear"]);
    let loud = run(&few);
    let quiet = run(&[&few[..], &["--quiet"]].concat());
    assert!(stderr(&loud).contains("18 of 18 units"), "{}", stderr(&loud));
    assert_eq!((stderr(&quiet).as_str(), stdout(&quiet)), ("", stdout(&loud)));
    let report = run(&["--quiet", "report", out]);
    assert_eq!((code(&report), stderr(&report).as_str()), (0, ""));
    assert!(!stdout(&report).is_empty());
    let journal = folder.path().join("1994.jsonl");
    std::fs::write(&journal, text(&journal).replace("\"nodes\":", "\"nodes\":1")).unwrap();
    let status = run(&["study", "status", out, "-q"]);
    assert!(stderr(&status).contains("does not count"), "{}", stderr(&status));
    let error = run(&["-q", "search", "--epd", "/nowhere"]);
    assert!(stderr(&error).starts_with("error: "), "{}", stderr(&error));
}

#[test]
fn what_a_journal_says_of_its_machine_does_not_command_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "scheme=new,slots=1k,mode=clear"]))), 0);
    let journal = folder.path().join("1994.jsonl");
    let mut lines = text(&journal).lines().map(str::to_owned).collect::<Vec<_>>();
    let mut header: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
    for field in ["commit", "processor", "started"] {
        header["header"]["provenance"][field] = "\u{1b}]0;mine\u{7}\u{9b}2J".into();
    }
    lines[0] = header.to_string();
    std::fs::write(&journal, resealed(&(lines.join("\n") + "\n"))).unwrap();
    for command in [
        &["study", "status", out][..],
        &["study", "status", out, "--json"],
        &["compare", out, out],
        &["report", out],
    ] {
        let output = run(command);
        let printed = stdout(&output) + &stderr(&output);
        assert_eq!(code(&output), 0, "{printed}");
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!printed.contains(control), "{command:?}: {printed:?}");
    }
    let said = stdout(&run(&["study", "status", out]));
    assert!(said.contains("\\u{1b}]0;mine\\u{7}"), "it is told all the same: {said}");
}

const COMMANDS: [&str; 17] = [
    "search",
    "uci",
    "solve",
    "bench",
    "speedtest",
    "schemes",
    "stress",
    "throughput",
    "hash",
    "scale",
    "study",
    "merge",
    "compare",
    "doctor",
    "report",
    "completions",
    "man",
];

#[test]
fn every_shell_completes_every_command() {
    let listed = stdout(&run(&["--help"]));
    let listed = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let listed: Vec<_> = listed.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    for command in COMMANDS {
        assert!(listed.contains(&command), "{command}: {listed:?}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        let script = stdout(&output);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
        for word in COMMANDS.iter().chain(&["layouts", "--quiet", "--fail-on-regression"]) {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_with_what_was_printed() {
    let script = "source /dev/stdin; COMP_WORDS=(supplant co); COMP_CWORD=1; _supplant supplant co supplant; echo ${COMPREPLY[@]}";
    let mut bash = std::process::Command::new("bash");
    bash.args(["-c", script]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let Ok(mut bash) = bash.spawn() else { return };
    let printed = supplant(&["completions", "bash"]).output().unwrap().stdout;
    std::io::Write::write_all(&mut bash.stdin.take().unwrap(), &printed).unwrap();
    assert_eq!(stdout(&bash.wait_with_output().unwrap()), "compare completions\n");
}

#[test]
fn the_manual_names_every_command_and_a_folder_has_a_page_of_each() {
    let page = stdout(&run(&["man"]));
    assert!(page.contains(".TH supplant 1") && page.contains("130 interrupted"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["man", "--out", folder.path().join("man1").to_str().unwrap()]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
    let page_of = |name: &str| text(&folder.path().join("man1").join(Path::new(name)));
    assert_eq!(page_of("supplant.1"), page);
    for command in COMMANDS {
        assert!(page.contains(&format!("supplant\\-{command}(1)")), "{command}: {page}");
        assert!(page_of(&format!("supplant-{command}.1")).contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(page_of("supplant-study-layouts.1").contains("\\-\\-further"));
}
