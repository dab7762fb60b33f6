//! What is investigated: a folder each, a line each in [`all`].
//!
//! A [`Study`] declares an experiment's axes, the claims to be judged and what its report shows. How experiments are run is
//! [`lab`](crate::experiment), how results look [`report`](crate::report); neither knows a study. The command, `status`, `merge`, `compare` and
//! `report` go over the list.

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
pub mod page;
mod paper_1996;
pub mod register;
pub mod replacement_1994;
pub mod scheme;
pub mod screening;

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context as _, bail};

use self::declared::{Declared, NamedFiles};
use crate::experiment::claims::{Claim, judge_together};
use crate::experiment::searches::{At, Family, Results, Samples, Searches};
use crate::report::document::{Block, Figure};

/// Something to be found out by searches over tables.
pub trait Study: Sync {
    /// The name on the command line and in result files: short, for ever.
    fn name(&self) -> &'static str;

    /// One line for `supplant study --help`.
    fn about(&self) -> &'static str;

    /// The grid.
    fn experiment(&self, extent: Extent) -> Searches;

    /// The title of its report.
    fn title(&self) -> &'static str;

    /// What was asked, by whom, and what of it was measured: the first paragraph of the report.
    fn introduction(&self, results: &Results, samples: &Samples) -> String;

    /// Where its claims are from, in a sentence.
    fn source(&self) -> &'static str;

    /// The functions behind the five methods below, for a study that has one of its own for each. By default none.
    fn parts(&self) -> Parts {
        Parts::NONE
    }

    /// The claims, decided.
    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        (self.parts().claims)(samples)
    }

    /// The pictures that what was measured is enough for.
    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        (self.parts().figures)(samples)
    }

    /// What the report has beside claims, figures and sums.
    fn sections(&self, samples: &Samples) -> Vec<Block> {
        (self.parts().sections)(samples)
    }

    /// What whoever builds a table should take from it, in a sentence of measured numbers; empty where they are not enough. Without `claims` it says no verdicts.
    fn takeaway(&self, samples: &Samples, claims: &[Claim]) -> String {
        let _ = claims;
        (self.parts().takeaway)(samples).unwrap_or_default()
    }

    /// What `--verify` prints behind the verdicts.
    fn verify_text(&self, samples: &Samples) -> String {
        (self.parts().verify_text)(samples)
    }

    /// Thousands of nodes that the source has printed for a cell of these samples.
    fn published(&self, samples: &Samples, at: At) -> Option<u64> {
        let _ = (samples, at);
        None
    }

    /// The file that states it, if one does: journals keep it, so that a report needs nothing else.
    fn declaration(&self) -> Option<&'static str> {
        None
    }

    /// Whether results of `experiment` can be judged.
    ///
    /// # Errors
    /// Why not, and what to change.
    fn can_judge(&self, experiment: &Searches) -> Result<(), String> {
        if experiment.threads == [1] {
            Ok(())
        } else {
            Err("the claims are about searches with one worker; leave out --threads".to_owned())
        }
    }
}

/// The parts of a report that a study computes from its samples: a function for each.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// [`Study::claims`].
    pub claims: fn(&Samples) -> Vec<Claim>,
    /// [`Study::figures`].
    pub figures: fn(&Samples) -> Vec<Figure>,
    /// [`Study::sections`].
    pub sections: fn(&Samples) -> Vec<Block>,
    /// [`Study::takeaway`], where the verdicts do not matter to it.
    pub takeaway: fn(&Samples) -> Option<String>,
    /// [`Study::verify_text`].
    pub verify_text: fn(&Samples) -> String,
}

impl Parts {
    /// No part has anything to show.
    pub const NONE: Self = Self {
        claims: |_| Vec::new(),
        figures: |_| Vec::new(),
        sections: |_| Vec::new(),
        takeaway: |_| None,
        verify_text: |_| String::new(),
    };
}

/// How much of a study is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What shows the outcome within a minute.
    Quick,
    /// All of it.
    Full,
}

