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
use supplant::table::{FileError, Loaded, Size, SizeError, Table, TableFile};

/// The table keeps the static evaluation: what today's engines keep. Layouts `xor16`, `lines16` and `cluster10`, and all schemes but those of
/// the size.
pub const SUPPLANT_KEEPS_EVALUATION: u32 = 0;
/// The table keeps the size of the subtree: all layouts and schemes.
pub const SUPPLANT_KEEPS_SIZE: u32 = 1;

/// Where a table comes from.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// New memory of a size.
    Empty(Size),
    /// The file that it was saved to.
    Saved(TableFile),
    /// The file of a size that processes share.
    Shared(TableFile, Size),
}

/// A table, and how much of it came back where it was saved.
pub(crate) struct Made {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) loaded: Loaded,
}

type Making = Result<Made, NotMade>;

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
    /// None comes from the file.
    File(FileError),
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
                "{layout} has no room for an evaluation; take xor16, lines16 or cluster10, or keep the size instead"
            ),
            Self::AsksForSize(scheme) => {
                write!(
                    f,
                    "{scheme} asks for the size of subtrees: keep that, or take another scheme, such as DEPTHAGE"
                )
            }
            Self::Size(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
        }
    }
}

/// The table of a scheme in a layout.
pub(crate) fn made(scheme: SchemeName, layout: LayoutName, keeps: u32, origin: Origin) -> Making {
    match keeps {
        SUPPLANT_KEEPS_SIZE => scheme.visit_in(layout, WithSize(origin)).map_err(NotMade::Mismatch)?,
        SUPPLANT_KEEPS_EVALUATION => with_evaluation(scheme, layout, origin),
        _ => Err(NotMade::UnknownKeeps(keeps)),
    }
}

fn of<S: Scheme, B: Bucket<Payload: Kept>>(origin: Origin) -> Making {
    let (table, loaded) = match origin {
        Origin::Empty(size) => (Table::<S, B>::with_size(size).map_err(NotMade::Size)?, Loaded::default()),
        Origin::Saved(file) => Table::load(file).map_err(NotMade::File)?,
        Origin::Shared(file, size) => {
            (Table::open_shared(file, size).map_err(NotMade::File)?, Loaded::default())
        }
    };
    Ok(Made { table: Box::new(table), loaded })
}

/// Makes a table of entries with sizes.
struct WithSize(Origin);

impl Visit for WithSize {
    type Out = Making;

    fn visit<S: Scheme, B: Ready>(self) -> Making {
        of::<S, B>(self.0)
    }
}

/// Every scheme that asks for no size, by name: a new one does not compile until it is here.
fn with_evaluation(scheme: SchemeName, layout: LayoutName, origin: Origin) -> Making {
    match scheme {
        SchemeName::New => evaluated::<New>(scheme, layout, origin),
        SchemeName::Old => evaluated::<Old>(scheme, layout, origin),
        SchemeName::Deep => evaluated::<Deep>(scheme, layout, origin),
        SchemeName::TwoDeep => evaluated::<TwoDeep>(scheme, layout, origin),
        SchemeName::Thompson => evaluated::<Thompson>(scheme, layout, origin),
        SchemeName::Ancient => evaluated::<Ancient>(scheme, layout, origin),
        SchemeName::Stale => evaluated::<Stale>(scheme, layout, origin),
        SchemeName::Principal => evaluated::<Principal>(scheme, layout, origin),
        SchemeName::DepthAge => evaluated::<DepthAge>(scheme, layout, origin),
        SchemeName::Crafty => evaluated::<Crafty>(scheme, layout, origin),
        SchemeName::ExactAge => evaluated::<ExactAge>(scheme, layout, origin),
        SchemeName::Undercut => evaluated::<Undercut>(scheme, layout, origin),
        SchemeName::TwoNear => evaluated::<TwoNear>(scheme, layout, origin),
        SchemeName::TwoNearPv => evaluated::<TwoNearPv>(scheme, layout, origin),
        SchemeName::WideDeep => evaluated::<WideDeep>(scheme, layout, origin),
        SchemeName::Big1
        | SchemeName::BigAll
        | SchemeName::TwoBig1
        | SchemeName::TwoBig1Pv
        | SchemeName::FourBig
        | SchemeName::WideBig
        | SchemeName::Siege => Err(NotMade::AsksForSize(scheme)),
    }
}

fn evaluated<S: Scheme<Slots: Evaluated>>(scheme: SchemeName, layout: LayoutName, origin: Origin) -> Making {
    match layout {
        LayoutName::Xor16 => of::<S, <S::Slots as Evaluated>::Pairs>(origin),
        LayoutName::Cluster10 => <S::Slots as Evaluated>::clustered::<S>(origin)
            .unwrap_or(Err(NotMade::Mismatch(Mismatch { scheme, layout }))),
        LayoutName::Lines16 => <S::Slots as Evaluated>::in_lines::<S>(origin)
            .unwrap_or(Err(NotMade::Mismatch(Mismatch { scheme, layout }))),
        LayoutName::Single8 | LayoutName::Line8 => Err(NotMade::NoRoom(layout)),
    }
}

/// The buckets of a number of slots whose entries keep an evaluation.
trait Evaluated: Slots {
    type Pairs: Bucket<Payload = EngineEntry>;
    /// Three to 32 bytes; `None` where the scheme has another number of slots.
    fn clustered<S: Scheme<Slots = Self>>(origin: Origin) -> Option<Making>;
    /// Eight to two lines; `None` likewise.
    fn in_lines<S: Scheme<Slots = Self>>(origin: Origin) -> Option<Making>;
}

impl<const N: usize> Evaluated for Exactly<N> {
    type Pairs = Pairs<N, EngineEntry>;

    fn clustered<S: Scheme<Slots = Self>>(_: Origin) -> Option<Making> {
        None
    }

    fn in_lines<S: Scheme<Slots = Self>>(_: Origin) -> Option<Making> {
        None
    }
}

impl<const DEFAULT: usize, const LEAST: usize> Evaluated for Any<DEFAULT, LEAST> {
    type Pairs = Pairs<DEFAULT, EngineEntry>;

    fn clustered<S: Scheme<Slots = Self>>(origin: Origin) -> Option<Making> {
        Some(of::<S, Cluster<EngineEntry>>(origin))
    }

    fn in_lines<S: Scheme<Slots = Self>>(origin: Origin) -> Option<Making> {
        Some(of::<S, Pairs<8, EngineEntry>>(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::{Made, NotMade, Origin, SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE, made};
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
                    let table = made(scheme, layout, keeps, Origin::Empty(Size::Slots(1 << 10)));
                    assert_eq!(
                        table.is_ok(),
                        is_possible(scheme, layout, keeps),
                        "{scheme} {layout} {keeps}"
                    );
                    let Ok(Made { table, .. }) = table else { continue };
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
        let told = |scheme, layout, keeps, slots| match made(
            scheme,
            layout,
            keeps,
            Origin::Empty(Size::Slots(slots)),
        ) {
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
        let none =
            made(SchemeName::New, LayoutName::Xor16, SUPPLANT_KEEPS_SIZE, Origin::Empty(Size::Slots(0)));
        assert!(matches!(none, Err(NotMade::Size(_))));
    }
}
