//! `supplant throughput`: what a probe and a store cost, per scheme, bucket, threads, keys and size, beside the limit of memory.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use super::exit::Ending;
use super::{arguments, output};
use crate::entry::bucket::LayoutName;
use crate::lab::doctor::{self, Memory};
use crate::lab::provenance::Provenance;
use crate::lab::throughput::crew::Crew;
use crate::lab::throughput::{self, Axes, Contender, Keys, Mix, Plan, Savings, contender};
use crate::lab::words::{once_each, quoted};
use crate::lab::{interrupt, room, sizes};
use crate::report::throughput::{Measured, page, printed};
use crate::scheme::SchemeName;
use crate::smp::SEED;
use crate::table::Size;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Less of everything: a scheme for each number of slots, 1 MiB and 256 MiB, uniform keys, three rounds; under a minute
    #[arg(long)]
    quick: bool,
    /// Sizes; a number alone is MiB [default: 1MiB,64MiB,1GiB]
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', value_parser = arguments::hash)]
    bytes: Vec<Size>,
    /// Numbers of threads, each on a processor of its own [default: 1 and all processors]
    #[arg(long, short = 'j', value_name = "N,…", value_delimiter = ',', value_parser = arguments::threads)]
    threads: Vec<usize>,
    /// Schemes [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::schemes)]
    schemes: Vec<Vec<SchemeName>>,
    /// Layouts; the schemes of which are measured that fit [default: xor16, and of NEW, TWOBIG1 and DEPTHAGE the others]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::layout)]
    layouts: Vec<LayoutName>,
    /// Mixes: hit, miss, 90/10 (probes to stores), 50/50, store [default: all]
    #[arg(long, value_name = "MIX,…", value_delimiter = ',')]
    mixes: Vec<Mix>,
    /// Keys: uniform, zipf; the second is measured with the last prefetch alone [default: both]
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    keys: Vec<Keys>,
    /// Operations between a prefetch and its use; 0 for none [default: 0,32]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = arguments::whole::<usize>(0..=4096))]
    ahead: Vec<usize>,
    /// Rounds over everything; medians are printed [default: 7; with --quick 3]
    #[arg(long, value_name = "N", value_parser = arguments::whole::<usize>(1..=99))]
    rounds: Option<usize>,
    /// Seed of keys and of the order
    #[arg(long, default_value_t = SEED, value_parser = arguments::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Folder for the rows and the report
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
}

/// One scheme for each number of slots.
const OF_EACH_SLOTS: [SchemeName; 3] = [SchemeName::New, SchemeName::TwoBig1, SchemeName::DepthAge];

/// A value, or what stands for it where nothing was said.
fn or<T: Clone + PartialEq>(said: &[T], else_: &[T]) -> Vec<T> {
    if said.is_empty() { else_.to_vec() } else { once_each(said.iter().cloned()) }
}

impl Arguments {
    fn plan(&self, bytes: Vec<usize>, threads: Vec<usize>) -> Plan {
        let keys = if self.quick { &Keys::ALL[..1] } else { &Keys::ALL[..] };
        let mut ahead = or(&self.ahead, &[0, 32]);
        ahead.sort_unstable();
        let axes = Axes { mixes: or(&self.mixes, &Mix::ALL), keys: or(&self.keys, keys), threads, ahead };
        let rounds = self.rounds.unwrap_or(if self.quick { 3 } else { 7 });
        Plan { bytes, axes, rounds, seed: self.seed, latency: true }
    }

    /// Our tables that are asked for.
    fn own(&self) -> Result<Vec<Contender>> {
        let schemes = self.schemes();
        if !self.layouts.is_empty() {
            let layouts = once_each(self.layouts.iter().copied());
            arguments::say_left_out(&schemes, &layouts, |layout, scheme| scheme.fits(layout))?;
            return Ok(contender::own(&schemes, &layouts));
        }
        let mut own = contender::own(&schemes, &[LayoutName::Xor16]);
        if self.schemes.is_empty() && !self.quick {
            own.extend(contender::own(&OF_EACH_SLOTS, &LayoutName::ALL[1..]));
        }
        Ok(own)
    }

