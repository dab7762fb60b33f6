//! What a user keeps for a position, and which facts of it a scheme may ask for.
//!
//! A payload says in one constant where its facts lie in its first data word, so a scheme reads them with a shift and a
//! mask and nothing else is decoded. Ready payloads: [`Entry`](super::Entry), [`SizedEntry`],
//! [`Visits`](super::Visits).

use std::fmt;

use super::Bits;

/// The data words of a payload: `[u64; N]`, N at least 1.
pub trait Data: Copy + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The word in which the facts lie.
    fn first(&self) -> u64;
    /// The same words with another first one.
    #[must_use]
    fn with_first(self, word: u64) -> Self;
    /// Whether no word is zero: only such data are stored.
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

/// Where the facts of a payload lie in its first data word. A scheme that asks for a fact which is `None` does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Plies searched, or any number that grows with them ply by ply.
    pub depth: Option<Bits>,
    /// The score, two's complement.
    pub score: Option<Bits>,
    /// What the score says, two bits: the discriminants of [`Bound`](super::Bound).
    pub bound: Option<Bits>,
    /// Nodes, visits, or a code that keeps their order.
    pub size: Option<Bits>,
    /// The generation, written by the table: 2 to 8 bits. Without it nothing ages, and time stamping is not to be had. In a bucket
    /// that verifies the whole key, an entry expires once its age could be mistaken: with b bits after 2ᵇ to 2ᵇ⁺¹ − 1 searches.
    pub age: Option<Bits>,
    /// One bit: whether the position is on a principal variation.
    pub pv: Option<Bits>,
    /// A move; 0 is none.
    pub mv: Option<Bits>,
    /// Plies from the root to the position, 8 bits at most.
    pub ply: Option<Bits>,
}

impl Facts {
    /// No fact is kept.
    pub const NONE: Self =
        Self { depth: None, score: None, bound: None, size: None, age: None, pv: None, mv: None, ply: None };

    /// Whether all facts lie in the low `bits` of the word.
    const fn lie_in(&self, bits: u32) -> bool {
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

    /// Refuses facts that schemes could not read: in a constant, a compile error.
    ///
    /// # Panics
    /// If a depth or a ply has more than 8 bits, a bound other than 2, or a principal variation more than one.
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

    /// Searches that can be told apart by the age: 1 if it is not kept.
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

/// What is kept for a position.
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
///     const FACTS: Facts = Facts { depth: Some(Bits::at(16..24)), age: Some(Bits::at(24..30)), ..Facts::NONE };
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
/// A scheme that asks for a fact which the payload does not keep is refused by the compiler:
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
    /// Its data words.
    type Data: Data;
    /// The name by which a file says what it keeps. Give one, and another whenever bits come to mean something else: a
    /// [kept](crate::Table::save) or [shared](crate::Table::open_shared) table of another name or other facts is refused.
    const NAME: &'static str = "unnamed";
    /// Which facts the first word keeps, and where.
    const FACTS: Facts;

    /// The words that hold it. No word may be zero: a zero word is *nothing yet*, and data that have one are not stored, unless
    /// [`in_place_of_zero`](Self::in_place_of_zero) says what is stored instead.
    /// The bits of [`Facts::age`] are the table's; what is in them is overwritten.
    fn pack(self) -> Self::Data;
    /// The payload of such words, [`Facts::age`] aside.
    fn unpack(data: Self::Data) -> Self;

    /// What is stored for data of which a word is zero: by default nothing. A payload some of whose values have a zero word says here
    /// how they are kept.
    #[inline]
    #[must_use]
    fn in_place_of_zero(data: Self::Data) -> Option<Self::Data> {
        let _ = data;
        None
    }

    /// How often the number that [`Facts::size`] holds can be halved: its binary logarithm, rounded down. By default the number is
    /// the size itself; a payload that keeps a code of it says here what the code stands for.
    #[inline]
    #[must_use]
    fn octaves(size: u64) -> u32 {
        (size | 1).ilog2()
    }
}

/// A payload that can also be held in 48 bits, coarser if need be: for buckets of one-word entries, whose other 16 bits are a
/// tag of the key.
///
/// One whose fields all lie in the low 48 bits of its word is held as it is, and there is nothing to write:
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
///     const FACTS: Facts = Facts { depth: Some(DEPTH), bound: Some(Bits::at(24..26)), age: Some(AGE), ..Facts::NONE };
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
/// A fact that lies higher is refused by the compiler:
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
    /// Bits of the age that are left in 48: 0 if none is kept.
    const AGE_BITS: u32 = match Self::FACTS.age {
        Some(age) => age.count(),
        None => 0,
    };

    /// The 48 bits of a word; zero for nothing, and for what [`Payload::in_place_of_zero`] takes the place of.
    ///
    /// # Panics
    /// As it is here, with debug assertions, if the word has more than 48 bits; without them the higher bits are dropped.
    #[inline]
    #[must_use]
    fn narrow(word: u64) -> u64 {
        const { assert!(Self::FACTS.lie_in(48), "a fact lies above the 48 bits: write `narrow` and `widen`") };
        debug_assert!(word >> 48 == 0, "the payload has more than 48 bits: write `narrow` and `widen`");
        word
    }

    /// The word of such 48 bits, with its age modulo 2 to the [`Self::AGE_BITS`].
    #[inline]
    #[must_use]
    fn widen(narrow: u64) -> u64 {
        narrow
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Facts, Narrow, Payload};

    /// 48 bits that a payload may keep as it likes, and those above.
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
