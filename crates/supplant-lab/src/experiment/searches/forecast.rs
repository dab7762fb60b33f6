//! Forecasts how long units take on this machine, by extrapolating shallow searches.
//!
//! The constants are ratios from one run of the quick grid on two cores of an EPYC.

use std::time::{Duration, Instant};
use supplant::table::{SizedBucket, TableBuilder};

use super::{Contender, Mode, SearchCell, Searches};
use crate::experiment::Unit;
use crate::experiment::games::{AnyGame, GameVisitor, Playable};
use std::thread;
use supplant::entry::Depth;
use supplant::scheme::TwoBig1;
use supplant_search::search::{
    Control, HitUse, Iteration, Limits, NoTable, SearchTable, Searcher, Stop, Task, Variation,
};

use parking_lot::Mutex;

const BUDGET: Duration = Duration::from_millis(4000);
const SAMPLE: usize = 36;
const SLOTS: usize = 64 << 10;
/// A node with an unbounded table takes this many times as long as with [`SLOTS`].
const UNBOUNDED: f64 = 1.8;
/// Each doubling of the table adds this share to a node's time (caches).
const DOUBLING: f64 = 0.03;
/// Several workers visit this many times the nodes: chosen, not measured.
const OVERHEAD: f64 = 1.2;
/// Chosen after measuring sixteen workers in lockstep (`docs/studies/limit-workers`).
const IN_TURNS: f64 = 2.5;

impl Searches {
    /// The seconds that each of `units` takes here while `jobs` run; it measures for less than five
    /// seconds.
    #[must_use]
    pub fn forecast(&self, units: &[Unit<SearchCell>], jobs: usize, stop: &Stop) -> Vec<f64> {
        let last = units.iter().map(|unit| unit.cell.plies.1).max().unwrap_or(1);
        let trial = Trial::run(self, last, jobs, stop);
        units.iter().map(|unit| trial.seconds(&unit.cell, jobs)).collect()
    }
}

#[derive(Clone, Debug, Default)]
struct Effort {
    nodes: Vec<f64>,
    pace: f64,
}

struct Trial {
    sample: Vec<String>,
    population: usize,
    shares: Vec<f64>,
    without: Effort,
    with: Effort,
}

#[derive(Clone, Debug, Default)]
struct Searched {
    nodes: Vec<u64>,
    visited: u64,
    seconds: f64,
}

impl Trial {
    fn run(study: &Searches, last: Depth, jobs: usize, stop: &Stop) -> Self {
        let all = &study.positions.positions;
        let sample: Vec<_> = all.iter().step_by(all.len().div_ceil(SAMPLE)).collect();
        let (start, mut depth) = (Instant::now(), last.min(3));
        let mut searched = search_all(study, &sample, depth, BUDGET, jobs, stop);
        let mut spent = start.elapsed();
        while depth < last && start.elapsed() + spent * 9 / 2 < BUDGET && !stop.is_set() {
            let begun = Instant::now();
            depth += 1;
            searched = search_all(study, &sample, depth, BUDGET.saturating_sub(start.elapsed()), jobs, stop);
            spent = begun.elapsed();
        }
        let (without, with) = searched.split_at(sample.len());
        let deepest = |one: &Searched| one.nodes.last().copied().unwrap_or(1) as f64;
        let whole: f64 = with.iter().map(deepest).sum();
        Self {
            shares: with.iter().map(|one| deepest(one) / whole).collect(),
            sample: sample.into_iter().map(|(id, _)| id.clone()).collect(),
            population: all.len(),
            without: Effort::of(without, last),
            with: Effort::of(with, last),
        }
    }

    fn seconds(&self, cell: &SearchCell, jobs: usize) -> f64 {
        let ply = usize::from(cell.plies.1) - 1;
        let share = match &cell.position {
            None => self.population as f64 / self.sample.len() as f64,
            Some(id) => match self.sample.iter().position(|known| known == id) {
                Some(i) => self.shares[i],
                None => 1.0 / self.sample.len() as f64,
            },
        };
        let (without, with) = (self.without.nodes[ply], self.with.nodes[ply].min(self.without.nodes[ply]));
        let (nodes, pace) = match (cell.contender, cell.slots) {
            (Contender::None, _) => (without, self.without.pace),
            (Contender::Scheme(_, _, HitUse::Nothing | HitUse::Move | HitUse::Exact, _), _) => {
                (without, self.with.pace)
            }
            (Contender::Scheme(..), Some(slots)) => {
                let collisions = lost_share(slots as f64, with / self.sample.len() as f64);
                let doublings = (cell.size().unwrap_or(slots) as f64 / SLOTS as f64).log2();
                (with + collisions * (without - with), self.with.pace * (1.0 + DOUBLING * doublings))
            }
            _ => (with, self.with.pace * if cell.mode == Mode::Clear { UNBOUNDED } else { UNBOUNDED * 1.2 }),
        };
        let workers = match (cell.lockstep, cell.contender) {
            (Some(_), Contender::None) => cell.threads as f64,
            (Some(_), _) => IN_TURNS,
            (None, _) => parallel(cell.threads, jobs),
        };
        share * nodes * pace * workers
    }
}

