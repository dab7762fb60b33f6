//! `supplant doctor` prints what results record of this program and machine, and what disturbs
//! measurements here.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::exit::Ending;
use super::{output, terminal};
use supplant_lab::experiment::doctor::{MachineMemory, Warning, warnings};
use supplant_lab::experiment::provenance::Provenance;
use supplant_lab::experiment::sizes;
use supplant_lab::report;
use supplant_search::smp::SEED;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    provenance: &'a Provenance,
    memory: &'a MachineMemory,
    warnings: &'a [Warning],
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let here = Provenance::here("supplant doctor".to_owned(), SEED);
    let memory = MachineMemory::here();
    let warnings = warnings(&here, &memory);
    if arguments.json {
        output::json(&Output { provenance: &here, memory: &memory, warnings: &warnings })?;
        return Ok(Ending::Done);
    }
    let mut table = report::table(&["fact", "here"]);
    let facts = serde_json::to_value(&here)?;
    for (fact, value) in facts.as_object().into_iter().flatten() {
        let value = match value {
            serde_json::Value::String(text) if text.is_empty() => "(not told)".to_owned(),
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Null => "(not told)".to_owned(),
            serde_json::Value::Array(all) => {
                all.iter().filter_map(|one| one.as_str()).collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        };
        table.add_row([fact.clone(), value]);
    }
    for (fact, value) in of_memory(&memory) {
        table.add_row([fact.to_owned(), value.unwrap_or_else(|| "(not told)".to_owned())]);
    }
    terminal::wrap_words(&mut table, output::look().width);
    output::line(&table.trim_fmt());
    for Warning { what, remedy } in &warnings {
        output::complain(&format!("warning: {what}; {remedy}"));
    }
    if warnings.is_empty() {
        output::note("nothing here spoils measurements");
    }
    Ok(Ending::Done)
}

fn of_memory(memory: &MachineMemory) -> [(&'static str, Option<String>); 3] {
    [
        ("memory_free", memory.free_bytes.map(|bytes| sizes::bytes(bytes >> 20 << 20))),
        ("memory_nodes", memory.nodes.map(|nodes| nodes.to_string())),
        ("table_tried", memory.trial.as_ref().map(ToString::to_string)),
    ]
}
