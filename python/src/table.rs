//! The table as a Python class: of any scheme and layout, in memory or in a file of processes.

use std::ffi::CString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use supplant::entry::bucket::LayoutName;
use supplant::entry::{Payload as _, SizedEntry};
use supplant::scheme::SchemeName;
use supplant::table::{Header, Loaded, Origin, Size, TableBuilder, TableFile, Use};
use supplant_lab::experiment::room;
use supplant_lab::experiment::sizes::{self, Alone};
use supplant_lab::experiment::words;
use supplant_search::search::{SearchTable, StudyTable};

use crate::entry::{Entry, entry_of};
use crate::fault::{guarded, raised, refused};
use crate::key::key_of;

/// The size of a table that nobody states.
const USUAL_SIZE: Size = Size::mebibytes(16);

/// A bounded, lock-free transposition table that threads share, and processes if it is in a file.
///
/// Table(size="16 MiB", *, scheme="TWOBIG1", layout="xor16") makes an empty table in memory.
///
/// Args:
///     size: bytes as an integer, or words such as "64 MiB" or "512KiB".
///     scheme: decides which entry stays when two positions map to one bucket. supplant.schemes()
///         lists all. TWOBIG1 and others compare sizes; if you store none, take DEPTHAGE.
///     layout: how entries lie in memory. "xor16" verifies the whole key. "cluster10", "single8"
///         and "line8" hold more entries and verify 16 bits of it, so that a probe may return the
///         entry of another position.
///
/// A full table replaces entries: a probe may miss what was stored, and a miss is always safe. The
/// methods take any key that supplant.key takes. Threads may call all of them at once.
///
/// Raises:
///     ValueError: no scheme or layout has this name, they do not fit together, or no table has
///         this size.
///     MemoryError: the free memory cannot hold the table.
///
/// >>> import supplant
/// >>> table = supplant.Table("1 MiB", scheme="DEPTHAGE")
/// >>> table.store(7, score=25, depth=9)
/// True
/// >>> table.probe(7).score, table.probe(8), len(table)
/// (25, None, 1)
#[pyclass(module = "supplant", weakref)]
pub(crate) struct Table {
    table: Box<dyn StudyTable>,
    scheme: SchemeName,
    layout: LayoutName,
    key_seed: u64,
    shared_at: Option<PathBuf>,
    lost_slots: usize,
}

/// How full a table is, from Table.stats().
///
/// Attributes:
///     slots: the entries that the table has room for.
///     bytes: the memory of the entries.
///     full: the share of slots with an entry, 0 to 1.
///     current: the share of slots with an entry of the current generation, 0 to 1.
///     sampled: the slots that both shares come from, at most 4096. Of a larger table a share has a
///         standard deviation of at most 0.008.
///     verified_bits: the bits of a key that a probe verifies, 64 or 16.
#[pyclass(frozen, get_all, module = "supplant")]
pub(crate) struct Stats {
    slots: usize,
    bytes: usize,
    full: f64,
    current: f64,
    sampled: usize,
    verified_bits: u32,
}

#[pymethods]
impl Stats {
    #[staticmethod]
    fn _of(slots: usize, bytes: usize, full: f64, current: f64, sampled: usize, verified_bits: u32) -> Self {
        Self { slots, bytes, full, current, sampled, verified_bits }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { slots, bytes, full, current, sampled, verified_bits } = *slf.get();
        let make = slf.get_type().getattr("_of")?;
        (make, (slots, bytes, full, current, sampled, verified_bits)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        let Self { slots, bytes, full, current, sampled, verified_bits } = self;
        format!(
            "Stats(slots={slots}, bytes={bytes}, full={full:.3}, current={current:.3}, sampled={sampled}, \
             verified_bits={verified_bits})"
        )
    }
}

impl Table {
    pub(crate) fn inner(&self) -> &dyn StudyTable {
        &*self.table
    }

