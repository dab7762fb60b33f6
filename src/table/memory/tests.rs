//! Tests of every kind of memory.

#![allow(unsafe_code, reason = "types for the tests promise that they are valid when zero")]

use crate::table::Touch;
use crate::table::{SizedTable, TableBuilder};
use std::hint::black_box;
#[cfg(target_os = "linux")]
use std::ops::Range;

use super::buckets::{Buckets, Region, fits};
use super::plain::Plain;
use super::{CACHE_LINE, HUGE_PAGE, PAGE, Way};
use crate::entry::Zeroed;
use crate::entry::slot::Slot;
use crate::scheme::New;
#[cfg(feature = "mmap")]
use crate::sync::UNORDERED;
use crate::table::Size;

/// 24 bytes divide neither a cache line nor a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Odd([u64; 3]);

// SAFETY: any bytes are valid integers. They are not atomic, but no test shares them.
unsafe impl Zeroed for Odd {
    fn empty() -> Self {
        Self::default()
    }

    fn copy_to(&self, _: &mut [u8]) {
        unreachable!("no test copies them");
    }

    fn copy_from(&self, _: &[u8]) {
        unreachable!("no test copies them");
    }
}

fn zeroed<T: Zeroed, R: Region>(len: usize) -> Buckets<T, R> {
    Buckets::zeroed(len).expect("so little is available")
}

