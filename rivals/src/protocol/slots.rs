//! The rule that all protocols share: the slot of the same key, else an empty one, else the least
//! depth. It compares all four slots without branches that depend on the line's contents.

use crate::word;

pub const SLOTS: usize = 4;

#[inline(always)]
#[must_use]
pub fn found(matches: [bool; SLOTS], words: [u64; SLOTS]) -> u64 {
    let mut found = 0;
    for (is_match, word) in matches.into_iter().zip(words) {
        found = if is_match { word } else { found };
    }
    found
}

#[inline(always)]
#[must_use]
pub fn place(matches: [bool; SLOTS], words: [u64; SLOTS]) -> usize {
    let rank = |at: usize| match (matches[at], words[at]) {
        (true, _) => 0,
        (_, 0) => 1,
        (_, word) => 2 + word::depth(word),
    };
    // The low bits hold the number of the slot, so the least of four numbers names a slot.
    let ranked = std::array::from_fn::<_, SLOTS, _>(|at| rank(at) << 2 | at as u64);
    (ranked[0].min(ranked[1]).min(ranked[2].min(ranked[3])) & 3) as usize
}

#[cfg(test)]
mod tests {
    use super::{found, place};
    use crate::word;
    use supplant::{Bound, SizedEntry};

    fn deep(depth: i32) -> u64 {
        word::of(SizedEntry::new(Bound::Exact, 0, depth))
    }

    #[test]
    fn the_slot_of_the_key_comes_before_an_empty_one_and_that_before_the_least_depth() {
        let words = [deep(4), deep(2), 0, deep(9)];
        assert_eq!(place([false, false, false, true], words), 3);
        assert_eq!(place([false; 4], words), 2);
        assert_eq!(place([false; 4], [deep(4), deep(2), deep(2), deep(9)]), 1);
        assert_eq!(place([false; 4], [deep(255), deep(255), deep(255), deep(0)]), 3);
    }

    #[test]
    fn what_is_found_is_the_word_that_matches_or_nothing() {
        assert_eq!(found([false, true, false, false], [1, 2, 3, 4]), 2);
        assert_eq!(found([false; 4], [1, 2, 3, 4]), 0);
        assert_eq!(found([true, false, false, false], [0, 2, 3, 4]), 0);
    }
}
