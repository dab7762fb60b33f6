//! Replacement schemes decide which entry stays when two positions map to one bucket.
//!
//! A scheme gets the entries of a bucket and the incoming entry, and returns a [`Placement`], which
//! the table carries out. It touches no memory.
//!
//! Choose a scheme if what stands beside it is true of your search and table:
//! - [`TwoBig1`]: the default of the command, and the best scheme of the paper of 1994. A store
//!   takes 0.67 times DEPTHAGE's instructions. Unless the load is high (many stores per slot), a
//!   search takes about the time that it takes under SIEGE, FOURBIG and DEPTHAGE (`docs/siege.md`).
//! - [`TwoDeep`]: the search does not count nodes; two slots per bucket.
//! - [`Deep`], [`Big1`], [`BigAll`]: one slot per bucket, a large table, entries cleared or stamped
//!   between searches.
//! - [`New`]: the table holds the whole search; its store is the cheapest.
//! - [`Old`]: only as the control of a study.
//! - [`DepthAge`], [`Crafty`], [`ExactAge`]: the search does not count nodes; four entries per
//!   cache line; entries of earlier searches yield. DEPTHAGE is the default of this crate.
//! - [`Siege`]: the table is small, and nodes cost more than stores, or the search prunes. With 8K
//!   slots it needs 3.5 to 8.8 % fewer nodes than TWOBIG1 to 7 and 8 plies of chess. A store takes
//!   1.47 times DEPTHAGE's instructions.
//! - [`FourIter`]: like SIEGE, if the search tells the table when an iteration begins. A probe never
//!   writes. On 148 positions it needs 0.2 to 0.7 % fewer nodes than SIEGE; in domineering with 8K
//!   slots it needs more. A store takes 1.45 times DEPTHAGE's instructions.
//! - [`Merit`]: the table is small, and the search counts nodes, tells the table when an iteration
//!   begins, and neither prunes nor stores its leaves. With 2K to 64K slots it needs about as many
//!   nodes as SIEGE to 7 plies of chess, but 2 to 3 % more with 2K to 32K if leaves are stored. In
//!   games of a search that prunes and stores its quiescence it is weaker than SIEGE with 128 slots.
//!   A probe never writes, and a store takes 1.08 times DEPTHAGE's instructions.
//! - [`FourBig`]: like MERIT, if the search cannot tell when an iteration begins. With 8K slots it
//!   needs 1 to 4 % more nodes than SIEGE to 7 and 8 plies of chess, and 8 to 12 % more in
//!   domineering and Connect Four.
//! - [`WideBig`], [`WideDeep`]: only as rivals in a study. Unlike FOURBIG and CRAFTY they may refuse a
//!   new entry.
//! - [`Undercut`]: like DEPTHAGE where entries have no age.
//! - [`Thompson`]: two answers to a probe are worth storing most entries twice.
//! - [`Ancient`], [`Stale`]: one slot per bucket, a table kept through a game.
//! - [`Principal`]: the root moves' lines must survive without a refutation table.
//! - [`TwoNear`], [`TwoBig1Pv`], [`TwoNearPv`]: to compare the additional components of 1996 with
//!   TWOBIG1.
//!
//! To add a scheme, write one file, its `mod` and `use`, one line in the [`registry!`](self) list,
//! and its sentence in `tests/properties/model.rs`. All commands, studies, tests and benchmarks
//! then include it. A scheme in your own crate needs only the file: `examples/own_scheme/`.
//!
//! # The same position
//! The sources differ in what happens to an entry of the very position that is stored. Each scheme
//! states its choice in [`Scheme::SAME`]. [`Same::OVERWRITTEN`] is our reading of 1994 and 1996,
//! which discuss collisions of different positions only. The tables of 1994 speak for it
//! (`docs/studies/1994/README.md`).

mod aging;
mod ancient;
mod big1;
mod big_all;
mod crafty;
mod deep;
mod depth_age;
pub mod engines;
mod exact_age;
mod four_big;
mod four_iter;
#[cfg(all(
    any(
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "x86_64", target_feature = "sse2")
    ),
    not(miri)
))]
mod lanes;
mod level;
mod merit;
mod new;
mod old;
mod principal;
mod registry;
mod same;
mod siege;
mod slots;
mod stale;
mod thompson;
mod two_big1;
mod two_big1_pv;
mod two_deep;
mod two_near;
mod two_near_pv;
mod undercut;
mod wide_big;
mod wide_deep;
mod worth;

pub use aging::{Aging, Refresh};
pub use ancient::Ancient;
pub use big_all::BigAll;
pub use big1::Big1;
pub use crafty::Crafty;
pub use deep::Deep;
pub use depth_age::DepthAge;
pub use exact_age::ExactAge;
pub use four_big::FourBig;
pub use four_iter::FourIter;
pub use merit::Merit;
pub use new::New;
pub use old::Old;
pub use principal::Principal;
pub use registry::{MismatchError, SchemeInfo, UnfitError, UnknownSchemeError, Visit};
pub use same::{Margin, Same, SameRule};
pub use siege::Siege;
pub use slots::{Any, Exactly, Slots, takes};
pub use stale::Stale;
pub use thompson::Thompson;
pub use two_big1::TwoBig1;
pub use two_big1_pv::TwoBig1Pv;
pub use two_deep::TwoDeep;
pub use two_near::TwoNear;
pub use two_near_pv::TwoNearPv;
pub use undercut::Undercut;
pub use wide_big::WideBig;
pub use wide_deep::WideDeep;
pub(crate) use worth::is_any_aged;

