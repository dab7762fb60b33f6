//! Replacement schemes: which entry survives when two positions meet in one bucket.
//!
//! A scheme is a pure decision. It is shown the entries of a bucket and the incoming one and answers with a
//! [`Placement`]; the table carries it out. No scheme touches memory, so each is a page of logic to hold beside its
//! paper, and the lock-free mechanism exists once.
//!
//! | choose | when |
//! |---|---|
//! | [`TwoBig1`] | that of the command: the best of 1994, a store of a third of the instructions of SIEGE's, and, where the table is not far too small, as little time as under SIEGE, FOURBIG and DEPTHAGE or less (`docs/siege.md`) |
//! | [`TwoDeep`] | the search does not count nodes |
//! | [`Deep`], [`Big1`], [`BigAll`] | one entry a bucket, a large table, entries cleared or stamped between searches |
//! | [`New`] | the table is far too small |
//! | [`Old`] | never, but as the control of a study |
//! | [`DepthAge`], [`Crafty`], [`ExactAge`] | a table that lives through a game: four entries a cache line, the old ones first to go |
//! | [`Siege`] | nodes cost more than stores: to 8 plies of chess the fewest nodes of all that were judged, 3 to 8 % fewer than under TWOBIG1; a small table that lives through a game. Its store takes 1.75 times the instructions of DEPTHAGE's |
//! | [`FourBig`] | as SIEGE, and a probe must never write: to 8 plies of chess 1 to 4 % more nodes, in domineering and Connect Four up to 11 %, under `modern` as many |
//! | [`WideBig`], [`WideDeep`] | never, but as rivals in a study: FOURBIG and CRAFTY without the slot that is always replaced |
//! | [`Undercut`] | as DEPTHAGE, but nothing tells the age of an entry |
//! | [`Thompson`] | two independent answers to a probe are worth storing most entries twice |
//! | [`Ancient`], [`Stale`] | one entry a bucket, a table that lives through a game |
//! | [`Principal`] | the lines of the root moves must survive, and no refutation table holds them |
//! | [`TwoNear`], [`TwoBig1Pv`], [`TwoNearPv`] | the additional components of 1996 are to be measured: TWOBIG1 without them is beside each |
//!
//! To add a scheme: one file beside these, its `mod` and `use`, one line in the [`registry!`](self) list below, and its sentence in
//! the model of `tests/properties/model.rs`. It then appears in `supplant schemes`, in every study, test and benchmark. A scheme of
//! one's own needs no place in the list: `examples/own_scheme/`.
//!
//! # The same position
//! Where a bucket holds an entry of the very position that is stored, the sources differ, and some are silent. Each scheme says
//! which it is, in [`Scheme::SAME`]: [`Same::OVERWRITTEN`] is the reading of 1994 and 1996, which speak of collisions of two
//! positions alone. [`Scheme::update`] holds what else a source says.

mod ancient;
mod big1;
mod big_all;
mod crafty;
mod deep;
mod depth_age;
mod exact_age;
mod four_big;
mod level;
mod new;
mod old;
mod principal;
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

pub use ancient::Ancient;
pub use big_all::BigAll;
pub use big1::Big1;
pub use crafty::Crafty;
pub use deep::Deep;
pub use depth_age::DepthAge;
pub use exact_age::ExactAge;
pub use four_big::FourBig;
pub use new::New;
pub use old::Old;
pub use principal::Principal;
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

use std::hint::select_unpredictable;

use crate::entry::bucket::{LayoutName, Ready};
use crate::entry::{Generation, Narrow, Packed, Payload};

/// What becomes of the incoming entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Nowhere: the resident of this slot has held it, and is one more worn ([`Aging::wear_bits`]).
    Wear(usize),
}

/// What a table hit adds to the size of the subtree it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitSize {
    /// One node: the position looked up.
    One,
    /// The nodes that were searched to obtain the entry.
    Subtree,
}

/// Which of two results of one position stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SameRule {
    /// The newer takes its place. Where the source is silent, this is our reading.
    Overwritten,
    /// The two compete as entries of different positions do: the source compares with whatever holds the index.
    Competes,
    /// The source has a rule of its own: [`Scheme::update`].
    Own,
}

