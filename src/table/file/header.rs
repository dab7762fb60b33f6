//! The header of a table in a file: a page that describes the bytes after it.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `supplant` |
//! | 8–11 | the version of the format |
//! | 12–4023 | fields: numbers of eight bytes, then texts after their length; then zeros |
//! | 4024–4031 | the checksum of all bytes before it |
//! | 4032–4039 | the word that counts the searches, if the table is shared |
//! | 4040–4095 | zeros |
//!
//! Numbers and parts are in the order of [`Header`], numbers with the lowest byte first. One number
//! holds `time_stamping` (bit 0) and `is_odd_iteration` (bit 1). Another holds `inherits_move` and
//! `leaves_move`, a byte each: 0 as the scheme, 1 yes, 2 no. The rule for the same position is a code
//! in its lowest byte, and of a margin in the next three `plies`, `on_pv`, and 1 more than
//! `each_search`.

use std::fmt;
use std::path::Path;

use super::checksum::checksum;
use super::error::{Difference, FileError};
use crate::entry::{Bits, Bucket, Facts, Payload};
use crate::scheme::{Margin, Scheme};
use crate::sync::fault::Fault;
use crate::table::memory::{CACHE_LINE, PAGE};
use crate::table::{Index, Options, SamePosition, Update};

pub(super) const VERSION: u32 = 4;
pub(super) const MAGIC: [u8; 8] = *b"supplant";
const CHECKSUM: usize = PAGE - CACHE_LINE - size_of::<u64>();
const END: usize = PAGE - CACHE_LINE;

pub(super) type Page = [u8; PAGE];

/// The purpose of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Use {
    /// A table as it was when it was [saved](crate::Table::save).
    Kept,
    /// A table that processes [share](crate::Table::open_shared).
    Shared,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kept => "saved",
            Self::Shared => "shared",
        })
    }
}

/// The name of a part, and the facts that decide how to read its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The name of the part.
    pub name: String,
    /// The facts in words, which are compared but not parsed.
    pub facts: String,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.facts.is_empty() {
            f.write_str(&self.name)
        } else {
            write!(f, "{} ({})", self.name, self.facts)
        }
    }
}

/// A description of a table in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The purpose of the file.
    pub used: Use,
    /// Whether the highest byte of a word comes first.
    pub is_big_endian: bool,
    /// The name and wear of the scheme.
    pub scheme: Part,
    /// The type of bucket.
    pub bucket: Part,
    /// The payload of an entry.
    pub payload: Part,
    /// The index of the table.
    pub index: Part,
    /// The origin of the keys, as set by [`TableFile::keyed`](super::TableFile::keyed).
    pub key_seed: u64,
    /// The number of buckets.
    pub buckets: u64,
    /// The bytes of a bucket.
    pub bucket_bytes: u64,
    /// The slots of a bucket.
    pub bucket_slots: u64,
    /// The searches counted when the save ended; 0 for a shared table.
    pub generation: u64,
    /// The searches counted when the save began, which distinguishes blocks of different saves.
    pub begun: u64,
    /// Whether the save was in an odd iteration, under schemes that
    /// [tell iterations apart](crate::scheme::Aging::tells_iterations).
    pub is_odd_iteration: bool,
    /// A field of [`Options`](crate::table::Options); for a shared table the default.
    pub time_stamping: bool,
    /// A field of [`Options`](crate::table::Options); for a shared table the default.
    pub same_position: SamePosition,
}

impl Header {
    /// Describes a table in its first search, with default options.
    pub(super) fn new<S: Scheme, B: Bucket, I: Index>(used: Use, buckets: usize, key_seed: u64) -> Self {
        const { assert!(S::NAME.len() + B::NAME.len() + I::NAME.len() <= 1 << 10, "the names fit into a page") };
        Self::of::<B, I>(scheme::<S>(), used, buckets, key_seed)
    }

    /// [`new`](Self::new), compiled once for all schemes.
    fn of<B: Bucket, I: Index>(scheme: Part, used: Use, buckets: usize, key_seed: u64) -> Self {
        const { assert!(<B::Payload as Payload>::NAME.len() <= 1 << 10, "the name fits into a page") };
        Self {
            used,
            is_big_endian: cfg!(target_endian = "big"),
            scheme,
            bucket: bucket::<B>(),
            payload: payload::<B::Payload>(),
            index: Part { name: I::NAME.to_owned(), facts: String::new() },
            key_seed,
            buckets: buckets as u64,
            bucket_bytes: size_of::<B::Cells>() as u64,
            bucket_slots: B::SLOTS as u64,
            generation: 0,
            begun: 0,
            is_odd_iteration: false,
            time_stamping: false,
            same_position: SamePosition::default(),
        }
    }

