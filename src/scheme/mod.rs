//! Replacement schemes decide which entry stays when two positions map to one bucket.
//!
//! A scheme gets the entries of a bucket and the incoming entry, and returns a [`Placement`], which
//! the table carries out. It touches no memory.
//!
//! When to choose which:
//! - [`TwoBig1`]: the default of the command, best in 1994. A store takes 48 % of SIEGE's
//!   instructions. Unless the load is high (many stores per slot), a search takes at most the time
//!   that it takes under SIEGE, FOURBIG and DEPTHAGE (`docs/siege.md`).
//! - [`TwoDeep`]: the search does not count nodes; two slots per bucket.
//! - [`Deep`], [`Big1`], [`BigAll`]: one slot per bucket, a large table, entries cleared or stamped
//!   between searches.
//! - [`New`]: the load is very high.
//! - [`Old`]: only as the control of a study.
//! - [`DepthAge`], [`Crafty`], [`ExactAge`]: the search does not count nodes, or a table is kept
//!   through a game; four entries per cache line. DEPTHAGE is the default of this crate.
//! - [`Siege`]: nodes cost more than stores, or a small table is kept through a game. To 8 plies of
//!   chess it needs the fewest nodes of all schemes judged, 3 to 8 % fewer than TWOBIG1. A store
//!   takes 1.44 times DEPTHAGE's instructions.
//! - [`FourIter`]: like SIEGE, if the search tells the table when an iteration begins. A probe never
//!   writes. On 148 positions it needs 0.2 to 0.7 % fewer nodes than SIEGE; in domineering with 8K
//!   slots it needs more. A store takes 1.53 times DEPTHAGE's instructions.
//! - [`FourBig`]: like SIEGE where a probe must never write. It needs 1 to 4 % more nodes to 8
//!   plies of chess, up to 11 % more in domineering and Connect Four, and equally many under
//!   `modern`.
//! - [`WideBig`], [`WideDeep`]: only as rivals in a study. FOURBIG and CRAFTY also have a slot that
//!   is always replaced.
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
mod worth;

pub use ancient::Ancient;
pub use big_all::BigAll;
pub use big1::Big1;
pub use crafty::Crafty;
pub use deep::Deep;
pub use depth_age::DepthAge;
pub use exact_age::ExactAge;
pub use four_big::FourBig;
pub use four_iter::FourIter;
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
pub(crate) use worth::is_any_aged;

use crate::entry::bucket::{LayoutName, Ready};
use crate::entry::{Generation, Narrow, Packed, Payload};

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
    /// Nowhere: the resident of this slot stays and wears ([`Aging::wear_bits`]).
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

/// Which of two results of one position stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SameRule {
    /// The newer one. This is our reading where the source does not say.
    Overwritten,
    /// They compete like entries of different positions. The source compares with any entry at the
    /// index.
    Competes,
    /// The source has a special rule: [`Scheme::update`].
    Own,
}

/// How a scheme stores a result whose position already has an entry in its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// Which of the two results stays.
    pub rule: SameRule,
    /// Whether [`Scheme::update`] and [`Scheme::overwrite`] read only the entry of the same
    /// position, and use its slot or none. A store that has found this entry then shows the other
    /// slots as empty. Schemes whose entries compete in several slots say `false`.
    pub is_in_place: bool,
    /// Whether an incoming entry without a move inherits the move of the entry of its position that
    /// it replaces.
    pub inherits_move: bool,
    /// Whether a refused result still writes its move into the entry of its position. The scheme or
    /// the table's [update](crate::table::Update) may have refused it. An upper bound never does:
    /// no move was good enough, and the sources store none. Of two entries, the first gets the
    /// move.
    pub leaves_move: bool,
}

impl Same {
    /// The newer result replaces the older one.
    pub const OVERWRITTEN: Self = Self::of(SameRule::Overwritten, true);
    /// The two compete like entries of different positions.
    pub const COMPETES: Self = Self::of(SameRule::Competes, false);
    /// The scheme has a special rule.
    pub const OWN_RULE: Self = Self::of(SameRule::Own, false);

    const fn of(rule: SameRule, is_in_place: bool) -> Self {
        Self { rule, is_in_place, inherits_move: false, leaves_move: false }
    }

    /// Returns this choice with [`is_in_place`](Self::is_in_place) set.
    #[must_use]
    pub const fn in_place(self) -> Self {
        Self { is_in_place: true, ..self }
    }

    /// Returns this choice with [`is_in_place`](Self::is_in_place) unset.
    #[must_use]
    pub const fn beside_others(self) -> Self {
        Self { is_in_place: false, ..self }
    }

    /// Returns this choice with [`inherits_move`](Self::inherits_move) set.
    #[must_use]
    pub const fn inheriting_moves(self) -> Self {
        Self { inherits_move: true, ..self }
    }

    /// Returns this choice with [`leaves_move`](Self::leaves_move) set.
    #[must_use]
    pub const fn leaving_moves(self) -> Self {
        Self { leaves_move: true, ..self }
    }
}

