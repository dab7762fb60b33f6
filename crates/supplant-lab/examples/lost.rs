//! Shows which uses of scores and moves of an unbounded table a real table loses:
//! `docs/studies/limit/lost.md`.
//!
//!     cargo run --release --example lost > docs/studies/limit/lost.md
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::{BTreeMap, HashMap};
use supplant::table::Table;

use supplant::entry::bucket::LayoutName;
use supplant::entry::{Bound, Depth};
use supplant::key::Key;
use supplant::scheme::{HitSize, SchemeName};
use supplant::table::Size;
use supplant_lab::experiment::limit::{Recorded, RecordedUse, TableAccess, UsedPart, sized_as, uses};
use supplant_search::game::chess::positions;
use supplant_search::search::{Enhancements, Limits, StudyTable, search};

/// The positions of study `limit`: every eighth middle game.
const EVERY: usize = 8;
const PLIES: u8 = 6;
const SCHEMES: [SchemeName; 2] = [SchemeName::TwoBig1, SchemeName::Siege];
const SIZES: [usize; 2] = [2 << 10, 8 << 10];
const TABLES: usize = SCHEMES.len() * SIZES.len();

/// A use, and how many iterations ago its entry was stored.
struct Told {
    of: RecordedUse,
    iterations: usize,
}

type Part = fn(&Told, usize) -> (usize, &'static str);

const PARTS: [(&str, Part); 6] = [
    ("depth", |each, _| (each.of.entry.depth.into(), "")),
    ("bound", |each, _| (0, bound(each.of.entry.bound))),
    ("iteration", |each, _| {
        let ago = each.iterations.min(2);
        (ago, ["stored in the same iteration", "in the previous one", "before"][ago])
    }),
    ("age, in stores for each slot of the table", |each, slots| {
        let age = each.of.age as f64 / slots as f64;
        let at = AGES.iter().position(|&(end, _)| age < end).unwrap_or(AGES.len());
        (at, AGES.get(at).map_or("16 and more", |(_, name)| name))
    }),
    ("admission", |each, _| {
        (0, if each.of.is_let_in { "let in when it was offered last" } else { "refused" })
    }),
    ("use", |each, _| (0, if each.of.is_again { "used before" } else { "the first since it was stored" })),
];

const AGES: [(f64, &str); 4] =
    [(0.25, "under a quarter"), (1.0, "under 1"), (4.0, "under 4"), (16.0, "under 16")];

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
        Bound::None => unreachable!("a search stores none"),
    }
}

struct Record {
    plain: Vec<TableAccess>,
    sized: Vec<TableAccess>,
    /// The accesses that began an iteration.
    begins: Vec<usize>,
}

impl Record {
    fn iteration(&self, access: usize) -> usize {
        self.begins.partition_point(|&begin| begin < access)
    }
}

fn main() {
    let without = records(Enhancements::ALIBABA);
    println!("# Where the loss is\n");
    println!(
        "`cargo run --release --example lost` prints this page from the {} records of study [`limit`](README.md), {PLIES} plies.\n\n\
         - A *use of a score* ends the search of its position. It counts as the nodes that it saves.\n\
         - A *use of a move* is a lower bound with the move of the older result of its position: the search tried that move first, and it again exceeded β. It counts as the nodes of that search. What the move saved is not known.\n\
         - Each number is the share of the uses of its row that a table loses when it stores the record, weighted by nodes, in per cent. In brackets: the share of that row in all that the table loses.",
        without.len()
    );
    stored(&without);
    let all = told_by_each(&without);
    println!("\n# Scores");
    lost(&all, UsedPart::Score, &PARTS);
    println!("\n# Moves\n\nDepth, bound and age are those of the result that held the move.");
    lost(&all, UsedPart::Move, &PARTS[..4]);
    let with = records(Enhancements::ALIBABA_LEAVES);
    println!("\n# The same search, with leaves stored\n\nLeaves have depth 0. The numbers are of scores.");
    stored(&with);
    lost(&told_by_each(&with), UsedPart::Score, &PARTS[..1]);
}

fn records(on: Enhancements) -> Vec<Record> {
    let set = positions::middlegames();
    let chosen = set.iter().step_by(EVERY);
    chosen
        .map(|position| {
            let record = |sizes| {
                let recorded = Recorded::under(sizes);
                search(&position.game, &recorded, Limits::depth(PLIES), on);
                recorded.accesses()
            };
            let plain = record(HitSize::One);
            let sized = sized_as(&plain, &record(HitSize::Subtree));
            let begins = (0..plain.len()).filter(|&at| plain[at] == TableAccess::NewIteration).collect();
            Record { plain, sized, begins }
        })
        .collect()
}

