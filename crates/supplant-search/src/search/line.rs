//! Principal variations: the best line at each ply of the current path.

#[derive(Clone, Debug)]
pub(crate) struct Lines<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new(plies: usize) -> Self {
        Self { lines: vec![Vec::new(); plies + 1] }
    }

    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    #[inline]
    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    pub(crate) fn line(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }
}
