//! `supplant stress`: every scheme and layout under contention, every answer checked.

use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::arguments;
use super::exit::Ending;
use super::output;
use crate::entry::Layout;
use crate::entry::layout::LayoutName;
use crate::lab::interrupt;
use crate::lab::stress::{Rate, Stress, Tally};
use crate::report;
use crate::scheme::{Scheme, SchemeName};
use crate::search::Stop;
use crate::table::{WithTypes, with_types};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Time for each scheme and layout (seconds, or such as 500ms)
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = arguments::time)]
    seconds: Duration,
    /// Threads at once [default: twice the processors]
    #[arg(long, short = 'j', value_parser = arguments::threads)]
    threads: Option<usize>,
    /// Buckets they share [default: 4; with --inject 64]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    buckets: Option<u16>,
    /// Schemes [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::scheme)]
    schemes: Vec<SchemeName>,
    /// Layouts [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    layouts: Vec<LayoutName>,
    /// Seed of keys and choices
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Damage the table's memory meanwhile
    #[arg(long)]
    inject: Option<Fault>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A fault to inject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// Flip random bits
    Bitflip,
}

/// One line of the result.
#[derive(Debug, Serialize)]
struct Stressed {
    scheme: &'static str,
    layout: &'static str,
    /// Whether a wrong answer would be a failure: not where bits are flipped that nothing protects.
    is_protected: bool,
    tally: Tally,
    /// Missing where a layout cannot tear, or does not tell whose words a slot holds.
    torn_per_billion_looks: Option<Rate>,
    dead_per_billion_at_rest: Option<Rate>,
}

/// The stress of one scheme in one layout.
struct One<'a>(Stress, &'a Stop);

impl WithTypes for One<'_> {
    type Out = Stressed;

    fn with<S: Scheme, L: Layout>(self) -> Stressed {
        let Self(stress, stop) = self;
        let tally = stress.run::<S, L>(stop);
        Stressed {
            scheme: S::NAME,
            layout: L::NAME,
            is_protected: L::DETECTS_FLIPS || !stress.flips,
            tally,
            torn_per_billion_looks: Rate::of(tally.torn, tally.looks)
                .filter(|_| L::VERIFIED_BITS == u64::BITS),
            dead_per_billion_at_rest: Rate::of(tally.dead, tally.rest)
                .filter(|_| L::VERIFIED_BITS == u64::BITS),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let stress = Stress {
        threads: arguments.threads.unwrap_or(2 * num_cpus::get()),
        time: arguments.seconds,
        buckets: arguments.buckets.unwrap_or(if arguments.inject.is_some() { 64 } else { 4 }).into(),
        seed: arguments.seed,
        flips: arguments.inject == Some(Fault::Bitflip),
    };
    let stop = interrupt::on_ctrl_c();
    let schemes = if arguments.schemes.is_empty() { SchemeName::ALL } else { &arguments.schemes };
    let layouts = if arguments.layouts.is_empty() { LayoutName::ALL } else { &arguments.layouts };
    if !arguments.json {
        let Stress { threads, buckets, seed, .. } = stress;
        output::line(&format!("{threads} threads on {buckets} buckets, seed {seed}"));
        output::line(&header());
    }
    let mut all = Vec::new();
    for &scheme in schemes {
        for &layout in layouts {
            let stressed = with_types(scheme, layout, One(stress, &stop));
            if stop.is_set() {
                output::complain("interrupted: what is above was completed");
                return Ok(Ending::Interrupted);
            }
            if !arguments.json {
                output::line(&row(&stressed));
            }
            all.push(stressed);
        }
    }
    if arguments.json {
        output::json(&all)?;
    }
    Ok(verdict(&all))
}

/// The columns of `row`, in its widths.
fn header() -> String {
    format!(
        "{:10} {:8} {:>11} {:>12} {:>9}  {:<33} {:<36} {:>6}",
        "scheme",
        "layout",
        "operations",
        "hits",
        "unseen %",
        "torn/10⁹ looks [95 %]",
        "dead/10⁹ slots at rest [95 %]",
        "wrong",
    )
}

fn row(stressed: &Stressed) -> String {
    let Stressed { scheme, layout, tally, .. } = stressed;
    let interval = |rate: &Option<Rate>| match rate {
        Some(rate) => format!("{:.0} [{:.0}, {:.0}]", rate.per_billion, rate.low, rate.high),
        None => "-".to_owned(),
    };
    let note = if stressed.is_protected { "" } else { " (unprotected)" };
    format!(
        "{scheme:10} {layout:8} {:>11} {:>12} {:>9.2}  {:<33} {:<36} {:>6}{note}",
        report::grouped(tally.operations()),
        report::grouped(tally.hits),
        tally.unseen as f64 / tally.stores.max(1) as f64 * 100.0,
        interval(&stressed.torn_per_billion_looks),
        interval(&stressed.dead_per_billion_at_rest),
        tally.wrong,
    )
}

/// Failed, if any answer was wrong that had to be right.
fn verdict(all: &[Stressed]) -> Ending {
    let wrong: u64 =
        all.iter().filter(|stressed| stressed.is_protected).map(|stressed| stressed.tally.wrong).sum();
    let flips: u64 = all.iter().map(|stressed| stressed.tally.flips).sum();
    if flips > 0 {
        output::complain(&format!("{flips} bits flipped"));
    }
    if wrong > 0 {
        output::complain(&format!("{wrong} wrong answers: the protocol or the machine is broken"));
        return Ending::Failed;
    }
    Ending::Done
}
