//! The two-level rule of the TWO… schemes (1994, section 6.1, concept 5; 1996, section 3).

use super::Placement;
use crate::entry::{Generation, Packed, Payload};

/// Places the first entry of a position: in the first level if its `worth` is at least the
/// resident's, which moves down; else in the second.
#[inline]
pub(super) fn place<P: Payload>(
    residents: &[Packed<P>],
    incoming: Packed<P>,
    worth: impl Fn(Packed<P>) -> u64,
) -> Placement {
    let [first, second] = [residents[0], residents[1]];
    if first.is_empty() && !second.is_empty() && worth(second) > worth(incoming) {
        // The first level was stamped or lost, so the second moves up.
        Placement::Shift { at: 1, to: 0 }
    } else if first.is_empty() {
        Placement::At(0)
    } else if worth(incoming) >= worth(first) {
        Placement::Shift { at: 0, to: 1 }
    } else {
        Placement::At(1)
    }
}

/// Afterwards the first level is worth at least as much as the second, or a newcomer would shift
/// the lesser entry over the greater.
#[inline]
pub(super) fn overwrite<P: Payload>(
    residents: &[Packed<P>],
    same: usize,
    incoming: Packed<P>,
    worth: impl Fn(Packed<P>) -> u64,
) -> Placement {
    let other = residents[1 - same];
    let outranks = other.is_empty() || worth(incoming) >= worth(other);
    match (same, outranks) {
        (0, true) => Placement::At(0),
        (0, false) => Placement::Shift { at: 1, to: 0 },
        // The slot that becomes free takes the resident, so the position is stored once.
        (_, true) => Placement::Shift { at: 0, to: 1 },
        (_, false) => Placement::At(1),
    }
}

/// Like [`place`], but an entry on a PV is worth more than any other during its search. If both
/// levels hold one, another entry is not stored.
#[inline]
pub(super) fn place_beside_principal<P: Payload>(
    residents: &[Packed<P>],
    incoming: Packed<P>,
    now: Generation,
    worth: impl Fn(Packed<P>) -> u64,
) -> Placement {
    let worth = |entry: Packed<P>| worth_beside_principal(entry, now, &worth);
    let [first, second] = [residents[0], residents[1]];
    match (is_kept(first, now), is_kept(second, now)) {
        (true, true) if !is_kept(incoming, now) => Placement::Discard,
        // The first level's resident must not be shifted over a kept entry.
        (false, true) if worth(incoming) >= worth(second) => Placement::At(0),
        (false, true) => Placement::Shift { at: 1, to: 0 },
        _ => place(residents, incoming, worth),
    }
}

#[inline]
pub(super) fn overwrite_beside_principal<P: Payload>(
    residents: &[Packed<P>],
    same: usize,
    incoming: Packed<P>,
    now: Generation,
    worth: impl Fn(Packed<P>) -> u64,
) -> Placement {
    overwrite(residents, same, incoming, |entry| worth_beside_principal(entry, now, &worth))
}

#[inline]
fn worth_beside_principal<P: Payload>(
    entry: Packed<P>,
    now: Generation,
    worth: &impl Fn(Packed<P>) -> u64,
) -> u64 {
    u64::from(is_kept(entry, now)) << 63 | worth(entry)
}

#[inline]
fn is_kept<P: Payload>(entry: Packed<P>, now: Generation) -> bool {
    entry.is_principal() && entry.is_current(now)
}
