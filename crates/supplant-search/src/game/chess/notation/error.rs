//! The error of all readers.

use std::fmt::{self, Write as _};

/// The reason why a text could not be read.
///
/// It is shown on one line: ``games.pgn line 12: `23. Nf9` is not a legal move for White here; …``.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The name of the text, usually a path, which [`in_source`](Self::in_source) sets.
    pub source_name: Option<String>,
    /// The line, counted from 1, if the text has several.
    pub line: Option<usize>,
    /// The wrong value in the text; `None` if something is missing.
    pub value: Option<String>,
    /// The problem with the value.
    pub problem: &'static str,
    /// How to correct it.
    pub remedy: &'static str,
}

impl ReadError {
    #[cold]
    pub(super) fn of(value: &str, problem: &'static str, remedy: &'static str) -> Self {
        Self { source_name: None, line: None, value: Some(value.to_owned()), problem, remedy }
    }

    #[cold]
    pub(super) fn missing(problem: &'static str, remedy: &'static str) -> Self {
        Self { source_name: None, line: None, value: None, problem, remedy }
    }

    /// Adds a line, counted from 1, unless the error already has one.
    #[must_use]
    pub fn at_line(self, line: usize) -> Self {
        Self { line: self.line.or(Some(line)), ..self }
    }

    /// Sets or replaces the name of the text.
    #[must_use]
    pub fn in_source(self, name: &str) -> Self {
        Self { source_name: Some(name.to_owned()), ..self }
    }
}

/// Characters of a value that a message shows (chosen, not measured).
const SHOWN: usize = 80;

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.source_name {
            on_one_line(f, name.chars())?;
        }
        match (&self.source_name, self.line) {
            (Some(_), Some(line)) => write!(f, " line {line}: ")?,
            (None, Some(line)) => write!(f, "line {line}: ")?,
            (Some(_), None) => f.write_str(": ")?,
            (None, None) => {}
        }
        if let Some(value) = &self.value {
            f.write_char('`')?;
            on_one_line(f, value.chars().take(SHOWN))?;
            f.write_str(if value.chars().nth(SHOWN).is_some() { "…` " } else { "` " })?;
        }
        write!(f, "{}; {}", self.problem, self.remedy)
    }
}

fn on_one_line(f: &mut fmt::Formatter<'_>, mut chars: impl Iterator<Item = char>) -> fmt::Result {
    chars.try_for_each(|c| {
        let breaks = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        f.write_char(if breaks { ' ' } else { c })
    })
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::ReadError;

    #[test]
    fn a_message_names_place_value_and_remedy_as_far_as_they_are_known() {
        let error = ReadError::of("e9", "is not a square", "write e8");
        assert_eq!(error.to_string(), "`e9` is not a square; write e8");
        let error = error.at_line(12);
        assert_eq!(error.to_string(), "line 12: `e9` is not a square; write e8");
        assert_eq!(error.in_source("a.epd").to_string(), "a.epd line 12: `e9` is not a square; write e8");
        let error = ReadError::missing("no game here", "give one").in_source("a.pgn");
        assert_eq!(error.to_string(), "a.pgn: no game here; give one");
    }

    #[test]
    fn a_message_is_one_short_line_whatever_the_value() {
        let message = ReadError::of(&"a\nb\u{1b}\u{2028}".repeat(1000), "is long", "cut it").to_string();
        assert!(!message.contains(['\n', '\u{1b}', '\u{2028}']));
        assert!(message.chars().count() < 120, "{message}");
        assert!(message.contains("…` is long"));
    }
}
