//! The TOML file of a study, as its author wrote it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use serde::Deserialize;
use toml::Spanned;

pub(super) type Axes = BTreeMap<String, Words>;

pub(super) type Grid = BTreeMap<String, Spanned<Words>>;

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Words {
    Word(String),
    Number(i64),
    Several(Vec<Words>),
    Decimal(f64),
    Truth(bool),
}

impl Words {
    pub(super) fn all(&self) -> Vec<String> {
        match self {
            Self::Word(word) => vec![word.clone()],
            Self::Number(number) => vec![number.to_string()],
            Self::Decimal(number) => vec![number.to_string()],
            Self::Truth(truth) => vec![truth.to_string()],
            Self::Several(all) => all.iter().flat_map(Self::all).collect(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StudyFile {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) introduction: String,
    pub(super) source: String,
    pub(super) axes: Grid,
    #[serde(default)]
    pub(super) quick: Grid,
    #[serde(default, rename = "claim")]
    pub(super) claims: Vec<ClaimText>,
    #[serde(default, rename = "figure")]
    pub(super) figures: Vec<FigureText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimText {
    pub(super) name: String,
    #[serde(default = "this_study")]
    pub(super) section: String,
    pub(super) sentence: String,
    #[serde(default)]
    pub(super) expected: String,
    pub(super) of: Option<Axes>,
    pub(super) to: Option<Axes>,
    pub(super) at: Option<Axes>,
    pub(super) less: Option<Axes>,
    pub(super) each: Option<Words>,
    pub(super) above: Option<f64>,
    pub(super) below: Option<f64>,
    #[serde(default, rename = "reading")]
    pub(super) readings: Vec<ReadingText>,
}

fn this_study() -> String {
    "this study".to_owned()
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadingText {
    pub(super) name: String,
    pub(super) of: Option<Axes>,
    pub(super) to: Option<Axes>,
    pub(super) at: Option<Axes>,
    pub(super) less: Option<Axes>,
    pub(super) each: Option<Words>,
    pub(super) above: Option<f64>,
    pub(super) below: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureText {
    pub(super) name: String,
    pub(super) caption: String,
    pub(super) y: String,
    pub(super) x: String,
    pub(super) series: String,
    pub(super) facets: Option<String>,
    pub(super) of: Option<Axes>,
    pub(super) to: Option<Axes>,
    #[serde(default)]
    pub(super) at: Axes,
}

pub(super) fn line(text: &str, byte: usize) -> String {
    let number = text[..byte].matches('\n').count() + 1;
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    format!("line {number}, `{}`", cut(line, 100))
}

fn cut(words: &str, most: usize) -> Cow<'_, str> {
    match words.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &words[..end]).into(),
        None => words.into(),
    }
}

impl StudyFile {
    pub(super) fn read(text: &str) -> Result<Self> {
        toml::from_str(text).map_err(|error| {
            let message = error.message().replace('\n', "; ");
            let start = error.span().map(|span| span.start);
            if message.starts_with("missing field") && start == Some(0) {
                return anyhow!(
                    "{message}; a file has `name`, `title`, `introduction`, `source` and `[axes]`"
                );
            }
            let place = start.map_or_else(String::new, |start| format!("{}: ", line(text, start)));
            anyhow!("{place}{}", cut(&message, 400))
        })
    }

    pub(super) fn check(&self) -> Result<()> {
        let plain = |name: &str, also: &str| {
            let fits = |c: char| c.is_ascii_alphanumeric() || also.contains(c);
            !name.is_empty() && name.len() <= 40 && name.chars().all(fits)
        };
        if !plain(&self.name, "") {
            bail!("name `{}`: it is part of file names; give letters and digits, 40 at most", self.name);
        }
        for (what, words) in
            [("title", &self.title), ("introduction", &self.introduction), ("source", &self.source)]
        {
            if words.trim().is_empty() {
                bail!("{what}: it says nothing; say it in a sentence");
            }
            if words.contains(|c: char| c.is_control() && c != '\n') {
                bail!("{what}: it has a control character; leave that out");
            }
        }
        if let Some(claim) = self.claims.iter().find(|claim| claim.sentence.trim().is_empty()) {
            bail!("claim `{}`: its sentence says nothing; say what is claimed", claim.name);
        }
        let has_control = |claim: &&ClaimText| claim.sentence.contains(char::is_control);
        if let Some(claim) = self.claims.iter().find(has_control) {
            bail!("claim `{}`: its sentence has a control character; leave that out", claim.name);
        }
        let unnamed =
            |claim: &&ClaimText| claim.readings.iter().any(|reading| reading.name.trim().is_empty());
        if let Some(claim) = self.claims.iter().find(unnamed) {
            bail!("claim `{}`: a reading has no name; give each one", claim.name);
        }
        let claims = self.claims.iter().map(|claim| ("claim", &claim.name));
        let figures = self.figures.iter().map(|figure| ("figure", &figure.name));
        let mut known = std::collections::BTreeSet::new();
        for (what, name) in claims.chain(figures) {
            if !plain(name, "-") {
                bail!("{what} `{name}`: give its name letters, digits and hyphens, 40 at most");
            }
            // Some systems ignore case in the names of files.
            if !known.insert((what, name.to_ascii_lowercase())) {
                bail!("{what} `{name}` stands twice; give each a name of its own");
            }
        }
        let reserved =
            |name: &str| ["claims", "summary"].iter().any(|taken| taken.eq_ignore_ascii_case(name));
        if let Some(figure) = self.figures.iter().find(|figure| reserved(&figure.name)) {
            bail!("figure `{}`: a file of the report has this name; choose another", figure.name);
        }
        if ["index", "readme", "run", "status"].iter().any(|taken| taken.eq_ignore_ascii_case(&self.name)) {
            bail!("name `{}`: it is taken; choose another", self.name);
        }
        Ok(())
    }
}
