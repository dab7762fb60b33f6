//! The pages that the system gave a table.
//!
//! Linux reports them for each mapping in `/proc/self/smaps`. A figure is `None` without a report.
//! It is also `None` if a mapping contains more than the table and does not show the table's part.

use std::fmt;
use std::fs;
use std::ops::Range;

use serde::Serialize;

use super::sizes;
use supplant::table::Pages;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Obtained {
    pub table_bytes: u64,
    pub huge_asked_bytes: u64,
    pub huge_bytes: Option<u64>,
    pub resident_bytes: Option<u64>,
    pub page_bytes: Option<u64>,
}

impl Obtained {
    #[must_use]
    pub fn of(pages: &Pages) -> Self {
        Self::told(pages, &fs::read_to_string("/proc/self/smaps").unwrap_or_default())
    }

    fn told(pages: &Pages, smaps: &str) -> Self {
        let mappings: Vec<_> = mappings(smaps).filter(|mapping| mapping.holds(&pages.addresses)).collect();
        let sum = |field| sum(&mappings, &pages.addresses, field);
        Self {
            table_bytes: pages.addresses.len() as u64,
            huge_asked_bytes: pages.huge_asked as u64,
            huge_bytes: sum("AnonHugePages:"),
            resident_bytes: sum("Rss:"),
            page_bytes: mappings.first().and_then(|mapping| mapping.bytes("KernelPageSize:")),
        }
    }

    #[must_use]
    pub fn is_short(&self) -> bool {
        self.huge_bytes.is_some_and(|given| given < self.huge_asked_bytes)
    }
}

impl fmt::Display for Obtained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = sizes::bytes(self.huge_asked_bytes);
        write!(f, "{}", sizes::bytes(self.table_bytes))?;
        match self.huge_bytes {
            _ if self.huge_asked_bytes == 0 => write!(f, "; no 2 MiB pages asked for"),
            Some(given) if given.is_multiple_of(1 << 20) && self.huge_asked_bytes.is_multiple_of(1 << 20) => {
                write!(f, " in 2 MiB pages: {} of {} MiB", given >> 20, self.huge_asked_bytes >> 20)
            }
            Some(given) => write!(f, " in 2 MiB pages: {} of {asked}", sizes::bytes(given)),
            None => write!(f, "; 2 MiB pages asked for {asked}; the system does not tell what it gave"),
        }
    }
}

struct Mapping<'a> {
    addresses: Range<usize>,
    lines: Vec<&'a str>,
}

impl Mapping<'_> {
    fn holds(&self, addresses: &Range<usize>) -> bool {
        self.shared(addresses) > 0
    }

    fn shared(&self, addresses: &Range<usize>) -> usize {
        let (start, end) = (self.addresses.start.max(addresses.start), self.addresses.end.min(addresses.end));
        end.saturating_sub(start)
    }

    fn bytes(&self, field: &str) -> Option<u64> {
        let value = self.lines.iter().find_map(|line| line.strip_prefix(field))?;
        value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
    }

    fn bytes_of(&self, addresses: &Range<usize>, field: &str) -> Option<u64> {
        let all = self.bytes(field)?;
        let shared = self.shared(addresses) as u64;
        let others = self.addresses.len() as u64 - shared;
        let (least, most) = (all.saturating_sub(others), all.min(shared));
        (least == most).then_some(most)
    }
}

fn sum(mappings: &[Mapping<'_>], addresses: &Range<usize>, field: &str) -> Option<u64> {
    let held: usize = mappings.iter().map(|mapping| mapping.shared(addresses)).sum();
    let parts = mappings.iter().map(|mapping| mapping.bytes_of(addresses, field));
    if held == addresses.len() { parts.sum() } else { None }
}

fn mappings(smaps: &str) -> impl Iterator<Item = Mapping<'_>> {
    let address = |text: &str| usize::from_str_radix(text, 16).ok();
    let addresses = move |line: &str| {
        let (start, end) = line.split_once(' ')?.0.split_once('-')?;
        Some(address(start)?..address(end)?)
    };
    let mut lines = smaps.lines().peekable();
    std::iter::from_fn(move || {
        let held = lines.find_map(addresses)?;
        let fields = std::iter::from_fn(|| lines.next_if(|line| addresses(line).is_none()));
        Some(Mapping { addresses: held, lines: fields.collect() })
    })
}