fn told_by_each(records: &[Record]) -> [Vec<Told>; TABLES] {
    std::array::from_fn(|table| told(records, table))
}

fn table(number: usize) -> (SchemeName, usize) {
    (SCHEMES[number % SCHEMES.len()], SIZES[number / SCHEMES.len()])
}

fn told(records: &[Record], number: usize) -> Vec<Told> {
    let ((scheme, slots), mut told) = (table(number), Vec::new());
    for record in records {
        let accesses = if scheme.info().hit_size == HitSize::One { &record.plain } else { &record.sized };
        let built =
            <dyn StudyTable>::build(scheme, LayoutName::Xor16, Table::builder().size(Size::Slots(slots)));
        uses(accesses, &*built.expect("a small table fits"), false, |of| {
            let iterations = record.iteration(of.used_at) - record.iteration(of.stored_at);
            told.push(Told { of, iterations });
        });
    }
    told
}

fn lost(told: &[Vec<Told>; TABLES], of: UsedPart, parts: &[(&str, Part)]) {
    for (title, part) in parts {
        let mut sums = BTreeMap::<(usize, &str), [[u64; TABLES]; 2]>::new();
        for (number, uses) in told.iter().enumerate() {
            for each in uses.iter().filter(|each| each.of.of == of) {
                let [saved, lost] = sums.entry(part(each, table(number).1)).or_default();
                saved[number] += each.of.saved;
                lost[number] += if each.of.is_held { 0 } else { each.of.saved };
            }
        }
        let all: [u64; TABLES] =
            std::array::from_fn(|number| sums.values().map(|[_, lost]| lost[number]).sum());
        let of = |number| {
            let (scheme, slots) = table(number);
            format!("{scheme} {}K", slots >> 10)
        };
        let heads: Vec<_> = (0..TABLES).map(of).collect();
        println!("\n## By {title}\n\n| | {} |\n|:--|{}", heads.join(" | "), "--:|".repeat(TABLES));
        for ((at, name), [saved, lost]) in &sums {
            let name = if name.is_empty() { at.to_string() } else { (*name).to_owned() };
            let cell = |number: usize| {
                format!("{} ({})", percent(lost[number], saved[number]), percent(lost[number], all[number]))
            };
            println!("| {name} | {} |", (0..TABLES).map(cell).collect::<Vec<_>>().join(" | "));
        }
    }
}

fn stored(records: &[Record]) {
    let mut sums = BTreeMap::<(Depth, &str), [u64; 4]>::new();
    for Record { plain, .. } in records {
        let mut newest = HashMap::<Key, (Depth, &str, bool)>::new();
        for access in plain {
            match *access {
                TableAccess::Probed(_) | TableAccess::NewIteration => {}
                TableAccess::Stored(key, entry) => {
                    let of = (entry.depth, bound(entry.bound));
                    newest.insert(key, (of.0, of.1, false));
                    sums.entry(of).or_default()[0] += 1;
                }
                TableAccess::Used(key, saved) => {
                    let Some((depth, bound, is_used)) = newest.get_mut(&key) else { continue };
                    let [_, used, uses, nodes] = sums.entry((*depth, *bound)).or_default();
                    *used += u64::from(!std::mem::replace(is_used, true));
                    (*uses, *nodes) = (*uses + 1, *nodes + saved);
                }
            }
        }
    }
    let all = sums.values().fold([0; 4], |all, one| std::array::from_fn(|i| all[i] + one[i]));
    println!("\n## What was stored, and what of it was ever used\n");
    println!(
        "| depth, bound | of all that was stored, % | ever used, % | uses of one that was used | of all that uses save, % |\n|:--|--:|--:|--:|--:|"
    );
    let row = |name: String, [stored, used, uses, saved]: [u64; 4]| {
        let mean = uses as f64 / used.max(1) as f64;
        println!(
            "| {name} | {} | {} | {mean:.1} | {} |",
            percent(stored, all[0]),
            percent(used, stored),
            percent(saved, all[3])
        );
    };
    for (&(depth, bound), &sums) in &sums {
        row(format!("{depth}, {bound}"), sums);
    }
    row("all".to_owned(), all);
}

fn percent(part: u64, of: u64) -> String {
    if of == 0 { "–".to_owned() } else { format!("{:.1}", 100.0 * part as f64 / of as f64) }
}
