//! The studies: each has a folder, and a line in [`all`].

mod chooser;
pub mod clash;
pub mod components_1996;
pub mod declared;
pub mod enhancements_1989;
pub mod games;
pub mod index;
pub mod information_1996;
pub mod instability;
pub mod layouts;
pub mod limit;
pub mod lines_1996;
pub mod moves;
pub mod page;
mod paper_1996;
pub mod register;
pub mod replacement_1994;
pub mod same;
pub mod scheme;
pub mod screening;

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};

use self::declared::{Declared, NamedFiles};
use crate::experiment::claims::{Claim, Over, judge_together};
use crate::experiment::searches::{At, Family, Results, Samples, Searches};
use crate::report::document::{Block, DataTable, Figure};

pub trait Study: Sync {
    fn facts(&self) -> StudyFacts;

    fn experiment(&self, extent: Extent) -> Searches;

    /// Lines that begin with `- ` are a list.
    fn introduction(&self, results: &Results, samples: &Samples) -> String;

    fn name(&self) -> &'static str {
        self.facts().name
    }

    fn parts(&self) -> Parts {
        Parts::NONE
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        (self.parts().claims)(samples)
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        (self.parts().figures)(samples)
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        (self.parts().sections)(samples)
    }

    /// Without `claims` it says no verdicts.
    fn takeaway(&self, samples: &Samples, claims: &[Claim]) -> String {
        let _ = claims;
        (self.parts().takeaway)(samples).unwrap_or_default()
    }

    /// The findings of several workers in lockstep, without verdicts.
    fn takeaway_of_several(&self, samples: &Samples, threads: usize) -> String {
        let words = self.takeaway(samples, &[]);
        if words.is_empty() { words } else { format!("By {threads} workers in lockstep: {words}") }
    }

    /// What is printed below the verdicts: the tables of the sections.
    fn verify_text(&self, samples: &Samples) -> String {
        let tables = self.sections(samples).into_iter().filter_map(Block::table);
        tables.map(DataTable::in_text).collect::<Vec<_>>().join("\n")
    }

    fn sums_positions(&self) -> bool {
        true
    }

    fn published(&self, samples: &Samples, at: At) -> Option<u64> {
        let _ = (samples, at);
        None
    }

    /// Journals keep the declaration, so that a report needs nothing else.
    fn declaration(&self) -> Option<&'static str> {
        None
    }

    /// # Errors
    /// The error says why results cannot be judged, and what to change.
    fn can_judge(&self, experiment: &Searches) -> Result<(), String> {
        if experiment.threads.iter().all(|&threads| self.is_about(threads, experiment.lockstep)) {
            Ok(())
        } else {
            Err("the claims are about other workers; leave out --threads and --lockstep".to_owned())
        }
    }

    /// Whether the claims are about searches with so many workers.
    fn is_about(&self, threads: usize, lockstep: Option<u64>) -> bool {
        let _ = lockstep;
        threads == 1
    }
}

/// What a study says of itself before any run.
#[derive(Clone, Copy, Debug)]
pub struct StudyFacts {
    /// The name is short and never changes.
    pub name: &'static str,
    pub topic: Topic,
    pub about: &'static str,
    pub title: &'static str,
    pub source: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Schemes,
    Hits,
    Bits,
    Search,
    Workers,
}

impl Topic {
    pub const ALL: [Self; 5] = [Self::Schemes, Self::Hits, Self::Bits, Self::Search, Self::Workers];

    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::Schemes => "Which entry should stay?",
            Self::Hits => "What is a hit worth, and may it be trusted?",
            Self::Bits => "How many bits of the key must an entry keep?",
            Self::Search => "Which heuristics should a search have besides a table?",
            Self::Workers => "Does it change with many workers?",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub claims: fn(&Samples) -> Vec<Claim>,
    pub figures: fn(&Samples) -> Vec<Figure>,
    pub sections: fn(&Samples) -> Vec<Block>,
    pub takeaway: fn(&Samples) -> Option<String>,
}

