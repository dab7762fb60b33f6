//! The lives of entries: a line for each slot, with the time from left to right.

use std::fmt::Write as _;

use super::Picture;
use super::film::{Action, Cell, Film};
use super::svg::{MARGIN, Swatch, UNUSED, colour, deepest, depths, opened, swatches};
use crate::report::grouped;
use crate::report::html::escape;
use supplant::entry::{Depth, SizedEntry};

/// How many slots of each table are drawn.
const SLOTS: usize = 16;

const WIDTH: f64 = 820.0;
const LINE: f64 = 13.0;
const BAR: f64 = 9.0;
const HEAD: f64 = 56.0;
const FOOT: f64 = 54.0;

/// Draws what became of the entries in the first slots of each film's table.
#[must_use]
pub fn lives(picture: &Picture, films: &[&Film]) -> String {
    let longest = films.iter().map(|film| film.nodes()).max().unwrap_or(1).max(1);
    let deepest = films.iter().map(|film| deepest(film)).max().unwrap_or(1);
    let foot = films.iter().map(|film| bottom(film)).sum::<f64>();
    let (width, height) = (WIDTH + 2.0 * MARGIN, foot + FOOT);
    let all: Vec<_> = films.iter().map(|film| Life::all(film)).collect();
    let told: Vec<_> = films.iter().zip(&all).map(|(film, lives)| heading(film, lives)).collect();
    let mut drawn = opened((width, height), &told.join(" "), OWN_STYLE);
    let (scale, mut top) = (Scale { pixels: WIDTH / longest as f64, deepest }, 0.0);
    for ((film, lives), told) in films.iter().zip(&all).zip(told) {
        let _ = writeln!(
            drawn,
            "<g transform=\"translate({MARGIN} {top})\">\n<text y=\"36\">{}</text>",
            escape(&told)
        );
        scale.film(&mut drawn, film, lives);
        drawn += "</g>\n";
        top += bottom(film);
    }
    let mut entries: Vec<Swatch> = vec![("slot", UNUSED, "not used yet".to_owned())];
    entries.extend(depths(deepest));
    entries.push(("slot late", UNUSED, "never used again".to_owned()));
    entries.push(("cut", "transparent", "ends a search".to_owned()));
    swatches(&mut drawn, &entries, foot + 24.0);
    let _ = writeln!(
        drawn,
        "<text class=\"soft\" x=\"{MARGIN}\" y=\"{}\">One row per slot ({SLOTS} at most); from left to right {} nodes, to {} plies. Dashed lines: an iteration ends.</text>",
        foot + 44.0,
        grouped(longest),
        picture.depth,
    );
    drawn + "</svg>\n"
}

const OWN_STYLE: &str = ".late{opacity:.3}.cut{fill:none;stroke:#d1242f;stroke-width:1.5}.turn{stroke:#8c959f;stroke-dasharray:2 3}";

fn bottom(film: &Film) -> f64 {
    HEAD + LINE * film.slots.min(SLOTS) as f64
}

fn heading(film: &Film, lives: &[Life]) -> String {
    let sum = |of: fn(&Life) -> u64| lives.iter().map(of).sum::<u64>() as f64;
    let used = lives.iter().filter(|life| !life.uses.is_empty()).count();
    format!(
        "{}, {} slots: {} of {} entries were used. {:.0} % of the time, a filled slot held an entry that a later probe used.",
        film.scheme,
        film.slots,
        grouped(used as u64),
        grouped(lives.len() as u64),
        100.0 * sum(Life::useful) / sum(Life::length).max(1.0),
    )
}

/// A result from the store that wrote it to the store that removed it. A scheme may move it to another
/// slot.
#[derive(Clone, Debug)]
struct Life {
    cell: Cell,
    stays: Vec<Stay>,
    uses: Vec<u64>,
    cuts: Vec<(usize, u64)>,
}

/// The time in one slot, in nodes of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stay {
    slot: usize,
    from: u64,
    until: u64,
}

