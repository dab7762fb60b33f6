//! Registers claims before anything is measured, so that no claim is fitted to the outcome.

use super::Study;
use crate::experiment::claimed::Claimed;
use crate::experiment::claims::{Claim, Decision, Range};
use crate::experiment::journal::Registered;
use crate::experiment::plan::digest;
use crate::experiment::provenance::Provenance;
use crate::experiment::searches::{Samples, Searches};

#[must_use]
pub fn registered(study: &dyn Study, experiment: &Searches, provenance: &Provenance) -> Registered {
    let words = format!(
        "{}{SEARCHED}{} on {} positions of {}, digest {}{}.\n",
        in_words(study, true).concat(),
        experiment.search.0,
        experiment.positions.positions.len(),
        experiment.positions.name,
        experiment.positions.digest(),
        if experiment.repeats > 1 { format!(", {} times", experiment.repeats) } else { String::new() }
    );
    Registered {
        claims: digest(words.bytes()),
        words,
        on: provenance.started.clone(),
        by: provenance.build(),
        declaration: study.declaration().map(str::to_owned),
    }
}

fn in_words(study: &dyn Study, with_ranges: bool) -> Vec<String> {
    let reading = |decision: &Decision| {
        let name = match decision.reading {
            "" => String::new(),
            reading => format!("Reading: {reading}.\n"),
        };
        match decision.range.filter(|_| with_ranges) {
            Some(Range { low, high }) => format!("{name}{RANGE}{low} to {high}.\n"),
            None => name,
        }
    };
    let paragraph = |claim: &Claim| {
        let readings = claim.readings.iter().map(reading).collect::<String>();
        let Claim { name, section, sentence, statistic, paper, .. } = claim;
        format!("{name} ({section})\n{sentence}\n{statistic}\nThe source: {paper}.\n{readings}\n")
    };
    study.claims(&Samples::default()).iter().map(paragraph).collect()
}

const RANGE: &str = "Range: ";
const SEARCHED: &str = "Searched: ";

fn are_of(words: &str, study: &dyn Study) -> bool {
    let claims = claims_of(words);
    claims == in_words(study, has_ranges(claims)).concat()
}

fn claims_of(words: &str) -> &str {
    // The last match counts, because a name of positions may say the same. Without claims it is the
    // only line.
    match words.rfind(&format!("\n{SEARCHED}")) {
        Some(end) => &words[..=end],
        None if words.starts_with(SEARCHED) => "",
        None => words,
    }
}

fn has_ranges(claims: &str) -> bool {
    claims.lines().any(|line| line.starts_with(RANGE))
}

#[must_use]
pub fn file(study: &str, Registered { claims, words, on, by, .. }: &Registered) -> String {
    format!("Claims of study {study}, digest {claims}, registered{} by supplant {by}.\n\n{words}", when(on))
}

fn when(on: &str) -> String {
    if on.is_empty() { String::new() } else { format!(" on {on}") }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    Registered(String),
    Not(String),
}

#[must_use]
pub fn standing(study: &dyn Study, claimed: &Claimed) -> Standing {
    let not = |why: &str| Standing::Not(why.to_owned());
    if claimed.has_lost_a_session {
        return not(
            "It is not known what was claimed before the first unit was measured: the line that said so is damaged.",
        );
    }
    let all: Option<Vec<_>> = claimed.all.iter().map(Option::as_ref).collect();
    let Some(all) = all.filter(|all| !all.is_empty()) else {
        return not("These claims were not registered: the version that measured did not record claims.");
    };
    if !all.iter().all(|one| one.is_whole()) {
        return not(
            "The joined results were measured under different sets of claims, or under unknown ones, so no set counts as registered.",
        );
    }
    if let Some(other) = all.iter().find(|other| !are_of(&other.words, study)) {
        let partly = claimed.first().and_then(|first| partly(first, study));
        return Standing::Not(partly.unwrap_or_else(|| changed(other)));
    }
    match claimed.first() {
        Some(Registered { claims, on, by, .. }) => Standing::Registered(format!(
            "The claims were registered{}, before the first unit was measured, by supplant {by}: digest `{claims}`.",
            when(on)
        )),
        None => not(
            "The claims were registered for several sets of positions, searches or repeats, not for these alone.",
        ),
    }
}

