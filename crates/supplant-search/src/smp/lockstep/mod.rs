//! Lockstep: any number of workers take turns on one thread, so that a parallel search is
//! repeatable.
//!
//! In each *round*, every worker that still searches has one turn of [`Lockstep::quantum`] nodes,
//! in an order that the seed shuffles. The nodes of one worker are the *virtual time* of the
//! search: its time if every worker had its own core and all cores were equally fast.

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", unix)))]
mod coroutines;
#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "aarch64", unix)))))]
mod threads;

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", unix)))]
use coroutines::Coroutines as Workers;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", unix))))]
use threads::Threads as Workers;

use crate::game::Game;
use crate::search::{Found, Iteration, LockstepTurn, SearchTable, Searcher};
use crate::smp::{Answer, NoThreadsError, Order, work};
use supplant::key::SplitMix64;

/// An event of a search in lockstep, reported on the calling thread between turns.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, M> {
    /// A turn of a worker begins.
    Turn {
        /// The worker that has the turn.
        worker: usize,
        /// Turns of each worker before this one; times the quantum, the virtual time.
        round: u64,
    },
    /// A worker has completed an iteration deeper than all before; its own nodes are the virtual
    /// time.
    Iteration(&'a Iteration<M>),
}

enum Step<M, R> {
    Turn,
    News(M),
    Done(R),
}

type Resume<'a, M, R> = &'a mut dyn FnMut(usize) -> Step<M, R>;

type Hand<'a, M> = &'a dyn Fn(Option<M>);

