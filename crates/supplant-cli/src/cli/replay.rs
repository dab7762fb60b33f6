//! `supplant replay` replays what an engine recorded on other tables.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::arguments::once_each;
use super::exit::Ending;
use super::{arguments, output};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::Size;
use supplant_lab::experiment::provenance::{Provenance, RunOrigin};
use supplant_lab::experiment::replay::{Candidate, Recording, Replay};
use supplant_lab::experiment::searches::Same;
use supplant_lab::experiment::sizes::{self, Alone};
use supplant_lab::experiment::words::quoted;
use supplant_lab::experiment::{interrupt, room};
use supplant_lab::report;
use supplant_lab::report::replay::{CAUTION, COLUMNS, ReplayReport};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What `supplant_record.h`, the crate supplant-record or `supplant search --record` wrote
    file: PathBuf,
    /// Schemes, or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "NEW,DEEP,TWODEEP,TWOBIG1,DEPTHAGE,CRAFTY,FOURBIG,SIEGE", value_parser = arguments::schemes)]
    schemes: Vec<Vec<SchemeName>>,
    /// Layouts, or all; each with the schemes that fit it
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "xor16", value_parser = layouts)]
    layouts: Vec<Vec<LayoutName>>,
    /// Table sizes, each twice the one before where `..` joins two; without a unit in MiB (512KiB,
    /// 64MiB, 1GiB)
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', default_value = "1..64", value_parser = doubling)]
    sizes: Vec<Vec<Size>>,
    /// What happens in all tables to a result whose position already has an entry; give your
    /// engine's own rule: newest, deeper, margin4 (the newer, unless the entry is 4 plies deeper and
    /// the newer not exact, as in Stockfish; also other margins), lowering4 (the same, and a refused
    /// result lowers the depth of the entry by one), scheme (each scheme's own)
    #[arg(long, value_name = "RULE", default_value = "newest", value_parser = rule)]
    same: Same,
    /// Empty the tables where a search begins; without it they are kept, and schemes that look at ages
    /// notice
    #[arg(long)]
    clear: bool,
    /// Tables to replay at once [default: all processors]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    jobs: Option<usize>,
    /// Folder for a page with figures
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write over the page of an earlier replay
    #[arg(long, requires = "out")]
    replace: bool,
    /// Print one JSON object per table
    #[arg(long)]
    json: bool,
}

fn layouts(text: &str) -> Result<Vec<LayoutName>, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(LayoutName::ALL.to_vec());
    }
    arguments::layout(text).map(|layout| vec![layout])
}

fn doubling(text: &str) -> Result<Vec<Size>, String> {
    sizes::doubling(text, Alone::Mebibytes)
}

