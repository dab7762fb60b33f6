//! The savings of a scheme on a record.

use std::collections::{HashMap, HashSet};

use super::TableAccess;
use super::optimum::reuses;
use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant_search::search::StudyTable;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreUse {
    pub entry: SizedEntry,
    pub age: u64,
    pub is_again: bool,
    /// Whether the table accepted its last offer.
    pub is_let_in: bool,
    pub saved: u64,
    pub is_held: bool,
}

/// A use counts if the table still holds the last result. Otherwise the position counts as searched
/// again and is offered again. With `is_admitted`, only entries that will be used are offered.
#[must_use]
pub fn replayed(accesses: &[TableAccess], table: &dyn StudyTable, is_admitted: bool) -> u64 {
    let mut saved = 0;
    uses(accesses, table, is_admitted, |each| saved += if each.is_held { each.saved } else { 0 });
    saved
}

pub fn uses(
    accesses: &[TableAccess],
    table: &dyn StudyTable,
    is_admitted: bool,
    mut tell: impl FnMut(ScoreUse),
) {
    let wanted = Wanted::of(accesses, is_admitted);
    let (mut newest, mut stored) = (HashMap::<Key, Newest>::new(), 0);
    // Another probe would be a second use to schemes that mark found entries.
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

#[derive(Clone, Copy)]
struct Newest {
    entry: SizedEntry,
    since: u64,
    is_again: bool,
    is_let_in: bool,
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
