//! Replacement schemes: which entry survives when two positions meet in one bucket.
//!
//! A scheme is a pure decision. It is shown the entries of a bucket and the incoming one and answers with a
//! [`Placement`]; the table carries it out. No scheme touches memory, so each is a page of logic to hold beside its
//! paper, and the lock-free mechanism exists once.
//!
//! | choose | when |
//! |---|---|
//! | [`TwoBig1`] | by default: best or near it at every size in the 1994 study |
//! | [`TwoDeep`] | the search does not count nodes |
//! | [`Deep`], [`Big1`], [`BigAll`] | one entry a bucket, a large table, entries cleared or stamped between searches |
//! | [`New`] | the table is far too small, or writes must not read |
//! | [`Old`] | never, but as the control of a study |
//! | [`DepthAge`], [`Crafty`], [`ExactAge`] | a table that lives through a game: four entries a cache line, the old ones first to go |
//! | [`Undercut`] | as those, but nothing tells the age of an entry |
//! | [`Thompson`] | two independent answers to a probe are worth storing most entries twice |
//! | [`Ancient`], [`Stale`] | one entry a bucket, a table that lives through a game |
//! | [`Principal`] | the lines of the root moves must survive, and no refutation table holds them |
//!
//! To add a scheme: one file beside these, its `mod` and `use`, and one line in the [`registry!`](self) list below. It then appears in
//! `supplant schemes`, in every study, test and benchmark.

mod ancient;
mod big1;
mod big_all;
mod crafty;
mod deep;
mod depth_age;
mod exact_age;
mod new;
mod old;
mod principal;
mod stale;
mod thompson;
mod two_big1;
mod two_deep;
mod undercut;

#[cfg(test)]
mod script;

pub use ancient::Ancient;
pub use big_all::BigAll;
pub use big1::Big1;
pub use crafty::Crafty;
pub use deep::Deep;
pub use depth_age::DepthAge;
pub use exact_age::ExactAge;
pub use new::New;
pub use old::Old;
pub use principal::Principal;
pub use stale::Stale;
pub use thompson::Thompson;
pub use two_big1::TwoBig1;
pub use two_deep::TwoDeep;
pub use undercut::Undercut;

use crate::entry::{Generation, Packed};

/// The most slots a bucket can have: four 16-byte slots fill a cache line.
pub const MAX_SLOTS: usize = 4;

/// What becomes of the incoming entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Nowhere: the residents stay.
    Discard,
    /// Into this slot; what was there is lost.
    At(usize),
    /// Into slot `at`, whose resident moves to slot `to`; what was in `to` is lost.
    Shift {
        /// The slot for the incoming entry.
        at: usize,
        /// The slot for the displaced resident.
        to: usize,
    },
    /// Into both of these slots; what was there is lost.
    Both(usize, usize),
}

/// What a table hit adds to the size of the subtree it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitSize {
    /// One node: the position looked up.
    One,
    /// The nodes that were searched to obtain the entry.
    Subtree,
}

/// A rule for collisions.
pub trait Scheme: Copy + Send + Sync + 'static {
    /// The name in papers, reports and on the command line.
    const NAME: &'static str;
    /// Slots a bucket has: 1, 2 or 4.
    const SLOTS: usize;
    /// The rule in one sentence.
    const RULE: &'static str;
    /// Where the rule was published.
    const SOURCE: &'static str;
    /// What a table hit counts toward a subtree's size.
    const HIT_SIZE: HitSize = HitSize::One;
    /// Whether a successful probe makes the entry one of the current generation.
    const REFRESHES_ON_HIT: bool = false;
    /// Whether a position may have two entries in its bucket, and a probe consults both.
    const HOLDS_TWICE: bool = false;
    /// Whether the scheme asks for [`Packed::is_principal`], so that the search must say it.
    const USES_PRINCIPAL: bool = false;

    /// Where `incoming` goes in a bucket whose entries all belong to other positions.
    ///
    /// `residents` has [`Self::SLOTS`] elements; an empty one stands for a slot without entry, or — under time
    /// stamping — with a stamped one.
    fn place(residents: &[Packed], incoming: Packed, now: Generation) -> Placement;

    /// Where `incoming` goes when slot `same` holds an entry of the same position: into that slot, unless the scheme
    /// has levels.
    #[inline]
    fn update(residents: &[Packed], same: usize, incoming: Packed, now: Generation) -> Placement {
        let _ = (residents, incoming, now);
        Placement::At(same)
    }
}

