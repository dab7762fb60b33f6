//! Rules for all packages' sources that neither the compiler nor package boundaries enforce.

#[path = "tidy/source.rs"]
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use source::{Source, code, sources};

struct Package {
    folder: &'static str,
    modules: &'static [&'static str],
    files: usize,
}

const TABLE: Package = Package {
    folder: "src",
    modules: &["sync", "key", "entry", "scheme", "table", "conformance"],
    files: 11,
};
const SEARCH: Package =
    Package { folder: "crates/supplant-search/src", modules: &["sync", "game", "search", "smp"], files: 11 };
const STATS: Package = Package {
    folder: "crates/supplant-stats/src",
    modules: &["student", "confidence", "bootstrap", "family", "proportion", "coverage"],
    files: 7,
};
const RECORD: Package = Package { folder: "crates/supplant-record/src", modules: &[], files: 1 };
const LAB: Package = Package {
    folder: "crates/supplant-lab/src",
    modules: &["experiment", "report", "picture", "studies"],
    files: 11,
};
const COMMAND: Package = Package { folder: "crates/supplant-cli/src", modules: &["uci", "cli"], files: 11 };

const PACKAGES: [&Package; 6] = [&TABLE, &SEARCH, &STATS, &RECORD, &LAB, &COMMAND];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Package {
    fn sources(&self) -> Vec<Source> {
        let found = sources(&root().join(self.folder));
        assert!(found.len() >= self.files, "{} sources were found in {}", found.len(), self.folder);
        found
    }

    fn keeps(&self, rule: impl Fn(&Source) -> Vec<String>) {
        for file in self.sources() {
            let found = rule(&file);
            assert!(found.is_empty(), "{}/{}: {found:?}", self.folder, file.path.display());
        }
    }

    fn later_modules(&self, file: &Source) -> Vec<String> {
        let Some(own) = file.module() else { return Vec::new() };
        let rank = self.modules.iter().position(|module| *module == own);
        let Some(rank) = rank else { return vec![format!("`{own}` has no place among the modules")] };
        let used = file.used_modules();
        self.modules[rank + 1..]
            .iter()
            .filter(|later| used.contains(**later))
            .map(ToString::to_string)
            .collect()
    }
}

fn made(path: &str, text: &str) -> Source {
    Source { path: PathBuf::from(path), code: code(text), text: text.to_owned() }
}

fn with_tests_before(path: &str, line: &str) -> Source {
    made(path, &format!("#[cfg(test)]\nmod tests {{\n    fn f() {{}}\n}}\n{line}\nfn g() {{}}\n"))
}

/// Panics unless a rule sees the line, but not in a comment, in text, or in a test.
fn sees(path: &str, line: &str, rule: impl Fn(&Source) -> Vec<String>) {
    assert!(!rule(&made(path, line)).is_empty(), "`{line}` was not seen");
    assert!(!rule(&with_tests_before(path, line)).is_empty(), "`{line}` was not seen behind tests");
    let text = line.replace('"', "'");
    for allowed in [
        format!("// {line}\n/* {line} /* {line} */ {line} */ fn f() {{}}"),
        format!("const A: &str = \"{text}\"; const B: &str = r#\"{text}\"#; const C: char = '\"';"),
        format!("#[cfg(test)]\nmod tests {{\n    {line}\n}}\nfn f() {{}}"),
        format!("#[cfg(all(test, feature = \"x\"))]\n#[cfg(unix)]\nmod tests {{\n    {line}\n}}"),
    ] {
        assert!(rule(&made(path, &allowed)).is_empty(), "{allowed}");
    }
}

#[test]
fn modules_of_a_package_point_one_way() {
    for package in PACKAGES {
        package.keeps(|file| package.later_modules(file));
    }
}

#[test]
fn a_module_that_uses_a_later_one_is_seen() {
    let later = |file: &Source| TABLE.later_modules(file);
    for line in [
        "use crate::table::Table;",
        "use crate::table;",
        "use crate::{key::Key, table::{Table, index}};",
        "pub(crate) use crate::{key, conformance};",
        "fn f(t: &crate::table::Table) {}",
    ] {
        sees("entry/slot.rs", line, later);
    }
    sees("key.rs", "use super::entry::Entry;", later);
    sees("entry/slot.rs", "use super::super::table::Table;", later);
    sees("entry/mod.rs", "use super::{key, table::Table};", later);
    assert!(later(&made("table/probe.rs", "use crate::{entry::Entry, scheme::Scheme};")).is_empty());
    assert!(
        later(&made("entry/slot.rs", "use super::table::Words;")).is_empty(),
        "entry/table.rs is of entry"
    );
    assert!(!later(&made("helpers/mod.rs", "fn f() {}")).is_empty(), "a module without a place is seen");
}

