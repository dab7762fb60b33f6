//! Our table as a subject.

use super::{About, Subject, SubjectKind};
use supplant::entry::bucket::Ready;
use supplant::entry::{Score, SizedEntry};
use supplant::key::Key;
use supplant::scheme::Scheme;
use supplant::table::TableBuilder;
use supplant::table::{Pages, Size, Table};

#[derive(Debug)]
pub(super) struct Own<S: Scheme, B: Ready<Payload = SizedEntry>>(Table<S, B>);

pub(super) fn touched<S: Scheme, B: Ready<Payload = SizedEntry>>(
    bytes: usize,
    threads: usize,
) -> Result<Table<S, B>, String> {
    let mut table =
        TableBuilder::new().size(Size::Bytes(bytes)).build().map_err(|error| error.to_string())?;
    table.touch(threads);
    Ok(table)
}

impl<S: Scheme, B: Ready<Payload = SizedEntry>> Subject for Own<S, B> {
    const ABOUT: About = About {
        name: S::NAME,
        kind: SubjectKind::Table,
        variant: B::NAME,
        slots: B::SLOTS,
        prefetches: true,
        answers: true,
    };
    const FALSE_HIT: f64 =
        if B::VERIFIED_BITS < u64::BITS { B::SLOTS as f64 / (1u64 << B::VERIFIED_BITS) as f64 } else { 0.0 };

    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String> {
        touched(bytes, threads).map(Self)
    }

    fn capacity(&self) -> usize {
        self.0.slots()
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.0.probe(key).map(|found| found.score)
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.0.store(key, entry);
    }

    #[inline(always)]
    fn prefetch(&self, key: Key) {
        self.0.prefetch(key);
    }

    fn pages(&self) -> Option<Pages> {
        Some(self.0.pages())
    }
}