/// When an entry of an earlier search becomes an entry of the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refresh {
    /// Only when the position is stored again.
    Never,
    /// When a probe finds it.
    OnHit,
    /// When its score ends a search: [`Table::cut_by`](crate::Table::cut_by).
    OnCutoff,
}

/// How a scheme uses the bits of an entry's age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aging {
    /// When an entry becomes an entry of the current search.
    pub refresh: Refresh,
    /// How many low bits of the age the scheme keeps for its wear; 0 in schemes without
    /// [`Placement::Wear`] and [`Scheme::wear_of_new`]. The table cuts larger values to the largest
    /// that fits.
    pub wear_bits: u32,
    /// How much wear an entry loses when a probe refreshes it.
    pub mended: u8,
    /// Whether the scheme asks [`Generation::is_in_odd_iteration`], so that the search should call
    /// [`Table::new_iteration`](crate::Table::new_iteration).
    ///
    /// The scheme then sets the highest of the `wear_bits` in an odd iteration, and limits its wear to
    /// the other ones itself. It must not refresh entries.
    pub tells_iterations: bool,
}

impl Aging {
    /// No wear, and entries become current only when stored again.
    pub const PLAIN: Self = Self::refreshed(Refresh::Never);

    /// Returns an aging without wear that refreshes entries at this event.
    #[must_use]
    pub const fn refreshed(refresh: Refresh) -> Self {
        Self { refresh, wear_bits: 0, mended: u8::MAX, tells_iterations: false }
    }

    /// The bit of the wear that tells an odd iteration; 0 if iterations are not told apart.
    pub(crate) const fn odd_bit(self) -> u8 {
        if self.tells_iterations { (1u16 << self.wear_bits >> 1) as u8 } else { 0 }
    }

    /// Checks that entries which tell so many generations apart can age like this.
    ///
    /// # Panics
    /// If not; in a constant, this is a compile error.
    pub(crate) const fn check(self, generations: u64) {
        assert!(
            generations >> self.wear_bits > 0,
            "the scheme takes bits of the age for wear; this bucket's entries keep too few"
        );
        assert!(
            !self.tells_iterations || self.wear_bits > 0,
            "a scheme that tells iterations apart keeps a bit of the wear for them"
        );
        assert!(
            !self.tells_iterations || matches!(self.refresh, Refresh::Never),
            "a refresh mends wear, and so would change the bit that tells the iteration: refresh never"
        );
    }
}

/// A rule for collisions.
///
/// It compiles with every payload that keeps the facts it reads. `examples/own_scheme/` is a crate
/// with its own scheme, which runs all evidence of this crate on it.
pub trait Scheme: Copy + Send + Sync + 'static {
    /// The name in papers, reports and on the command line.
    const NAME: &'static str;
    /// How many slots the bucket has: [`Exactly`] a given number, or [`Any`] number.
    type Slots: Slots;
    /// The rule in one sentence.
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
    /// Whether the scheme reads [`Packed::nearness`], so that a payload should keep the plies.
    const USES_PLY: bool = false;

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
    fn wear_of_new<P: Payload>(incoming: Packed<P>, now: Generation) -> u8 {
        let _ = (incoming, now);
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

    /// Returns the wear of a resident that stays by [`Placement::Wear`]; by default one more, up to
    /// what [`Aging::wear_bits`] hold.
    #[inline]
    #[must_use]
    fn wear_of_defender(wear: u8) -> u8 {
        wear + 1
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

/// Facts about a scheme, available without its type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SchemeInfo {
    /// The value of [`Scheme::NAME`].
    pub name: &'static str,
    /// How many slots a bucket has by default.
    pub slots: usize,
    /// The fewest and the most slots that the rule accepts.
    pub slots_range: (usize, usize),
    /// The value of [`Scheme::RULE`].
    pub rule: &'static str,
    /// The value of [`Scheme::SOURCE`].
    pub source: &'static str,
    /// The value of [`Scheme::HIT_SIZE`].
    pub hit_size: HitSize,
    /// The `rule` in [`Scheme::SAME`].
    pub same: SameRule,
    /// The value of [`Scheme::HOLDS_TWICE`].
    pub holds_twice: bool,
    /// The value of [`Scheme::USES_PRINCIPAL`].
    pub uses_principal: bool,
    /// Whether the scheme compares subtree sizes, so that the payload must keep one.
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

/// Work for a scheme and a layout whose names are known only at run time.
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
    /// The payload of the table.
    type Payload: Payload<Data = [u64; 1]>;
    /// The result of the work.
    type Out;
    /// Does the work with scheme `S` and bucket `B`, whose number of slots `S` accepts.
    fn visit<S: Scheme, B: Ready<Payload = Self::Payload>>(self) -> Self::Out;
}

/// The error for a layout whose bucket does not suit the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MismatchError {
    /// The scheme that was asked for.
    pub scheme: SchemeName,
    /// The layout that was asked for.
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

/// Why a scheme, a layout and a payload do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnfitError {
    /// The scheme does not accept the bucket's number of slots.
    Mismatch(MismatchError),
    /// The layout has one-word entries, which have no room for the payload.
    NoRoom(LayoutName),
    /// The scheme compares subtree sizes, which the payload does not keep.
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
                "{scheme} compares sizes of subtrees, which this entry does not keep; take FullEntry or SizedEntry, or another scheme, such as DEPTHAGE"
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

/// The error for an unknown scheme name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSchemeError(pub String);

impl std::fmt::Display for UnknownSchemeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no scheme is called `{}`", self.0)
    }
}

