//! The blocks of a table file: the whole buckets that fit into a page, followed by their checksum.
//!
//! It sees buckets as bytes, so that reading and writing are compiled once for all layouts.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::ops::Range;

use super::checksum::checksum;
use super::load::Loaded;
use super::read_up_to;
use crate::table::memory::PAGE;

/// Half a mebibyte, which fits a near cache. Chosen, not measured.
const AT_ONCE: usize = 128;
const SUM: usize = size_of::<u64>();

#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    pub(super) buckets: usize,
    pub(super) bucket_bytes: usize,
    pub(super) bucket_slots: usize,
}

impl Blocks {
    fn block(self) -> usize {
        PAGE / self.bucket_bytes
    }

    fn stride(self) -> usize {
        self.block() * self.bucket_bytes + SUM
    }

    fn buffer(self) -> Vec<u8> {
        vec![0; AT_ONCE * self.stride()]
    }

    fn rounds(self) -> impl Iterator<Item = Range<usize>> {
        parts(0..self.buckets, AT_ONCE * self.block())
    }

    pub(super) fn write(
        self,
        mut seed: u64,
        out: &mut File,
        copy: &dyn Fn(Range<usize>, &mut [u8]),
    ) -> io::Result<()> {
        let mut buffer = self.buffer();
        for round in self.rounds() {
            let mut filled = 0;
            for buckets in parts(round, self.block()) {
                let (block, rest) = buffer[filled..].split_at_mut(buckets.len() * self.bucket_bytes);
                copy(buckets, block);
                rest[..SUM].copy_from_slice(&checksum(seed, block).to_le_bytes());
                filled += block.len() + SUM;
                seed = seed.wrapping_add(1);
            }
            out.write_all(&buffer[..filled])?;
        }
        Ok(())
    }

    /// `copy` gets the bytes of the blocks that are whole.
    pub(super) fn read(
        self,
        mut seed: u64,
        file: &mut File,
        copy: &dyn Fn(Range<usize>, &[u8]),
    ) -> io::Result<Loaded> {
        let mut buffer = self.buffer();
        let mut loaded = Loaded { slots: self.buckets * self.bucket_slots, ..Loaded::default() };
        for round in self.rounds() {
            let wanted = round.len() * self.bucket_bytes + round.len().div_ceil(self.block()) * SUM;
            let read = read_up_to(file, &mut buffer[..wanted])?;
            let mut bytes = buffer[..read].chunks(self.stride());
            for buckets in parts(round, self.block()) {
                loaded.blocks += 1;
                match bytes.next().and_then(|bytes| whole(seed, bytes)) {
                    Some(block) => copy(buckets, block),
                    None => {
                        loaded.lost_blocks += 1;
                        loaded.lost_slots += buckets.len() * self.bucket_slots;
                    }
                }
                seed = seed.wrapping_add(1);
            }
        }
        loaded.surplus_bytes = file.metadata()?.len().saturating_sub(file.stream_position()?);
        Ok(loaded)
    }
}

fn parts(range: Range<usize>, step: usize) -> impl Iterator<Item = Range<usize>> {
    range.clone().step_by(step).map(move |first| first..range.end.min(first + step))
}

fn whole(seed: u64, bytes: &[u8]) -> Option<&[u8]> {
    let (block, sum) = bytes.split_last_chunk()?;
    (checksum(seed, block) == u64::from_le_bytes(*sum)).then_some(block)
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, Blocks, parts};

    #[test]
    fn the_blocks_have_every_bucket_once() {
        for (buckets, bucket_bytes) in [(1, 16), (1 << 16, 32), (100_003, 64)] {
            let blocks = Blocks { buckets, bucket_bytes, bucket_slots: 1 };
            let all = blocks.rounds().inspect(|round| assert!(round.len() <= AT_ONCE * blocks.block()));
            assert!(all.flat_map(|round| parts(round, blocks.block())).flatten().eq(0..buckets));
        }
    }
}