fn named_studies(file: &Source, studies: &[String]) -> Vec<String> {
    if file.module() == Some("studies") {
        return Vec::new();
    }
    studies.iter().filter(|name| file.code.contains(&format!("studies::{name}"))).cloned().collect()
}

#[test]
fn no_study_is_named_outside_the_studies() {
    let folders = fs::read_dir(root().join(LAB.folder).join("studies")).expect("there are studies");
    let names: Vec<_> = folders
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.is_dir())
        .filter_map(|path| path.file_stem().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    assert!(names.iter().any(|name| name == "replacement_1994"), "{names:?}");
    for package in [&LAB, &COMMAND] {
        package.keeps(|file| named_studies(file, &names));
    }
    let rule = |file: &Source| named_studies(file, &names);
    sees("report/mod.rs", "use crate::studies::replacement_1994::SCHEMES;", rule);
    sees("cli/study/mod.rs", "use supplant_lab::{report, studies::{self, replacement_1994::SCHEMES}};", rule);
}

fn named(file: &Source, paths: &[&str]) -> Vec<String> {
    paths.iter().filter(|path| file.names(path)).map(ToString::to_string).collect()
}

fn unsynchronised(file: &Source) -> Vec<String> {
    if file.module() == Some("sync") {
        return Vec::new();
    }
    let mut found = named(file, &["std::sync::atomic", "core::sync::atomic", "std::thread"]);
    let crates = ["loom", "shuttle", "parking_lot"];
    found.extend(crates.iter().filter(|name| file.names_crate(name)).map(ToString::to_string));
    found
}

#[test]
fn atomics_threads_and_model_checkers_are_named_in_sync_alone() {
    TABLE.keeps(unsynchronised);
    SEARCH.keeps(unsynchronised);
}

#[test]
fn an_atomic_or_a_thread_outside_sync_is_seen() {
    for line in [
        "use std::sync::atomic::AtomicU64;",
        "use std::{fmt, sync::{Arc, atomic::{AtomicU64, Ordering}}};",
        "use std::{thread, time::Duration};",
        "fn f() { std::thread::yield_now(); }",
        "use loom::sync::Arc;",
        "pub(crate) use loom;",
        "fn f() { parking_lot::Mutex::new(0); }",
    ] {
        sees("smp/mod.rs", line, unsynchronised);
    }
    assert!(unsynchronised(&made("sync/mod.rs", "use std::thread;")).is_empty());
    assert!(unsynchronised(&made("table/mod.rs", "#[cfg(loom)]\nuse crate::sync::loom;")).is_empty());
}

fn unaudited(file: &Source) -> Vec<String> {
    const AUDITED: [&str; 8] = [
        "smp/lend.rs",
        "table/memory/buckets.rs",
        "table/memory/mapped.rs",
        "table/memory/plain.rs",
        "table/prefetch.rs",
        "entry/zeroed.rs",
        "scheme/lanes/neon.rs",
        "scheme/lanes/sse2.rs",
    ];
    let is_audited = AUDITED.iter().any(|audited| file.path == Path::new(audited));
    if is_audited { Vec::new() } else { named(file, &["unsafe"]) }
}

#[test]
fn unsafe_code_is_in_the_audited_files_alone() {
    for package in PACKAGES {
        package.keeps(unaudited);
    }
    sees("table/probe.rs", "fn f(p: *const u8) -> u8 { unsafe { *p } }", unaudited);
    sees("table/probe.rs", "unsafe impl Send for X {}", unaudited);
    assert!(unaudited(&made("lib.rs", "#![deny(unsafe_code)]")).is_empty());
    assert!(unaudited(&made("smp/lend.rs", "unsafe impl Send for X {}")).is_empty());
}

#[test]
fn every_file_says_what_it_is() {
    for package in PACKAGES {
        package.keeps(undescribed);
    }
    assert!(!undescribed(&made("key.rs", "use std::fmt;\n//! Late.")).is_empty());
}

fn undescribed(file: &Source) -> Vec<String> {
    if file.text.starts_with("//!") { Vec::new() } else { vec!["it does not start with `//!`".to_owned()] }
}

fn outside_world(file: &Source) -> Vec<String> {
    let is_of_files = file.path.starts_with("table/file") || file.path == Path::new("table/memory/shared.rs");
    let mut found = named(file, &["std::net"]);
    // Builds for models and planted faults alone have these lines.
    if !["sync/loom.rs", "sync/fault.rs"].map(Path::new).contains(&&*file.path) {
        found.extend(named(file, &["std::env"]));
    }
    if !is_of_files {
        found.extend(named(file, &["std::fs", "std::io", "std::process"]));
    }
    let prints = ["println!", "print!", "eprintln!", "eprint!", "dbg!"];
    found.extend(prints.iter().filter(|print| file.code.contains(*print)).map(ToString::to_string));
    found
}

#[test]
fn table_and_search_never_print_and_only_tables_in_files_read_files() {
    TABLE.keeps(outside_world);
    SEARCH.keeps(outside_world);
}