fn rule(text: &str) -> Result<Same, String> {
    match text.parse() {
        Ok(Same::Competes) => {
            Err("what is offered again would compete with itself; give another rule".to_owned())
        }
        Ok(same) => Ok(same),
        Err(_) => Err(format!(
            "no rule is called `{text}`; give newest, deeper, scheme, or with 0 to 255 plies margin4 or lowering4"
        )),
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let Arguments { file, clear, .. } = arguments;
    let name = file.display().to_string();
    let candidates = candidates(arguments)?;
    let page = arguments.out.as_ref().map(|folder| folder.join("replay.html"));
    output::keep_earlier(page.filter(|page| page.exists()), arguments.replace)?;
    let opened = File::open(file).with_context(|| format!("{name}: cannot be read"))?;
    let recording = Recording::read(BufReader::new(opened)).with_context(|| name.clone())?;
    let replay = Replay::of(&recording, *clear).with_context(|| name.clone())?;
    if let Some(folder) = &arguments.out {
        report::folder::create(folder)?;
    }
    let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
    check_room(&candidates, recording.sample_bits, jobs)?;
    let events = report::counted(recording.len(), "event");
    output::note(&format!("replaying {} on {events}", report::counted(candidates.len(), "table")));
    let stop = interrupt::on_ctrl_c();
    let Some(replayed) = replay.on(&candidates, jobs, &stop)? else {
        output::complain(
            "interrupted: nothing is printed, because the losses of all tables are printed together at the end",
        );
        return Ok(Ending::Interrupted);
    };
    let report = ReplayReport { name: &name, recording: &recording, replay: &replay, replayed };
    report.remarks().into_iter().for_each(output::complain);
    let folder = arguments.out.as_ref();
    let write = |folder| write_page(&report, folder, arguments.command(&candidates));
    let written = output::told_later(folder.map_or(Ok(()), |folder| write(folder)));
    if arguments.json {
        report.rows().iter().try_for_each(output::json)?;
    } else {
        let findings = report.findings().join("\n");
        output::line(&format!("{findings}\n\n{}\n\n{CAUTION}\n\n{COLUMNS}\n", report.about()));
        report.tables().into_iter().for_each(|table| output::line(&table.in_text()));
    }
    written.map(|()| Ending::Done)
}

fn write_page(report: &ReplayReport<'_>, folder: &Path, command: String) -> Result<()> {
    let origin = RunOrigin::of(&Provenance::here(command.clone(), 0), report.name.to_owned());
    let paths = report::folder::write(&report.document(command), "replay", folder, &origin)?;
    report::folder::remove_stale("replay", folder, &paths)?;
    output::note(&format!("wrote {}", output::named(&paths)));
    Ok(())
}

fn candidates(arguments: &Arguments) -> Result<Vec<Candidate>> {
    let schemes = once_each(arguments.schemes.iter().flatten().copied());
    let layouts = once_each(arguments.layouts.iter().flatten().copied());
    arguments::say_left_out(&schemes, &layouts, |layout, scheme| scheme.fits(layout))?;
    let bytes = once_each(arguments.sizes.iter().flatten().map(|&size| sizes::bytes_of(size)));
    let tables = schemes.iter().flat_map(|&scheme| layouts.iter().map(move |&layout| (scheme, layout)));
    let fitting = tables.filter(|(scheme, layout)| scheme.fits(*layout));
    let all = fitting.flat_map(|(scheme, layout)| {
        bytes
            .iter()
            .map(move |&bytes| Candidate { scheme, layout, bytes, same: arguments.same })
            .collect::<Vec<_>>()
    });
    Ok(all.collect())
}

fn check_room(candidates: &[Candidate], sample_bits: u32, jobs: usize) -> Result<()> {
    let mut bytes: Vec<_> = candidates.iter().map(|candidate| candidate.bytes >> sample_bits).collect();
    bytes.sort_unstable_by(|one, other| other.cmp(one));
    let at_once = bytes.iter().take(jobs).fold(0, |sum: usize, &one| sum.saturating_add(one));
    let largest = bytes.first().copied().unwrap_or(0);
    room::check(Size::Bytes(largest), at_once as u64, room::free()).map_err(|refused| {
        anyhow::anyhow!("--sizes: {refused}, for {jobs} tables at once; give fewer --jobs or smaller --sizes")
    })
}

impl Arguments {
    fn command(&self, candidates: &[Candidate]) -> String {
        let list = |all: Vec<String>| once_each(all.into_iter()).join(",");
        let schemes = list(candidates.iter().map(|one| one.scheme.to_string()).collect());
        let layouts = list(candidates.iter().map(|one| one.layout.to_string()).collect());
        let bytes = |one: &Candidate| sizes::bytes(one.bytes as u64).replace(' ', "");
        let sizes = list(candidates.iter().map(bytes).collect());
        let clear = if self.clear { " --clear" } else { "" };
        let file = quoted(&self.file.display().to_string());
        format!(
            "supplant replay {file} --schemes {schemes} --layouts {layouts} --sizes {sizes} --same {}{clear}",
            self.same
        )
    }
}