macro_rules! in_every_way {
    ($($name:ident $(#[$attribute:meta])*;)*) => {
        mod chosen { $( #[test] $(#[$attribute])* fn $name() { super::$name::<super::Way>(); } )* }
        mod plain { $( #[test] $(#[$attribute])* fn $name() { super::$name::<super::Plain>(); } )* }
    };
}

in_every_way! {
    no_bucket_straddles_a_cache_line;
    a_large_table_starts_on_a_huge_page;
    a_large_table_asks_for_huge_pages #[cfg(target_os = "linux")] #[cfg_attr(miri, ignore = "no advice under Miri")];
    an_absurd_size_is_refused_without_a_panic;
    new_memory_is_zero_where_old_memory_was_not;
    what_is_written_stays_where_it_was_written;
    a_bucket_outside_is_refused;
    touching_changes_no_contents;
    touching_makes_every_page_resident #[cfg(target_os = "linux")] #[cfg_attr(miri, ignore = "it reads /proc")];
    memory_is_given_back #[cfg_attr(miri, ignore = "it takes too long")];
    what_would_be_given_is_asked_and_given_back #[cfg_attr(miri, ignore = "it takes too long")];
}

fn no_bucket_straddles_a_cache_line<R: Region>() {
    fn check<T: Zeroed, R: Region>() {
        // Many at once: an allocator that aligns to 16 cannot pass by chance.
        let all: Vec<_> = (1..50).map(zeroed::<T, R>).collect();
        for bucket in all.iter().flat_map(Buckets::as_slice) {
            let first = std::ptr::from_ref(bucket).addr();
            assert_eq!(first / CACHE_LINE, (first + size_of::<T>() - 1) / CACHE_LINE);
        }
    }
    check::<Slot<1>, R>();
    check::<[Slot<1>; 2], R>();
    check::<[[Slot<1>; 2]; 2], R>();
}

fn a_large_table_starts_on_a_huge_page<R: Region>() {
    for pages in [512, 513, 700, 1024, 1025, 1600] {
        let large = zeroed::<Slot<1>, R>(pages * PAGE / size_of::<Slot<1>>());
        assert_eq!(large.address_range().start % HUGE_PAGE, 0, "{pages} pages");
        assert_eq!(large.address_range().len(), pages * PAGE);
    }
}

#[cfg(target_os = "linux")]
fn a_large_table_asks_for_huge_pages<R: Region>() {
    for (pages, asked) in [(511, 0), (512, HUGE_PAGE), (700, HUGE_PAGE), (1025, 2 * HUGE_PAGE)] {
        let table = zeroed::<Slot<1>, R>(pages * PAGE / size_of::<Slot<1>>());
        assert_eq!(table.pages().huge_asked, asked, "{pages} pages");
    }
}

fn an_absurd_size_is_refused_without_a_panic<R: Region>() {
    for shift in [0, 1, 4, 5, 6, 8] {
        assert!(black_box(Buckets::<Slot<1>, R>::zeroed(usize::MAX >> shift)).is_none(), "{shift}");
        assert!(black_box(Buckets::<Odd, R>::zeroed(usize::MAX >> shift)).is_none(), "{shift}");
    }
    // In bytes these sizes wrap to small ones.
    for wrapping in [usize::MAX / 16 + 1, usize::MAX / 16 + 2, usize::MAX / 8 + 1] {
        assert!(black_box(Buckets::<Slot<1>, R>::zeroed(wrapping)).is_none(), "{wrapping}");
        assert!(black_box(Buckets::<Odd, R>::zeroed(wrapping)).is_none(), "{wrapping}");
    }
    assert_eq!(Buckets::<Odd, R>::zeroed(0).map(|none| none.len()), Some(0));
}

fn what_would_be_given_is_asked_and_given_back<R: Region>() {
    for _ in 0..40_000 {
        assert!(Buckets::<Slot<1>, R>::is_given((4 << 30) / size_of::<Slot<1>>()));
    }
    for shift in [0, 4, 8] {
        assert!(!Buckets::<Slot<1>, R>::is_given(usize::MAX >> shift), "{shift}");
    }
}

fn new_memory_is_zero_where_old_memory_was_not<R: Region>() {
    for len in [1, 100, 10_000, 1_000_000] {
        for _ in 0..3 {
            let mut buckets = zeroed::<Odd, R>(len);
            assert!(buckets.as_slice().iter().all(|&bucket| bucket == Odd::default()), "{len}");
            buckets.as_mut_slice().expect("nobody else's").fill(Odd([u64::MAX; 3]));
        }
    }
}

fn what_is_written_stays_where_it_was_written<R: Region>() {
    let mut buckets = numbered::<R>(1000);
    assert!((0..1000).all(|i| *buckets.get(i) == Odd([i as u64 + 1; 3])));
    buckets.as_mut_slice().expect("nobody else's")[7] = Odd([0; 3]);
    assert_eq!(buckets.get(7), &Odd([0; 3]));
}

fn numbered<R: Region>(len: usize) -> Buckets<Odd, R> {
    let mut buckets = zeroed::<Odd, R>(len);
    buckets
        .as_mut_slice()
        .expect("nobody else's")
        .iter_mut()
        .zip(1..)
        .for_each(|(bucket, i)| *bucket = Odd([i; 3]));
    buckets
}

fn refusal(reach: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(reach).expect_err("it reached outside");
    *payload.downcast::<String>().expect("the message is text")
}

fn a_bucket_outside_is_refused<R: Region>() {
    for i in [100, 101, 1 << 40, usize::MAX] {
        let said = refusal(|| _ = black_box(*numbered::<R>(100).get(i)));
        assert_eq!(
            said,
            format!("bucket {i} is not in a table of 100: its index must stay below the number of buckets")
        );
    }
    assert_eq!(numbered::<R>(100).get(99), &Odd([100; 3]));
}

fn touching_changes_no_contents<R: Region>() {
    for threads in [0, 1, 2, 3, 100] {
        for len in [1, 170, 171, 200_000] {
            let mut buckets = numbered::<R>(len);
            buckets.touch(threads);
            assert_eq!(buckets.as_slice(), numbered::<R>(len).as_slice());
        }
    }
}

#[cfg(target_os = "linux")]
fn touching_makes_every_page_resident<R: Region>() {
    fn check<T: Zeroed + Send + Sync, R: Region>(bytes: usize, threads: usize) {
        let mut buckets = zeroed::<T, R>(bytes / size_of::<T>());
        let all = resident(buckets.address_range()).len();
        // The allocator of GNU keeps up to 32 MiB after a free.
        if bytes > 32 << 20 {
            assert_eq!(
                resident(buckets.address_range()).into_iter().filter(|&is| is).count(),
                0,
                "nothing touched it yet"
            );
        }
        buckets.touch(threads);
        let touched = resident(buckets.address_range()).into_iter().filter(|&is| is).count();
        assert_eq!(touched, all, "{bytes} bytes by {threads} threads");
    }
    for threads in [1, 2, 7] {
        for bytes in [PAGE, 100_000, HUGE_PAGE, 7_777_777, 40 << 20] {
            check::<Slot<1>, R>(bytes, threads);
            check::<Odd, R>(bytes, threads);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(miri, ignore = "it reads /proc")]
fn a_table_is_touched_before_the_first_search_if_the_builder_says_so() {
    let size = Size::mebibytes(40);
    let share = |table: &SizedTable<New>| {
        let pages = resident(table.pages().addresses);
        pages.iter().filter(|&&is| is).count() * 100 / pages.len()
    };
    let made = |touch| TableBuilder::new().size(size).touch(touch).build().expect("40 MiB are available");
    assert_eq!(
        [Touch::Threads(1), Touch::Threads(3), Touch::Processors].map(|touch| share(&made(touch))),
        [100; 3]
    );
    let mut untouched = made(Touch::default());
    assert_eq!(share(&untouched), 0);
    untouched.touch(2);
    assert_eq!(share(&untouched), 100);
}

#[cfg(target_os = "linux")]
fn resident(addresses: Range<usize>) -> Vec<bool> {
    use std::io::{Read, Seek, SeekFrom};
    let pages = addresses.start / PAGE..addresses.end.div_ceil(PAGE);
    let mut map = std::fs::File::open("/proc/self/pagemap").expect("Linux tells a process of its pages");
    map.seek(SeekFrom::Start(pages.start as u64 * 8)).expect("the addresses are mapped");
    let mut words = vec![0; pages.len() * 8];
    map.read_exact(&mut words).expect("the addresses are mapped");
    words.chunks_exact(8).map(|word| word[7] & 0x80 != 0).collect()
}

/// Allocates 160 TiB in total, more than the 128 TiB of addresses that a process has.
fn memory_is_given_back<R: Region>() {
    for _ in 0..40_000 {
        let buckets = Buckets::<Slot<1>, R>::zeroed((4 << 30) / size_of::<Slot<1>>());
        // Otherwise the compiler may remove an allocation that nobody uses.
        assert!(black_box(buckets).is_some(), "the ones before were given back");
    }
}

#[test]
#[cfg(feature = "mmap")]
#[cfg_attr(miri, ignore = "no shared mappings under Miri")]
fn two_mappings_of_a_file_are_one_memory() {
    let file = tempfile::tempfile().expect("room for a file");
    file.set_len((2 * PAGE) as u64).expect("room for two pages");
    let [one, other] = [(); 2].map(|()| {
        let region = super::Shared::of(&file, PAGE).expect("it is long enough");
        Buckets::<Slot<1>, Way>::shared(8, region).expect("eight slots fit")
    });
    one.generation().store(5, UNORDERED);
    assert_eq!(other.generation().load(UNORDERED), 5);
    one.get(7).copy_from(&[1; size_of::<Slot<1>>()]);
    let mut seen = [0; size_of::<Slot<1>>()];
    other.get(7).copy_to(&mut seen);
    assert_eq!(seen, [1; size_of::<Slot<1>>()]);
}

#[test]
fn only_types_that_can_lie_in_a_region_are_accepted() {
    #[repr(align(128))]
    struct Wide(#[expect(dead_code, reason = "its alignment is what counts")] u8);
    assert!(fits::<Odd>() && fits::<[u64; 8]>() && fits::<[u8; PAGE]>());
    assert!(!fits::<()>() && !fits::<Wide>() && !fits::<[u8; PAGE + 1]>());
}