impl std::error::Error for UnknownSchemeError {}

/// Lists all schemes, once.
macro_rules! registry {
    ($($scheme:ident $(: $of_size:ident)?),* $(,)?) => {
        /// A registered scheme, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum SchemeName {
            $(#[doc = concat!("[`", stringify!($scheme), "`].")] $scheme),*
        }

        impl SchemeName {
            /// Every scheme, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$scheme),*];

            /// Returns the facts about the scheme.
            #[must_use]
            pub const fn info(self) -> SchemeInfo {
                match self {
                    $(Self::$scheme => SchemeInfo::of::<$scheme>(registry!(@uses_size $($of_size)?))),*
                }
            }

            /// Does `work` with the scheme's type in [pairs](crate::entry::bucket::Pairs), which
            /// suit every scheme.
            pub fn visit<V: Visit>(self, work: V) -> V::Out {
                match self {
                    $(Self::$scheme => work.visit::<$scheme, <<$scheme as Scheme>::Slots as Slots>::Checked<1, V::Payload>>()),*
                }
            }

            /// Does `work` with the scheme's type and its bucket in `layout`.
            ///
            /// The payload keeps a size and fits into one-word entries, so every scheme can use it.
            ///
            /// # Errors
            /// If the scheme does not accept the bucket's number of slots.
            pub fn visit_in<V: Visit<Payload: Narrow>>(self, layout: LayoutName, work: V) -> Result<V::Out, MismatchError> {
                let done = match self {
                    $(Self::$scheme => <$scheme as Scheme>::Slots::visit::<$scheme, V>(layout, work)),*
                };
                done.ok_or(MismatchError { scheme: self, layout })
            }

            /// Does `work` with the scheme's type and its bucket in `layout`, for payloads without
            /// a size.
            ///
            /// # Errors
            /// If the scheme compares sizes or does not accept the bucket's number of slots, or the
            /// layout has one-word entries.
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

            /// Returns the number of slots of the scheme's bucket in `layout`.
            ///
            /// # Errors
            /// If the scheme does not accept the bucket's number of slots.
            pub fn bucket_slots(self, layout: LayoutName) -> Result<usize, MismatchError> {
                let slots = layout.info().bucket_slots.unwrap_or(self.info().slots);
                self.fits(layout).then_some(slots).ok_or(MismatchError { scheme: self, layout })
            }

            /// Returns whether the scheme accepts the bucket of `layout`.
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
}

impl std::fmt::Display for SchemeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.info().name)
    }
}

impl std::str::FromStr for SchemeName {
    type Err = UnknownSchemeError;

    /// Reads a scheme's name, in upper or lower case.
    fn from_str(name: &str) -> Result<Self, UnknownSchemeError> {
        let known = |scheme: &&Self| scheme.info().name.eq_ignore_ascii_case(name);
        Self::ALL.iter().find(known).copied().ok_or_else(|| UnknownSchemeError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Aging, LayoutName, MismatchError, Refresh, Same, SchemeName};

    #[test]
    fn what_a_rule_looks_at_is_changed_and_nothing_else() {
        assert!(Same::COMPETES.in_place().is_in_place && !Same::OVERWRITTEN.beside_others().is_in_place);
        assert_eq!(Same::COMPETES.in_place().beside_others(), Same::COMPETES);
    }

    #[test]
    fn wear_and_iterations_fit_into_the_age_and_no_refresh_changes_them() {
        let telling =
            |refresh, wear_bits| Aging { wear_bits, tells_iterations: true, ..Aging::refreshed(refresh) };
        let is_refused =
            |aging: Aging, generations| std::panic::catch_unwind(|| aging.check(generations)).is_err();
        assert!(!is_refused(telling(Refresh::Never, 3), 8) && is_refused(telling(Refresh::Never, 3), 4));
        assert!(is_refused(telling(Refresh::Never, 0), 64), "no bit is left for the iteration");
        for refresh in [Refresh::OnHit, Refresh::OnCutoff] {
            assert!(is_refused(telling(refresh, 3), 64), "{refresh:?}");
            assert!(!is_refused(Aging { wear_bits: 3, ..Aging::refreshed(refresh) }, 64), "{refresh:?}");
        }
        assert_eq!([1, 3, 8].map(|bits| telling(Refresh::Never, bits).odd_bit()), [1, 4, 128]);
        assert_eq!(Aging { wear_bits: 3, ..Aging::PLAIN }.odd_bit(), 0);
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
            "TWOBIG1 has 2 slots a bucket and line8 has 8; take another layout, or one of DEPTHAGE, CRAFTY, EXACTAGE, UNDERCUT, FOURBIG, WIDEBIG, WIDEDEEP, SIEGE, FOURITER"
        );
    }
}
