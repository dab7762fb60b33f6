//! Records a parallel search: every probe and every store of every worker, in order.
//!
//! A trace is a gzip stream of the [`Heading`] as JSON and of [`TraceRecord`]s; `docs/trace.md`
//! defines each byte.

use std::io::{BufRead, BufReader, Read, Write};

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use parking_lot::Mutex;
use supplant::entry::{Bound, Depth, Marks, Move16, SizedEntry, saturated_score};
use supplant::key::Key;
use supplant_search::search::{Asked, NodeContext, SearchTable, Stop};

/// The format that is written. Format 1 has no [`TraceEvent::Asked`].
const FORM: u32 = 2;

const BYTES: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    pub trace: u32,
    pub version: String,
    pub position: String,
    pub search: String,
    pub scheme: String,
    pub layout: String,
    pub slots: usize,
    #[serde(default)]
    pub keep_deeper: bool,
    #[serde(default)]
    pub keep_move: bool,
    pub workers: usize,
    pub quantum: u64,
    pub helpers: String,
    pub seed: u64,
    pub depth: Depth,
    pub nodes: Option<u64>,
}

impl Default for Heading {
    fn default() -> Self {
        Self {
            trace: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            position: String::new(),
            search: String::new(),
            scheme: String::new(),
            layout: String::new(),
            slots: 0,
            keep_deeper: false,
            keep_move: false,
            workers: 0,
            quantum: 0,
            helpers: String::new(),
            seed: 0,
            depth: 0,
            nodes: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    Missed,
    Found,
    FoundToo,
    Stored,
    Cut,
    Iteration,
    /// What the probe that follows needs: [`TraceRecord::asked`].
    Asked,
}

impl TraceEvent {
    const ALL: [Self; 7] =
        [Self::Missed, Self::Found, Self::FoundToo, Self::Stored, Self::Cut, Self::Iteration, Self::Asked];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceRecord {
    pub worker: u16,
    pub round: u64,
    pub what: TraceEvent,
    pub key: Key,
    pub entry: SizedEntry,
}

impl TraceRecord {
    /// Of [`TraceEvent::Asked`] the depth of the node and its window, alpha and beta.
    #[must_use]
    pub fn asked(&self) -> Option<(Depth, [i16; 2])> {
        let SizedEntry { depth, score, mv, .. } = self.entry;
        (self.what == TraceEvent::Asked).then_some((depth, [score, mv.0 as i16]))
    }

    fn bytes(&self) -> [u8; BYTES] {
        let Self { worker, round, what, key, entry } = self;
        let mut bytes = [0; BYTES];
        bytes[0..8].copy_from_slice(&key.0.to_le_bytes());
        bytes[8..16].copy_from_slice(&entry.size.to_le_bytes());
        // 48 bits: at a round a microsecond, nine years.
        bytes[16..22].copy_from_slice(&round.to_le_bytes()[..6]);
        bytes[22..24].copy_from_slice(&worker.to_le_bytes());
        bytes[24..26].copy_from_slice(&entry.mv.0.to_le_bytes());
        bytes[26..28].copy_from_slice(&entry.score.to_le_bytes());
        bytes[28] = entry.depth;
        bytes[29] = entry.bound as u8;
        bytes[30] = *what as u8;
        bytes[31] = u8::from(entry.principal) | (entry.marks.bits() as u8) << 1;
        bytes
    }

    fn of(bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize, bytes_of: usize| {
            (0..bytes_of).fold(0, |sum, i| sum | u64::from(bytes[at + i]) << (8 * i))
        };
        let flags = Some(bytes[31]).filter(|flags| flags >> 3 == 0)?;
        Some(Self {
            key: Key(word(0, 8)),
            round: word(16, 6),
            worker: word(22, 2) as u16,
            what: *TraceEvent::ALL.get(usize::from(bytes[30]))?,
            entry: SizedEntry {
                size: word(8, 8),
                mv: Move16(word(24, 2) as u16),
                score: word(26, 2) as u16 as i16,
                depth: bytes[28] as Depth,
                principal: flags & 1 != 0,
                marks: Marks::of_bits(u64::from(flags >> 1)),
                bound: (1..=3).contains(&bytes[29]).then(|| Bound::from_code(bytes[29].into()))?,
            },
        })
    }
}

pub struct Tracer<W: Write> {
    state: Mutex<State<W>>,
    stop: Stop,
}

struct State<W: Write> {
    out: GzEncoder<W>,
    worker: u16,
    round: u64,
    records: u64,
    failed: Option<std::io::Error>,
}

impl<W: Write> Tracer<W> {
    /// A failed write sets `stop`.
    ///
    /// # Errors
    /// If the heading cannot be written.
    pub fn begin(out: W, heading: &Heading, stop: Stop) -> Result<Self> {
        // The fastest level: records come faster than better compression works.
        let mut out = GzEncoder::new(out, Compression::fast());
        writeln!(out, "{}", serde_json::to_string(heading)?)?;
        let state = State { out, worker: 0, round: 0, records: 0, failed: None };
        Ok(Self { state: Mutex::new(state), stop })
    }

    pub fn turn(&self, worker: usize, round: u64) {
        let mut state = self.state.lock();
        (state.worker, state.round) = (worker as u16, round);
    }

    fn write(&self, what: TraceEvent, key: Key, entry: SizedEntry) {
        let mut state = self.state.lock();
        let record = TraceRecord { worker: state.worker, round: state.round, what, key, entry };
        state.records += 1;
        if let Err(error) = state.out.write_all(&record.bytes()) {
            state.failed.get_or_insert(error);
            self.stop.set();
        }
    }

    /// # Errors
    /// If a part of the trace could not be written.
    pub fn end(self) -> Result<u64> {
        let State { out, records, failed, .. } = self.state.into_inner();
        if let Some(error) = failed {
            return Err(error.into());
        }
        out.finish()?.flush()?;
        Ok(records)
    }
}

impl<W: Write> std::fmt::Debug for Tracer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tracer").finish_non_exhaustive()
    }
}

pub struct Traced<'a, W: Write> {
    pub table: &'a dyn SearchTable,
    pub tracer: &'a Tracer<W>,
}

