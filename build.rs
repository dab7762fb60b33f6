//! Tells the binary what it was built from, for the headers of result files. Missing facts stay missing.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src");
    // A path that is not there would run this at every build.
    for path in [".git/HEAD", ".git/index"].into_iter().filter(|path| std::path::Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]);
    let changed = output("git", &["status", "--porcelain", "--", "src", "Cargo.toml", "Cargo.lock"]);
    let dirty = if changed.is_empty() { "" } else { "-dirty" };
    let commit = if commit.is_empty() { commit } else { commit + dirty };
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
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
