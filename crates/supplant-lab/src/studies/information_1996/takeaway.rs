//! The takeaway: what each use of a hit is worth.

use super::{Information1996, experiments, in_words};
use crate::experiment::claims::fewer;
use crate::experiment::searches::Samples;
use crate::experiment::sizes;
use supplant_search::search::HitUse;

pub(super) fn words(study: &Information1996, samples: &Samples) -> Option<String> {
    let (size, all) = experiments::all(study, samples)?;
    let of = |hit| all.iter().find(|one| one.hit == hit);
    let told = |hit| Some(format!("{} if a hit gives the {}", fewer(of(hit)?.change), in_words(hit)));
    let changes = [HitUse::Both, HitUse::Score, HitUse::Bound, HitUse::Move, HitUse::Exact].map(told);
    let changes = changes.into_iter().collect::<Option<Vec<_>>>()?;
    let cut = of(HitUse::Both)?.cut?;
    Some(format!(
        "Relative to no table, a search with a table of {} entries visits {} ({} positions, {} plies). If a hit gives score and move, {:.0} % of hits end the \
         search of their position.",
        sizes::name(size),
        changes.join(", "),
        samples.positions().len(),
        study.game.ply,
        cut.value * 100.0
    ))
}
