//! A payload is what a user stores for a position. Its facts are the fields that schemes read. One
//! constant says where the facts lie in the first data word.

use std::fmt;

use super::Bits;
use super::size::octaves_of_float;

/// The data words of a payload: `[u64; N]`, N at least 1.
pub trait Data: Copy + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Returns the word that holds the facts.
    fn first(&self) -> u64;
    /// Returns these words with another first word.
    #[must_use]
    fn with_first(self, word: u64) -> Self;
    /// Returns whether every word is non-zero. The table stores only such data.
    fn is_whole(&self) -> bool;
}

impl<const N: usize> Data for [u64; N] {
    #[inline]
    fn first(&self) -> u64 {
        const { assert!(N > 0, "a payload has at least one data word") };
        self[0]
    }

    #[inline]
    fn with_first(mut self, word: u64) -> Self {
        self[0] = word;
        self
    }

    #[inline]
    fn is_whole(&self) -> bool {
        self.iter().all(|&word| word != 0)
    }
}

/// Where the facts of a payload lie in its first data word.
///
/// A scheme that reads a fact which is `None` does not compile. Two facts have a substitute: without
/// sizes SIEGE, FOURITER and MERIT read depths, and without plies TWONEAR does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Plies searched, or a number that grows by one per ply.
    pub depth: Option<Bits>,
    /// The score, in two's complement.
    pub score: Option<Bits>,
    /// The bound, in the two bits of [`Bound`](super::Bound).
    pub bound: Option<Bits>,
    /// Nodes, visits, or a code with the same order.
    pub size: Option<Bits>,
    /// The generation, 2 to 8 bits, which the table writes.
    ///
    /// Without it entries do not age, and time stamping is not available. If the bucket verifies
    /// the whole key, entries expire before ages become ambiguous: with b bits after 2ᵇ to 2ᵇ⁺¹ − 1
    /// searches.
    pub age: Option<Bits>,
    /// One bit: whether the position is on a PV.
    pub pv: Option<Bits>,
    /// The move, or 0 for none.
    pub mv: Option<Bits>,
    /// Plies from the root to the position, at most 8 bits.
    pub ply: Option<Bits>,
}

impl Facts {
    /// A payload without any fact.
    pub const NONE: Self =
        Self { depth: None, score: None, bound: None, size: None, age: None, pv: None, mv: None, ply: None };

    pub(crate) const fn lie_in(&self, bits: u32) -> bool {
        let facts = [self.depth, self.score, self.bound, self.size, self.age, self.pv, self.mv, self.ply];
        let (mut taken, mut at) = (0, 0);
        while at < facts.len() {
            if let Some(fact) = facts[at] {
                taken |= fact.of(u64::MAX);
            }
            at += 1;
        }
        taken >> bits == 0
    }

    /// Checks that schemes can read the facts.
    ///
    /// # Panics
    /// If a depth or a ply has over 8 bits, a bound not 2, or a PV not 1; in a constant, this is a
    /// compile error.
    pub const fn check(&self) {
        if let Some(depth) = self.depth {
            assert!(depth.count() <= 8, "a depth has at most 8 bits");
        }
        if let Some(bound) = self.bound {
            assert!(bound.count() == 2, "a bound has 2 bits");
        }
        if let Some(pv) = self.pv {
            assert!(pv.count() == 1, "a principal variation has 1 bit");
        }
        if let Some(ply) = self.ply {
            assert!(ply.count() <= 8, "a ply has at most 8 bits");
        }
    }

    /// Returns how many ages the payload distinguishes: 1 if it keeps none.
    #[must_use]
    pub const fn generations(&self) -> u64 {
        match self.age {
            None => 1,
            Some(bits) => {
                assert!(bits.count() >= 2 && bits.count() <= 8, "an age has 2 to 8 bits");
                bits.max() + 1
            }
        }
    }
}

