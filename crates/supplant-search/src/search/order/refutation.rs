//! Refutation tables (Akl and Newborn, 1977; 1994, section 4.2): each iteration first tries the
//! last one's PVs, one for each root move.

#[derive(Clone, Debug)]
pub(crate) struct Refutations<M> {
    lines: Vec<Vec<M>>,
    following: Option<(usize, usize)>,
}

impl<M> Default for Refutations<M> {
    fn default() -> Self {
        Self { lines: Vec::new(), following: None }
    }
}

impl<M: Copy + PartialEq> Refutations<M> {
    pub(crate) fn forget(&mut self) {
        self.lines.clear();
        self.following = None;
    }

    pub(crate) fn remember(&mut self, line: &[M]) {
        let Some(root_move) = line.first() else { return };
        match self.lines.iter_mut().find(|known| known.first() == Some(root_move)) {
            Some(known) => {
                known.clear();
                known.extend_from_slice(line);
            }
            None => self.lines.push(line.to_vec()),
        }
    }

    pub(crate) fn follow(&mut self, root_move: M) {
        let line = self.lines.iter().position(|known| known.first() == Some(&root_move));
        self.following = line.map(|line| (line, 1));
    }

    #[inline]
    pub(crate) fn take(&mut self, ply: usize) -> Option<M> {
        let (line, _) = self.following.filter(|&(_, played)| played == ply)?;
        self.following = Some((line, ply + 1));
        self.lines[line].get(ply).copied()
    }

    /// Stops following because a side passes; [`resume`](Self::resume) takes the result.
    #[inline]
    pub(crate) fn pause(&mut self) -> Option<(usize, usize)> {
        self.following.take()
    }

    #[inline]
    pub(crate) fn resume(&mut self, following: Option<(usize, usize)>) {
        self.following = following;
    }

    #[inline]
    pub(crate) fn leave(&mut self) {
        self.following = None;
    }
}

#[cfg(test)]
mod tests {
    use super::Refutations;

    #[test]
    fn a_line_is_followed_from_its_root_move_down_and_only_once() {
        let mut table = Refutations::default();
        table.remember(&['a', 'b', 'c']);
        table.remember(&['x', 'y']);
        table.follow('a');
        assert_eq!((table.take(1), table.take(2), table.take(3)), (Some('b'), Some('c'), None));
        table.follow('x');
        assert_eq!((table.take(1), table.take(1)), (Some('y'), None));
        table.follow('a');
        assert_eq!((table.take(2), table.take(1)), (None, Some('b')));
        table.leave();
        assert_eq!(table.take(2), None);
        table.follow('q');
        assert_eq!(table.take(1), None);
    }

    #[test]
    fn a_line_goes_on_where_it_was_when_a_pass_is_taken_back() {
        let mut table = Refutations::default();
        table.remember(&['a', 'b', 'c']);
        table.follow('a');
        assert_eq!(table.take(1), Some('b'));
        let following = table.pause();
        assert_eq!(table.take(2), None, "behind the pass");
        table.leave();
        table.resume(following);
        assert_eq!(table.take(2), Some('c'));
    }

    #[test]
    fn a_new_line_replaces_the_old_one_of_its_root_move() {
        let mut table = Refutations::default();
        table.remember(&['a', 'b']);
        table.remember(&['a', 'c']);
        table.follow('a');
        assert_eq!(table.take(1), Some('c'));
    }
}
