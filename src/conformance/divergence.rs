//! The error of a failed check, and how checks make it.

use std::fmt::Debug;

/// A promise that a scheme, a payload or a bucket breaks. Its seed reproduces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivergenceError {
    /// The checked scheme, payload or bucket.
    pub of: Box<str>,
    /// The promise that was broken.
    pub promise: &'static str,
    /// The seed of the check.
    pub seed: u64,
    /// The event or case, counted from 0.
    pub case: usize,
    /// The event that broke the promise.
    pub event: Box<str>,
    /// The actual result of the event.
    pub held: Box<str>,
    /// The result that the promise requires.
    pub expected: Box<str>,
}

impl std::fmt::Display for DivergenceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { of, promise, seed, case, event, held, expected } = self;
        write!(f, "{of}: {promise}. Seed {seed}, case {case}, {event}: {held}, and should be {expected}")
    }
}

impl std::error::Error for DivergenceError {}

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

    pub(super) fn equal<T: PartialEq + Debug>(
        &self,
        promise: &'static str,
        event: impl Fn() -> String,
        held: T,
        expected: T,
    ) -> Result<(), DivergenceError> {
        if held == expected { Ok(()) } else { Err(self.divergence(promise, &event, &held, &expected)) }
    }

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

    pub(super) fn at_most(
        &self,
        promise: &'static str,
        count: u64,
        expected: f64,
    ) -> Result<(), DivergenceError> {
        // Six standard deviations of a Poisson count, plus three for small means.
        let most = if expected < 1e-6 { 0 } else { (expected + 6.0 * expected.sqrt() + 3.0) as u64 };
        self.equal(promise, || format!("counted over all cases, at most {most}"), count.max(most), most)
    }
}
