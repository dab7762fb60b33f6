//! Records what an engine asks of its transposition table, for `supplant replay`.
//!
//! Copy this crate's one file, or depend on it; it needs nothing else. Engines in C or C++ include
//! `include/supplant_record.h`, which writes the same file. `docs/replay.md` explains both.
//!
//! ```
//! use supplant_record::{Recorder, Settings, Stored};
//! # let path = std::env::temp_dir().join(format!("supplant-record-{}", std::process::id()));
//! let recorder = Recorder::create(&path, Settings::default())?;
//! let mut thread = recorder.thread();
//! // Where a search begins:
//! thread.new_search(0);
//! // Before a node asks the table: plies from the root, key, depth and window, nodes so far.
//! thread.probe(3, 0x9d39, 7, -20, 20, 1_000);
//! # let has_cutoff = false;
//! // Where the score of the entry ends the node:
//! if has_cutoff {
//!     thread.cut(0x9d39);
//! }
//! // Where the node stores its result:
//! thread.store(3, 0x9d39, Stored { depth: 7, score: 35, bound: 2, has_move: true }, 5_000);
//! drop(thread);
//! let bytes = recorder.finish()?;
//! # assert_eq!(bytes, std::fs::metadata(&path)?.len());
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # File
//! All numbers are little-endian words of 64 bits.
//!
//! | words | content |
//! |---|---|
//! | 2 | `SPLTREC1`; the number of sample bits, with its complement in the high 32 bits |
//! | then blocks: 3 | the thread in the low 32 bits and the number of events in the high; its nodes; checksum |
//! | 2 for each event | key or nodes; kind and facts ([`Event`]) |
//!
//! A file that was cut off is read to its last whole block.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first word of a file.
pub const MAGIC: u64 = u64::from_le_bytes(*b"SPLTREC1");

/// The most events of one block in a file.
pub const LONGEST_BLOCK: usize = 4096;

/// The events of a block that is written here: few, so that those of several threads stay nearly in
/// order.
pub const BLOCK: usize = 16;

/// What an engine did. Each event takes 16 bytes.
///
/// The first word is the key, or the nodes that the thread has searched, or zero for [`Event::Full`].
/// The second has the kind in bits 0 to 2. A probe has its depth in bits 8 to 15, alpha in 16 to 31
/// and beta in 32 to 47. A store has its bound in bits 3 and 4, whether it has a move in bit 5, its
/// depth and score where a probe has depth and alpha, and the nodes of its subtree in bits 32 to 63.
/// An iteration has its depth in bits 8 to 15. Alpha, beta and scores are signed. Other kinds do not
/// exist; a file with one is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A node asks the table.
    Probe {
        /// The key of the position.
        key: u64,
        /// The depth that an entry needs to answer, in plies.
        depth: u8,
        /// The lower end of the window.
        alpha: i16,
        /// The upper end of the window.
        beta: i16,
    },
    /// The entry just found ended the search of its node.
    Cut {
        /// The key of the position.
        key: u64,
    },
    /// A node offers its result to the table.
    Store {
        /// The key of the position.
        key: u64,
        /// The result.
        stored: Stored,
        /// The nodes of the subtree, at most 2³² − 1.
        nodes: u32,
    },
    /// A search begins: the age of all entries grows.
    Search {
        /// The nodes that the thread has searched.
        nodes: u64,
    },
    /// An iteration begins.
    Iteration {
        /// Its depth in plies.
        depth: u8,
        /// The nodes that the thread has searched.
        nodes: u64,
    },
    /// The file has reached its limit; the thread records nothing more.
    Full,
    /// The thread has ended its recording.
    End {
        /// The nodes that the thread has searched.
        nodes: u64,
    },
}

/// The result that a node stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The depth searched, in plies.
    pub depth: u8,
    /// The score, as the table keeps it.
    pub score: i16,
    /// 0: none, 1: upper, 2: lower, 3: exact.
    pub bound: u8,
    /// Whether a move is stored.
    pub has_move: bool,
}

impl Event {
    /// A node asks the table; what does not fit is cut to the nearest that does.
    #[must_use]
    pub fn probe(key: u64, depth: i32, alpha: i32, beta: i32) -> Self {
        Self::Probe { key, depth: plies(depth), alpha: score(alpha), beta: score(beta) }
    }

    /// The event as it lies in a file.
    #[must_use]
    pub fn words(self) -> [u64; 2] {
        let at = |value: u64, bit: u32| value << bit;
        let word = |value: i16| u64::from(value as u16);
        match self {
            Self::Probe { key, depth, alpha, beta } => {
                [key, at(depth.into(), 8) | at(word(alpha), 16) | at(word(beta), 32)]
            }
            Self::Cut { key } => [key, 1],
            Self::Store { key, stored: Stored { depth, score, bound, has_move }, nodes } => {
                let facts = at(u64::from(bound & 3), 3) | at(has_move.into(), 5) | at(depth.into(), 8);
                [key, 2 | facts | at(word(score), 16) | at(nodes.into(), 32)]
            }
            Self::Search { nodes } => [nodes, 3],
            Self::Iteration { depth, nodes } => [nodes, 4 | at(depth.into(), 8)],
            Self::Full => [0, 5],
            Self::End { nodes } => [nodes, 6],
        }
    }

