//! The killer heuristic (Akl and Newborn, 1977): the last moves that cut off at a ply come before
//! quiet moves.

use crate::game::Ranked;
use crate::search::MAX_PLY;

pub(super) const MOST: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct Killers<M> {
    moves: Vec<[Option<M>; MOST]>,
}

impl<M: Copy + PartialEq> Killers<M> {
    pub(crate) fn new() -> Self {
        Self { moves: vec![[None; MOST]; MAX_PLY] }
    }

    pub(crate) fn forget(&mut self) {
        self.moves.fill([None; MOST]);
    }

    #[inline]
    pub(crate) fn remember(&mut self, ply: usize, mv: M) {
        let killers = &mut self.moves[ply];
        if killers[0] != Some(mv) {
            let at = killers.iter().position(|&killer| killer == Some(mv)).unwrap_or(MOST - 1);
            killers[..=at].rotate_right(1);
            killers[0] = Some(mv);
        }
    }

    #[inline]
    pub(crate) fn rank(&self, ply: usize, mv: M, count: u8) -> u32 {
        match self.moves[ply][..count.into()].iter().position(|&killer| killer == Some(mv)) {
            Some(age) => Ranked::<M>::NOISY - 1 - age as u32,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Killers, Ranked};

    #[test]
    fn the_latest_killers_of_a_ply_are_kept_once_each_latest_first() {
        let mut killers = Killers::new();
        ['a', 'b', 'b', 'c'].into_iter().for_each(|mv| killers.remember(3, mv));
        let rank = |killers: &Killers<char>, mv| killers.rank(3, mv, 2);
        assert!(rank(&killers, 'c') > rank(&killers, 'b') && rank(&killers, 'b') > 0);
        assert_eq!((rank(&killers, 'a'), killers.rank(2, 'c', 4)), (0, 0));
        assert!(rank(&killers, 'c') < Ranked::<char>::NOISY, "captures come first");
        killers.remember(3, 'a');
        let order = |count| ['a', 'c', 'b', 'd'].map(|mv| killers.rank(3, mv, count));
        let [a, c, b, d] = order(4);
        assert!(a > c && c > b && b > 0 && d == 0, "`a` moved to the front and stands once");
        assert_eq!([order(0), order(1)], [[0; 4], [a, 0, 0, 0]]);
    }
}
