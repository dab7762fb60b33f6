//! Contrasts: nodes in some cells relative to nodes in others, stated by the axes on which they differ. What most claims are about.
//!
//! `of` and `to` say where the two sides differ, `at` where both are measured. Of several places in `at` the geometric mean is taken, so
//! that a ratio and its inverse weigh the same, or each is a number of its own.

use super::{Contender, Cost, Hits, Mode, Samples, Searches};
use crate::entry::Depth;
use crate::entry::bucket::LayoutName;
use crate::lab::sizes;
use crate::lab::stats::{Bootstrap, Confidence, geometric_mean, sum};

/// Some values on some axes; an axis that has none is not spoken of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// What remembers positions, in the plain layout.
    pub contenders: Vec<Contender>,
    /// The layout of entries, where it is another.
    pub layouts: Vec<LayoutName>,
    /// Sizes, in slots of [`sizes::SLOT_BYTES`].
    pub sizes: Vec<usize>,
    /// What happens between positions.
    pub modes: Vec<Mode>,
    /// Plies.
    pub plies: Vec<Depth>,
}

/// An axis that a place may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Schemes, or none, or a table without end.
    Scheme,
    /// Layouts.
    Layout,
    /// Sizes.
    Size,
    /// Modes.
    Mode,
    /// Plies.
    Ply,
}

impl Along {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Scheme, Self::Layout, Self::Size, Self::Mode, Self::Ply];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Layout => "layout",
            Self::Size => "size",
            Self::Mode => "mode",
            Self::Ply => "ply",
        }
    }
}

/// A cell of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    mode: Mode,
    ply: Depth,
    contender: Contender,
    size: Option<usize>,
}

impl Spot {
    /// Its nodes, by position.
    #[must_use]
    pub fn nodes(self, samples: &Samples) -> Option<&[u64]> {
        samples.nodes(self.mode, self.ply, self.contender, self.size)
    }

    /// Whether `grid` measures it.
    ///
    /// # Errors
    /// What the grid lacks.
    pub fn is_in(self, grid: &Searches) -> Result<(), String> {
        let Self { mode, ply, contender, size } = self;
        let further = grid.further.as_ref().filter(|further| further.ply == ply);
        let sizes = further.map_or(&grid.slots, |further| &further.slots);
        let lacks = |what: String| Err(format!("the grid has no {what}"));
        if further.is_none() && !(grid.plies.0..=grid.plies.1).contains(&ply) {
            return lacks(format!("{ply} ply"));
        }
        if contender != Contender::None && !grid.modes.contains(&mode) {
            return lacks(format!("mode {mode}"));
        }
        if contender.scheme().is_some() && !grid.tables().any(|table| table == contender) {
            return lacks(contender.to_string());
        }
        match size.filter(|size| !sizes.contains(size)) {
            Some(size) => lacks(format!("size {} at {ply} ply", sizes::name(size))),
            None => Ok(()),
        }
    }

    /// What it costs.
    #[must_use]
    pub fn cost(self, samples: &Samples) -> Option<Cost> {
        samples.cost(self.mode, self.ply, self.contender, self.size)
    }

    /// What was found in its table.
    #[must_use]
    pub fn hits(self, samples: &Samples) -> Option<Hits> {
        samples.hits(self.mode, self.ply, self.contender, self.size)
    }
}

impl Place {
    /// How many values it has on an axis.
    #[must_use]
    pub fn count(&self, along: Along) -> usize {
        match along {
            Along::Scheme => self.contenders.len(),
            Along::Layout => self.layouts.len(),
            Along::Size => self.sizes.len(),
            Along::Mode => self.modes.len(),
            Along::Ply => self.plies.len(),
        }
    }

