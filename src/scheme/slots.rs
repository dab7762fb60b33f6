//! The number of slots of a scheme's bucket, and its bucket in each layout.

use super::{Scheme, Visit};
use crate::entry::bucket::{Checked, Cluster, LayoutName, OneWord, Pairs, Ready};
use crate::entry::slot::Slot;
use crate::entry::{Narrow, Payload};

/// The number of slots that a rule accepts. Sealed: [`Exactly`] and [`Any`].
pub trait Slots: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The fewest slots that it accepts.
    const LEAST: usize;
    /// The most slots that it accepts.
    const MOST: usize;
    /// The default number of slots.
    const DEFAULT: usize;
    /// The default bucket for a payload of `WORDS` data words: [`Pairs`] for one.
    type Checked<const WORDS: usize, P: Payload<Data = [u64; WORDS]>>: Ready<Payload = P, Cells: AsRef<[Slot<WORDS>]>>;

    /// Does `work` with scheme `S` in its bucket of `layout`, or returns `None` if the number of
    /// slots does not fit.
    fn visit<S: Scheme<Slots = Self>, V: Visit<Payload: Narrow>>(
        layout: LayoutName,
        work: V,
    ) -> Option<V::Out>;

    /// Does `work` like [`visit`](Self::visit), but returns `None` for one-word layouts.
    fn visit_whole<S: Scheme<Slots = Self>, V: Visit>(layout: LayoutName, work: V) -> Option<V::Out>;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Exactly<N> {}
    impl<const DEFAULT: usize, const LEAST: usize> Sealed for super::Any<DEFAULT, LEAST> {}
}

/// Exactly the number of slots that the rule names.
#[derive(Clone, Copy, Debug)]
pub struct Exactly<const N: usize>;

/// Any number of slots from `LEAST` on, by default `DEFAULT`.
#[derive(Clone, Copy, Debug)]
pub struct Any<const DEFAULT: usize, const LEAST: usize = 1>;

impl<const N: usize> Slots for Exactly<N> {
    const LEAST: usize = N;
    const MOST: usize = N;
    const DEFAULT: usize = N;
    type Checked<const WORDS: usize, P: Payload<Data = [u64; WORDS]>> = Checked<N, WORDS, P>;

    fn visit<S: Scheme<Slots = Self>, V: Visit<Payload: Narrow>>(
        layout: LayoutName,
        work: V,
    ) -> Option<V::Out> {
        match layout {
            LayoutName::Single8 => Some(work.visit::<S, OneWord<N, V::Payload>>()),
            _ => Self::visit_whole::<S, V>(layout, work),
        }
    }

    fn visit_whole<S: Scheme<Slots = Self>, V: Visit>(layout: LayoutName, work: V) -> Option<V::Out> {
        (layout == LayoutName::Xor16).then(|| work.visit::<S, Pairs<N, V::Payload>>())
    }
}

impl<const DEFAULT: usize, const LEAST: usize> Slots for Any<DEFAULT, LEAST> {
    const LEAST: usize = LEAST;
    const MOST: usize = crate::entry::bucket::MAX_SLOTS;
    const DEFAULT: usize = DEFAULT;
    type Checked<const WORDS: usize, P: Payload<Data = [u64; WORDS]>> = Checked<DEFAULT, WORDS, P>;

    fn visit<S: Scheme<Slots = Self>, V: Visit<Payload: Narrow>>(
        layout: LayoutName,
        work: V,
    ) -> Option<V::Out> {
        match layout {
            LayoutName::Single8 => Some(work.visit::<S, OneWord<DEFAULT, V::Payload>>()),
            LayoutName::Line8 => Some(work.visit::<S, OneWord<8, V::Payload>>()),
            _ => Self::visit_whole::<S, V>(layout, work),
        }
    }

    fn visit_whole<S: Scheme<Slots = Self>, V: Visit>(layout: LayoutName, work: V) -> Option<V::Out> {
        match layout {
            LayoutName::Xor16 => Some(work.visit::<S, Pairs<DEFAULT, V::Payload>>()),
            LayoutName::Lines16 => Some(work.visit::<S, Pairs<8, V::Payload>>()),
            LayoutName::Cluster10 => Some(work.visit::<S, Cluster<V::Payload>>()),
            LayoutName::Single8 | LayoutName::Line8 => None,
        }
    }
}

/// Returns whether scheme `S` accepts a bucket of `slots` slots.
#[must_use]
pub const fn takes<S: Scheme>(slots: usize) -> bool {
    <S::Slots as Slots>::LEAST <= slots && slots <= <S::Slots as Slots>::MOST
}

#[cfg(test)]
mod tests {
    use super::takes;
    use crate::scheme::{DepthAge, TwoBig1, Undercut};

    #[test]
    fn a_rule_takes_as_many_slots_as_it_is_about() {
        assert_eq!([1, 2, 3].map(takes::<TwoBig1>), [false, true, false]);
        assert_eq!([0, 1, 8, 9].map(takes::<DepthAge>), [false, true, true, false]);
        assert_eq!([1, 2, 8].map(takes::<Undercut>), [false, true, true]);
    }
}
