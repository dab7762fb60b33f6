//! A table whose scheme and layout are named at run time, behind a pointer: a search over it is compiled once for all of them.

use super::{Beside, Remembered, SearchTable};
use supplant::entry::bucket::{LayoutName, Ready};
use supplant::entry::{Bucket, Entry};
use supplant::key::Key;
use supplant::scheme::{Mismatch, Scheme, SchemeName, Slots, Visit};
use supplant::table::{
    FileError, Index, Loaded, Occupancy, Pages, Resized, Size, SizeError, Table, TableFile, Update,
};

/// A [`Table`] of any scheme and layout: for an option that users set, and for whoever compares.
///
/// A call costs a jump more than one on a table whose type is known; a whole search visits the same nodes.
///
/// ```
/// use supplant::{scheme::SchemeName, table::Size};
/// use supplant_search::search::{AnyTable, Enhancements, Limits, search};
/// use supplant_search::game::domineering::{Domineering, Player};
/// let scheme: SchemeName = "DEPTHAGE".parse().expect("there is such a scheme");
/// let table = <dyn AnyTable>::new(scheme, "line8".parse()?, Size::mebibytes(1), 1)?;
/// let game = Domineering::new(4, 4, Player::Vertical);
/// let found = search(&game, &*table, Limits::depth(8), Enhancements::ALIBABA);
/// assert!(found.best.expect("nothing stopped it").value > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyTable: SearchTable {
    /// As [`Table::slots`].
    fn slots(&self) -> usize;
    /// As [`Table::bytes`].
    fn bytes(&self) -> usize;
    /// As [`Table::occupancy`].
    fn occupancy(&self) -> Occupancy;
    /// As [`Table::dead_slots`]; `None` where the layout verifies less than the whole key, and tells no dead slot.
    fn dead_slots(&self) -> Option<usize>;
    /// As [`Table::pages`].
    fn pages(&self) -> Pages;
    /// As [`Table::touch`].
    fn touch(&mut self, threads: usize);
    /// As [`Table::clear`].
    fn clear(&mut self, threads: usize);
    /// [`Table::resize`].
    ///
    /// # Errors
    /// As there.
    fn resize(&mut self, size: Size) -> Result<Resized, SizeError>;
    /// As [`Table::store`]: whether the entry was kept.
    fn keep(&self, key: Key, entry: Entry) -> bool;
    /// As [`Table::new_generation`].
    fn new_generation(&self);
    /// As [`Table::set_time_stamping`].
    fn set_time_stamping(&mut self, on: bool);
    /// As [`Table::set_update`].
    fn set_update(&mut self, update: Update);
    /// As [`Table::set_keeps_old_move`].
    fn set_keeps_old_move(&mut self, on: bool);
    /// [`Table::save`].
    ///
    /// # Errors
    /// As there.
    fn save(&self, file: TableFile) -> Result<(), FileError>;
}

impl<S: Scheme, B: Bucket<Payload: Remembered>, I: Index> AnyTable for Table<S, B, I> {
    fn slots(&self) -> usize {
        self.slots()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn occupancy(&self) -> Occupancy {
        self.occupancy()
    }

    fn dead_slots(&self) -> Option<usize> {
        (B::VERIFIED_BITS == u64::BITS).then(|| self.dead_slots())
    }

    fn pages(&self) -> Pages {
        self.pages()
    }

    fn touch(&mut self, threads: usize) {
        self.touch(threads);
    }

    fn clear(&mut self, threads: usize) {
        self.clear(threads);
    }

    fn resize(&mut self, size: Size) -> Result<Resized, SizeError> {
        self.resize(size)
    }

    fn keep(&self, key: Key, entry: Entry) -> bool {
        self.store(key, Remembered::remembered(entry, Beside::NOTHING))
    }

    fn new_generation(&self) {
        self.new_generation();
    }

    fn set_time_stamping(&mut self, on: bool) {
        self.set_time_stamping(on);
    }

    fn set_update(&mut self, update: Update) {
        self.set_update(update);
    }

    fn set_keeps_old_move(&mut self, on: bool) {
        self.set_keeps_old_move(on);
    }

    fn save(&self, file: TableFile) -> Result<(), FileError> {
        self.save(file)
    }
}

impl dyn AnyTable {
    /// An empty table of a scheme in a layout, its pages touched by `threads` threads.
    ///
    /// # Errors
    /// If the layout's bucket has other slots than the scheme, or there is no table of the size.
    pub fn new(
        scheme: SchemeName,
        layout: LayoutName,
        size: Size,
        threads: usize,
    ) -> Result<Box<Self>, NotThere> {
        let mut table = Self::untouched(scheme, layout, size)?;
        table.touch(threads);
        Ok(table)
    }

