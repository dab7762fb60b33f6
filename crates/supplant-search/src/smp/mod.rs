//! Lazy SMP: several workers search one position, and share the table, a stop flag and hints.

#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod fault;
#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod lend;
#[cfg(all(feature = "lockstep", not(any(loom, shuttle))))]
pub mod lockstep;
mod vary;
mod vote;
mod ways;

#[cfg(loom)]
#[doc(hidden)]
pub use fault::DeskFault;
#[cfg(loom)]
#[doc(hidden)]
pub use lend::Desk;
pub use vary::variation;
pub use vote::vote;
pub use ways::{Helpers, UnknownHelpersError};

use std::panic::resume_unwind;
use std::time::Duration;

use crate::game::Game;
use crate::search::{
    Busy, Control, Counters, Crowd, Enhancements, Found, GROUP, Guide, Iteration, Limits, LockstepTurn,
    Partial, Pooled, SearchTable, Searcher, Stop, Task, Together, to_play,
};
use crate::sync::{Arc, Mutex, lock, thread};
#[cfg(not(loom))]
use lend::Desk;

/// The default seed of a search.
pub const SEED: u64 = 1994;

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct Order {
    /// The switches of each worker's search.
    pub enhancements: Enhancements,
    /// The limits of the search.
    pub limits: Limits,
    /// Ends the search from outside.
    pub stop: Stop,
    /// The ways in which helpers differ.
    pub helpers: Helpers,
    /// Determines how helpers differ, and in lockstep the order of turns.
    pub seed: u64,
    /// The options and the progress that an engine shares with the search.
    pub guide: Option<Arc<Guide>>,
}

impl Order {
    /// A search by the 1994 program within `limits`.
    #[must_use]
    pub fn alibaba(limits: Limits) -> Self {
        Self {
            enhancements: Enhancements::ALIBABA,
            limits,
            stop: Stop::default(),
            helpers: Helpers::default(),
            seed: SEED,
            guide: None,
        }
    }

    fn control(&self, workers: usize, slots: usize) -> Control {
        let control = Control::start(self.limits, workers, self.stop.clone()).guided(self.guide.clone());
        let Helpers { defer, pool, crowd, .. } = self.helpers;
        if workers == 1 {
            return control;
        }
        // The history with gravity has no pool.
        let pools = if pool && !self.enhancements.gravity { workers.div_ceil(GROUP) } else { 0 };
        control.with(Together {
            busy: defer.then(Busy::new),
            pooled: (0..pools).map(|_| Pooled::new(slots)).collect(),
            crowd: crowd.then(|| Crowd::of(workers)),
        })
    }

    fn task<'a>(&self, control: &'a Control, worker: usize, turn: Option<LockstepTurn<'a>>) -> Task<'a> {
        let variation = variation(worker, self.seed, self.helpers);
        Task { enhancements: self.enhancements, control, worker, variation, turn }
    }
}

/// The result of a search by all workers.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The winner's last completed iteration; `None` if the search stopped before one, or the root
    /// has no moves.
    pub best: Option<Iteration<M>>,
    /// The winner's unfinished iteration, if it has one.
    pub partial: Option<Partial<M>>,
    /// The counts of each worker.
    pub workers: Vec<Counters>,
    /// Time from start to end.
    pub elapsed: Duration,
    /// Time of each worker from its wake-up to the end of its search; empty in lockstep.
    pub busy: Vec<Duration>,
}

impl<M: Clone> Answer<M> {
    fn of(found: &[Found<M>], elapsed: Duration, busy: Vec<Duration>) -> Self {
        let workers = found.iter().map(|found| found.counters).collect();
        let winner = vote(found).cloned();
        let (best, partial) = winner.map_or((None, None), |found| (found.best, found.partial));
        Self { best, partial, workers, elapsed, busy }
    }
}

impl<M: Copy> Answer<M> {
    /// The move to play: from the winner's unfinished iteration, else from the completed one;
    /// `None` if there is neither.
    #[must_use]
    pub fn to_play(&self) -> Option<M> {
        to_play(self.best.as_ref(), self.partial.as_ref())
    }
}

impl<M> Answer<M> {
    /// The greatest node count of a worker: the time of the search if every worker had its own
    /// core.
    #[must_use]
    pub fn virtual_time(&self) -> u64 {
        self.workers.iter().map(Counters::nodes).max().unwrap_or_default()
    }

    /// The sum of the workers' counts.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.workers.iter().copied().sum()
    }
}

/// The system cannot start all the workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoThreadsError {
    /// Workers that were requested.
    pub asked: usize,
    /// Workers that could be started.
    pub possible: usize,
}