impl<W: Write> std::fmt::Debug for Traced<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Traced").field("tracer", self.tracer).finish_non_exhaustive()
    }
}

impl<W: Write + Send> SearchTable for Traced<'_, W> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn listens(&self) -> bool {
        true
    }

    fn asked(&self, key: Key, asked: Asked) {
        let [alpha, beta] = [asked.alpha, asked.beta].map(saturated_score);
        let entry =
            SizedEntry { depth: asked.depth, score: alpha, mv: Move16(beta as u16), ..SizedEntry::default() };
        self.tracer.write(TraceEvent::Asked, key, entry);
        self.table.asked(key, asked);
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.probe_both(key)[0]
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        let found = self.table.probe_both(key);
        match found[0] {
            Some(entry) => self.tracer.write(TraceEvent::Found, key, entry),
            None => self.tracer.write(TraceEvent::Missed, key, SizedEntry::default()),
        }
        if let Some(entry) = found[1] {
            self.tracer.write(TraceEvent::FoundToo, key, entry);
        }
        found
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        self.tracer.write(TraceEvent::Stored, key, entry);
        self.table.store_with(key, entry, beside);
    }

    fn cut_by(&self, key: Key) {
        self.tracer.write(TraceEvent::Cut, key, SizedEntry::default());
        self.table.cut_by(key);
    }

    fn new_iteration(&self) {
        self.tracer.write(TraceEvent::Iteration, Key(0), SizedEntry::default());
        self.table.new_iteration();
    }
}

pub struct Reader<R: Read> {
    pub heading: Heading,
    records: BufReader<GzDecoder<R>>,
    read: u64,
}

impl<R: Read> Reader<R> {
    /// # Errors
    /// If this is not a trace, or has another format.
    pub fn open(from: R) -> Result<Self> {
        let mut records = BufReader::new(GzDecoder::new(from));
        let mut line = String::new();
        records
            .by_ref()
            .take(1 << 16)
            .read_line(&mut line)
            .context("this is not a trace: it is not packed by gzip")?;
        let heading: Heading =
            serde_json::from_str(&line).context("this is not a trace: its first line is not a heading")?;
        if !(1..=FORM).contains(&heading.trace) {
            bail!("the trace is of format {}; this version reads formats 1 to {FORM}", heading.trace);
        }
        Ok(Self { heading, records, read: 0 })
    }

    fn next_record(&mut self) -> Result<Option<TraceRecord>> {
        let (mut bytes, mut filled) = ([0; BYTES], 0);
        while filled < BYTES {
            match self.records.read(&mut bytes[filled..]).context("it is cut short")? {
                0 if filled == 0 => return Ok(None),
                0 => bail!("it ends in the middle of a record"),
                more => filled += more,
            }
        }
        TraceRecord::of(&bytes).map(Some).context("its numbers stand for nothing")
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<TraceRecord>;

    fn next(&mut self) -> Option<Result<TraceRecord>> {
        self.read += 1;
        self.next_record().with_context(|| format!("record {}", self.read)).transpose()
    }
}

impl<R: Read> std::fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("heading", &self.heading).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
