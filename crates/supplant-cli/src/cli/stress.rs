//! `supplant stress` runs every scheme and layout under contention and checks every answer.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::arguments;
use super::exit::Ending;
use super::{output, terminal};
use supplant::conformance::stress::{Rounds, Stress, Tally};
use supplant::scheme::SchemeName;
use supplant_lab::experiment::interrupt;
use supplant_lab::experiment::progress::{self, duration};
use supplant_lab::experiment::stress::{Rate, StressSubject};
use supplant_lab::report;

/// Enough for one round, even if the turn of a shared table has ended.
const LEAST: Duration = Duration::from_millis(1);

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Time for each scheme and layout (seconds, or for example 500ms)
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = arguments::time)]
    seconds: Duration,
    /// Threads at once [default: twice the processors]
    #[arg(long, short = 'j', value_parser = arguments::threads)]
    threads: Option<usize>,
    /// Buckets they share [default: 4; with --inject 64]
    #[arg(long, value_parser = arguments::whole::<u16>(1..=1024))]
    buckets: Option<u16>,
    /// Schemes [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::schemes)]
    schemes: Vec<Vec<SchemeName>>,
    /// Layouts, or stamped, which tells lost updates apart [default: all; with --inject or --shared
    /// all but stamped]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    layouts: Vec<StressSubject>,
    /// Seed of keys and choices
    #[arg(long, default_value = "1", value_parser = arguments::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Damage the table's memory meanwhile
    #[arg(long)]
    inject: Option<FaultName>,
    /// Keep the tables in files of FOLDER, an empty one, which other processes stress too: start each
    /// with the same options, at the same time. `--threads` counts for each process. The files stay
    #[arg(long, value_name = "FOLDER", value_parser = folder, conflicts_with = "inject")]
    shared: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A fault to inject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FaultName {
    /// Flip random bits
    Bitflip,
}

#[derive(Debug, Default, Serialize)]
struct Stressed {
    scheme: &'static str,
    layout: &'static str,
    seed: u64,
    threads: usize,
    buckets: usize,
    is_protected: bool,
    stores: u64,
    unseen: u64,
    probes: u64,
    hits: u64,
    wrong: u64,
    wrong_per_billion_hits: Option<Rate>,
    looks: u64,
    rejected: u64,
    torn: Option<u64>,
    torn_per_billion_looks: Option<Rate>,
    at_rest: Option<u64>,
    dead: Option<u64>,
    dead_per_billion_at_rest: Option<Rate>,
    writes: Option<u64>,
    lost: Option<u64>,
    lost_per_billion_writes: Option<Rate>,
    flips: u64,
}