#[test]
fn a_table_that_prints_or_reads_a_file_is_seen() {
    for line in [
        "fn f() { println!(\"x\"); }",
        "fn f() { eprint!(\"x\"); }",
        "use std::{fmt, io::Write};",
        "fn f() { std::fs::remove_file(\"x\"); }",
        "fn f() { std::env::var(\"HOME\"); }",
    ] {
        sees("table/probe.rs", line, outside_world);
    }
    assert!(outside_world(&made("table/file/save.rs", "use std::io::Write;")).is_empty());
    assert!(!outside_world(&made("table/file/save.rs", "fn f() { println!(\"x\"); }")).is_empty());
}

#[test]
fn an_item_under_test_alone_ends_where_the_next_item_starts() {
    let kept = |text: &str| code(text).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(kept("#[cfg(test)]\nuse a::{b, c};\nfn f() {}"), "fn f() {}");
    assert_eq!(kept("#[cfg(test)]\nmod tests;\nfn f() {}"), "fn f() {}");
    assert_eq!(kept("#[cfg(test)]\n#[derive(Debug)]\nstruct A([u8; 2]);\nfn f() {}"), "fn f() {}");
    assert_eq!(kept("struct A {\n #[cfg(test)]\n seen: u8,\n kept: u8,\n}"), "struct A { kept: u8, }");
    assert_eq!(kept("struct A {\n #[cfg(test)]\n seen: u8\n}\nfn f() {}"), "struct A { } fn f() {}");
    assert_eq!(kept("#[cfg(test)]\nfn f<A, B>() -> [u8; 2] { if a { '}' } }\nfn g() {}"), "fn g() {}");
    assert_eq!(kept("#[cfg(test)]\nconst A: B = B { c: 1 };\nfn g() {}"), "fn g() {}");
    assert_eq!(kept("#[cfg(any(test, feature = \"x\"))]\nmod a;"), "#[cfg(any(test, feature = ))] mod a;");
}

#[test]
fn text_ends_where_the_compiler_ends_it() {
    assert_eq!(code(r#"a("\"//", '"', '\'', b'"', x) // c"#), "a(, , , b, x) ");
    assert_eq!(code("fn f<'a>(r: &'a str, r#type: u8) {}"), "fn f<'a>(r: &'a str, r#type: u8) {}");
    assert_eq!(code("a(r#\"b\"c\"#, br\"d\", b\"e\", '\u{e9}');"), "a(, , b, );");
    assert_eq!(code("bread + brr"), "bread + brr");
}

fn not_optional(manifest: &str) -> Vec<&str> {
    let mut counts = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let is_of_package = section == "dependencies]" || section.starts_with("target.");
            counts =
                is_of_package && section.ends_with("dependencies]") && !section.contains("dev-dependencies");
        } else if counts && line.contains('=') && !line.starts_with('#') && !line.contains("optional = true")
        {
            found.push(line);
        }
    }
    found
}

#[test]
fn every_dependency_of_the_table_can_be_left_out() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest is there");
    assert!(manifest.contains("[target.'cfg(loom)'.dependencies]"));
    assert_eq!(not_optional(&manifest), [""; 0]);
    let wrong = "[dependencies]\na = { version = \"1\", optional = true }\n[target.'cfg(x)'.dependencies]\nb = \"1\"\n\
                 [dev-dependencies]\nc = \"1\"\n[workspace.dependencies]\nd = \"1\"\n[dependencies]\ne = \"1\"\n";
    assert_eq!(not_optional(wrong), ["b = \"1\"", "e = \"1\""]);
}

fn repeated_headings(document: &str) -> Vec<&str> {
    let (mut seen, mut repeated, mut is_code) = (BTreeSet::new(), Vec::new(), false);
    for line in document.lines() {
        is_code ^= line.starts_with("```");
        if !is_code && line.starts_with('#') && !seen.insert(line) {
            repeated.push(line);
        }
    }
    repeated
}

#[test]
fn no_document_repeats_a_heading() {
    let of = |folder: &str| fs::read_dir(root().join(folder)).expect("a folder");
    let files = of("").chain(of("docs")).map(|file| file.expect("a file").path());
    let documents: Vec<_> = files.filter(|path| path.extension().is_some_and(|of| of == "md")).collect();
    assert!(documents.len() > 10, "{documents:?}");
    for path in documents {
        let text = fs::read_to_string(&path).expect("a text");
        if !path.ends_with("CHANGELOG.md") {
            assert_eq!(repeated_headings(&text), [""; 0], "{}", path.display());
        }
    }
}

#[test]
fn a_repeated_heading_is_seen() {
    let document = "# A\n## B\ntext\n```sh\n# B\n# B\n```\n## C\n## B\n";
    assert_eq!(repeated_headings(document), ["## B"]);
}