    /// The same, its pages left to whoever writes them first. In layout `xor16` entries keep what the scheme asks for
    /// ([`Scheme::USES_PLY`]); in others there is no room for that.
    ///
    /// # Errors
    /// If the layout's bucket has other slots than the scheme, or there is no table of the size.
    pub fn untouched(scheme: SchemeName, layout: LayoutName, size: Size) -> Result<Box<Self>, NotThere> {
        Self::named(scheme, layout, Untouched(size)).map_err(NotThere::Mismatch)?
    }

    /// The table that was saved to a file: [`Table::load`].
    ///
    /// # Errors
    /// If the layout's bucket has other slots than the scheme; as there.
    pub fn load(
        scheme: SchemeName,
        layout: LayoutName,
        file: TableFile,
    ) -> Result<Result<(Box<Self>, Loaded), FileError>, Mismatch> {
        Self::named(scheme, layout, Load(file))
    }

    /// The table that processes share in a file: [`Table::open_shared`].
    ///
    /// # Errors
    /// If the layout's bucket has other slots than the scheme; as there.
    #[cfg(all(feature = "mmap", not(loom)))]
    pub fn open_shared(
        scheme: SchemeName,
        layout: LayoutName,
        file: TableFile,
        size: Size,
    ) -> Result<Result<Box<Self>, FileError>, Mismatch> {
        Self::named(scheme, layout, OpenShared(file, size))
    }

    /// Does work with the type of table that a scheme has in a layout: in `xor16` of entries that keep what the scheme asks for.
    ///
    /// # Errors
    /// If the layout's bucket has other slots than the scheme.
    pub fn named<W: Work>(scheme: SchemeName, layout: LayoutName, work: W) -> Result<W::Out, Mismatch> {
        match layout {
            LayoutName::Xor16 => Ok(scheme.visit(InPairs(work))),
            _ => scheme.visit_in(layout, Plain(work)),
        }
    }

    /// A table of a scheme whose entries keep lines, in the plain layout, its pages untouched.
    ///
    /// # Errors
    /// If there is no table of the size.
    pub fn untouched_lined(scheme: SchemeName, size: Size) -> Result<Box<Self>, NotThere> {
        scheme.visit(Lined(size))
    }
}

/// Work to be done with a table of a type that names choose.
pub trait Work {
    /// What the work yields.
    type Out;
    /// Does the work with tables of scheme `S` in buckets `B`.
    fn with<S: Scheme, B: Bucket<Payload: Remembered>>(self) -> Self::Out;
}

/// Does work in a ready bucket.
struct Plain<W>(W);

impl<W: Work> Visit for Plain<W> {
    type Out = W::Out;

    fn visit<S: Scheme, B: Ready>(self) -> W::Out {
        self.0.with::<S, B>()
    }
}

/// Does work in the scheme's pairs, of entries that keep what it asks for.
struct InPairs<W>(W);

impl<W: Work> Visit for InPairs<W> {
    type Out = W::Out;

    fn visit<S: Scheme, B: Ready>(self) -> W::Out {
        if S::USES_PLY { self.0.with::<S, <S::Slots as Slots>::Rooted>() } else { self.0.with::<S, B>() }
    }
}

/// Makes a table of a size.
struct Untouched(Size);

impl Work for Untouched {
    type Out = Result<Box<dyn AnyTable>, NotThere>;

    fn with<S: Scheme, B: Bucket<Payload: Remembered>>(self) -> Self::Out {
        of::<S, B>(self.0)
    }
}

/// Loads one from a file.
struct Load(TableFile);

impl Work for Load {
    type Out = Result<(Box<dyn AnyTable>, Loaded), FileError>;

    fn with<S: Scheme, B: Bucket<Payload: Remembered>>(self) -> Self::Out {
        let (table, loaded) = Table::<S, B>::load(self.0)?;
        Ok((Box::new(table), loaded))
    }
}

/// Opens one that processes share.
#[cfg(all(feature = "mmap", not(loom)))]
struct OpenShared(TableFile, Size);

#[cfg(all(feature = "mmap", not(loom)))]
impl Work for OpenShared {
    type Out = Result<Box<dyn AnyTable>, FileError>;