    /// Its values, and where it has none those of `other`.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        fn first<T: Clone>(own: &[T], other: &[T]) -> Vec<T> {
            if own.is_empty() { other.to_vec() } else { own.to_vec() }
        }
        Self {
            contenders: first(&self.contenders, &other.contenders),
            layouts: first(&self.layouts, &other.layouts),
            sizes: first(&self.sizes, &other.sizes),
            modes: first(&self.modes, &other.modes),
            plies: first(&self.plies, &other.plies),
        }
    }

    /// It with the `i`th of its values alone on an axis.
    fn only(&self, along: Along, i: usize) -> Self {
        let mut one = self.clone();
        match along {
            Along::Scheme => one.contenders = vec![self.contenders[i]],
            Along::Layout => one.layouts = vec![self.layouts[i]],
            Along::Size => one.sizes = vec![self.sizes[i]],
            Along::Mode => one.modes = vec![self.modes[i]],
            Along::Ply => one.plies = vec![self.plies[i]],
        }
        one
    }

    /// A place for each of its values on each of `axes`.
    #[must_use]
    pub fn each(&self, axes: &[Along]) -> Vec<Self> {
        axes.iter().fold(vec![self.clone()], |places, &along| {
            let split = |place: &Self| match place.count(along) {
                0 => vec![place.clone()],
                count => (0..count).map(|i| place.only(along, i)).collect(),
            };
            places.iter().flat_map(split).collect()
        })
    }

    /// The one cell that it names, if it names one; without a layout in the plain one, without a mode cleared.
    ///
    /// # Errors
    /// The axis on which it is silent, or says too much.
    pub fn spot(&self) -> Result<Spot, String> {
        let one = |along: Along| match self.count(along) {
            1 => Ok(()),
            0 => Err(format!("no {} is named", along.name())),
            several => Err(format!("{several} values of {} where one is meant", along.name())),
        };
        one(Along::Scheme)?;
        one(Along::Ply)?;
        let contender = match (self.contenders[0], self.layouts.first()) {
            (Contender::Scheme(scheme, Contender::LAYOUT), Some(&layout)) => {
                Contender::Scheme(scheme, layout)
            }
            (named @ Contender::Scheme(..), Some(_)) if !named.is_plain() => {
                return Err(format!("{named} names its layout, and `layout` another; say it once"));
            }
            (other, _) => other,
        };
        let size = match contender.scheme() {
            Some(_) => one(Along::Size).map(|()| Some(self.sizes[0]))?,
            None => None,
        };
        // Without a table there is nothing to clear: one cell, whatever the mode.
        let mode = match contender {
            Contender::None => Mode::Clear,
            _ => self.modes.first().copied().unwrap_or(Mode::Clear),
        };
        Ok(Spot { mode, ply: self.plies[0], contender, size })
    }

    /// Its values on one axis, in words.
    #[must_use]
    pub fn words_along(&self, along: Along) -> Vec<String> {
        match along {
            Along::Scheme => self.contenders.iter().map(|&contender| in_words(contender)).collect(),
            Along::Layout => self.layouts.iter().map(|layout| layout.name().to_owned()).collect(),
            Along::Size => self.sizes.iter().map(|&size| sizes::name(size)).collect(),
            Along::Mode => self.modes.iter().map(|&mode| manner(mode).to_owned()).collect(),
            Along::Ply => self.plies.iter().map(|ply| format!("{ply} ply")).collect(),
        }
    }

    /// All it says, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let said = Along::ALL.into_iter().map(|along| (along, self.words_along(along)));
        let said = said.filter(|(_, words)| !words.is_empty()).map(|(along, words)| match along {
            Along::Size => format!("{} slots of {} bytes", listed(&words), sizes::SLOT_BYTES),
            _ => listed(&words),
        });
        said.collect::<Vec<_>>().join(", ")
    }
}

fn in_words(contender: Contender) -> String {
    match contender {
        Contender::None => "no table".to_owned(),
        Contender::Unbounded => "a table without collisions".to_owned(),
        Contender::Scheme(..) => contender.to_string(),
    }
}

fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Clear => "table cleared",
        Mode::Stamp => "entries stamped",
    }
}

/// `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Nodes of some cells relative to those of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contrast {
    /// What is looked at.
    pub of: Place,
    /// What it is set beside.
    pub to: Place,
    /// Where both are measured.
    pub at: Place,
    /// Where the same contrast is taken away from it.
    pub less: Option<Place>,
    /// The axes of `at` whose values are numbers of their own; on the others the mean is taken.
    pub each: Vec<Along>,
}

/// A contrast measured: which of its numbers, and the number.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Which one, in words; empty if there is one.
    pub name: String,
    /// Nodes less 1 in proportion, or what that is more than elsewhere.
    pub number: Confidence,
}

/// The pairs of one number: of those that are taken, and of those that are taken away.
type Pairs = (Vec<(Spot, Spot)>, Vec<(Spot, Spot)>);

