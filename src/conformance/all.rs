//! All checks that run without loom, in one call.

use std::fmt::Debug;
use std::time::Duration;

use super::divergence::Check;
use super::stress::Stress;
use super::{DivergenceError, bucket, model, payload};
use crate::entry::Payload;
use crate::entry::fault::Faulty;
use crate::key::SplitMix64;
use crate::scheme::Scheme;

const SEED: u64 = 0x0073_7570_706C_616E;

/// Checks a payload, a bucket and a scheme in it without loom, in one call.
///
/// Runs [`payload::check`], [`bucket::check`], [`bucket::check_faults`], [`model::follow`] and
/// [`Stress::run_with`]. `make` must return payloads that come back exactly.
///
/// ```
/// use supplant::conformance::{self, any_entry};
/// use supplant::{SizedEntry, entry::bucket::Pairs, scheme::TwoBig1};
/// conformance::all::<TwoBig1, Pairs<2, SizedEntry>>(any_entry)?;
/// # Ok::<(), supplant::conformance::DivergenceError>(())
/// ```
///
/// # Cost
/// About a second, 200 ms of it on four threads.
///
/// # Errors
/// The first [`DivergenceError`].
pub fn all<S: Scheme, B: Faulty>(
    make: impl Fn(&mut SplitMix64) -> B::Payload + Sync,
) -> Result<(), DivergenceError>
where
    B::Payload: Payload<Data: AsRef<[u64]>> + PartialEq + Debug,
{
    payload::check::<B::Payload>(SEED, 10_000, &make)?;
    bucket::check::<B>(SEED, 1000, &make)?;
    bucket::check_faults::<B>(SEED, 300, &make)?;
    model::follow::<S, B>(SEED, 20_000, &make)?;
    stress::<S, B>(make)
}

fn stress<S: Scheme, B: Faulty>(
    make: impl Fn(&mut SplitMix64) -> B::Payload + Sync,
) -> Result<(), DivergenceError> {
    let time = Duration::from_millis(200);
    let stress = Stress { threads: 4, time, buckets: 2, seed: SEED, flips: false };
    let tally = stress.run_with::<S, B>(make, || false).total();
    let check = Check::new(format!("{} in {} of {} slots", S::NAME, B::NAME, B::SLOTS), SEED);
    // Buckets that verify a tag accept some torn reads. `hits` exceeds the number of torn reads.
    let by_chance = if B::VERIFIED_BITS >= 32 { 0.0 } else { tally.hits as f64 * B::false_hit(1) };
    check.at_most(
        "of four threads, none is given what was not stored for its key",
        tally.wrong,
        by_chance,
    )?;
    check.equal("of four threads, some find what was stored", || "under stress".into(), tally.hits > 0, true)
}
