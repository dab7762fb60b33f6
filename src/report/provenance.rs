//! Where the numbers of a report come from, as its last section.

use std::collections::BTreeSet;

use super::document::{Block, Cell, Table};
use crate::lab::provenance::Provenance;
use crate::lab::searches::Results;

/// The section: the facts of all sessions, and the commands that repeat it.
#[must_use]
pub fn section(results: &Results) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Where the numbers come from".to_owned())];
    let elapsed: u64 = results.records.values().filter_map(|record| record.elapsed_ns).sum();
    blocks.push(Block::Table(facts(&results.sessions, results.records.len(), elapsed)));
    let commands = commands(results);
    if !commands.is_empty() {
        blocks.push(Block::Words("To repeat it:".to_owned()));
    }
    blocks.extend(commands.into_iter().map(Block::Command));
    blocks.push(Block::Words("To make this report from a folder of results, here `results`:".to_owned()));
    blocks.push(Block::Command("supplant report results".to_owned()));
    blocks
}

/// The commands that the sessions ran, each once.
#[must_use]
pub fn commands(results: &Results) -> BTreeSet<String> {
    results.sessions.iter().map(|session| command(&session.invocation)).collect()
}

/// The command without what belongs to one machine: where the results went, and on how many jobs.
fn command(invocation: &str) -> String {
    let mut kept = Vec::new();
    let mut parts = invocation.split(' ');
    while let Some(part) = parts.next() {
        if part == "--out" || part == "--jobs" {
            parts.next();
        } else {
            kept.push(part);
        }
    }
    kept.join(" ")
}

/// The facts of all sessions; where they differ, each value.
fn facts(sessions: &[Provenance], units: usize, elapsed_ns: u64) -> Table {
    let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
    let all = |fact: &dyn Fn(&Provenance) -> String| {
        let values: BTreeSet<String> = sessions.iter().map(fact).filter(|value| !value.is_empty()).collect();
        values.into_iter().collect::<Vec<_>>().join("; ")
    };
    let rows = [
        ("version", all(&|s| s.version.clone())),
        ("commit", all(&|s| s.commit.clone())),
        ("compiler", all(&|s| s.rustc.clone())),
        ("target", all(&|s| s.target.clone())),
        ("profile", all(&|s| s.profile.clone())),
        ("flags", all(&|s| s.flags.clone())),
        ("processor", all(&|s| s.processor.clone())),
        ("logical processors", all(&|s| number(s.cores.map(|n| n as u64)))),
        ("physical processors", all(&|s| number(s.physical_cores.map(|n| n as u64)))),
        ("caches", all(&|s| s.caches.join(", "))),
        ("bytes of a page", all(&|s| number(s.page_bytes))),
        ("huge pages", all(&|s| s.huge_pages.clone())),
        ("frequency governor", all(&|s| s.governor.clone())),
        ("seed", all(&|s| s.seed.to_string())),
        ("begun (UTC)", all(&|s| s.started.clone())),
        ("sessions", sessions.len().to_string()),
        ("units", units.to_string()),
        ("time of all units together", format!("{:.0} s", elapsed_ns as f64 / 1e9)),
    ];
    let known = rows.into_iter().filter(|(_, value)| !value.is_empty());
    Table {
        caption: "Provenance".to_owned(),
        header: vec!["fact".to_owned(), "value".to_owned()],
        words: 2,
        rows: known.map(|(name, value)| vec![Cell::from(name), Cell::from(value)]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn the_command_to_repeat_it_names_no_folder_and_no_machine() {
        let invocation = "supplant study 1994 --sizes 8K,16K --jobs 2 --out /somewhere --plies 3..=5";
        assert_eq!(command(invocation), "supplant study 1994 --sizes 8K,16K --plies 3..=5");
    }
}
