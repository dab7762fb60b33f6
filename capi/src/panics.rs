//! Tests that no panic crosses the boundary, on a table that panics in almost every call.

use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;
use std::process::Command;
use std::{env, ptr};

use crate::entry::CEntry;
use crate::error::{CError, SUPPLANT_PANICKED};
use crate::exclusive::{supplant_table_clear, supplant_table_resize};
use crate::file::supplant_table_save;
use crate::served::{Served, Written};
use crate::table::{CPlace, CTable, supplant_table_probe};
use supplant::Key;
use supplant::table::{
    Counts, FileError, MergeError, Merged, Occupancy, Options, Pages, Resized, Size, SizeError, TableControl,
    TableFile,
};

struct Broken;

impl Served for Broken {
    extern "C" fn probe(&self, _: u64, _: Written<'_, CEntry>) -> bool {
        panic!("no probe")
    }
    extern "C" fn offer(&self, _: u64, _: &CEntry) -> bool {
        panic!("no offer")
    }
    extern "C" fn probe_place(&self, _: u64, _: Written<'_, CEntry>, _: Written<'_, CPlace>) -> bool {
        panic!("no place")
    }
    extern "C" fn offer_at(&self, _: &CPlace, _: &CEntry) -> bool {
        panic!("no store at a place")
    }
    extern "C" fn cut_by(&self, _: u64) {}
    extern "C" fn prefetch(&self, _: u64) {}
    extern "C" fn address(&self, _: u64) -> *const u8 {
        ptr::null()
    }
    fn merge_from(&self, _: &dyn Served) -> Result<Merged, MergeError> {
        panic!("no merging")
    }
    fn control(&self) -> &dyn TableControl {
        self
    }
    fn control_mut(&mut self) -> &mut dyn TableControl {
        self
    }
}

impl TableControl for Broken {
    fn slots(&self) -> usize {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn verified_bits(&self) -> u32 {
        0
    }
    fn occupancy(&self) -> Occupancy {
        panic!("no occupancy")
    }
    fn dead_slots(&self) -> Option<usize> {
        None
    }
    fn pages(&self) -> Pages {
        panic!("no pages")
    }
    fn touch(&mut self, _: usize) {}
    fn clear(&mut self, threads: usize) {
        panic!("no clearing by {threads} threads")
    }
    fn resize(&mut self, _: Size) -> Result<Resized, SizeError> {
        panic!("no resizing")
    }
    fn new_generation(&self) {}
    fn new_iteration(&self) {}
    fn count_probe(&self, _: Key, _: &mut Counts) {}
    fn count_store(&self, _: Key, _: &mut Counts, _: &mut dyn FnMut()) {}
    fn options(&self) -> Options {
        Options::default()
    }
    fn can_have(&self, _: Options) -> bool {
        true
    }
    fn set_options(&mut self, _: Options) {}
    fn save(&self, _: TableFile) -> Result<(), FileError> {
        panic!("no saving")
    }
}

fn broken() -> CTable {
    CTable { table: Box::new(Broken) }
}

/// The returned code, the code in the error, and whether the message is the panic's.
fn told(call: impl FnOnce(*mut CTable, *mut CError) -> c_int, says: &str) -> (c_int, c_int, bool) {
    let (mut table, mut error) = (broken(), MaybeUninit::<CError>::uninit());
    let code = call(&raw mut table, error.as_mut_ptr());
    // SAFETY: every call that can fail writes the error.
    let error = unsafe { error.assume_init() };
    // SAFETY: a message ends with a zero.
    let message = unsafe { CStr::from_ptr(error.message.as_ptr()) };
    (code, error.code, message.to_string_lossy() == says)
}

#[test]
fn a_panic_in_a_function_that_can_fail_is_a_code() {
    let wanted = (SUPPLANT_PANICKED, SUPPLANT_PANICKED, true);
    // SAFETY: table and error are this call's own.
    let cleared = |table, error| unsafe { supplant_table_clear(table, 3, error) };
    assert_eq!(told(cleared, "no clearing by 3 threads"), wanted);
    // SAFETY: as above.
    let resized = |table, error| unsafe { supplant_table_resize(table, 1, ptr::null_mut(), error) };
    assert_eq!(told(resized, "no resizing"), wanted);
    // SAFETY: as above; the path ends with a zero.
    let saved = |table: *mut CTable, error| unsafe { supplant_table_save(table, c"t".as_ptr(), 0, error) };
    assert_eq!(told(saved, "no saving"), wanted);
}

/// A child process runs this test again, and probes.
#[test]
#[cfg(unix)]
fn a_panic_in_a_function_that_cannot_fail_ends_the_process_and_never_returns_to_c() {
    use std::os::unix::process::ExitStatusExt;
    const PROBES: &str = "SUPPLANT_TEST_PROBES_A_BROKEN_TABLE";
    const SIGABRT: i32 = 6;
    if env::var_os(PROBES).is_some() {
        // SAFETY: the table is live, and the entry may be NULL.
        unsafe { supplant_table_probe(&raw const *Box::leak(Box::new(broken())), 7, ptr::null_mut()) };
        return;
    }
    let name = "a_panic_in_a_function_that_cannot_fail_ends_the_process_and_never_returns_to_c";
    let this = env::current_exe().expect("a test knows where it is");
    let done =
        Command::new(this).args([name, "--nocapture"]).env(PROBES, "1").output().expect("it can be run");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.signal(), Some(SIGABRT), "{said}");
    assert!(said.contains("no probe") && said.contains("cannot unwind"), "{said}");
}
