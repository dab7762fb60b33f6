//! Layouts at equal bytes: what more entries in the same memory are worth, and what fewer verified bits cost in safety.

mod claims;
mod figures;
mod tables;
mod takeaway;

use super::replacement_1994::Replacement1994;
use super::{Extent, Study};
use crate::entry::bucket::LayoutName;
use crate::lab::claims::Claim;
use crate::lab::searches::{Contender, Mode, Results, Samples, Searches};
use crate::report::document::{Block, Figure};

/// The study.
#[derive(Clone, Copy, Debug)]
pub struct Layouts;

/// The denser layout that the claims are about.
const DENSE: LayoutName = LayoutName::Single8;

impl Study for Layouts {
    fn name(&self) -> &'static str {
        "layouts"
    }

    fn about(&self) -> &'static str {
        "Layouts at equal bytes: more entries against more verified bits of the key"
    }

    fn grid_in_words(&self) -> &'static str {
        "Without options: the seven schemes of 1994 in xor16 and single8, tables of 8K to 1024K slots of 16 bytes, cleared, plies 3 to 7. \
         With --quick: 8K, 64K and 512K."
    }

    fn experiment(&self, extent: Extent) -> Searches {
        Searches {
            study: self.name().to_owned(),
            layouts: vec![Contender::LAYOUT, DENSE],
            further: None,
            modes: vec![Mode::Clear],
            ..Replacement1994.experiment(extent)
        }
    }

    fn title(&self) -> &'static str {
        "Layouts at equal bytes"
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        format!(
            "A table of given bytes holds more entries the smaller they are, and the smaller they are, the less of the key they verify. \
             Search `{}` on {} positions, the same schemes in the same bytes.",
            results.family.search,
            samples.positions().len()
        )
    }

    fn source(&self) -> &'static str {
        "What whoever chooses a smaller entry expects."
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        claims::all(samples)
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        figures::all(samples)
    }

    fn takeaway(&self, samples: &Samples, _: &[Claim]) -> String {
        takeaway::words(samples).unwrap_or_default()
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        tables::section(samples)
    }
}