    /// Reads an event; `None` if its kind is unknown.
    #[must_use]
    pub fn of([first, second]: [u64; 2]) -> Option<Self> {
        let (depth, low, high) = ((second >> 8) as u8, (second >> 16) as i16, (second >> 32) as i16);
        Some(match second & 7 {
            0 => Self::Probe { key: first, depth, alpha: low, beta: high },
            1 => Self::Cut { key: first },
            2 => {
                let (bound, has_move) = ((second >> 3 & 3) as u8, second >> 5 & 1 == 1);
                let stored = Stored { depth, score: low, bound, has_move };
                Self::Store { key: first, stored, nodes: (second >> 32) as u32 }
            }
            3 => Self::Search { nodes: first },
            4 => Self::Iteration { depth, nodes: first },
            5 => Self::Full,
            6 => Self::End { nodes: first },
            _ => return None,
        })
    }
}

/// The checksum of a block: of its first two words and its events.
#[must_use]
pub fn checksum(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(MAGIC, |sum, word| (sum ^ word).rotate_left(27).wrapping_mul(SPREAD))
}

/// The second word of a file: the sample bits, and their complement, which shows damage.
#[must_use]
pub const fn sampling(bits: u32) -> u64 {
    (!bits as u64) << 32 | bits as u64
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Whether a key is among those that are sampled: one of 2ᵇ for `bits` b.
#[must_use]
pub fn is_sampled(key: u64, bits: u32) -> bool {
    bits == 0 || key.wrapping_mul(SPREAD) >> (64 - bits) == 0
}

/// The settings of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Record one key of 2ᵇ, for a `sample_bits` of b at most 16: a long game then fits on a disk,
    /// and a replay makes its tables smaller by the same factor.
    pub sample_bits: u32,
    /// Recording ends with the block that reaches this many bytes of the file.
    pub limit: u64,
}

impl Default for Settings {
    /// All keys, and 4 GiB.
    fn default() -> Self {
        Self { sample_bits: 0, limit: 4 << 30 }
    }
}

/// A file of events, which threads write to.
#[derive(Debug)]
pub struct Recorder {
    out: Mutex<Out>,
    threads: AtomicU32,
    sample_bits: u32,
}

#[derive(Debug)]
struct Out {
    file: BufWriter<File>,
    written: u64,
    limit: u64,
    failed: Option<io::Error>,
}

impl Recorder {
    /// Makes a new file.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written, or more than 16 sample bits are
    /// asked for.
    pub fn create(path: &Path, settings: Settings) -> io::Result<Self> {
        let Settings { sample_bits, limit } = settings;
        if sample_bits > 16 {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "at most 16 sample bits"));
        }
        let mut file = BufWriter::new(File::create_new(path)?);
        file.write_all(&[MAGIC, sampling(sample_bits)].map(u64::to_le_bytes).concat())?;
        let out = Out { file, written: 16, limit, failed: None };
        Ok(Self { out: Mutex::new(out), threads: AtomicU32::new(0), sample_bits })
    }

    /// What one thread records. Each thread needs its own.
    #[must_use]
    pub fn thread(&self) -> RecordingThread<'_> {
        RecordingThread {
            recorder: self,
            number: self.threads.fetch_add(1, Ordering::Relaxed),
            events: Vec::with_capacity(BLOCK),
            path: vec![[Begun::default(); BESIDE]; PLIES],
            nodes: 0,
            before: 0,
            is_full: false,
        }
    }

    /// Closes the file, and returns its bytes.
    ///
    /// # Errors
    /// If something could not be written.
    ///
    /// # Panics
    /// If a thread panicked while it wrote.
    pub fn finish(self) -> io::Result<u64> {
        let mut out = self.out.into_inner().expect("no thread panics while it writes");
        out.failed.map_or_else(|| out.file.flush(), Err).map(|()| out.written)
    }

    /// Whether there is room for more.
    fn write(&self, thread: u32, nodes: u64, events: &[[u64; 2]]) -> bool {
        let head = [u64::from(thread) | (events.len() as u64) << 32, nodes];
        let sum = checksum(head.iter().chain(events.iter().flatten()).copied());
        let words = head.into_iter().chain([sum]).chain(events.iter().flatten().copied());
        let block: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        let mut out = self.out.lock().expect("no thread panics while it writes");
        if out.failed.is_none() {
            let written = out.file.write_all(&block);
            out.written += block.len() as u64;
            out.failed = written.err();
        }
        out.failed.is_none() && out.written < out.limit
    }
}

/// More plies are recorded as the last.
const PLIES: usize = 256;

/// Searches that may be open at one ply, under keys of their own: that of a node, and that with a
/// move left out.
const BESIDE: usize = 2;

#[derive(Clone, Copy, Debug, Default)]
struct Begun {
    key: u64,
    nodes: u64,
}

