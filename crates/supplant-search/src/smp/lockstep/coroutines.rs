//! Workers on separate stacks on the caller's thread, so that a turn costs no system call.
//!
//! All workers share the caller's thread-locals.

use corosensei::stack::DefaultStack;
use corosensei::{CoroutineResult, ScopedCoroutine, ScopedCoroutineRef, Yielder};

use super::{Hand, Handover, Resume, Step};
use crate::smp::NoThreadsError;

/// Bytes of addresses of a stack, which takes only the memory that it touches.
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

/// `corosensei` lends a borrowing worker only for the length of a call, so calls nest. A panic
/// leaves these scopes and unwinds the unfinished workers.
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
        // This shortens the lifetime of all workers to that of the latest.
        let mut workers = workers;
        workers.push(worker);
        begin(states, workers, work, conduct)
    })
}
