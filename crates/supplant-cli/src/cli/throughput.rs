//! `supplant throughput` measures what a probe and a store cost, next to the limit of memory.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use super::exit::Ending;
use super::{arguments, output};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::Size;
use supplant_lab::experiment::crew::Crew;
use supplant_lab::experiment::doctor::{self, MachineMemory};
use supplant_lab::experiment::positions::PositionSet;
use supplant_lab::experiment::provenance::Provenance;
use supplant_lab::experiment::throughput::{
    self, Competitor, KeyDistribution, OperationMix, Savings, SavingsError, ThroughputAxes, ThroughputPlan,
    Watch, contender,
};
use supplant_lab::experiment::words::{once_each, quoted};
use supplant_lab::experiment::{interrupt, room, sizes};
use supplant_lab::report::folder;
use supplant_lab::report::throughput::{ThroughputReport, page, printed};
use supplant_search::smp::SEED;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Less of everything: a scheme for each number of slots, 1 MiB and 256 MiB, uniform keys,
    /// three rounds; under a minute for our schemes alone
    #[arg(long)]
    quick: bool,
    /// Sizes; a number alone is MiB [default: 1MiB,64MiB,1GiB]
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', value_parser = arguments::hash)]
    bytes: Vec<Size>,
    /// Numbers of threads, each on a separate processor [default: 1 and all processors]
    #[arg(long, short = 'j', value_name = "N,…", value_delimiter = ',', value_parser = arguments::threads)]
    threads: Vec<usize>,
    /// Schemes [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::schemes)]
    schemes: Vec<Vec<SchemeName>>,
    /// Layouts; the schemes of which are measured that fit [default: xor16; without --schemes and
    /// --quick also the others of NEW, TWOBIG1 and DEPTHAGE]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::layout)]
    layouts: Vec<LayoutName>,
    /// Mixes: hit, miss, 90/10 (probes to stores), 50/50, store [default: all]
    #[arg(long, value_name = "MIX,…", value_delimiter = ',')]
    mixes: Vec<OperationMix>,
    /// Keys: uniform, zipf; the second is measured with the last prefetch alone [default: both]
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    keys: Vec<KeyDistribution>,
    /// Operations between a prefetch and its use; 0 for none [default: 0,32]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = arguments::whole::<usize>(0..=4096))]
    ahead: Vec<usize>,
    /// Rounds over everything; medians are printed [default: 7; with --quick 3]
    #[arg(long, value_name = "N", value_parser = arguments::whole::<usize>(1..=99))]
    rounds: Option<usize>,
    /// Seed of keys and of the order
    #[arg(long, default_value_t = SEED, value_parser = arguments::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Folder for the rows and the report; all files are written after every round, so that a run
    /// that is killed loses one at most
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Take the folder of an earlier run; its files give way once those of the first round are
    /// written
    #[arg(long)]
    replace: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) command: String,
    pub(super) others: Vec<Competitor>,
    pub(super) chosen: Vec<String>,
}

impl Program {
    pub(super) fn own() -> Self {
        Self { command: "supplant throughput".to_owned(), others: Vec::new(), chosen: Vec::new() }
    }

    fn others(&self) -> Result<Vec<Competitor>> {
        if self.chosen.is_empty() {
            return Ok(self.others.clone());
        }
        let found = |name: &String| {
            let mut others = self.others.iter();
            let other = others.find(|one| one.about().name.eq_ignore_ascii_case(name.trim()));
            match other.map(|other| (other, other.why_missing())) {
                Some((other, None)) => Ok(other.clone()),
                Some((other, Some(why))) => bail!("--rivals {}: {why}", other.about().name),
                None => bail!("--rivals: no rival is called `{name}`; there are {}", self.names()),
            }
        };
        once_each(self.chosen.iter().cloned()).iter().map(found).collect()
    }

    fn names(&self) -> String {
        let (there, missing): (Vec<_>, Vec<_>) =
            self.others.iter().partition(|one| one.why_missing().is_none());
        let there: Vec<_> = there.iter().map(|one| one.about().name.to_owned()).collect();
        let why =
            |one: &&Competitor| format!("{} ({})", one.about().name, one.why_missing().unwrap_or_default());
        let missing: Vec<_> = missing.iter().map(why).collect();
        let missing =
            if missing.is_empty() { String::new() } else { format!("; not {}", missing.join(", ")) };
        there.join(", ") + &missing
    }

