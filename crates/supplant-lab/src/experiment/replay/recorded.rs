//! Records our own searches as an engine records itself.

use std::sync::atomic::{AtomicU8, Ordering};

use parking_lot::Mutex;

use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant_record::{Event, RecordingThread, Stored};
use supplant_search::search::{Asked, NodeContext, SearchTable};

/// What searches of one worker record, one after the other.
#[derive(Debug)]
pub struct SearchRecorder<'a>(Mutex<RecordingThread<'a>>);

/// The recorder of the thread must not sample.
impl<'a> From<RecordingThread<'a>> for SearchRecorder<'a> {
    fn from(thread: RecordingThread<'a>) -> Self {
        Self(Mutex::new(thread))
    }
}

impl<'a> SearchRecorder<'a> {
    /// Begins a search.
    #[must_use]
    pub fn over<'s>(&'s self, table: &'s dyn SearchTable) -> RecordedTable<'s, 'a> {
        self.0.lock().new_search(0);
        RecordedTable { table, thread: &self.0, iterations: AtomicU8::new(0) }
    }
}

/// The table of a search that is recorded.
pub struct RecordedTable<'s, 'a> {
    table: &'s dyn SearchTable,
    thread: &'s Mutex<RecordingThread<'a>>,
    iterations: AtomicU8,
}

impl RecordedTable<'_, '_> {
    /// The search has ended after `nodes`: more than at its last probe.
    pub fn searched(&self, nodes: u64) {
        self.thread.lock().set_nodes(nodes);
    }

    fn write(&self, event: Event) {
        self.thread.lock().write(event);
    }
}

impl std::fmt::Debug for RecordedTable<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecordedTable").finish_non_exhaustive()
    }
}

impl SearchTable for RecordedTable<'_, '_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn listens(&self) -> bool {
        true
    }

    fn asked(&self, Key(key): Key, Asked { depth, alpha, beta, nodes }: Asked) {
        let mut thread = self.thread.lock();
        // A recording that is cut off must count the nodes up to there.
        thread.set_nodes(nodes);
        thread.write(Event::probe(key, depth.into(), alpha, beta));
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.table.probe(key)
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        self.table.probe_both(key)
    }

    fn cut_by(&self, key: Key) {
        self.write(Event::Cut { key: key.0 });
        self.table.cut_by(key);
    }

    fn new_iteration(&self) {
        let number = self.iterations.fetch_add(1, Ordering::Relaxed) + 1;
        let mut thread = self.thread.lock();
        let nodes = thread.nodes();
        thread.new_iteration(number.into(), nodes);
        self.table.new_iteration();
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        let SizedEntry { depth, score, bound, mv, size, .. } = entry;
        let stored = Stored { depth, score, bound: bound as u8, has_move: mv.is_some() };
        let nodes = size.try_into().unwrap_or(u32::MAX);
        self.write(Event::Store { key: key.0, stored, nodes });
        self.table.store_with(key, entry, beside);
    }
}
