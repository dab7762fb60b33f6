//! The claims of a study that a file declares.

use anyhow::{Context as _, Result, bail};

use super::document::{Axes, ClaimText as Written, ReadingText as Alternative};
use super::places::{axes, place};
use crate::experiment::claims::{Claim, ClaimUnit, Question, Range};
use crate::experiment::searches::contrast::{Along, CellSelector, Contrast};
use crate::experiment::searches::{Contender, Samples, Searches};
use crate::report::document::ABSENT;

#[derive(Clone, Debug)]
pub(super) struct Asked {
    written: &'static Written,
    readings: Vec<(&'static str, Contrast, Range)>,
}

impl Asked {
    pub(super) fn of(written: &'static Written, grid: &Searches) -> Result<Self> {
        let of_claim = || format!("claim `{}`", written.name);
        let alone = [Alternative::default()];
        let alternatives = if written.readings.is_empty() { &alone[..] } else { &written.readings };
        let named = |i: usize| written.readings.get(i).map_or("", |reading| reading.name.as_str());
        let readings = alternatives.iter().enumerate().map(|(i, reading)| {
            let of_reading = || match named(i) {
                "" => of_claim(),
                name => format!("{}, reading `{name}`", of_claim()),
            };
            let contrast = contrast(written, reading, grid).with_context(of_reading)?;
            let range = range(written, reading, contrast.less.as_ref()).with_context(of_reading)?;
            Ok((named(i), contrast, range))
        });
        let readings = readings.collect::<Result<Vec<_>>>()?;
        for (i, (name, contrast, range)) in readings.iter().enumerate() {
            if readings[..i].iter().any(|(known, _, _)| known == name) {
                bail!("{}: the reading `{name}` stands twice; give each a name of its own", of_claim());
            }
            if readings[..i].iter().any(|(_, known, within)| known == contrast && within == range) {
                bail!("{}: the reading `{name}` says the same as another; leave it out", of_claim());
            }
        }
        let differ = |pair: &[(&str, Contrast, Range)]| pair[0].1.less.is_some() != pair[1].1.less.is_some();
        if readings.windows(2).any(differ) {
            bail!("{}: some of its readings have `less` and some not; make them two claims", of_claim());
        }
        Ok(Self { written, readings })
    }

    pub(super) fn decided(&self, samples: &Samples) -> Claim {
        let readings =
            self.readings.iter().map(|(name, contrast, range)| contrast.reading(name, *range, samples));
        self.question().decide_each(readings.collect())
    }

    fn question(&self) -> Question {
        let Written { name, section, sentence, expected, .. } = self.written;
        let (_, first, _) = &self.readings[0];
        let unit = if first.less.is_some() { ClaimUnit::Points } else { ClaimUnit::Percent };
        let of_each = self.readings.iter().map(|(name, contrast, range)| {
            let named = if name.is_empty() { String::new() } else { format!("{name}: ") };
            format!("{named}{}. The claim: {}.", contrast.words(), in_words(*range, unit))
        });
        let expected = if expected.is_empty() { ABSENT.to_owned() } else { expected.clone() };
        Question {
            name,
            section,
            sentence,
            statistic: of_each.collect::<Vec<_>>().join(" "),
            unit,
            paper: expected,
        }
    }
}

fn contrast(claim: &Written, reading: &Alternative, grid: &Searches) -> Result<Contrast> {
    let read = |name: &str, own: &Option<Axes>, claims: &Option<Axes>| match own.as_ref().or(claims.as_ref())
    {
        Some(axes) => place(axes, grid).with_context(|| name.to_owned()).map(Some),
        None => Ok(None),
    };
    let mut contrast = Contrast {
        of: read("of", &reading.of, &claim.of)?.context("it needs `of`: what it is about")?,
        to: read("to", &reading.to, &claim.to)?.context("it needs `to`: what that is set beside")?,
        at: read("at", &reading.at, &claim.at)?.unwrap_or_default(),
        less: read("less", &reading.less, &claim.less)?,
        each: axes(reading.each.as_ref().or(claim.each.as_ref())).context("each")?,
    };
    let places = [&contrast.of, &contrast.to, &contrast.at];
    let silent = |along| places.iter().all(|place| place.count(along) == 0);
    let layouts = silent(Along::Layout) && grid.layouts != [Contender::LAYOUT] && grid.layouts.len() == 1;
    let modes = silent(Along::Mode) && grid.modes.len() == 1;
    let only = CellSelector {
        layouts: if layouts { grid.layouts.clone() } else { Vec::new() },
        modes: if modes { grid.modes.clone() } else { Vec::new() },
        ..CellSelector::default()
    };
    contrast.at = contrast.at.over(&only);
    match contrast.check(grid) {
        Ok(()) => Ok(contrast),
        Err(why) => bail!(why),
    }
}

/// Ends in the file are per cent.
fn range(claim: &Written, reading: &Alternative, less: Option<&CellSelector>) -> Result<Range> {
    let ends = match (reading.above, reading.below) {
        (None, None) => (claim.above, claim.below),
        own => own,
    };
    let range = match ends {
        (None, None) => {
            bail!("it needs `above` or `below`, or both: where the number is to lie, in per cent")
        }
        (low, high) => Range {
            low: low.map_or(f64::NEG_INFINITY, |low| low / 100.0),
            high: high.map_or(f64::INFINITY, |high| high / 100.0),
        },
    };
    let ends = [ends.0, ends.1].into_iter().flatten();
    if let Some(end) = ends.into_iter().find(|end| !end.is_finite() || end.abs() > 1e6) {
        bail!("{end} is not an end of a range; give a number of per cent");
    }
    if less.is_none() && (range.high <= -1.0 || range.low <= -1.0 && range.low.is_finite()) {
        bail!("no number of nodes is 100 % fewer or less; give ends above −100");
    }
    if range.low >= range.high {
        bail!("`above` is not below `below`: nothing lies in that range");
    }
    Ok(range)
}

/// Every digit is written, because registration rests on these words.
fn in_words(range: Range, unit: ClaimUnit) -> String {
    let unit = if unit == ClaimUnit::Points { "points" } else { "%" };
    let end = |end: f64| {
        let written = (end * 1e11).round() / 1e9;
        if written == 0.0 { "0".to_owned() } else { format!("{written:+} {unit}").replace('-', "−") }
    };
    match (range.low.is_finite(), range.high.is_finite()) {
        (true, true) => format!("between {} and {}", end(range.low), end(range.high)),
        (true, false) => format!("above {}", end(range.low)),
        (false, _) => format!("below {}", end(range.high)),
    }
}
