//! The killer heuristic (Akl and Newborn, 1977): the last two moves that cut off at a ply come
//! before quiet moves.

use crate::game::Ranked;
use crate::search::MAX_PLY;

#[derive(Clone, Debug)]
pub(crate) struct Killers<M> {
    moves: Vec<[Option<M>; 2]>,
}

impl<M: Copy + PartialEq> Killers<M> {
    pub(crate) fn new() -> Self {
        Self { moves: vec![[None; 2]; MAX_PLY] }
    }

    pub(crate) fn forget(&mut self) {
        self.moves.fill([None; 2]);
    }

    #[inline]
    pub(crate) fn remember(&mut self, ply: usize, mv: M) {
        let [first, second] = &mut self.moves[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }

    #[inline]
    pub(crate) fn rank(&self, ply: usize, mv: M) -> u32 {
        match self.moves[ply].iter().position(|&killer| killer == Some(mv)) {
            Some(age) => Ranked::<M>::NOISY - 1 - age as u32,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Killers, Ranked};

    #[test]
    fn the_two_latest_killers_of_a_ply_are_kept_latest_first() {
        let mut killers = Killers::new();
        ['a', 'b', 'b', 'c'].into_iter().for_each(|mv| killers.remember(3, mv));
        assert!(killers.rank(3, 'c') > killers.rank(3, 'b') && killers.rank(3, 'b') > 0);
        assert_eq!((killers.rank(3, 'a'), killers.rank(2, 'c')), (0, 0));
        assert!(killers.rank(3, 'c') < Ranked::<char>::NOISY, "captures come first");
    }
}