/// The data that a table stores for a position.
///
/// ```
/// use supplant::entry::{Bits, Facts, Payload, bucket::Pairs};
/// use supplant::{Key, Table, scheme::Deep};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Mine { depth: u8, score: i16 }
///
/// impl Payload for Mine {
///     type Data = [u64; 1];
///     const FACTS: Facts =
///         Facts { depth: Some(Bits::at(16..24)), age: Some(Bits::at(24..30)), ..Facts::NONE };
///     fn pack(self) -> [u64; 1] {
///         [u64::from(self.score as u16) | u64::from(self.depth) << 16 | 1 << 63]
///     }
///     fn unpack([word]: [u64; 1]) -> Self {
///         Self { depth: (word >> 16) as u8, score: word as i16 }
///     }
/// }
///
/// let table = Table::builder().scheme::<Deep>().bucket::<Pairs<1, Mine>>().slots(1 << 10).build()?;
/// table.store(Key(7), Mine { depth: 4, score: -30 });
/// assert_eq!(table.probe(Key(7)), Some(Mine { depth: 4, score: -30 }));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
///
/// The compiler refuses a scheme that asks for a missing fact:
///
/// ```compile_fail,E0080
/// # use supplant::entry::{Facts, Payload, bucket::Pairs};
/// # use supplant::{Key, Table, scheme::Deep};
/// # #[derive(Clone, Copy)]
/// # struct Bare(u64);
/// impl Payload for Bare {
///     type Data = [u64; 1];
///     const FACTS: Facts = Facts::NONE; // no depth
///     fn pack(self) -> [u64; 1] { [self.0] }
///     fn unpack([word]: [u64; 1]) -> Self { Self(word) }
/// }
/// let table = Table::builder().scheme::<Deep>().bucket::<Pairs<1, Bare>>().slots(1).build()?;
/// table.store(Key(1), Bare(1)); // DEEP compares depths
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub trait Payload: Copy + Send + Sync + 'static {
    /// The data words of the payload.
    type Data: Data;
    /// The name by which a file identifies the payload.
    ///
    /// Choose one, and change it whenever bits change their meaning. The table refuses a
    /// [saved](crate::Table::save) or [shared](crate::Table::open_shared) table with another name
    /// or other facts.
    const NAME: &'static str = "unnamed";
    /// Where the facts lie in the first word.
    const FACTS: Facts;

    /// How many low bits of [`Facts::size`] are the mantissa, if it is a float as in
    /// [`entry::size`](super::size): 0 if it is the octaves alone. `None` if it is a plain number or
    /// another code.
    const SIZE_MANTISSA_BITS: Option<u32> = None;

    /// Returns the data words.
    ///
    /// Leave the bits of [`Facts::age`] 0; the table writes them. Data with a zero word are not
    /// stored, unless [`in_place_of_zero`](Self::in_place_of_zero) replaces them.
    fn pack(self) -> Self::Data;
    /// Returns the payload of these words, without [`Facts::age`].
    fn unpack(data: Self::Data) -> Self;

    /// Returns the data to store in place of data with a zero word; by default none.
    #[inline]
    #[must_use]
    fn in_place_of_zero(data: Self::Data) -> Option<Self::Data> {
        let _ = data;
        None
    }

    /// Returns the binary logarithm, rounded down, of the size, which [`Facts::size`] may hold as a
    /// code.
    #[inline]
    #[must_use]
    fn octaves(size: u64) -> u32 {
        match Self::SIZE_MANTISSA_BITS {
            Some(bits) => octaves_of_float(size, bits),
            None => (size | 1).ilog2(),
        }
    }
}

