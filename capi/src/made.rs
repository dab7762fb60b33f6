//! From names to a table: the edge between what a caller says at run time and types.

use std::fmt;

use crate::any_table::AnyTable;
use crate::entry::Kept;
use supplant::entry::bucket::{Cluster, LayoutName, Pairs, Ready};
use supplant::entry::{Bucket, EngineEntry};
use supplant::scheme::{
    Ancient, Any, Crafty, Deep, DepthAge, ExactAge, Exactly, Mismatch, New, Old, Principal, Scheme,
    SchemeName, Slots, Stale, Thompson, TwoDeep, TwoNear, TwoNearPv, Undercut, Visit, WideDeep,
};
use supplant::table::{Size, SizeError, Table};

/// The table keeps the static evaluation: what today's engines keep. Layouts `xor16`, `lines16` and `cluster10`, and all schemes but those of
/// the size.
pub const SUPPLANT_KEEPS_EVALUATION: u32 = 0;
/// The table keeps the size of the subtree: all layouts and schemes.
pub const SUPPLANT_KEEPS_SIZE: u32 = 1;

type Made = Result<Box<dyn AnyTable>, NotMade>;

/// Why there is no such table.
#[derive(Debug)]
pub(crate) enum NotMade {
    /// Neither of the two numbers.
    UnknownKeeps(u32),
    /// The layout's bucket has other slots than the scheme.
    Mismatch(Mismatch),
    /// The layout has no room for an evaluation.
    NoRoom(LayoutName),
    /// The scheme asks for the size.
    AsksForSize(SchemeName),
    /// There is none of the size.
    Size(SizeError),
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKeeps(keeps) => {
                write!(f, "a table keeps SUPPLANT_KEEPS_EVALUATION or SUPPLANT_KEEPS_SIZE, not {keeps}")
            }
            Self::Mismatch(error) => error.fmt(f),
            Self::NoRoom(layout) => write!(
                f,
                "{layout} has no room for an evaluation; take xor16 or cluster10, or keep the size instead"
            ),
            Self::AsksForSize(scheme) => {
                write!(
                    f,
                    "{scheme} asks for the size of subtrees: keep that, or take another scheme, such as DEPTHAGE"
                )
            }
            Self::Size(error) => error.fmt(f),
        }
    }
}

/// An empty table.
pub(crate) fn made(scheme: SchemeName, layout: LayoutName, keeps: u32, size: Size) -> Made {
    match keeps {
        SUPPLANT_KEEPS_SIZE => scheme.visit_in(layout, WithSize(size)).map_err(NotMade::Mismatch)?,
        SUPPLANT_KEEPS_EVALUATION => with_evaluation(scheme, layout, size),
        _ => Err(NotMade::UnknownKeeps(keeps)),
    }
}

fn of<S: Scheme, B: Bucket<Payload: Kept>>(size: Size) -> Made {
    Ok(Box::new(Table::<S, B>::with_size(size).map_err(NotMade::Size)?))
}

/// Makes a table of entries with sizes.
struct WithSize(Size);

impl Visit for WithSize {
    type Out = Made;

    fn visit<S: Scheme, B: Ready>(self) -> Made {
        of::<S, B>(self.0)
    }
}

/// Every scheme that asks for no size, by name: a new one does not compile until it is here.
fn with_evaluation(scheme: SchemeName, layout: LayoutName, size: Size) -> Made {
    match scheme {
        SchemeName::New => evaluated::<New>(scheme, layout, size),
        SchemeName::Old => evaluated::<Old>(scheme, layout, size),
        SchemeName::Deep => evaluated::<Deep>(scheme, layout, size),
        SchemeName::TwoDeep => evaluated::<TwoDeep>(scheme, layout, size),
        SchemeName::Thompson => evaluated::<Thompson>(scheme, layout, size),
        SchemeName::Ancient => evaluated::<Ancient>(scheme, layout, size),
        SchemeName::Stale => evaluated::<Stale>(scheme, layout, size),
        SchemeName::Principal => evaluated::<Principal>(scheme, layout, size),
        SchemeName::DepthAge => evaluated::<DepthAge>(scheme, layout, size),
        SchemeName::Crafty => evaluated::<Crafty>(scheme, layout, size),
        SchemeName::ExactAge => evaluated::<ExactAge>(scheme, layout, size),
        SchemeName::Undercut => evaluated::<Undercut>(scheme, layout, size),
        SchemeName::TwoNear => evaluated::<TwoNear>(scheme, layout, size),
        SchemeName::TwoNearPv => evaluated::<TwoNearPv>(scheme, layout, size),
        SchemeName::WideDeep => evaluated::<WideDeep>(scheme, layout, size),
        SchemeName::Big1
        | SchemeName::BigAll
        | SchemeName::TwoBig1
        | SchemeName::TwoBig1Pv
        | SchemeName::FourBig
        | SchemeName::WideBig
        | SchemeName::Siege => Err(NotMade::AsksForSize(scheme)),
    }
}

