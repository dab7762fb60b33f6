//! Shows which score uses of an unbounded table a real table loses: `docs/studies/limit/lost.md`.
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
use supplant_lab::experiment::limit::{Recorded, ScoreUse, TableAccess, sized_as, uses};
use supplant_search::game::chess::positions;
use supplant_search::search::{Enhancements, Limits, StudyTable, search};

/// The positions of study `limit`: every eighth middle game.
const EVERY: usize = 8;
const PLIES: u8 = 6;
const SCHEMES: [SchemeName; 2] = [SchemeName::TwoBig1, SchemeName::Siege];
const SIZES: [usize; 2] = [2 << 10, 8 << 10];
const TABLES: usize = SCHEMES.len() * SIZES.len();

type Part = fn(&ScoreUse, usize) -> (usize, &'static str);

const PARTS: [(&str, Part); 5] = [
    ("draft", |each, _| (each.entry.depth.into(), "")),
    ("bound", |each, _| (0, bound(each.entry.bound))),
    ("age, in stores for each slot of the table", |each, slots| {
        let age = each.age as f64 / slots as f64;
        let at = AGES.iter().position(|&(end, _)| age < end).unwrap_or(AGES.len());
        (at, AGES.get(at).map_or("16 and more", |(_, name)| name))
    }),
    ("admission", |each, _| (0, if each.is_let_in { "let in when it was offered last" } else { "refused" })),
    ("use", |each, _| (0, if each.is_again { "used before" } else { "the first since it was stored" })),
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
}

fn main() {
    let without = records(Enhancements::ALIBABA);
    println!("# Where the loss is\n");
    println!(
        "`cargo run --release --example lost`: the {} records of study [`limit`](README.md), {PLIES} plies. First what was stored, and what of it was ever used. Then, of the nodes that uses of stored scores save, what a table loses that stores the record, in per cent; in brackets the share that uses of that kind have in all that it loses.",
        without.len()
    );
    where_it_is(&without, &PARTS);
    let with = records(Enhancements::ALIBABA_LEAVES);
    println!("\n# The same search, with leaves stored\n\nDraft 0 are the leaves.");
    where_it_is(&with, &PARTS[..1]);
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
            Record { plain, sized }
        })
        .collect()
}

fn where_it_is(records: &[Record], parts: &[(&str, Part)]) {
    stored(records);
    let told: [Vec<ScoreUse>; TABLES] = std::array::from_fn(|table| told(records, table));
    lost(&told, parts);
}

fn table(number: usize) -> (SchemeName, usize) {
    (SCHEMES[number % SCHEMES.len()], SIZES[number / SCHEMES.len()])
}

fn told(records: &[Record], number: usize) -> Vec<ScoreUse> {
    let ((scheme, slots), mut told) = (table(number), Vec::new());
    for Record { plain, sized } in records {
        let record = if scheme.info().hit_size == HitSize::One { plain } else { sized };
        let built =
            <dyn StudyTable>::build(scheme, LayoutName::Xor16, Table::builder().size(Size::Slots(slots)));
        uses(record, &*built.expect("a small table fits"), false, |each| told.push(each));
    }
    told
}

fn lost(told: &[Vec<ScoreUse>; TABLES], parts: &[(&str, Part)]) {
    for (title, part) in parts {
        let mut sums = BTreeMap::<(usize, &str), [[u64; TABLES]; 2]>::new();
        for (number, uses) in told.iter().enumerate() {
            for each in uses {
                let [saved, lost] = sums.entry(part(each, table(number).1)).or_default();
                saved[number] += each.saved;
                lost[number] += if each.is_held { 0 } else { each.saved };
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
                TableAccess::Probed(_) => {}
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
        "| draft, bound | of all that was stored, % | ever used, % | uses of one that was used | of all that uses save, % |\n|:--|--:|--:|--:|--:|"
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
