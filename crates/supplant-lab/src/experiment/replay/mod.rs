//! Replays what an engine asked of its table on other tables.
//!
//! Every probe and store is repeated as it was recorded. A cutoff is worth the nodes of the result
//! with which a table without collisions cuts there: the same in all tables, so that only the entries
//! which they keep make them differ. Where a table does not cut, but one without collisions would,
//! that result is offered again. So a replay tells how much more each table loses than a table
//! without collisions. It sees no moves and no change of the search, so it gives an order, not sizes
//! (`docs/replay.md`).

mod recorded;
mod recording;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use anyhow::{Context, Result, bail, ensure};
use supplant_record::{Event, Stored};

pub use self::recorded::{RecordedTable, SearchRecorder};
pub use self::recording::Recording;
use super::limit::{Reuse, most_saved};
use super::parallel::in_parallel;
use super::searches::Same;
use super::sizes;
use super::stats::{Estimate, bootstrap};
use supplant::entry::bucket::LayoutName;
use supplant::entry::{Bound, Move16, SizedEntry};
use supplant::key::Key;
use supplant::scheme::SchemeName;
use supplant::table::{Options, Size, Table};
use supplant_search::search::{SearchTable, Stop, StudyTable};

/// Intervals come from this many groups of keys.
const STRATA: usize = 64;

/// The slots of a bucket that the optimum has where the layout leaves them to the scheme.
const WIDTH: usize = 4;

/// Fewer probes give a remark; chosen, not measured.
const FEW: u64 = 100_000;

/// If more than one recorded cutoff in so many has no stored result, there is a remark; chosen, not
/// measured.
const STRANGE: u64 = 5;

/// The bytes of the largest bucket.
const LARGEST_BUCKET: usize = 128;

/// A table that a recording is replayed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub scheme: SchemeName,
    pub layout: LayoutName,
    pub bytes: usize,
    pub same: Same,
}

/// What the probes of a replay found.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Nodes of the subtrees that were not searched, by group of keys.
    saved: [u64; STRATA],
    pub cuts: u64,
    /// Moves found where the search of the node goes on.
    pub moves: u64,
}

impl Default for Tally {
    fn default() -> Self {
        Self { saved: [0; STRATA], cuts: 0, moves: 0 }
    }
}

impl Tally {
    /// Counts what was found and whether it `cuts`, where a table without collisions saves `nodes`, if
    /// it cuts.
    fn count(&mut self, key: u64, found: [Option<SizedEntry>; 2], cuts: bool, nodes: Option<u32>) {
        if !cuts {
            self.moves += u64::from(found.into_iter().flatten().any(|entry| entry.mv.is_some()));
        } else if let Some(nodes) = nodes {
            self.cuts += 1;
            self.saved[mixed(key) as usize % STRATA] += u64::from(nodes);
        }
    }

    #[must_use]
    pub fn saved(&self) -> u64 {
        self.saved.iter().sum()
    }
}

/// A recording with what a table without collisions finds in it: one that keeps the newest result of
/// each position and its deepest.
#[derive(Debug)]
pub struct Replay<'a> {
    recording: &'a Recording,
    pub clears: bool,
    /// For each probe the store that answers it, counted from 1; 0 for none.
    answers: Vec<u32>,
    stores: Vec<(Stored, u32)>,
    /// Nodes of the subtrees that its own table cut.
    pub own_saved: u64,
    pub probes: u64,
    has_searches: bool,
    has_iterations: bool,
    /// Recorded cutoffs of keys that were stored before.
    known_cuts: u64,
    /// Those to which no stored result leads.
    strange_cuts: u64,
    pub unbounded: Tally,
}

/// The newest and the deepest store of a key, counted from 1.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    newest: u32,
    deepest: u32,
    /// The store that answered its last probe.
    answered: u32,
}

