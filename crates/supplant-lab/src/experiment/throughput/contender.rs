//! The subjects of a run behind one interface, or the reasons why they are missing.

use std::fmt;
use std::ops::Range;
use supplant::entry::SizedEntry;

use hdrhistogram::Histogram;

use super::keys::KeyStream;
use super::measure::{self, Counts};
use super::own::Own;
use super::{About, OperationMix, Subject, SubjectKind};
use supplant::entry::bucket::{LayoutName, Ready};
use supplant::key::Key;
use supplant::scheme::{Scheme, SchemeName, Visit};
use supplant::table::Pages;

pub trait Course: Sync {
    fn capacity(&self) -> usize;
    fn pages(&self) -> Option<Pages>;
    fn fill(&self, keys: KeyStream, numbers: Range<u64>);
    fn held(&self, asked: &[Key], found: &mut Vec<Key>);
    fn work(&self, mix: OperationMix, keys: &[Key], ahead: usize) -> Counts;
    fn each(&self, mix: OperationMix, keys: &[Key], times: &mut Histogram<u64>);
}

struct Built<T>(T);

impl<T: Subject> Course for Built<T> {
    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn pages(&self) -> Option<Pages> {
        self.0.pages()
    }

    fn fill(&self, keys: KeyStream, numbers: Range<u64>) {
        measure::fill(&self.0, keys, numbers);
    }

    fn held(&self, asked: &[Key], found: &mut Vec<Key>) {
        measure::held(&self.0, asked, found);
    }

    fn work(&self, mix: OperationMix, keys: &[Key], ahead: usize) -> Counts {
        measure::work(&self.0, mix, keys, ahead)
    }

    fn each(&self, mix: OperationMix, keys: &[Key], times: &mut Histogram<u64>) {
        measure::each(&self.0, mix, keys, times);
    }
}

type Build = fn(usize, usize) -> Result<Box<dyn Course>, String>;

#[derive(Clone)]
pub struct Competitor {
    about: About,
    false_hit: f64,
    build: Result<Build, String>,
}

impl Competitor {
    #[must_use]
    pub fn of<T: Subject + 'static>() -> Self {
        let build: Build = |bytes, threads| Ok(Box::new(Built(T::with_bytes(bytes, threads)?)));
        Self { about: T::ABOUT, false_hit: T::FALSE_HIT, build: Ok(build) }
    }

    #[must_use]
    pub fn missing(name: &'static str, kind: SubjectKind, why: String) -> Self {
        let about = About { name, kind, variant: "", slots: 0, prefetches: false, answers: false };
        Self { about, false_hit: 0.0, build: Err(why) }
    }

    #[must_use]
    pub const fn about(&self) -> About {
        self.about
    }

    #[must_use]
    pub const fn false_hit(&self) -> f64 {
        self.false_hit
    }

    #[must_use]
    pub fn why_missing(&self) -> Option<&str> {
        self.build.as_ref().err().map(String::as_str)
    }

    pub fn build(&self, bytes: usize, threads: usize) -> Result<Box<dyn Course>, String> {
        self.build.clone()?(bytes, threads)
    }
}

impl fmt::Debug for Competitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender").field("about", &self.about).finish_non_exhaustive()
    }
}

#[must_use]
pub fn own(schemes: &[SchemeName], layouts: &[LayoutName]) -> Vec<Competitor> {
    struct List;
    impl Visit for List {
        type Payload = SizedEntry;
        type Out = Competitor;
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> Competitor {
            Competitor::of::<Own<S, B>>()
        }
    }
    let pairs = layouts.iter().flat_map(|&layout| schemes.iter().map(move |&scheme| (scheme, layout)));
    pairs.filter_map(|(scheme, layout)| scheme.visit_in(layout, List).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Competitor, own};
    use crate::experiment::throughput::SubjectKind;
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;

    #[test]
    fn every_scheme_is_in_the_list_once_for_each_layout_that_it_can_have() {
        let all = own(SchemeName::ALL, LayoutName::ALL);
        let fitting =
            LayoutName::ALL.iter().flat_map(|&layout| SchemeName::ALL.iter().map(move |s| s.fits(layout)));
        assert_eq!(all.len(), fitting.filter(|&fits| fits).count());
        let mut names: Vec<_> = all.iter().map(|one| (one.about().name, one.about().variant)).collect();
        names.dedup();
        assert_eq!(names.len(), all.len());
    }

    #[test]
    fn a_missing_competitor_says_why_when_it_is_built() {
        let missing = Competitor::missing("moka", SubjectKind::Cache, "not compiled in".to_owned());
        assert_eq!(missing.why_missing(), Some("not compiled in"));
        assert_eq!(missing.build(1, 1).err().as_deref(), Some("not compiled in"));
    }
}