    fn with<S: Scheme, B: Bucket<Payload: Remembered>>(self) -> Self::Out {
        Ok(Box::new(Table::<S, B>::open_shared(self.0, self.1)?))
    }
}

/// Makes one in the scheme's bucket of entries with lines.
struct Lined(Size);

impl Visit for Lined {
    type Out = Result<Box<dyn AnyTable>, NotThere>;

    fn visit<S: Scheme, B: Ready>(self) -> Self::Out {
        of::<S, <S::Slots as Slots>::Lined>(self.0)
    }
}

fn of<S: Scheme, B: Bucket<Payload: Remembered>>(size: Size) -> Result<Box<dyn AnyTable>, NotThere> {
    Ok(Box::new(Table::<S, B>::untouched(size).map_err(NotThere::Size)?))
}

/// Why there is no such table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotThere {
    /// The layout's bucket has other slots than the scheme.
    Mismatch(Mismatch),
    /// There is none of the size.
    Size(SizeError),
}

impl std::fmt::Display for NotThere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Mismatch(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotThere {}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{AnyTable, NotThere};
    use crate::game::domineering::{Domineering, Player};
    use crate::search::{Enhancements, HitUse, Limits, SearchTable, search};
    use supplant::entry::bucket::{Checked, LayoutName, OneWord, Pairs};
    use supplant::entry::{LinedEntry, RootedEntry};
    use supplant::scheme::{DepthAge, SchemeName, TwoBig1, TwoNear};
    use supplant::table::{Size, Table};

    /// Nodes in a table that is too small, so that the scheme and the bucket have a say.
    fn nodes(table: &(impl SearchTable + ?Sized), hit: HitUse) -> u64 {
        let game = Domineering::new(6, 6, Player::Vertical);
        search(&game, table, Limits::depth(7), Enhancements::ALIBABA.limited_to(hit)).counters.nodes()
    }

    #[test]
    fn a_search_visits_the_same_nodes_whether_the_table_is_known_or_named() {
        const SLOTS: usize = 256;
        let named = |scheme, layout| {
            nodes(&*<dyn AnyTable>::new(scheme, layout, Size::Slots(SLOTS), 1).expect("small"), HitUse::Both)
        };
        let known = Table::<TwoBig1>::with_slots(SLOTS).expect("small");
        let dense = Table::<DepthAge, OneWord<4>>::with_slots(SLOTS).expect("small");
        assert_eq!(named(SchemeName::TwoBig1, LayoutName::Xor16), nodes(&known, HitUse::Both));
        assert_eq!(named(SchemeName::DepthAge, LayoutName::Single8), nodes(&dense, HitUse::Both));
        let lined = Table::<TwoBig1, Checked<2, 2, LinedEntry>>::with_slots(SLOTS).expect("small");
        let named = <dyn AnyTable>::untouched_lined(SchemeName::TwoBig1, Size::Slots(SLOTS)).expect("small");
        assert_eq!(nodes(&*named, HitUse::Line5), nodes(&lined, HitUse::Line5));
        assert_ne!(nodes(&known, HitUse::Both), nodes(&dense, HitUse::Both), "else this test tells nothing");
    }

    #[test]
    fn a_scheme_that_asks_for_the_plies_from_the_root_gets_entries_that_keep_them() {
        const SLOTS: usize = 256;
        let named = |scheme| {
            let table = <dyn AnyTable>::new(scheme, LayoutName::Xor16, Size::Slots(SLOTS), 1).expect("small");
            nodes(&*table, HitUse::Both)
        };
        let known = Table::<TwoNear, Pairs<2, RootedEntry>>::with_slots(SLOTS).expect("small");
        let without = Table::<TwoNear>::with_slots(SLOTS).expect("small");
        assert_eq!(named(SchemeName::TwoNear), nodes(&known, HitUse::Both));
        assert_eq!(named(SchemeName::TwoDeep), nodes(&without, HitUse::Both), "the draft stands for them");
        assert_ne!(named(SchemeName::TwoNear), named(SchemeName::TwoDeep));
        assert_eq!(known.bytes(), without.bytes());
    }

    #[test]
    fn what_cannot_be_had_is_said() {
        let table = |layout, slots| <dyn AnyTable>::new(SchemeName::New, layout, Size::Slots(slots), 1).err();
        assert!(matches!(table(LayoutName::Cluster10, 1 << 10), Some(NotThere::Mismatch(_))));
        assert!(matches!(table(LayoutName::Xor16, 0), Some(NotThere::Size(_))));
    }
}
