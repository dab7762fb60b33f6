//! Lends a job to threads that outlive it, and takes it back: the one place where a lifetime is erased.
//!
//! A job borrows what a search is given: table, game, limits. The workers live longer than any search, so the borrow cannot
//! be in their types. [`Desk::lend`] gives them a bare pointer instead. This is sound, because:
//!
//! 1. A worker copies the pointer only in [`Desk::take`], under the lock, and is counted as `busy` from then on.
//! 2. It counts itself out, under the lock again, after its last use of the pointer ([`Desk::work`]).
//! 3. [`Desk::lend`] holds a [`Recall`]. Dropped on return and on unwinding alike, it withdraws the job from those who have
//!    not taken it and waits until nobody is busy. So the borrow in `lend` outlasts every use.
//! 4. One loan at a time: a second one is refused with a panic before anything is changed.
//!
//! None of this rests on how many threads there are, or on which of them panic. Models and controls: claim M8,
//! `crates/supplant-search/tests/loom/m8_pool.rs`. What a job does is not known here.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::fault::{DeskFault, Planted};
use crate::sync::{Condvar, Mutex, lock, wait};

/// What a panic carries.
pub(super) type PanicPayload = Box<dyn Any + Send>;

/// A job whose borrow is not in its type.
struct Lent<C> {
    job: *const (),
    call: unsafe fn(*const (), usize, &mut C),
}

impl<C> Clone for Lent<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Lent<C> {}

// SAFETY: all that is reached through it is a `&J` with `J: Sync`; see `Lent::of`, the only constructor.
#[allow(unsafe_code, reason = "audited: a shared reference without its lifetime")]
unsafe impl<C> Send for Lent<C> {}

impl<C> Lent<C> {
    fn of<J: Fn(usize, &mut C) + Sync>(job: &J) -> Self {
        Self { job: std::ptr::from_ref(job).cast(), call: Self::call::<J> }
    }

    /// Calls the `J` behind `job`.
    ///
    /// # Safety
    /// `job` comes from a `&J` whose borrow has not ended.
    #[allow(unsafe_code, reason = "audited: the borrow is still alive")]
    unsafe fn call<J: Fn(usize, &mut C) + Sync>(job: *const (), worker: usize, state: &mut C) {
        // SAFETY: the caller promises just this.
        let job = unsafe { &*job.cast::<J>() };
        job(worker, state);
    }
}

/// What passes between the caller and the workers, under one lock.
struct Pass<C, M> {
    job: Option<Lent<C>>,
    /// Of the job; a worker does each number once.
    number: u64,
    /// How many workers are still to take it.
    untaken: usize,
    /// How many have taken it and not finished.
    busy: usize,
    closing: bool,
    /// Posted by workers, not yet handed to the caller.
    messages: VecDeque<M>,
    /// Of the first worker that panicked.
    panic: Option<PanicPayload>,
}

/// Where a caller and its workers meet. `C` is what each worker keeps from job to job, `M` what workers post.
pub struct Desk<C, M> {
    pass: Mutex<Pass<C, M>>,
    /// There is a job, or the desk closes.
    wake: Condvar,
    /// There is a message, or a worker has finished.
    news: Condvar,
    planted: Planted,
}

impl<C, M> Default for Desk<C, M> {
    fn default() -> Self {
        let pass = Pass {
            job: None,
            number: 0,
            untaken: 0,
            busy: 0,
            closing: false,
            messages: VecDeque::new(),
            panic: None,
        };
        Self { pass: Mutex::new(pass), wake: Condvar::new(), news: Condvar::new(), planted: Planted::NONE }
    }
}

#[cfg(loom)]
impl<C, M> Desk<C, M> {
    /// A desk with a fault. Its job must live for ever: nothing is recalled.
    pub fn broken(fault: DeskFault) -> Self {
        Self { planted: Planted(Some(fault)), ..Self::default() }
    }
}

impl<C, M> Desk<C, M> {
    /// Has `workers` workers do `job` once each, with their number and what they keep, and hands what they post to `take` on
    /// the calling thread. Returns when all have finished; the first worker's panic is the error.
    ///
    /// If `take` panics, the panic comes through as soon as the workers that have begun have finished; the job must see to
    /// it that they do.
    ///
    /// # Panics
    /// If a job is out already.
    pub fn lend<J>(&self, workers: usize, job: &J, mut take: impl FnMut(M)) -> Result<(), PanicPayload>
    where
        J: Fn(usize, &mut C) + Sync,
    {
        let stale = self.hand_out(workers, Lent::of(job));
        let recall = Recall(self);
        // Only now: what is dropped may panic, and the job is out.
        discard(stale);
        while let Some(message) = self.message() {
            take(message);
        }
        drop(recall);
        lock(&self.pass).panic.take().map_or(Ok(()), Err)
    }