fn lost_share(slots: f64, nodes: f64) -> f64 {
    let ratio = slots / nodes.max(1.0);
    1.0 - 1.0 / (1.0 + (0.003 / ratio).powf(0.75))
}

fn parallel(threads: usize, jobs: usize) -> f64 {
    if threads == 1 {
        return 1.0;
    }
    let cores = num_cpus::get() as f64 / jobs.max(1) as f64;
    OVERHEAD / (threads as f64).min(cores.max(1.0))
}

impl Effort {
    /// Two plies more multiply as the last two did, because odd and even plies differ.
    fn of(searched: &[Searched], last: Depth) -> Self {
        let known = searched.iter().map(|one| one.nodes.len()).filter(|&plies| plies > 0).min().unwrap_or(0);
        let at = |ply: usize| searched.iter().filter_map(|one| one.nodes.get(ply)).sum::<u64>() as f64;
        let mut nodes: Vec<_> = (0..known.min(last.into())).map(at).collect();
        while nodes.len() < usize::from(last) {
            let n = nodes.len();
            nodes.push(match n {
                0 => 30.0 * searched.len() as f64,
                1..=2 => nodes[n - 1] * 5.0,
                _ => nodes[n - 2] * nodes[n - 1] / nodes[n - 3],
            });
        }
        let visited: u64 = searched.iter().map(|one| one.visited).sum();
        let seconds: f64 = searched.iter().map(|one| one.seconds).sum();
        Self { nodes, pace: seconds / visited.max(1) as f64 }
    }
}

fn search_all(
    study: &Searches,
    sample: &[&(String, AnyGame)],
    depth: Depth,
    time: Duration,
    jobs: usize,
    stop: &Stop,
) -> Vec<Searched> {
    let count = 2 * sample.len();
    let limits = Limits { depth, time: Some(time), ..Limits::default() };
    let results = Mutex::new((0, vec![Searched::default(); count]));
    let work = || {
        loop {
            let mut next = results.lock();
            let i = next.0;
            if i == count {
                return;
            }
            next.0 += 1;
            drop(next);
            let game = &sample[i % sample.len()].1;
            let limits = Limits { depth: depth + game.deeper(), ..limits };
            let found = if i < sample.len() {
                game.visit(Trying { study, table: &NoTable, limits, stop })
            } else {
                let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new()
                    .slots(SLOTS)
                    .build()
                    .expect("a mebibyte can be had");
                game.visit(Trying { study, table: &table, limits, stop })
            };
            results.lock().1[i] = found;
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                work();
            }
        }
    });
    let mut results = results.lock();
    std::mem::take(&mut results.1)
}

struct Trying<'a> {
    study: &'a Searches,
    table: &'a dyn SearchTable,
    limits: Limits,
    stop: &'a Stop,
}

impl GameVisitor for Trying<'_> {
    type Out = Searched;

    fn visit<G: Playable>(self, game: &G) -> Searched {
        let Self { study, table, limits, stop } = self;
        let control = Control::start(limits, 1, stop.clone());
        let variation = Variation::default();
        let task = Task { enhancements: study.search.1, control: &control, worker: 0, variation, turn: None };
        let mut nodes = Vec::new();
        let keep = |iteration: &Iteration<G::Move>| {
            if iteration.depth > G::DEEPER {
                nodes.push(iteration.counters.nodes());
            }
        };
        let found = Searcher::default().search(game, table, &task, keep);
        Searched { nodes, visited: found.counters.nodes(), seconds: control.elapsed().as_secs_f64() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Effort, Searched, lost_share};

    #[test]
    fn odd_and_even_plies_grow_on_their_own() {
        let searched = [Searched { nodes: vec![10, 100, 200, 2000], visited: 2000, seconds: 1.0 }];
        let effort = Effort::of(&searched, 6);
        assert_eq!(effort.nodes[4..], [4000.0, 40_000.0]);
        assert!((effort.pace - 0.0005).abs() < 1e-12);
    }

    #[test]
    fn smaller_tables_lose_more() {
        let lost: Vec<_> = [8e3, 64e3, 512e3].map(|slots| lost_share(slots, 1.4e6)).into();
        assert!(lost[0] > lost[1] && lost[1] > lost[2] && lost[2] > 0.0 && lost[0] < 1.0, "{lost:?}");
    }
}