    fn choice(&self, others: &[Competitor]) -> String {
        match &self.chosen[..] {
            [] => String::new(),
            _ => {
                let names: Vec<_> = others.iter().map(|one| one.about().name).collect();
                format!(" --rivals {}", quoted(&names.join(",")))
            }
        }
    }
}

const OF_EACH_SLOTS: [SchemeName; 3] = [SchemeName::New, SchemeName::TwoBig1, SchemeName::DepthAge];

fn or<T: Clone + PartialEq>(said: &[T], else_: &[T]) -> Vec<T> {
    if said.is_empty() { else_.to_vec() } else { once_each(said.iter().cloned()) }
}

impl Arguments {
    fn plan(&self, bytes: Vec<usize>, threads: Vec<usize>) -> ThroughputPlan {
        let keys = if self.quick { &KeyDistribution::ALL[..1] } else { &KeyDistribution::ALL[..] };
        let mut ahead = or(&self.ahead, &[0, 32]);
        ahead.sort_unstable();
        let axes = ThroughputAxes {
            mixes: or(&self.mixes, &OperationMix::ALL),
            keys: or(&self.keys, keys),
            threads,
            ahead,
        };
        let rounds = self.rounds.unwrap_or(if self.quick { 3 } else { 7 });
        ThroughputPlan { bytes, axes, rounds, seed: self.seed }
    }

