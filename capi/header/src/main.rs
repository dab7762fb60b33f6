//! Writes `capi/include/supplant.h` by cbindgen from the sources of `capi`. It is a separate
//! package, so that a build of the library works without cbindgen.

use std::path::{Path, PathBuf};
use std::{fs, io};

fn capi() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package lies in capi")
}

fn path() -> PathBuf {
    capi().join("include/supplant.h")
}

fn made() -> String {
    let config =
        cbindgen::Config::from_file(capi().join("cbindgen.toml")).expect("the configuration is valid");
    let bindings = cbindgen::Builder::new().with_crate(capi()).with_config(config).generate();
    let mut header = Vec::new();
    bindings.expect("the sources can be read").write(&mut header);
    String::from_utf8(header).expect("a header is text")
}

fn main() -> io::Result<()> {
    fs::write(path(), made())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{capi, made, path};

    #[test]
    fn the_header_is_the_one_that_the_sources_make() {
        let committed = fs::read_to_string(path()).unwrap_or_default();
        let is_made = committed == made();
        assert!(is_made, "capi/include/supplant.h is not what the sources make: .ci/capi.sh --write");
    }

    #[test]
    fn every_function_and_type_is_in_it_and_nothing_of_the_inside() {
        let header = made();
        let sources = ["table.rs", "exclusive.rs", "names.rs", "file.rs"]
            .map(|file| fs::read_to_string(capi().join("src").join(file)).expect("the source is there"));
        let declared = sources.iter().flat_map(|source| source.split("extern \"C\" fn ").skip(1));
        let names: Vec<_> = declared
            .filter_map(|rest| rest.split('(').next())
            .filter(|name| name.starts_with("supplant_"))
            .collect();
        assert!(names.len() >= 28, "{names:?}");
        for name in names {
            assert!(header.contains(&format!("{name}(")), "{name} is not in the header");
        }
        for inside in ["CTable", "CEntry", "CError", "AnyTable", "Kind", "Fault"] {
            assert!(!header.contains(inside), "{inside} is in the header");
        }
    }
}