fn evaluated<S: Scheme<Slots: Evaluated>>(scheme: SchemeName, layout: LayoutName, size: Size) -> Made {
    match layout {
        LayoutName::Xor16 => of::<S, <S::Slots as Evaluated>::Pairs>(size),
        LayoutName::Cluster10 => <S::Slots as Evaluated>::clustered::<S>(size)
            .unwrap_or(Err(NotMade::Mismatch(Mismatch { scheme, layout }))),
        LayoutName::Lines16 => <S::Slots as Evaluated>::in_lines::<S>(size)
            .unwrap_or(Err(NotMade::Mismatch(Mismatch { scheme, layout }))),
        LayoutName::Single8 | LayoutName::Line8 => Err(NotMade::NoRoom(layout)),
    }
}

/// The buckets of a number of slots whose entries keep an evaluation.
trait Evaluated: Slots {
    type Pairs: Bucket<Payload = EngineEntry>;
    /// Three to 32 bytes; `None` where the scheme has another number of slots.
    fn clustered<S: Scheme<Slots = Self>>(size: Size) -> Option<Made>;
    /// Eight to two lines; `None` likewise.
    fn in_lines<S: Scheme<Slots = Self>>(size: Size) -> Option<Made>;
}

impl<const N: usize> Evaluated for Exactly<N> {
    type Pairs = Pairs<N, EngineEntry>;

    fn clustered<S: Scheme<Slots = Self>>(_: Size) -> Option<Made> {
        None
    }

    fn in_lines<S: Scheme<Slots = Self>>(_: Size) -> Option<Made> {
        None
    }
}

impl<const DEFAULT: usize, const LEAST: usize> Evaluated for Any<DEFAULT, LEAST> {
    type Pairs = Pairs<DEFAULT, EngineEntry>;

    fn clustered<S: Scheme<Slots = Self>>(size: Size) -> Option<Made> {
        Some(of::<S, Cluster<EngineEntry>>(size))
    }

    fn in_lines<S: Scheme<Slots = Self>>(size: Size) -> Option<Made> {
        Some(of::<S, Pairs<8, EngineEntry>>(size))
    }
}

#[cfg(test)]
mod tests {
    use super::{NotMade, SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE, made};
    use crate::entry::CEntry;
    use supplant::Key;
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant::table::Size;

    /// The combinations that should be, by the lists of the crate.
    fn is_possible(scheme: SchemeName, layout: LayoutName, keeps: u32) -> bool {
        const OF_SIZE: [&str; 7] = ["BIG1", "BIGALL", "TWOBIG1", "TWOBIG1PV", "FOURBIG", "WIDEBIG", "SIEGE"];
        let evaluated = matches!(layout.name(), "xor16" | "lines16" | "cluster10")
            && !OF_SIZE.contains(&scheme.info().name);
        scheme.fits(layout) && (keeps == SUPPLANT_KEEPS_SIZE || evaluated)
    }

    #[test]
    fn each_scheme_is_made_in_each_layout_that_fits_it_and_holds_what_it_is_given() {
        let entry = CEntry {
            best_move: 9,
            score: -4,
            depth: 11,
            bound: 2,
            evaluation: 0,
            size: 64,
            ..CEntry::default()
        };
        let mut tables = 0;
        for &scheme in SchemeName::ALL {
            for &layout in LayoutName::ALL {
                for keeps in [SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE] {
                    let table = made(scheme, layout, keeps, Size::Slots(1 << 10));
                    assert_eq!(
                        table.is_ok(),
                        is_possible(scheme, layout, keeps),
                        "{scheme} {layout} {keeps}"
                    );
                    let Ok(table) = table else { continue };
                    assert!(table.store(Key(5 << 59), &entry), "{scheme} {layout}");
                    let size = if keeps == SUPPLANT_KEEPS_SIZE { 64 } else { 0 };
                    assert_eq!(
                        table.probe(Key(5 << 59)),
                        Some(CEntry { size, ..entry }),
                        "{scheme} {layout}"
                    );
                    assert!(!table.store(Key(7), &CEntry::default()), "an entry without bound");
                    tables += 1;
                }
            }
        }
        assert_eq!(tables, 22 + 22 + 8 + 8 + 8 + 15 + 5 + 5, "sizes in five layouts, evaluations in three");
    }

    #[test]
    fn what_cannot_be_had_is_said_with_a_remedy() {
        let told = |scheme, layout, keeps, slots| match made(scheme, layout, keeps, Size::Slots(slots)) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        let big = told(SchemeName::TwoBig1, LayoutName::Xor16, SUPPLANT_KEEPS_EVALUATION, 8);
        assert_eq!(
            big,
            "TWOBIG1 asks for the size of subtrees: keep that, or take another scheme, such as DEPTHAGE"
        );
        let narrow = told(SchemeName::DepthAge, LayoutName::Line8, SUPPLANT_KEEPS_EVALUATION, 8);
        assert!(narrow.starts_with("line8 has no room for an evaluation; take "), "{narrow}");
        assert!(told(SchemeName::New, LayoutName::Cluster10, 0, 9).starts_with("NEW has 1 slot a bucket"));
        assert!(told(SchemeName::New, LayoutName::Cluster10, 1, 9).starts_with("NEW has 1 slot a bucket"));
        assert!(told(SchemeName::New, LayoutName::Xor16, 2, 8).ends_with(", not 2"));
        let none = made(SchemeName::New, LayoutName::Xor16, SUPPLANT_KEEPS_SIZE, Size::Slots(0));
        assert!(matches!(none, Err(NotMade::Size(_))));
    }
}
