//! A table behind a pointer, whose scheme and layout are named at run time.

use std::any::Any;
use std::error::Error;
use std::fmt;

use super::file::{FileError, Loaded, MergeError, Merged, TableFile};
use super::{Counts, Index, Occupancy, Options, Pages, Place, Resized, Size, SizeError, Table, TableBuilder};
use crate::entry::bucket::{LayoutName, Ready, verifies_whole_key};
use crate::entry::{Bucket, Entry, FullEntry, Payload, SizedEntry};
use crate::key::Key;
use crate::scheme::{MismatchError, Scheme, SchemeName, UnfitError, Visit};

/// The methods of a table that do not depend on its payload.
pub trait TableControl: Any + Send + Sync {
    /// The slots: see [`Table::slots`].
    fn slots(&self) -> usize;
    /// The bytes: see [`Table::bytes`].
    fn bytes(&self) -> usize;
    /// Bits of the key that a probe verifies: [`Bucket::VERIFIED_BITS`].
    fn verified_bits(&self) -> u32;
    /// How full it is: [`Table::occupancy`].
    fn occupancy(&self) -> Occupancy;
    /// Dead slots: [`Table::dead_slots`]; `None` if the layout verifies a tag.
    fn dead_slots(&self) -> Option<usize>;
    /// The memory pages: see [`Table::pages`].
    fn pages(&self) -> Pages;
    /// Touches every page: [`Table::touch`].
    fn touch(&mut self, threads: usize);
    /// Empties the table: [`Table::clear`].
    fn clear(&mut self, threads: usize);
    /// Changes the size: [`Table::resize`].
    ///
    /// # Errors
    /// The errors of [`Table::resize`].
    fn resize(&mut self, size: Size) -> Result<Resized, SizeError>;
    /// Starts the next generation: [`Table::new_generation`].
    fn new_generation(&self);
    /// Starts the next iteration: [`Table::new_iteration`].
    fn new_iteration(&self);
    /// Counts what a probe finds: [`Table::count_probe`].
    fn count_probe(&self, key: Key, counts: &mut Counts);
    /// Counts what a store does: [`Table::count_store`].
    fn count_store(&self, key: Key, counts: &mut Counts, store: &mut dyn FnMut());
    /// The options: see [`Table::options`].
    fn options(&self) -> Options;
    /// Returns whether the payload keeps the facts that the options ask for.
    fn can_have(&self, options: Options) -> bool;
    /// Sets the options: [`Table::set_options`].
    fn set_options(&mut self, options: Options);
    /// Saves the table: [`Table::save`].
    ///
    /// # Errors
    /// The errors of [`Table::save`].
    fn save(&self, file: TableFile) -> Result<(), FileError>;
}

impl<S: Scheme, B: Bucket, I: Index> TableControl for Table<S, B, I> {
    fn slots(&self) -> usize {
        self.slots()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn verified_bits(&self) -> u32 {
        B::VERIFIED_BITS
    }

    fn occupancy(&self) -> Occupancy {
        self.occupancy()
    }

    fn dead_slots(&self) -> Option<usize> {
        verifies_whole_key::<B>().then(|| self.dead_slots())
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

    fn new_generation(&self) {
        self.new_generation();
    }

    fn new_iteration(&self) {
        self.new_iteration();
    }

    fn count_probe(&self, key: Key, counts: &mut Counts) {
        self.count_probe(key, counts);
    }

    fn count_store(&self, key: Key, counts: &mut Counts, store: &mut dyn FnMut()) {
        self.count_store(key, counts, store);
    }

    fn options(&self) -> Options {
        self.options()
    }

    fn can_have(&self, options: Options) -> bool {
        options.fit(B::Payload::FACTS)
    }

    fn set_options(&mut self, options: Options) {
        self.set_options(options);
    }

    fn save(&self, file: TableFile) -> Result<(), FileError> {
        self.save(file)
    }
}

/// A [`Table`] of any scheme and layout that keeps `P`.
///
/// A call costs one more jump than on a table of known type. [`TableBuilder::build_named`] makes
/// one of a [`NamedPayload`]; `Box::new(table)` works for any payload.
///
/// ```
/// use supplant::table::{AnyTable, Origin};
/// use supplant::{Entry, Key, Table};
/// let (scheme, layout) = ("DEPTHAGE".parse()?, "cluster10".parse()?); // say from an option of the user
/// let (table, _) = Table::builder().mebibytes(1).build_named::<Entry>(scheme, layout, Origin::New)?;
/// let table: Box<dyn AnyTable<Entry>> = table;
/// table.store(Key(7 << 50), Entry { score: 31, depth: 9, ..Entry::default() });
/// assert_eq!(table.probe(Key(7 << 50)).map(|found| found.score), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyTable<P>: TableControl {
    /// Looks up a position: [`Table::probe`].
    fn probe(&self, key: Key) -> Option<P>;
    /// Looks up a position, and returns the place for its store: [`Table::probe_place`].
    fn probe_place(&self, key: Key) -> (Option<P>, Place);
    /// Stores at a place: [`Table::offer_at`].
    fn offer_at(&self, place: Place, payload: P) -> bool;
    /// Stores an entry: [`Table::store`].
    fn store(&self, key: Key, payload: P);
    /// Stores, and returns whether the entry was kept: [`Table::offer`].
    fn offer(&self, key: Key, payload: P) -> bool;
    /// Reports a cutoff by an entry: [`Table::cut_by`].
    fn cut_by(&self, key: Key);
    /// Hints at a probe: [`Table::prefetch`].
    fn prefetch(&self, key: Key);
    /// The address to prefetch for a key: [`Table::address`].
    fn address(&self, key: Key) -> *const u8;
    /// Merges another table into this one: [`Table::merge_from`].
    ///
    /// # Errors
    /// The errors of [`Table::merge_from`], and [`MergeError::OfTwoKinds`].
    fn merge_from(&self, other: &dyn AnyTable<P>) -> Result<Merged, MergeError>;
}

impl<S: Scheme, B: Bucket, I: Index> AnyTable<B::Payload> for Table<S, B, I> {
    fn probe(&self, key: Key) -> Option<B::Payload> {
        self.probe(key)
    }