/// What one thread records.
///
/// Dropping it writes what is left.
#[derive(Debug)]
pub struct RecordingThread<'a> {
    recorder: &'a Recorder,
    number: u32,
    events: Vec<[u64; 2]>,
    /// By ply: the nodes at the last probe of each key.
    path: Vec<[Begun; BESIDE]>,
    nodes: u64,
    /// Nodes of searches before, if the engine counts each search from 0.
    before: u64,
    is_full: bool,
}

impl RecordingThread<'_> {
    /// A node `ply` plies from the root asks the table for an entry of at least `depth`, within
    /// `alpha` and `beta`. `nodes` is what this thread has searched.
    pub fn probe(&mut self, ply: usize, key: u64, depth: i32, alpha: i32, beta: i32, nodes: u64) {
        self.set_nodes(nodes);
        let here = &mut self.path[ply.min(PLIES - 1)];
        if here[0].key != key {
            here.swap(0, 1);
        }
        here[0] = Begun { key, nodes };
        if is_sampled(key, self.recorder.sample_bits) {
            self.write(Event::probe(key, depth, alpha, beta));
        }
    }

    /// The entry just found for `key` ended the search of its node.
    pub fn cut(&mut self, key: u64) {
        if is_sampled(key, self.recorder.sample_bits) {
            self.write(Event::Cut { key });
        }
    }

    /// The node stores its result. Its subtree counts from the last probe of `key` at this ply, as one
    /// node if there was none.
    pub fn store(&mut self, ply: usize, key: u64, stored: Stored, nodes: u64) {
        self.set_nodes(nodes);
        if !is_sampled(key, self.recorder.sample_bits) {
            return;
        }
        let begun = self.path[ply.min(PLIES - 1)].iter().find(|begun| begun.key == key);
        let size = begun.map_or(1, |begun| nodes.saturating_sub(begun.nodes).max(1));
        self.write(Event::Store { key, stored, nodes: size.try_into().unwrap_or(u32::MAX) });
    }

    /// A search begins, as after a move: all entries age.
    pub fn new_search(&mut self, nodes: u64) {
        self.set_nodes(nodes);
        self.write(Event::Search { nodes: self.before + nodes });
    }

    /// An iteration of `depth` plies begins.
    pub fn new_iteration(&mut self, depth: i32, nodes: u64) {
        self.set_nodes(nodes);
        self.write(Event::Iteration { depth: plies(depth), nodes: self.before + nodes });
    }

    /// This thread has searched `nodes`: for a search that ends long after its last probe. Fewer than
    /// before are those of a new search.
    pub fn set_nodes(&mut self, nodes: u64) {
        if nodes < self.nodes {
            self.before = self.before.saturating_add(self.nodes);
        }
        self.nodes = nodes;
    }

    /// What this thread has searched, as it was last told.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Records any event.
    pub fn write(&mut self, event: Event) {
        if self.is_full {
            return;
        }
        self.events.push(event.words());
        if self.events.len() == BLOCK && !self.flush() {
            self.events.push(Event::Full.words());
            self.flush();
            self.is_full = true;
        }
    }

    fn flush(&mut self) -> bool {
        let has_room = self.recorder.write(self.number, self.before + self.nodes, &self.events);
        self.events.clear();
        has_room
    }
}

fn plies(depth: i32) -> u8 {
    depth.clamp(0, 255) as u8
}

fn score(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl Drop for RecordingThread<'_> {
    fn drop(&mut self) {
        // A recording that a panic cut off must not look whole.
        if !self.is_full && !std::thread::panicking() {
            self.events.push(Event::End { nodes: self.before + self.nodes }.words());
        }
        if !self.events.is_empty() {
            self.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Stored, is_sampled};

    #[test]
    fn each_event_is_read_as_it_was_written_and_lies_where_the_document_says() {
        let key = 0x0123_4567_89ab_cdef;
        let stored = Stored { depth: 9, score: -2, bound: 2, has_move: true };
        let all = [
            (Event::Probe { key, depth: 255, alpha: -1, beta: i16::MIN }, 0x8000_ffff_ff00),
            (Event::Cut { key }, 1),
            (Event::Store { key, stored, nodes: u32::MAX }, 0xffff_ffff_fffe_0932),
            (Event::Search { nodes: 7 }, 3),
            (Event::Iteration { depth: 12, nodes: 7 }, 0xc04),
            (Event::Full, 5),
            (Event::End { nodes: 7 }, 6),
        ];
        for (event, second) in all {
            assert_eq!(event.words()[1], second, "{event:?}");
            assert_eq!(Event::of(event.words()), Some(event));
        }
        assert_eq!(Event::of([0, 7]), None);
    }

    #[test]
    fn one_key_of_a_power_of_two_is_sampled() {
        let sampled = |bits| (0..1u64 << 20).filter(|key| is_sampled(key << 13, bits)).count();
        assert_eq!(sampled(0), 1 << 20);
        let quarter = sampled(2) as f64 / f64::from(1 << 18);
        assert!((quarter - 1.0).abs() < 0.01, "{quarter}");
    }
}
