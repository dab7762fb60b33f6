//! Page faults of a new table; a separate file, because the whole process is counted.

#![cfg(all(target_os = "linux", target_arch = "x86_64", not(any(loom, coherence, shuttle, miri))))]

use supplant::table::{Size, SizeError};
use supplant::table::{SizedTable, TableBuilder};

fn faults() -> usize {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells a process of itself");
    let after_name = stat.rsplit(')').next().expect("it has a name");
    let field = after_name.split_whitespace().nth(7).expect("it has more fields than that");
    field.parse().expect("it is a number")
}

/// A read of new memory maps a shared page of zeros, so the next write is a second fault. Kernels
/// from 5.8 to some before 6.18 then give a small page, even if a huge one was requested.
#[test]
fn touching_a_new_table_takes_one_page_fault_a_page() -> Result<(), SizeError> {
    for threads in [1, 2] {
        let mut table: SizedTable = TableBuilder::new().size(Size::mebibytes(256)).build()?;
        let asked = table.pages();
        let huge = asked.huge_asked / (2 << 20);
        let pages = huge + (asked.addresses.len() - asked.huge_asked) / (4 << 10);
        let before = faults();
        table.touch(threads);
        let taken = faults() - before;
        let most = if taken > pages + 1000 { asked.addresses.len() / (4 << 10) } else { pages };
        assert!(taken <= most + most / 4 + 30, "{taken} page faults for {pages} pages and {threads} threads");
        let before = faults();
        table.clear(1);
        let left = faults() - before;
        assert!(left <= pages / 4 + 30, "{left} page faults left to whoever writes first");
    }
    Ok(())
}