    fn probe_place(&self, key: Key) -> (Option<B::Payload>, Place) {
        self.probe_place(key)
    }

    fn offer_at(&self, place: Place, payload: B::Payload) -> bool {
        self.offer_at(place, payload)
    }

    fn store(&self, key: Key, payload: B::Payload) {
        self.store(key, payload);
    }

    fn offer(&self, key: Key, payload: B::Payload) -> bool {
        self.offer(key, payload)
    }

    fn cut_by(&self, key: Key) {
        self.cut_by(key);
    }

    fn prefetch(&self, key: Key) {
        self.prefetch(key);
    }

    fn address(&self, key: Key) -> *const u8 {
        self.address(key)
    }

    fn merge_from(&self, other: &dyn AnyTable<B::Payload>) -> Result<Merged, MergeError> {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<Self>().ok_or(MergeError::OfTwoKinds)?;
        self.merge_from(other)
    }
}

/// The source of a table.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Origin {
    /// New memory without entries.
    #[default]
    New,
    /// A file to which a table was [saved](Table::save).
    Saved(TableFile),
    /// A file that several processes [share](Table::open_shared).
    #[cfg(all(feature = "mmap", not(loom)))]
    Shared(TableFile),
}

/// Why a table cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The scheme, the layout and the payload do not fit together.
    Unfit(UnfitError),
    /// A table of this size is not possible.
    Size(SizeError),
    /// The file cannot be loaded or opened.
    File(FileError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unfit(error) => error.source(),
            Self::Size(error) => error.source(),
            Self::File(error) => error.source(),
        }
    }
}

impl From<UnfitError> for BuildError {
    fn from(error: UnfitError) -> Self {
        Self::Unfit(error)
    }
}

impl From<SizeError> for BuildError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

impl From<FileError> for BuildError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// The payloads of [`TableBuilder::build_named`]: [`Entry`], [`SizedEntry`] and [`FullEntry`].
/// Sealed.
///
/// [`Entry`] keeps no size, so schemes that compare sizes refuse it by name
/// ([`UnfitError::AsksForSize`]). That includes [`Siege`](crate::scheme::Siege), although its type
/// compiles with [`Entry`] and then counts each ply as an octave. Take [`FullEntry`], which keeps
/// evaluation and size.
pub trait NamedPayload: Payload<Data = [u64; 1]> + sealed::Sealed {
    /// Does `work` with the table type of a scheme and a layout for this payload.
    ///
    /// # Errors
    /// [`UnfitError`], if the three do not fit together.
    fn visit<V: Visit<Payload = Self>>(
        scheme: SchemeName,
        layout: LayoutName,
        work: V,
    ) -> Result<V::Out, UnfitError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::entry::Entry {}
    impl Sealed for crate::entry::SizedEntry {}
    impl Sealed for crate::entry::FullEntry {}
}

impl NamedPayload for Entry {
    fn visit<V: Visit<Payload = Self>>(
        scheme: SchemeName,
        layout: LayoutName,
        work: V,
    ) -> Result<V::Out, UnfitError> {
        scheme.visit_unsized(layout, work)
    }
}