impl Contrast {
    /// Its numbers, with what the choice of positions leaves open; `None` if a cell was not measured.
    ///
    /// # Panics
    /// If [`Self::check`] refuses it.
    #[must_use]
    pub fn measured(&self, samples: &Samples) -> Option<Vec<Measured>> {
        let numbers = self.numbers().expect("it was checked");
        let measured = |(name, (plus, minus)): (String, Pairs)| {
            let columns = plus.iter().chain(&minus).flat_map(|&(of, to)| [of, to]);
            let columns: Vec<_> = columns.map(|spot| spot.nodes(samples)).collect::<Option<_>>()?;
            let mean = |sums: &[f64]| geometric_mean(sums.chunks(2).map(|pair| pair[0] / pair[1]));
            let number = Bootstrap::default().estimate(&columns, |sums| {
                let (plus, minus) = sums.split_at(2 * plus.len());
                mean(plus) - if minus.is_empty() { 1.0 } else { mean(minus) }
            });
            Some(Measured { name, number })
        };
        numbers.into_iter().map(measured).collect()
    }

    /// The ratio of sums at one place, without an interval.
    #[must_use]
    pub fn value_at(&self, samples: &Samples, place: &Place) -> Option<f64> {
        let side = |side: &Place| side.over(place).spot().ok()?.nodes(samples).map(sum);
        Some(side(&self.of)? / side(&self.to)?)
    }

    /// Whether it names cells, all of them in `grid`.
    ///
    /// # Errors
    /// What it lacks, or says twice.
    pub fn check(&self, grid: &Searches) -> Result<(), String> {
        for (_, (plus, minus)) in self.checked()? {
            plus.iter()
                .chain(&minus)
                .try_for_each(|(of, to)| of.is_in(grid).and_then(|()| to.is_in(grid)))?;
        }
        Ok(())
    }

    /// Its numbers, if there is nothing wrong with it.
    fn checked(&self) -> Result<Vec<(String, Pairs)>, String> {
        for along in Along::ALL {
            let both = self.of.count(along) + self.to.count(along);
            if both > 0 && self.at.count(along) > 0 {
                return Err(format!("{} is in `at` and in `of` or `to`; name it once", along.name()));
            }
            if self.each.contains(&along) && self.at.count(along) == 0 {
                return Err(format!("`each` names {}, of which `at` says nothing", along.name()));
            }
        }
        if let Some(less) = &self.less {
            self.check_less(less)?;
        }
        if (1..self.each.len()).any(|i| self.each[..i].contains(&self.each[i])) {
            return Err("`each` names an axis twice".to_owned());
        }
        let numbers = self.numbers()?;
        if numbers.is_empty() {
            return Err("`of` and `to` are the same cells".to_owned());
        }
        if numbers.iter().any(|(_, (plus, minus))| plus == minus || plus.iter().any(|(of, to)| of == to)) {
            return Err(
                "in places both sides, or `at` and `less`, are the same cells; leave those out".to_owned()
            );
        }
        Ok(numbers)
    }

    /// What is taken away is of one other place, on axes of `at`.
    fn check_less(&self, less: &Place) -> Result<(), String> {
        let said: Vec<_> = Along::ALL.into_iter().filter(|&along| less.count(along) > 0).collect();
        if said.is_empty() {
            return Err("`less` names no place".to_owned());
        }
        for along in said {
            let name = along.name();
            if less.count(along) > 1 {
                return Err(format!("`less` names several values of {name} where one is meant"));
            }
            if self.of.count(along) + self.to.count(along) > 0 {
                return Err(format!(
                    "`less` names {name}, on which `of` and `to` differ; name an axis of `at`"
                ));
            }
            if self.each.contains(&along) {
                return Err(format!("`less` and `each` both name {name}"));
            }
        }
        Ok(())
    }

    /// Every number, with the cells it is made from.
    fn numbers(&self) -> Result<Vec<(String, Pairs)>, String> {
        let mut numbers = Vec::new();
        for at in self.at.each(&self.each) {
            let less = self.less.as_ref().map(|less| less.over(&at));
            for of in self.of.each(&Along::ALL) {
                for to in self.to.each(&Along::ALL) {
                    let plus = pairs(&of, &to, &at)?;
                    let minus = less.as_ref().map_or(Ok(Vec::new()), |less| pairs(&of, &to, less))?;
                    // Nothing is set beside itself where several values are gone through.
                    if plus.iter().any(|(of, to)| of != to) {
                        numbers.push((self.name(&of, &to, &at), (plus, minus)));
                    }
                }
            }
        }
        if let [(name, _)] = numbers.as_mut_slice() {
            name.clear();
        }
        Ok(numbers)
    }

