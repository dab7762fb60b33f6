//! A report as blocks, from which Markdown and HTML are made.

use super::{grouped, plain, plot};
use crate::experiment::claims::{hundredfold, percent};
use crate::experiment::stats::Estimate;

pub const ABSENT: &str = "–";

#[derive(Clone, Debug)]
pub struct Document {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// One piece of a report. In all words, `` `…` `` marks what is typed or printed.
#[derive(Clone, Debug)]
pub enum Block {
    Heading(String),
    Words(String),
    List(Vec<String>),
    Table(DataTable),
    Folded(DataTable),
    Findings(Vec<Finding>),
    Figures(Vec<Figure>),
    Command(String),
    Code(&'static str, String),
    Links(Vec<(String, Link)>),
}

#[derive(Clone, Debug)]
pub struct DataTable {
    pub caption: String,
    pub header: Vec<String>,
    pub words: usize,
    pub rows: Vec<Vec<TableCell>>,
}

impl DataTable {
    pub(crate) fn header(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[must_use]
    pub fn in_text(self) -> String {
        let header: Vec<_> = self.header.iter().map(String::as_str).collect();
        let mut lines = super::table(&header);
        for row in self.rows {
            lines.add_row(row.into_iter().map(|cell| cell.text));
        }
        super::align_numbers(&mut lines, self.words);
        format!("{}.\n\n{}\n", self.caption, lines.trim_fmt())
    }

    /// One table of several with one header; a first column names the part.
    fn joined<'a>(parts: impl IntoIterator<Item = (&'a str, &'a Self)>) -> Option<Self> {
        let mut joined: Option<Self> = None;
        for (name, part) in parts {
            let all = joined.get_or_insert_with(|| Self {
                header: std::iter::once("part".to_owned()).chain(part.header.clone()).collect(),
                words: part.words + 1,
                rows: Vec::new(),
                ..part.clone()
            });
            let named = |row: &Vec<TableCell>| [name.into()].into_iter().chain(row.clone()).collect();
            all.rows.extend(part.rows.iter().map(named));
        }
        joined
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    File(String),
    /// The name has no extension, because each format links to its own report.
    Report(String),
}

impl Link {
    #[must_use]
    pub fn address(&self, ending: &str) -> String {
        match self {
            Self::File(path) => address(path),
            Self::Report(path) => address(&format!("{path}.{ending}")),
        }
    }
}

/// Names may hold spaces, parentheses and `#`, which an address must not.
pub(crate) fn address(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for letter in path.chars() {
        if letter.is_alphanumeric() || "-._~/".contains(letter) {
            text.push(letter);
        } else {
            let bytes = letter.to_string().into_bytes();
            text.extend(bytes.iter().map(|byte| format!("%{byte:02X}")));
        }
    }
    text
}

#[derive(Clone, Debug, Default)]
pub struct TableCell {
    pub text: String,
    /// The number to sort by; without it, the text is sorted.
    pub number: Option<f64>,
    pub link: Option<Link>,
}

impl TableCell {
    pub fn number(text: impl Into<String>, number: f64) -> Self {
        Self { text: text.into(), number: Some(number), link: None }
    }

    /// Digits in groups of three.
    pub(crate) fn count(count: u64) -> Self {
        Self::number(grouped(count), count as f64)
    }

    pub(crate) fn whole(number: usize) -> Self {
        Self::number(number.to_string(), number as f64)
    }

    pub(crate) fn decimals(decimals: usize, number: f64) -> Self {
        Self::number(format!("{number:.decimals$}"), number)
    }

    /// A change in per cent, with its sign.
    pub(crate) fn percent(change: f64) -> Self {
        Self::number(percent(change), change)
    }

    /// A change in per cent, with its interval and without the unit.
    pub(crate) fn change(Estimate { value, low, high }: Estimate) -> Self {
        Self::number(format!("{} ({} to {})", hundredfold(value), hundredfold(low), hundredfold(high)), value)
    }

    /// A share in per cent.
    pub(crate) fn share(share: f64) -> Self {
        Self::number(format!("{} %", plain(1, share * 100.0)), share)
    }

    pub(crate) fn or_absent(cell: Option<Self>) -> Self {
        cell.unwrap_or_else(|| ABSENT.into())
    }

