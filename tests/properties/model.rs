//! A bucket as the rules of the schemes describe it.

use supplant::{Bound, SizedEntry};

#[derive(Clone, Debug)]
pub(crate) enum Event {
    Store { key: u64, entry: SizedEntry },
    Probe { key: u64 },
    Cutoff { key: u64 },
    NextIteration,
    NextSearch,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Switches {
    pub(crate) time_stamping: bool,
    pub(crate) deeper: bool,
    pub(crate) inherits_move: Option<bool>,
    pub(crate) leaves_move: Option<bool>,
}

/// `wear` counts newcomers that could not replace the entry, as in SIEGE and FOURITER; in MERIT further
/// stores of its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    key: u64,
    entry: SizedEntry,
    search: u32,
    wear: u32,
    iteration: u32,
}

#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) scheme: &'static str,
    pub(crate) switches: Switches,
    pub(crate) slots: Vec<Option<Held>>,
    pub(crate) search: u32,
    pub(crate) iteration: u32,
}

impl Model {
    pub(crate) fn store(&mut self, key: u64, mut entry: SizedEntry) {
        let same = self.slots.iter().position(|slot| slot.is_some_and(|held| held.key == key));
        if let Some(resident) = same.and_then(|at| self.slots[at]) {
            let is_deeper = resident.entry.depth > entry.depth && resident.search == self.search;
            if self.switches.deeper && is_deeper || !self.switches.deeper && self.stays(resident, entry) {
                let has_move = entry.mv.is_some() && entry.bound != Bound::Upper;
                let leaves = self.switches.leaves_move.unwrap_or(self.scheme == "DEPTHAGE");
                if let (true, Some(at)) = (leaves && has_move, same) {
                    self.slots[at] =
                        Some(Held { entry: SizedEntry { mv: entry.mv, ..resident.entry }, ..resident });
                }
                return;
            }
            let as_scheme = ["DEPTHAGE", "EXACTAGE"].contains(&self.scheme);
            if self.switches.inherits_move.unwrap_or(as_scheme) && !entry.mv.is_some() {
                entry.mv = resident.entry.mv;
            }
        }
        // An entry never found is worn by 3 octaves, an upper bound by 4.
        let unfound = if entry.bound == Bound::Upper { 4 } else { 3 };
        let wear = match same.and_then(|at| self.slots[at]) {
            _ if self.scheme == "FOURITER" => {
                if same.is_none() {
                    2
                } else {
                    0
                }
            }
            resident if self.scheme == "MERIT" => resident.map_or(0, |resident| 3.min(resident.wear + 1)),
            resident => resident.map_or(unfound, |resident| unfound.min(resident.wear)),
        };
        let new = Held { key, entry, search: self.search, wear, iteration: self.iteration };
        match (self.scheme, same) {
            ("TWODEEP" | "TWOBIG1" | "TWONEAR" | "TWOBIG1PV" | "TWONEARPV", Some(same)) => {
                self.update_two_level(new, same);
            }
            ("TWODEEP" | "TWOBIG1" | "TWONEAR", None) => self.store_two_level(new),
            ("TWOBIG1PV" | "TWONEARPV", None) => self.store_beside_principal(new),
            ("THOMPSON", _) => {
                let is_deep = self.competitor(0).is_none_or(|old| new.entry.depth >= old.entry.depth);
                if is_deep || same == Some(0) && self.switches.deeper {
                    self.slots[0] = Some(new);
                }
                self.slots[1] = Some(new);
            }
            (_, Some(at)) => self.slots[at] = Some(new),
            (_, None) => self.store_elsewhere(new),
        }
    }

    fn stays(&self, old: Held, new: SizedEntry) -> bool {
        match self.scheme {
            "DEPTHAGE" => {
                let reach = i32::from(new.depth) + if new.principal { 2 } else { 0 };
                let of_this_search = old.search == self.search;
                of_this_search && new.bound != Bound::Exact && reach <= i32::from(old.entry.depth) - 4
            }
            "EXACTAGE" => {
                let says_no_less = match new.bound {
                    Bound::Exact | Bound::None => true,
                    Bound::Lower => new.score <= old.entry.score,
                    Bound::Upper => new.score >= old.entry.score,
                };
                let stands = !self.switches.time_stamping || old.search == self.search;
                stands && old.entry.depth > new.depth && old.entry.bound == new.bound && says_no_less
            }
            // Moreland and Rival compare with any entry at the index.
            "ANCIENT" | "STALE" => old.search == self.search && old.entry.depth > new.depth,
            _ => false,
        }
    }