impl Life {
    fn all(film: &Film) -> Vec<Self> {
        let mut lives: Vec<Self> = Vec::new();
        let mut held: Vec<Option<usize>> = vec![None; film.slots];
        for step in &film.steps {
            let before = held.clone();
            for &(slot, cell) in &step.changes {
                let is_of = |life: &usize| cell.is_some_and(|cell| lives[*life].is_of(cell));
                let held_now = || held.iter().chain(&before).flatten().copied().find(is_of);
                held[slot] = before[slot].filter(is_of).or_else(held_now);
                if let (None, Some(cell)) = (held[slot], cell) {
                    held[slot] = Some(lives.len());
                    lives.push(Self { cell, stays: Vec::new(), uses: Vec::new(), cuts: Vec::new() });
                }
                if before[slot] != held[slot] {
                    before[slot].into_iter().for_each(|life| lives[life].leaves(slot, step.node));
                    let stay = Stay { slot, from: step.node, until: film.nodes() };
                    held[slot].into_iter().for_each(|life| lives[life].stays.push(stay));
                }
            }
            match step.action {
                Action::Found(slot) => {
                    held[slot].into_iter().for_each(|life| lives[life].uses.push(step.node));
                }
                Action::Cut(slot) => {
                    held[slot].into_iter().for_each(|life| lives[life].cuts.push((slot, step.node)));
                }
                Action::Stored { .. } => {}
            }
        }
        lives
    }

    /// Whether it is the same result: wear may differ, and so may a move that another result left.
    fn is_of(&self, cell: Cell) -> bool {
        let entry = SizedEntry { mv: self.cell.entry.mv, ..cell.entry };
        (self.cell.position, self.cell.entry) == (cell.position, entry)
    }

    fn leaves(&mut self, slot: usize, node: u64) {
        let last = self.stays.iter_mut().rfind(|stay| stay.slot == slot);
        last.into_iter().for_each(|stay| stay.until = node);
    }

    fn length(&self) -> u64 {
        self.stays.iter().map(|stay| stay.until - stay.from).sum()
    }

    /// The time before the last use.
    fn useful(&self) -> u64 {
        let Some(&last) = self.uses.last() else { return 0 };
        self.stays.iter().map(|stay| last.clamp(stay.from, stay.until) - stay.from).sum()
    }
}

struct Scale {
    pixels: f64,
    deepest: Depth,
}

impl Scale {
    fn film(&self, drawn: &mut String, film: &Film, lives: &[Life]) {
        let bottom = bottom(film);
        for &node in &film.iterations {
            let x = self.pixels * node as f64;
            let _ = writeln!(
                drawn,
                "<line class=\"turn\" x1=\"{x:.1}\" y1=\"{}\" x2=\"{x:.1}\" y2=\"{bottom:.0}\"/>",
                HEAD - 6.0
            );
        }
        for life in lives {
            life.stays.iter().filter(|stay| stay.slot < SLOTS).for_each(|&stay| self.stay(drawn, life, stay));
            for &(slot, node) in life.cuts.iter().filter(|(slot, _)| *slot < SLOTS) {
                let (x, y) = (self.pixels * node as f64, HEAD + LINE * slot as f64);
                let _ = writeln!(drawn, "<path class=\"cut\" d=\"M{x:.1} {y}v{BAR}\"/>");
            }
        }
    }

