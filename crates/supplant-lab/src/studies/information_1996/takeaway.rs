//! The takeaway: what each use of a hit is worth.

use super::{Information1996, experiments, in_words};
use crate::experiment::claims::change;
use crate::experiment::searches::Samples;
use crate::experiment::sizes;
use supplant_search::search::HitUse;

pub(super) fn words(study: &Information1996, samples: &Samples) -> Option<String> {
    let (size, all) = experiments::all(study, samples)?;
    let of = |hit| all.iter().find(|one| one.hit == hit);
    let told = |hit| Some(format!("{} {}", in_words(hit), change(of(hit)?.change)));
    let changes = [HitUse::Move, HitUse::Exact, HitUse::Bound, HitUse::Score, HitUse::Both].map(told);
    let changes = changes.into_iter().collect::<Option<Vec<_>>>()?;
    let cut = of(HitUse::Both)?.cut?;
    Some(format!(
        "Nodes with a table of {} positions relative to none, by what a hit gives ({} ply, {} positions): {}; where it gives score and move, \
         {:.0} % of hits end the search of a position.",
        sizes::name(size),
        study.game.ply,
        samples.positions().len(),
        changes.join(", "),
        cut.value * 100.0
    ))
}