    fn own(&self) -> Result<Vec<Competitor>> {
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

    fn schemes(&self) -> Vec<SchemeName> {
        let said: Vec<_> = self.schemes.iter().flatten().copied().collect();
        or(&said, if self.quick { &OF_EACH_SLOTS } else { SchemeName::ALL })
    }

    fn savings(&self, names: &[&str]) -> Result<Savings, SavingsError> {
        let (depth, slots) = if self.quick { (5, 1 << 11) } else { (7, 1 << 13) };
        let schemes = self.schemes().into_iter().filter(|scheme| names.contains(&scheme.info().name));
        let schemes = once_each(schemes.chain([SchemeName::New]));
        output::note(&format!(
            "searching {} positions under {} schemes for the savings",
            PositionSet::kasparov_short().positions.len(),
            schemes.len()
        ));
        Savings::measure(&schemes, depth, slots, &interrupt::on_ctrl_c())
    }

    fn sizes(&self) -> (Vec<usize>, Vec<String>) {
        let asked = self.bytes.iter().map(|&size| sizes::bytes_of(size));
        let default: &[usize] =
            if self.quick { &[1 << 20, 256 << 20] } else { &[1 << 20, 64 << 20, 1 << 30] };
        let mut asked = or(&asked.collect::<Vec<_>>(), default);
        asked.sort_unstable();
        let free = room::free();
        let check = |&bytes: &usize| room::check(Size::Bytes(bytes), 2 * bytes as u64, free);
        let why = |refused: room::NoRoomError| {
            let possible = room::NoRoomError { possible_bytes: refused.possible_bytes / 2, ..refused };
            format!("--bytes: beside the limit {possible}")
        };
        let refused = asked.iter().filter_map(|bytes| check(bytes).err()).map(why).collect();
        asked.retain(|bytes| check(bytes).is_ok());
        (asked, refused)
    }

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

    fn invocation(&self, program: &str, plan: &ThroughputPlan, own: &[Competitor]) -> String {
        let list = |values: Vec<String>| once_each(values.into_iter()).join(",");
        let names = |of: fn(&Competitor) -> String| list(own.iter().map(of).collect());
        let ThroughputAxes { mixes, keys, threads, ahead } = &plan.axes;
        // The default tables are not a product of schemes and layouts: no option lists them.
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

pub(super) fn run(arguments: &Arguments, program: &Program) -> Result<Ending> {
    let crew = Crew::here();
    let (own, others) = (arguments.own()?, program.others()?);
    let (bytes, too_large) = arguments.sizes();
    let (threads, too_many) = arguments.threads(crew.processors());
    for (is_nothing_left, why) in [(bytes.is_empty(), &too_large), (threads.is_empty(), &too_many)] {
        if is_nothing_left {
            bail!("{}", why.join("; "));
        }
    }
    let folder = Folder::of(arguments)?;
    let left_out: Vec<_> = too_large.into_iter().chain(too_many).collect();
    left_out.iter().for_each(|why| output::complain(&format!("left out: {why}")));
    let plan = arguments.plan(bytes, threads);
    let invocation = arguments.invocation(&program.command, &plan, &own) + &program.choice(&others);
    let provenance = Provenance::here(invocation, plan.seed);
    for warning in doctor::warnings(&provenance, &MachineMemory::here()) {
        output::complain(&format!("warning: {}; {}", warning.what, warning.remedy));
    }
    let (contenders, missing) = present(own.into_iter().chain(others));
    let progress =
        ThroughputProgress { started: Instant::now(), next: 0, folder: &folder, provenance: &provenance };
    let mut run = measure(&plan, &contenders, &crew, progress)?;
    run.missing.splice(0..0, missing);
    if run.rows.is_empty() {
        return Ok(folder.left_alone(run.is_finished));
    }
    let measured = with_savings(arguments, ThroughputReport::of(run, None, provenance));
    let files = output::told_later(page::write(&measured, folder.path));
    output::print(&printed::tables(&measured));
    output::print(&printed::goals(&measured));
    output::note(&format!("wrote {}", output::named(&files?)));
    Ok(ending(&measured, left_out.is_empty()))
}

struct Folder<'a> {
    path: &'a Path,
    is_new: bool,
}

impl<'a> Folder<'a> {
    fn of(arguments: &'a Arguments) -> Result<Self> {
        let (path, is_new) = (arguments.out.as_path(), !arguments.out.exists());
        output::keep_earlier(folder::earlier(path, &page::FILES), arguments.replace)?;
        folder::try_write(path, &page::FILES)?;
        Ok(Self { path, is_new })
    }

    fn left_alone(&self, is_finished: bool) -> Ending {
        if self.is_new {
            let _ = std::fs::remove_dir(self.path);
        }
        let how =
            if is_finished { "nothing was measured" } else { "interrupted before anything was measured" };
        output::complain(&format!("{how}: {} is as it was", self.path.display()));
        if is_finished { Ending::Failed } else { Ending::Interrupted }
    }
}

fn with_savings(arguments: &Arguments, measured: ThroughputReport) -> ThroughputReport {
    let names = measured.to_save();
    if names.is_empty() || !measured.run.is_finished {
        return measured;
    }
    match arguments.savings(&names) {
        Ok(savings) => ThroughputReport { savings: Some(savings), ..measured },
        Err(SavingsError::Stopped) => {
            let run = throughput::ThroughputRun { is_finished: false, ..measured.run };
            ThroughputReport { run, ..measured }
        }
        Err(SavingsError::Failed(why)) => {
            let mut run = measured.run;
            run.lacks_ours = true;
            run.missing.push(format!("savings: {why}"));
            output::complain(&format!("missing: savings: {why}"));
            ThroughputReport { run, ..measured }
        }
    }
}

fn present(all: impl Iterator<Item = Competitor>) -> (Vec<Competitor>, Vec<String>) {
    let (there, missing): (Vec<_>, Vec<_>) = all.partition(|one| one.why_missing().is_none());
    let why = |one: &Competitor| format!("{}: {}", one.about().name, one.why_missing().unwrap_or_default());
    let missing: Vec<_> = missing.iter().map(why).collect();
    missing.iter().for_each(|why| output::complain(&format!("missing: {why}")));
    (there, missing)
}

struct ThroughputProgress<'a> {
    started: Instant,
    next: u32,
    folder: &'a Folder<'a>,
    provenance: &'a Provenance,
}

impl Watch for ThroughputProgress<'_> {
    fn comes(&mut self, share: f64, what: &str) {
        let percent = (share * 100.0) as u32;
        if percent >= self.next {
            let elapsed = self.started.elapsed().as_secs_f64();
            let left = if share > 0.02 {
                format!(", about {:.0} s left", elapsed / share - elapsed)
            } else {
                String::new()
            };
            output::note(&format!("{percent:>3} %: {what}{left}"));
            self.next = percent + 5;
        }
    }

