//! An entry that holds the plies from the root (Breuker et al. 1996, section 4, *depth*). Of the
//! subtree size only its class remains: the largest k of 0–7 with 8ᵏ nodes or fewer.

use supplant::entry::{Bits, Facts, Payload, SizedEntry, size};

const PLY: Bits = Bits::at(52..60);
const SIZE: Bits = Bits::at(60..63);
const OF_ENTRY: Bits = Bits::at(0..52);

/// A [`SizedEntry`] with the plies from the root and a coarser subtree size.
///
/// ```
/// use supplant::entry::bucket::Pairs;
/// use supplant::{Key, SizedEntry, Table, scheme::TwoNear};
/// use supplant_search::search::RootedEntry;
/// let builder = Table::builder().scheme::<TwoNear>().bucket::<Pairs<2, RootedEntry>>();
/// let table = builder.slots(1 << 10).build()?;
/// let rooted = RootedEntry { entry: SizedEntry { depth: 6, size: 64, ..SizedEntry::default() }, ply: 3 };
/// table.store(Key(5), rooted);
/// assert_eq!(table.probe(Key(5)), Some(rooted));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootedEntry {
    /// The entry; its size is read back as a power of eight.
    pub entry: SizedEntry,
    /// Plies from the root to the position.
    pub ply: u8,
}

impl Payload for RootedEntry {
    type Data = [u64; 1];
    const NAME: &'static str = "rooted";
    const FACTS: Facts = Facts { size: Some(SIZE), ply: Some(PLY), ..SizedEntry::FACTS };

    #[inline]
    fn pack(self) -> [u64; 1] {
        let [word] = self.entry.pack();
        let class = size::class(size::encode(self.entry.size));
        [OF_ENTRY.get(word) | PLY.of(self.ply.into()) | SIZE.of(class)]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        let size = size::decode(size::of_class(SIZE.get(word)));
        Self {
            entry: SizedEntry { size, ..SizedEntry::unpack([OF_ENTRY.get(word)]) },
            ply: PLY.get(word) as u8,
        }
    }

    fn in_place_of_zero(_: [u64; 1]) -> Option<[u64; 1]> {
        SizedEntry::in_place_of_zero([0])
    }

    #[inline]
    fn octaves(class: u64) -> u32 {
        size::octaves(size::of_class(class))
    }
}
