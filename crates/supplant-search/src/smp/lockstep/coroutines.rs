//! Workers on stacks of their own, all on the caller's thread: handing over is a change of stack, and no system call.
//!
//! `corosensei` makes the stacks and changes between them, behind a safe interface. Its workers stay on the thread that made them:
//! what a game keeps in thread-locals is one, of all workers; of workers on threads each has its own.

use corosensei::stack::DefaultStack;
use corosensei::{CoroutineResult, ScopedCoroutine, ScopedCoroutineRef, Yielder};

use super::{Hand, Handover, Resume, Step};
use crate::smp::NoThreadsError;

/// Addresses of a stack, as many as a thread's: what a search needs there, it may need here. Memory is what it touches.
const STACK: usize = 2 << 20;

pub(super) struct Coroutines;

impl Handover for Coroutines {
    fn run<C: Send, M: Send, R: Send, O>(
        states: &mut [C],
        work: &(impl Fn(usize, &mut C, Hand<'_, M>) -> R + Sync),
        conduct: impl FnOnce(Resume<'_, M, R>) -> O,
    ) -> Result<O, NoThreadsError> {
        let asked = states.len();
        let mut stacks = Vec::with_capacity(asked);
        for possible in 0..asked {
            stacks.push(DefaultStack::new(STACK).map_err(|_| NoThreadsError { asked, possible })?);
        }
        let workers = Vec::with_capacity(asked);
        Ok(begin(states.iter_mut().zip(stacks).enumerate(), workers, work, conduct))
    }
}

/// Begins the workers that are still to begin, each within the scope of those before it, and then conducts them all.
///
/// `corosensei` lends out a worker that borrows for the length of a call; so there is a call for each. A panic, a worker's or the
/// conductor's, leaves these scopes, which unwinds the workers that have not finished.
fn begin<'a, C: Send + 'a, M: Send, R: Send, O>(
    mut states: impl Iterator<Item = (usize, (&'a mut C, DefaultStack))>,
    workers: Vec<ScopedCoroutineRef<'_, (), Option<M>, R, DefaultStack>>,
    work: &(impl Fn(usize, &mut C, Hand<'_, M>) -> R + Sync),
    conduct: impl FnOnce(Resume<'_, M, R>) -> O,
) -> O {
    let Some((id, (state, stack))) = states.next() else {
        let mut workers = workers;
        return conduct(&mut |id| match workers[id].resume(()) {
            CoroutineResult::Yield(None) => Step::Turn,
            CoroutineResult::Yield(Some(news)) => Step::News(news),
            CoroutineResult::Return(result) => Step::Done(result),
        });
    };
    let live = move |yielder: &Yielder<(), Option<M>>, ()| work(id, state, &|news| yielder.suspend(news));
    ScopedCoroutine::with_stack(stack, live).scope(|worker| {
        // Lent for as long as the last of them.
        let mut workers = workers;
        workers.push(worker);
        begin(states, workers, work, conduct)
    })
}
