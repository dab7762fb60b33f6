//! Claims are registered before anything is measured: whoever sees the outcome first can always find a claim that fits it.
//!
//! Each session of a journal begins with the claims as they then stood; a file beside it holds those of the first. A report says whether
//! its claims are those.

use super::Study;
use crate::lab::claims::Claim;
use crate::lab::journal::Registered;
use crate::lab::plan::digest;
use crate::lab::provenance::Provenance;
use crate::lab::searches::{Results, Samples, Searches};

/// What `study` claims before the session of `provenance` runs `experiment`.
#[must_use]
pub fn registered(study: &dyn Study, experiment: &Searches, provenance: &Provenance) -> Registered {
    let words = format!(
        "{}Searched: {} on {} positions of {}, digest {}.\n",
        in_words(study),
        experiment.search.0,
        experiment.positions.positions.len(),
        experiment.positions.name,
        experiment.positions.digest()
    );
    Registered {
        claims: digest(words.bytes()),
        words,
        on: provenance.started.clone(),
        by: provenance.build(),
        declaration: study.declaration().map(str::to_owned),
    }
}

/// The claims, a paragraph each.
fn in_words(study: &dyn Study) -> String {
    let paragraph = |claim: &Claim| {
        let readings = claim.readings.iter().map(|reading| reading.reading).filter(|name| !name.is_empty());
        let readings = readings.map(|name| format!("Reading: {name}.\n")).collect::<String>();
        let Claim { name, section, sentence, statistic, paper, .. } = claim;
        format!("{name} ({section})\n{sentence}\n{statistic}\nThe source: {paper}.\n{readings}\n")
    };
    study.claims(&Samples::default()).iter().map(paragraph).collect()
}

/// The file of what was registered first.
#[must_use]
pub fn file(study: &str, Registered { claims, words, on, by, .. }: &Registered) -> String {
    format!("Claims of study {study}, digest {claims}, registered{} by supplant {by}.\n\n{words}", when(on))
}

/// When; nothing is said in joined results, whose sessions are elsewhere.
fn when(on: &str) -> String {
    if on.is_empty() { String::new() } else { format!(" on {on}") }
}

/// Whether claims were made before anything was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They were.
    Registered(String),
    /// They were not, or it is not known; why.
    Not(String),
}

/// How the claims of `study` stand to what was registered when `results` were measured.
#[must_use]
pub fn standing(study: &dyn Study, results: &Results) -> Standing {
    let all: Option<Vec<_>> = results.registered.iter().map(Option::as_ref).collect();
    let Some(all) = all.filter(|all| !all.is_empty()) else {
        return Standing::Not(
            "What is claimed here was not registered: a version measured that did not keep what was claimed."
                .to_owned(),
        );
    };
    let Registered { claims, words, on, by, .. } = all[0];
    if !words.starts_with(&in_words(study)) {
        return Standing::Not(changed(all[0]));
    }
    if let Some(other) = all.iter().find(|other| other.claims != *claims) {
        return Standing::Not(format!(
            "Other claims were registered{} than{}, when the first unit was measured: some of the units are of a time when other claims stood.",
            when(&other.on),
            when(on)
        ));
    }
    Standing::Registered(format!(
        "The claims are those registered{}, before the first unit was measured, by supplant {by}: digest `{claims}`.",
        when(on)
    ))
}

/// What is to be said where other claims are judged than were registered `first`.
#[must_use]
pub fn changed(Registered { on, by, .. }: &Registered) -> String {
    format!(
        "The claims have changed since they were registered{}, before the first unit was measured, by supplant {by}: what is judged \
         here was written with the outcome at hand.",
        when(on)
    )
}

impl Standing {
    /// It, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Self::Registered(sentence) | Self::Not(sentence) => sentence,
        }
    }

    /// What those must be told who see verdicts alone.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        match self {
            Self::Registered(_) => None,
            Self::Not(why) => Some(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Standing, registered, standing};
    use crate::lab::journal::Registered;
    use crate::lab::positions::PositionSet;
    use crate::lab::provenance::Provenance;
    use crate::lab::searches::Results;
    use crate::studies::{Extent, Study, all};

    fn of(study: &dyn Study) -> Registered {
        registered(study, &study.experiment(Extent::Full), &Provenance::default())
    }

    #[test]
    fn a_report_says_whether_its_claims_were_made_before_the_run() {
        let [study, other] = all();
        let is_registered = |registered| {
            let results = Results { registered, ..Results::default() };
            matches!(standing(study, &results), Standing::Registered(_))
        };
        assert!(
            is_registered(vec![Some(of(study))]) && is_registered(vec![Some(of(study)), Some(of(study))])
        );
        assert!(!is_registered(vec![Some(of(other))]), "other claims than now");
        assert!(!is_registered(vec![Some(of(study)), Some(of(other))]), "other claims in between");
        assert!(!is_registered(vec![Some(of(study)), None]) && !is_registered(vec![]), "not known");
    }

    #[test]
    fn the_positions_are_registered_too() {
        let study = all()[0];
        let of = |name: &str| {
            let mut experiment = study.experiment(Extent::Full);
            experiment.positions = PositionSet::built_in(name).expect("a set");
            registered(study, &experiment, &Provenance::default()).claims
        };
        assert_ne!(of("middlegames"), of("endings"));
        assert_eq!(of("endings"), of("endings"));
    }
}