/// The two-level rule shared by the TWO… schemes (1994, section 6.1, concept 5): an incoming entry that is `worthy` of
/// the first level takes it and shifts the resident down; any other goes to the second level.
#[inline]
fn two_level(residents: &[Packed], worthy: bool) -> Placement {
    match residents[0].is_empty() {
        true => Placement::At(0),
        false if worthy => Placement::Shift { at: 0, to: 1 },
        false => Placement::At(1),
    }
}

/// The update in a two-level bucket: the first level is overwritten in place; from the second a worthy entry climbs, and
/// whatever held the first, be it stamped, takes its slot, so that the position is stored once.
#[inline]
fn two_level_update(residents: &[Packed], same: usize, worthy: bool) -> Placement {
    match same {
        0 => Placement::At(0),
        _ if worthy || residents[0].is_empty() => Placement::Shift { at: 0, to: 1 },
        _ => Placement::At(1),
    }
}

/// The first slot of least worth: an empty one if there is one.
#[inline]
fn least(residents: &[Packed], worth: impl Fn(Packed) -> i32) -> usize {
    let worth = |at: usize| if residents[at].is_empty() { i32::MIN } else { worth(residents[at]) };
    (1..residents.len()).fold(0, |least, at| if worth(at) < worth(least) { at } else { least })
}

/// What is known of a scheme without naming its type.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// [`Scheme::NAME`].
    pub name: &'static str,
    /// [`Scheme::SLOTS`].
    pub slots: usize,
    /// [`Scheme::RULE`].
    pub rule: &'static str,
    /// [`Scheme::SOURCE`].
    pub source: &'static str,
    /// [`Scheme::HIT_SIZE`].
    pub hit_size: HitSize,
}

/// Work to be done with a scheme whose name is known only at run time: the edge between names and types.
///
/// ```
/// use supplant::scheme::{Scheme, SchemeName, Visit};
/// struct Slots;
/// impl Visit for Slots {
///     type Out = usize;
///     fn visit<S: Scheme>(self) -> usize {
///         S::SLOTS
///     }
/// }
/// assert_eq!("twobig1".parse::<SchemeName>()?.visit(Slots), 2);
/// # Ok::<(), supplant::scheme::UnknownScheme>(())
/// ```
pub trait Visit {
    /// What the work yields.
    type Out;
    /// Does the work with scheme `S`.
    fn visit<S: Scheme>(self) -> Self::Out;
}

/// A name that no scheme has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScheme(pub String);

impl std::fmt::Display for UnknownScheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no scheme is called `{}`", self.0)
    }
}

impl std::error::Error for UnknownScheme {}

/// Lists the schemes once; everything that goes over all of them goes over this.
macro_rules! registry {
    ($($scheme:ident),* $(,)?) => {
        /// A registered scheme, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SchemeName {
            $(#[doc = concat!("[`", stringify!($scheme), "`].")] $scheme),*
        }

        impl SchemeName {
            /// Every scheme, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$scheme),*];

            /// What the scheme is.
            #[must_use]
            pub const fn describe(self) -> Description {
                match self {
                    $(Self::$scheme => Description {
                        name: $scheme::NAME,
                        slots: $scheme::SLOTS,
                        rule: $scheme::RULE,
                        source: $scheme::SOURCE,
                        hit_size: $scheme::HIT_SIZE,
                    }),*
                }
            }

            /// Does `work` with the scheme's type.
            pub fn visit<V: Visit>(self, work: V) -> V::Out {
                match self {
                    $(Self::$scheme => work.visit::<$scheme>()),*
                }
            }
        }
    };
}

registry! {
    New,
    Old,
    Deep,
    Big1,
    BigAll,
    TwoDeep,
    TwoBig1,
    Thompson,
    Ancient,
    Stale,
    Principal,
    DepthAge,
    Crafty,
    ExactAge,
    Undercut,
}

impl std::fmt::Display for SchemeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.describe().name)
    }
}

impl std::str::FromStr for SchemeName {
    type Err = UnknownScheme;

    /// Reads a scheme's name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownScheme> {
        let known = |scheme: &&Self| scheme.describe().name.eq_ignore_ascii_case(name);
        Self::ALL.iter().find(known).copied().ok_or_else(|| UnknownScheme(name.to_owned()))
    }
}