    /// Posts a message to the caller. For jobs.
    pub fn post(&self, message: M) {
        lock(&self.pass).messages.push_back(message);
        self.news.notify_all();
    }

    /// The life of worker `id`, until the desk closes. `fresh` makes what it keeps: at first, and after a panic.
    #[allow(unsafe_code, reason = "audited: the only call of a lent job")]
    pub fn work(&self, id: usize, fresh: impl Fn() -> C) {
        let (mut state, mut done) = (fresh(), 0);
        while let Some(Lent { job, call }) = self.take(&mut done) {
            if self.planted.is(DeskFault::CountsOutTooEarly) {
                self.count_out(None);
            }
            // SAFETY: `take` has counted this worker as busy, and it counts itself out below: until then `lend` holds the
            // borrow that `job` was made of.
            let ended = catch_unwind(AssertUnwindSafe(|| unsafe { call(job, id, &mut state) }));
            let has_panicked = ended.is_err();
            if !self.planted.is(DeskFault::CountsOutTooEarly) {
                self.count_out(ended.err());
            }
            if has_panicked {
                // A worker lives on whatever its state does when it is made or dropped.
                if let Ok(fresh) = catch_unwind(AssertUnwindSafe(&fresh)) {
                    discard(std::mem::replace(&mut state, fresh));
                }
            }
        }
    }

    /// Sends the workers home.
    pub fn close(&self) {
        lock(&self.pass).closing = true;
        self.notify(&self.wake, DeskFault::ClosesInSilence);
    }

    /// Gives the workers a job; what is left is the panic of a search that its caller's panic ended.
    fn hand_out(&self, workers: usize, job: Lent<C>) -> Option<PanicPayload> {
        let mut pass = lock(&self.pass);
        assert!(pass.job.is_none() || self.planted.any(), "a desk lends one job at a time");
        let stale = pass.panic.take();
        pass.job = Some(job);
        pass.number += 1;
        pass.untaken = workers;
        drop(pass);
        self.notify(&self.wake, DeskFault::HandsOutInSilence);
        stale
    }

    /// The next message; `None` when all have finished and nothing is left.
    fn message(&self) -> Option<M> {
        let mut pass = lock(&self.pass);
        loop {
            if let Some(message) = pass.messages.pop_front() {
                return Some(message);
            }
            if pass.untaken == 0 && pass.busy == 0 {
                return None;
            }
            pass = wait(&self.news, pass);
            if self.planted.is(DeskFault::WaitsOnce) {
                return None;
            }
        }
    }

    /// Waits for a job beyond number `done` and takes it; `None` when the desk closes.
    fn take(&self, done: &mut u64) -> Option<Lent<C>> {
        let mut pass = lock(&self.pass);
        loop {
            if pass.closing {
                return None;
            }
            if let Some(job) = pass.job.filter(|_| pass.number != *done && pass.untaken > 0) {
                *done = pass.number;
                pass.untaken -= 1;
                pass.busy += 1;
                return Some(job);
            }
            if self.planted.is(DeskFault::LooksBeforeItLocks) {
                drop(pass);
                pass = lock(&self.pass);
            }
            pass = wait(&self.wake, pass);
        }
    }

    fn count_out(&self, panic: Option<PanicPayload>) {
        let mut pass = lock(&self.pass);
        pass.busy -= 1;
        let spare = if pass.panic.is_none() { std::mem::replace(&mut pass.panic, panic) } else { panic };
        drop(pass);
        self.notify(&self.news, DeskFault::FinishesInSilence);
        discard(spare);
    }

    fn notify(&self, condvar: &Condvar, silent: DeskFault) {
        if !self.planted.is(silent) {
            condvar.notify_all();
        }
    }
}

/// Drops a value of others' making, which may panic; whoever drops it here must not.
fn discard<T>(value: T) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        std::mem::forget(again);
    }
}

/// Takes the job back when dropped: see the head of this file.
struct Recall<'a, C, M>(&'a Desk<C, M>);

impl<C, M> Drop for Recall<'_, C, M> {
    fn drop(&mut self) {
        let Self(desk) = self;
        if desk.planted.any() {
            // A control's job lives for ever; and loom reports a standstill by a panic, which must not wait again.
            return;
        }
        let mut pass = lock(&desk.pass);
        pass.untaken = 0;
        while pass.busy > 0 {
            pass = wait(&desk.news, pass);
        }
        pass.job = None;
        let unread = std::mem::take(&mut pass.messages);
        drop(pass);
        drop(unread);
    }
}

impl<C, M> std::fmt::Debug for Desk<C, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}