impl Parts {
    pub const NONE: Self = Self {
        claims: |_| Vec::new(),
        figures: |_| Vec::new(),
        sections: |_| Vec::new(),
        takeaway: |_| None,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Quick,
    Full,
}

#[must_use]
pub fn all() -> [&'static dyn Study; 22] {
    [
        &replacement_1994::Replacement1994,
        &information_1996::MIDDLE_GAME,
        &information_1996::ENDGAME,
        &lines_1996::MIDDLE_GAME,
        &lines_1996::ENDGAME,
        &components_1996::MIDDLE_GAME,
        &components_1996::ENDGAME,
        &enhancements_1989::ALL,
        &enhancements_1989::DEEPER,
        &enhancements_1989::DEEPEST,
        &screening::Screening,
        &clash::Clash,
        &clash::often::Often,
        &clash::layouts::Layouts,
        &instability::Instability,
        &games::Games,
        &*layouts::LAYOUTS,
        &*same::SAME,
        &limit::LimitStudy,
        &*moves::MOVES,
        &*scheme::SCHEME,
        &*scheme::DEEPER,
    ]
}

#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Study> {
    all().into_iter().find(|study| study.name() == name)
}

/// # Errors
/// Fails if the file cannot be read, states no study, or takes a name of [`all`].
pub fn read(path: &Path) -> anyhow::Result<&'static dyn Study> {
    let study = Declared::read(path)?;
    if find(study.name()).is_some() {
        bail!("{}: `{}` is a study of the list; choose another name", path.display(), study.name());
    }
    Ok(Box::leak(Box::new(study)))
}

/// Finds the study of results: in the list, in a file, or in the journals.
///
/// The file is `NAME.toml` in `folder`, or in the folder `NAME` beside it, where other runs of the
/// study look. It is newer than the journals, so its words may be better. It counts only if its
/// claims are those that were registered; if not, a remark on the results says why.
///
/// # Errors
/// Fails if the study is neither in the list nor stated in the journals.
pub fn of(results: &mut Results, folder: &Path) -> anyhow::Result<&'static dyn Study> {
    if let Some(known) = find(&results.study) {
        return Ok(known);
    }
    let Some(text) = results.claimed.declaration() else {
        bail!("no study is called `{}` here; use the version that wrote it", results.study);
    };
    let stated = Declared::of(text, NamedFiles::Kept)
        .with_context(|| format!("study {} in the journal", results.study))?;
    let reworded = reworded(results, folder).unwrap_or_else(|why| {
        results.remarks.push(format!("{why:#}; the report has the words of the journal"));
        None
    });
    Ok(Box::leak(Box::new(reworded.unwrap_or(stated))))
}

fn reworded(results: &Results, folder: &Path) -> anyhow::Result<Option<Declared>> {
    let name = format!("{}.toml", results.study);
    let files = [folder.join(&name), folder.join("..").join(&results.study).join(&name)];
    let Some(file) = files.iter().find(|file| file.exists()) else { return Ok(None) };
    let place = || format!("{}: not used", file.display());
    let text = std::fs::read_to_string(file).with_context(place)?;
    let study = Declared::of(&text, NamedFiles::Kept).with_context(place)?;
    ensure!(study.name() == results.study, "{}: it states the study `{}`", place(), study.name());
    if let Some(why) = register::standing(&study, &results.claimed).warning() {
        bail!("{}: {why}", place());
    }
    Ok(Some(study))
}

#[must_use]
pub fn judged(study: &dyn Study, samples: &Samples) -> Vec<Claim> {
    let mut claims = study.claims(samples);
    let units = match claims.first().map(|claim| claim.over) {
        Some(Over::Games) => samples.by_played_game().positions().len(),
        _ => samples.positions().len(),
    };
    judge_together(&mut claims, units);
    claims
}

/// Every unit must be measured, on all positions, with the workers that the claims are about:
/// otherwise a verdict would depend on when one stops, on which positions one picks, or on chance.
#[must_use]
pub fn to_judge<'a>(study: &dyn Study, results: &Results, samples: &'a Samples) -> Cow<'a, Samples> {
    let Family { threads, lockstep, .. } = results.family;
    if is_whole(results, samples) && study.is_about(threads, lockstep) {
        Cow::Borrowed(samples)
    } else {
        Cow::Owned(Samples::default())
    }
}

fn is_whole(results: &Results, samples: &Samples) -> bool {
    results.missing == 0 && samples.positions().len() == results.positions
}

fn title(study: &dyn Study, results: &Results) -> String {
    let title = study.facts().title;
    match results.family {
        Family { threads: 0 | 1, .. } => title.to_owned(),
        Family { threads, lockstep: None, .. } => format!("{title} ({threads} workers)"),
        Family { threads, .. } => format!("{title} ({threads} workers in lockstep)"),
    }
}