/// What a scheme does with a result of a position that has an entry in its bucket already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// Which of the two stays.
    pub rule: SameRule,
    /// Whether [`Scheme::update`] and [`Scheme::overwrite`] look at the entry of the same position alone, and put the incoming one in
    /// its slot or nowhere. A store that has found this entry then need not look at the others, and shows them as empty. Schemes of
    /// levels, and schemes whose entries compete in several slots, say `false`.
    pub is_in_place: bool,
    /// Whether an entry without a move inherits that of the entry of its own position which it replaces, where the payload keeps a
    /// move.
    pub inherits_move: bool,
    /// Whether a result that does not replace the entry of its own position still leaves its move in it, where it has one and the
    /// payload keeps it; whoever refuses the result, the scheme or the table's [update](crate::table::Update). The move of an upper
    /// bound is not left: no move was good enough there, and the sources store none. Where a position is held twice, the move is left
    /// in the first entry.
    pub leaves_move: bool,
}

impl Same {
    /// The newer takes the place of the older, and looks at nothing else.
    pub const OVERWRITTEN: Self = Self::of(SameRule::Overwritten, true);
    /// The two compete as entries of different positions do.
    pub const COMPETES: Self = Self::of(SameRule::Competes, false);
    /// The scheme has a rule of its own.
    pub const OWN_RULE: Self = Self::of(SameRule::Own, false);

    const fn of(rule: SameRule, is_in_place: bool) -> Self {
        Self { rule, is_in_place, inherits_move: false, leaves_move: false }
    }

    /// The same, decided by the older entry alone.
    #[must_use]
    pub const fn in_place(self) -> Self {
        Self { is_in_place: true, ..self }
    }

    /// The same, decided by all entries of the bucket.
    #[must_use]
    pub const fn beside_others(self) -> Self {
        Self { is_in_place: false, ..self }
    }

    /// The same, and a newer entry without a move inherits that of the older.
    #[must_use]
    pub const fn inheriting_moves(self) -> Self {
        Self { inherits_move: true, ..self }
    }

    /// The same, and a result that is refused leaves its move in the entry that stays.
    #[must_use]
    pub const fn leaving_moves(self) -> Self {
        Self { leaves_move: true, ..self }
    }
}

/// When an entry of an earlier search becomes one of the current search again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refresh {
    /// When it is stored again.
    Never,
    /// When a probe finds it.
    OnHit,
    /// When its score ends the search of a position: [`Table::cut_by`](crate::Table::cut_by).
    OnCutoff,
}

/// How a scheme uses the bits that tell the age of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aging {
    /// When an entry becomes one of the current search again.
    pub refresh: Refresh,
    /// How many low bits of the age tell how worn an entry is, instead of the search it was written in; 0 in schemes without
    /// [`Placement::Wear`]. A probe that refreshes an entry mends it, and a result of the position of an entry is no more worn than
    /// that. An entry is worn at most as much as the bits can tell.
    pub wear_bits: u32,
    /// How much of its wear an entry loses when a probe refreshes it.
    pub mended: u8,
}

impl Aging {
    /// An entry becomes one of the current search when it is stored again. There is no wear.
    pub const PLAIN: Self = Self::refreshed(Refresh::Never);

    /// There is no wear.
    #[must_use]
    pub const fn refreshed(refresh: Refresh) -> Self {
        Self { refresh, wear_bits: 0, mended: u8::MAX }
    }
}

