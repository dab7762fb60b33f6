//! Selectors of cells, and single cells.

use std::borrow::Cow;

use super::super::{Contender, Cost, Hits, Mode, Samples, Searches};
use crate::experiment::sizes;
use crate::experiment::words::{listed, search_name};
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant_search::search::Enhancements;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSelector {
    pub contenders: Vec<Contender>,
    pub layouts: Vec<LayoutName>,
    /// The unit is a slot of [`sizes::SLOT_BYTES`].
    pub sizes: Vec<usize>,
    pub modes: Vec<Mode>,
    pub plies: Vec<Depth>,
    pub searches: Vec<Enhancements>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    Scheme,
    Layout,
    Size,
    Mode,
    Ply,
    Search,
}

impl Along {
    pub const ALL: [Self; 6] = [Self::Scheme, Self::Layout, Self::Size, Self::Mode, Self::Ply, Self::Search];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Layout => "layout",
            Self::Size => "size",
            Self::Mode => "mode",
            Self::Ply => "ply",
            Self::Search => "search",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub mode: Mode,
    pub ply: Depth,
    pub contender: Contender,
    /// The unit is a slot of [`sizes::SLOT_BYTES`].
    pub size: Option<usize>,
    /// `None` is the search that the samples show.
    pub search: Option<Enhancements>,
}

impl Spot {
    #[must_use]
    pub fn nodes(self, samples: &Samples) -> Option<&[u64]> {
        let Self { mode, ply, contender, size, search } = self;
        match search {
            Some(search) => samples.nodes_in(search, mode, ply, contender, size),
            None => samples.nodes(mode, ply, contender, size),
        }
    }

    /// # Errors
    /// If the grid lacks the cell.
    pub fn is_in(self, grid: &Searches) -> Result<(), String> {
        let Self { mode, ply, contender, size, search } = self;
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
        if let Contender::Limit(limit) = contender
            && !grid.limits.contains(&limit)
        {
            return lacks(contender.to_string());
        }
        if let Some(search) =
            search.filter(|search| grid.search.1 != *search && !grid.beside.contains(search))
        {
            return lacks(format!("search {}", search_name(search)));
        }
        match size.filter(|size| !sizes.contains(size)) {
            Some(size) => lacks(format!("size {} at {ply} ply", sizes::name(size))),
            None => Ok(()),
        }
    }

    #[must_use]
    pub fn cost(self, samples: &Samples) -> Option<Cost> {
        self.shown_by(samples).cost(self.mode, self.ply, self.contender, self.size)
    }

    /// The samples of its search.
    #[must_use]
    pub fn shown_by(self, samples: &Samples) -> Cow<'_, Samples> {
        self.search.map_or(Cow::Borrowed(samples), |search| Cow::Owned(samples.doing(search)))
    }

    #[must_use]
    pub fn hits(self, samples: &Samples) -> Option<Hits> {
        self.shown_by(samples).hits(self.mode, self.ply, self.contender, self.size)
    }
}

impl CellSelector {
    #[must_use]
    pub fn count(&self, along: Along) -> usize {
        match along {
            Along::Scheme => self.contenders.len(),
            Along::Layout => self.layouts.len(),
            Along::Size => self.sizes.len(),
            Along::Mode => self.modes.len(),
            Along::Ply => self.plies.len(),
            Along::Search => self.searches.len(),
        }
    }

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
            searches: first(&self.searches, &other.searches),
        }
    }

    fn only(&self, along: Along, i: usize) -> Self {
        let mut one = self.clone();
        match along {
            Along::Scheme => one.contenders = vec![self.contenders[i]],
            Along::Layout => one.layouts = vec![self.layouts[i]],
            Along::Size => one.sizes = vec![self.sizes[i]],
            Along::Mode => one.modes = vec![self.modes[i]],
            Along::Ply => one.plies = vec![self.plies[i]],
            Along::Search => one.searches = vec![self.searches[i]],
        }
        one
    }

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

    /// By default, the mode is cleared, and the search that the samples show is meant.
    ///
    /// # Errors
    /// If an axis has no value or several.
    pub fn spot(&self) -> Result<Spot, String> {
        let one = |along: Along| match self.count(along) {
            1 => Ok(()),
            0 => Err(format!("no {} is named", along.name())),
            several => Err(format!("{several} values of {} where one is meant", along.name())),
        };
        one(Along::Scheme)?;
        one(Along::Ply)?;
        let contender = match (self.contenders[0], self.layouts.first()) {
            (Contender::Scheme(scheme, Contender::LAYOUT, hit, same), Some(&layout)) => {
                Contender::Scheme(scheme, layout, hit, same)
            }
            (named @ Contender::Scheme(..), Some(_)) => {
                return Err(format!("{named} names its layout, and `layout` another; say it once"));
            }
            (other, _) => other,
        };
        let size = match contender.layout() {
            Some(_) => one(Along::Size).map(|()| Some(self.sizes[0]))?,
            None => None,
        };
        let mode = match contender {
            Contender::None => Mode::Clear,
            _ => self.modes.first().copied().unwrap_or(Mode::Clear),
        };
        if self.searches.len() > 1 {
            one(Along::Search)?;
        }
        Ok(Spot { mode, ply: self.plies[0], contender, size, search: self.searches.first().copied() })
    }

    #[must_use]
    pub fn words_along(&self, along: Along) -> Vec<String> {
        match along {
            Along::Scheme => self.contenders.iter().map(|&contender| in_words(contender)).collect(),
            Along::Layout => self.layouts.iter().map(|layout| layout.name().to_owned()).collect(),
            Along::Size => self.sizes.iter().map(|&size| sizes::name(size)).collect(),
            Along::Mode => self.modes.iter().map(|&mode| manner(mode).to_owned()).collect(),
            Along::Ply => self.plies.iter().map(|ply| format!("{ply} ply")).collect(),
            Along::Search => self.searches.iter().map(|&search| search_name(search)).collect(),
        }
    }

    #[must_use]
    pub fn words(&self) -> String {
        let said = Along::ALL.into_iter().map(|along| (along, self.words_along(along)));
        let said = said.filter(|(_, words)| !words.is_empty()).map(|(along, words)| match along {
            Along::Size => {
                let bytes = self.contenders.iter().map(|contender| contender.slot_bytes()).max();
                format!("{} slots of {} bytes", listed(&words), bytes.unwrap_or(sizes::SLOT_BYTES))
            }
            _ => listed(&words),
        });
        said.collect::<Vec<_>>().join(", ")
    }
}

fn in_words(contender: Contender) -> String {
    match contender {
        Contender::None => "no table".to_owned(),
        Contender::Unbounded => "a table without collisions".to_owned(),
        Contender::Scheme(..) | Contender::Limit(_) => contender.to_string(),
    }
}

fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Clear => "table cleared",
        Mode::Stamp => "entries stamped",
        Mode::Keep => "table kept",
    }
}
