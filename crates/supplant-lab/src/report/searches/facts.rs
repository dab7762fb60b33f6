//! The basis of the numbers of a page: choices that a source leaves open, what a node is, and how
//! evenly the positions weigh.

use std::borrow::Cow;

use super::curves::depth;
use crate::experiment::searches::axes::verified::in_words;
use crate::experiment::searches::{Contender, Family, Mode, Same, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Confidence, Estimate, bootstrap, effective_number, mean_log_ratio, sum};
use crate::report::document::{Block, DataTable, TableCell};
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SameRule;
use supplant_search::search::{Enhancements, HitUse, PathDraws, TableScore};

#[must_use]
pub fn table(family: &Family, samples: &Samples, sums_positions: bool) -> Option<Block> {
    let of_cells = sums_positions.then(|| Shown::of(samples)).flatten();
    let shown = of_cells.as_ref();
    let search = family.search.parse().ok();
    let effective = match shown.map(|shown| shown.units.unit()) {
        Some("game") => "effective number of games",
        _ => "effective number of positions",
    };
    let facts = [
        ("search", search.as_ref().map(|search| choices(&family.search, search, samples))),
        ("keys", keys(samples)),
        ("a result for a stored position", same_position(samples)),
        ("node", search.as_ref().map(|search| node(search, family, shown))),
        (
            "nodes as a measure of a table",
            shown.filter(|_| search.is_some_and(is_uneven)).and_then(Shown::measure),
        ),
        ("load: stores per slot in one search", shown.and_then(Shown::load)),
        (effective, shown.and_then(Shown::positions)),
        ("ratio of sums, mean log ratio", shown.and_then(Shown::ratios)),
    ];
    let known = facts.into_iter().filter_map(|(name, fact)| Some([name.to_owned(), fact?]));
    let rows: Vec<Vec<TableCell>> = known.map(|row| row.map(TableCell::from).to_vec()).collect();
    (!rows.is_empty()).then(|| {
        let depths = shown.and_then(Shown::other_depths).unwrap_or_default();
        Block::Table(DataTable {
            caption: format!(
                "The basis of the numbers. The first three lines are our choices where a source leaves them open{depths}"
            ),
            header: ["fact", "value"].map(str::to_owned).to_vec(),
            words: 2,
            rows,
        })
    })
}

fn choices(name: &str, on: &Enhancements, samples: &Samples) -> String {
    let scores = match (on.table_score, on.equal_draft) {
        (TableScore::Unused, _) => "stored scores are not used",
        (_, true) => "a stored score counts only at equal depth",
        (_, false) => "a stored score counts at equal or greater depth",
    };
    let leaves = if on.store_leaves { "leaves are stored" } else { "leaves are not stored" };
    let beyond = match (on.quiescence, on.early_termination) {
        (false, _) => "no quiescence search",
        (true, false) => "quiescence search beyond the leaves",
        (true, true) => "quiescence search beyond the leaves, which stops where no capture gains enough",
    };
    let draws = match on.path_draws {
        PathDraws::Off => "no draws by repetition",
        PathDraws::Twofold => "draws by repetition within the search",
        _ => "draws by threefold repetition",
    };
    let others = samples.searches().len().saturating_sub(1);
    let first = if others > 0 { format!(" (the first of {})", others + 1) } else { String::new() };
    format!("`{name}`{first}: {scores}; {leaves}; {beyond}; {draws}")
}

fn keys(samples: &Samples) -> Option<String> {
    let mut layouts: Vec<LayoutName> = samples.tables().into_iter().filter_map(Contender::layout).collect();
    layouts.sort_unstable();
    layouts.dedup();
    let verified = samples.verified();
    let bits = match verified.as_slice() {
        [] | [None] => {
            let bits = |layout: &LayoutName| format!("{} in `{layout}`", layout.info().verified_bits);
            layouts.iter().map(bits).collect::<Vec<_>>().join(", ")
        }
        cuts => cuts.iter().map(|&cut| in_words(cut)).collect::<Vec<_>>().join(", "),
    };
    (!layouts.is_empty()).then(|| format!("64 bits; bits that an entry verifies: {bits}"))
}