    /// The schemes that are asked for.
    fn schemes(&self) -> Vec<SchemeName> {
        let said: Vec<_> = self.schemes.iter().flatten().copied().collect();
        or(&said, if self.quick { &OF_EACH_SLOTS } else { SchemeName::ALL })
    }

    /// What they save a search; `None` if interrupted. A table of 8K slots is far too small for searches of 7 plies, so that schemes differ.
    fn savings(&self) -> Option<Savings> {
        let (depth, slots) = if self.quick { (5, 1 << 11) } else { (7, 1 << 13) };
        // All of them in proportion to NEW.
        let schemes = once_each(self.schemes().into_iter().chain([SchemeName::New]));
        Savings::measure(&schemes, (depth, slots), &interrupt::on_ctrl_c())
    }

    /// The sizes that fit, and why others do not: a table and the limit lie in memory at once.
    fn sizes(&self) -> (Vec<usize>, Vec<String>) {
        let asked = self.bytes.iter().map(|&size| match size {
            Size::Bytes(bytes) => bytes,
            Size::Slots(slots) => slots.saturating_mul(sizes::SLOT_BYTES),
        });
        let default: &[usize] =
            if self.quick { &[1 << 20, 256 << 20] } else { &[1 << 20, 64 << 20, 1 << 30] };
        let mut asked = or(&asked.collect::<Vec<_>>(), default);
        asked.sort_unstable();
        let free = room::free();
        let check = |&bytes: &usize| room::check(Size::Bytes(bytes), 2 * bytes as u64, free);
        let why = |refused: room::NoRoom| {
            let possible = room::NoRoom { possible_bytes: refused.possible_bytes / 2, ..refused };
            format!("--bytes: beside the limit {possible}")
        };
        let refused = asked.iter().filter_map(|bytes| check(bytes).err()).map(why).collect();
        asked.retain(|bytes| check(bytes).is_ok());
        (asked, refused)
    }

    /// The numbers of threads that the machine has processors for, and why others are left out.
    fn threads(&self, processors: usize) -> (Vec<usize>, Vec<String>) {
        let mut asked = or(&self.threads, &once_each([1, processors].into_iter()));
        asked.sort_unstable();
        let (fitting, beyond): (Vec<_>, Vec<_>) =
            asked.into_iter().partition(|&threads| threads <= processors);
        let why = |threads: &usize| {
            format!(
                "--threads {threads}: there are {processors} processors for this process; ask for {processors} or fewer"
            )
        };
        (fitting, beyond.iter().map(why).collect())
    }

    /// The command line with every option filled in.
    fn invocation(&self, program: &str, plan: &Plan, own: &[Contender]) -> String {
        let list = |values: Vec<String>| once_each(values.into_iter()).join(",");
        let names = |of: fn(&Contender) -> String| list(own.iter().map(of).collect());
        let Axes { mixes, keys, threads, ahead } = &plan.axes;
        // What is measured by default is no product of schemes and layouts.
        let own = match self.schemes.is_empty() && self.layouts.is_empty() && !self.quick {
            true => String::new(),
            false => format!(
                " --schemes {} --layouts {}",
                names(|one| one.about().name.to_lowercase()),
                names(|one| one.about().variant.to_owned())
            ),
        };
        format!(
            "{program} --bytes {} --threads {}{own} --mixes {} --keys {} --ahead {} --rounds {} --seed {} --out {}",
            list(plan.bytes.iter().map(|&bytes| sizes::bytes(bytes as u64).replace(' ', "")).collect()),
            list(threads.iter().map(ToString::to_string).collect()),
            list(mixes.iter().map(|mix| mix.name().to_owned()).collect()),
            list(keys.iter().map(|keys| keys.name().to_owned()).collect()),
            list(ahead.iter().map(ToString::to_string).collect()),
            plan.rounds,
            plan.seed,
            quoted(&self.out.display().to_string()),
        )
    }
}

