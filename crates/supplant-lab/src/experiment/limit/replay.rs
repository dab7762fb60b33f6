//! What a scheme saves on a record.

use std::collections::{HashMap, HashSet};

use super::TableAccess;
use super::optimum::reuses;
use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant_search::search::StudyTable;

/// A use of a stored score, on a record, and whether a table that stored the record still held it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreUse {
    /// What was stored last of the position.
    pub entry: SizedEntry,
    /// Results that were stored since the position was last stored or used.
    pub age: u64,
    /// Whether it had been used before since it was stored.
    pub is_again: bool,
    /// Whether the table kept what it was offered of it last: else it was refused, and not thrown out since.
    pub is_let_in: bool,
    /// Nodes that it saves.
    pub saved: u64,
    /// Whether the table held it.
    pub is_held: bool,
}

/// Nodes that `table` saves on a record: those of each use for which it still holds what was stored last. What it does not hold is searched
/// anew, as it were, and offered anew. With `is_admitted`, only what will be used is offered.
#[must_use]
pub fn replayed(accesses: &[TableAccess], table: &dyn StudyTable, is_admitted: bool) -> u64 {
    let mut saved = 0;
    uses(accesses, table, is_admitted, |each| saved += if each.is_held { each.saved } else { 0 });
    saved
}

/// The same, each use told in the order of the record.
pub fn uses(
    accesses: &[TableAccess],
    table: &dyn StudyTable,
    is_admitted: bool,
    mut tell: impl FnMut(ScoreUse),
) {
    let wanted = Wanted::of(accesses, is_admitted);
    let (mut newest, mut stored) = (HashMap::<Key, Newest>::new(), 0);
    // A use follows its probe, as in a search: to probe again would be two uses to a scheme that marks what is found.
    let mut found = None;
    for (at, access) in accesses.iter().enumerate() {
        match *access {
            TableAccess::Probed(key) => found = Some((key, table.probe_both(key))),
            TableAccess::Stored(key, entry) => {
                stored += 1;
                let is_let_in = wanted.offer(table, at, key, entry);
                newest.insert(key, Newest { entry, since: stored, is_again: false, is_let_in });
            }
            TableAccess::Used(key, worth) => {
                let Some(newest) = newest.get_mut(&key) else { continue };
                let held = match found.take() {
                    Some((probed, held)) if probed == key => held,
                    _ => table.probe_both(key),
                };
                let is_held = held.into_iter().flatten().any(|held| is_same(held, newest.entry));
                let Newest { entry, since, is_again, is_let_in } = *newest;
                tell(ScoreUse { entry, age: stored - since, is_again, is_let_in, saved: worth, is_held });
                if is_held {
                    table.cut_by(key);
                } else {
                    newest.is_let_in = wanted.offer(table, at, key, entry);
                }
                (newest.since, newest.is_again) = (stored, true);
            }
        }
    }
}

/// What is known of a position that was stored.
#[derive(Clone, Copy)]
struct Newest {
    entry: SizedEntry,
    /// Results that had been stored when it was stored or used last.
    since: u64,
    is_again: bool,
    is_let_in: bool,
}

/// Whether a probe came upon what was stored; a size is held to within 1 %, and a move may be left by another.
fn is_same(held: SizedEntry, stored: SizedEntry) -> bool {
    (held.depth, held.bound, held.score) == (stored.depth, stored.bound, stored.score)
}

/// The accesses after which a position is used again, if others are not to be offered.
struct Wanted(Option<HashSet<usize>>);

impl Wanted {
    fn of(accesses: &[TableAccess], is_admitted: bool) -> Self {
        Self(is_admitted.then(|| reuses(accesses).into_iter().map(|(_, reuse)| reuse.from).collect()))
    }

    /// Whether the table kept it.
    fn offer(&self, table: &dyn StudyTable, at: usize, key: Key, entry: SizedEntry) -> bool {
        self.0.as_ref().is_none_or(|wanted| wanted.contains(&at)) && table.offer(key, entry)
    }
}
