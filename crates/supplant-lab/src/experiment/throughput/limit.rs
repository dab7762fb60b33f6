//! The limit: operations on random lines of memory and nothing else.
//!
//! Mapping, pages, index and prefetch are those of our tables. A probe reads one word of the line;
//! a store reads, changes and writes it.

use super::own::touched;
use super::{About, Subject, SubjectKind};
use supplant::entry::bucket::OneWord;
use supplant::entry::{Score, SizedEntry};
use supplant::key::Key;
use supplant::scheme::DepthAge;
use supplant::table::{Pages, Table};

#[derive(Debug)]
pub(super) struct LimitArray(Table<DepthAge, OneWord<8, SizedEntry>>);

const _: () =
    assert!(Table::<DepthAge, OneWord<8, SizedEntry>>::BUCKET_BYTES == 64, "a bucket is a cache line");

impl Subject for LimitArray {
    const ABOUT: About = About {
        name: "limit",
        kind: SubjectKind::Limit,
        variant: "",
        slots: 0,
        prefetches: true,
        answers: false,
    };

    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String> {
        touched(bytes, threads).map(Self)
    }

    fn capacity(&self) -> usize {
        self.0.slots()
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        Some(self.0.cells(self.0.bucket_of(key))[0].load() as Score)
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        let word = &self.0.cells(self.0.bucket_of(key))[0];
        word.save(word.load() ^ u64::from(entry.score as u16));
    }

    #[inline(always)]
    fn prefetch(&self, key: Key) {
        self.0.prefetch(key);
    }

    fn pages(&self) -> Option<Pages> {
        Some(self.0.pages())
    }
}

#[cfg(test)]
mod tests {
    use super::LimitArray;
    use crate::experiment::throughput::Subject;
    use crate::experiment::throughput::keys::{entry_of, score_of};
    use supplant::key::Key;

    #[test]
    fn a_store_changes_the_word_that_a_probe_reads() {
        let limit = LimitArray::with_bytes(1 << 12, 1).unwrap();
        let key = Key(0xfeed_0123_4567_89ab);
        assert_eq!(limit.probe(key), Some(0));
        limit.store(key, entry_of(key));
        assert_eq!(limit.probe(key), Some(score_of(key)));
        limit.store(key, entry_of(key));
        assert_eq!(limit.probe(key), Some(0), "what is written depends on what was there");
    }
}
