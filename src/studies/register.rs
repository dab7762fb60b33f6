//! Claims are registered before anything is measured: whoever sees the outcome first can always find a claim that fits it.
//!
//! Each session of a journal begins with a digest of the claims as they then stood, and a file beside it holds them in words. A report
//! says whether its claims are those.

use super::Study;
use crate::lab::journal::Registered;
use crate::lab::plan::digest;
use crate::lab::provenance::Provenance;
use crate::lab::searches::{Results, Samples};

/// What `study` claims, whatever is measured.
#[must_use]
pub fn registered(study: &dyn Study) -> Registered {
    Registered {
        claims: digest(in_words(study).into_bytes()),
        declaration: study.declaration().map(str::to_owned),
    }
}

/// The claims, a paragraph each.
fn in_words(study: &dyn Study) -> String {
    let claims = study.claims(&Samples::default());
    let paragraph = |claim: &crate::lab::claims::Claim| {
        let readings = claim.readings.iter().map(|reading| reading.reading).filter(|name| !name.is_empty());
        let readings = readings.map(|name| format!("Reading: {name}.\n")).collect::<String>();
        let crate::lab::claims::Claim { name, section, sentence, statistic, paper, .. } = claim;
        format!("{name} ({section})\n{sentence}\n{statistic}\nExpected: {paper}.\n{readings}\n")
    };
    claims.iter().map(paragraph).collect()
}

/// The file that is written before a run: what is claimed, by which build, and when.
#[must_use]
pub fn file(study: &dyn Study, provenance: &Provenance) -> String {
    format!(
        "Claims of study {}, digest {}, registered {} by supplant {}.\n\n{}",
        study.name(),
        registered(study).claims,
        provenance.started,
        provenance.build(),
        in_words(study)
    )
}

/// Whether the claims that are judged were made before anything was measured, in a sentence.
#[must_use]
pub fn sentence(study: &dyn Study, results: &Results) -> String {
    let now = registered(study).claims;
    let Some((first, before)) = results.registered.first() else {
        return format!(
            "These claims (digest `{now}`) are not registered: the version that measured did not keep what was claimed."
        );
    };
    let when = match first.started.as_str() {
        "" => "before the first unit".to_owned(),
        started => format!("on {started}, before the first unit"),
    };
    let build = first.build();
    if before.claims == now {
        format!("The claims are those registered {when} was measured, by supplant {build}: digest `{now}`.")
    } else {
        format!(
            "The claims have changed since they were registered {when} was measured, by supplant {build}: digest `{}` then, `{now}` \
             now. What is judged here was written with the outcome at hand.",
            before.claims
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Study, registered, sentence};
    use crate::lab::journal::Registered;
    use crate::lab::provenance::Provenance;
    use crate::lab::searches::Results;
    use crate::studies::all;

    fn results(claims: &str) -> Results {
        let before = Registered { claims: claims.to_owned(), declaration: None };
        Results { registered: vec![(Provenance::default(), before)], ..Results::default() }
    }

    #[test]
    fn a_report_says_whether_its_claims_were_made_before_the_run() {
        let studies = all();
        for study in studies {
            let now = registered(study).claims;
            assert!(sentence(study, &results(&now)).contains("are those registered"));
            assert!(sentence(study, &results("0123")).contains("have changed"), "another digest");
            assert!(sentence(study, &Results::default()).contains("not registered"));
        }
        let digest = |study: &dyn Study| registered(study).claims;
        assert_ne!(digest(studies[0]), digest(studies[1]), "other claims, another digest");
    }
}
