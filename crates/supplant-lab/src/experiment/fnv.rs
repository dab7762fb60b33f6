//! FNV-1a, the digest of plans, positions and journal lines.

/// Equal bytes give equal numbers in every release.
///
/// ```
/// assert_eq!(supplant_lab::experiment::fnv::fnv1a(*b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}