impl std::fmt::Display for NoThreadsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the system has room for {} workers, not {}; ask for fewer", self.possible, self.asked)
    }
}

impl std::error::Error for NoThreadsError {}

/// Long-lived worker threads, each with heuristics, stack and counters.
///
/// ```
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::game::domineering::{Domineering, Player};
/// use supplant_search::{search::Limits, smp::{Order, Pool}};
/// let mut table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 14).build()?;
/// let mut pool = Pool::new(2);
/// let game = Domineering::new(5, 5, Player::Vertical);
/// let answer = pool.search(&table, &game, &Order::alibaba(Limits::depth(9)), |_| ());
/// assert_eq!(answer.best.expect("nothing stopped it").depth, 9);
/// // The pool has let go of the table.
/// table.clear(1);
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub struct Pool<G: Game> {
    desk: Arc<Desk<Searcher<G>, Iteration<G::Move>>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl<G: Game> Pool<G> {
    /// Starts a pool of `workers` workers, or of one if that is 0.
    ///
    /// # Panics
    /// If the system gives no more threads; [`try_new`](Self::try_new) returns an error instead.
    #[must_use]
    pub fn new(workers: usize) -> Self {
        Self::try_new(workers).expect("the system gives a thread for each worker")
    }

    /// Starts a pool of `workers` workers, or of one if that is 0.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn try_new(workers: usize) -> Result<Self, NoThreadsError> {
        Self::prepared(workers, |_| ())
    }

    /// Starts a pool in which each thread first calls `prepare` with its number, for example to pin
    /// itself.
    ///
    /// `prepare` must not panic: a search would wait for its worker forever.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn prepared(
        workers: usize,
        prepare: impl Fn(usize) + Clone + Send + 'static,
    ) -> Result<Self, NoThreadsError> {
        let mut pool = Self { desk: Arc::default(), threads: Vec::new() };
        for id in 0..workers.max(1) {
            let (desk, prepare) = (Arc::clone(&pool.desk), prepare.clone());
            let spawned = thread::Builder::new().spawn(move || {
                prepare(id);
                desk.work(id, Searcher::default);
            });
            pool.threads.push(spawned.map_err(|_| NoThreadsError { asked: workers, possible: id })?);
        }
        Ok(pool)
    }

    /// The number of workers.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.threads.len()
    }

    /// Searches `game` with all workers on `table`.
    ///
    /// It calls `on_iteration` on the calling thread for each iteration deeper than all before.
    /// When it returns or unwinds, no worker holds the table any more.
    ///
    /// Without time limits, the result of one worker depends only on the arguments and the table's
    /// contents, bit for bit (I6); with several workers, also on the order of their stores.
    ///
    /// # Panics
    /// If `on_iteration` panics, or a worker panics in the game or in the table. The panic
    /// continues with its payload; pool and table stay usable.
    pub fn search(
        &mut self,
        table: &dyn SearchTable,
        game: &G,
        order: &Order,
        mut on_iteration: impl FnMut(&Iteration<G::Move>),
    ) -> Answer<G::Move> {
        let workers = self.workers();
        let control = order.control(workers, G::HISTORY_SLOTS);
        let found = Mutex::new(vec![None; workers]);
        let job = |worker: usize, searcher: &mut Searcher<G>| {
            let awake = control.elapsed();
            let task = order.task(&control, worker, None);
            let report = |iteration: &Iteration<G::Move>| self.desk.post(iteration.clone());
            let result = work(searcher, game, table, &task, report);
            let busy = control.elapsed() - awake;
            lock(&found)[worker] = Some((result, busy));
        };
        let mut deepest = 0;
        let ended = self.desk.lend(workers, &job, |iteration| {
            if iteration.depth > deepest {
                deepest = iteration.depth;
                let end_on_panic = End(&control);
                on_iteration(&iteration);
                std::mem::forget(end_on_panic);
            }
        });
        if let Err(payload) = ended {
            resume_unwind(payload);
        }
        let (found, busy): (Vec<_>, Vec<_>) = lock(&found).drain(..).flatten().unzip();
        Answer::of(&found, control.elapsed(), busy)
    }
}

fn work<G: Game>(
    searcher: &mut Searcher<G>,
    game: &G,
    table: &dyn SearchTable,
    task: &Task<'_>,
    report: impl FnMut(&Iteration<G::Move>),
) -> Found<G::Move> {
    let _end = End(task.control);
    searcher.search(game, table, task, report)
}

struct End<'a>(&'a Control);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<G: Game> Drop for Pool<G> {
    fn drop(&mut self) {
        self.desk.close();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl<G: Game> std::fmt::Debug for Pool<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("workers", &self.workers()).finish_non_exhaustive()
    }
}