fn changed(Registered { on, by, .. }: &Registered) -> String {
    format!(
        "The claims have changed since supplant {by} registered some{}. Those judged here were written when results were known.",
        when(on)
    )
}

/// Says which claims still have the words that were registered; `None` if no claim has.
fn partly(Registered { claims, words, on, by, .. }: &Registered, study: &dyn Study) -> Option<String> {
    let registered = claims_of(words);
    let then: Vec<_> = registered.split_inclusive("\n\n").collect();
    let now = in_words(study, has_ranges(registered));
    let (same, new): (Vec<&str>, Vec<_>) = now.iter().map(String::as_str).partition(|one| then.contains(one));
    let is_gone =
        |one: &&str| name_of(one).is_some() && now.iter().all(|other| name_of(other) != name_of(one));
    let gone: Vec<_> = then.into_iter().filter(is_gone).collect();
    let told = |claims: &[&str], what: &str| {
        let names: Vec<_> =
            claims.iter().filter_map(|claim| Some(format!("`{}`", name_of(claim)?))).collect();
        if names.is_empty() { String::new() } else { format!(" {what}: {}.", names.join(", ")) }
    };
    let is_reordered = new.is_empty() && gone.is_empty();
    (!same.is_empty()).then(|| {
        format!(
            "The claims have changed since supplant {by} registered them{}, before the first unit was measured: digest `{claims}`. {} of {} still have the same words.{}{}{}{}",
            when(on),
            same.len(),
            now.len(),
            if has_ranges(registered) { "" } else { " That version registered no ranges beside the words." },
            if is_reordered { " Only their order is another." } else { "" },
            told(&new, "These were written when results were known"),
            told(&gone, "These were registered and are no longer judged"),
        )
    })
}

/// The name at the beginning of a claim's words: `name (section)`.
fn name_of(claim: &str) -> Option<&str> {
    let first = claim.lines().next()?;
    first.strip_suffix(')')?.split_once(" (").map(|(name, _)| name)
}