/// A payload that also fits into the 48 bits of one-word entries, rounded if necessary.
///
/// If all fields lie in the low 48 bits of the word, there is nothing to write:
///
/// ```
/// use supplant::entry::{Bits, Facts, Narrow, Payload, bucket::OneWord};
/// use supplant::{Key, Table, scheme::DepthAge};
///
/// const SCORE: Bits = Bits::at(0..16);
/// const DEPTH: Bits = Bits::at(16..24);
/// const AGE: Bits = Bits::at(42..48);
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Mine { depth: u8, score: i16 }
///
/// impl Payload for Mine {
///     type Data = [u64; 1];
///     const FACTS: Facts =
///         Facts { depth: Some(DEPTH), bound: Some(Bits::at(24..26)), age: Some(AGE), ..Facts::NONE };
///     fn pack(self) -> [u64; 1] {
///         [SCORE.of(self.score as u64) | DEPTH.of(self.depth.into()) | 3 << 24]
///     }
///     fn unpack([word]: [u64; 1]) -> Self {
///         Self { depth: DEPTH.get(word) as u8, score: SCORE.get_signed(word) as i16 }
///     }
/// }
/// impl Narrow for Mine {}
///
/// let table = Table::builder().scheme::<DepthAge>().bucket::<OneWord<8, Mine>>().slots(1 << 10).build()?;
/// table.store(Key(7), Mine { depth: 4, score: -30 });
/// assert_eq!(table.probe(Key(7)), Some(Mine { depth: 4, score: -30 }));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
///
/// The compiler refuses a fact above bit 47:
///
/// ```compile_fail,E0080
/// # use supplant::entry::{Bits, Facts, Narrow, Payload, bucket::OneWord};
/// # use supplant::{Key, Table, scheme::New};
/// # #[derive(Clone, Copy)]
/// # struct High(u64);
/// impl Payload for High {
///     type Data = [u64; 1];
///     const FACTS: Facts = Facts { depth: Some(Bits::at(48..56)), ..Facts::NONE };
///     fn pack(self) -> [u64; 1] { [self.0] }
///     fn unpack([word]: [u64; 1]) -> Self { Self(word) }
/// }
/// impl Narrow for High {}
/// let table = Table::builder().scheme::<New>().bucket::<OneWord<1, High>>().slots(1).build()?;
/// table.store(Key(1), High(1));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub trait Narrow: Payload<Data = [u64; 1]> {
    /// How many bits of the age the 48 bits keep; 0 if none.
    const AGE_BITS: u32 = match Self::FACTS.age {
        Some(age) => age.count(),
        None => 0,
    };

    /// Where the facts lie in the 48 bits, if schemes may compare these as they are: then a store does
    /// not widen every entry that it compares.
    ///
    /// Each fact has the value that it has in the wide word, except that the age has
    /// [`AGE_BITS`](Self::AGE_BITS), and a size may be any code of the same order. By default entries
    /// are widened.
    const NARROW_FACTS: Option<Facts> = None;
    /// [`Payload::SIZE_MANTISSA_BITS`] of the size in [`NARROW_FACTS`](Self::NARROW_FACTS).
    const NARROW_SIZE_MANTISSA_BITS: Option<u32> = None;

    /// Returns the binary logarithm, rounded down, of the size in [`NARROW_FACTS`](Self::NARROW_FACTS).
    #[inline]
    #[must_use]
    fn narrow_octaves(size: u64) -> u32 {
        Self::octaves(size)
    }

    /// Returns the 48 bits of a word. Zero means no entry, or data that
    /// [`Payload::in_place_of_zero`] replaces.
    ///
    /// # Panics
    /// With debug assertions this default panics if the word has more than 48 bits. Otherwise it
    /// drops the higher bits.
    #[inline]
    #[must_use]
    fn narrow(word: u64) -> u64 {
        const { assert!(Self::FACTS.lie_in(48), "a fact lies above the 48 bits: write `narrow` and `widen`") };
        debug_assert!(word >> 48 == 0, "the payload has more than 48 bits: write `narrow` and `widen`");
        word
    }

    /// Returns the word of such 48 bits, with its age modulo 2 to the [`Self::AGE_BITS`].
    #[inline]
    #[must_use]
    fn widen(narrow: u64) -> u64 {
        narrow
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Facts, Narrow, Payload};

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Plain(u64);

    impl Payload for Plain {
        type Data = [u64; 1];
        const FACTS: Facts = Facts { age: Some(Bits::at(40..48)), ..Facts::NONE };
        fn pack(self) -> [u64; 1] {
            [self.0]
        }
        fn unpack([word]: [u64; 1]) -> Self {
            Self(word)
        }
    }

    impl Narrow for Plain {}

    #[test]
    fn a_payload_of_48_bits_is_narrow_as_it_is() {
        let word = (1 << 48) - 1;
        assert_eq!((Plain::AGE_BITS, Plain::widen(Plain::narrow(word))), (8, word));
    }

    #[test]
    #[should_panic(expected = "more than 48 bits")]
    fn a_field_above_48_bits_that_is_no_fact_is_noticed() {
        let _ = Plain::narrow(1 << 48);
    }

    #[test]
    fn facts_lie_where_their_highest_bit_does() {
        let facts = Facts { depth: Some(Bits::at(0..8)), mv: Some(Bits::at(40..48)), ..Facts::NONE };
        assert!(facts.lie_in(48) && !facts.lie_in(47) && Facts::NONE.lie_in(0));
    }
}