impl<'a> Replay<'a> {
    /// Tables age where a search begins, or are emptied if this `clears` them.
    ///
    /// # Errors
    /// If the recording has 2³² stores or more, or no count of nodes.
    pub fn of(recording: &'a Recording, clears: bool) -> Result<Self> {
        let mut kept = HashMap::<u64, Kept, BuildHasherDefault<KeyHasher>>::default();
        let mut replay = Self {
            recording,
            clears,
            answers: Vec::with_capacity(recording.len()),
            stores: Vec::new(),
            own_saved: 0,
            probes: 0,
            has_searches: false,
            has_iterations: false,
            known_cuts: 0,
            strange_cuts: 0,
            unbounded: Tally::default(),
        };
        for event in recording.events() {
            let mut answer = 0;
            match event {
                Event::Probe { key, .. } => {
                    replay.probes += 1;
                    if let Some(kept) = kept.get_mut(&key) {
                        let numbers = [kept.newest, kept.deepest];
                        let found = numbers.map(|number| replay.store(number).map(entry));
                        let answering =
                            found.iter().position(|one| one.is_some_and(|one| answers(event, one)));
                        answer = answering.map_or(0, |at| numbers[at]);
                        let nodes = replay.store(answer).map(|(_, nodes)| nodes);
                        replay.unbounded.count(key, found, answering.is_some(), nodes);
                        kept.answered = answer;
                    }
                }
                Event::Cut { key } => {
                    let Kept { newest, answered, .. } = kept.get(&key).copied().unwrap_or_default();
                    let cut_by = if answered > 0 { answered } else { newest };
                    replay.known_cuts += u64::from(newest > 0);
                    replay.strange_cuts += u64::from(newest > 0 && answered == 0);
                    replay.own_saved += replay.store(cut_by).map_or(0, |(_, nodes)| nodes.into());
                }
                Event::Store { key, stored, nodes } => {
                    replay.keep(kept.entry(key).or_default(), stored, nodes)?;
                }
                Event::Search { .. } => {
                    replay.has_searches = true;
                    if clears {
                        kept.clear();
                    }
                }
                Event::Iteration { .. } => replay.has_iterations = true,
                Event::Full | Event::End { .. } => {}
            }
            replay.answers.push(answer);
        }
        replay.check()?;
        Ok(replay)
    }

    fn keep(&mut self, kept: &mut Kept, stored: Stored, nodes: u32) -> Result<()> {
        self.stores.push((stored, nodes));
        kept.newest = u32::try_from(self.stores.len()).context("it has more stores than a replay takes")?;
        let deepest = self.store(kept.deepest).map_or(0, |(deepest, _)| deepest.depth);
        if stored.depth >= deepest {
            kept.deepest = kept.newest;
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        ensure!(self.recording.nodes > 0, "it counts no nodes; give the engine's count to each call");
        ensure!(
            self.searched() + self.own_saved > self.unbounded.saved(),
            "a table without collisions would have saved all its nodes, so the recording is wrong: give 255 as the depth of a \
             probe that no entry may end, as at the root; record each cut; record with a larger table, or one thread \
             (docs/replay.md has more causes)"
        );
        ensure!(
            self.clears || self.unbounded.cuts + self.unbounded.moves > 0,
            "no probe found a cutoff or a move; give probe and store of a position the same key"
        );
        Ok(())
    }

    fn store(&self, number: u32) -> Option<(Stored, u32)> {
        self.stores.get((number as usize).checked_sub(1)?).copied()
    }

    /// What the engine searched, in the part of the keys that was recorded.
    fn searched(&self) -> u64 {
        self.recording.nodes >> self.recording.sample_bits
    }

    /// What it would have searched of that with a table without collisions.
    #[must_use]
    pub fn least_nodes(&self) -> u64 {
        self.searched() + self.own_saved - self.unbounded.saved()
    }

    /// Why the numbers of these tables may mislead, in sentences.
    #[must_use]
    pub fn remarks(&self, mut schemes: impl Iterator<Item = SchemeName>) -> Vec<&'static str> {
        let Recording { is_cut_off, is_full, .. } = *self.recording;
        let lacks_iterations = !self.has_iterations && schemes.any(|scheme| scheme.info().tells_iterations);
        let saved = self.unbounded.saved() as f64;
        let all = [
            (
                lacks_iterations,
                "FOURITER and MERIT need to know where iterations begin, and the recording does not say it: call supplant_record_iteration.",
            ),
            (
                is_cut_off,
                "The recording ends too early: the file is cut off, the engine was stopped, or a thread did not call \
                 supplant_record_end. It was read to its last whole block.",
            ),
            (
                !self.has_searches,
                "No search begins in this recording, so entries never age: call supplant_record_search at the start of each.",
            ),
            (
                !self.clears && self.strange_cuts > self.known_cuts / STRANGE,
                "Many recorded cutoffs do not follow from the stored results: check bounds (1 upper, 2 lower, 3 exact), depths and \
                 scores.",
            ),
            (is_full, "The recording ends at its limit."),
            (self.probes < FEW, "There are few probes, so chance is large; record a longer search."),
            (
                (self.own_saved as f64) < 0.8 * saved,
                "The engine's own table cut much less than one without collisions would, so losses are too large. Record with a \
                 larger table, record each cut, and give 255 as the depth of a probe that no entry may end.",
            ),
        ];
        all.into_iter().filter_map(|(applies, remark)| applies.then_some(remark)).collect()
    }

