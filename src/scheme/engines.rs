//! Rules of engines that replace by depth and age, each with the numbers of its source. Today's
//! Stockfish is [`DepthAge`](super::DepthAge) with
//! [`lowers_depth`](crate::table::SamePosition::lowers_depth), and Crafty is
//! [`Crafty`](super::Crafty).
//!
//! They have no names at run time: name scheme and bucket by type.
//!
//! ```
//! use supplant::entry::bucket::Cluster;
//! use supplant::{Table, scheme::engines::Stockfish11};
//! let table = Table::builder().scheme::<Stockfish11>().bucket::<Cluster>().mebibytes(1).build()?;
//! # Ok::<(), supplant::table::SizeError>(())
//! ```

use super::depth_age::{self, aged_depth, update_by};
use super::worth::{Weighed, Weighs, least};
use super::{Aging, Any, Margin, Placement, Refresh, Same, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// A scheme with the numbers of one engine.
macro_rules! engine {
    (
        $(#[$about:meta])* $scheme:ident, $name:literal, $source:literal, $plies_a_search:literal, $same:expr, $refresh:ident,
        $margin:expr
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $scheme;

        impl Scheme for $scheme {
            const NAME: &'static str = $name;
            type Slots = Any<3>;
            const RULE: &'static str = concat!(
                "the entry with the least depth is replaced, ", $plies_a_search, " plies deducted for each search it is old"
            );
            const SOURCE: &'static str = $source;
            const SAME: Same = $same;
            const AGING: Aging = Aging::refreshed(Refresh::$refresh);
            const USES_AGE: bool = true;
            const PLACE_IGNORES_INCOMING: bool = true;

            #[inline]
            fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
                Placement::At(least::<Self, P>(residents, now).0)
            }

            #[inline]
            fn update<P: Payload>(residents: &[Packed<P>], same: usize, incoming: Packed<P>, now: Generation) -> Placement {
                update_by($margin, residents[same], same, incoming, now)
            }
        }

        impl Weighs for $scheme {
            #[inline(always)]
            fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
                const { assert!(u32::is_power_of_two($plies_a_search), "lanes double, and do not multiply") };
                aged_depth(entry, now, $plies_a_search)
            }
        }
    };
}

engine! {
    /// Stockfish 11: 8 plies a search, a margin of 4 plies, hits are made current, refused results
    /// leave their moves.
    Stockfish11, "STOCKFISH11", "Stockfish 11 (2020), tt.cpp", 8,
    Same::OWN_RULE.in_place().inheriting_moves().leaving_moves(), OnHit,
    Margin { each_search: Some(0), ..Margin::of(4) }
}

engine! {
    /// Ethereal 14.40: 4 plies a search, a margin of 3 plies, hits are made current, moves are
    /// inherited.
    ///
    /// Of equals the first yields; in Ethereal the last.
    Ethereal, "ETHEREAL", "Ethereal 14.40, transposition.c", 4,
    Same::OWN_RULE.in_place().inheriting_moves(), OnHit,
    Margin { each_search: Some(0), ..Margin::of(3) }
}

engine! {
    /// Reckless (August 2026): 4 plies a search, a margin of 4, 6 on the PV; refused results leave
    /// their moves.
    ///
    /// An exact result always replaces; in Reckless that of each node on the PV.
    Reckless, "RECKLESS", "Reckless (August 2026), transposition.rs", 4,
    Same::OWN_RULE.in_place().inheriting_moves().leaving_moves(), Never,
    depth_age::MARGIN
}

#[cfg(test)]
mod tests {
    use super::{Ethereal, Reckless, Stockfish11};
    use crate::entry::{Bound, Entry, Generation, Packed, Payload as _};
    use crate::scheme::{Placement, Scheme};

    const NOW: Generation = Generation::new(40);

    fn packed(depth: i32, age: u8, bound: Bound, pv: bool) -> Packed<Entry> {
        let [word] = Entry { pv, ..Entry::new(bound, 0, depth) }.pack();
        Packed::from_word(word).stamped(NOW.earlier(age))
    }

    /// Compares with what the source says: which of three entries has the least `worth` of depth and
    /// age, and when a result `replaces` the entry of its position.
    fn is_as_its_source<S: Scheme>(
        worth: fn(i32, i32) -> i32,
        replaces: fn(d: i32, entry: i32, age: u8, exact: bool, pv: bool) -> bool,
    ) {
        for case in 0..40_i32.pow(3) {
            let entries = [case % 40, case / 40 % 40, case / 1600].map(|fact| (fact % 10, (fact / 10) as u8));
            let residents = entries.map(|(depth, age)| packed(depth + 20, age, Bound::Lower, false));
            let worths = entries.map(|(depth, age)| worth(depth + 20, age.into()));
            let Placement::At(chosen) = S::place(&residents, packed(1, 0, Bound::Lower, false), NOW) else {
                panic!("each result is placed")
            };
            assert_eq!(Some(&worths[chosen]), worths.iter().min(), "{} {entries:?}", S::NAME);
        }
        for case in 0..20 * 20 * 3 * 4 {
            let (d, entry, age, exact, pv) =
                (case % 20, case / 20 % 20, (case / 400 % 3) as u8, case / 1200 % 2 == 1, case / 2400 == 1);
            let incoming = packed(d, 0, if exact { Bound::Exact } else { Bound::Lower }, pv);
            let placement = S::update(&[packed(entry, age, Bound::Lower, false)], 0, incoming, NOW);
            let expected = replaces(d, entry, age, exact, pv);
            assert_eq!(placement == Placement::At(0), expected, "{} {d} {entry} {age} {exact} {pv}", S::NAME);
        }
    }

    #[test]
    fn each_engine_has_the_numbers_of_its_source() {
        is_as_its_source::<Stockfish11>(
            |depth, age| depth - 8 * age,
            |d, entry, _, exact, _| d > entry - 4 || exact,
        );
        is_as_its_source::<Ethereal>(
            |depth, age| depth - 4 * age,
            |d, entry, _, exact, _| exact || d >= entry - 2,
        );
        is_as_its_source::<Reckless>(
            |depth, age| depth - 4 * age,
            |d, entry, age, exact, pv| exact || d + 4 + 2 * i32::from(pv) > entry || age != 0,
        );
    }
}