impl NamedPayload for SizedEntry {
    fn visit<V: Visit<Payload = Self>>(
        scheme: SchemeName,
        layout: LayoutName,
        work: V,
    ) -> Result<V::Out, UnfitError> {
        scheme.visit_in(layout, work).map_err(UnfitError::Mismatch)
    }
}

impl NamedPayload for FullEntry {
    fn visit<V: Visit<Payload = Self>>(
        scheme: SchemeName,
        layout: LayoutName,
        work: V,
    ) -> Result<V::Out, UnfitError> {
        if matches!(layout, LayoutName::Single8 | LayoutName::Line8) {
            return Err(UnfitError::NoRoom(layout));
        }
        let mismatch = MismatchError { scheme, layout };
        scheme.visit_whole(layout, work).ok_or(UnfitError::Mismatch(mismatch))
    }
}

impl<S: Scheme, B: Bucket, I: Index> TableBuilder<S, B, I> {
    /// Makes the table from its origin. For a saved table, [`Loaded`] says what was lost.
    ///
    /// A saved table has the size and options of its file; a shared one those of this builder, but
    /// [`touch`](Self::touch) has no effect on it.
    ///
    /// # Errors
    /// [`BuildError`]: the size is not possible, or the file cannot be loaded or opened.
    ///
    /// # Panics
    /// If a shared table cannot have the options, as [`Table::set_options`] does.
    pub fn build_from(self, origin: Origin) -> Result<(Table<S, B, I>, Loaded), BuildError> {
        match origin {
            Origin::New => Ok((self.build()?, Loaded::default())),
            Origin::Saved(file) => Ok(Table::load(file)?),
            #[cfg(all(feature = "mmap", not(loom)))]
            Origin::Shared(file) => {
                let mut table = Table::open_shared(file, self.size)?;
                table.set_options(self.options);
                Ok((table, Loaded::default()))
            }
        }
    }
}

impl TableBuilder {
    /// Makes a table of the named scheme and layout, as [`build_from`](Self::build_from) does.
    ///
    /// # Errors
    /// [`BuildError`]: scheme, layout and payload do not fit together, or as for
    /// [`build_from`](Self::build_from).
    pub fn build_named<P: NamedPayload>(
        self,
        scheme: SchemeName,
        layout: LayoutName,
        origin: Origin,
    ) -> Result<(Box<dyn AnyTable<P>>, Loaded), BuildError> {
        P::visit(scheme, layout, Make { builder: self, origin, payload: std::marker::PhantomData })?
    }
}

struct Make<P> {
    builder: TableBuilder,
    origin: Origin,
    payload: std::marker::PhantomData<fn() -> P>,
}

impl<P: NamedPayload> Visit for Make<P> {
    type Payload = P;
    type Out = Result<(Box<dyn AnyTable<P>>, Loaded), BuildError>;

    fn visit<S: Scheme, B: Ready<Payload = P>>(self) -> Self::Out {
        let (table, loaded) = self.builder.types::<S, B, super::MultiplyShift>().build_from(self.origin)?;
        Ok((Box::new(table), loaded))
    }
}

#[cfg(test)]
mod tests {
    use super::NamedPayload;
    use crate::entry::bucket::{LayoutName, Ready};
    use crate::entry::{Entry, FullEntry};
    use crate::scheme::{Scheme, SchemeName, UnfitError, Visit};

    struct Slots<P>(std::marker::PhantomData<fn() -> P>);

    impl<P: NamedPayload> Visit for Slots<P> {
        type Payload = P;
        type Out = (&'static str, &'static str, usize);

        fn visit<S: Scheme, B: Ready<Payload = P>>(self) -> Self::Out {
            (S::NAME, B::NAME, B::SLOTS)
        }
    }

    fn visited<P: NamedPayload>(
        scheme: SchemeName,
        layout: LayoutName,
    ) -> Result<(&'static str, &'static str, usize), UnfitError> {
        P::visit(scheme, layout, Slots(std::marker::PhantomData))
    }

    #[test]
    fn every_scheme_takes_a_full_entry_in_every_layout_that_has_room_for_it() {
        for &scheme in SchemeName::ALL {
            for &layout in LayoutName::ALL {
                let full = visited::<FullEntry>(scheme, layout);
                if let LayoutName::Single8 | LayoutName::Line8 = layout {
                    assert_eq!(full, Err(UnfitError::NoRoom(layout)));
                    continue;
                }
                let slots = scheme.bucket_slots(layout).map_err(UnfitError::Mismatch);
                assert_eq!(full, slots.map(|slots| (scheme.info().name, layout.name(), slots)));
                if scheme.info().uses_size {
                    assert_eq!(visited::<Entry>(scheme, layout), Err(UnfitError::AsksForSize(scheme)));
                } else {
                    assert_eq!(visited::<Entry>(scheme, layout), full);
                }
            }
        }
    }
}
