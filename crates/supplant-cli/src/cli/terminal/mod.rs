//! The style of stdout and stderr: width and colours for a terminal, plain text for a file.

mod escape;
mod fit;
mod paint;

pub(super) use escape::{in_json, in_text};
pub(super) use fit::{folded, hanging, wrap_words};

use std::ffi::OsString;
use std::io::IsTerminal;

use clap::{Args, ColorChoice};
use terminal_size::{Width, terminal_size_of};

use super::arguments;

/// The output options of every command.
#[derive(Clone, Debug, Args)]
// clap names a group after the type, and a command's own arguments have a type of the same name.
#[group(skip)]
pub(super) struct Arguments {
    /// Colour what is printed: always, never, or auto, which is on a terminal and without NO_COLOR
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        global = true,
        help_heading = HEADING
    )]
    color: ColorChoice,
    /// Columns that tables are to fit into, 20 to 1000 [default: the terminal's; elsewhere what
    /// they need]
    #[arg(long, value_name = "COLUMNS", value_parser = arguments::whole::<usize>(20..=1000), global = true, help_heading = HEADING)]
    width: Option<usize>,
    /// Print no progress and no remarks: results, warnings and errors alone
    #[arg(long, short, global = true, help_heading = HEADING)]
    quiet: bool,
}

impl Arguments {
    /// Reads `--color` from arguments that clap may have refused, so that help and errors obey it.
    pub(super) fn of_words(words: impl Iterator<Item = OsString>) -> Self {
        let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        let behind = |i: usize| match words[i].strip_prefix("--color")? {
            "" => words.get(i + 1).map(String::as_str),
            rest => rest.strip_prefix('='),
        };
        let color = (0..words.len()).rev().find_map(|i| behind(i)?.parse().ok());
        Self { color: color.unwrap_or(ColorChoice::Auto), width: None, quiet: false }
    }
}

const HEADING: &str = "Output";

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StreamStyle {
    colours: bool,
    colours_words: bool,
    pub(super) width: Option<usize>,
    pub(super) is_quiet: bool,
}

impl StreamStyle {
    pub(super) fn of(arguments: &Arguments) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        let coloured = |is_terminal| match arguments.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_terminal && !no_colour && !is_dumb,
        };
        Self {
            colours: coloured(std::io::stdout().is_terminal()),
            colours_words: coloured(std::io::stderr().is_terminal()),
            width: arguments.width.or_else(of_stdout),
            is_quiet: arguments.quiet,
        }
    }

    pub(super) fn data(&self, text: &str) -> String {
        let fitted = match self.width {
            Some(width) => fit::fitted(&in_text(text), width),
            None => in_text(text),
        };
        if self.colours { paint::tables(&fitted) } else { fitted }
    }

    pub(super) fn heading(&self, text: &str) -> String {
        if self.colours { paint::heading(text) } else { text.to_owned() }
    }

    pub(super) fn words(&self, text: &str) -> String {
        let text = in_text(text);
        if self.colours_words { paint::words(&text) } else { text }
    }

    pub(super) fn of_clap(&self, text: &clap::builder::StyledStr) -> String {
        if self.colours { text.ansi().to_string() } else { text.to_string() }
    }
}

fn of_stdout() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into())
}
