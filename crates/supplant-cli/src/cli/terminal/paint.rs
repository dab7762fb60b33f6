//! Colours headings of tables, verdicts and errors. A colour only repeats what the words say.

use anstyle::{AnsiColor, Style};

use super::fit::{Piece, pieces};
use supplant_lab::experiment::claims::Verdict;

const HEADING: Style = Style::new().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

fn of_verdict(cell: &str) -> Option<Style> {
    let verdicts = [
        (Verdict::Holds, AnsiColor::Green),
        (Verdict::DoesNotHold, AnsiColor::Red),
        (Verdict::Undecided, AnsiColor::Yellow),
        (Verdict::HoldsUnderSome, AnsiColor::Yellow),
    ];
    let known = verdicts.into_iter().find(|(verdict, _)| verdict.to_string() == cell);
    known.map(|(_, colour)| colour.on_default())
}

pub(super) fn tables(text: &str) -> String {
    let mut painted = Vec::new();
    for piece in pieces(text) {
        match piece {
            Piece::Words(line) => painted.push(line.to_owned()),
            Piece::Table(lines) => {
                painted.push(heading(lines[0]));
                painted.extend(lines[1..].iter().map(|line| row(line)));
            }
        }
    }
    painted.join("\n")
}

pub(super) fn heading(line: &str) -> String {
    in_style(HEADING, line)
}

fn row(line: &str) -> String {
    let cells = line.split("  ").map(|cell| {
        let word = cell.trim();
        of_verdict(word)
            .map_or_else(|| cell.to_owned(), |style| cell.replacen(word, &in_style(style, word), 1))
    });
    cells.collect::<Vec<_>>().join("  ")
}

pub(super) fn words(text: &str) -> String {
    for (kind, style) in [("error:", ERROR), ("warning:", WARNING)] {
        if let Some(rest) = text.strip_prefix(kind) {
            return format!("{}{rest}", in_style(style, kind));
        }
    }
    text.to_owned()
}

fn in_style(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::{tables, words};

    const TABLE: &str = "Of 2 claims:\n\n claim  alone      together\n one    supported  undecided\n two    refuted    supported well\n\nIt is supported.\n";

    fn plain(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |plain, part| plain + part.split_once('m').expect("a colour ends").1)
    }

    #[test]
    fn headings_and_verdicts_are_coloured_and_no_word_is_changed() {
        let painted = tables(TABLE);
        assert_eq!(plain(&painted), TABLE);
        for word in ["\u{1b}[32msupported\u{1b}[0m ", "\u{1b}[31mrefuted\u{1b}", "\u{1b}[33mundecided\u{1b}"]
        {
            assert!(painted.contains(word), "{painted}");
        }
        assert!(painted.contains("\u{1b}[1m claim"), "{painted}");
        assert_eq!(painted.matches('\u{1b}').count(), 8, "nothing else is: {painted}");
    }

    #[test]
    fn the_kind_of_a_remark_is_coloured() {
        assert_eq!(words("error: no"), "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m no");
        assert_eq!(words("an error: no"), "an error: no");
    }
}
