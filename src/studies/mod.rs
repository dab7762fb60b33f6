//! What is investigated: a folder each, a line each in [`ALL`].
//!
//! A [`Study`] declares an experiment's axes, the claims to be judged and what its report shows. How experiments are run is
//! [`lab`](crate::lab), how results look [`report`](crate::report); neither knows a study. The command, `status`, `merge`, `compare` and
//! `report` go over the list.

pub(crate) mod index;
pub mod layouts;
pub mod page;
pub mod replacement_1994;

use std::borrow::Cow;

use crate::lab::claims::{Claim, judge_together};
use crate::lab::searches::{At, Results, Samples, Searches};
use crate::report;
use crate::report::document::{Block, Figure};

/// Something to be found out by searches over tables.
pub trait Study: Sync {
    /// The name on the command line and in result files: short, for ever.
    fn name(&self) -> &'static str;

    /// One line for `supplant study --help`.
    fn about(&self) -> &'static str;

    /// What its axes are unless the command says otherwise, in a paragraph.
    fn grid_in_words(&self) -> &'static str;

    /// The grid.
    fn experiment(&self, extent: Extent) -> Searches;

    /// The title of its report.
    fn title(&self) -> &'static str;

    /// What was asked, by whom, and what of it was measured: the first paragraph of the report.
    fn introduction(&self, results: &Results, samples: &Samples) -> String;

    /// Where its claims are from, in a sentence.
    fn source(&self) -> &'static str;

    /// The claims, decided.
    fn claims(&self, samples: &Samples) -> Vec<Claim>;

    /// The pictures that what was measured is enough for.
    fn figures(&self, samples: &Samples) -> Vec<Figure>;

    /// What the report has beside claims, figures and sums.
    fn sections(&self, samples: &Samples) -> Vec<Block> {
        let _ = samples;
        Vec::new()
    }

    /// What whoever builds a table should take from it, in a sentence of measured numbers; empty where they are not enough.
    fn takeaway(&self, samples: &Samples, claims: &[Claim]) -> String {
        let _ = samples;
        report::claims::count(claims)
    }

    /// What `--verify` prints behind the verdicts.
    fn beside(&self, samples: &Samples) -> String {
        let _ = samples;
        String::new()
    }

    /// Thousands of nodes that the source has printed for a cell of these samples.
    fn published(&self, samples: &Samples, at: At) -> Option<u64> {
        let _ = (samples, at);
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

/// How much of a study is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What shows the outcome within a minute.
    Quick,
    /// All of it.
    Full,
}

/// Every study.
pub static ALL: [&dyn Study; 2] = [&replacement_1994::Replacement1994, &layouts::Layouts];

/// The study of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Study> {
    ALL.into_iter().find(|study| study.name() == name)
}

/// The claims of `study` with their verdicts: each by itself, and all together.
#[must_use]
pub fn judged(study: &dyn Study, samples: &Samples) -> Vec<Claim> {
    let mut claims = study.claims(samples);
    judge_together(&mut claims, samples.positions().len());
    claims
}

/// What has been measured, if it can be judged: all of the grid, with one worker a search. Else a verdict would depend on when one
/// stops, or on chance. `samples` are those of the results.
#[must_use]
pub fn to_judge<'a>(results: &Results, samples: &'a Samples) -> Cow<'a, Samples> {
    if results.missing == 0 && results.family.threads == 1 {
        Cow::Borrowed(samples)
    } else {
        Cow::Owned(Samples::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Extent, find};
    use crate::lab::Experiment as _;

    #[test]
    fn every_study_is_found_by_its_name_and_its_grid_is_of_it() {
        for study in ALL {
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
