//! A file that states a study, as its author wrote it.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use serde::Deserialize;

/// Values by axis.
pub(super) type Axes = BTreeMap<String, Words>;

/// One value or several, as words or as numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Words {
    Word(String),
    Number(i64),
    Several(Vec<Words>),
}

impl Words {
    pub(super) fn all(&self) -> Vec<String> {
        match self {
            Self::Word(word) => vec![word.clone()],
            Self::Number(number) => vec![number.to_string()],
            Self::Several(all) => all.iter().flat_map(Self::all).collect(),
        }
    }
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) introduction: String,
    pub(super) source: String,
    pub(super) axes: Axes,
    #[serde(default)]
    pub(super) quick: Axes,
    #[serde(default, rename = "claim")]
    pub(super) claims: Vec<Claim>,
    #[serde(default, rename = "figure")]
    pub(super) figures: Vec<Figure>,
}

/// `[[claim]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
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
    pub(super) readings: Vec<Reading>,
}

fn this_study() -> String {
    "this study".to_owned()
}

/// `[[claim.reading]]`: what it says otherwise than its claim.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reading {
    pub(super) name: String,
    pub(super) of: Option<Axes>,
    pub(super) to: Option<Axes>,
    pub(super) at: Option<Axes>,
    pub(super) less: Option<Axes>,
    pub(super) each: Option<Words>,
    pub(super) above: Option<f64>,
    pub(super) below: Option<f64>,
}

/// `[[figure]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) caption: String,
    pub(super) y: String,
    pub(super) x: String,
    pub(super) series: String,
    pub(super) of: Option<Axes>,
    pub(super) to: Option<Axes>,
    #[serde(default)]
    pub(super) at: Axes,
}

impl Document {
    /// Reads it.
    pub(super) fn read(text: &str) -> Result<Self> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            anyhow!("{place}{}", error.message().replace('\n', "; "))
        })
    }

    /// What a reader of TOML cannot know.
    pub(super) fn check(&self) -> Result<()> {
        let plain = |name: &str, also: &str| {
            let fits = |c: char| c.is_ascii_alphanumeric() || also.contains(c);
            !name.is_empty() && name.len() <= 40 && name.chars().all(fits)
        };
        if !plain(&self.name, "") {
            bail!("name `{}`: it is part of file names; give letters and digits, 40 at most", self.name);
        }
        let claims = self.claims.iter().map(|claim| ("claim", &claim.name));
        let figures = self.figures.iter().map(|figure| ("figure", &figure.name));
        let mut known = std::collections::BTreeSet::new();
        for (what, name) in claims.chain(figures) {
            if !plain(name, "-") {
                bail!("{what} `{name}`: give its name letters, digits and hyphens, 40 at most");
            }
            if !known.insert((what, name)) {
                bail!("{what} `{name}` stands twice; give each a name of its own");
            }
        }
        // The report's own pictures.
        if let Some(figure) = self.figures.iter().find(|figure| figure.name == "claims") {
            bail!("figure `{}`: the picture of all claims has this name; choose another", figure.name);
        }
        Ok(())
    }
}
