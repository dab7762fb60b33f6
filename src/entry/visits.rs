//! The entry of a Monte-Carlo tree search.

use super::{Bits, Facts, Payload};

const VISITS: Bits = Bits::at(32..64);

/// How often a position was visited, and the mean value found.
///
/// The visits are the entry's *size*, so schemes that compare sizes keep the most visited
/// positions.
///
/// ```
/// use supplant::entry::{Visits, bucket::Pairs};
/// use supplant::{Key, Table, scheme::TwoBig1};
/// let table = Table::builder().scheme::<TwoBig1>().bucket::<Pairs<2, Visits>>().slots(1 << 10).build()?;
/// table.store(Key(5), Visits { visits: 12, value: 0.25 });
/// assert_eq!(table.probe(Key(5)), Some(Visits { visits: 12, value: 0.25 }));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visits {
    /// The number of visits. An entry with 0 is not stored.
    pub visits: u32,
    /// The mean value of the visits, from the view of the side to move.
    pub value: f32,
}

impl Payload for Visits {
    type Data = [u64; 1];
    const NAME: &'static str = "visits";
    const FACTS: Facts = Facts { size: Some(VISITS), ..Facts::NONE };

    #[inline]
    fn pack(self) -> [u64; 1] {
        let word = VISITS.of(self.visits.into()) | u64::from(self.value.to_bits());
        [if self.visits == 0 { 0 } else { word }]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        Self { visits: VISITS.get(word) as u32, value: f32::from_bits(word as u32) }
    }
}
