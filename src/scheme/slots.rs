//! How many slots a scheme's bucket has, and which bucket that is in each layout.

use super::{Scheme, Visit};
use crate::entry::bucket::{Checked, Cluster, LayoutName, OneWord, Pairs, Ready};
use crate::entry::slot::Slot;
use crate::entry::{Bucket, LinedEntry, RootedEntry};

/// The slots a rule is about. Sealed: [`Exactly`] and [`Any`].
pub trait Slots: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The fewest slots the rule makes sense with.
    const LEAST: usize;
    /// The most.
    const MOST: usize;
    /// The slots it has if nothing is said.
    const DEFAULT: usize;
    /// The bucket it has if nothing is said.
    type Pairs: Ready<Cells: AsRef<[Slot<1>]>>;
    /// The same of entries that keep lines.
    type Lined: Bucket<Payload = LinedEntry>;
    /// The same of entries that keep how far from the root they are.
    type Rooted: Bucket<Payload = RootedEntry>;

    /// Does `work` with scheme `S` in its bucket of `layout`; `None` if the layout's bucket has other slots than the scheme.
    fn visit<S: Scheme<Slots = Self>, V: Visit>(layout: LayoutName, work: V) -> Option<V::Out>;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Exactly<N> {}
    impl<const DEFAULT: usize, const LEAST: usize> Sealed for super::Any<DEFAULT, LEAST> {}
}

/// As many slots as the rule names: 1, 2 or 4. Other numbers do not compile.
#[derive(Clone, Copy, Debug)]
pub struct Exactly<const N: usize>;

/// Any number of slots from `LEAST` on; `DEFAULT` if nothing is said.
#[derive(Clone, Copy, Debug)]
pub struct Any<const DEFAULT: usize, const LEAST: usize = 1>;

impl<const N: usize> Slots for Exactly<N> {
    const LEAST: usize = N;
    const MOST: usize = N;
    const DEFAULT: usize = N;
    type Pairs = Pairs<N>;
    type Lined = Checked<N, 2, LinedEntry>;
    type Rooted = Pairs<N, RootedEntry>;

    fn visit<S: Scheme<Slots = Self>, V: Visit>(layout: LayoutName, work: V) -> Option<V::Out> {
        match layout {
            LayoutName::Xor16 => Some(work.visit::<S, Pairs<N>>()),
            LayoutName::Single8 => Some(work.visit::<S, OneWord<N>>()),
            LayoutName::Line8 | LayoutName::Cluster10 | LayoutName::Lines16 => None,
        }
    }
}

impl<const DEFAULT: usize, const LEAST: usize> Slots for Any<DEFAULT, LEAST> {
    const LEAST: usize = LEAST;
    const MOST: usize = crate::entry::bucket::MAX_SLOTS;
    const DEFAULT: usize = DEFAULT;
    type Pairs = Pairs<DEFAULT>;
    type Lined = Checked<DEFAULT, 2, LinedEntry>;
    type Rooted = Pairs<DEFAULT, RootedEntry>;

    fn visit<S: Scheme<Slots = Self>, V: Visit>(layout: LayoutName, work: V) -> Option<V::Out> {
        match layout {
            LayoutName::Xor16 => Some(work.visit::<S, Pairs<DEFAULT>>()),
            LayoutName::Single8 => Some(work.visit::<S, OneWord<DEFAULT>>()),
            LayoutName::Line8 => Some(work.visit::<S, OneWord<8>>()),
            LayoutName::Lines16 => Some(work.visit::<S, Pairs<8>>()),
            LayoutName::Cluster10 => Some(work.visit::<S, Cluster>()),
        }
    }
}

/// Whether scheme `S` can have a bucket of `slots` slots.
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
