//! Lazy SMP: workers that search one position at once and share the table, a stop flag, and nothing else that is hot.
//!
//! A [`Pool`] keeps its threads from search to search; idle ones are parked, not spinning. How helpers differ: [`variation`].
//! Whose answer counts: [`vote()`].

mod vary;
mod vote;

pub use vary::variation;
pub use vote::vote;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::game::Game;
use crate::search::{
    Control, Counters, Enhancements, Found, Iteration, Limits, SearchTable, Searcher, Stop, Task,
};
use crate::sync::{Arc, Condvar, Mutex, lock, thread, wait};

/// The seed of searches that are given no other.
pub const SEED: u64 = 1994;

/// How a search is to be done.
#[derive(Clone, Debug)]
pub struct Order {
    /// What each worker's search does.
    pub enhancements: Enhancements,
    /// When it ends.
    pub limits: Limits,
    /// Ends it from outside.
    pub stop: Stop,
    /// Fixes how helpers differ.
    pub seed: u64,
}

impl Order {
    /// The 1994 program within `limits`.
    #[must_use]
    pub fn alibaba(limits: Limits) -> Self {
        Self { enhancements: Enhancements::ALIBABA, limits, stop: Stop::default(), seed: SEED }
    }
}

/// What a search by all workers found.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The winning iteration; `None` if the search was stopped before any, or there are no moves.
    pub best: Option<Iteration<M>>,
    /// What each worker counted.
    pub workers: Vec<Counters>,
    /// Time from start to end.
    pub elapsed: std::time::Duration,
}

impl<M> Answer<M> {
    /// The workers' counts, added up.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.workers.iter().copied().sum()
    }
}

type Job<G> = Arc<dyn Fn(usize, &mut Searcher<G>) + Send + Sync>;

/// What is handed over between the caller and the workers, under one lock.
struct Desk<G: Game> {
    /// The job at hand, and its number; a worker does each number once.
    job: Option<Job<G>>,
    number: u64,
    /// Workers that have not finished it.
    busy: usize,
    closing: bool,
    /// Iterations not yet reported, and what finished workers found.
    iterations: VecDeque<Iteration<G::Move>>,
    found: Vec<Option<Found<G::Move>>>,
}

struct Shared<G: Game> {
    desk: Mutex<Desk<G>>,
    /// There is a job, or the pool closes.
    wake: Condvar,
    /// There is an iteration to report, or a worker has finished.
    news: Condvar,
}

/// The system gives no more threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoThreads {
    /// Workers asked for.
    pub asked: usize,
    /// Workers that could be started.
    pub possible: usize,
}

impl std::fmt::Display for NoThreads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the system gives {} threads, not {}; ask for fewer", self.possible, self.asked)
    }
}

impl std::error::Error for NoThreads {}

