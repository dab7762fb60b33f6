//! One interleaved run over rounds, sizes and subjects, with each cell next to a slice of the
//! limit.

use std::time::Duration;

use anyhow::Result;

use super::SubjectKind;
use super::contender::{Competitor, Course};
use super::disturbed::{Kept, best_of};
use super::draw::{self, Stock};
use super::keys::KeyStream;
use super::latency::{self, Latency};
use super::limit::LimitArray;
use super::measure::Counts;
use super::rows::{ThroughputRow, explained};
use super::workload::{ThroughputAxes, ThroughputCell};
use crate::experiment::crew::Crew;
use crate::experiment::pages::Obtained;
use crate::experiment::{room, sizes};
use supplant::key::{Key, SplitMix64};
use supplant_search::search::Stop;

#[derive(Clone, Debug)]
pub struct ThroughputPlan {
    pub bytes: Vec<usize>,
    pub axes: ThroughputAxes,
    pub rounds: usize,
    pub seed: u64,
}

#[derive(Clone, Debug, Default)]
pub struct ThroughputRun {
    pub rows: Vec<ThroughputRow>,
    pub latencies: Vec<Latency>,
    pub missing: Vec<String>,
    pub lacks_ours: bool,
    pub unchecked: Vec<&'static str>,
    pub pages: Vec<String>,
    pub is_pinned: bool,
    pub is_finished: bool,
}

/// 64 MiB of lines, more than the cache of a core.
const OPERATIONS: usize = if cfg!(debug_assertions) { 1 << 16 } else { 1 << 20 } / 10 * 10;

const SLICE: Duration = Duration::from_millis(150);

const LEAST: usize = 1 << 14;

pub trait Watch {
    fn comes(&mut self, share: f64, what: &str);

    /// # Errors
    /// An error ends the run.
    fn round_done(&mut self, run: &ThroughputRun) -> Result<()>;
}

/// # Errors
/// If `watch` fails. [`ThroughputRun::missing`] lists what cannot be measured.
pub fn run(
    plan: &ThroughputPlan,
    contenders: &[Competitor],
    crew: &Crew,
    stop: &Stop,
    watch: &mut dyn Watch,
) -> Result<ThroughputRun> {
    let abouts = contenders.iter().map(Competitor::about);
    let unchecked = abouts.filter(|about| !about.answers).map(|about| about.name).collect();
    let mut run = ThroughputRun { unchecked, ..ThroughputRun::default() };
    let mut random = SplitMix64::new(plan.seed);
    let courses = plan.rounds * plan.bytes.len() * contenders.len();
    let mut done = 0;
    'rounds: for round in 1..=plan.rounds {
        for &bytes in &plan.bytes {
            let limit = match Competitor::of::<LimitArray>().build(bytes, crew.processors()) {
                Ok(limit) => limit,
                Err(why) => {
                    run.miss(
                        SubjectKind::Limit,
                        format!("the limit in {}: {why}", sizes::bytes(bytes as u64)),
                    );
                    done += contenders.len();
                    continue;
                }
            };
            for (order, &at) in shuffled(contenders.len(), &mut random).iter().enumerate() {
                let contender = &contenders[at];
                let place = RunSlot { round, order: order + 1, bytes, seed: random.next() };
                let about = contender.about();
                let name = about.full_name();
                watch.comes(done as f64 / courses as f64, &format!("round {round}, {name}"));
                let bench = Bench { plan, crew, stop, contender, place, limit: &*limit };
                if let Err(why) = bench.run(&mut run) {
                    run.miss(about.kind, format!("{name} of {}: {why}", sizes::bytes(bytes as u64)));
                }
                done += 1;
                if stop.is_set() {
                    break 'rounds;
                }
            }
        }
        run.is_pinned = crew.is_pinned();
        watch.round_done(&run)?;
    }
    run.is_finished = !stop.is_set();
    run.is_pinned = crew.is_pinned();
    Ok(run)
}

impl ThroughputRun {
    fn miss(&mut self, kind: SubjectKind, what: String) {
        self.lacks_ours |= matches!(kind, SubjectKind::Limit | SubjectKind::Table);
        if !self.missing.contains(&what) {
            self.missing.push(what);
        }
    }

    fn limit_rates(&self, bytes: usize, cell: ThroughputCell) -> Vec<f64> {
        let same = self.rows.iter().filter(|row| row.bytes == bytes && row.cell() == cell);
        same.map(|row| row.limit_rate).collect()
    }

    fn note_pages(&mut self, sentence: String) {
        if !self.pages.contains(&sentence) {
            self.pages.push(sentence);
        }
    }
}

fn shuffled(n: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut order: Vec<_> = (0..n).collect();
    random.shuffle(&mut order);
    order
}

