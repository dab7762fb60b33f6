//! `supplant man`: the manual, made from the arguments themselves.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};
use clap_mangen::Man;

use super::exit::Ending;
use super::output;
use supplant_lab::report;

#[derive(Debug, Args)]
#[command(after_help = "To read it: supplant man | man -l -")]
pub(super) struct Arguments {
    /// Write a page for each command into this folder instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, mut command: Command) -> Result<Ending> {
    let Some(folder) = &arguments.out else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        output::as_it_is(&String::from_utf8(page)?);
        return Ok(Ending::Done);
    };
    report::folder::create(folder)?;
    command.build();
    let mut pages = Vec::new();
    collect(command, &mut pages)?;
    for (name, page) in &pages {
        report::file::write(&folder.join(name), |file| Ok(file.write_all(page)?))?;
    }
    output::note(&format!("wrote {} in {}", report::counted(pages.len(), "page"), folder.display()));
    Ok(Ending::Done)
}

/// The pages of a command and of those below it, by file name: `supplant.1`, `supplant-study-status.1`.
fn collect(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
    {
        collect(below.clone(), pages)?;
    }
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    Ok(())
}
