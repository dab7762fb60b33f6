//! The claims registered when results were measured; a report compares its claims with them.

use super::Experiment;
use super::collection::Collection;
use super::journal::{JournalHeader, Registered};
use super::plan::digest;

#[derive(Clone, Debug, Default)]
pub struct Claimed {
    /// Oldest first; `None` stands for versions that did not record claims.
    pub all: Vec<Option<Registered>>,
    pub has_lost_a_session: bool,
    begun: Vec<Registered>,
}

impl Claimed {
    pub fn of<E: Experiment>(
        collection: &Collection<E>,
        is_of_kind: impl Fn(&JournalHeader) -> bool,
    ) -> Self {
        let here = collection.sessions().map(|(_, session)| (&session.header, session.has_measured()));
        let mut headers: Vec<_> =
            here.chain(collection.past.headers.iter().map(|past| (past, true))).collect();
        headers.retain(|(header, _)| is_of_kind(header));
        headers.sort_by(|a, b| a.0.provenance.started.cmp(&b.0.provenance.started));
        let measured = headers.iter().filter(|(_, measured)| *measured);
        Self {
            all: measured.map(|(header, _)| header.registered.clone()).collect(),
            has_lost_a_session: collection.journals.iter().any(|file| file.has_lost_a_session),
            begun: headers.iter().filter_map(|(header, _)| header.registered.clone()).collect(),
        }
    }

    #[cfg(test)]
    pub(crate) fn made(all: Vec<Option<Registered>>, has_lost_a_session: bool) -> Self {
        let begun = all.iter().flatten().cloned().collect();
        Self { all, has_lost_a_session, begun }
    }

    #[must_use]
    pub fn and_now(mut self, now: Option<&Registered>) -> Self {
        if self.all.is_empty() {
            self.all.push(now.cloned());
        }
        self.begun.extend(now.cloned());
        self
    }

    /// The claims registered before the first unit, if they are known and equal for all units.
    #[must_use]
    pub fn first(&self) -> Option<&Registered> {
        let all: Option<Vec<_>> = self.all.iter().map(Option::as_ref).collect();
        let known = all.filter(|all| !self.has_lost_a_session && all.iter().all(|one| one.is_whole()))?;
        let claims = &known.first()?.claims;
        known.iter().all(|other| other.claims == *claims).then(|| self.first_of(claims)).flatten()
    }

    #[must_use]
    pub fn declaration(&self) -> Option<&str> {
        self.begun.iter().rev().find_map(|begun| begun.declaration.as_deref())
    }

    fn first_of(&self, claims: &str) -> Option<&Registered> {
        let same = self.begun.iter().filter(|begun| begun.claims == claims);
        same.min_by_key(|begun| (begun.on.is_empty(), &begun.on))
    }

    /// The claims for joined results, without a date, so that no split of work changes the bytes.
    ///
    /// The digest is empty if claims are unknown or differ.
    #[must_use]
    pub fn joined(&self) -> Option<Registered> {
        let undated = |registered: &Registered| Registered { on: String::new(), ..registered.clone() };
        if let Some(first) = self.first() {
            return Some(undated(first));
        }
        let known = self.all.iter().flatten().min_by_key(|known| (known.on.is_empty(), &known.on))?;
        Some(Registered { claims: String::new(), ..undated(known) })
    }
}

impl Registered {
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.claims == digest(self.words.bytes())
    }
}
