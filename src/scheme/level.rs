//! The rule of two levels that the TWO… schemes share (1994, section 6.1, concept 5; 1996, section 3).

use super::Placement;
use crate::entry::{Generation, Packed, Payload};

/// Where an entry of `worth` goes, if none of the residents is of its position: to the first level if it is worth as much as what
/// is there, which is shifted down; else to the second. So the newest is stored, and of the other two the one of less worth is lost.
#[inline]
pub(super) fn place<P: Payload>(
    residents: &[Packed<P>],
    incoming: Packed<P>,
    worth: impl Fn(Packed<P>) -> u64,
) -> Placement {
    let [first, second] = [residents[0], residents[1]];
    if first.is_empty() && !second.is_empty() && worth(second) > worth(incoming) {
        // The first level was stamped or lost: the second moves up.
        Placement::Shift { at: 1, to: 0 }
    } else if first.is_empty() {
        Placement::At(0)
    } else if worth(incoming) >= worth(first) {
        Placement::Shift { at: 0, to: 1 }
    } else {
        Placement::At(1)
    }
}

/// Where an entry of `worth` goes that replaces its own in slot `same`. Afterwards no second level is worth more than the first:
/// else the next newcomer would shift the lesser one over the greater.
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
        // The other takes the first level; what held it, be it stamped, is this position's old entry.
        (0, false) => Placement::Shift { at: 1, to: 0 },
        // The first level's resident, be it stamped, takes the slot that becomes free: the position is stored once.
        (_, true) => Placement::Shift { at: 0, to: 1 },
        (_, false) => Placement::At(1),
    }
}

/// The same where an entry on a principal variation yields, during its search, to its like alone: it is worth more than any other, and
/// where both levels hold one, another entry is not stored.
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
        // The first level is free, or of an earlier search: what must be kept is not shifted over.
        (false, true) if worth(incoming) >= worth(second) => Placement::At(0),
        (false, true) => Placement::Shift { at: 1, to: 0 },
        _ => place(residents, incoming, worth),
    }
}

/// As [`overwrite`], where an entry on a principal variation is worth more than any other during its search.
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
    u64::from(is_kept(entry, now)) << 32 | worth(entry)
}

#[inline]
fn is_kept<P: Payload>(entry: Packed<P>, now: Generation) -> bool {
    entry.is_principal() && entry.is_current(now)
}