    fn round_done(&mut self, run: &throughput::ThroughputRun) -> Result<()> {
        if !run.rows.is_empty() {
            let measured = ThroughputReport::of(run.clone(), None, self.provenance.clone());
            page::write(&measured, self.folder.path)?;
        }
        Ok(())
    }
}

fn measure(
    plan: &ThroughputPlan,
    contenders: &[Competitor],
    crew: &Crew,
    mut progress: ThroughputProgress<'_>,
) -> Result<throughput::ThroughputRun> {
    let run = throughput::run(plan, contenders, crew, &interrupt::on_ctrl_c(), &mut progress)?;
    run.missing.iter().for_each(|what| output::complain(&format!("missing: {what}")));
    Ok(run)
}

fn ending(measured: &ThroughputReport, is_all: bool) -> Ending {
    for wrong in printed::wrong(measured, false) {
        output::complain(&format!("wrong answers of another's table: {wrong}"));
    }
    let wrong = printed::wrong(measured, true);
    wrong.iter().for_each(|wrong| output::complain(&format!("wrong answers: {wrong}")));
    if !wrong.is_empty() {
        return Ending::Failed;
    }
    if !measured.run.is_finished {
        output::complain("interrupted: the files hold what was measured until then");
        return Ending::Interrupted;
    }
    if is_all && !measured.run.lacks_ours { Ending::Done } else { Ending::Failed }
}

#[cfg(test)]
mod tests {
    use super::{Competitor, Ending, Program, ThroughputReport, ending};
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant_lab::experiment::provenance::Provenance;
    use supplant_lab::experiment::throughput::{SubjectKind, ThroughputRow, ThroughputRun, contender};

    fn ended(change: impl Fn(&mut ThroughputRun)) -> Ending {
        let rows = vec![ThroughputRow::default()];
        let mut run = ThroughputRun { rows, is_finished: true, ..ThroughputRun::default() };
        change(&mut run);
        ending(&ThroughputReport::of(run, None, Provenance::default()), true)
    }

    #[test]
    fn ours_decide_how_a_run_ends_and_others_do_not() {
        assert_eq!(ended(|_| ()), Ending::Done);
        assert_eq!(ended(|run| run.rows[0].wrong = 1), Ending::Failed);
        let of_another = |run: &mut ThroughputRun| {
            run.rows[0] = ThroughputRow { wrong: 1, kind: SubjectKind::Engine, ..run.rows[0].clone() };
            run.missing.push("moka: not compiled in".to_owned());
        };
        assert_eq!(ended(of_another), Ending::Done);
        assert_eq!(ended(|run| run.lacks_ours = true), Ending::Failed);
        assert_eq!(ended(|run| run.is_finished = false), Ending::Interrupted);
    }

    #[test]
    fn others_are_chosen_by_name_and_what_is_not_there_says_why() {
        let mut others = contender::own(&[SchemeName::New, SchemeName::Deep], &[LayoutName::Xor16]);
        others.push(Competitor::missing(
            "moka",
            SubjectKind::Cache,
            "not compiled in; add --features moka".to_owned(),
        ));
        let choose = |names: &[&str]| {
            let chosen = names.iter().map(|&name| name.to_owned()).collect();
            let program = Program { others: others.clone(), chosen, ..Program::own() };
            let others = program.others().map_err(|error| error.to_string())?;
            Ok::<_, String>((others.len(), program.choice(&others)))
        };
        assert_eq!(choose(&[]), Ok((3, String::new())));
        assert_eq!(choose(&["deep", "deep"]), Ok((1, " --rivals DEEP".to_owned())));
        let why = choose(&["moka"]).unwrap_err();
        assert_eq!(why, "--rivals moka: not compiled in; add --features moka");
        let why = choose(&["mokka"]).unwrap_err();
        let names = "there are NEW, DEEP; not moka (not compiled in; add --features moka)";
        assert_eq!(why, format!("--rivals: no rival is called `mokka`; {names}"));
    }
}