/// Measures our tables, and `others` beside them.
pub(super) fn run(arguments: &Arguments, others: Vec<Contender>) -> Result<Ending> {
    let crew = Crew::here();
    let own = arguments.own()?;
    let (bytes, too_large) = arguments.sizes();
    let (threads, too_many) = arguments.threads(crew.processors());
    for (is_nothing_left, why) in [(bytes.is_empty(), &too_large), (threads.is_empty(), &too_many)] {
        if is_nothing_left {
            bail!("{}", why.join("; "));
        }
    }
    let left_out: Vec<_> = too_large.into_iter().chain(too_many).collect();
    left_out.iter().for_each(|why| output::complain(&format!("left out: {why}")));
    let plan = arguments.plan(bytes, threads);
    // With other tables it is a program of its own.
    let program = if others.is_empty() { "supplant throughput".to_owned() } else { name_of_this_program() };
    let provenance = Provenance::here(arguments.invocation(&program, &plan, &own), plan.seed);
    for warning in doctor::warnings(&provenance, &Memory::here()) {
        output::complain(&format!("warning: {}; {}", warning.what, warning.remedy));
    }
    page::try_write(&arguments.out)?;
    let contenders = present(own.into_iter().chain(others));
    let run = measure(&plan, contenders, &crew);
    let savings = arguments.savings();
    let measured = Measured::of(run, savings, provenance);
    let files = page::write(&measured, &arguments.out)?;
    output::print(&printed::tables(&measured));
    output::print(&printed::goals(&measured));
    let written: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
    output::note(&format!("wrote {}", written.join(", ")));
    Ok(ending(&measured, left_out.is_empty()))
}

/// The name by which this program was called, without its folder.
fn name_of_this_program() -> String {
    let called = std::env::args_os().next().unwrap_or_default();
    Path::new(&called).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Those that are there, and those that are not and why.
fn present(all: impl Iterator<Item = Contender>) -> (Vec<Contender>, Vec<String>) {
    let (there, missing): (Vec<_>, Vec<_>) = all.partition(|one| one.why_missing().is_none());
    let why = |one: &Contender| format!("{}: {}", one.about().name, one.why_missing().unwrap_or_default());
    let missing: Vec<_> = missing.iter().map(why).collect();
    missing.iter().for_each(|why| output::complain(&format!("missing: {why}")));
    (there, missing)
}

fn measure(
    plan: &Plan,
    (contenders, missing): (Vec<Contender>, Vec<String>),
    crew: &Crew,
) -> throughput::Run {
    let stop = interrupt::on_ctrl_c();
    let started = Instant::now();
    let mut told = 0;
    let mut tell = |share: f64, what: &str| {
        let percent = (share * 100.0) as u32;
        if percent >= told {
            let elapsed = started.elapsed().as_secs_f64();
            let left = if share > 0.02 {
                format!(", about {:.0} s left", elapsed / share - elapsed)
            } else {
                String::new()
            };
            output::note(&format!("{percent:>3} %: {what}{left}"));
            told = percent + 5;
        }
    };
    let mut run = throughput::run(plan, &contenders, crew, &stop, &mut tell);
    run.missing.iter().for_each(|what| output::complain(&format!("missing: {what}")));
    run.missing.splice(0..0, missing);
    run
}

/// Wrong answers fail; so does what was asked for and left out.
fn ending(measured: &Measured, is_all: bool) -> Ending {
    let wrong = printed::wrong(measured);
    wrong.iter().for_each(|wrong| output::complain(&format!("wrong answers: {wrong}")));
    if !wrong.is_empty() {
        return Ending::Failed;
    }
    if !measured.run.is_finished {
        output::complain("interrupted: the files hold what was measured until then");
        return Ending::Interrupted;
    }
    if is_all { Ending::Done } else { Ending::Failed }
}