    fn name(&self, of: &Place, to: &Place, at: &Place) -> String {
        let mut words = Vec::new();
        if self.of.each(&Along::ALL).len() * self.to.each(&Along::ALL).len() > 1 {
            words.push(format!("{} to {}", of.words(), to.words()));
        }
        words.extend(self.each.iter().flat_map(|&along| at.words_along(along)));
        words.join(", ")
    }

    /// The number and how it is made, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let several: Vec<_> = Along::ALL.into_iter().filter(|&along| self.at.count(along) > 1).collect();
        let (each, mean): (Vec<_>, Vec<_>) = several.into_iter().partition(|along| self.each.contains(along));
        let less = self
            .less
            .as_ref()
            .map_or_else(|| ", less 1".to_owned(), |less| format!(", less the same at {}", less.words()));
        let names = |axes: Vec<Along>| axes.into_iter().map(Along::name).collect::<Vec<_>>().join(" and ");
        let mean =
            if mean.is_empty() { String::new() } else { format!(" (geometric mean over {})", names(mean)) };
        let each = if each.is_empty() { String::new() } else { format!("; each {} for itself", names(each)) };
        let several = |side: &Place| side.each(&Along::ALL).len() > 1;
        let of = if several(&self.of) || several(&self.to) { ", each for itself" } else { "" };
        let at = self.at.words();
        let at = if at.is_empty() { at } else { format!("; {at}") };
        format!("Nodes with {} relative to {}{of}{mean}{less}{each}{at}", self.of.words(), self.to.words())
    }
}

