//! Tries replacement rules and prints their nodes relative to the first version of SIEGE;
//! `docs/siege.md` has the results.
//!
//!     cargo run --release -p supplant-search --example rules -- \
//!         tuned 2,8 first subtree=1 "subtree=1 mended=8 newcomer=8"
//!
//! Arguments: the positions, `tuned`, `confirmed` or `judged`, or a kind of them, `judged:four`;
//! sizes in K entries; rules. A rule is one of these:
//! - `first`, or changes of it, `knob=number` after `knob=number` (`rule.rs`);
//! - a scheme of the catalogue, in a layout (`FOURBIG@lines16`: eight slots of 16 bytes);
//! - a scheme whose table is told of a new search at each iteration (`SIEGE+search`), as engines
//!   should not do;
//! - `foresight`, a table that knows what will be used.
//!
//! `--nodes` prints the nodes of each position.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod foresight;
mod learned;
mod positions;
mod rule;
mod simulated;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use supplant::table::{Table, Touch};

use foresight::{Foresight, Record};
use positions::{Kind, Position};
use rule::Rule;
use simulated::Simulated;
use supplant::entry::bucket::{LayoutName, UnknownLayoutError};
use supplant::scheme::{MismatchError, SchemeName};
use supplant::table::Size;
use supplant::{Key, SizedEntry};
use supplant_search::search::{SearchTable, StudyTable};

enum Asked {
    Simulated(Rule),
    Scheme(SchemeName, LayoutName),
    NewSearches(SchemeName),
    Foresight,
}

struct NewSearches(Box<dyn StudyTable>);

impl SearchTable for NewSearches {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(&*self.0)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.0.probe(key)
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.0.store(key, entry);
    }

    fn new_iteration(&self) {
        self.0.new_generation();
    }
}

fn table(scheme: SchemeName, layout: LayoutName, slots: usize) -> Box<dyn StudyTable> {
    let builder = Table::builder().size(Size::Slots(slots)).touch(Touch::Threads(1));
    <dyn StudyTable>::build(scheme, layout, builder)
        .expect("that they fit was looked at when they were read; a small table fits")
}

impl std::str::FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(scheme) = text.strip_suffix("+search") {
            let scheme = scheme.parse::<SchemeName>().map_err(|unknown| unknown.to_string())?;
            return Ok(Self::NewSearches(scheme));
        }
        let (name, layout) = text.split_once('@').unwrap_or((text, LayoutName::Xor16.name()));
        match name.parse::<SchemeName>() {
            Ok(scheme) => {
                let layout = layout.parse().map_err(|unknown: UnknownLayoutError| unknown.to_string())?;
                let asked = scheme.fits(layout).then_some(Self::Scheme(scheme, layout));
                asked.ok_or_else(|| MismatchError { scheme, layout }.to_string())
            }
            _ if text == "foresight" => Ok(Self::Foresight),
            _ => text.parse().map(Self::Simulated),
        }
    }
}

fn nodes(asked: &Asked, slots: usize, position: &Position) -> u64 {
    match asked {
        Asked::Simulated(rule) => position.nodes(&Simulated::new(rule, slots)),
        Asked::Scheme(scheme, layout) => position.nodes(&*table(*scheme, *layout, slots)),
        Asked::NewSearches(scheme) => position.nodes(&NewSearches(table(*scheme, LayoutName::Xor16, slots))),
        Asked::Foresight => {
            let record = Record::default();
            position.nodes(&record);
            position.nodes(&Foresight::told(record, slots))
        }
    }
}

fn of_each(asked: &Asked, slots: usize, kind: &Kind) -> Vec<u64> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![0; kind.positions.len()]));
    let work = || {
        // Relaxed: the counter orders nothing, the lock does.
        while let Some((i, position)) =
            Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, kind.positions.get(i)?)))
        {
            let nodes = nodes(asked, slots, position);
            found.lock().expect("no thread panics")[i] = nodes;
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| _ = scope.spawn(work)));
    found.into_inner().expect("no thread panics")
}

fn run(arguments: &[String]) -> Result<(), String> {
    let tells_each = arguments.iter().any(|word| word == "--nodes");
    let words: Vec<_> = arguments.iter().filter(|word| *word != "--nodes").collect();
    let [which, sizes, rules @ ..] = &words[..] else {
        return Err(
            "give positions (tuned, confirmed or judged), sizes in K entries (2,8) and rules".to_owned()
        );
    };
    let (set, kind) = which.split_once(':').unwrap_or((which, ""));
    let mut kinds = positions::all(set)
        .ok_or_else(|| format!("no positions are called `{set}`; there are tuned, confirmed and judged"))?;
    kinds.retain(|other| kind.is_empty() || kind == other.name);
    if kinds.is_empty() {
        return Err(format!("no kind of {set} is called `{kind}`"));
    }
    let size = |word: &str| {
        word.parse::<usize>()
            .ok()
            .filter(|size| (1..=1024).contains(size))
            .ok_or(format!("`{word}` is not a size; give K entries, 1 to 1024"))
    };
    let sizes: Vec<usize> = sizes.split(',').map(size).collect::<Result<_, _>>()?;
    let asked: Vec<Asked> = rules.iter().map(|rule| rule.parse()).collect::<Result<_, _>>()?;
    let mut logarithms = vec![0.0; asked.len()];
    for kind in &kinds {
        for &size in &sizes {
            let mut first = None;
            for ((asked, name), logarithms) in asked.iter().zip(rules).zip(&mut logarithms) {
                let each = of_each(asked, size << 10, kind);
                let all: u64 = each.iter().sum();
                let ratio = all as f64 / *first.get_or_insert(all) as f64;
                *logarithms += ratio.ln();
                println!("{:10} {size:>4}K {all:>12} {:>+7.2} %  {name}", kind.name, (ratio - 1.0) * 100.0);
                if tells_each {
                    println!("{:10} {size:>4}K {name}: {each:?}", kind.name);
                }
            }
        }
    }
    let cells = (kinds.len() * sizes.len()) as f64;
    for (logarithms, name) in logarithms.iter().zip(rules) {
        println!(
            "{:10} {:>5} {:>12} {:>+7.2} %  {name}",
            "mean",
            "",
            "",
            ((logarithms / cells).exp() - 1.0) * 100.0
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(told) => {
            eprintln!("error: {told}");
            ExitCode::from(2)
        }
    }
}