/// A rule for collisions.
///
/// It sees entries of any payload, through the facts that it asks for; with a payload that does not keep one of them it does not
/// compile. `examples/own_scheme/` is a crate with a scheme of its own and all the evidence of this crate run on it.
pub trait Scheme: Copy + Send + Sync + 'static {
    /// The name in papers, reports and on the command line.
    const NAME: &'static str;
    /// Slots its bucket has: [`Exactly`] so many, or [`Any`] number.
    type Slots: Slots;
    /// The rule in one sentence.
    const RULE: &'static str;
    /// Where the rule was published.
    const SOURCE: &'static str;
    /// What a table hit counts toward a subtree's size.
    const HIT_SIZE: HitSize = HitSize::One;
    /// What becomes of a result of a position that has an entry already.
    const SAME: Same = Same::OVERWRITTEN;
    /// When an entry becomes young again, and whether it wears.
    const AGING: Aging = Aging::PLAIN;
    /// Whether a position may have two entries in its bucket, and a probe consults both.
    const HOLDS_TWICE: bool = false;
    /// Whether the scheme asks for [`Packed::is_principal`], so that the search must say it.
    const USES_PRINCIPAL: bool = false;
    /// Whether the scheme asks how far from the root a position was searched ([`Packed::nearness`]), so that a payload should keep it.
    const USES_PLY: bool = false;

    /// Where `incoming` goes in a bucket whose entries all belong to other positions.
    ///
    /// `residents` has an element for each slot; an empty one stands for a slot without entry, or — under time stamping — with a
    /// stamped one.
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement;

    /// How worn an entry of a position is that has none yet.
    #[inline]
    #[must_use]
    fn wear_of_new<P: Payload>(incoming: Packed<P>) -> u8 {
        let _ = incoming;
        0
    }

    /// Where `incoming` goes when slot `same` holds an entry of the same position: by default as [`Self::SAME`] says.
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

    /// Where `incoming` goes when it must take the place of the entry of the same position in slot `same`: into that slot, unless
    /// the scheme has levels.
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

/// The first slot of least worth: an empty one if there is one.
#[inline]
fn least<P: Payload>(residents: &[Packed<P>], worth: impl Fn(Packed<P>) -> i32) -> usize {
    let worth = |at: usize| {
        let worth = worth(residents[at]);
        let worth = select_unpredictable(residents[at].is_empty(), i32::MIN, worth);
        // Worth and slot in one number: its minimum is found without a branch, and of equals it is the first slot.
        i64::from(worth) << 32 | at as i64
    };
    let least = (1..residents.len()).fold(worth(0), |least, at| least.min(worth(at)));
    least as u32 as usize
}

/// What is known of a scheme without naming its type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SchemeInfo {
    /// [`Scheme::NAME`].
    pub name: &'static str,
    /// Slots a bucket has if nothing is said.
    pub slots: usize,
    /// The fewest slots that the rule takes, and the most.
    pub slots_range: (usize, usize),
    /// [`Scheme::RULE`].
    pub rule: &'static str,
    /// [`Scheme::SOURCE`].
    pub source: &'static str,
    /// [`Scheme::HIT_SIZE`].
    pub hit_size: HitSize,
    /// The rule of [`Scheme::SAME`].
    pub same: SameRule,
    /// [`Scheme::HOLDS_TWICE`].
    pub holds_twice: bool,
    /// [`Scheme::USES_PRINCIPAL`].
    pub uses_principal: bool,
    /// Whether the scheme compares sizes of subtrees, so that the payload must keep one.
    pub uses_size: bool,
}

impl SchemeInfo {
    const fn of<S: Scheme>(uses_size: bool) -> Self {
        Self {
            name: S::NAME,
            slots: <S::Slots as Slots>::DEFAULT,
            slots_range: (<S::Slots as Slots>::LEAST, <S::Slots as Slots>::MOST),
            rule: S::RULE,
            source: S::SOURCE,
            hit_size: S::HIT_SIZE,
            same: S::SAME.rule,
            holds_twice: S::HOLDS_TWICE,
            uses_principal: S::USES_PRINCIPAL,
            uses_size,
        }
    }
}

/// Work to be done with a scheme and a layout whose names are known only at run time: the edge between names and types.
///
/// ```
/// use supplant::SizedEntry;
/// use supplant::entry::bucket::{LayoutName, Ready};
/// use supplant::scheme::{Scheme, SchemeName, Visit};
/// struct Slots;
/// impl Visit for Slots {
///     type Payload = SizedEntry;
///     type Out = usize;
///     fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> usize {
///         B::SLOTS
///     }
/// }
/// assert_eq!("twobig1".parse::<SchemeName>()?.visit(Slots), 2);
/// assert_eq!(SchemeName::DepthAge.visit_in(LayoutName::Line8, Slots), Ok(8));
/// assert!(SchemeName::TwoBig1.visit_in(LayoutName::Line8, Slots).is_err());
/// # Ok::<(), supplant::scheme::UnknownSchemeError>(())
/// ```
pub trait Visit {
    /// What the table keeps for a position.
    type Payload: Payload<Data = [u64; 1]>;
    /// What the work yields.
    type Out;
    /// Does the work with scheme `S` in a bucket `B` that it takes.
    fn visit<S: Scheme, B: Ready<Payload = Self::Payload>>(self) -> Self::Out;
}

