//! Reads what an engine recorded (`docs/replay.md`).

use std::io::{ErrorKind, Read};

use anyhow::{Context, Result, bail, ensure};
use supplant_record::{BLOCK, Event, MAGIC, checksum};

#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// One key of 2ᵇ was recorded.
    pub sample_bits: u32,
    pub threads: usize,
    /// The file ends within a block, which was not read.
    pub is_cut_off: bool,
    /// The file reached its limit while the engine still searched.
    pub is_full: bool,
    words: Vec<[u64; 2]>,
}

impl Recording {
    /// Blocks stand in the order in which threads filled them.
    ///
    /// # Errors
    /// If this is not a recording, it is damaged, or nothing was stored in it.
    pub fn read(mut from: impl Read) -> Result<Self> {
        let head = words(&mut from, 2)?;
        let Some(&[MAGIC, sample_bits]) = head.as_deref() else {
            bail!("this is not a recording; supplant_record.h and `supplant search --record` write them");
        };
        ensure!(sample_bits <= 16, "its first line is damaged: {sample_bits} sample bits; record it again");
        let mut read = Self { sample_bits: sample_bits as u32, ..Self::default() };
        let mut stores = 0;
        for number in 1.. {
            let of_block = || format!("block {number} is damaged; record it again");
            let Some(first) = words(&mut from, 1)? else { break };
            let &[first] = first.as_slice() else { unreachable!("one word was asked for") };
            let (thread, events) = (first as u32 as usize, (first >> 32) as usize);
            ensure!((1..=BLOCK).contains(&events), of_block());
            let Some(rest) = words(&mut from, 1 + 2 * events)? else {
                read.is_cut_off = true;
                break;
            };
            let (&sum, rest) = rest.split_first().with_context(of_block)?;
            ensure!(checksum([first].into_iter().chain(rest.iter().copied())) == sum, of_block());
            read.threads = read.threads.max(thread + 1);
            for event in rest.as_chunks().0 {
                let known = Event::of(*event).with_context(of_block)?;
                stores += usize::from(matches!(known, Event::Store { .. }));
                read.is_full |= matches!(known, Event::Full { .. });
                read.words.push(*event);
            }
        }
        ensure!(stores > 0, "nothing is stored in this recording; record a whole search");
        Ok(read)
    }

    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.words.iter().map(|&words| Event::of(words).expect("it was checked when it was read"))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// `None` where the file ends before.
fn words(from: &mut impl Read, count: usize) -> Result<Option<Vec<u64>>> {
    let mut bytes = vec![0; 8 * count];
    match from.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect())),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error).context("it cannot be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::Recording;
    use supplant_record::{Recorder, Settings, Stored};

    fn written(stores: u64) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine.record");
        let recorder = Recorder::create(&path, Settings::default()).expect("a new file");
        let mut thread = recorder.thread();
        thread.new_search(0);
        for nodes in 0..stores {
            thread.probe(1, nodes, 3, -1, 0, nodes);
            thread.store(1, nodes, Stored { depth: 3, score: 0, bound: 2, has_move: true }, nodes + 1);
        }
        drop(thread);
        recorder.finish().expect("there is room");
        std::fs::read(path).expect("it was written")
    }

    fn refused(bytes: &[u8]) -> String {
        format!("{:#}", Recording::read(bytes).expect_err("it is refused"))
    }

    #[test]
    fn a_file_that_was_cut_off_is_read_to_its_last_whole_block() {
        let whole = written(10_000);
        let events = |bytes: &[u8]| {
            let read = Recording::read(bytes).expect("a recording");
            (read.len(), read.is_cut_off, read.threads)
        };
        assert_eq!(events(&whole), (20_002, false, 1));
        assert_eq!(events(&whole[..whole.len() - 1]), (4 * 4096, true, 1));
        assert_eq!(events(&whole[..16 + 16 * 4097 + 8]), (4096, true, 1));
        assert_eq!(events(&whole[..16 + 16 * 4097 + 7]).0, 4096);
    }

    #[test]
    fn what_is_no_recording_or_damaged_is_refused_in_a_line() {
        let whole = written(10);
        assert!(refused(b"something else altogether").contains("not a recording"));
        assert!(refused(b"").contains("not a recording"));
        assert!(refused(&written(0)).contains("nothing is stored"));
        for at in 8..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            if let Ok(read) = Recording::read(damaged.as_slice()) {
                // Fewer bits in the head are another recording; a block of other length may be cut off.
                assert!(at == 8 || read.is_cut_off, "byte {at}");
            }
        }
    }
}
