//! The savings of a scheme on a record.

use std::collections::{HashMap, HashSet};

use super::TableAccess;
use super::foresight::confirms;
use super::optimum::reuses;
use supplant::entry::{Move16, SizedEntry};
use supplant::key::Key;
use supplant_search::search::{SearchTable, StudyTable};

/// A use of an entry on a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedUse {
    pub of: UsedPart,
    pub entry: SizedEntry,
    /// Stores since the entry was stored or last used for its score.
    pub age: u64,
    /// The accesses of the record that stored the entry and that use it.
    pub stored_at: usize,
    pub used_at: usize,
    pub is_again: bool,
    /// Whether the table accepted its last offer.
    pub is_let_in: bool,
    /// For a score, the nodes that it saved; for a move, the nodes that it led to.
    pub saved: u64,
    pub is_held: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedPart {
    /// The score ends the search of its position.
    Score,
    /// The move is tried first and again exceeds β.
    Move,
}

/// A use counts if the table still holds the last result. Otherwise the position counts as searched
/// again and is offered again. With `is_admitted`, only entries that will be used are offered.
#[must_use]
pub fn replayed(accesses: &[TableAccess], table: &dyn StudyTable, is_admitted: bool) -> u64 {
    let mut saved = 0;
    uses(accesses, table, is_admitted, |each| {
        saved += if each.is_held && each.of == UsedPart::Score { each.saved } else { 0 };
    });
    saved
}

pub fn uses(
    accesses: &[TableAccess],
    table: &dyn StudyTable,
    is_admitted: bool,
    mut tell: impl FnMut(RecordedUse),
) {
    let wanted = Wanted::of(accesses, is_admitted);
    let (mut newest, mut stored) = (HashMap::<Key, Newest>::new(), 0);
    // Another probe would be a second use to schemes that mark found entries.
    let (mut found, mut moves) = (None, HashMap::<Key, [Move16; 2]>::new());
    for (at, access) in accesses.iter().enumerate() {
        match *access {
            TableAccess::NewIteration => SearchTable::new_iteration(table),
            TableAccess::Probed(key) => {
                let held = table.probe_both(key);
                found = Some((key, held));
                moves.insert(key, held.map(|held| held.map_or(Move16::NONE, |held| held.mv)));
            }
            TableAccess::Stored(key, entry) => {
                if let Some(newest) = newest.get(&key).filter(|newest| confirms(newest.entry, entry)) {
                    let is_held = moves.get(&key).is_some_and(|held| held.contains(&entry.mv));
                    tell(newest.used(UsedPart::Move, at, stored, entry.size, is_held));
                }
                stored += 1;
                let is_let_in = wanted.offer(table, at, key, entry);
                newest.insert(key, Newest { entry, at, since: stored, is_again: false, is_let_in });
            }
            TableAccess::Used(key, worth) => {
                let Some(newest) = newest.get_mut(&key) else { continue };
                let held = match found.take() {
                    Some((probed, held)) if probed == key => held,
                    _ => table.probe_both(key),
                };
                let is_held = held.into_iter().flatten().any(|held| is_same(held, newest.entry));
                tell(newest.used(UsedPart::Score, at, stored, worth, is_held));
                if is_held {
                    table.cut_by(key);
                } else {
                    newest.is_let_in = wanted.offer(table, at, key, newest.entry);
                }
                (newest.since, newest.is_again) = (stored, true);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Newest {
    entry: SizedEntry,
    at: usize,
    since: u64,
    is_again: bool,
    is_let_in: bool,
}

impl Newest {
    fn used(self, of: UsedPart, used_at: usize, stores: u64, saved: u64, is_held: bool) -> RecordedUse {
        let Self { entry, at, since, is_again, is_let_in } = self;
        let age = stores - since;
        RecordedUse { of, entry, age, stored_at: at, used_at, is_again, is_let_in, saved, is_held }
    }
}

/// Sizes are kept only to within 1 %, and the move may be from another result, so neither is
/// compared.
fn is_same(held: SizedEntry, stored: SizedEntry) -> bool {
    (held.depth, held.bound, held.score) == (stored.depth, stored.bound, stored.score)
}

struct Wanted(Option<HashSet<usize>>);

impl Wanted {
    fn of(accesses: &[TableAccess], is_admitted: bool) -> Self {
        Self(is_admitted.then(|| reuses(accesses).into_iter().map(|(_, reuse)| reuse.from).collect()))
    }

    fn offer(&self, table: &dyn StudyTable, at: usize, key: Key, entry: SizedEntry) -> bool {
        self.0.as_ref().is_none_or(|wanted| wanted.contains(&at)) && table.offer(key, entry)
    }
}
