//! Workers on threads of which one runs at a time: portable, at some microseconds a turn.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::{Hand, Handover, Resume, Step};
use crate::smp::NoThreadsError;
use crate::sync::thread;

pub(super) struct Threads;

struct Abandoned;

struct Worker<M, R> {
    begin: SyncSender<()>,
    step: Receiver<thread::Result<Step<M, R>>>,
}

impl Handover for Threads {
    fn run<C: Send, M: Send, R: Send, O>(
        states: &mut [C],
        work: &(impl Fn(usize, &mut C, Hand<'_, M>) -> R + Sync),
        conduct: impl FnOnce(Resume<'_, M, R>) -> O,
    ) -> Result<O, NoThreadsError> {
        let asked = states.len();
        thread::scope(|scope| {
            // This drop unwinds waiting workers before the scope waits for their threads.
            let mut workers = Vec::with_capacity(asked);
            for (id, state) in states.iter_mut().enumerate() {
                let (begin, turns) = sync_channel::<()>(0);
                let (steps, step) = sync_channel(0);
                let live = move || live(&turns, &steps, |hand| work(id, state, hand));
                let spawned = thread::Builder::new().spawn_scoped(scope, live);
                spawned.map_err(|_| NoThreadsError { asked, possible: id })?;
                workers.push(Worker { begin, step });
            }
            Ok(conduct(&mut |id| {
                let Worker { begin, step } = &workers[id];
                begin.send(()).expect("a worker that has not finished waits for its turn");
                step.recv()
                    .expect("a worker says how its turn ended")
                    .unwrap_or_else(|panic| resume_unwind(panic))
            }))
        })
    }
}

fn live<M, R>(
    turns: &Receiver<()>,
    steps: &SyncSender<thread::Result<Step<M, R>>>,
    work: impl FnOnce(Hand<'_, M>) -> R,
) {
    let wait = || turns.recv().unwrap_or_else(|_| resume_unwind(Box::new(Abandoned)));
    let hand = |news: Option<M>| {
        // If the conductor is gone, this fails, and then `wait` does.
        let _ = steps.send(Ok(news.map_or(Step::Turn, Step::News)));
        wait();
    };
    if turns.recv().is_err() {
        return;
    }
    let ended = catch_unwind(AssertUnwindSafe(|| work(&hand)));
    if ended.as_ref().err().is_none_or(|panic| !panic.is::<Abandoned>()) {
        let _ = steps.send(ended.map(Step::Done));
    }
}
