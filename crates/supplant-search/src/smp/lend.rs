//! Lends a job to threads that outlive it, and takes it back: the only place that erases a
//! lifetime.
//!
//! A job borrows the arguments of a search, and workers live longer, so [`Desk::lend`] gives them a
//! bare pointer. This is sound, because:
//!
//! 1. A worker copies the pointer only in [`Desk::take`], under the lock, and counts as `busy` from
//!    then on.
//! 2. It counts itself out under the lock after its last use of the pointer ([`Desk::work`]).
//! 3. [`Desk::lend`] holds a [`Recall`], which is dropped on return and on unwinding. It withdraws
//!    the job from workers that have not taken it, and waits until no worker is busy. So the borrow
//!    in `lend` outlasts every use.
//! 4. A desk lends one job at a time. A second one panics before anything changes.
//!
//! Models and controls: claim M8, `crates/supplant-search/tests/loom/m8_pool.rs`.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::fault::{DeskFault, Planted};
use crate::sync::{Condvar, Mutex, lock, wait};

pub(super) type PanicPayload = Box<dyn Any + Send>;

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

// SAFETY: it gives access only to a `&J` with `J: Sync`; see `Lent::of`, the only constructor.
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
        // SAFETY: the caller promises this.
        let job = unsafe { &*job.cast::<J>() };
        job(worker, state);
    }
}

struct Pass<C, M> {
    job: Option<Lent<C>>,
    /// A worker does each number once.
    number: u64,
    untaken: usize,
    busy: usize,
    closing: bool,
    messages: VecDeque<M>,
    panic: Option<PanicPayload>,
}

/// Where a caller hands jobs to workers. `C` is the state that a worker keeps between jobs, `M` a
/// message.
pub struct Desk<C, M> {
    pass: Mutex<Pass<C, M>>,
    wake: Condvar,
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
    /// A desk with a fault; its job must live forever, because it is not recalled.
    pub fn broken(fault: DeskFault) -> Self {
        Self { planted: Planted(Some(fault)), ..Self::default() }
    }
}

impl<C, M> Desk<C, M> {
    /// Has `workers` workers do `job` once each, and returns when all have finished.
    ///
    /// `take` receives the messages on the calling thread. The first panic of a worker is the
    /// error. If `take` panics, the panic continues when the workers that have begun have finished;
    /// the job must ensure that they do.
    ///
    /// # Panics
    /// If a job is lent already.
    pub fn lend<J>(&self, workers: usize, job: &J, mut take: impl FnMut(M)) -> Result<(), PanicPayload>
    where
        J: Fn(usize, &mut C) + Sync,
    {
        let stale = self.hand_out(workers, Lent::of(job));
        let recall = Recall(self);
        // Only now, when `recall` is in place: dropping a payload may panic.
        discard(stale);
        while let Some(message) = self.message() {
            take(message);
        }
        drop(recall);
        lock(&self.pass).panic.take().map_or(Ok(()), Err)
    }

    pub fn post(&self, message: M) {
        lock(&self.pass).messages.push_back(message);
        self.news.notify_all();
    }

    /// Runs worker `id` until the desk closes. `fresh` makes its state at first, and after a panic.
    #[allow(unsafe_code, reason = "audited: the only call of a lent job")]
    pub fn work(&self, id: usize, fresh: impl Fn() -> C) {
        let (mut state, mut done) = (fresh(), 0);
        while let Some(Lent { job, call }) = self.take(&mut done) {
            if self.planted.is(DeskFault::CountsOutTooEarly) {
                self.count_out(None);
            }
            // SAFETY: `take` has counted this worker as busy, and it counts itself out below. Until
            // then `lend` holds the borrow from which `job` was made.
            let ended = catch_unwind(AssertUnwindSafe(|| unsafe { call(job, id, &mut state) }));
            let has_panicked = ended.is_err();
            if !self.planted.is(DeskFault::CountsOutTooEarly) {
                self.count_out(ended.err());
            }
            if has_panicked {
                // The worker survives a panic of making or dropping its state.
                if let Ok(fresh) = catch_unwind(AssertUnwindSafe(&fresh)) {
                    discard(std::mem::replace(&mut state, fresh));
                }
            }
        }
    }

    pub fn close(&self) {
        lock(&self.pass).closing = true;
        self.notify(&self.wake, DeskFault::ClosesInSilence);
    }

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

    /// Waits for a job after number `done`; `None` when the desk closes.
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

/// Dropping a foreign value may panic, and the caller must not.
fn discard<T>(value: T) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        std::mem::forget(again);
    }
}

struct Recall<'a, C, M>(&'a Desk<C, M>);

impl<C, M> Drop for Recall<'_, C, M> {
    fn drop(&mut self) {
        let Self(desk) = self;
        if desk.planted.any() {
            // The job of a control lives forever; loom's panic at a deadlock must not wait again.
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
