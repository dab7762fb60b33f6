//! Lists of the schemes and layouts, and look-up of the caller's names.

use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::error::{Fault, SUPPLANT_BAD_NAME};
use crate::made::made;
use crate::served::Served;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::{Loaded, Origin, TableBuilder};

/// The version of the library: "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn supplant_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no zero in it"),
        };
    VERSION.as_ptr()
}

/// The number of schemes.
#[unsafe(no_mangle)]
pub extern "C" fn supplant_schemes() -> usize {
    SchemeName::ALL.len()
}

/// The name of scheme `number`, counted from 0; NULL beyond the last. The library owns it: never
/// free it.
#[unsafe(no_mangle)]
pub extern "C" fn supplant_scheme_name(number: usize) -> *const c_char {
    static NAMES: Texts = Texts::new();
    NAMES.at(number, || SchemeName::ALL.iter().map(|scheme| scheme.info().name).collect())
}

/// The rule of scheme `number` in a sentence, in UTF-8; NULL beyond the last. The library owns it.
#[unsafe(no_mangle)]
pub extern "C" fn supplant_scheme_rule(number: usize) -> *const c_char {
    static RULES: Texts = Texts::new();
    RULES.at(number, || SchemeName::ALL.iter().map(|scheme| scheme.info().rule).collect())
}

/// The number of layouts.
#[unsafe(no_mangle)]
pub extern "C" fn supplant_layouts() -> usize {
    LayoutName::ALL.len()
}

/// The name of layout `number`, counted from 0; NULL beyond the last. The library owns it: never
/// free it.
#[unsafe(no_mangle)]
pub extern "C" fn supplant_layout_name(number: usize) -> *const c_char {
    static NAMES: Texts = Texts::new();
    NAMES.at(number, || LayoutName::ALL.iter().map(|layout| layout.name()).collect())
}

/// # Safety
/// Both names are NULL or end with a zero byte.
pub(crate) unsafe fn of_names(
    scheme: *const c_char,
    layout: *const c_char,
    keeps: u32,
    builder: TableBuilder,
    origin: Origin,
) -> Result<(Box<dyn Served>, Loaded), Fault> {
    let schemes = || SchemeName::ALL.iter().map(|scheme| scheme.info().name).collect();
    // SAFETY: the caller promises what `named` requires.
    let scheme = unsafe { named(scheme, "scheme", schemes) }?;
    let layouts = || LayoutName::ALL.iter().map(|layout| layout.name()).collect();
    // SAFETY: the caller promises what `named` requires.
    let layout = unsafe { named(layout, "layout", layouts) }?;
    made(scheme, layout, keeps, builder, origin)
}

/// # Safety
/// `name` is NULL or ends with a zero byte.
unsafe fn named<T: FromStr>(
    name: *const c_char,
    kind: &str,
    all: impl Fn() -> Vec<&'static str>,
) -> Result<T, Fault> {
    if name.is_null() {
        return Err(Fault::null(kind));
    }
    // SAFETY: the caller promises that it ends with a zero byte, and it is not NULL.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    name.parse().map_err(|_| {
        let known = all().join(", ");
        let shown: String = name.chars().take(40).collect();
        Fault::new(SUPPLANT_BAD_NAME, format!("no {kind} is called `{shown}`; there are {known}"))
    })
}

struct Texts(OnceLock<Vec<CString>>);

impl Texts {
    const fn new() -> Self {
        Self(OnceLock::new())
    }

    fn at(&'static self, number: usize, all: impl FnOnce() -> Vec<&'static str>) -> *const c_char {
        let made = || {
            all()
                .into_iter()
                .map(|text| CString::new(text).expect("no name and no rule has a zero"))
                .collect()
        };
        self.0.get_or_init(made).get(number).map_or(ptr::null(), |text| text.as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::{CStr, c_char};

    use super::{
        supplant_layout_name, supplant_layouts, supplant_scheme_name, supplant_scheme_rule, supplant_schemes,
        supplant_version,
    };

    fn text(at: *const c_char) -> Option<&'static str> {
        if at.is_null() {
            return None;
        }
        // SAFETY: these functions return NULL or a text that ends with a zero and is never freed.
        unsafe { CStr::from_ptr(at) }.to_str().ok()
    }

    #[test]
    fn every_name_is_told_and_none_beyond() {
        assert_eq!((supplant_schemes(), supplant_layouts()), (24, 5));
        assert_eq!(
            (text(supplant_scheme_name(0)), text(supplant_scheme_name(23))),
            (Some("NEW"), Some("MERIT"))
        );
        assert_eq!((text(supplant_scheme_name(24)), text(supplant_scheme_rule(usize::MAX))), (None, None));
        assert!(text(supplant_scheme_rule(0)).is_some_and(|rule| rule.contains("replaces")));
        assert_eq!((text(supplant_layout_name(4)), text(supplant_layout_name(5))), (Some("lines16"), None));
        assert_eq!(text(supplant_version()), Some(env!("CARGO_PKG_VERSION")));
    }
}