impl Standing {
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Self::Registered(sentence) | Self::Not(sentence) => sentence,
        }
    }

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
    use super::{Standing, are_of, registered, standing};
    use crate::experiment::claimed::Claimed;
    use crate::experiment::claims::Claim;
    use crate::experiment::journal::Registered;
    use crate::experiment::plan::digest;
    use crate::experiment::positions::PositionSet;
    use crate::experiment::provenance::Provenance;
    use crate::experiment::searches::Samples;
    use crate::studies::declared::{Declared, NamedFiles};
    use crate::studies::{Extent, Study, all};

    fn of(study: &dyn Study) -> Registered {
        registered(study, &study.experiment(Extent::Full), &Provenance::default())
    }

    #[test]
    fn a_report_says_whether_its_claims_were_made_before_the_run() {
        let [study, other, ..] = all();
        let is_registered = |all, has_lost_a_session| {
            let claimed = Claimed::made(all, has_lost_a_session);
            matches!(standing(study, &claimed), Standing::Registered(_))
        };
        let own = || Some(of(study));
        assert!(is_registered(vec![own()], false) && is_registered(vec![own(), own()], false));
        assert!(!is_registered(vec![Some(of(other))], false), "other claims than now");
        assert!(!is_registered(vec![own(), Some(of(other))], false), "other claims in between");
        assert!(!is_registered(vec![own(), None], false) && !is_registered(vec![], false), "not known");
        assert!(!is_registered(vec![own()], true), "who measured first is lost");
        let edited = Registered { words: of(study).words.replace("7 %", "8 %"), ..of(study) };
        assert!(!is_registered(vec![Some(edited)], false), "the words are not those of the digest");
        let joined = Registered { claims: String::new(), ..of(study) };
        assert!(!is_registered(vec![Some(joined)], false), "joined of several");
    }

    #[test]
    fn claims_left_out_afterwards_and_ranges_that_moved_are_found_out() {
        let text = include_str!("../../../../docs/experiments/forgetting.toml");
        let study = |text: &str| Declared::of(text, NamedFiles::Kept).expect("a study");
        let words = of(&study(text)).words;
        assert!(are_of(&words, &study(text)));
        let last = text.find("[[claim]]\nname = \"memory-mends\"").expect("it has a second claim");
        let figures = text.find("[[figure]]").expect("it has figures");
        let fewer = study(&format!("{}{}", &text[..last], &text[figures..]));
        let moved = study(&text.replace("above = 2", "above = 2.00000000001"));
        assert!(!are_of(&words, &fewer), "one is left out");
        assert!(!are_of(&words, &moved), "a range moved");
        let said = |claimed: &Declared, judged: &Declared| {
            standing(judged, &Claimed::made(vec![Some(of(claimed))], false)).sentence().to_owned()
        };
        let left_out = said(&study(text), &fewer);
        assert!(left_out.ends_with("1 of 1 still have the same words. These were registered and are no longer judged: `memory-mends`."), "{left_out}");
        let added = said(&fewer, &study(text));
        assert!(added.ends_with("1 of 2 still have the same words. These were written when results were known: `memory-mends`."), "{added}");
        let other = said(&study(text), &moved);
        assert!(other.ends_with("1 of 2 still have the same words. These were written when results were known: `newest-loses`."), "{other}");
        let (first, second) = (text.find("[[claim]]").expect("it has claims"), last);
        let turned = format!(
            "{}{}{}{}",
            &text[..first],
            &text[second..figures],
            &text[first..second],
            &text[figures..]
        );
        let turned = said(&study(text), &study(&turned));
        assert!(
            turned.ends_with("2 of 2 still have the same words. Only their order is another."),
            "{turned}"
        );
        let without_ranges = |study: &Declared| {
            let words: String = of(study)
                .words
                .lines()
                .filter(|line| !line.starts_with("Range"))
                .map(|line| format!("{line}\n"))
                .collect();
            Registered { claims: digest(words.bytes()), words, ..of(study) }
        };
        let claimed = Claimed::made(vec![Some(without_ranges(&fewer))], false);
        let unranged = standing(&study(text), &claimed).sentence().to_owned();
        assert!(
            unranged.contains("1 of 2 still have the same words. That version registered no ranges"),
            "{unranged}"
        );
        let all_moved = study(&text.replace("above = 2", "above = 3").replace("below = 0", "below = 1"));
        assert!(said(&study(text), &all_moved).contains("registered some"), "none is left");
        assert!(words.contains("Range: 0.02 to inf."), "{words}");
        let before: String =
            words.lines().filter(|line| !line.starts_with("Range")).map(|line| format!("{line}\n")).collect();
        assert!(are_of(&before, &study(text)), "versions that wrote no ranges");
    }

    #[test]
    fn a_study_that_claims_nothing_claims_the_same_afterwards_and_a_claim_added_to_it_is_found_out() {
        let text = include_str!("../../../../docs/experiments/forgetting.toml");
        let study = |text: &str| Declared::of(text, NamedFiles::Kept).expect("a study");
        let claims = text.find("[[claim]]").expect("it has claims");
        let figures = text.find("[[figure]]").expect("it has figures");
        let silent = study(&format!("{}{}", &text[..claims], &text[figures..]));
        let claimed = Claimed::made(vec![Some(of(&silent))], false);
        assert!(silent.claims(&Samples::default()).is_empty());
        assert!(matches!(standing(&silent, &claimed), Standing::Registered(_)));
        assert!(matches!(standing(&study(text), &claimed), Standing::Not(_)), "claims written afterwards");
    }

    #[test]
    fn every_study_registers_the_ranges_it_is_decided_by() {
        for study in all() {
            let claims = study.claims(&Samples::default());
            let ranges =
                claims.iter().flat_map(|claim: &Claim| &claim.readings).filter(|one| one.range.is_some());
            let registered = of(study).words.matches("Range: ").count();
            assert!(registered > 0 && registered == ranges.count(), "{}", study.name());
        }
    }

    #[test]
    fn the_positions_and_the_search_are_registered_too() {
        let study = all()[0];
        let experiment = |name: &str| {
            let mut experiment = study.experiment(Extent::Full);
            experiment.positions = PositionSet::built_in(name).expect("a set");
            experiment
        };
        let claims = |experiment| registered(study, &experiment, &Provenance::default()).claims;
        let same = claims(experiment("endings"));
        assert_eq!(claims(experiment("endings")), same);
        let mut renamed = experiment("middlegames");
        renamed.positions.name = "endings".to_owned();
        assert_ne!(claims(renamed), same, "other positions under the same name");
        let mut searched = experiment("endings");
        searched.search.0 = "sound".to_owned();
        assert_ne!(claims(searched), same);
    }
}
