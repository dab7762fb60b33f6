//! A table whose scheme and layout are named at run time.

use std::any::Any;

use super::{BoundsEntry, LinedEntry, RootedEntry};
use supplant::entry::bucket::{LayoutName, Pairs, Ready};
use supplant::entry::{Bucket, SizedEntry};
use supplant::scheme::{
    Deep, New, Scheme, SchemeName, Slots, TwoDeep, TwoNear, TwoNearPv, UnfitError, Visit,
};
use supplant::table::{
    BuildError, Held, Loaded, MergeError, Merged, MultiplyShift, Origin, Table, TableBuilder, TableControl,
};

use super::{Remembered, SearchTable, search_table};

/// A [`Table`] of any scheme and layout, for searches and studies.
///
/// ```
/// use supplant::{Table, scheme::SchemeName};
/// use supplant_search::game::domineering::{Domineering, Player};
/// use supplant_search::search::{Enhancements, Limits, StudyTable, search};
/// let scheme: SchemeName = "DEPTHAGE".parse().expect("there is such a scheme");
/// let table = <dyn StudyTable>::build(scheme, "line8".parse()?, Table::builder().mebibytes(1))?;
/// let game = Domineering::new(4, 4, Player::Vertical);
/// let found = search(&game, &*table, Limits::depth(8), Enhancements::ALIBABA);
/// assert!(found.best.expect("nothing stopped it").value > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait StudyTable: SearchTable + TableControl {
    /// Stores `entry` without further facts, and says whether it was kept: [`Table::offer`].
    fn offer(&self, key: supplant::Key, entry: SizedEntry) -> bool;
    /// Calls `visit` with what each slot holds, in slot order: [`Table::by_slot`].
    ///
    /// # Cost
    /// One read of the whole memory.
    fn for_each_slot(&self, visit: &mut dyn FnMut(Option<Held<SizedEntry>>));
    /// Stores each entry of another table into this one: [`Table::merge_from`].
    ///
    /// # Errors
    /// Those of [`Table::merge_from`], and if the two tables differ in scheme, layout or payload.
    fn merge_from(&self, other: &dyn StudyTable) -> Result<Merged, MergeError>;
}

impl<S: Scheme, B: Bucket<Payload: Remembered>, I: supplant::table::Index> StudyTable for Table<S, B, I> {
    fn offer(&self, key: supplant::Key, entry: SizedEntry) -> bool {
        search_table::offer(self, key, entry, super::NodeContext::NOTHING)
    }

    fn for_each_slot(&self, visit: &mut dyn FnMut(Option<Held<SizedEntry>>)) {
        self.by_slot().for_each(|slot| visit(slot.map(|held| held.map(Remembered::entry))));
    }

    fn merge_from(&self, other: &dyn StudyTable) -> Result<Merged, MergeError> {
        let other: &dyn Any = other;
        self.merge_from(other.downcast_ref::<Self>().ok_or(MergeError::OfTwoKinds)?)
    }
}

impl dyn StudyTable {
    /// Makes an empty table of a scheme in a layout.
    ///
    /// # Errors
    /// [`BuildError`]: the scheme does not take the layout's number of slots, or no table of this
    /// size can be made.
    pub fn build(
        scheme: SchemeName,
        layout: LayoutName,
        builder: TableBuilder,
    ) -> Result<Box<Self>, BuildError> {
        Ok(Self::build_from(scheme, layout, builder, Origin::New)?.0)
    }

    /// Makes a table from its origin, and says how much of a saved file it loaded.
    ///
    /// Only in layout `xor16` do entries keep the plies from the root, under TWONEAR and TWONEARPV.
    ///
    /// # Errors
    /// [`BuildError`]: the scheme does not take the layout's number of slots, no table of this size
    /// can be made, or the file does not yield a table.
    pub fn build_from(
        scheme: SchemeName,
        layout: LayoutName,
        builder: TableBuilder,
        origin: Origin,
    ) -> Result<(Box<Self>, Loaded), BuildError> {
        let make = Make { builder, origin };
        match (scheme, layout) {
            (SchemeName::TwoNear, LayoutName::Xor16) => make.make::<TwoNear, Pairs<2, RootedEntry>>(),
            (SchemeName::TwoNearPv, LayoutName::Xor16) => make.make::<TwoNearPv, Pairs<2, RootedEntry>>(),
            _ => scheme.visit_in(layout, make).map_err(UnfitError::Mismatch)?,
        }
    }

    /// Makes an empty table whose entries keep lines, in the scheme's default bucket.
    ///
    /// # Errors
    /// [`BuildError`]: no table of this size can be made.
    pub fn build_lined(scheme: SchemeName, builder: TableBuilder) -> Result<Box<Self>, BuildError> {
        scheme.visit(Lined(builder))
    }

    /// The schemes that `build_bounds` takes: entries with two bounds have no
    /// room for what the other schemes compare.
    pub const WITH_BOUNDS: [SchemeName; 3] = [SchemeName::New, SchemeName::Deep, SchemeName::TwoDeep];

    /// Makes an empty table whose entries have two bounds, in the scheme's default bucket.
    ///
    /// # Errors
    /// [`BuildError`]: the scheme is none of `WITH_BOUNDS`, or no table of this
    /// size can be made.
    pub fn build_bounds(scheme: SchemeName, builder: TableBuilder) -> Result<Box<Self>, BuildError> {
        let make = Make { builder, origin: Origin::New };
        let made = match scheme {
            SchemeName::New => make.make::<New, Pairs<1, BoundsEntry>>(),
            SchemeName::Deep => make.make::<Deep, Pairs<1, BoundsEntry>>(),
            SchemeName::TwoDeep => make.make::<TwoDeep, Pairs<2, BoundsEntry>>(),
            _ => return Err(UnfitError::AsksForSize(scheme).into()),
        };
        Ok(made?.0)
    }
}

type Made = Result<(Box<dyn StudyTable>, Loaded), BuildError>;

struct Make {
    builder: TableBuilder,
    origin: Origin,
}

impl Make {
    fn make<S: Scheme, B: Bucket<Payload: Remembered>>(self) -> Made {
        let (table, loaded) = self.builder.types::<S, B, MultiplyShift>().build_from(self.origin)?;
        Ok((Box::new(table), loaded))
    }
}

impl Visit for Make {
    type Payload = SizedEntry;
    type Out = Made;

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> Made {
        self.make::<S, B>()
    }
}

struct Lined(TableBuilder);

impl Visit for Lined {
    type Payload = SizedEntry;
    type Out = Result<Box<dyn StudyTable>, BuildError>;

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> Self::Out {
        let builder = self.0.types::<S, <S::Slots as Slots>::Checked<2, LinedEntry>, MultiplyShift>();
        Ok(Box::new(builder.build()?))
    }
}
