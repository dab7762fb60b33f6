//! `supplant schemes`: the catalogue.

use anyhow::Result;
use clap::Args;
use comfy_table::ContentArrangement;
use serde::Serialize;

use super::exit::Ending;
use super::output;
use crate::report;
use crate::scheme::{HitSize, SchemeName};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Columns of the catalogue.
const WIDTH: u16 = 100;

#[derive(Serialize)]
struct Scheme {
    name: &'static str,
    slots_per_bucket: usize,
    rule: &'static str,
    table_hit_counts: &'static str,
    source: &'static str,
}

impl From<&SchemeName> for Scheme {
    fn from(scheme: &SchemeName) -> Self {
        let about = scheme.describe();
        let table_hit_counts = match about.hit_size {
            HitSize::One => "1 node",
            HitSize::Subtree => "its subtree",
        };
        Self {
            name: about.name,
            slots_per_bucket: about.slots,
            rule: about.rule,
            table_hit_counts,
            source: about.source,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let schemes: Vec<Scheme> = SchemeName::ALL.iter().map(Scheme::from).collect();
    if arguments.json {
        output::json(&schemes)?;
        return Ok(Ending::Done);
    }
    let mut table = report::table(&["scheme", "slots", "rule", "source"]);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    for scheme in &schemes {
        table.add_row([scheme.name, &scheme.slots_per_bucket.to_string(), scheme.rule, scheme.source]);
    }
    output::line(&table.trim_fmt());
    Ok(Ending::Done)
}