fn same_position(samples: &Samples) -> Option<String> {
    const RULES: [(SameRule, Same); 3] = [
        (SameRule::Overwritten, Same::Newest),
        (SameRule::Competes, Same::Competes),
        (SameRule::Own, Same::Scheme),
    ];
    let schemes = samples.schemes();
    if samples.tables().iter().any(|table| table.hit() == HitUse::TwoBounds) {
        return Some(format!(
            "{}, under each scheme; in an entry with two bounds it replaces the bound of its kind",
            rule_in_words(Same::Newest)
        ));
    }
    if samples.same() != Same::Scheme {
        return Some(format!("{}, under each scheme", rule_in_words(samples.same())));
    }
    let told = |(rule, same): (SameRule, Same)| {
        let of: Vec<_> = schemes.iter().map(|scheme| scheme.info()).filter(|of| of.same == rule).collect();
        let names: Vec<_> = of.iter().map(|of| of.name).collect();
        let under = if of.len() == schemes.len() { "each scheme".to_owned() } else { names.join(", ") };
        (!of.is_empty()).then(|| format!("{}, under {under}", rule_in_words(same)))
    };
    let all: Vec<_> = RULES.into_iter().filter_map(told).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn rule_in_words(same: Same) -> String {
    match same {
        Same::Scheme => "is stored by a rule of the scheme's own".to_owned(),
        Same::Competes => "competes with the entry as with any other".to_owned(),
        Same::Newest => "replaces the entry".to_owned(),
        Same::Deeper => "replaces the entry unless it is deeper".to_owned(),
        Same::UnlessDeeperBy(margin) => format!("replaces the entry unless it is deeper by {margin} plies"),
        Same::Lowering(margin) => format!(
            "replaces the entry unless it is deeper by {margin} plies; a refused result lowers the depth of an inexact entry by one"
        ),
    }
}

fn node(on: &Enhancements, family: &Family, shown: Option<&Shown<'_>>) -> String {
    let iterations = if on.deepening { ", in all iterations up to the depth" } else { "" };
    let workers = if family.threads > 1 { ", by all workers" } else { "" };
    let beyond = shown.and_then(Shown::beyond_leaves).map_or_else(String::new, |share| {
        let to = shown.map_or_else(String::new, |shown| format!(" ({} plies)", shown.ply));
        format!("; {:.0} % of those without a table are beyond the leaves{to}", share * 100.0)
    });
    format!("each visit of a position{iterations}{workers}{beyond}")
}

/// Whether a hit can change how deeply the search looks. A table that remembers more can then need
/// more nodes to a depth.
#[must_use]
pub fn is_uneven(on: Enhancements) -> bool {
    on.null_move > 0
        || on.reductions
        || on.futility
        || on.extend_checks
        || on.extend_recaptures
        || on.extend_single_replies
        || on.extend_drops
        || on.extend_again
}

struct Shown<'a> {
    samples: &'a Samples,
    /// What intervals are over: positions, or played games.
    units: Cow<'a, Samples>,
    mode: Mode,
    ply: Depth,
    sizes: Vec<usize>,
}

impl<'a> Shown<'a> {
    fn of(samples: &'a Samples) -> Option<Self> {
        let at_depth = |mode: Mode| {
            let ply = depth(samples, mode).or_else(|| samples.deepest(mode))?;
            let sizes = samples.sizes_of(mode, ply, |contender| contender.scheme().is_some());
            (!sizes.is_empty()).then(|| Self { samples, units: samples.by_played_game(), mode, ply, sizes })
        };
        Mode::ALL.into_iter().find_map(at_depth)
    }

    fn nodes(&self, contender: Contender, size: Option<usize>) -> Option<&[u64]> {
        self.units.nodes(self.mode, self.ply, contender, size)
    }

    /// Says to which depth the facts are, where searches also went deeper.
    fn other_depths(&self) -> Option<String> {
        let deepest = self.samples.deepest(self.mode)?;
        let of = self.ply;
        (deepest > of).then(|| format!(". All facts are of searches to {of} plies, not {deepest}"))
    }

    fn beyond_leaves(&self) -> Option<f64> {
        let none = self.samples.nodes(self.mode, self.ply, Contender::None, None)?;
        let to_leaves = self.samples.full_width(self.mode, self.ply, Contender::None, None)?;
        Some(1.0 - sum(to_leaves) / sum(none))
    }

    fn load(&self) -> Option<String> {
        let (first, last) = (*self.sizes.first()?, *self.sizes.last()?);
        let here = |table: &Contender| self.nodes(*table, Some(first)).is_some();
        let table = self.samples.tables().into_iter().find(here)?;
        let at = |size: usize| {
            let load = self.samples.load(self.mode, self.ply, table, size)?;
            Some(format!("{} with {} slots", significant(load), sizes::name(size)))
        };
        let ends = if first == last { vec![at(first)?] } else { vec![at(first)?, at(last)?] };
        Some(format!("{} ({table}, {} plies)", ends.join(", "), self.ply))
    }

    fn measure(&self) -> Option<String> {
        let (first, last) = (*self.sizes.first()?, *self.sizes.last()?);
        let at = |table: Contender, size| self.nodes(table, Some(size));
        let is_at_both = |table: &Contender| at(*table, first).is_some() && at(*table, last).is_some();
        let table = self.samples.tables().into_iter().find(is_at_both).filter(|_| first < last)?;
        let change = bootstrap().ratio(at(table, last)?, at(table, first)?);
        let Estimate { low, high, .. } = change.interval();
        let verdict = if high < 1.0 {
            "a larger table needs fewer nodes, which does not speak against this measure"
        } else if low > 1.0 {
            "a larger table needs more nodes, so nodes to a depth do not order tables here"
        } else {
            "not significant, so nodes to a depth may not order tables here"
        };
        Some(format!(
            "this search prunes, reduces or extends, and hits change where; nodes with {} ÷ {} slots: {} ({table}, {} plies); {verdict}",
            sizes::name(last),
            sizes::name(first),
            ratio(change),
            self.ply
        ))
    }

