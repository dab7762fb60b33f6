//! Reads what an engine recorded (`docs/replay.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use anyhow::{Context, Result, bail, ensure};
use supplant_record::{Event, LONGEST_BLOCK, MAGIC, checksum, sampling};

#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// One key of 2ᵇ was recorded.
    pub sample_bits: u32,
    pub threads: usize,
    /// What all threads searched, as far as the file tells.
    pub nodes: u64,
    /// The file ends within a block, which was not read, or before a thread ended its recording.
    pub is_cut_off: bool,
    /// The file reached its limit while the engine still searched.
    pub is_full: bool,
    words: Vec<[u64; 2]>,
}

impl Recording {
    /// Blocks stand in the order in which threads filled them. Of searches and iterations only those
    /// of the thread that began the first are heard, because each thread may record them.
    ///
    /// # Errors
    /// If this is not a recording, it is damaged, or nothing was stored in it.
    pub fn read(mut from: impl Read) -> Result<Self> {
        let Words::Whole(head) = words(&mut from, 2)? else { bail!(NONE) };
        let &[MAGIC, second] = head.as_slice() else { bail!(NONE) };
        let sample_bits = second as u32;
        ensure!(second == sampling(sample_bits) && sample_bits <= 16, "its head is damaged; record it again");
        let mut read = Self { sample_bits, ..Self::default() };
        let (mut stores, mut nodes, mut leader) = (0, BTreeMap::new(), None);
        let mut unended = BTreeSet::new();
        for number in 1.. {
            let of_block = || format!("block {number} is damaged; record it again");
            let head = match words(&mut from, 3)? {
                Words::Whole(head) => head,
                Words::None => break,
                Words::Part => {
                    read.is_cut_off = true;
                    break;
                }
            };
            let (thread, events) = (head[0] as u32, (head[0] >> 32) as usize);
            ensure!(events <= LONGEST_BLOCK, of_block());
            let rest = match words(&mut from, 2 * events)? {
                Words::Whole(rest) => rest,
                _ => {
                    read.is_cut_off = true;
                    break;
                }
            };
            ensure!(checksum(head[..2].iter().chain(&rest).copied()) == head[2], of_block());
            nodes.insert(thread, head[1]);
            unended.insert(thread);
            for event in rest.as_chunks().0 {
                let known = Event::of(*event).with_context(of_block)?;
                stores += usize::from(matches!(known, Event::Store { .. }));
                read.is_full |= known == Event::Full;
                if matches!(known, Event::Full | Event::End { .. }) {
                    unended.remove(&thread);
                }
                let is_of_all = matches!(known, Event::Search { .. } | Event::Iteration { .. });
                if !is_of_all || *leader.get_or_insert(thread) == thread {
                    read.words.push(*event);
                }
            }
        }
        read.is_cut_off |= !unended.is_empty() || nodes.is_empty();
        ensure!(
            stores > 0 || !read.is_cut_off,
            "it is cut off before anything was stored; let the engine end its recording"
        );
        ensure!(stores > 0, "nothing is stored in this recording; record a whole search");
        let all = nodes
            .values()
            .try_fold(0u64, |sum, &of_thread| sum.checked_add(of_thread).filter(|&sum| sum < MOST_NODES));
        let all = all.context("it counts impossible nodes; give each call what the thread has searched")?;
        Ok(Self { threads: nodes.len(), nodes: all, ..read })
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

/// More would take centuries.
const MOST_NODES: u64 = 1 << 60;

const NONE: &str = "this is not a recording; supplant_record.h and `supplant search --record` write them";

enum Words {
    Whole(Vec<u64>),
    /// The file ends within them.
    Part,
    /// The file ends before them.
    None,
}

fn words(from: &mut impl Read, count: usize) -> Result<Words> {
    let mut bytes = Vec::with_capacity(8 * count);
    from.take(8 * count as u64).read_to_end(&mut bytes).context("it cannot be read")?;
    Ok(match bytes.len() {
        0 => Words::None,
        whole if whole == 8 * count => {
            Words::Whole(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect())
        }
        _ => Words::Part,
    })
}

#[cfg(test)]
mod tests {
    use super::Recording;
    use supplant_record::{BLOCK, Event, Recorder, Settings, Stored};

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
        assert_eq!(events(&whole[..whole.len() - 1]), (20_000, true, 1));
        let block = 24 + 16 * BLOCK;
        let blocks = 16 + 100 * block;
        for tail in [0, 1, 7, 8, 23, 24, 25, block - 1] {
            assert_eq!(events(&whole[..blocks + tail]), (100 * BLOCK, true, 1), "{tail}");
        }
        let nodes = |bytes: &[u8]| Recording::read(bytes).expect("a recording").nodes;
        assert_eq!(nodes(&whole), 10_000);
        assert!((799..802).contains(&nodes(&whole[..blocks])), "as far as it was read");
    }

    #[test]
    fn of_several_threads_one_begins_searches_and_the_nodes_of_all_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine.record");
        let recorder = Recorder::create(&path, Settings::default()).expect("a new file");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut thread = recorder.thread();
                    for nodes in [0, 10_000, 20_000] {
                        thread.new_search(nodes);
                        for nodes in nodes..nodes + 10_000 {
                            thread.probe(1, nodes, 3, -1, 0, nodes);
                        }
                    }
                    thread.store(1, 1, Stored::default(), 30_000);
                });
            }
        });
        recorder.finish().expect("there is room");
        let file = std::fs::File::open(path).expect("it was written");
        let read = Recording::read(std::io::BufReader::new(file)).expect("a recording");
        let searches = read.events().filter(|event| matches!(event, Event::Search { .. })).count();
        assert_eq!((read.threads, read.nodes, searches), (4, 120_000, 3));
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
                assert!(read.is_cut_off, "byte {at}: only a longer block is read as one that is cut off");
            }
        }
    }
}