/// Every study.
#[must_use]
pub fn all() -> [&'static dyn Study; 20] {
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
        &limit::LimitStudy,
        &*scheme::SCHEME,
        &*scheme::DEEPER,
    ]
}

/// The study of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Study> {
    all().into_iter().find(|study| study.name() == name)
}

/// The study that the file at `path` states. It lives as long as the program, as those of the list do.
///
/// # Errors
/// If it cannot be read, states none, or takes a name of the list.
pub fn read(path: &Path) -> anyhow::Result<&'static dyn Study> {
    let study = Declared::read(path)?;
    if find(study.name()).is_some() {
        bail!("{}: `{}` is a study of the list; choose another name", path.display(), study.name());
    }
    Ok(Box::leak(Box::new(study)))
}

/// The study that `results` are of: one of [`all`], or that which the journals state.
///
/// # Errors
/// If there is none.
pub fn of(results: &Results) -> anyhow::Result<&'static dyn Study> {
    if let Some(known) = find(&results.study) {
        return Ok(known);
    }
    let Some(text) = results.claimed.declaration() else {
        bail!("no study is called `{}` here; use the version that wrote it", results.study);
    };
    let stated = Declared::of(text, NamedFiles::Kept)
        .with_context(|| format!("study {} in the journal", results.study))?;
    Ok(Box::leak(Box::new(stated)))
}

/// The claims of `study` with their verdicts: each by itself, and all together.
#[must_use]
pub fn judged(study: &dyn Study, samples: &Samples) -> Vec<Claim> {
    let mut claims = study.claims(samples);
    judge_together(&mut claims, samples.positions().len());
    claims
}

/// What has been measured, if it can be judged: all that was to be, of all positions, with one worker a search. Else a verdict would depend
/// on when one stops, on which positions one picks, or on chance. `samples` are those of the results.
#[must_use]
pub fn to_judge<'a>(results: &Results, samples: &'a Samples) -> Cow<'a, Samples> {
    if is_whole(results, samples) && results.family.threads == 1 {
        Cow::Borrowed(samples)
    } else {
        Cow::Owned(Samples::default())
    }
}

/// Whether all that was to be measured was, of all positions.
fn is_whole(results: &Results, samples: &Samples) -> bool {
    results.missing == 0 && samples.positions().len() == results.positions
}

/// The title of a report: the study's, and of several workers how many.
fn title(study: &dyn Study, results: &Results) -> String {
    match results.family {
        Family { threads: 0 | 1, .. } => study.title().to_owned(),
        Family { threads, lockstep: None, .. } => format!("{} ({threads} workers)", study.title()),
        Family { threads, .. } => format!("{} ({threads} workers in lockstep)", study.title()),
    }
}

/// What is to be taken from what has been measured, all of it: by one worker, or by several in lockstep, of whom no claim is decided. Of threads it would
/// depend on chance.
#[must_use]
pub fn to_take(study: &dyn Study, results: &Results, samples: &Samples, claims: &[Claim]) -> String {
    let Family { threads, lockstep, .. } = results.family;
    if lockstep.is_none() {
        return study.takeaway(&to_judge(results, samples), claims);
    }
    let words = if is_whole(results, samples) { study.takeaway(samples, &[]) } else { String::new() };
    if words.is_empty() { words } else { format!("By {threads} workers in lockstep: {words}") }
}

#[cfg(test)]
mod tests {
    use super::{Extent, all, find};
    use crate::experiment::Experiment as _;
    use crate::experiment::claims::ClaimUnit;
    use crate::experiment::searches::{Results, Samples};

    #[test]
    fn words_have_no_markup_but_code() {
        for study in all() {
            let samples = Samples::default();
            let introduction = study.introduction(&Results::default(), &samples);
            for words in [&introduction, study.title(), study.about(), study.source()] {
                // Between ` ` is code: every other piece.
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
            let claim = claims.iter().find(|claim| claim.name == name).expect("it is claimed");
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
