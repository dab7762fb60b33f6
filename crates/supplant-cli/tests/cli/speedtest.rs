//! `supplant speedtest`: the block, its JSON, and what it refuses.

use crate::common::{code, run, stderr, stdout};

const LITTLE: [&str; 7] = ["speedtest", "--seconds", "400ms", "--threads", "2", "--hash", "3"];

#[test]
fn the_block_names_the_machine_and_its_speed_is_nodes_by_seconds() {
    let output = run(&LITTLE);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = stdout(&output);
    let fact = |name: &str| {
        let line = said.lines().find(|line| line.starts_with(name)).expect(name);
        line[name.len()..].trim().to_owned()
    };
    for name in ["supplant", "compiler", "processor", "hashfull"] {
        assert!(!fact(name).is_empty(), "{said}");
    }
    assert_eq!((fact("threads"), fact("search")), ("2".to_owned(), "today, TWOBIG1 in xor16".to_owned()));
    assert!(fact("hash  ").starts_with("3 MiB"), "{said}");
    assert!(fact("positions").starts_with("78 of 2 games"), "{said}");
    let number = |name: &str| fact(name).replace(',', "").parse::<f64>().unwrap();
    let speed = number("nodes  ") / number("seconds");
    assert!((number("nodes/s") / speed - 1.0).abs() < 0.05, "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 100), "{said}");
    assert!(!said.contains("unfinished"), "{said}");
}

#[test]
fn entries_of_earlier_moves_stay_in_the_table() {
    let output = run(&[&LITTLE[..], &["--json"]].concat());
    let line: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!((line["games"].as_u64(), line["positions"].as_u64()), (Some(2), Some(78)));
    assert_eq!(line["is_completed"], true);
    assert_eq!(line["table"]["table_bytes"].as_u64(), Some(3 << 20));
    for game in 0..2 {
        let [now, all] = ["hashfull", "occupied"].map(|name| line[name][game].as_u64().unwrap());
        assert!(all > 2 * now, "a game is more than its last move: {line}");
    }
    let invocation = line["provenance"]["invocation"].as_str().unwrap();
    assert_eq!(invocation, "supplant speedtest --threads 2 --hash 3MiB --seconds 0.4");
}

#[test]
fn what_no_machine_has_is_refused_in_one_line() {
    for (arguments, words) in [
        (["--hash", "99999999999"], "MiB or less"),
        (["--hash", "64M"], "whole MiB such as 64"),
        (["--threads", "0"], "1 to 1024"),
        (["--seconds", "0"], "500ms"),
    ] {
        let output = run(&[&["speedtest"], &arguments[..]].concat());
        let said = stderr(&output);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{said}");
        assert!(said.trim_end().lines().count() == 1 && said.contains(words), "{said}");
    }
}

/// The output of a run of about 40 s that gets the signal in its first searches that count.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> std::process::Output {
    let slow = ["speedtest", "--seconds", "40", "-j", "1", "--hash", "1"];
    let child = crate::common::supplant(&[&slow, arguments].concat()).spawn().unwrap();
    // Three searches of half a second come before the first that counts.
    std::thread::sleep(std::time::Duration::from_secs(4));
    crate::common::signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", stderr(&output));
    output
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_the_speed_until_then_and_says_in_the_block_that_it_is_unfinished() {
    let output = interrupted(&[]);
    let (said, complained) = (stdout(&output), stderr(&output));
    assert!(complained.contains("of 78 positions were searched"), "{complained}");
    assert!(said.contains("nodes/s") && !said.contains("hashfull"), "{said}");
    let last = said.lines().last().unwrap();
    assert!(
        last.starts_with("unfinished interrupted after ") && last.ends_with(" of 78 positions"),
        "{said}"
    );
    let line: serde_json::Value = serde_json::from_str(stdout(&interrupted(&["--json"])).trim()).unwrap();
    assert_eq!((&line["is_completed"], &line["planned"]), (&false.into(), &78.into()), "{line}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_under_nohup_goes_on_when_the_terminal_closes() {
    let hung_up = |started: &str| {
        let run = format!("{started} \"$0\" speedtest --seconds 4 -j 2 --hash 1 >/dev/null 2>&1");
        let mut shell = std::process::Command::new("sh");
        let child = shell.args(["-c", &run]).arg(crate::common::program()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        crate::common::signal(&child, "-HUP");
        code(&child.wait_with_output().unwrap())
    };
    // The tests themselves may run under nohup.
    let told = [hung_up("trap '' HUP; exec"), hung_up("exec env --default-signal=HUP")];
    assert_eq!(told, [0, 130]);
}
