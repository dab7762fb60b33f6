//! Tells the laboratory what it was built from, for the headers of result files.

#[path = "src/experiment/fnv.rs"]
#[expect(unreachable_pub, reason = "the laboratory publishes it")]
mod fnv;

use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCES: [&str; 4] = ["src", "crates", "Cargo.toml", "Cargo.lock"];

fn main() {
    let manifest = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.join("../..");
    if root.join("crates/supplant-lab").exists() && std::env::set_current_dir(root).is_err() {
        return;
    }
    // The source of the digest, and what git says of it: an amended commit changes the log alone. A
    // path that is not there would run this at every build.
    let paths = SOURCES.into_iter().chain([".git/index", ".git/logs/HEAD"]);
    for path in paths.filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={}", Path::new(path).canonicalize().unwrap_or_default().display());
    }
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]);
    let status = ["status", "--porcelain", "--"];
    let changed = output("git", &status.into_iter().chain(SOURCES).collect::<Vec<_>>());
    let dirty = if changed.is_empty() { String::new() } else { format!("-dirty-{:08x}", digest() as u32) };
    let commit = if commit.is_empty() { commit } else { commit + &dirty };
    println!("cargo::rustc-env=SUPPLANT_COMMIT={commit}");
    let rustc = std::env::var("RUSTC").unwrap_or_default();
    println!("cargo::rustc-env=SUPPLANT_RUSTC={}", output(&rustc, &["--version"]));
    for fact in ["TARGET", "PROFILE", "OPT_LEVEL"] {
        println!("cargo::rustc-env=SUPPLANT_{fact}={}", std::env::var(fact).unwrap_or_default());
    }
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    println!("cargo::rustc-env=SUPPLANT_RUSTFLAGS={flags}");
}

fn output(program: &str, arguments: &[&str]) -> String {
    // Without optional locks: else `git status` refreshes the index, which is watched, and the next
    // build does all of this again.
    let output = Command::new(program).args(arguments).env("GIT_OPTIONAL_LOCKS", "0").output();
    let output = output.ok().filter(|output| output.status.success());
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

/// FNV-1a of the sources: two changes of one commit are two builds, whose results do not belong
/// together.
fn digest() -> u64 {
    let (mut folders, mut files): (Vec<_>, Vec<_>) =
        SOURCES.map(PathBuf::from).into_iter().partition(|path| path.is_dir());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    fnv::fnv1a(files.iter().flat_map(|path| std::fs::read(path).unwrap_or_default()))
}
