//! Figures with a dot per position.

use anyhow::{Context as _, Result, bail};

use super::super::document::FigureText as Written;
use super::super::places::{along, place};
use super::{complete, deepest};
use crate::experiment::searches::contrast::{Along, CellSelector, Contrast};
use crate::experiment::searches::{Samples, Searches};
use crate::report::document::Figure;
use crate::report::searches::curves::look_of;
use crate::report::searches::spread::{SpreadPair, figure};

#[derive(Clone, Debug)]
pub(in crate::studies::declared) struct SpreadFigure {
    written: &'static Written,
    contrast: Contrast,
    series: Along,
    is_ply_open: bool,
}

impl SpreadFigure {
    pub(super) fn read(written: &'static Written, grid: &Searches) -> Result<Self> {
        let ("ratio", Some(of), Some(to)) = (written.y.as_str(), &written.of, &written.to) else {
            bail!(
                "x = \"position\" is for y = \"ratio\" with `of` and `to`: what each position says of them"
            );
        };
        if written.facets.is_some() {
            bail!("facets: over positions every value of `series` has a row of its own; leave it out");
        }
        let series = along(&written.series).context("series")?;
        let (of, to) = (place(of, grid).context("of")?, place(to, grid).context("to")?);
        let mut at = place(&written.at, grid).context("at")?;
        let is_ply_open = at.count(Along::Ply) == 0 && series != Along::Ply;
        for along in Along::ALL {
            let [one, other] = [of.count(along), to.count(along)];
            if other > 1 || one > 1 && along != series {
                bail!("`of` or `to` has several values of {}; name one", along.name());
            }
            complete(&mut at, along, along == series, one + other > 0, grid)?;
        }
        let contrast = Contrast { of, to, at, ..Contrast::default() };
        for at in contrast.at.each(&[series]) {
            let here = Contrast { at, ..contrast.clone() };
            here.check(grid).or_else(|why| bail!(why))?;
        }
        Ok(Self { written, contrast, series, is_ply_open })
    }

    pub(super) fn drawn(&self, samples: &Samples) -> Option<Figure> {
        if self.is_ply_open {
            deepest(&self.contrast.at, |at| self.drawn_at(&at, samples))
        } else {
            self.drawn_at(&self.contrast.at, samples)
        }
    }

    fn drawn_at(&self, at: &CellSelector, samples: &Samples) -> Option<Figure> {
        let Contrast { of, to, .. } = &self.contrast;
        let rows = at.each(&[self.series]).into_iter().flat_map(|at| {
            let sides = of.each(&[self.series]).into_iter();
            sides.map(move |of| (of, at.clone())).collect::<Vec<_>>()
        });
        let pairs: Vec<_> =
            rows.enumerate().filter_map(|(i, (of, at))| self.pair(i, &of, &at, samples)).collect();
        let (caption, sides) = (&self.written.caption, format!("{} than {}", self.sides(of), self.sides(to)));
        let fixed = Along::ALL.into_iter().filter(|&along| along != self.series);
        let fixed = fixed.flat_map(|along| at.words_along(along)).collect::<Vec<_>>().join(", ");
        let file = format!("{}.svg", self.written.name);
        figure(samples, &pairs, &file, &format!("% more nodes with {sides}"), &format!("{caption}; {fixed}."))
    }

    fn sides(&self, side: &CellSelector) -> String {
        if side.count(self.series) > 1 { "it".to_owned() } else { side.words() }
    }

    fn pair<'a>(
        &self,
        i: usize,
        of: &CellSelector,
        at: &CellSelector,
        samples: &'a Samples,
    ) -> Option<SpreadPair<'a>> {
        let (one, other) = (of.over(at).spot().ok()?, self.contrast.to.over(at).spot().ok()?);
        let words = [of, at].into_iter().flat_map(|place| place.words_along(self.series));
        let scheme = of.over(at).contenders.first().and_then(|contender| contender.scheme());
        (one != other).then_some(())?;
        Some(SpreadPair {
            name: words.collect::<Vec<_>>().concat(),
            look: look_of(scheme.filter(|_| self.series == Along::Scheme), i),
            one: one.nodes(samples)?,
            other: other.nodes(samples)?,
        })
    }
}