/// With threads the takeaway would depend on chance.
#[must_use]
pub fn to_take(study: &dyn Study, results: &Results, samples: &Samples, claims: &[Claim]) -> String {
    let Family { threads, lockstep, .. } = results.family;
    if lockstep.is_none() || study.is_about(threads, lockstep) {
        return study.takeaway(&to_judge(study, results, samples), claims);
    }
    if is_whole(results, samples) { study.takeaway_of_several(samples, threads) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::{Declared, Extent, NamedFiles, all, find, of, register};
    use crate::experiment::Experiment as _;
    use crate::experiment::claimed::Claimed;
    use crate::experiment::claims::ClaimUnit;
    use crate::experiment::claims::tests::named;
    use crate::experiment::provenance::Provenance;
    use crate::experiment::searches::{Results, Samples};

    #[test]
    fn a_file_beside_the_journals_may_have_better_words_but_no_other_claims() {
        let text = include_str!("../../../../docs/experiments/forgetting.toml");
        let first = Declared::of(text, NamedFiles::Kept).expect("a study");
        let grid = super::Study::experiment(&first, Extent::Full);
        let registered = register::registered(&first, &grid, &Provenance::default());
        let results = || Results {
            study: "forgetting".to_owned(),
            claimed: Claimed::made(vec![Some(registered.clone())], false),
            ..Results::default()
        };
        let folder = std::env::temp_dir().join(format!("supplant-reworded-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let title = |file: Option<String>| {
            let path = folder.join("forgetting.toml");
            match file {
                Some(text) => std::fs::write(path, text).expect("it is our folder"),
                None => drop(std::fs::remove_file(path)),
            }
            let mut results = results();
            let title = of(&mut results, &folder).expect("the journal states it").facts().title;
            (title, results.remarks.concat())
        };
        let same = |title| (title, String::new());
        let old = super::Study::facts(&first).title;
        let better = text.replacen(old, "A better title", 1);
        assert_eq!(title(None), same(old));
        assert_eq!(title(Some(better.clone())), same("A better title"));
        let refused = [
            better.replace("above = 2", "above = 3"),
            better.replace("\"forgetting\"", "\"other\""),
            "name = 1".to_owned(),
        ];
        for (file, why) in refused.into_iter().zip(["claims", "the study `other`", "name = 1"]) {
            let (title, remark) = title(Some(file));
            assert_eq!(title, old);
            assert!(remark.contains("forgetting.toml: not used") && remark.contains(why), "{remark}");
        }
        title(None);
        let other_run = folder.join("another");
        std::fs::create_dir_all(folder.join("forgetting")).expect("it is our folder");
        std::fs::create_dir_all(&other_run).expect("it is our folder");
        std::fs::write(folder.join("forgetting/forgetting.toml"), &better).expect("it is our folder");
        let beside = of(&mut results(), &other_run).expect("the journal states it");
        assert_eq!(beside.facts().title, "A better title");
        std::fs::remove_dir_all(&folder).expect("it is our folder");
    }

    #[test]
    fn words_have_no_markup_but_code() {
        for study in all() {
            let samples = Samples::default();
            let introduction = study.introduction(&Results::default(), &samples);
            for words in [&introduction, study.facts().title, study.facts().about, study.facts().source] {
                let plain: String = words.split('`').step_by(2).collect();
                assert!(!plain.contains('*'), "{}: {words}", study.name());
            }
        }
    }

    #[test]
    fn claims_on_shares_say_so() {
        let shares = [
            ("1996", "half-of-hits-cut"),
            ("1996", "bounds-do-it"),
            ("instability", "instability"),
            ("instability", "no-other-cause"),
            ("instability", "both-cures-cure"),
            ("limit", "half-is-needless"),
            ("limit", "admission"),
            ("limit", "width-matters-less"),
            ("limit", "two-thirds-of-the-gap"),
        ];
        for (study, name) in shares {
            let claims = find(study).expect("it is built in").claims(&Samples::default());
            let claim = named(&claims, name);
            assert_eq!(claim.unit, ClaimUnit::Share, "{study}: {name}");
        }
    }

    #[test]
    fn every_study_is_found_by_its_name_and_its_grid_is_of_it() {
        for study in all() {
            let name = study.name();
            assert_eq!(find(name).map(super::Study::name), Some(name));
            assert!(
                name.bytes().all(|byte| byte.is_ascii_alphanumeric()),
                "{name}: it is part of a file's name"
            );
            for extent in [Extent::Quick, Extent::Full] {
                let experiment = study.experiment(extent);
                assert_eq!(experiment.study(), name);
                assert!(experiment.units().iter().all(|unit| unit.id.starts_with(&format!("{name}/"))));
                assert_eq!(study.can_judge(&experiment), Ok(()));
            }
        }
    }
}