    fn stay(&self, drawn: &mut String, life: &Life, Stay { slot, from, until }: Stay) {
        let (first, last) = (life.uses.first().copied(), life.uses.last().copied());
        let within = |node: Option<u64>| node.map_or(from, |node| node.clamp(from, until));
        let parts = [
            (from, within(first), "", UNUSED),
            (within(first), within(last), "", colour(life.cell.entry.depth, self.deepest)),
            (within(last), until, " late", UNUSED),
        ];
        for (start, end, class, fill) in parts.into_iter().filter(|(start, end, ..)| start < end) {
            let _ = writeln!(
                drawn,
                "<rect class=\"bar{class}\" x=\"{:.1}\" y=\"{}\" width=\"{:.1}\" height=\"{BAR}\" fill=\"{fill}\"/>",
                self.pixels * start as f64,
                HEAD + LINE * slot as f64,
                self.pixels * (end - start) as f64,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Life, Stay, heading, lives};
    use crate::picture::tests::{film, picture_of};
    use crate::picture::{Action, Cell, Film, Step};
    use supplant::entry::SizedEntry;
    use supplant::scheme::SchemeName;

    fn cell(position: u32) -> Cell {
        Cell { position, entry: SizedEntry { depth: position as u8, ..SizedEntry::default() }, wear: 0 }
    }

    /// Two slots; the scheme moves the first entry to the second slot when another comes.
    fn two_slots() -> Film {
        let stored = |offered| Action::Stored { bucket: 0, offered };
        let steps = vec![
            Step { node: 10, action: stored(cell(1)), changes: vec![(0, Some(cell(1)))] },
            Step { node: 30, action: stored(cell(2)), changes: vec![(0, Some(cell(2))), (1, Some(cell(1)))] },
            Step {
                node: 40,
                action: Action::Found(1),
                changes: vec![(1, Some(Cell { wear: 1, ..cell(1) }))],
            },
            Step { node: 40, action: Action::Cut(1), changes: vec![] },
            Step { node: 60, action: stored(cell(3)), changes: vec![(1, Some(cell(3)))] },
        ];
        Film { scheme: "MADE", rule: "", slots: 2, bucket: 2, iterations: vec![100], steps }
    }

    #[test]
    fn an_entry_lives_on_where_it_is_moved_and_where_it_wears() {
        let all = Life::all(&two_slots());
        assert_eq!(all.len(), 3);
        let stays = [Stay { slot: 0, from: 10, until: 30 }, Stay { slot: 1, from: 30, until: 60 }];
        assert_eq!(
            (&all[0].stays[..], &all[0].uses[..], &all[0].cuts[..]),
            (&stays[..], &[40][..], &[(1, 40)][..])
        );
        assert_eq!(all.iter().map(Life::length).collect::<Vec<_>>(), [50, 70, 40]);
        assert_eq!(all.iter().map(Life::useful).collect::<Vec<_>>(), [30, 0, 0]);
        let told = heading(&two_slots(), &all);
        assert!(
            told.ends_with(
                "1 of 3 entries were used. 19 % of the time, a filled slot held an entry that a later probe used."
            ),
            "{told}"
        );
    }

    fn changes(film: &Film) -> impl Iterator<Item = (&Step, usize, Cell)> {
        film.steps
            .iter()
            .flat_map(|step| step.changes.iter().filter_map(move |&(slot, cell)| Some((step, slot, cell?))))
    }

    #[test]
    fn a_slot_is_held_by_one_entry_at_a_time_and_as_long_as_the_film_says() {
        for &scheme in SchemeName::ALL {
            let film = film(scheme);
            let all = Life::all(&film);
            let mut stays: Vec<_> = all.iter().flat_map(|life| life.stays.clone()).collect();
            stays.sort_by_key(|stay| (stay.slot, stay.from, stay.until));
            for pair in stays.windows(2).filter(|pair| pair[0].slot == pair[1].slot) {
                assert_eq!(pair[0].until, pair[1].from, "{scheme}: no slot is emptied here");
            }
            let ends = stays.iter().filter(|stay| stay.until == film.nodes()).count();
            assert!(ends >= 16, "{scheme}: every slot is filled in the end");
            for (step, slot, cell) in changes(&film) {
                let is_here =
                    |stay: &Stay| stay.slot == slot && (stay.from..=stay.until).contains(&step.node);
                let is_it = |life: &Life| {
                    (life.cell.position, life.cell.entry.depth) == (cell.position, cell.entry.depth)
                };
                let is_held = |life: &Life| is_it(life) && life.stays.iter().any(is_here);
                assert!(all.iter().any(is_held), "{scheme}: {step:?}");
            }
            let moved = all.iter().filter(|life| life.stays.len() > 1).count();
            let has_levels = ["TWO", "THOMPSON"].iter().any(|name| film.scheme.starts_with(name));
            assert_eq!(moved > 0, has_levels, "{scheme}: only two levels move entries, or hold them twice");
        }
    }

    #[test]
    fn the_drawing_is_well_formed_and_has_a_line_for_each_slot() {
        let picture = picture_of(vec![film(SchemeName::New), film(SchemeName::TwoBig1)]);
        let drawn = lives(&picture, &picture.films.iter().collect::<Vec<_>>());
        assert_eq!(drawn.matches("<g ").count(), drawn.matches("</g>").count());
        for slot in 0..16 {
            let y = format!("y=\"{}\"", super::HEAD + super::LINE * f64::from(slot));
            assert!(drawn.contains(&y), "{y}");
        }
        assert!(drawn.contains("NEW, 16 slots: ") && drawn.contains("class=\"bar late\""));
    }
}