/// The cells of both sides, at each place of `at`.
fn pairs(of: &Place, to: &Place, at: &Place) -> Result<Vec<(Spot, Spot)>, String> {
    let pair = |place: &Place| Ok((of.over(place).spot()?, to.over(place).spot()?));
    at.each(&Along::ALL).iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::{Along, Contrast, Place};
    use crate::entry::bucket::LayoutName;
    use crate::lab::searches::{Contender, Mode, Samples, Searches};
    use crate::scheme::SchemeName;

    const SCHEMES: [SchemeName; 3] = [SchemeName::TwoBig1, SchemeName::Deep, SchemeName::New];

    /// Nodes: 100 times the number of the scheme, and half at the larger size.
    fn samples() -> Samples {
        let mut samples = Samples::default();
        for (i, scheme) in SCHEMES.into_iter().enumerate() {
            for (size, factor) in [(8, 2), (64, 1)] {
                let nodes = (0..12).map(|_| 100 * (i as u64 + 1) * factor).collect();
                samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(size)), nodes);
            }
        }
        samples
    }

    fn schemes(schemes: &[SchemeName]) -> Place {
        Place {
            contenders: schemes.iter().map(|&scheme| Contender::table(scheme)).collect(),
            ..Place::default()
        }
    }

    fn at(sizes: &[usize]) -> Place {
        Place { sizes: sizes.to_vec(), plies: vec![7], ..Place::default() }
    }

    fn values(contrast: &Contrast) -> Vec<(String, f64)> {
        contrast.checked().expect("it names cells");
        let measured = contrast.measured(&samples()).expect("it was measured");
        let value = |number: f64| (number * 1e9).round() / 1e9;
        measured.into_iter().map(|measured| (measured.name, value(measured.number.value()))).collect()
    }

    #[test]
    fn the_mean_is_taken_where_nothing_else_is_said() {
        let contrast = Contrast {
            of: schemes(&SCHEMES[1..2]),
            to: schemes(&SCHEMES[..1]),
            at: at(&[8, 64]),
            ..Contrast::default()
        };
        assert_eq!(values(&contrast), [(String::new(), 1.0)]);
        assert_eq!(
            contrast.words(),
            "Nodes with DEEP relative to TWOBIG1 (geometric mean over size), less 1; 8 and 64 slots of 16 bytes, 7 ply"
        );
        let each = Contrast { each: vec![Along::Size], ..contrast };
        assert_eq!(values(&each), [("8".to_owned(), 1.0), ("64".to_owned(), 1.0)]);
    }

    #[test]
    fn the_mean_of_ratios_is_geometric() {
        let mut samples = Samples::default();
        for (size, nodes) in [(8, 200), (64, 50)] {
            for (scheme, nodes) in [(SCHEMES[1], nodes), (SCHEMES[0], 100)] {
                samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(size)), vec![nodes; 12]);
            }
        }
        let contrast = Contrast {
            of: schemes(&SCHEMES[1..2]),
            to: schemes(&SCHEMES[..1]),
            at: at(&[8, 64]),
            ..Contrast::default()
        };
        let number = contrast.measured(&samples).expect("it was measured").remove(0).number;
        assert!(number.value().abs() < 1e-12, "twice and half are as many: {}", number.value());
        assert_eq!(contrast.value_at(&samples, &at(&[8])), Some(2.0));
    }

    #[test]
    fn cells_that_a_grid_lacks_are_refused() {
        let grid = Searches { slots: vec![8, 64], plies: (7, 7), ..Searches::example() };
        let contrast = |size, ply| Contrast {
            of: schemes(&SCHEMES[..1]),
            to: schemes(&SCHEMES[1..2]),
            at: Place { sizes: vec![size], plies: vec![ply], ..Place::default() },
            ..Contrast::default()
        };
        assert_eq!(contrast(8, 7).check(&grid), Ok(()));
        let refused = |contrast: Contrast, what: &str| {
            assert!(contrast.check(&grid).expect_err(what).contains(what));
        };
        refused(contrast(16, 7), "no size 16 at 7 ply");
        refused(contrast(8, 6), "no 6 ply");
        refused(Contrast { to: schemes(&SCHEMES[2..]), ..contrast(8, 7) }, "no NEW");
        let stamped = Place { modes: vec![Mode::Stamp], ..contrast(8, 7).at };
        refused(Contrast { at: stamped, ..contrast(8, 7) }, "no mode stamp");
    }

    #[test]
    fn several_values_of_a_side_are_numbers_of_their_own_and_nothing_is_set_beside_itself() {
        let contrast = Contrast {
            of: schemes(&SCHEMES[..1]),
            to: schemes(&SCHEMES),
            at: at(&[8]),
            ..Contrast::default()
        };
        let half = |name: &str, value| (format!("TWOBIG1 to {name}"), value);
        assert_eq!(values(&contrast), [half("DEEP", -0.5), half("NEW", -0.666_666_667)]);
    }

    #[test]
    fn a_contrast_may_be_taken_from_itself_elsewhere() {
        let size = |size| Place { sizes: vec![size], ..Place::default() };
        let contrast = Contrast {
            of: size(64),
            to: size(8),
            at: schemes(&SCHEMES[..1]).over(&Place { plies: vec![7], ..Place::default() }),
            less: Some(schemes(&SCHEMES[2..])),
            ..Contrast::default()
        };
        assert_eq!(values(&contrast), [(String::new(), 0.0)], "all fall by half");
    }

    #[test]
    fn what_names_no_cell_is_refused_and_what_was_not_measured_is_not_guessed() {
        let good = Contrast {
            of: schemes(&SCHEMES[..1]),
            to: schemes(&SCHEMES[1..2]),
            at: at(&[8]),
            ..Contrast::default()
        };
        let refused = |contrast: &Contrast, why: &str| {
            let error = contrast.checked().expect_err(why);
            assert!(error.contains(why), "{error}");
        };
        refused(&Contrast { at: at(&[]), ..good.clone() }, "no size");
        refused(&Contrast { at: schemes(&SCHEMES).over(&at(&[8])), ..good.clone() }, "scheme is in `at`");
        refused(&Contrast { each: vec![Along::Mode], ..good.clone() }, "`each` names mode");
        refused(&Contrast { to: good.of.clone(), ..good.clone() }, "same cells");
        let less = |less| Contrast { less: Some(less), ..good.clone() };
        refused(&less(Place::default()), "`less` names no place");
        refused(&less(at(&[8])), "same cells");
        refused(&less(Place { sizes: vec![8, 16], ..Place::default() }), "several values of size");
        refused(&less(schemes(&SCHEMES[2..])), "on which `of` and `to` differ");
        let modes = |mode| Place { modes: vec![mode], ..Place::default() };
        let none = Place { contenders: vec![Contender::None, Contender::table(SCHEMES[0])], ..at(&[8]) };
        let of_modes =
            Contrast { of: modes(Mode::Stamp), to: modes(Mode::Clear), at: none, ..Contrast::default() };
        refused(&of_modes, "in places both sides");
        let dense = Contender::Scheme(SCHEMES[0], LayoutName::Single8);
        let twice = Place { contenders: vec![dense], layouts: vec![LayoutName::Line8], ..Place::default() };
        refused(&Contrast { of: twice, ..good.clone() }, "say it once");
        assert!(Contrast { at: at(&[16]), ..good.clone() }.measured(&samples()).is_none());
        assert!(good.measured(&samples()).is_some());
    }
}
