//! What was claimed when results were measured: what a report's claims are held against.

use super::Experiment;
use super::collection::Collection;
use super::journal::{JournalHeader, Registered};
use super::plan::digest;

/// What the sessions claimed that measured something, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Claimed {
    /// Of each; nothing of versions that did not keep it.
    pub all: Vec<Option<Registered>>,
    /// Whether who measured is not known of all.
    pub has_lost_a_session: bool,
    /// Of sessions that measured nothing, too: the first that said the same counts.
    begun: Vec<Registered>,
}

impl Claimed {
    /// What was claimed by the sessions of `collection` that are of one kind.
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

    /// It with a session that begins now, and has measured nothing yet.
    #[must_use]
    pub fn and_now(mut self, now: Option<&Registered>) -> Self {
        if self.all.is_empty() {
            self.all.push(now.cloned());
        }
        self.begun.extend(now.cloned());
        self
    }

    /// What was claimed before the first unit, if that is known, and the same of all units. Dates that joined results lack are those of the
    /// sessions behind them.
    #[must_use]
    pub fn first(&self) -> Option<&Registered> {
        let all: Option<Vec<_>> = self.all.iter().map(Option::as_ref).collect();
        let known = all.filter(|all| !self.has_lost_a_session && all.iter().all(|one| one.is_whole()))?;
        let claims = &known.first()?.claims;
        known.iter().all(|other| other.claims == *claims).then(|| self.first_of(claims)).flatten()
    }

    /// The file that states the study, as it stood last.
    #[must_use]
    pub fn declaration(&self) -> Option<&str> {
        self.begun.iter().rev().find_map(|begun| begun.declaration.as_deref())
    }

    /// Who first claimed what has this digest.
    fn first_of(&self, claims: &str) -> Option<&Registered> {
        let same = self.begun.iter().filter(|begun| begun.claims == claims);
        same.min_by_key(|begun| (begun.on.is_empty(), &begun.on))
    }

    /// What a header over all of it says, without a date: joined results are the same bytes however the work was split. Where it is not
    /// known, or several things were claimed, the digest is missing; the words and the file that states the study are those of the first.
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
    /// Whether its words are those that its digest was made from.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.claims == digest(self.words.bytes())
    }
}
