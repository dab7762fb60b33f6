//! The sources keep the architecture: layers point one way, atomics and unsafe code stay where they are audited.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each layer may use those before it, never those after it. `docs/architecture.md`.
const LAYERS: [&str; 14] = [
    "sync",
    "key",
    "entry",
    "scheme",
    "table",
    "conformance",
    "game",
    "search",
    "smp",
    "lab",
    "report",
    "studies",
    "uci",
    "cli",
];

/// Every source file of the library, by path from `src`.
fn sources() -> BTreeMap<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test_only(&path) {
                let text = fs::read_to_string(&path).expect("sources are text");
                found.insert(path.strip_prefix(&root).expect("it was found below the root").to_owned(), text);
            }
        }
    }
    assert!(found.len() > 50, "the sources were found");
    found
}

/// Modules that exist under `cfg(test)` alone may use any layer.
fn is_test_only(path: &Path) -> bool {
    path.ends_with("tests.rs")
}

fn layer(path: &Path) -> Option<&str> {
    let first = path.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs");
    LAYERS.contains(&first).then_some(first)
}

/// The code of a file, without comments and without its unit tests.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]").or(text.find("#[cfg(all(test")).unwrap_or(text.len());
    let lines = text[..end].lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Layers above its own that a file names.
fn forbidden_uses<'a>(own: &str, code: &str) -> Vec<&'a str> {
    let own_rank = LAYERS.iter().position(|layer| *layer == own).expect("the caller gives a layer");
    let above = LAYERS.iter().skip(own_rank + 1);
    above
        .filter(|layer| {
            code.contains(&format!("crate::{layer}::")) || code.contains(&format!("crate::{layer};"))
        })
        .copied()
        .collect()
}

#[test]
fn layers_point_one_way() {
    for (path, text) in sources() {
        let Some(own) = layer(&path) else { continue };
        let used = forbidden_uses(own, &code(&text));
        assert!(used.is_empty(), "{} is of layer {own} and uses {used:?}", path.display());
    }
}

#[test]
fn the_layer_rule_sees_a_wrong_use() {
    assert_eq!(forbidden_uses("table", "use crate::search::Search;"), ["search"]);
    assert!(forbidden_uses("search", "use crate::table::Table;").is_empty());
}

/// The names of studies are known where studies are declared: what runs, reads and shows them goes over the list.
#[test]
fn no_study_is_named_outside_the_studies() {
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/studies");
    let folders = fs::read_dir(studies)
        .expect("there are studies")
        .map(|entry| entry.expect("it can be listed").path());
    let names: Vec<_> = folders
        .filter(|path| path.is_dir())
        .filter_map(|path| path.file_stem().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    assert!(names.len() > 1, "{names:?}");
    let naming = |code: &str| names.iter().any(|name| code.contains(&format!("studies::{name}")));
    assert!(naming("use crate::studies::replacement_1994::SCHEMES;"), "the rule sees a wrong use");
    for (path, text) in sources() {
        assert!(path.starts_with("studies") || !naming(&code(&text)), "{} names a study", path.display());
    }
}

#[test]
fn atomics_threads_and_loom_are_named_in_sync_alone() {
    for (path, text) in sources() {
        let code = code(&text);
        for name in ["std::sync::atomic", "std::thread", "loom::", "shuttle::", "parking_lot::"] {
            let is_lab = layer(&path) == Some("lab") && name == "parking_lot::";
            assert!(
                path.starts_with("sync") || is_lab || !code.contains(name),
                "{} names {name}",
                path.display()
            );
        }
    }
}

#[test]
fn unsafe_code_is_in_the_audited_files_alone() {
    const AUDITED: [&str; 6] = [
        "smp/lend.rs",
        "table/memory/buckets.rs",
        "table/memory/mapped.rs",
        "table/memory/plain.rs",
        "table/prefetch.rs",
        "entry/zeroed.rs",
    ];
    for (path, text) in sources() {
        let is_audited = AUDITED.iter().any(|audited| path == Path::new(audited));
        assert!(is_audited || !code(&text).contains("unsafe "), "{}", path.display());
    }
}

#[test]
fn files_and_functions_keep_to_their_size() {
    for (path, text) in sources() {
        assert!(text.lines().count() <= 500, "{} is more than one idea", path.display());
        assert!(text.starts_with("//!"), "{} does not say what it is", path.display());
    }
}

#[test]
fn a_table_never_prints_and_nothing_below_the_laboratory_but_tables_in_files_reads_files() {
    for (path, text) in sources() {
        let below_lab =
            layer(&path).is_some_and(|own| LAYERS[..8].contains(&own)) || path == Path::new("lib.rs");
        let is_of_files = path.starts_with("table/file") || path == Path::new("table/memory/shared.rs");
        for name in ["println!", "print!", "std::fs", "std::env", "std::io"] {
            let is_allowed = is_of_files && ["std::fs", "std::io"].contains(&name);
            assert!(
                !below_lab || is_allowed || !code(&text).contains(name),
                "{} uses {name}",
                path.display()
            );
        }
    }
}

/// The dependencies of a manifest, those of tests aside, that nobody can leave out.
fn not_optional(manifest: &str) -> Vec<&str> {
    let mut counts = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            counts = section.ends_with("dependencies]") && !section.contains("dev-dependencies");
        } else if counts && line.contains('=') && !line.starts_with('#') && !line.contains("optional = true")
        {
            found.push(line);
        }
    }
    found
}

/// Else they are in the lock file of everyone who depends on the table, those for other targets too.
#[test]
fn every_dependency_can_be_left_out() {
    let manifest = fs::read_to_string("Cargo.toml").unwrap();
    assert!(manifest.contains("[target.'cfg(loom)'.dependencies]"));
    assert_eq!(not_optional(&manifest), [""; 0]);
    let wrong = "[dependencies]\na = { version = \"1\", optional = true }\n[target.'cfg(x)'.dependencies]\nb = \"1\"\n\
                 [dev-dependencies]\nc = \"1\"\n";
    assert_eq!(not_optional(wrong), ["b = \"1\""]);
}

/// Headings of a document that stand in it twice, those of code aside.
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
fn no_document_says_a_part_of_it_twice() {
    let of = |folder: &str| {
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder")
    };
    let files = of("").chain(of("docs")).map(|file| file.expect("a file").path());
    let documents: Vec<_> = files.filter(|path| path.extension().is_some_and(|of| of == "md")).collect();
    assert!(documents.len() > 10, "{documents:?}");
    for path in documents {
        let text = std::fs::read_to_string(&path).expect("a text");
        // Each version of the changelog has the same parts.
        if !path.ends_with("CHANGELOG.md") {
            assert_eq!(repeated_headings(&text), [""; 0], "{}", path.display());
        }
    }
}

#[test]
fn a_part_that_an_edit_left_twice_is_seen() {
    let document = "# A\n## B\ntext\n```sh\n# B\n# B\n```\n## C\n## B\n";
    assert_eq!(repeated_headings(document), ["## B"]);
}