impl Stressed {
    fn new(scheme: SchemeName, subject: StressSubject, stress: &Stress, rounds: &Rounds) -> Self {
        let (about, total) = (subject.info(), rounds.total());
        let (tells_torn, tells_lost) = (about.tells_torn && !stress.flips, about.tells_lost);
        let rate = |count: fn(&Tally) -> (u64, u64)| Rate::of_rounds(rounds, count);
        Self {
            scheme: scheme.info().name,
            layout: about.name,
            seed: stress.seed,
            threads: stress.threads,
            buckets: stress.buckets,
            is_protected: if stress.flips { about.detects_flips } else { about.rejects_torn },
            stores: total.stores,
            unseen: total.unseen,
            probes: total.probes,
            hits: total.hits,
            wrong: total.wrong,
            wrong_per_billion_hits: rate(|round| (round.wrong, round.hits)),
            looks: total.looks,
            rejected: total.rejected,
            torn: tells_torn.then_some(total.torn),
            torn_per_billion_looks: rate(|round| (round.torn, round.looks)).filter(|_| tells_torn),
            at_rest: (tells_torn && total.rest > 0).then_some(total.rest),
            dead: (tells_torn && total.rest > 0).then_some(total.dead),
            dead_per_billion_at_rest: rate(|round| (round.dead, round.rest)).filter(|_| tells_torn),
            writes: tells_lost.then_some(total.writes),
            lost: tells_lost.then_some(total.lost),
            lost_per_billion_writes: rate(|round| (round.lost, round.writes)).filter(|_| tells_lost),
            flips: total.flips,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let stress = Stress {
        threads: arguments.threads.unwrap_or(2 * num_cpus::get()),
        time: arguments.seconds,
        buckets: arguments.buckets.unwrap_or(if arguments.inject.is_some() { 64 } else { 4 }).into(),
        seed: arguments.seed,
        flips: arguments.inject == Some(FaultName::Bitflip),
    };
    let schemes = match arguments.schemes.is_empty() {
        true => SchemeName::ALL.to_vec(),
        false => arguments::once_each(arguments.schemes.iter().flatten().copied()),
    };
    let layouts = layouts(arguments, &stress)?;
    if !arguments.layouts.is_empty() {
        arguments::say_left_out(&schemes, &layouts, StressSubject::fits)?;
    }
    let fitting = schemes.iter().flat_map(|&scheme| layouts.iter().map(move |&subject| (scheme, subject)));
    let cells: Vec<_> = fitting.filter(|(scheme, subject)| subject.fits(*scheme)).collect();
    output::note(&forecast(cells.len(), stress.time));
    // Wrong answers are told by the exit code, whether anybody reads on or not.
    output::go_on_if_closed();
    let stop = interrupt::on_ctrl_c();
    let bar = progress::bar(cells.len(), "cells", stress.time, output::look().is_quiet);
    if !arguments.json {
        say_what_is_counted(&stress);
    }
    let (mut all, start) = (Vec::new(), Instant::now());
    let mut stressed = cells.into_iter().map(|(scheme, subject)| {
        // A shared table until its turn ends, so that all processes stress the same one.
        let end = stress.time * (all.len() + 1) as u32;
        let time = match arguments.shared {
            Some(_) => end.saturating_sub(start.elapsed()).max(LEAST),
            None => stress.time,
        };
        let shared = arguments.shared.as_deref();
        let rounds = subject.run(&Stress { time, ..stress }, scheme, shared, &stop)?;
        let stressed = Stressed::new(scheme, subject, &stress, &rounds);
        bar.inc(1);
        if !arguments.json {
            bar.suspend(|| output::row(&row(&stressed)));
        }
        all.push(stressed);
        anyhow::Ok(())
    });
    let ended = stressed.find(|ended| ended.is_err() || stop.is_set()).unwrap_or(Ok(()));
    bar.finish_and_clear();
    tell(&all, arguments.json)?;
    let verdict = verdict(&all, ended.is_ok() && stop.is_set());
    ended.context("--shared: use an empty folder, and the same options in each process")?;
    Ok(verdict)
}

fn say_what_is_counted(&Stress { threads, buckets, seed, .. }: &Stress) {
    let (threads, buckets) = (report::counted(threads, "thread"), report::counted(buckets, "bucket"));
    output::line(&format!("{threads} on {buckets}, seed {seed}"));
    output::line(
        "torn per 10⁹ slots looked at, dead per 10⁹ slots at rest, lost per 10⁹ slots written; 95 % intervals.\n",
    );
    output::heading(&header());
}

fn tell(all: &[Stressed], in_json: bool) -> Result<()> {
    if in_json {
        return output::json(&all);
    }
    if !all.is_empty() {
        output::line(&summary(all));
    }
    Ok(())
}

fn forecast(cells: usize, each: Duration) -> String {
    let all = duration((each * cells as u32).as_secs_f64());
    format!("{}, {each:?} each: {all}", report::counted(cells, "cell"))
}

fn folder(path: &str) -> Result<PathBuf, &'static str> {
    Some(PathBuf::from(path)).filter(|path| path.is_dir()).ok_or("no such folder; make it first")
}

fn layouts(arguments: &Arguments, stress: &Stress) -> Result<Vec<StressSubject>> {
    let is_shared = arguments.shared.is_some();
    let layouts: Vec<_> = if arguments.layouts.is_empty() {
        let can_stamp = !stress.flips && !is_shared;
        StressSubject::all().filter(|&subject| can_stamp || subject != StressSubject::Stamped).collect()
    } else {
        arguments::once_each(arguments.layouts.iter().copied())
    };
    if stress.flips && !layouts.iter().any(|subject| subject.info().detects_flips) {
        bail!("--inject bitflip: none of these layouts promises to notice a flipped bit; add xor16");
    }
    if is_shared && layouts.contains(&StressSubject::Stamped) {
        bail!("--shared: the layout stamped tells apart the stores of one process; leave it out");
    }
    Ok(layouts)
}

fn header() -> String {
    let [probes, hits, rejected] = ["probes", "hits", "rejected"];
    let [torn, dead, lost] = ["torn", "dead", "lost"].map(|name| format!("{name:<22}"));
    in_columns([
        format!("{:10}", "scheme"),
        format!("{:10}", "layout"),
        format!("{probes:>12}"),
        format!("{hits:>12}"),
        format!("{rejected:>10} "),
        torn,
        dead,
        lost,
        format!("{:>6}", "wrong"),
    ])
}

fn in_columns(cells: [String; 9]) -> String {
    terminal::folded(&cells, output::look().width)
}

fn row(stressed: &Stressed) -> String {
    let Stressed { scheme, layout, .. } = stressed;
    let interval = |rate: &Option<Rate>| match rate {
        Some(rate) => format!("{} [{}, {}]", short(rate.per_billion), short(rate.low), short(rate.high)),
        None => "-".to_owned(),
    };
    let note = if stressed.is_protected { "" } else { " (unprotected)" };
    let [probes, hits] = [stressed.probes, stressed.hits].map(report::grouped);
    let rejected = stressed.rejected as f64 / stressed.looks.max(1) as f64 * 100.0;
    let [torn, dead, lost] = [
        &stressed.torn_per_billion_looks,
        &stressed.dead_per_billion_at_rest,
        &stressed.lost_per_billion_writes,
    ]
    .map(|rate| format!("{:<22}", interval(rate)));
    in_columns([
        format!("{scheme:10}"),
        format!("{layout:10}"),
        format!("{probes:>12}"),
        format!("{hits:>12}"),
        format!("{rejected:>8.2} % "),
        torn,
        dead,
        lost,
        format!("{:>6}{note}", stressed.wrong),
    ])
}

fn short(number: f64) -> String {
    let (scaled, unit) = match number {
        ..10_000.0 => (number, ""),
        ..1e6 => (number / 1e3, "K"),
        _ => (number / 1e6, "M"),
    };
    let decimals = if unit.is_empty() || scaled >= 100.0 { 0 } else { 1 };
    format!("{scaled:.decimals$}{unit}")
}

fn summary(all: &[Stressed]) -> String {
    let (hits, wrong) = (sum(all, |cell| cell.hits), sum(all, |cell| cell.wrong));
    let most = Rate::at_most(wrong, hits).map_or_else(String::new, |most| {
        format!(", with 95 % confidence fewer than {} in 10⁹ (one-sided)", short(most.ceil()))
    });
    let [stores, probes, hits] =
        [sum(all, |cell| cell.stores), sum(all, |cell| cell.probes), hits].map(report::grouped);
    format!(
        "\n{stores} stores, {probes} probes, {hits} hits on keys that differ in the bits verified, {wrong} wrong{most}"
    )
}

/// Of the cells in which no answer may be wrong.
fn sum(all: &[Stressed], count: impl Fn(&Stressed) -> u64) -> u64 {
    all.iter().filter(|stressed| stressed.is_protected).map(count).sum()
}

fn verdict(all: &[Stressed], is_interrupted: bool) -> Ending {
    let flips: u64 = all.iter().map(|stressed| stressed.flips).sum();
    if flips > 0 {
        output::note(&format!("{flips} bits flipped"));
    }
    let wrong = sum(all, |cell| cell.wrong);
    if wrong > 0 {
        output::complain(&format!("{wrong} wrong answers: the protocol or the machine is broken"));
        return Ending::Failed;
    }
    if is_interrupted {
        output::complain("interrupted: the last cell above is not complete");
        return Ending::Interrupted;
    }
    Ending::Done
}

#[cfg(test)]
mod tests {
    use super::{Ending, Stressed, short, verdict};

    #[test]
    fn rates_are_written_in_few_digits() {
        let rates = [0.0, 3.7, 9_999.0, 10_000.0, 812_345.0, 8_123_456.0, 203_000_000.0];
        assert_eq!(rates.map(short), ["0", "4", "9999", "10.0K", "812K", "8.1M", "203M"]);
    }

    #[test]
    fn one_wrong_answer_fails_unless_nothing_protects_from_it() {
        let stressed =
            |wrong, is_protected| Stressed { wrong, is_protected, hits: 10, ..Stressed::default() };
        let right = [stressed(0, true), stressed(7, false)];
        let wrong = [stressed(0, true), stressed(1, true)];
        assert!(matches!(verdict(&right, false), Ending::Done));
        assert!(matches!(verdict(&right, true), Ending::Interrupted));
        assert!([false, true].iter().all(|&is_cut| matches!(verdict(&wrong, is_cut), Ending::Failed)));
    }
}
