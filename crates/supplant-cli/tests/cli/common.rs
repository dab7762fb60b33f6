use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn nowhere() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    let left = std::fs::read_dir(&folder).expect("it was made").next();
    assert!(left.is_none(), "a test has left {left:?}: remove it, and let the test say where it writes");
    folder
}

/// The program that is tested. `SUPPLANT_TESTED` names another one: CI has an optimised one.
pub(crate) fn program() -> PathBuf {
    std::env::var_os("SUPPLANT_TESTED").map_or_else(|| env!("CARGO_BIN_EXE_supplant").into(), PathBuf::from)
}

pub(crate) fn supplant(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.current_dir(nowhere());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for variable in ["SUPPLANT_SHARD", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PMI_RANK"] {
        command.env_remove(variable);
    }
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    supplant(arguments).output().expect("the program starts")
}

#[cfg(unix)]
pub(crate) fn signal(child: &std::process::Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().expect("kill starts").success());
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("killed: {}", stderr(output)))
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

pub(crate) fn first_line(text: &str) -> &str {
    text.lines().next().expect("there is a line")
}

/// 333 units take half a second.
pub(crate) const TINY: [&str; 6] = ["study", "1994", "--plies", "1..=3", "--sizes", "1K,2K"];

pub(crate) fn tiny<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = ["--out", out.to_str().expect("a temporary path is text")];
    TINY.into_iter().chain(out).chain(more.iter().copied()).collect()
}

pub(crate) fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn resealed(journal: &str) -> String {
    let seal = |line: &str| {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        line.as_object_mut().expect("an object").remove("fnv1a");
        supplant_lab::experiment::journal::sealed(&line).expect("plain data") + "\n"
    };
    journal.lines().map(seal).collect()
}

pub(crate) fn ids(journal: &Path) -> Vec<String> {
    let id = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        line["unit"]["id"].as_str().map(str::to_owned)
    };
    text(journal).lines().filter_map(id).collect()
}
