//! The last section of a report: where its numbers come from.

use std::collections::BTreeSet;

use super::document::{Block, DataTable, TableCell};
use crate::experiment::provenance::Provenance;
use crate::experiment::searches::{Family, Results};

#[must_use]
pub fn section(results: &Results) -> Vec<Block> {
    let more = [
        ("sessions", results.sessions.len().to_string()),
        ("units", results.records.len().to_string()),
        (
            "time of all units together",
            results.elapsed_ns.map_or_else(String::new, |ns| format!("{:.0} s", ns as f64 / 1e9)),
        ),
    ];
    origin(facts(&results.sessions, more), commands(results), "results")
}

/// The section of these facts, the commands that repeat the run, and the folder of its results.
pub(super) fn origin(
    facts: DataTable,
    commands: impl IntoIterator<Item = String>,
    folder: &str,
) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Where the numbers come from".to_owned()), Block::Table(facts)];
    let mut commands = commands.into_iter().map(Block::Command).peekable();
    if commands.peek().is_some() {
        blocks.push(Block::Words("To repeat it:".to_owned()));
    }
    blocks.extend(commands);
    blocks.push(Block::Words(format!("To make this report from a folder of results, here `{folder}`:")));
    blocks.push(Block::Command(format!("supplant report {folder}")));
    blocks
}

#[must_use]
pub fn citation(name: &str, title: &str, results: &Results) -> String {
    let Family { search, positions, .. } = &results.family;
    let key: Vec<_> = [name, positions, search]
        .iter()
        .map(|part| part.replace(|c: char| !c.is_alphanumeric(), "-"))
        .collect();
    let key = key.join("-");
    let year = results.sessions.iter().filter_map(|session| session.started.get(..4)).max();
    let year = year.map_or_else(String::new, |year| format!("  year = {{{year}}},\n"));
    format!(
        "@misc{{supplant-{key},\n  author = {{{{The supplant developers}}}},\n  title = {{{{{title}}}}},\n{year}  \
         note = {{supplant {}, commit {}}}\n}}",
        results.origin.version, results.origin.commit
    )
}

#[must_use]
pub fn commands(results: &Results) -> BTreeSet<String> {
    let all = results.sessions.iter().map(|session| command(&session.invocation));
    all.filter(|command| !command.is_empty()).collect()
}

/// Cuts off the number of jobs, the folder of the results, and the folders of a file that is named
/// from the root: other machines have others.
fn command(invocation: &str) -> String {
    let command = invocation.rsplit_once(" --jobs ").map_or(invocation, |(command, _)| command);
    let anywhere =
        |word: &str| word.strip_prefix('/').and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let words = command.split(' ').map(|word| anywhere(word).unwrap_or_else(|| word.to_owned()));
    words.collect::<Vec<_>>().join(" ")
}

#[must_use]
pub fn facts(sessions: &[Provenance], more: impl IntoIterator<Item = (&'static str, String)>) -> DataTable {
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
        ("processors of a core", all(&|s| number(s.processors_per_core.map(|n| n as u64)))),
        (
            "processors that its control group allows",
            all(&|s| s.cpu_limit.map_or_else(String::new, |n| n.to_string())),
        ),
        (
            "pinned to processors",
            all(&|s| s.pinned_to.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        ),
        ("caches", all(&|s| s.caches.join(", "))),
        ("bytes of a page", all(&|s| number(s.page_bytes))),
        ("huge pages", all(&|s| s.huge_pages.clone())),
        ("frequency governor", all(&|s| s.governor.clone())),
        ("seed", all(&|s| s.seed.to_string())),
        ("begun (UTC)", all(&|s| s.started.clone())),
    ];
    let known = rows.into_iter().chain(more).filter(|(_, value)| !value.is_empty());
    DataTable {
        caption: "Provenance".to_owned(),
        header: vec!["fact".to_owned(), "value".to_owned()],
        words: 2,
        rows: known.map(|(name, value)| vec![TableCell::from(name), TableCell::from(value)]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn the_command_to_repeat_it_names_no_folder_and_no_machine() {
        let invocation = "supplant study run 'my study.toml' --sizes 8K,16K --jobs 2 --out '/some where'";
        assert_eq!(command(invocation), "supplant study run 'my study.toml' --sizes 8K,16K");
    }
}
