//! `supplant schemes` lists the schemes, layouts and indexes that a table can have.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::exit::Ending;
use super::{arguments, output, terminal};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::{HitSize, SchemeName};
use supplant::table::{Fold, Index, LowBits, MultiplyShift};
use supplant_lab::experiment::bias;
use supplant_lab::report;
use supplant_search::smp::SEED;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only these schemes, without layouts and indexes [default: all]
    #[arg(value_name = "NAME", value_delimiter = ',', value_parser = arguments::scheme)]
    names: Vec<SchemeName>,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
}

const WIDTH: usize = 100;

const BUCKETS: [usize; 4] = [1024, 1280, 1536, 1792];

#[derive(Serialize)]
struct Catalogue {
    schemes: Vec<Scheme>,
    layouts: Vec<LayoutFacts>,
    indexes: Vec<IndexFacts>,
}

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
        let about = scheme.info();
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

#[derive(Serialize)]
struct LayoutFacts {
    name: &'static str,
    entry_bytes: f64,
    verified_bits: u32,
    /// [`Bucket::false_hit`](supplant::entry::Bucket::false_hit) of one filled slot.
    false_hit_probability: f64,
    detects_flipped_bits: bool,
}

impl From<&LayoutName> for LayoutFacts {
    fn from(layout: &LayoutName) -> Self {
        let about = layout.info();
        Self {
            name: about.name,
            entry_bytes: about.entry_bytes(),
            verified_bits: about.verified_bits,
            false_hit_probability: about.false_hit(1),
            detects_flipped_bits: about.detects_flips,
        }
    }
}

#[derive(Serialize)]
struct IndexFacts {
    name: &'static str,
    rule: &'static str,
    source: &'static str,
    collisions: Vec<(usize, Option<f64>)>,
}

impl IndexFacts {
    fn of<I: Index>() -> Self {
        let collisions = BUCKETS.iter().map(|&buckets| (buckets, bias::collisions::<I>(buckets, SEED)));
        Self { name: I::NAME, rule: I::RULE, source: I::SOURCE, collisions: collisions.collect() }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    if !arguments.names.is_empty() {
        let named: Vec<_> = arguments.names.iter().map(Scheme::from).collect();
        if arguments.json {
            output::json(&named)?;
        } else {
            output::line(&schemes(&named));
        }
        return Ok(Ending::Done);
    }
    let catalogue = Catalogue {
        schemes: SchemeName::ALL.iter().map(Scheme::from).collect(),
        layouts: LayoutName::ALL.iter().map(LayoutFacts::from).collect(),
        indexes: vec![
            IndexFacts::of::<MultiplyShift>(),
            IndexFacts::of::<LowBits>(),
            IndexFacts::of::<Fold>(),
        ],
    };
    if arguments.json {
        output::json(&catalogue)?;
        return Ok(Ending::Done);
    }
    output::line(&schemes(&catalogue.schemes));
    output::line(&layouts(&catalogue.layouts));
    output::line(&indexes(&catalogue.indexes));
    Ok(Ending::Done)
}

fn schemes(schemes: &[Scheme]) -> String {
    let mut table = report::table(&["scheme", "slots", "rule", "source"]);
    for scheme in schemes {
        table.add_row([scheme.name, &scheme.slots_per_bucket.to_string(), scheme.rule, scheme.source]);
    }
    terminal::wrap_words(&mut table, Some(output::look().width.map_or(WIDTH, |width| width.min(WIDTH))));
    table.trim_fmt()
}

fn flipped_bits(layout: &LayoutFacts) -> &'static str {
    match (layout.detects_flipped_bits, LayoutName::Cluster10.name() == layout.name) {
        (true, _) => "read as a miss",
        (false, true) => "of the data, a miss but for 1 in 65,536",
        (false, false) => "not noticed",
    }
}

fn layouts(layouts: &[LayoutFacts]) -> String {
    let mut table =
        report::table(&["layout", "bytes", "bits verified", "false hit, each slot", "flipped bits"]);
    for layout in layouts {
        table.add_row([
            layout.name.to_owned(),
            format!("{:.1}", layout.entry_bytes).trim_end_matches(".0").to_owned(),
            layout.verified_bits.to_string(),
            format!("{:.1e}", layout.false_hit_probability),
            flipped_bits(layout).to_owned(),
        ]);
    }
    terminal::wrap_words(&mut table, output::look().width);
    format!(
        "\n{}\n\nA false hit: by each filled slot of the bucket; by each of the table where all 64 bits are verified.",
        table.trim_fmt()
    )
}

fn indexes(indexes: &[IndexFacts]) -> String {
    let buckets = BUCKETS.map(|buckets| buckets.to_string());
    let header = ["index", "rule"].into_iter().chain(buckets.iter().map(String::as_str));
    let mut table = report::table(&header.collect::<Vec<_>>());
    for index in indexes {
        let percent = |bias: Option<f64>| bias.map_or("-".to_owned(), excess);
        let measured = index.collisions.iter().map(|&(_, bias)| percent(bias));
        table.add_row([index.name.to_owned(), index.rule.to_owned()].into_iter().chain(measured));
    }
    report::align_numbers(&mut table, 2);
    terminal::wrap_words(&mut table, output::look().width);
    format!(
        "\n{}\n\nCollisions of keys beyond those of a perfectly even index, by number of buckets.",
        table.trim_fmt()
    )
}

fn excess(ratio: f64) -> String {
    // Rounding comes first, so that `-0.0 %` is never printed.
    let tenths = ((ratio - 1.0) * 1000.0).round();
    if tenths == 0.0 { "0.0 %".to_owned() } else { format!("{:+.1} %", tenths / 10.0) }
}