/// Long-lived worker threads, each with its own heuristics, stack and counters.
///
/// ```
/// use std::sync::Arc;
/// use supplant::{Table, game::domineering::{Domineering, Player}, scheme::TwoBig1};
/// use supplant::{search::Limits, smp::{Order, Pool}};
/// let table: Arc<Table<TwoBig1>> = Arc::new(Table::with_slots(1 << 14)?);
/// let mut pool = Pool::new(2);
/// let game = Domineering::new(5, 5, Player::Vertical);
/// let answer = pool.search(&table, &game, &Order::alibaba(Limits::depth(9)), |_| ());
/// assert_eq!(answer.best.expect("nothing stopped it").depth, 9);
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub struct Pool<G: Game> {
    shared: Arc<Shared<G>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl<G: Game> Pool<G> {
    /// A pool of `workers` workers, at least one.
    ///
    /// # Panics
    /// If the system gives no more threads; [`try_new`](Self::try_new) says so instead.
    #[must_use]
    pub fn new(workers: usize) -> Self {
        Self::try_new(workers).expect("the system gives a thread for each worker")
    }

    /// A pool of `workers` workers, at least one.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn try_new(workers: usize) -> Result<Self, NoThreads> {
        let desk = Desk {
            job: None,
            number: 0,
            busy: 0,
            closing: false,
            iterations: VecDeque::new(),
            found: Vec::new(),
        };
        let shared = Arc::new(Shared { desk: Mutex::new(desk), wake: Condvar::new(), news: Condvar::new() });
        let mut pool = Self { shared, threads: Vec::new() };
        for id in 0..workers.max(1) {
            let shared = Arc::clone(&pool.shared);
            // On an error the pool closes, and its first threads with it.
            let spawned = thread::Builder::new().spawn(move || shared.work(id));
            pool.threads.push(spawned.map_err(|_| NoThreads { asked: workers, possible: id })?);
        }
        Ok(pool)
    }

    /// Workers it has.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.threads.len()
    }

    /// Searches `game` with all workers on `table`, and reports each iteration that is deeper than all before it, on the
    /// calling thread. Returns when every worker has finished; the pool holds no reference to the table then.
    ///
    /// With one worker the result depends on the arguments and the table's contents alone, bit for bit (I6), limits of time
    /// aside. With more, on how the workers' stores interleave, too.
    ///
    /// # Panics
    /// If a worker panicked.
    pub fn search<T: SearchTable + 'static>(
        &mut self,
        table: &std::sync::Arc<T>,
        game: &G,
        order: &Order,
        mut on_iteration: impl FnMut(&Iteration<G::Move>),
    ) -> Answer<G::Move> {
        let control = Arc::new(Control::start(order.limits, self.workers(), order.stop.clone()));
        self.hand_out(self.job(table, game, order, &control));
        let mut deepest = 0;
        let mut desk = lock(&self.shared.desk);
        loop {
            while let Some(found) = desk.iterations.pop_front() {
                if found.depth > deepest {
                    deepest = found.depth;
                    drop(desk);
                    on_iteration(&found);
                    desk = lock(&self.shared.desk);
                }
            }
            if desk.busy == 0 {
                break;
            }
            desk = wait(&self.shared.news, desk);
        }
        desk.job = None;
        let found: Option<Vec<_>> = desk.found.drain(..).collect();
        drop(desk);
        let found = found.expect("a worker panicked; its message is above");
        let workers = found.iter().map(|found| found.counters).collect();
        Answer { best: vote(&found), workers, elapsed: control.elapsed() }
    }

    /// What each worker does in a search.
    fn job<T: SearchTable + 'static>(
        &self,
        table: &std::sync::Arc<T>,
        game: &G,
        order: &Order,
        control: &Arc<Control>,
    ) -> Job<G> {
        let (table, game, order) = (std::sync::Arc::clone(table), game.clone(), order.clone());
        let (control, shared) = (Arc::clone(control), Arc::clone(&self.shared));
        Arc::new(move |worker, searcher: &mut Searcher<G>| {
            let variation = variation(worker, order.seed);
            let task = Task { enhancements: order.enhancements, control: &control, worker, variation };
            let found = searcher.search(&game, &*table, &task, |iteration| {
                lock(&shared.desk).iterations.push_back(iteration.clone());
                shared.news.notify_all();
            });
            lock(&shared.desk).found[worker] = Some(found);
        })
    }

    fn hand_out(&self, job: Job<G>) {
        let mut desk = lock(&self.shared.desk);
        desk.found = vec![None; self.workers()];
        desk.busy = self.workers();
        desk.number += 1;
        desk.job = Some(job);
        self.shared.wake.notify_all();
    }
}

impl<G: Game> Shared<G> {
    /// The life of worker `id`.
    fn work(&self, id: usize) {
        let mut searcher = Searcher::default();
        let mut done = 0;
        loop {
            let mut desk = lock(&self.desk);
            while desk.number == done && !desk.closing {
                desk = wait(&self.wake, desk);
            }
            if desk.closing {
                return;
            }
            done = desk.number;
            let job = desk.job.clone().expect("a new number comes with a job");
            drop(desk);
            // A panic must not leave the caller waiting; it finds this worker's answer missing.
            if catch_unwind(AssertUnwindSafe(|| job(id, &mut searcher))).is_err() {
                searcher = Searcher::default();
            }
            // Before the last worker is counted out: the caller may then expect to hold the table alone.
            drop(job);
            let mut desk = lock(&self.desk);
            desk.busy -= 1;
            if desk.busy == 0 {
                desk.job = None;
            }
            drop(desk);
            self.news.notify_all();
        }
    }
}

impl<G: Game> Drop for Pool<G> {
    fn drop(&mut self) {
        lock(&self.shared.desk).closing = true;
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // A worker's panic was reported where it happened.
            let _ = thread.join();
        }
    }
}

impl<G: Game> std::fmt::Debug for Pool<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("workers", &self.workers()).finish_non_exhaustive()
    }
}