    /// Replays on each candidate, on `jobs` threads; `None` if stopped.
    ///
    /// # Errors
    /// If a table cannot be made.
    pub fn on(&self, candidates: &[Candidate], jobs: usize, stop: &Stop) -> Result<Option<Vec<Replayed>>> {
        let least = LARGEST_BUCKET << self.recording.sample_bits;
        if let Some(small) = candidates.iter().find(|one| self.part(one.bytes) == 0) {
            bail!(
                "a table of {} is too small for a recording of one key in {}; the least is {}",
                sizes::bytes(small.bytes as u64),
                1 << self.recording.sample_bits,
                sizes::bytes(least as u64)
            );
        }
        let tallies =
            in_parallel(candidates, jobs, |one| one.bytes, |&candidate| self.on_one(candidate, stop));
        let tallies: Option<Vec<_>> = tallies.into_iter().collect::<Result<_>>()?;
        let optima = tallies.is_some().then(|| self.optima(candidates, jobs, stop)).flatten();
        let Some((tallies, optima)) = tallies.zip(optima) else { return Ok(None) };
        let replayed = candidates.iter().zip(tallies).map(|(&candidate, tally)| {
            let least_lost = optima[&(candidate.layout, candidate.bytes)];
            Replayed { candidate, lost: self.lost(&tally), least_lost, tally }
        });
        Ok(Some(replayed.collect()))
    }

    /// The bytes of a table for the recorded part of the keys. Where they are sampled, they hold whole
    /// buckets of every layout: otherwise some tables would have more slots than others.
    fn part(&self, bytes: usize) -> usize {
        match self.recording.sample_bits {
            0 => bytes,
            bits => (bytes >> bits) / LARGEST_BUCKET * LARGEST_BUCKET,
        }
    }

    /// For each layout and size, the least share of the nodes that any scheme with buckets of as many
    /// slots could lose.
    fn optima(
        &self,
        candidates: &[Candidate],
        jobs: usize,
        stop: &Stop,
    ) -> Option<HashMap<(LayoutName, usize), f64>> {
        let places: HashSet<_> = candidates.iter().map(|one| (one.layout, one.bytes)).collect();
        let places: Vec<_> = places.into_iter().collect();
        let reuses = self.reuses();
        let optimum = |&(layout, bytes): &(LayoutName, usize)| {
            let info = layout.info();
            let slots = (self.part(bytes) / info.bytes * info.slots).max(1);
            let width = info.bucket_slots.unwrap_or(WIDTH).min(slots);
            (!stop.is_set()).then(|| most_saved(&reuses, slots, width))
        };
        let saved: Option<Vec<_>> =
            in_parallel(&places, jobs, |(_, bytes)| *bytes, optimum).into_iter().collect();
        let lost = |saved: u64| (self.unbounded.saved() - saved) as f64 / self.least_nodes() as f64;
        Some(places.into_iter().zip(saved?.into_iter().map(lost)).collect())
    }