#[derive(Clone, Copy)]
struct RunSlot {
    round: usize,
    order: usize,
    bytes: usize,
    seed: u64,
}

struct Bench<'a> {
    plan: &'a ThroughputPlan,
    crew: &'a Crew,
    stop: &'a Stop,
    contender: &'a Competitor,
    place: RunSlot,
    limit: &'a dyn Course,
}

struct Held {
    capacity: u64,
    entries: u64,
    resident_bytes: Option<u64>,
    huge_bytes: Option<u64>,
    limit_huge_bytes: Option<u64>,
}

#[derive(Clone, Copy)]
struct Slice {
    operations: u64,
    elapsed_ns: u64,
    counts: Counts,
}

impl Slice {
    fn rate(&self) -> f64 {
        self.operations as f64 * 1e3 / self.elapsed_ns.max(1) as f64
    }
}

type Pair = (Slice, Slice);

struct State<'a> {
    course: &'a dyn Course,
    keys: KeyStream,
    stock: Stock,
    drawn: u64,
    pace: Vec<(usize, f64)>,
}

impl Bench<'_> {
    fn run(&self, run: &mut ThroughputRun) -> Result<(), String> {
        let about = self.contender.about();
        let before = room::resident();
        let course = self.contender.build(self.place.bytes, self.crew.processors())?;
        let keys = KeyStream::new(self.place.seed);
        let filled = self.fill(&*course, keys)?;
        let grown = room::resident().zip(before).map(|(now, before)| now.saturating_sub(before));
        let held = Held {
            capacity: course.capacity() as u64,
            entries: self.entries(&*course, keys, filled),
            resident_bytes: grown,
            huge_bytes: self.note_pages(run, &*course),
            limit_huge_bytes: self.limit.pages().and_then(|pages| Obtained::of(&pages).huge_bytes),
        };
        let mut state =
            State { course: &*course, keys, stock: Stock::of(filled), drawn: 0, pace: Vec::new() };
        let last = self.plan.axes.ahead.last().copied().unwrap_or(0);
        let cells = self.plan.axes.cells().into_iter().filter(|cell| about.prefetches || cell.ahead == last);
        for cell in cells {
            if self.stop.is_set() {
                return Ok(());
            }
            match self.cell(&mut state, cell, &run.limit_rates(self.place.bytes, cell))? {
                Some(pair) => run.rows.push(self.row(cell, &pair, &held, state.stock.stored())),
                None => run.miss(
                    about.kind,
                    format!(
                        "{}, {}: it holds nothing of what was stored, so there is nothing to hit",
                        about.full_name(),
                        cell.mix.name()
                    ),
                ),
            }
        }
        if !self.stop.is_set() {
            let (stock, threads) = (&mut state.stock, &self.plan.axes.threads);
            let latencies = latency::measure(&*course, self.limit, self.crew, keys, stock, threads)?;
            run.latencies
                .extend(latencies.into_iter().map(|one| one.of(about, self.place.bytes, self.place.round)));
        }
        Ok(())
    }

    /// A table gets three keys for each slot, which leaves 5 % of one-slot buckets empty.
    fn fill(&self, course: &dyn Course, keys: KeyStream) -> Result<u64, String> {
        let factor =
            if matches!(self.contender.about().kind, SubjectKind::Map | SubjectKind::Cache) { 1 } else { 3 };
        let (threads, all) = (self.crew.processors() as u64, course.capacity() as u64 * factor);
        self.crew.all(threads as usize, |id| {
            let part = |id: u64| all * id / threads;
            course.fill(keys, part(id as u64)..part(id as u64 + 1));
        })?;
        Ok(all)
    }

    fn entries(&self, course: &dyn Course, keys: KeyStream, stored: u64) -> u64 {
        const SAMPLE: usize = 1 << 16;
        let mut random = SplitMix64::new(self.place.seed);
        let asked: Vec<_> = (0..SAMPLE).map(|_| keys.key(random.below(stored.max(1)))).collect();
        let mut found = Vec::new();
        course.held(&asked, &mut found);
        stored * found.len() as u64 / SAMPLE as u64
    }

    fn note_pages(&self, run: &mut ThroughputRun, course: &dyn Course) -> Option<u64> {
        let obtained = course.pages().map(|pages| Obtained::of(&pages));
        if self.place.round == 1 && self.contender.about().kind == SubjectKind::Table {
            let limit = self.limit.pages().map(|pages| format!("limit: {}", Obtained::of(&pages)));
            let table = obtained.as_ref().map(|pages| format!("tables: {pages}"));
            limit.into_iter().chain(table).for_each(|sentence| run.note_pages(sentence));
        }
        obtained.and_then(|pages| pages.huge_bytes)
    }

    fn cell(
        &self,
        state: &mut State<'_>,
        cell: ThroughputCell,
        earlier: &[f64],
    ) -> Result<Option<Kept<Pair>>, String> {
        let is_known = state.pace.iter().any(|(threads, _)| *threads == cell.threads);
        if self.contender.about().kind != SubjectKind::Table && !is_known {
            self.calibrate(state, cell)?;
        }
        let mut is_first = true;
        best_of(
            earlier,
            |(_, limit): &Pair| limit.rate(),
            || {
                let goes_on = is_first || !self.stop.is_set();
                is_first = false;
                if goes_on { self.pair(state, cell) } else { Ok(None) }
            },
        )
    }

    fn draw(
        &self,
        state: &mut State<'_>,
        cell: ThroughputCell,
        operations: usize,
    ) -> Result<Option<Vec<Vec<Key>>>, String> {
        let shelves = state.stock.take(cell, operations);
        state.drawn += 1;
        let seeds = self.place.seed.wrapping_add(state.drawn << 16);
        let lists = self.crew.all(cell.threads, |id| {
            let seed = seeds.wrapping_add(id as u64);
            draw::list(state.course, state.keys, cell, operations, &shelves[id], seed)
        })?;
        let lists: Vec<_> = lists.into_iter().collect::<Result<_, _>>()?;
        Ok(lists.iter().all(|list| !list.is_empty()).then_some(lists))
    }

    fn calibrate(&self, state: &mut State<'_>, cell: ThroughputCell) -> Result<(), String> {
        const OPERATIONS: usize = LEAST / 10 * 10;
        if let Some(lists) = self.draw(state, cell, OPERATIONS)? {
            let slice = self.slice(state.course, cell, &lists, OPERATIONS)?;
            state.pace.push((cell.threads, slice.elapsed_ns as f64 / OPERATIONS as f64));
        }
        Ok(())
    }

    fn pair(&self, state: &mut State<'_>, cell: ThroughputCell) -> Result<Option<Pair>, String> {
        let Some(lists) = self.draw(state, cell, OPERATIONS)? else { return Ok(None) };
        let limit = self.slice(self.limit, cell, &lists, OPERATIONS)?;
        let known = state.pace.iter().rev().find(|(threads, _)| *threads == cell.threads);
        let operations = known.map_or(OPERATIONS, |(_, ns)| {
            OPERATIONS.min((SLICE.as_nanos() as f64 / ns) as usize).max(LEAST) / 10 * 10
        });
        let slice = self.slice(state.course, cell, &lists, operations)?;
        state.pace.push((cell.threads, slice.elapsed_ns as f64 / operations as f64));
        Ok(Some((slice, limit)))
    }

    fn slice(
        &self,
        course: &dyn Course,
        cell: ThroughputCell,
        lists: &[Vec<Key>],
        operations: usize,
    ) -> Result<Slice, String> {
        let timed = self.crew.timed(cell.threads, |id| {
            course.work(cell.mix, &lists[id][..operations + cell.ahead], cell.ahead)
        })?;
        let mut counts = Counts::default();
        timed.iter().for_each(|(of_thread, _)| counts += *of_thread);
        let elapsed_ns = timed.iter().map(|&(_, ns)| ns).max().unwrap_or(0);
        Ok(Slice { operations: (operations * cell.threads) as u64, elapsed_ns, counts })
    }

    fn row(&self, cell: ThroughputCell, pair: &Kept<Pair>, held: &Held, stored: u64) -> ThroughputRow {
        let (slice, limit) = pair.one;
        let about = self.contender.about();
        let Counts { probes, hits, wrong, .. } = slice.counts;
        ThroughputRow {
            round: self.place.round,
            order: self.place.order,
            subject: about.name,
            variant: about.variant,
            kind: about.kind,
            slots: about.slots,
            bytes: self.place.bytes,
            mix: cell.mix,
            keys: cell.keys,
            threads: cell.threads,
            ahead: cell.ahead,
            operations: slice.operations,
            elapsed_ns: slice.elapsed_ns,
            rate: slice.rate(),
            ns: cell.threads as f64 * 1e3 / slice.rate(),
            limit_rate: limit.rate(),
            ratio: slice.rate() / limit.rate(),
            probes,
            hits,
            wrong: if about.answers { wrong } else { 0 },
            wrong_explained: explained(
                probes,
                self.contender.false_hit(),
                stored as f64 / held.capacity.max(1) as f64,
            ),
            capacity: held.capacity,
            entries: held.entries,
            resident_bytes: held.resident_bytes,
            huge_bytes: held.huge_bytes,
            limit_huge_bytes: held.limit_huge_bytes,
            tries: pair.tries,
            disturbed: pair.is_disturbed,
        }
    }
}