    fn competitor(&self, at: usize) -> Option<Held> {
        self.slots[at].filter(|held| !self.switches.time_stamping || held.search == self.search)
    }

    fn value(&self, held: Held) -> u64 {
        let value = match self.scheme {
            "TWODEEP" | "TWONEAR" | "TWONEARPV" => u64::from(held.entry.depth),
            _ => held.entry.size,
        };
        if self.is_kept(held) { u64::MAX - 1_000_000 + value.min(1_000_000) } else { value }
    }

    fn is_kept(&self, held: Held) -> bool {
        self.scheme.ends_with("PV") && held.entry.principal && held.search == self.search
    }

    fn store_beside_principal(&mut self, new: Held) {
        let kept = [0, 1].map(|at| self.competitor(at).is_some_and(|held| self.is_kept(held)));
        match kept {
            [true, true] if !self.is_kept(new) => {}
            [false, true] => {
                let mut both = [Some(new), self.slots[1]];
                both.sort_by_key(|slot| std::cmp::Reverse(slot.map_or(0, |held| self.value(held))));
                self.slots = both.to_vec();
            }
            _ => self.store_two_level(new),
        }
    }

    fn store_two_level(&mut self, new: Held) {
        match self.competitor(0) {
            None if self.competitor(1).is_some_and(|other| self.value(other) > self.value(new)) => {
                self.slots = vec![self.slots[1], Some(new)];
            }
            None => self.slots[0] = Some(new),
            Some(old) if self.value(new) < self.value(old) => self.slots[1] = Some(new),
            Some(_) => self.slots = vec![Some(new), self.slots[0]],
        }
    }

    fn update_two_level(&mut self, new: Held, same: usize) {
        let first = self.competitor(1 - same).is_none_or(|other| self.value(new) >= self.value(other));
        let other = self.slots[1 - same];
        self.slots = if first { vec![Some(new), other] } else { vec![other, Some(new)] };
    }

    fn store_elsewhere(&mut self, new: Held) {
        let age = |held: Held| self.search - held.search;
        let depth = |held: Held| i64::from(held.entry.depth);
        let alone = self.competitor(0);
        let free = (0..self.slots.len()).find(|&at| self.competitor(at).is_none());
        let lowest = |value: &dyn Fn(Held) -> i64| self.lowest(value);
        let if_free_or = |yields: &dyn Fn(Held) -> bool| alone.is_none_or(yields).then_some(0);
        let at = match self.scheme {
            "NEW" => Some(0),
            "OLD" => if_free_or(&|_| false),
            "DEEP" => if_free_or(&|old| depth(new) >= depth(old)),
            "BIG1" | "BIGALL" => if_free_or(&|old| new.entry.size >= old.entry.size),
            "ANCIENT" | "STALE" => if_free_or(&|old| depth(new) >= depth(old) || age(old) > 0),
            "PRINCIPAL" => if_free_or(&|old| match (old.entry.principal, new.entry.principal) {
                (true, _) if age(old) > 0 => true,
                (true, false) => false,
                (false, true) => true,
                _ => depth(new) >= depth(old),
            }),
            "DEPTHAGE" => free.or(lowest(&|held| depth(held) - 8 * i64::from(age(held)))),
            "EXACTAGE" => free.or(lowest(&|held| {
                let exact = if held.entry.bound == Bound::Exact { 3 } else { 0 };
                depth(held) + exact - if age(held) > 0 { 1000 } else { 0 }
            })),
            "UNDERCUT" => {
                let last = self.slots.len() - 1;
                let shallowest = (0..last)
                    .filter_map(|at| self.competitor(at).map(|held| (depth(held), at)))
                    .min()
                    .map(|(_, at)| at);
                free.filter(|&at| at < last)
                    .or(shallowest
                        .filter(|&at| self.competitor(at).is_some_and(|old| depth(old) <= depth(new) + 1)))
                    .or(Some(last))
            }
            "CRAFTY" | "WIDEDEEP" | "FOURBIG" | "WIDEBIG" => free.or_else(|| self.of_wide_bucket(new)),
            "SIEGE" => self.siege(new, free),
            "FOURITER" => self.siege_of_iterations(new, free),
            "MERIT" => free.or(self.of_least_merit()),
            unknown => panic!("the model knows no scheme called {unknown}: write its sentence down here"),
        };
        if let Some(at) = at {
            self.slots[at] = Some(new);
        }
    }