    /// A table of a file whose header says what it is.
    fn of_file(
        path: &Path,
        used: Use,
        key_seed: Option<u64>,
        options: impl FnOnce(&Header) -> anyhow::Result<(SchemeName, LayoutName, Size)>,
    ) -> anyhow::Result<(Self, Loaded)> {
        let header = TableFile::new(path).header()?;
        check_payload(path, &header)?;
        let key_seed = key_seed.unwrap_or(header.key_seed);
        let (scheme, layout, size) = options(&header)?;
        let file = TableFile::new(path).keyed(key_seed);
        let (origin, shared_at) = match used {
            Use::Shared => (Origin::Shared(file), Some(std::path::absolute(path)?)),
            _ => (Origin::Saved(file), None),
        };
        let (table, loaded) = build(scheme, layout, size, origin)?;
        Ok((Self { table, scheme, layout, key_seed, shared_at, lost_slots: 0 }, loaded))
    }
}

fn build(
    scheme: SchemeName,
    layout: LayoutName,
    size: Size,
    origin: Origin,
) -> anyhow::Result<(Box<dyn StudyTable>, Loaded)> {
    let builder: TableBuilder = supplant::Table::builder().size(size);
    Ok(<dyn StudyTable>::build_from(scheme, layout, builder, origin)?)
}

fn check_payload(path: &Path, header: &Header) -> anyhow::Result<()> {
    let payload = &header.payload.name;
    ensure!(
        payload == SizedEntry::NAME,
        "{}: a table of payload {payload}; this package reads only payload {}: load the file in your own program",
        path.display(),
        SizedEntry::NAME
    );
    Ok(())
}

fn named_in(path: &Path, header: &Header) -> anyhow::Result<(SchemeName, LayoutName)> {
    let of = || format!("{}: a table of types that this version does not know", path.display());
    Ok((header.scheme.name.parse().with_context(of)?, header.bucket.name.parse().with_context(of)?))
}

fn has_room(size: Size) -> anyhow::Result<()> {
    Ok(room::check(size, sizes::bytes_of(size) as u64, room::free())?)
}

/// Reads bytes as an integer, or words.
fn size_of(size: &Bound<'_, PyAny>) -> PyResult<Size> {
    let wrong = |text: &str| {
        refused(format!(
            "`{text}` is not a table size; give bytes as an integer, or words with a unit: 512KiB, 64MiB, 1GiB"
        ))
    };
    if let Ok(text) = size.cast::<PyString>() {
        let text = text.to_string();
        let has_unit = text.trim_end().ends_with(['b', 'B']);
        let read = sizes::read(text.trim(), Alone::Mebibytes).ok().filter(|_| has_unit);
        return read.ok_or_else(|| wrong(&text));
    }
    if !size.hasattr("__index__")? {
        return Err(PyTypeError::new_err(format!(
            "a table size is an integer of bytes, or words such as \"64 MiB\", not {}",
            size.get_type().name()?
        )));
    }
    let bytes = size.extract::<usize>().ok().filter(|&bytes| bytes > 0);
    bytes.map(Size::Bytes).ok_or_else(|| wrong(&size.to_string()))
}

fn scheme_of(name: Option<&str>) -> PyResult<SchemeName> {
    name.map_or(Ok(SchemeName::TwoBig1), |name| words::scheme(name).map_err(refused))
}

fn layout_of(name: Option<&str>) -> PyResult<LayoutName> {
    name.map_or(Ok(LayoutName::Xor16), |name| words::layout(name).map_err(refused))
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("the table is used by a search or a save of another thread; wait for its end")
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (size=None, *, scheme=None, layout=None), text_signature = "(size='16 MiB', *, scheme='TWOBIG1', layout='xor16')")]
    pub(crate) fn new(
        py: Python<'_>,
        size: Option<&Bound<'_, PyAny>>,
        scheme: Option<&str>,
        layout: Option<&str>,
    ) -> PyResult<Self> {
        let size = size.map_or(Ok(USUAL_SIZE), size_of)?;
        let (scheme, layout) = (scheme_of(scheme)?, layout_of(layout)?);
        py.detach(|| {
            guarded(|| {
                let made = has_room(size).and_then(|()| {
                    Ok(<dyn StudyTable>::build(scheme, layout, supplant::Table::builder().size(size))?)
                });
                let table = made.map_err(|error| raised(&error))?;
                Ok(Self { table, scheme, layout, key_seed: 0, shared_at: None, lost_slots: 0 })
            })
        })
    }

    /// Open the table in a file that any number of processes use at once.
    ///
    /// The file is created if there is none: then give its size. Of a file that exists, size, scheme
    /// and layout are taken from the file, and what you give must agree with it. A table in /dev/shm
    /// is in memory. All processes must run on one machine.
    ///
    /// A shared table can be pickled: a process of multiprocessing, forked or spawned, opens the
    /// same file. A process that is killed leaves at worst one slot that no probe accepts. Nobody
    /// may shorten the file while it is used: the system would end the processes.
    ///
    /// Args:
    ///     path: the file.
    ///     size, scheme, layout: as of Table.
    ///     key_seed: a number for the way in which you make keys, 0 to 2**64 - 1. A file with
    ///         another number is refused, so change it whenever positions get other keys.
    ///
    /// Raises:
    ///     FileNotFoundError: there is no file, and no size is given.
    ///     OSError: the system refuses the file.
    ///     ValueError: the file is not a shared table, or has other properties.
    ///
    /// Cost: creation writes the whole file once; opening reads one page.
    ///
    /// >>> import os, supplant, tempfile
    /// >>> folder = tempfile.TemporaryDirectory()
    /// >>> path = os.path.join(folder.name, "table")
    /// >>> table = supplant.Table.open_shared(path, "1 MiB")
    /// >>> table.store(7, score=25)
    /// True
    /// >>> supplant.Table.open_shared(path).probe(7).score
    /// 25
    #[staticmethod]
    #[pyo3(signature = (path, size=None, *, scheme=None, layout=None, key_seed=None))]
    fn open_shared(
        py: Python<'_>,
        path: PathBuf,
        size: Option<&Bound<'_, PyAny>>,
        scheme: Option<&str>,
        layout: Option<&str>,
        key_seed: Option<u64>,
    ) -> PyResult<Self> {
        let size = size.map(size_of).transpose()?;
        let scheme = scheme.map(|name| scheme_of(Some(name))).transpose()?;
        let layout = layout.map(|name| layout_of(Some(name))).transpose()?;
        if size.is_none() && !path.try_exists().unwrap_or(true) {
            return Err(PyFileNotFoundError::new_err(format!(
                "{}: there is no such file; give a size to create the table",
                path.display()
            )));
        }
        py.detach(|| {
            guarded(|| {
                if let Some(size) = size.filter(|_| !path.exists()) {
                    let made = has_room(size).and_then(|()| {
                        let (scheme, layout) =
                            (scheme.unwrap_or(SchemeName::TwoBig1), layout.unwrap_or(LayoutName::Xor16));
                        let file = TableFile::new(&path).keyed(key_seed.unwrap_or(0));
                        build(scheme, layout, size, Origin::Shared(file))
                    });
                    drop(made.map_err(|error| raised(&error))?);
                }
                let opened = Self::of_file(&path, Use::Shared, key_seed, |header| {
                    let of_file = usize::try_from(header.bytes()).unwrap_or(usize::MAX);
                    let size = size.unwrap_or(Size::Bytes(of_file));
                    let (its_scheme, its_layout) = named_in(&path, header)?;
                    Ok((scheme.unwrap_or(its_scheme), layout.unwrap_or(its_layout), size))
                });
                Ok(opened.map_err(|error| raised(&error))?.0)
            })
        })
    }

    /// Load the table that save() wrote to a file, with its size, scheme and layout.
    ///
    /// A damaged block of 4 KiB costs its own entries: they are missing, a warning says so, and
    /// `lost_slots` of the table says how many slots they had. Give key_seed to refuse a file with
    /// another one.
    ///
    /// Raises:
    ///     OSError: the system refuses the file; FileNotFoundError if there is none.
    ///     ValueError: the file is not a saved table.
    ///     MemoryError: the free memory cannot hold the table.
    ///
    /// >>> import os, supplant, tempfile
    /// >>> folder = tempfile.TemporaryDirectory()
    /// >>> path = os.path.join(folder.name, "table")
    /// >>> table = supplant.Table("1 MiB")
    /// >>> table.store(7, score=25)
    /// True
    /// >>> table.save(path)
    /// >>> supplant.Table.load(path).probe(7).score
    /// 25
    #[staticmethod]
    #[pyo3(signature = (path, *, key_seed=None))]
    fn load(py: Python<'_>, path: PathBuf, key_seed: Option<u64>) -> PyResult<Self> {
        let table = py.detach(|| {
            guarded(|| {
                let loaded = Self::of_file(&path, Use::Kept, key_seed, |header| {
                    let bytes = usize::try_from(header.bytes()).unwrap_or(usize::MAX);
                    has_room(Size::Bytes(bytes)).with_context(|| path.display().to_string())?;
                    let (scheme, layout) = named_in(&path, header)?;
                    Ok((scheme, layout, Size::Bytes(bytes)))
                });
                let (table, loaded) = loaded.map_err(|error| raised(&error))?;
                Ok(Self { lost_slots: loaded.lost_slots, ..table })
            })
        })?;
        if table.lost_slots > 0 {
            let said = format!(
                "{}: damaged or cut off: {} of {} slots are empty",
                path.display(),
                table.lost_slots,
                table.table.slots()
            );
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(said)?, 1)?;
        }
        Ok(table)
    }

    /// Store the result of a search for a position; return whether it was kept: the scheme decides.
    ///
    /// Args:
    ///     key: the position, as supplant.key takes it.
    ///     score: from the view of the player to move, -32768 to 32767.
    ///     depth: plies searched below the position, 0 to 255.
    ///     bound: "exact", "lower" if the value is at least the score, "upper" if at most.
    ///     move: the best move as a number of yours, 1 to 65535; 0 for none.
    ///     size: nodes of the search below the position, which TWOBIG1 and others compare.
    ///
    /// Threads and processes may store at once; of two stores into one bucket one may be lost.
    ///
    /// Raises:
    ///     ValueError: a number is out of range, or no bound has this name.
    ///     OverflowError: a number has more than 64 bits, or a size is negative.
    ///     TypeError, OverflowError: as supplant.key.
    ///
    /// Cost: one cache line; about as much as a method that does nothing.
    ///
    /// >>> import supplant
    /// >>> supplant.Table("1 MiB").store(("x", "o", None), 1, depth=3, bound="lower")
    /// True
    #[pyo3(
        signature = (key, score, depth=0, bound=None, r#move=0, size=0),
        text_signature = "($self, key, score, depth=0, bound='exact', move=0, size=0)"
    )]
    fn store(
        &self,
        key: &Bound<'_, PyAny>,
        score: i64,
        depth: i64,
        bound: Option<&Bound<'_, PyAny>>,
        r#move: i64,
        size: u64,
    ) -> PyResult<bool> {
        let key = key_of(key)?;
        Ok(self.table.offer(key, entry_of(score, depth, bound, r#move, size)?))
    }

    /// Return the entry of a position, or None.
    ///
    /// A concurrent store is seen whole or not at all. Raises the errors of supplant.key.
    ///
    /// Cost: one cache line; about as much as a method that does nothing.
    ///
    /// >>> import supplant
    /// >>> supplant.Table("1 MiB").probe("never stored") is None
    /// True
    fn probe(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<Entry>> {
        Ok(self.table.probe(key_of(key)?).map(Entry::from))
    }

    /// Save the table to a file, with checksums; other threads may use it meanwhile.
    ///
    /// The new file replaces an old one when it is complete: a process that is killed before leaves
    /// the old one as it was, and a hidden file, `.save.NAME.PROCESS-NUMBER.new`, that you may remove.
    /// A file that is not a saved table is not replaced.
    ///
    /// Raises:
    ///     OSError: the system refuses the file.
    ///     ValueError: the file exists, and is not a saved table.
    ///
    /// Cost: writes the table's bytes; other Python threads run meanwhile.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let file = TableFile::new(path).keyed(self.key_seed);
        let table = &self.table;
        py.detach(|| guarded(|| table.save(file).map_err(|error| raised(&error.into()))))
    }

    /// Forget all entries, at the first generation. A shared table is emptied for all processes.
    ///
    /// Raises:
    ///     RuntimeError: a search or a save of another thread uses the table.
    ///
    /// Cost: writes the table's memory, with all processors.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        // Python's lock is held: another thread would else meet a table that is being emptied.
        let mut table = slf.try_borrow_mut().map_err(|_| busy())?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        guarded(|| {
            table.table.clear(threads);
            Ok(())
        })
    }

    /// Begin a new search: all entries become one search older. Schemes that look at ages replace
    /// old entries first. One word is written, at any size.
    fn new_generation(&self) {
        self.table.new_generation();
    }

    /// Begin a new iteration of the same search. FOURITER and MERIT let upper bounds of other
    /// iterations go first; the other schemes ignore it. One word is written, at any size.
    ///
    /// Never call new_generation for an iteration: most schemes would replace the entries of the
    /// last one first.
    fn new_iteration(&self) {
        SearchTable::new_iteration(&*self.table);
    }

    /// Return how full the table is, as Stats. Reads at most 4096 slots: some tens of microseconds.
    ///
    /// >>> import supplant
    /// >>> supplant.Table("1 MiB").stats()
    /// Stats(slots=65536, bytes=1048576, full=0.000, current=0.000, sampled=4096, verified_bits=64)
    fn stats(&self) -> Stats {
        let seen = self.table.occupancy();
        let share = |slots: usize| slots as f64 / seen.sampled.max(1) as f64;
        Stats {
            slots: self.table.slots(),
            bytes: self.table.bytes(),
            full: share(seen.occupied),
            current: share(seen.current),
            sampled: seen.sampled,
            verified_bits: self.table.verified_bits(),
        }
    }

    /// The entries now in the table, counted one by one. Cost: one read of the table's memory.
    fn __len__(&self, py: Python<'_>) -> usize {
        let table = &self.table;
        py.detach(|| {
            let mut entries = 0;
            table.for_each_slot(&mut |slot| entries += usize::from(slot.is_some()));
            entries
        })
    }

    /// A table is true, also an empty one: `table or Table()` keeps it.
    fn __bool__(&self) -> bool {
        true
    }

    /// The name of the replacement scheme.
    #[getter]
    fn scheme(&self) -> &'static str {
        self.scheme.info().name
    }

    /// The name of the layout.
    #[getter(layout)]
    fn layout_name(&self) -> &'static str {
        self.layout.name()
    }

    /// The entries that the table has room for.
    #[getter]
    fn slots(&self) -> usize {
        self.table.slots()
    }

    /// The memory of the entries, in bytes.
    #[getter]
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The file of a shared table; None for a table in memory.
    #[getter]
    fn path(&self) -> Option<String> {
        self.shared_at.as_ref().map(|path| path.display().to_string())
    }

    /// The slots whose entries load() could not read, for the file was damaged; else 0.
    #[getter]
    fn lost_slots(&self) -> usize {
        self.lost_slots
    }

    /// The number for the way in which keys are made.
    #[getter(key_seed)]
    fn seed(&self) -> u64 {
        self.key_seed
    }

    fn __repr__(&self) -> String {
        let (scheme, layout) = (self.scheme.info().name, self.layout.name());
        let size = sizes::bytes(self.table.bytes() as u64);
        match &self.shared_at {
            Some(path) => {
                format!("<supplant.Table of {size}, {scheme} in {layout}, shared in {}>", path.display())
            }
            None => format!("<supplant.Table of {size}, {scheme} in {layout}>"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let table = slf.borrow();
        let Some(path) = &table.shared_at else {
            return Err(PyTypeError::new_err(
                "a table in memory belongs to one process: share it with Table.open_shared(path, size), or save it",
            ));
        };
        let open = slf.get_type().getattr("_reopened")?;
        (open, (path.as_path(), table.key_seed)).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _reopened(py: Python<'_>, path: PathBuf, key_seed: u64) -> PyResult<Self> {
        Self::open_shared(py, path, None, None, None, Some(key_seed))
    }

    /// Does nothing, with the arguments and the result of probe(): what a call alone costs.
    fn _probe_nothing(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<Entry>> {
        let key = key_of(key)?;
        Ok((key.0 != u64::MAX).then(|| Entry::from(SizedEntry::default())))
    }

    /// Does nothing, with the arguments and the result of store(): what a call alone costs.
    #[pyo3(signature = (key, score, depth=0, bound=None, r#move=0, size=0))]
    fn _store_nothing(
        &self,
        key: &Bound<'_, PyAny>,
        score: i64,
        depth: i64,
        bound: Option<&Bound<'_, PyAny>>,
        r#move: i64,
        size: u64,
    ) -> PyResult<bool> {
        let key = key_of(key)?;
        Ok(key.0 != u64::MAX && entry_of(score, depth, bound, r#move, size)?.score != i16::MIN)
    }
}

/// Return all replacement schemes, as dicts with name, slots (of a bucket), rule and source.
///
/// >>> import supplant
/// >>> [scheme["name"] for scheme in supplant.schemes()][:3]
/// ['NEW', 'OLD', 'DEEP']
#[pyfunction]
pub(crate) fn schemes(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let dict = |scheme: &SchemeName| {
        let (info, dict) = (scheme.info(), PyDict::new(py));
        dict.set_item("name", info.name)?;
        dict.set_item("slots", info.slots)?;
        dict.set_item("rule", info.rule)?;
        dict.set_item("source", info.source)?;
        Ok(dict)
    };
    SchemeName::ALL.iter().map(dict).collect()
}

/// Return all layouts, as dicts with name, bytes (of an entry) and verified_bits (of a key).
///
/// >>> import supplant
/// >>> [layout["name"] for layout in supplant.layouts()]
/// ['xor16', 'single8', 'line8', 'cluster10', 'lines16']
#[pyfunction]
pub(crate) fn layouts(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let dict = |layout: &LayoutName| {
        let (info, dict) = (layout.info(), PyDict::new(py));
        dict.set_item("name", info.name)?;
        dict.set_item("bytes", info.bytes as f64 / info.slots as f64)?;
        dict.set_item("verified_bits", info.verified_bits)?;
        Ok(dict)
    };
    LayoutName::ALL.iter().map(dict).collect()
}
