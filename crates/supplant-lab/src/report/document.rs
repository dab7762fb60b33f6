//! A report that has no format yet. Markdown and HTML are made from the same blocks.

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
    /// A table that few readers want, folded away under its caption.
    Folded(DataTable),
    Findings(Vec<Finding>),
    Figure(Figure),
    Command(String),
    /// Text in a language, for example `toml`.
    Code(&'static str, String),
    Made(Made),
    Links(Vec<(String, Link)>),
}

#[derive(Clone, Debug)]
pub struct DataTable {
    pub caption: String,
    pub header: Vec<String>,
    /// How many columns, from the left, are words; the others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<TableCell>>,
}

impl DataTable {
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
            Self::File(path) => path.clone(),
            Self::Report(path) => format!("{path}.{ending}"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Made {
    pub commands: Vec<String>,
    pub rows: String,
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

impl Document {
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
    }
}