    /// What the table without collisions cuts, each from the access before it to the same key.
    fn reuses(&self) -> Vec<(Key, Reuse)> {
        let mut last = HashMap::<u64, usize, BuildHasherDefault<KeyHasher>>::default();
        let mut reuses = Vec::new();
        for (to, event) in self.recording.events().enumerate() {
            match event {
                Event::Probe { key, .. } => {
                    let Some((_, nodes)) = self.store(self.answers[to]) else { continue };
                    if let Some(from) = last.insert(key, to) {
                        reuses.push((Key(key), Reuse { from, to, saved: nodes.into() }));
                    }
                }
                Event::Store { key, .. } => _ = last.insert(key, to),
                Event::Search { .. } if self.clears => last.clear(),
                _ => {}
            }
        }
        reuses
    }

    fn on_one(&self, candidate: Candidate, stop: &Stop) -> Result<Option<Tally>> {
        let Candidate { scheme, layout, bytes, same } = candidate;
        let bits = self.recording.sample_bits;
        let part = if bits > 0 { format!(", of one key in {}", 1u32 << bits) } else { String::new() };
        let of = || format!("{scheme} in {layout}{part}");
        let size = Size::Bytes(self.part(bytes));
        let mut table =
            <dyn StudyTable>::build(scheme, layout, Table::builder().size(size)).with_context(of)?;
        table.set_options(Options { same_position: same.rule(), ..table.options() });
        let mut tally = Tally::default();
        for (at, event) in self.recording.events().enumerate() {
            if at % (1 << 16) == 0 && stop.is_set() {
                return Ok(None);
            }
            match event {
                Event::Probe { key, .. } => {
                    let answer = self.store(self.answers[at]);
                    let nodes = answer.map(|(_, nodes)| nodes);
                    let found = table.probe_both(Key(key));
                    let cuts = found.into_iter().flatten().any(|entry| answers(event, entry));
                    tally.count(key, found, cuts, nodes);
                    if cuts {
                        table.cut_by(Key(key));
                    } else if let Some(missed) = answer {
                        table.store(Key(key), entry(missed));
                    }
                }
                Event::Store { key, stored, nodes } => table.store(Key(key), entry((stored, nodes))),
                Event::Search { .. } if self.clears => table.clear(1),
                Event::Search { .. } => table.new_generation(),
                Event::Iteration { .. } => SearchTable::new_iteration(&*table),
                _ => {}
            }
        }
        Ok(Some(tally))
    }

    /// Nodes lost beside a table without collisions, as a share of those that it leaves.
    fn lost(&self, tally: &Tally) -> Estimate {
        let least = self.least_nodes() as f64;
        bootstrap()
            .estimate(&[&self.unbounded.saved, &tally.saved], |sums| (sums[0] - sums[1]) / least)
            .interval()
    }
}

fn answers(asked: Event, entry: SizedEntry) -> bool {
    let Event::Probe { depth, alpha, beta, .. } = asked else { return false };
    entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
            Bound::None => false,
        }
}

fn entry((Stored { depth, score, bound, has_move }, nodes): (Stored, u32)) -> SizedEntry {
    SizedEntry {
        mv: if has_move { Move16(1) } else { Move16::NONE },
        score,
        bound: Bound::from_code(bound.into()),
        depth,
        size: nodes.into(),
        ..SizedEntry::default()
    }
}

/// What a candidate lost.
#[derive(Clone, Copy, Debug)]
pub struct Replayed {
    pub candidate: Candidate,
    /// A share of the nodes with a table without collisions.
    pub lost: Estimate,
    /// The least that any scheme with buckets of as many slots could lose.
    pub least_lost: f64,
    pub tally: Tally,
}

/// Every low bit depends on many bits of the key.
fn mixed(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

/// Keys are random already.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are 64 bits");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mixed(key);
    }
}

#[cfg(test)]
mod tests;