    fn siege(&mut self, new: Held, free: Option<usize>) -> Option<usize> {
        let worth = |held: Held| i64::from(held.entry.size.max(1).ilog2()) - i64::from(held.wear);
        self.defend(free, &worth, worth(new) + 2, 7)
    }

    fn siege_of_iterations(&mut self, new: Held, free: Option<usize>) -> Option<usize> {
        // Quarters of an octave, linear between powers of two.
        let quarters = |size: u64| {
            let octaves = size.max(1).ilog2();
            4 * i64::from(octaves) + ((4 * size.max(1)) >> octaves) as i64 % 4
        };
        let now = self.iteration;
        let worth = |held: Held| {
            let last = match held.entry.bound {
                Bound::Lower if (held.iteration + now) % 2 == 1 => 4,
                Bound::Upper if (held.iteration + now) % 2 == 1 => -1000,
                _ => 0,
            };
            quarters(held.entry.size) - 4 * i64::from(held.wear) + last
        };
        self.defend(free, &worth, quarters(new.entry.size), 3)
    }

    fn of_least_merit(&self) -> Option<usize> {
        // Below 256 the size itself; then 128 for each factor of two, linear between them.
        let magnitude = |size: u64| {
            let beyond = size.max(128).ilog2() - 7;
            128 * i64::from(beyond) + ((size + ((1 << beyond) >> 1)) >> beyond) as i64
        };
        self.lowest(&|held| {
            let is_finished = held.entry.bound == Bound::Upper && (held.iteration + self.iteration) % 2 == 1;
            let group = match (held.search < self.search, is_finished) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => 3,
            };
            100_000 * group + magnitude(held.entry.size) + 128 * i64::from(held.wear)
        })
    }

    /// The slot of the least worthy, unless it is of this search and worth more than `offered`: then it
    /// wears.
    fn defend(
        &mut self,
        free: Option<usize>,
        worth: &dyn Fn(Held) -> i64,
        offered: i64,
        most: u32,
    ) -> Option<usize> {
        let search = self.search;
        let is_old = |held: Held| held.search < search;
        let weakest = free.or(self.lowest(&|held| worth(held) - if is_old(held) { 10_000 } else { 0 }))?;
        if self.competitor(weakest).is_none_or(|old| is_old(old) || worth(old) <= offered) {
            return Some(weakest);
        }
        self.slots[weakest].iter_mut().for_each(|held| held.wear = most.min(held.wear + 1));
        None
    }

    fn lowest(&self, value: &dyn Fn(Held) -> i64) -> Option<usize> {
        let all = self.slots.iter().enumerate();
        all.filter_map(|(at, slot)| slot.map(|held| (value(held), at))).min().map(|(_, at)| at)
    }

    fn of_wide_bucket(&self, new: Held) -> Option<usize> {
        let measure = |held: Held| match self.scheme {
            "CRAFTY" | "WIDEDEEP" => i64::from(held.entry.depth),
            _ => held.entry.size as i64,
        };
        let value = |held: Held| measure(held) - if self.search > held.search { 1_000_000_000 } else { 0 };
        let least = self.lowest(&value)?;
        let always = !self.scheme.starts_with("WIDE");
        let yields = always || self.slots[least].is_some_and(|held| value(held) <= measure(new));
        yields.then_some(least)
    }

    pub(crate) fn probe(&mut self, key: u64) {
        if ["STALE", "EXACTAGE", "SIEGE"].contains(&self.scheme) {
            self.refresh(key);
        }
    }

    pub(crate) fn cut_by(&mut self, key: u64) {
        if self.scheme == "CRAFTY" {
            self.refresh(key);
        }
    }

    fn refresh(&mut self, key: u64) {
        let search = self.search;
        let found = self.slots.iter_mut().flatten().find(|held| held.key == key);
        // Only SIEGE uses wear: a probe mends two octaves.
        found.into_iter().for_each(|held| (held.search, held.wear) = (search, held.wear.saturating_sub(2)));
    }

    pub(crate) fn contents(&self) -> Vec<Option<(SizedEntry, u32)>> {
        self.slots.iter().map(|slot| slot.map(|held| (held.entry, self.search - held.search))).collect()
    }
}