#[cfg(test)]
mod tests {
    use super::Obtained;
    use supplant::scheme::New;
    use supplant::table::{Pages, Size};
    use supplant::table::{SizedBucket, TableBuilder};

    fn smaps([first, second]: [(usize, usize); 2]) -> String {
        let mapping = |addresses: &str, (huge, resident): (usize, usize)| {
            format!(
                "{addresses} rw-p 00000000 00:00 0 \nSize: 4096 kB\nKernelPageSize:        4 kB\n\
                 Rss:       {resident} kB\nAnonHugePages:     {huge} kB\nVmFlags: rd wr mr mw me ac sd hg\n"
            )
        };
        let other = "10000-11000 r-xp 00002000 fe:00 247030      /a/file\nRss: 4 kB\nAnonHugePages: 0 kB\n";
        other.to_owned() + &mapping("400000-800000", first) + &mapping("800000-c00000", second)
    }

    fn told(addresses: std::ops::Range<usize>, smaps: &str) -> Obtained {
        Obtained::told(&Pages { huge_asked: addresses.len(), addresses }, smaps)
    }

    #[test]
    fn what_was_given_is_summed_over_the_mappings_of_the_table() {
        let both = told(0x40_0000..0xc0_0000, &smaps([(4096, 4096), (2048, 2052)]));
        assert_eq!((both.huge_bytes, both.resident_bytes), (Some(6 << 20), Some((6 << 20) + 4096)));
        assert_eq!(both.to_string(), "8 MiB in 2 MiB pages: 6 of 8 MiB");
        assert_eq!(both.page_bytes, Some(4096));
        assert!(both.is_short());
        let one = told(0x40_0000..0x80_0000, &smaps([(4096, 4096), (0, 0)]));
        assert_eq!(one.to_string(), "4 MiB in 2 MiB pages: 4 of 4 MiB");
        assert!(!one.is_short());
    }

    #[test]
    fn a_mapping_that_holds_more_than_the_table_tells_only_what_has_one_possibility() {
        let half = 0x40_0000..0x60_0000;
        let huge = |kibibytes| told(half.clone(), &smaps([(kibibytes, 0), (0, 0)])).huge_bytes;
        assert_eq!((huge(0), huge(4096)), (Some(0), Some(2 << 20)));
        assert_eq!(huge(2048), None, "either half of the mapping may have them");
    }

    #[test]
    fn what_the_system_does_not_tell_is_missing_and_is_said_to_be() {
        for smaps in ["", "nonsense\n", &smaps([(0, 0), (0, 0)]).replace("AnonHugePages", "Other")] {
            let told = told(0x40_0000..0xc0_0000, smaps);
            assert_eq!(told.huge_bytes, None);
            assert_eq!(
                told.to_string(),
                "8 MiB; 2 MiB pages asked for 8 MiB; the system does not tell what it gave"
            );
            assert!(!told.is_short(), "that is not a shortage");
        }
        let beyond = told(0x80_0000..0xd0_0000, &smaps([(0, 0), (0, 0)]));
        assert_eq!(beyond.huge_bytes, None, "a part of the table is in no mapping");
    }

    #[test]
    fn a_table_smaller_than_a_huge_page_asks_for_none() {
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(8192).build().unwrap();
        assert_eq!(Obtained::of(&table.pages()).to_string(), "128 KiB; no 2 MiB pages asked for");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_what_a_table_has_before_and_after_it_is_touched() {
        let mut table =
            TableBuilder::<New, SizedBucket<New>>::new().size(Size::mebibytes(64)).build().unwrap();
        let before = Obtained::of(&table.pages());
        assert_eq!((before.huge_asked_bytes, before.resident_bytes), (64 << 20, Some(0)));
        table.touch(2);
        let after = Obtained::of(&table.pages());
        assert_eq!((after.resident_bytes, after.page_bytes.is_some()), (Some(64 << 20), true));
        assert!(after.huge_bytes.is_some_and(|bytes| bytes <= 64 << 20), "{after:?}");
    }
}