use crate::entry::bucket::LayoutName;
use crate::entry::{Generation, Narrow, Packed, Payload};
use registry::registry;

/// Where the table puts the incoming entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Placement {
    /// Nowhere: all residents stay.
    Discard,
    /// Into this slot, whose resident is lost.
    At(usize),
    /// Into slot `at`, whose resident moves to slot `to`. The resident of `to` is lost.
    Shift {
        /// The slot for the incoming entry.
        at: usize,
        /// The slot for the displaced resident.
        to: usize,
    },
    /// Into both of these slots, whose residents are lost.
    Both(usize, usize),
    /// Nowhere: the resident of this slot stays, and its wear grows by one, up to what
    /// [`Aging::wear_bits`] hold.
    Wear(usize),
}

/// How many nodes a table hit adds to the size of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitSize {
    /// One node: the position that was probed.
    One,
    /// The nodes that were searched to obtain the entry.
    Subtree,
}

/// A rule for where a new entry goes, in a collision and where the position already has an entry.
///
/// It compiles with every payload that keeps the facts it reads. `examples/own_scheme/` is a crate
/// with its own scheme, which runs the conformance tests of this crate on it.
pub trait Scheme: Copy + Send + Sync + 'static {
    /// The name in papers, reports and on the command line.
    const NAME: &'static str;
    /// How many slots the bucket has: [`Exactly`] a given number, or [`Any`] number.
    type Slots: Slots;
    /// The rule, in a few sentences at most.
    const RULE: &'static str;
    /// Where the rule was published.
    const SOURCE: &'static str;
    /// How many nodes a table hit adds to the size of a subtree.
    const HIT_SIZE: HitSize = HitSize::One;
    /// How a result is stored whose position already has an entry.
    const SAME: Same = Same::OVERWRITTEN;
    /// When an entry becomes current again, and whether it wears.
    const AGING: Aging = Aging::PLAIN;
    /// Whether a bucket may hold two entries of one position, and a probe consults both.
    const HOLDS_TWICE: bool = false;
    /// Whether the scheme reads [`Packed::is_principal`], which the search must then provide.
    const USES_PRINCIPAL: bool = false;
    /// Whether ages decide between entries that are not principal. If they do not, an entry of an
    /// earlier search stays until it loses a comparison, so a table that is kept through a game should
    /// stamp ([`TableBuilder::time_stamping`](crate::TableBuilder::time_stamping)).
    const USES_AGE: bool = false;

    /// Whether [`place`](Self::place) does not read `incoming`. Then a probe that misses can choose
    /// the entry to replace ([`Table::probe_place`](crate::Table::probe_place)).
    const PLACE_IGNORES_INCOMING: bool = false;
    /// Whether each entry goes to the first slot, whatever is there. Then a store does not look.
    const ALWAYS_REPLACES: bool = false;

    /// Decides where `incoming` goes if all entries of the bucket belong to other positions.
    ///
    /// `residents` has one element per slot. An empty one stands for a free slot or, under time
    /// stamping, for a stamped entry.
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement;

    /// Returns the wear of a position's first entry.
    #[inline]
    #[must_use]
    fn wear_of_new<P: Payload>(incoming: Packed<P>) -> u8 {
        let _ = incoming;
        0
    }

    /// Returns the wear of a result that replaces an entry of its own position. `new` is what
    /// [`wear_of_new`](Self::wear_of_new) gave the result, `older` the wear of the entry. By default
    /// it is the smaller.
    #[inline]
    #[must_use]
    fn wear_of_renewed(new: u8, older: u8) -> u8 {
        new.min(older)
    }

    /// Decides where `incoming` goes when slot `same` holds an entry of the same position. By
    /// default this follows [`Self::SAME`].
    #[inline]
    fn update<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        match Self::SAME.rule {
            SameRule::Competes => Self::place(residents, incoming, now),
            SameRule::Overwritten | SameRule::Own => Self::overwrite(residents, same, incoming, now),
        }
    }

    /// Decides where `incoming` goes when it must replace the entry in slot `same`. Schemes with
    /// levels may use another slot.
    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        let _ = (residents, incoming, now);
        Placement::At(same)
    }
}

// `: size` marks schemes that compare subtree sizes.
registry! {
    New,
    Old,
    Deep,
    Big1: size,
    BigAll: size,
    TwoDeep,
    TwoBig1: size,
    Thompson,
    Ancient,
    Stale,
    Principal,
    DepthAge,
    Crafty,
    ExactAge,
    Undercut,
    TwoNear,
    TwoBig1Pv: size,
    TwoNearPv,
    FourBig: size,
    WideBig: size,
    WideDeep,
    Siege: size,
    FourIter: size,
    Merit: size,
}
