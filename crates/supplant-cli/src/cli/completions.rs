//! `supplant completions` prints a shell's completion script, which clap makes from the arguments.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use super::exit::Ending;
use super::output;

#[derive(Debug, Args)]
#[command(after_help = "\
bash: supplant completions bash > ~/.local/share/bash-completion/completions/supplant
zsh:  supplant completions zsh > a folder of $fpath, as _supplant
fish: supplant completions fish > ~/.config/fish/completions/supplant.fish")]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, mut command: Command) -> Result<Ending> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    output::as_it_is(&String::from_utf8(script)?);
    Ok(Ending::Done)
}