/// A scheme cannot have the bucket of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MismatchError {
    /// The scheme.
    pub scheme: SchemeName,
    /// The layout.
    pub layout: LayoutName,
}

impl std::fmt::Display for MismatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (scheme, layout) = (self.scheme.info(), self.layout.info());
        let slots = |slots: usize| format!("{slots} slot{}", if slots == 1 { "" } else { "s" });
        let of_layout = layout.bucket_slots.unwrap_or(scheme.slots);
        let fitting = SchemeName::ALL.iter().filter(|other| other.fits(self.layout));
        let fitting: Vec<_> = fitting.map(|other| other.info().name).collect();
        write!(
            f,
            "{} has {} a bucket and {} has {of_layout}; take another layout, or one of {}",
            scheme.name,
            slots(scheme.slots),
            layout.name,
            fitting.join(", ")
        )
    }
}

impl std::error::Error for MismatchError {}

/// Why a scheme and a layout make no table of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnfitError {
    /// The layout's bucket has a number of slots that the scheme does not take.
    Mismatch(MismatchError),
    /// The layout has one-word entries, which have no room for the payload.
    NoRoom(LayoutName),
    /// The scheme compares sizes of subtrees, which the payload does not keep.
    AsksForSize(SchemeName),
}

impl std::fmt::Display for UnfitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Mismatch(error) => error.fmt(f),
            Self::NoRoom(layout) => write!(
                f,
                "{layout} has no room for an evaluation; take xor16, lines16 or cluster10, or keep the size instead"
            ),
            Self::AsksForSize(scheme) => write!(
                f,
                "{scheme} asks for the size of subtrees: keep that, or take another scheme, such as DEPTHAGE"
            ),
        }
    }
}

impl std::error::Error for UnfitError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Mismatch(error) => error.source(),
            Self::NoRoom(_) | Self::AsksForSize(_) => None,
        }
    }
}

/// A name that no scheme has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSchemeError(pub String);

impl std::fmt::Display for UnknownSchemeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no scheme is called `{}`", self.0)
    }
}

impl std::error::Error for UnknownSchemeError {}

