//! What a scheme saves on a record.

use std::collections::{HashMap, HashSet};

use super::Access;
use super::optimum::reuses;
use crate::entry::Entry;
use crate::key::Key;
use crate::search::AnyTable;

/// Nodes that `table` saves on a record: those of each use for which it still holds what was stored last. What it does not hold is searched
/// anew, as it were, and offered anew. With `is_admitted`, only what will be used is offered.
#[must_use]
pub fn replayed(accesses: &[Access], table: &dyn AnyTable, is_admitted: bool) -> u64 {
    let wanted = Wanted::of(accesses, is_admitted);
    let (mut newest, mut saved) = (HashMap::<Key, Entry>::new(), 0);
    for (at, access) in accesses.iter().enumerate() {
        match *access {
            Access::Probed(key) => _ = table.probe(key),
            Access::Stored(key, entry) => {
                newest.insert(key, entry);
                wanted.offer(table, at, key, entry);
            }
            Access::Used(key, worth) => {
                let Some(&entry) = newest.get(&key) else { continue };
                if table.probe(key).is_some_and(|held| is_same(held, entry)) {
                    saved += worth;
                    table.cut_by(key);
                } else {
                    wanted.offer(table, at, key, entry);
                }
            }
        }
    }
    saved
}

/// Whether a probe came upon what was stored; a size is held to within 1 %, and a move may be left by another.
fn is_same(held: Entry, stored: Entry) -> bool {
    (held.depth, held.bound, held.score) == (stored.depth, stored.bound, stored.score)
}

/// The accesses after which a position is used again, if others are not to be offered.
struct Wanted(Option<HashSet<usize>>);

impl Wanted {
    fn of(accesses: &[Access], is_admitted: bool) -> Self {
        Self(is_admitted.then(|| reuses(accesses).into_iter().map(|(_, reuse)| reuse.from).collect()))
    }

    fn offer(&self, table: &dyn AnyTable, at: usize, key: Key, entry: Entry) {
        if self.0.as_ref().is_none_or(|wanted| wanted.contains(&at)) {
            table.store(key, entry);
        }
    }
}
