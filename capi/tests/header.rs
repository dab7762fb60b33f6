//! Compares the header in `include/` with the generated one.

use std::path::Path;
use std::{env, fs};

fn made() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config =
        cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("the configuration is valid");
    let bindings = cbindgen::Builder::new().with_crate(folder).with_config(config).generate();
    let mut header = Vec::new();
    bindings.expect("the sources can be read").write(&mut header);
    String::from_utf8(header).expect("a header is text")
}

/// `.ci/capi.sh --write` sets the variable.
#[test]
fn the_header_is_the_one_that_the_sources_make() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/supplant.h");
    let made = made();
    if env::var_os("SUPPLANT_WRITE_HEADER").is_some() {
        fs::write(&path, &made).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == made, "capi/include/supplant.h is not what the sources make: .ci/capi.sh --write");
}

#[test]
fn every_function_and_type_is_in_it_and_nothing_of_the_inside() {
    let header = made();
    let sources = ["table.rs", "exclusive.rs", "names.rs"].map(|file| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
        fs::read_to_string(path).expect("the source is there")
    });
    let declared = sources.iter().flat_map(|source| source.split("extern \"C\" fn ").skip(1));
    let names: Vec<_> = declared
        .filter_map(|rest| rest.split('(').next())
        .filter(|name| name.starts_with("supplant_"))
        .collect();
    assert!(names.len() >= 24, "{names:?}");
    for name in names {
        assert!(header.contains(&format!("{name}(")), "{name} is not in the header");
    }
    for inside in ["CTable", "CEntry", "CError", "AnyTable", "Kind", "Fault"] {
        assert!(!header.contains(inside), "{inside} is in the header");
    }
}