/// Lists the schemes once; everything that goes over all of them goes over this.
macro_rules! registry {
    ($($scheme:ident $(: $of_size:ident)?),* $(,)?) => {
        /// A registered scheme, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum SchemeName {
            $(#[doc = concat!("[`", stringify!($scheme), "`].")] $scheme),*
        }

        impl SchemeName {
            /// Every scheme, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$scheme),*];

            /// What the scheme is.
            #[must_use]
            pub const fn info(self) -> SchemeInfo {
                match self {
                    $(Self::$scheme => SchemeInfo::of::<$scheme>(registry!(@uses_size $($of_size)?))),*
                }
            }

            /// Does `work` with the scheme's type in [pairs](crate::entry::bucket::Pairs), the bucket that every scheme has.
            pub fn visit<V: Visit>(self, work: V) -> V::Out {
                match self {
                    $(Self::$scheme => work.visit::<$scheme, <<$scheme as Scheme>::Slots as Slots>::Checked<1, V::Payload>>()),*
                }
            }

            /// Does `work` with the scheme's type and its bucket in `layout`, of a payload that any scheme can work with: it keeps a
            /// size, and fits into one-word entries.
            ///
            /// # Errors
            /// If the layout's bucket has a number of slots that the scheme does not take.
            pub fn visit_in<V: Visit<Payload: Narrow>>(self, layout: LayoutName, work: V) -> Result<V::Out, MismatchError> {
                let done = match self {
                    $(Self::$scheme => <$scheme as Scheme>::Slots::visit::<$scheme, V>(layout, work)),*
                };
                done.ok_or(MismatchError { scheme: self, layout })
            }

            /// Does `work` with the scheme's type and its bucket in `layout`, of a payload that keeps no size and needs a whole word.
            ///
            /// # Errors
            /// If the scheme compares sizes, the layout has one-word entries, or its bucket has a number of slots that the scheme
            /// does not take.
            pub fn visit_unsized<V: Visit>(self, layout: LayoutName, work: V) -> Result<V::Out, UnfitError> {
                let mismatch = MismatchError { scheme: self, layout };
                if matches!(layout, LayoutName::Single8 | LayoutName::Line8) {
                    return Err(UnfitError::NoRoom(layout));
                }
                let done = match self {
                    $(Self::$scheme => registry!(@unsized self, $scheme, layout, work $(, $of_size)?)),*
                };
                done.ok_or(UnfitError::Mismatch(mismatch))
            }

            /// Slots of the bucket that the scheme has in `layout`.
            ///
            /// # Errors
            /// If the layout's bucket has a number of slots that the scheme does not take.
            pub fn bucket_slots(self, layout: LayoutName) -> Result<usize, MismatchError> {
                let slots = layout.info().bucket_slots.unwrap_or(self.info().slots);
                self.fits(layout).then_some(slots).ok_or(MismatchError { scheme: self, layout })
            }

            /// Whether the scheme can have the bucket of `layout`.
            #[must_use]
            pub const fn fits(self, layout: LayoutName) -> bool {
                let (least, most) = self.info().slots_range;
                match layout.info().bucket_slots {
                    Some(slots) => least <= slots && slots <= most,
                    None => true,
                }
            }
        }
    };
    (@uses_size) => { false };
    (@uses_size size) => { true };
    (@unsized $self:ident, $scheme:ident, $layout:ident, $work:ident) => {
        <$scheme as Scheme>::Slots::visit_whole::<$scheme, V>($layout, $work)
    };
    (@unsized $self:ident, $scheme:ident, $layout:ident, $work:ident, size) => {
        return Err(UnfitError::AsksForSize($self))
    };
}

// `: size` marks the schemes that compare sizes of subtrees: a payload without a size does not compile with them.
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
}

impl std::fmt::Display for SchemeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.info().name)
    }
}

impl std::str::FromStr for SchemeName {
    type Err = UnknownSchemeError;

    /// Reads a scheme's name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownSchemeError> {
        let known = |scheme: &&Self| scheme.info().name.eq_ignore_ascii_case(name);
        Self::ALL.iter().find(known).copied().ok_or_else(|| UnknownSchemeError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{LayoutName, MismatchError, Same, SchemeName};

    #[test]
    fn what_a_rule_looks_at_is_changed_and_nothing_else() {
        assert!(Same::COMPETES.in_place().is_in_place && !Same::OVERWRITTEN.beside_others().is_in_place);
        assert_eq!(Same::COMPETES.in_place().beside_others(), Same::COMPETES);
    }

    #[test]
    fn a_scheme_is_known_by_its_name_in_any_case() {
        for &scheme in SchemeName::ALL {
            let name = scheme.to_string();
            assert_eq!((name.parse(), name.to_lowercase().parse()), (Ok(scheme), Ok(scheme)));
            assert_eq!(name, scheme.info().name);
        }
        let unknown = "TWOBIG2".parse::<SchemeName>().expect_err("there is none").to_string();
        assert_eq!(unknown, "no scheme is called `TWOBIG2`");
    }

    #[test]
    fn what_does_not_go_together_is_told_with_a_remedy() {
        let told = MismatchError { scheme: SchemeName::TwoBig1, layout: LayoutName::Line8 }.to_string();
        assert_eq!(
            told,
            "TWOBIG1 has 2 slots a bucket and line8 has 8; take another layout, or one of DEPTHAGE, CRAFTY, EXACTAGE, UNDERCUT, FOURBIG, WIDEBIG, WIDEDEEP, SIEGE"
        );
    }
}
