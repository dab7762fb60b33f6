//! What section 7 of the paper concludes, point by point. Where its words leave a number open, the reading taken is in the
//! statistic's description.
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

use crate::entry::Depth;
use crate::lab::claims::Claim;
use crate::lab::searches::Samples;

/// The depth of Figures 1 and 2, which most claims are about.
pub(super) const PLY: Depth = 7;

/// The claims of section 7, in its order.
pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let mut claims = size::claims(samples);
    claims.extend(scheme::claims(samples));
    claims.extend(stamp::claims(samples));
    claims.extend(ply::claims(samples));
    claims
}