    pub fn link(text: impl Into<String>, link: Link) -> Self {
        Self { text: text.into(), number: None, link: Some(link) }
    }
}

impl<T: Into<String>> From<T> for TableCell {
    fn from(text: T) -> Self {
        Self { text: text.into(), number: None, link: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
    Open,
    Absent,
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub verdict: String,
    pub tone: Tone,
    pub sentence: String,
    pub facts: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub struct Figure {
    pub file: String,
    pub caption: String,
    pub alt: String,
    pub svg: String,
    /// The numbers drawn, if they are not in the summary of all cells.
    pub rows: Option<DataTable>,
}

impl Figure {
    /// One figure of several, from top to bottom, in one file.
    pub(crate) fn stacked(file: &str, mut parts: Vec<Self>) -> Option<Self> {
        if parts.len() < 2 {
            return parts.pop().map(|alone| Self { file: file.to_owned(), ..alone });
        }
        let alt = parts.iter().map(|part| part.alt.as_str()).collect::<Vec<_>>().join("; ");
        let captions: Vec<_> = parts.iter().map(|part| part.caption.as_str()).collect();
        let pictures: Vec<_> = parts.iter().map(|part| part.svg.as_str()).collect();
        Some(Self {
            file: file.to_owned(),
            caption: caption_of_all(&captions),
            svg: plot::stacked(&pictures, &alt),
            alt,
            rows: DataTable::joined(
                parts
                    .iter()
                    .filter_map(|part| Some((part.file.trim_end_matches(".svg"), part.rows.as_ref()?))),
            ),
        })
    }

    #[must_use]
    pub fn rows_file(&self) -> Option<String> {
        self.rows.is_some().then(|| format!("{}.csv", self.file.trim_end_matches(".svg")))
    }
}

/// Says once what all captions have in common behind a colon.
fn caption_of_all(captions: &[&str]) -> String {
    let split: Option<Vec<_>> = captions.iter().map(|caption| caption.split_once(": ")).collect();
    match split.as_deref() {
        Some([(_, common), rest @ ..]) if rest.iter().all(|(_, other)| other == common) => {
            let heads: Vec<_> = split.iter().flatten().map(|&(head, _)| head).collect();
            let (first, rest) = common.split_at(common.chars().next().map_or(0, char::len_utf8));
            format!("From top to bottom: {}. {}{rest}", heads.join("; "), first.to_uppercase())
        }
        _ => format!("From top to bottom: {}", captions.join(" ")),
    }
}

pub(crate) fn rows_files(blocks: &[Block], summary: &str) -> Block {
    let figures = blocks.iter().flat_map(Block::figures);
    let files = std::iter::once(summary.to_owned()).chain(figures.filter_map(Figure::rows_file));
    let files: Vec<_> = files.map(|file| format!("`{file}`")).collect();
    Block::Words(format!("With the report come the numbers of its figures: {}.", files.join(", ")))
}

impl Block {
    /// A table under a heading; nothing without the table.
    pub(crate) fn section(heading: &str, table: Option<DataTable>) -> Vec<Self> {
        table.map_or_else(Vec::new, |table| vec![Self::Heading(heading.to_owned()), Self::Table(table)])
    }

    pub(crate) fn table(self) -> Option<DataTable> {
        match self {
            Self::Table(table) => Some(table),
            _ => None,
        }
    }

    fn figures(&self) -> &[Figure] {
        match self {
            Self::Figures(figures) => figures,
            _ => &[],
        }
    }
}

impl Document {
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().flat_map(Block::figures)
    }
}

#[cfg(test)]
mod tests {
    use super::{Link, caption_of_all};

    #[test]
    fn what_captions_have_in_common_is_said_once() {
        let hits = ["hit, 1 thread: rates by size.", "hit, 2 threads: rates by size."];
        assert_eq!(
            caption_of_all(&hits),
            "From top to bottom: hit, 1 thread; hit, 2 threads. Rates by size."
        );
        let other = ["hit, 1 thread: rates by size.", "hit, 2 threads: rates by thread."];
        assert_eq!(caption_of_all(&other), format!("From top to bottom: {} {}", other[0], other[1]));
        assert_eq!(caption_of_all(&["chess.", "nim."]), "From top to bottom: chess. nim.");
    }

    #[test]
    fn an_address_has_no_letter_that_would_end_it() {
        let report = Link::Report("my (2nd) run #3/1994".to_owned());
        assert_eq!(report.address("md"), "my%20%282nd%29%20run%20%233/1994.md");
        assert_eq!(Link::File("größe-1/a_b.csv".to_owned()).address("md"), "größe-1/a_b.csv");
    }
}
