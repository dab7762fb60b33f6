//! `supplant man` prints the manual, which is made from the arguments.

use std::collections::BTreeSet;
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
    /// Print all commands as one page of Markdown instead
    #[arg(long, conflicts_with = "out")]
    markdown: bool,
}

pub(super) fn run(arguments: &Arguments, mut command: Command) -> Result<Ending> {
    if arguments.markdown {
        output::as_it_is(&markdown(command));
        return Ok(Ending::Done);
    }
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

fn collect(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    for below in shown(&command) {
        collect(below.clone(), pages)?;
    }
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    Ok(())
}

fn markdown(mut command: Command) -> String {
    command = command.term_width(100);
    command.build();
    let mut page = "# Commands\n\nThis page is printed by `supplant man --markdown`. Without the command installed, write\n\
         `cargo run --release --` for `supplant`. `supplant COMMAND --help` says more about an option.\n\n\
         | command | what it does |\n|---|---|\n"
        .to_owned();
    let mut helps = String::new();
    let mut explained: Vec<(BTreeSet<String>, String)> = Vec::new();
    for mut below in leaves(&command) {
        let name = below.get_bin_name().unwrap_or_else(|| below.get_name()).to_owned();
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        page += &format!("| {} | {about} |\n", link(&name));
        helps += &format!("\n## {name}\n\n");
        let options: BTreeSet<_> = below.get_arguments().map(|of| of.get_id().to_string()).collect();
        match explained.iter().find(|(known, _)| *known == options) {
            Some((_, other)) if options.len() > 10 => {
                helps += &format!("{about}. It has the options of {}.\n", link(other));
            }
            _ => {
                helps += &format!("```text\n{}\n```\n", below.render_help().to_string().trim_end());
                explained.push((options, name));
            }
        }
    }
    page + &helps
}

fn leaves(command: &Command) -> Vec<Command> {
    let below: Vec<_> = shown(command).flat_map(leaves).collect();
    if below.is_empty() { vec![command.clone()] } else { below }
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
}

fn link(name: &str) -> String {
    format!("[`{name}`](#{})", name.replace(' ', "-"))
}
