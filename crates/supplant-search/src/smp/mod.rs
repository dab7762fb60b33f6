//! Lazy SMP: workers that search one position at once and share the table, a stop flag, and hints of what each is at.
//!
//! A [`Pool`] keeps its threads from search to search; idle ones are parked, not spinning. How helpers differ: [`variation`].
//! Whose answer counts: [`vote()`].
//! Workers in turns, for a parallel search that can be done again: `lockstep`.

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
    /// How helpers differ.
    pub helpers: Helpers,
    /// Fixes how.
    pub seed: u64,
    /// What an engine tells the search, and hears of it.
    pub guide: Option<Arc<Guide>>,
}

impl Order {
    /// The 1994 program within `limits`.
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

    /// What so many workers share besides the table, in a game with so many history slots. One alone shares nothing.
    fn control(&self, workers: usize, slots: usize) -> Control {
        // First, so that what follows is in its time.
        let control = Control::start(self.limits, workers, self.stop.clone()).guided(self.guide.clone());
        let Helpers { defer, pool, crowd, .. } = self.helpers;
        if workers == 1 {
            return control;
        }
        control.with(Together {
            busy: defer.then(Busy::new),
            pooled: (0..if pool { workers.div_ceil(GROUP) } else { 0 }).map(|_| Pooled::new(slots)).collect(),
            crowd: crowd.then(|| Crowd::of(workers)),
        })
    }

    /// The part of worker `worker`.
    fn task<'a>(&self, control: &'a Control, worker: usize, turn: Option<LockstepTurn<'a>>) -> Task<'a> {
        let variation = variation(worker, self.seed, self.helpers);
        Task { enhancements: self.enhancements, control, worker, variation, turn }
    }
}

/// What a search by all workers found.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The winner's last completed iteration; `None` if the search was stopped before any, or there are no moves.
    pub best: Option<Iteration<M>>,
    /// What the same worker had of the next one when it was stopped.
    pub partial: Option<Partial<M>>,
    /// What each worker counted.
    pub workers: Vec<Counters>,
    /// Time from start to end.
    pub elapsed: Duration,
    /// Of it, the time that each worker was at its search: between being awake and having finished; the rest it was idle. Workers in
    /// turns have none.
    pub busy: Vec<Duration>,
}

impl<M: Clone> Answer<M> {
    /// Of what each worker found, and how long it was at it.
    fn of(found: &[Found<M>], elapsed: Duration, busy: Vec<Duration>) -> Self {
        let workers = found.iter().map(|found| found.counters).collect();
        let winner = vote(found).cloned();
        let (best, partial) = winner.map_or((None, None), |found| (found.best, found.partial));
        Self { best, partial, workers, elapsed, busy }
    }
}

impl<M: Copy> Answer<M> {
    /// The move to play: that of the winner's unfinished iteration, if it came to one, else that of the last completed. `None`
    /// if there is no move, or the search was stopped before one was searched.
    #[must_use]
    pub fn to_play(&self) -> Option<M> {
        to_play(self.best.as_ref(), self.partial.as_ref())
    }
}

impl<M> Answer<M> {
    /// What a clock would show if every worker had a core of its own, in nodes: the most that one has visited.
    #[must_use]
    pub fn virtual_time(&self) -> u64 {
        self.workers.iter().map(Counters::nodes).max().unwrap_or_default()
    }

    /// The workers' counts, added up.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.workers.iter().copied().sum()
    }
}

/// The system has no room for so many workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoThreadsError {
    /// Workers asked for.
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

/// Long-lived worker threads, each with its own heuristics, stack and counters.
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
    pub fn try_new(workers: usize) -> Result<Self, NoThreadsError> {
        Self::prepared(workers, |_| ())
    }

    /// As [`try_new`](Self::try_new), and each thread, told its number, first does `prepare`, once: takes a place on a processor, or says that it is
    /// there. It must not panic: a search would wait for its worker for ever.
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
            // On an error the pool closes, and its first threads with it.
            let spawned = thread::Builder::new().spawn(move || {
                prepare(id);
                desk.work(id, Searcher::default);
            });
            pool.threads.push(spawned.map_err(|_| NoThreadsError { asked: workers, possible: id })?);
        }
        Ok(pool)
    }

    /// Workers it has.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.threads.len()
    }

    /// Searches `game` with all workers on `table`, and reports each iteration that is deeper than all before it, on the
    /// calling thread.
    ///
    /// The table is borrowed, for the call alone: the search neither returns nor unwinds before every worker has let go of it
    /// (`smp/lend.rs` says why). The caller may then clear it, resize it or drop it.
    ///
    /// With one worker the result depends on the arguments and the table's contents alone, bit for bit (I6), limits of time
    /// aside. With more, on how the workers' stores interleave, too.
    ///
    /// # Panics
    /// If `on_iteration` panics, or a worker does: in the game or in the table, that is. Either ends the search at once, and
    /// the panic comes through with what it carries, the caller's before a worker's. Pool and table serve on.
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

/// One worker's search; when it has finished, or panicked, it ends the others'.
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

/// Ends the search for all workers when dropped.
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
            // It does not panic: a job's panic is caught.
            let _ = thread.join();
        }
    }
}

impl<G: Game> std::fmt::Debug for Pool<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("workers", &self.workers()).finish_non_exhaustive()
    }
}