    pub(super) fn page(&self) -> Page {
        let mut fields = MAGIC.to_vec();
        fields.extend(VERSION.to_le_bytes());
        let mut put = |number: u64| fields.extend(number.to_le_bytes());
        put((self.used == Use::Shared).into());
        put(self.is_big_endian.into());
        for number in [self.key_seed, self.buckets, self.bucket_bytes, self.bucket_slots, self.generation] {
            put(number);
        }
        put(self.begun);
        put(u64::from(self.time_stamping) | u64::from(self.is_odd_iteration) << 1);
        let SamePosition { update, inherits_move, leaves_move, lowers_depth } = self.same_position;
        put(code(update));
        put(code_of_choice(inherits_move) | code_of_choice(leaves_move) << 8);
        put(lowers_depth.map_or(0, |least| u64::from(least) + 1));
        for part in [&self.scheme, &self.bucket, &self.payload, &self.index] {
            for text in [&part.name, &part.facts] {
                fields.extend((text.len() as u64).to_le_bytes());
                fields.extend(text.as_bytes());
            }
        }
        let mut page = [0; PAGE];
        page[..fields.len()].copy_from_slice(&fields);
        let sum = checksum(VERSION.into(), &page[..CHECKSUM]);
        page[CHECKSUM..END].copy_from_slice(&sum.to_le_bytes());
        page
    }

    /// The seed for the checksums depends on all fields but `generation`. So no block of another
    /// kind of table, or of a save in another search, is valid.
    pub(super) fn seed(&self) -> u64 {
        let page = Self { generation: 0, ..self.clone() }.page();
        let (_, sum) = page[..END].split_last_chunk().expect("it is longer than a checksum");
        u64::from_le_bytes(*sum)
    }

    pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let mut reader = Reader(bytes);
        if reader.take() != Some(MAGIC) {
            return Err(FileError::NotATable { path: path.to_owned() });
        }
        match reader.take().map(u32::from_le_bytes) {
            Some(VERSION) => {}
            Some(found) => return Err(FileError::Version { path: path.to_owned(), found }),
            None => return Err(FileError::Damaged { path: path.to_owned() }),
        }
        let read = reader.header().filter(|header| {
            let compared = if header.used == Use::Shared { END } else { PAGE };
            bytes.get(..compared) == Some(&header.page()[..compared])
        });
        read.ok_or_else(|| FileError::Damaged { path: path.to_owned() })
    }

    /// Whether a page says that processes share its table. The field lies there in every version.
    pub(super) fn says_shared(page: &[u8]) -> bool {
        page.get(12..20).is_some_and(|field| field == 1u64.to_le_bytes())
    }

    pub(super) fn expect_like(&self, asked: &Self, path: &Path) -> Result<(), FileError> {
        let order = |is_big: bool| if is_big { "the highest byte first" } else { "the lowest byte first" };
        let (found, wanted) = (self, asked);
        let compared = [
            (Difference::Use, found.used.to_string(), wanted.used.to_string()),
            (
                Difference::ByteOrder,
                order(found.is_big_endian).to_owned(),
                order(wanted.is_big_endian).to_owned(),
            ),
            part(Difference::Scheme, &found.scheme, &wanted.scheme),
            // Before the bucket, some of whose facts come from the payload.
            part(Difference::Payload, &found.payload, &wanted.payload),
            part(Difference::Bucket, &found.bucket, &wanted.bucket),
            part(Difference::Index, &found.index, &wanted.index),
            (Difference::Keys, format!("{:#x}", found.key_seed), format!("{:#x}", wanted.key_seed)),
        ];
        match compared.into_iter().find(|(_, found, asked)| found != asked) {
            Some((what, found, asked)) if !Fault::TakesForeignFiles.is_planted() => {
                Err(FileError::Foreign { path: path.to_owned(), what, found, asked })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn options(&self) -> Options {
        Options { time_stamping: self.time_stamping, same_position: self.same_position }
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.buckets.saturating_mul(self.bucket_slots)
    }

    /// Returns the bytes of all buckets.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.buckets.saturating_mul(self.bucket_bytes)
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn flag(&mut self) -> Option<bool> {
        self.number().map(|number| number == 1)
    }

    fn text(&mut self) -> Option<String> {
        let len = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn part(&mut self) -> Option<Part> {
        Some(Part { name: self.text()?, facts: self.text()? })
    }

    /// A date counts halves of searches.
    fn searches(&mut self) -> Option<u64> {
        self.number().filter(|&searches| searches <= u64::MAX / 2)
    }

    fn header(&mut self) -> Option<Header> {
        let used = if self.flag()? { Use::Shared } else { Use::Kept };
        let is_big_endian = self.flag()?;
        let (key_seed, buckets, bucket_bytes) = (self.number()?, self.number()?, self.number()?);
        let (bucket_slots, generation, begun) = (self.number()?, self.searches()?, self.searches()?);
        let flags = self.number()?;
        let (time_stamping, is_odd_iteration) = (flags & 1 == 1, flags >> 1 == 1);
        let (update, moves) = (update(self.number()?)?, self.number()?);
        let (inherits_move, leaves_move) = (choice(moves & 0xFF)?, choice(moves >> 8)?);
        let lowers_depth = match self.number()? {
            0 => None,
            more => Some(u16::try_from(more - 1).ok()?),
        };
        let (scheme, bucket, payload, index) = (self.part()?, self.part()?, self.part()?, self.part()?);
        Some(Header {
            used,
            is_big_endian,
            scheme,
            bucket,
            payload,
            index,
            key_seed,
            buckets,
            bucket_bytes,
            bucket_slots,
            generation,
            begun,
            is_odd_iteration,
            time_stamping,
            same_position: SamePosition { update, inherits_move, leaves_move, lowers_depth },
        })
    }
}

/// Two names say enough if they differ.
fn part(what: Difference, found: &Part, asked: &Part) -> (Difference, String, String) {
    if found.name == asked.name {
        (what, found.to_string(), asked.to_string())
    } else {
        (what, found.name.clone(), asked.name.clone())
    }
}

fn code(update: Update) -> u64 {
    match update {
        Update::AsScheme => 0,
        Update::Newest => 1,
        Update::Deeper => 2,
        Update::UnlessDeeperBy(Margin { plies, on_pv, each_search }) => {
            let each_search = each_search.map_or(0, |plies| 1 + u64::from(plies));
            3 | u64::from(plies) << 8 | u64::from(on_pv) << 16 | each_search << 24
        }
        Update::Competes => 4,
    }
}

fn code_of_choice(choice: Option<bool>) -> u64 {
    match choice {
        None => 0,
        Some(true) => 1,
        Some(false) => 2,
    }
}

fn choice(code: u64) -> Option<Option<bool>> {
    [None, Some(true), Some(false)].into_iter().find(|&choice| code_of_choice(choice) == code)
}

fn update(code: u64) -> Option<Update> {
    Some(match code & 0xFF {
        0 => Update::AsScheme,
        1 => Update::Newest,
        2 => Update::Deeper,
        3 => Update::UnlessDeeperBy(Margin {
            plies: (code >> 8) as u8,
            on_pv: (code >> 16) as u8,
            each_search: (code >> 24).checked_sub(1).map(|plies| plies as u8),
        }),
        4 => Update::Competes,
        _ => return None,
    })
}

fn scheme<S: Scheme>() -> Part {
    let wear =
        if S::AGING.wear_bits == 0 { String::new() } else { format!("{} bits of wear", S::AGING.wear_bits) };
    Part { name: S::NAME.to_owned(), facts: wear }
}

fn bucket<B: Bucket>() -> Part {
    let (bytes, slots, bits, ages) = (size_of::<B::Cells>(), B::SLOTS, B::VERIFIED_BITS, B::GENERATIONS);
    let facts = format!("{bytes} bytes, {slots} slots, {bits} bits verified, {ages} searches told apart");
    Part { name: B::NAME.to_owned(), facts }
}

fn payload<P: Payload>() -> Part {
    let Facts { depth, score, bound, size, age, pv, mv, ply } = P::FACTS;
    let facts = [
        ("depth", depth),
        ("score", score),
        ("bound", bound),
        ("size", size),
        ("age", age),
        ("pv", pv),
        ("mv", mv),
        ("ply", ply),
    ];
    let told = |(name, bits): (&str, Option<Bits>)| bits.map(|bits| format!(", {name} {:?}", bits.range()));
    let facts: String = facts.into_iter().filter_map(told).collect();
    Part { name: P::NAME.to_owned(), facts: format!("{} bytes{facts}", size_of::<P::Data>()) }
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use super::{Header, PAGE, SamePosition, Update, Use};
    use crate::entry::SizedEntry;
    use crate::entry::Visits;
    use crate::entry::bucket::Pairs;
    use crate::scheme::{Big1, Margin, New};
    use crate::table::SizedTable;
    use crate::table::{FileError, LowBits, MultiplyShift, Table};

    fn header() -> Header {
        Header::new::<New, Pairs<1, SizedEntry>, MultiplyShift>(Use::Kept, 3, 5)
    }

    fn loaded(change: impl FnOnce(&mut Header)) -> Result<(), FileError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let mut header = header();
        change(&mut header);
        std::fs::write(&path, header.page()).expect("room for a page");
        let file = crate::table::TableFile::new(path).keyed(5);
        SizedTable::<New>::load(file).map(|(_, what)| assert_eq!(what.lost_blocks, 1, "it has no blocks"))
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let rules = [
            Update::AsScheme,
            Update::Competes,
            Update::Newest,
            Update::Deeper,
            Update::UnlessDeeperBy(Margin::of(0)),
            Update::UnlessDeeperBy(Margin { each_search: Some(0), ..Margin::of(255) }),
            Update::UnlessDeeperBy(Margin { plies: 0, on_pv: 255, each_search: Some(255) }),
        ];
        for update in rules {
            for used in [Use::Kept, Use::Shared] {
                let flags = update == Update::Deeper;
                let other = Header {
                    used,
                    same_position: SamePosition {
                        update,
                        inherits_move: (!flags).then_some(flags),
                        leaves_move: Some(!flags),
                        lowers_depth: flags.then_some(u16::MAX),
                    },
                    generation: u64::MAX / 2,
                    begun: u64::MAX / 2 - 1,
                    is_odd_iteration: used == Use::Kept,
                    time_stamping: flags,
                    is_big_endian: flags,
                    ..header()
                };
                assert_eq!(Header::read("".as_ref(), &other.page()).expect("it was written"), other);
            }
        }
    }

    #[test]
    fn the_line_of_the_counting_word_is_no_part_of_a_shared_header_and_zero_in_a_kept_one() {
        for (used, is_read) in [(Use::Shared, true), (Use::Kept, false)] {
            for at in PAGE - 64..PAGE {
                let mut page = Header { used, ..header() }.page();
                page[at] = 1;
                assert_eq!(Header::read("".as_ref(), &page).is_ok(), is_read, "{used}, byte {at}");
            }
        }
    }

    #[test]
    fn a_whole_header_of_another_byte_order_is_refused_by_that() {
        let refused = loaded(|header| header.is_big_endian ^= true).expect_err("another order").to_string();
        let (this, other) =
            if cfg!(target_endian = "big") { ("highest", "lowest") } else { ("lowest", "highest") };
        let told = format!(
            "a table of byte order the {other} byte first, not the {this} byte first; load it on a machine like the one that wrote it"
        );
        assert!(refused.ends_with(&told), "{refused}");
        loaded(|_| ()).expect("control: of this order it is loaded");
    }

    #[test]
    fn a_header_of_a_table_that_there_cannot_be_is_refused() {
        let size = loaded(|header| header.buckets = 1 << 60).expect_err("more than there is");
        assert!(matches!(size, FileError::Size { .. }), "{size}");
        let none = loaded(|header| header.buckets = 0).expect_err("no bucket");
        assert!(matches!(none, FileError::Size { .. }), "{none}");
        let slots = loaded(|header| header.bucket_slots = 2).expect_err("other slots");
        assert!(matches!(slots, FileError::Damaged { .. }), "{slots}");
        let shared = loaded(|header| header.used = Use::Shared).expect_err("not kept").to_string();
        assert!(
            shared.ends_with(
                "a table that is shared, not one that is saved; load a table that was saved; open one that is shared"
            ),
            "{shared}"
        );

        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let three = Header::new::<New, Pairs<1, SizedEntry>, LowBits>(Use::Kept, 3, 0);
        std::fs::write(&path, three.page()).expect("room for a page");
        let three =
            Table::<New, Pairs<1, SizedEntry>, LowBits>::load(&path).expect_err("three buckets").to_string();
        assert!(three.contains("is not a power of two of buckets"), "{three}");
        type Few = Pairs<1, Visits>;
        let few = || Header::new::<Big1, Few, MultiplyShift>(Use::Kept, 4, 0);
        let default = SamePosition::default();
        for changed in [
            Header { time_stamping: true, ..few() },
            Header { same_position: SamePosition { inherits_move: Some(false), ..default }, ..few() },
            Header { same_position: SamePosition { leaves_move: Some(true), ..default }, ..few() },
            Header { same_position: SamePosition { update: Update::Deeper, ..default }, ..few() },
            Header { same_position: SamePosition { lowers_depth: Some(0), ..default }, ..few() },
            Header { generation: 1 << 63, ..few() },
            Header { begun: 1 << 63, ..few() },
        ] {
            std::fs::write(&path, changed.page()).expect("room for a page");
            let refused = Table::<Big1, Few>::load(&path).expect_err("no such header");
            assert!(matches!(refused, FileError::Damaged { .. }), "{refused}");
        }
    }
}
