//! Studies that a file states: axes, claims and figures as data, in TOML.
//!
//! ```toml
//! name = "forgetting"
//! title = "What a table forgets"
//! introduction = "Whether the newest entry is the best to keep."
//! source = "Written before the run."
//!
//! [axes]                       # as on the command line
//! schemes = ["NEW", "TWOBIG1"]
//! sizes = ["1K", "8K"]
//! plies = "3..=5"
//!
//! [quick]                      # what --quick changes
//! sizes = "1K"
//!
//! [[claim]]
//! name = "newest-loses"
//! sentence = "A table that keeps the newest searches more."
//! of = { scheme = "NEW" }      # nodes of this …
//! to = { scheme = "TWOBIG1" }  # … relative to this, less 1 …
//! at = { size = ["1K", "8K"], ply = 5 }  # … here, the mean over several; `each = "size"`: each for itself
//! above = 2                    # … is above 2 %
//!
//! [[figure]]
//! name = "nodes"
//! caption = "Nodes by size"
//! y = "nodes"                  # or share, illegal; ratio has of and to as a claim has
//! x = "size"                   # or ply; position: a dot each
//! series = "scheme"            # or layout, mode, size, ply
//! ```

mod claims;
mod document;
mod figures;
mod places;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use self::document::{Grid, StudyFile, line};
use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::claims::{Claim, Over};
use crate::experiment::positions::{PositionSet, read_text};
use crate::experiment::searches::axes::{self, Axis};
use crate::experiment::searches::{Mode, Results, Samples, Searches};
use crate::report::claims::in_short;
use crate::report::document::Figure;

#[derive(Clone, Debug)]
pub struct Declared {
    document: &'static StudyFile,
    text: &'static str,
    full: Searches,
    quick: Searches,
    claims: Vec<claims::Asked>,
    figures: Vec<figures::Drawn>,
    parts: Parts,
}

impl Declared {
    /// # Errors
    /// Fails if the file cannot be read or states no study. The message names the line or the
    /// claim.
    pub fn read(path: &Path) -> Result<Self> {
        let text = read_text(path)?;
        Self::of(&text, NamedFiles::Beside(path.parent().unwrap_or(Path::new(""))))
            .with_context(|| path.display().to_string())
    }

    /// # Errors
    /// Fails if the text states no study.
    pub fn of(text: &str, files: NamedFiles<'_>) -> Result<Self> {
        let document: &'static StudyFile = Box::leak(Box::new(StudyFile::read(text)?));
        document.check()?;
        let mut full = Searches {
            study: document.name.clone(),
            positions: PositionSet::kasparov_short(),
            modes: vec![Mode::Clear],
            ..Searches::blank()
        };
        set(&mut full, &document.axes, text, files).context("[axes]")?;
        for axis in ["schemes", "sizes", "plies"] {
            if !document.axes.contains_key(axis) {
                bail!("[axes]: it needs {axis}; there are {}", axis_names());
            }
        }
        let mut quick = full.clone();
        set(&mut quick, &document.quick, text, files).context("[quick]")?;
        quick.fit_further(|axis| document.quick.contains_key(axis));
        full.check_further().and_then(|()| quick.check_further()).map_err(|why| anyhow!(why))?;
        let claims = document.claims.iter().map(|claim| claims::Asked::of(claim, &full));
        let figures = document.figures.iter().map(|figure| figures::Drawn::of(figure, &full));
        Ok(Self {
            claims: claims.collect::<Result<_>>()?,
            figures: figures.collect::<Result<_>>()?,
            text: Box::leak(text.to_owned().into_boxed_str()),
            document,
            full,
            quick,
            parts: Parts::NONE,
        })
    }

    /// A study whose file is part of the program.
    pub(super) fn embedded(text: &str, parts: Parts) -> Self {
        let stated = Self::of(text, NamedFiles::Kept);
        Self { parts, ..stated.expect("the embedded file states a study; a test reads it") }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum NamedFiles<'a> {
    Beside(&'a Path),
    Kept,
}

fn set(grid: &mut Searches, axes: &Grid, text: &str, files: NamedFiles<'_>) -> Result<()> {
    for (name, words) in axes {
        let here = || line(text, words.span().start);
        let axis = Axis::find(name)
            .ok_or_else(|| anyhow!("{}: `{name}` is not an axis; there are {}", here(), axis_names()))?;
        let mut values = words.get_ref().all();
        if let ("positions", Some(value)) = (name.as_str(), values.first_mut()) {
            match files {
                _ if PositionSet::needs_no_file(value) => {}
                NamedFiles::Kept => continue,
                NamedFiles::Beside(folder) if *value != "-" => {
                    *value = folder.join(&value).display().to_string();
                }
                NamedFiles::Beside(_) => {}
            }
        }
        let values: Vec<_> = values.iter().map(String::as_str).collect();
        (axis.set)(grid, &values).map_err(|why| anyhow!("{}: {why}", here()))?;
    }
    let game = axes.get("game").map(|words| words.get_ref().all());
    let asked = game.iter().flatten().next().filter(|_| matches!(files, NamedFiles::Beside(_)));
    grid.positions.check_game(asked.map(String::as_str)).map_err(|why| anyhow!(why))
}

fn axis_names() -> String {
    axes::ALL.iter().map(|axis| axis.name).collect::<Vec<_>>().join(", ")
}

impl Study for Declared {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: &self.document.name,
            topic: if self.full.beside.is_empty() { Topic::Schemes } else { Topic::Search },
            about: &self.document.title,
            title: &self.document.title,
            source: self.document.source.trim_end(),
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        match extent {
            Extent::Quick => self.quick.clone(),
            Extent::Full => self.full.clone(),
        }
    }

    fn is_about(&self, threads: usize, lockstep: Option<u64>) -> bool {
        self.full.threads == [threads] && (threads == 1 || self.full.lockstep == lockstep)
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let (count, set) = (samples.positions().len(), samples.set());
        let introduction = self.document.introduction.trim_end();
        let games = match samples.by_played_game() {
            Cow::Owned(games) => format!(
                " They are of {} games. Each game starts with an empty table, and intervals are over the games.",
                games.positions().len()
            ),
            Cow::Borrowed(_) => String::new(),
        };
        format!("{introduction} Search `{}` on {count} positions (`{set}`).{games}", results.family.search)
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        let by_game = samples.by_played_game();
        let over = if matches!(by_game, Cow::Owned(_)) { Over::Games } else { Over::Positions };
        self.claims.iter().map(|claim| claim.decided(&by_game).over(over)).collect()
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        let samples = samples.by_played_game();
        let declared = self.figures.iter().flat_map(|figure| figure.drawn(&samples));
        declared.chain((self.parts.figures)(&samples)).collect()
    }

    fn parts(&self) -> Parts {
        self.parts
    }

    fn takeaway(&self, samples: &Samples, claims: &[Claim]) -> String {
        let own = (self.parts.takeaway)(samples);
        own.or_else(|| Some(format!("Claim: {}", in_short(claims.first()?)?))).unwrap_or_default()
    }

    fn verify_text(&self, _: &Samples) -> String {
        String::new()
    }

    fn declaration(&self) -> Option<&'static str> {
        Some(self.text)
    }
}
