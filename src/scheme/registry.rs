//! Schemes whose names are known only at run time: the list of all, their facts, and work on them.

use super::{HitSize, SameRule, Scheme, SchemeName, Slots};
use crate::entry::Payload;
use crate::entry::bucket::{LayoutName, Ready};

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
    /// The value of [`Scheme::USES_AGE`].
    pub uses_age: bool,
    /// Whether the scheme asks for iterations ([`Aging::tells_iterations`]), so that the search should
    /// call [`Table::new_iteration`](crate::Table::new_iteration).
    ///
    /// [`Aging::tells_iterations`]: super::Aging::tells_iterations
    pub tells_iterations: bool,
    /// Whether the scheme compares subtree sizes, so that the payload must keep one.
    pub uses_size: bool,
}

impl SchemeInfo {
    pub(super) const fn of<S: Scheme>(uses_size: bool) -> Self {
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
            uses_age: S::USES_AGE,
            tells_iterations: S::AGING.tells_iterations,
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

            /// The same for a payload that one-word entries have no room for: `None` there too.
            pub(crate) fn visit_whole<V: Visit>(self, layout: LayoutName, work: V) -> Option<V::Out> {
                match self {
                    $(Self::$scheme => <$scheme as Scheme>::Slots::visit_whole::<$scheme, V>(layout, work)),*
                }
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

pub(super) use registry;

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
    use super::{HitSize, LayoutName, MismatchError, SchemeName};

    #[test]
    fn a_hit_counts_as_its_subtree_where_the_source_says_so_or_positions_are_met_again_often() {
        let mut counts = SchemeName::ALL.to_vec();
        counts.retain(|scheme| scheme.info().hit_size == HitSize::Subtree);
        assert_eq!(counts, [SchemeName::BigAll, SchemeName::Siege, SchemeName::FourIter, SchemeName::Merit]);
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
            "TWOBIG1 has 2 slots a bucket and line8 has 8; take another layout, or one of DEPTHAGE, CRAFTY, EXACTAGE, UNDERCUT, FOURBIG, WIDEBIG, WIDEDEEP, SIEGE, FOURITER, MERIT"
        );
    }
}