trait Handover {
    /// A panic of a worker surfaces in its turn; one of `conduct` unwinds the workers.
    fn run<C: Send, M: Send, R: Send, O>(
        states: &mut [C],
        work: &(impl Fn(usize, &mut C, Hand<'_, M>) -> R + Sync),
        conduct: impl FnOnce(Resume<'_, M, R>) -> O,
    ) -> Result<O, NoThreadsError>;
}

/// Virtual workers, each with heuristics and counters.
///
/// ```
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::game::domineering::{Domineering, Player};
/// use supplant_search::{search::Limits, smp::Order, smp::lockstep::Lockstep};
/// let game = Domineering::new(5, 5, Player::Vertical);
/// let order = Order { seed: 7, ..Order::alibaba(Limits::depth(9)) };
/// let once = || {
///     let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 14).build().expect("it is small");
///     Lockstep::new(8, 1).search(&table, &game, &order, |_| ()).map(|answer| answer.workers)
/// };
/// // Eight workers that hand over after every node, and again: every count of every worker is the same.
/// assert_eq!(once()?, once()?);
/// # Ok::<(), supplant_search::smp::NoThreadsError>(())
/// ```
#[derive(Debug)]
pub struct Lockstep<G: Game> {
    searchers: Vec<Searcher<G>>,
    quantum: u64,
}

impl<G: Game> Lockstep<G> {
    /// Makes `workers` workers with turns of `quantum` nodes; each is at least 1.
    #[must_use]
    pub fn new(workers: usize, quantum: u64) -> Self {
        let searchers = (0..workers.max(1)).map(|_| Searcher::default()).collect();
        Self { searchers, quantum: quantum.max(1) }
    }

    /// The number of workers.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.searchers.len()
    }

    /// The number of nodes in a turn.
    #[must_use]
    pub fn quantum(&self) -> u64 {
        self.quantum
    }

    /// Searches `game` with all workers on `table`, and reports events.
    ///
    /// Without a time limit, the result and the table's final contents depend only on the arguments
    /// and the table's contents, bit for bit. A node limit is exceeded by less than a turn of each
    /// worker.
    ///
    /// # Cost
    /// A worker takes 2 MiB of addresses for its stack; each turn costs two changes of stack, some
    /// nanoseconds, and displaced cache contents.
    ///
    /// # Errors
    /// If the system gives no more stacks.
    ///
    /// # Panics
    /// If `on_event` panics, or a worker panics in the game or in the table; the panic continues
    /// when all workers have been unwound.
    pub fn search(
        &mut self,
        table: &dyn SearchTable,
        game: &G,
        order: &Order,
        on_event: impl FnMut(Event<'_, G::Move>),
    ) -> Result<Answer<G::Move>, NoThreadsError> {
        self.search_by::<Workers>(table, game, order, on_event)
    }

    fn search_by<W: Handover>(
        &mut self,
        table: &dyn SearchTable,
        game: &G,
        order: &Order,
        on_event: impl FnMut(Event<'_, G::Move>),
    ) -> Result<Answer<G::Move>, NoThreadsError> {
        let (workers, quantum) = (self.workers(), self.quantum);
        let control = order.control(workers, G::HISTORY_SLOTS);
        let part = |worker: usize, searcher: &mut Searcher<G>, hand: Hand<'_, Iteration<G::Move>>| {
            let pass = || hand(None);
            let task = order.task(&control, worker, Some(LockstepTurn { quantum, pass: &pass }));
            work(searcher, game, table, &task, |iteration| hand(Some(iteration.clone())))
        };
        let conduct = |resume: Resume<'_, _, _>| conduct(resume, workers, order.seed, on_event);
        let found = W::run(&mut self.searchers, &part, conduct)?;
        Ok(Answer::of(&found, control.elapsed(), Vec::new()))
    }
}

fn conduct<M>(
    resume: Resume<'_, Iteration<M>, Found<M>>,
    workers: usize,
    seed: u64,
    mut on_event: impl FnMut(Event<'_, M>),
) -> Vec<Found<M>> {
    let mut found: Vec<_> = (0..workers).map(|_| None).collect();
    let (mut searching, mut random) = ((0..workers).collect::<Vec<_>>(), SplitMix64::new(seed));
    let (mut round, mut deepest) = (0, 0);
    while !searching.is_empty() {
        random.shuffle(&mut searching);
        searching.retain(|&worker| {
            on_event(Event::Turn { worker, round });
            loop {
                match resume(worker) {
                    Step::Turn => return true,
                    Step::News(iteration) if iteration.depth > deepest => {
                        deepest = iteration.depth;
                        on_event(Event::Iteration(&iteration));
                    }
                    Step::News(_) => {}
                    Step::Done(result) => {
                        found[worker] = Some(result);
                        return false;
                    }
                }
            }
        });
        round += 1;
    }
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use supplant::table::{SizedTable, TableBuilder};

    use super::threads::Threads;
    use super::{Event, Handover, Lockstep, Workers};
    use crate::game::domineering::{Domineering, Player};
    use crate::search::{Counters, Enhancements, Iteration, Limits, search};
    use crate::smp::{Answer, Helpers, Order};
    use supplant::scheme::TwoBig1;

    type Move = <Domineering as crate::game::Game>::Move;

    fn table() -> SizedTable<TwoBig1> {
        TableBuilder::new().slots(1 << 12).build().expect("a small table fits")
    }

    fn board() -> Domineering {
        Domineering::new(5, 6, Player::Vertical)
    }

    fn order(seed: u64) -> Order {
        Order { seed, ..Order::alibaba(Limits::depth(7)) }
    }

    #[derive(Debug, PartialEq)]
    struct Whole {
        workers: Vec<Counters>,
        best: Option<(usize, u8, Vec<Move>)>,
        turns: Vec<(usize, u64)>,
        iterations: Vec<(u8, u64)>,
        entries: Vec<String>,
    }

    fn whole<W: Handover>(workers: usize, quantum: u64, order: &Order) -> Whole {
        let (table, mut turns, mut iterations) = (table(), Vec::new(), Vec::new());
        let mut lockstep = Lockstep::new(workers, quantum);
        let answer: Answer<Move> = lockstep
            .search_by::<W>(&table, &board(), order, |event| match event {
                Event::Turn { worker, round } => turns.push((worker, round)),
                Event::Iteration(found) => iterations.push((found.depth, found.counters.nodes())),
            })
            .expect("a few workers are available");
        let essence = |best: Iteration<Move>| (best.worker, best.depth, best.line);
        let entries = table.by_slot().map(|entry| format!("{entry:?}")).collect();
        Whole { workers: answer.workers, best: answer.best.map(essence), turns, iterations, entries }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_search_in_lockstep_is_the_same_again_and_on_threads_and_another_with_another_seed_or_quantum() {
        let eight = |quantum, seed| whole::<Workers>(8, quantum, &order(seed));
        let first = eight(1, 7);
        assert_eq!(first, eight(1, 7));
        assert_eq!(first, whole::<Threads>(8, 1, &order(7)));
        assert!(
            first.best.is_some() && first.entries.len() > 1000 && first.iterations.len() >= 4,
            "{first:?}"
        );
        for other in [eight(2, 7), eight(1, 8)] {
            assert_ne!(first.workers, other.workers);
            assert_ne!(first.entries, other.entries);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn one_worker_in_lockstep_searches_as_one_alone() {
        let plain = search(&board(), &table(), Limits::depth(7), Enhancements::ALIBABA);
        for quantum in [1, 5, 1 << 40] {
            assert_eq!(
                whole::<Workers>(1, quantum, &order(7)).workers,
                [plain.counters],
                "quantum {quantum}"
            );
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn workers_keep_step_to_within_a_turn_and_the_order_of_turns_changes() {
        let found = whole::<Workers>(4, 10, &order(7));
        let nodes: Vec<_> = found.workers.iter().map(Counters::nodes).collect();
        let (least, most) = (nodes.iter().min().expect("four"), nodes.iter().max().expect("four"));
        assert!(most - least <= 10, "{nodes:?}");
        let rounds: Vec<_> = found.turns.chunks(4).take(6).collect();
        for (i, round) in rounds.iter().enumerate() {
            let mut workers: Vec<_> = round.iter().map(|&(worker, number)| (number, worker)).collect();
            workers.sort_unstable();
            assert_eq!(workers, [0, 1, 2, 3].map(|worker| (i as u64, worker)));
        }
        assert!(
            rounds.windows(2).any(|two| two[0].iter().zip(two[1]).any(|(a, b)| a.0 != b.0)),
            "{rounds:?}"
        );
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_limit_of_nodes_is_exceeded_by_less_than_a_turn_a_worker() {
        for (workers, quantum) in [(1, 64), (3, 1), (3, 64), (64, 8)] {
            let limits = Limits { nodes: Some(5000), ..Limits::default() };
            let order = Order { limits, ..order(7) };
            let nodes: u64 =
                whole::<Workers>(workers, quantum, &order).workers.iter().map(Counters::nodes).sum();
            let most = if workers == 1 { 0 } else { workers as u64 * quantum };
            assert!((5000..=5000 + most).contains(&nodes), "{workers} workers, quantum {quantum}: {nodes}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_stop_ends_all_workers_and_keeps_what_they_have() {
        let order = order(7);
        let mut lockstep = Lockstep::new(5, 3);
        let answer = lockstep.search(&table(), &board(), &order, |event| {
            if let Event::Iteration(Iteration { depth: 3.., .. }) = event {
                order.stop.set();
            }
        });
        let best = answer.expect("five workers are available").best.expect("an iteration was completed");
        assert!((3..7).contains(&best.depth), "{}", best.depth);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn each_way_of_differing_changes_the_search_of_eight_and_none_that_of_one() {
        let with = |workers, helpers| {
            let limits = Limits::depth(8);
            whole::<Workers>(workers, 2, &Order { helpers, limits, ..order(7) }).workers
        };
        let (eight, one) = (with(8, Helpers::NONE), with(1, Helpers::NONE));
        for name in Helpers::switches() {
            let helpers = name.parse().expect("it is a way of differing");
            assert_ne!(with(8, helpers), eight, "{name}");
            assert_eq!(with(1, helpers), one, "{name}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_thousand_workers_fit_on_the_stack_of_a_thread() {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let order = Order { limits, ..order(7) };
        let counted = thread.spawn(move || whole::<Workers>(1024, 1, &order).workers.len());
        assert_eq!(counted.expect("a thread is available").join().ok(), Some(1024));
    }

    fn a_panic_comes_through_and_the_next_search_is_as_ever<W: Handover>() {
        let mut lockstep = Lockstep::new(4, 2);
        let mut search = |panics: bool| {
            let table = table();
            let answer = lockstep.search_by::<W>(&table, &board(), &order(7), |event| {
                assert!(!panics || !matches!(event, Event::Turn { round: 3, .. }), "thrown");
            });
            answer.expect("four workers are available").workers
        };
        let before = search(false);
        let thrown = catch_unwind(AssertUnwindSafe(|| search(true))).expect_err("it was thrown");
        assert_eq!(thrown.downcast_ref::<&str>(), Some(&"thrown"));
        assert_eq!(search(false), before);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_callers_panic_comes_through() {
        a_panic_comes_through_and_the_next_search_is_as_ever::<Workers>();
        a_panic_comes_through_and_the_next_search_is_as_ever::<Threads>();
    }

    fn a_workers_panic_comes_through<W: Handover>() {
        let (mut states, ended) = ([0, 10, 20], std::sync::atomic::AtomicU32::new(0));
        struct Counted<'a>(&'a std::sync::atomic::AtomicU32);
        impl Drop for Counted<'_> {
            fn drop(&mut self) {
                self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
        let work = |id: usize, state: &mut i32, hand: super::Hand<'_, ()>| {
            let _counted = Counted(&ended);
            loop {
                *state += 1;
                assert!(id != 1 || *state < 13, "worker one");
                hand(None);
            }
        };
        let thrown = catch_unwind(AssertUnwindSafe(|| {
            W::run::<_, (), (), ()>(&mut states, &work, |resume| (0..99).for_each(|i| _ = resume(i % 3)))
        }))
        .expect_err("it was thrown");
        assert_eq!(thrown.downcast_ref::<&str>(), Some(&"worker one"));
        assert_eq!((states, ended.into_inner()), ([3, 13, 22], 3), "each was unwound");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_workers_panic_comes_through_when_all_are_unwound() {
        a_workers_panic_comes_through::<Workers>();
        a_workers_panic_comes_through::<Threads>();
    }
}
