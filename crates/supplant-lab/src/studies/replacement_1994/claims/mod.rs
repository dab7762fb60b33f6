//! The paper's conclusions as claims: sections 6.3 (which quotes others), 7 and 8, the abstract, and
//! what Table 2 implies.

mod curves;
mod ply;
mod same;
mod scheme;
mod size;
mod stamp;
#[cfg(test)]
mod tests;

use crate::experiment::claims::Claim;
use crate::experiment::searches::Samples;
use supplant::entry::Depth;

pub(super) const PLY: Depth = 7;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let mut claims = size::claims(samples);
    claims.extend(scheme::claims(samples));
    claims.extend(stamp::claims(samples));
    claims.extend(ply::claims(samples));
    claims.extend(same::claims(samples));
    claims
}
