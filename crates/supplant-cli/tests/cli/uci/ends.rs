//! The engine ends at once after `quit`, or when its input or output is closed.

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::engine::{Engine, SOON};
use crate::common::supplant;

#[test]
fn the_engine_ends_at_once_on_quit_or_end_of_input_whatever_it_does() {
    for go in [
        "isready",
        "go infinite",
        "setoption name Threads value 8\ngo infinite",
        "setoption name MultiPV value 9\ngo ponder",
    ] {
        let begin = || {
            let mut engine = Engine::start();
            engine.say(&format!("{go}\nisready"));
            engine.until("readyok");
            engine
        };
        let mut told = begin();
        told.say("quit");
        let mut unspoken = begin();
        drop(unspoken.input.take());
        for engine in [told, unspoken] {
            let (took, said) = engine.end();
            assert!(took < SOON && said.is_empty(), "{go}: {took:?} {said}");
        }
    }
}

#[test]
fn a_search_is_answered_before_the_engine_quits() {
    for (said, answers) in [
        ("go infinite\nquit", 1),
        ("go infinite\nstop\nquit", 1),
        ("go depth 3\nquit", 1),
        ("go infinite\nstop\nposition startpos moves e2e4\ngo ponder\nquit\ngo depth 1", 2),
        ("quit", 0),
    ] {
        for (said, is_closed) in [(said, false), (said, true), (said.trim_end_matches("\nquit"), true)] {
            let mut engine = Engine::start();
            engine.say(said);
            if is_closed || !said.contains("quit") {
                drop(engine.input.take());
            }
            let lines: Vec<_> = engine.lines.iter().collect();
            let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(best, answers, "{said:?}: {lines:?}");
            engine.end();
        }
    }
}

#[test]
fn the_engine_ends_when_nobody_reads_its_output() {
    let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    input.write_all(b"go infinite\n").unwrap();
    let begun = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(begun.elapsed() < SOON && said.is_empty(), "{said}");
}

fn unheard(before: &str) -> (std::process::Child, std::process::ChildStdin) {
    let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    input.write_all(before.as_bytes()).unwrap();
    let mut ready = [0; 8];
    output.read_exact(&mut ready).unwrap();
    assert_eq!(&ready, b"readyok\n");
    drop(output);
    (child, input)
}

#[cfg(target_os = "linux")]
#[test]
fn the_engine_ends_when_its_output_closes_while_it_has_nothing_to_write() {
    for before in [
        "isready\n",
        "isready\ngo infinite depth 1\n",
        "isready\nsetoption name Threads value 4\ngo ponder\n",
    ] {
        let (mut child, _input) = unheard(before);
        assert_eq!(ended(&mut child), Some(0), "{before}");
    }
}

#[test]
fn the_engine_ends_with_its_input_while_its_output_is_full() {
    let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // No pipe holds this much; nobody reads it, and nobody closes it.
    input.write_all("isready\n".repeat(200_000).as_bytes()).unwrap();
    drop(input);
    assert_eq!(ended(&mut child), Some(0));
}

#[test]
fn all_that_was_asked_before_the_input_ends_is_answered() {
    let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let asked = format!("{}setoption name Hash value 200\nisready\n", "isready\n".repeat(50_000));
    let writes = std::thread::spawn(move || input.write_all(asked.as_bytes()).unwrap());
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    writes.join().unwrap();
    assert_eq!(said, "readyok\n".repeat(50_001));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

fn ended(child: &mut std::process::Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < SOON {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    None
}
