//! What a check found: one line that says where, with which seed, what was there and what should have been.

use std::fmt::Debug;

/// A promise that a scheme, a payload or a bucket breaks. With the same seed it is found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivergenceError {
    /// What was checked: a scheme in a bucket, a bucket, or a payload.
    pub of: Box<str>,
    /// The promise.
    pub promise: &'static str,
    /// The seed of the check.
    pub seed: u64,
    /// The event or case, counted from 0.
    pub case: usize,
    /// What happened in it.
    pub event: Box<str>,
    /// What was there.
    pub held: Box<str>,
    /// What should have been.
    pub expected: Box<str>,
}

impl std::fmt::Display for DivergenceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { of, promise, seed, case, event, held, expected } = self;
        write!(f, "{of}: {promise}. Seed {seed}, case {case}, {event}: {held}, and should be {expected}")
    }
}

impl std::error::Error for DivergenceError {}

/// Where a check stands: makes the divergences it finds.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) of: String,
    pub(super) seed: u64,
    pub(super) case: usize,
}

impl Check {
    pub(super) fn new(of: impl Into<String>, seed: u64) -> Self {
        Self { of: of.into(), seed, case: 0 }
    }

    /// A divergence, unless the two are equal.
    pub(super) fn equal<T: PartialEq + Debug>(
        &self,
        promise: &'static str,
        event: impl Fn() -> String,
        held: T,
        expected: T,
    ) -> Result<(), DivergenceError> {
        if held == expected { Ok(()) } else { Err(self.divergence(promise, &event, &held, &expected)) }
    }

    /// What is told of two that differ: compiled once, whatever they are.
    fn divergence(
        &self,
        promise: &'static str,
        event: &dyn Fn() -> String,
        held: &dyn Debug,
        expected: &dyn Debug,
    ) -> DivergenceError {
        DivergenceError {
            of: self.of.as_str().into(),
            promise,
            seed: self.seed,
            case: self.case,
            event: event().into(),
            held: format!("{held:x?}").into(),
            expected: format!("{expected:x?}").into(),
        }
    }

    /// A divergence, unless `count` is as few as chance makes of `expected` on average.
    pub(super) fn at_most(
        &self,
        promise: &'static str,
        count: u64,
        expected: f64,
    ) -> Result<(), DivergenceError> {
        // Six standard deviations of a Poisson count, and three of the few that a small mean has.
        let most = if expected < 1e-6 { 0 } else { (expected + 6.0 * expected.sqrt() + 3.0) as u64 };
        self.equal(promise, || format!("counted over all cases, at most {most}"), count.max(most), most)
    }
}