    fn positions(&self) -> Option<String> {
        let nodes = self.nodes(Contender::None, None)?;
        Some(format!(
            "{:.1} of {}: (Σw)² ÷ Σw², where w is the nodes of a {} without a table ({} plies)",
            effective_number(nodes),
            nodes.len(),
            self.units.unit(),
            self.ply
        ))
    }

    fn ratios(&self) -> Option<String> {
        let size = self.sizes[self.sizes.len() / 2];
        let measured = |table: Contender| Some((table.to_string(), self.nodes(table, Some(size))?));
        let mut tables: Vec<_> = self.samples.tables().into_iter().filter_map(measured).collect();
        tables.sort_by(|(_, one), (_, other)| sum(one).total_cmp(&sum(other)));
        let mut ends = tables.into_iter();
        let (best, least) = ends.next()?;
        let (worst, most) = match ends.next_back() {
            Some(worst) => worst,
            None => ("no table".to_owned(), self.nodes(Contender::None, None)?),
        };
        Some(format!(
            "nodes of {worst} ÷ nodes of {best}, {} slots, {} plies: {}, {}",
            sizes::name(size),
            self.ply,
            ratio(bootstrap().ratio(most, least)),
            ratio(mean_log_ratio(most, least))
        ))
    }
}

fn ratio(measured: Confidence) -> String {
    let Estimate { value, low, high } = measured.interval();
    format!("{value:.3} ({low:.3} to {high:.3})")
}

fn significant(number: f64) -> String {
    let decimals = if number > 0.0 { (1.0 - number.log10().floor()).max(0.0) as usize } else { 0 };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::{Family, significant, table};
    use crate::experiment::searches::{Contender, Mode, Samples};
    use crate::report::document::Block;
    use supplant::scheme::SchemeName;

    fn told(samples: &Samples) -> Vec<(String, String)> {
        told_of("alibaba", samples)
    }

    fn told_of(search: &str, samples: &Samples) -> Vec<(String, String)> {
        let family = Family { search: search.to_owned(), threads: 1, ..Family::default() };
        let Some(Block::Table(facts)) = table(&family, samples, true) else { panic!("facts are a table") };
        let row = |row: Vec<crate::report::document::TableCell>| (row[0].text.clone(), row[1].text.clone());
        facts.rows.into_iter().map(row).collect()
    }

    #[test]
    fn facts_are_computed_from_the_samples_and_absent_without_them() {
        let names =
            |facts: &[(String, String)]| facts.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&told(&Samples::default())), ["search", "node"], "those of the search alone");
        let mut samples = Samples::default();
        samples.insert((Mode::Clear, 7, Contender::None, None), vec![100; 12]);
        for (scheme, nodes) in [(SchemeName::New, 90), (SchemeName::TwoBig1, 60)] {
            samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(1024)), vec![nodes; 12]);
        }
        let facts = told(&samples);
        let fact =
            |name: &str| facts.iter().find(|(known, _)| known.starts_with(name)).expect(name).1.clone();
        assert!(fact("effective").starts_with("12.0 of 12"), "{facts:?}");
        assert!(
            fact("ratio")
                .contains("NEW ÷ nodes of TWOBIG1, 1K slots, 7 plies: 1.500 (1.500 to 1.500), 1.500 (")
        );
        assert!(fact("keys").contains("in `xor16`") && fact("search").contains("threefold"));
        assert!(!names(&facts).iter().any(|name| name.starts_with("load")), "no stores are known");
    }

    #[test]
    fn where_hits_change_the_depth_of_lines_a_page_tests_whether_a_larger_table_needs_fewer_nodes() {
        let measure = |search, large: [u64; 2]| {
            let mut samples = Samples::default();
            for (size, [even, odd]) in [(1024, [90, 70]), (4096, large)] {
                let nodes = (0..12).map(|i| if i % 2 == 0 { even } else { odd }).collect();
                samples.insert((Mode::Clear, 7, Contender::table(SchemeName::New), Some(size)), nodes);
            }
            let facts = told_of(search, &samples).into_iter();
            facts.filter(|(name, _)| name.starts_with("nodes as")).map(|(_, fact)| fact).next()
        };
        let said = |large, words: &str| measure("modern", large).is_some_and(|fact| fact.contains(words));
        assert!(said([80, 62], "÷ 1K slots: 0.88") && said([80, 62], "needs fewer nodes, which does not"));
        assert!(said([100, 79], "needs more nodes, so nodes to a depth do not order"));
        assert!(said([100, 58], "not significant"));
        assert_eq!(measure("alibaba", [80, 62]), None);
    }

    #[test]
    fn a_load_has_two_significant_digits() {
        assert_eq!([37.44, 4.25, 0.0312, 0.0].map(significant), ["37", "4.2", "0.031", "0"]);
    }
}
