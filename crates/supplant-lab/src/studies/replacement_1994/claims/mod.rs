//! What the paper concludes, point by point: sections 6.3 (quoting others), 7 and 8, and the abstract.
//!
//! | file | claims on |
//! |---|---|
//! | `size.rs` | the size of the table |
//! | `scheme.rs` | the schemes among themselves |
//! | `stamp.rs` | time stamping |
//! | `ply.rs` | the depth of the search |
//! | `curves.rs` | (what most of them are made from) |

mod curves;
mod ply;
mod scheme;
mod size;
mod stamp;
#[cfg(test)]
mod tests;

use crate::experiment::claims::Claim;
use crate::experiment::searches::Samples;
use supplant::entry::Depth;

/// The depth of Figures 1 and 2, which most claims are about.
pub(super) const PLY: Depth = 7;

/// The claims, in the paper's order.
pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let mut claims = size::claims(samples);
    claims.extend(scheme::claims(samples));
    claims.extend(stamp::claims(samples));
    claims.extend(ply::claims(samples));
    claims
}
