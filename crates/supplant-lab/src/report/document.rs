//! A report before it has a form: what is said once here is said the same in Markdown and in HTML.

/// What is written where there is nothing.
pub const ABSENT: &str = "–";

/// A report.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What it says, in order.
    pub blocks: Vec<Block>,
}

/// One piece of a report. In all words, `` `…` `` marks what is typed or printed.
#[derive(Clone, Debug)]
pub enum Block {
    /// Begins a section.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// Some, each with a dot.
    List(Vec<String>),
    /// A table.
    Table(DataTable),
    /// A table that few will want to see: folded away under its caption.
    Folded(DataTable),
    /// Findings, one by one.
    Findings(Vec<Finding>),
    /// A picture.
    Figure(Figure),
    /// A command line.
    Command(String),
    /// A file in TOML.
    Toml(String),
    /// How what stands above was made.
    Made(Made),
    /// Reports elsewhere: words, and where.
    Links(Vec<(String, Link)>),
}

/// A table.
#[derive(Clone, Debug)]
pub struct DataTable {
    /// What it shows.
    pub caption: String,
    /// The columns' names.
    pub header: Vec<String>,
    /// How many columns, from the left, are words; the others are numbers.
    pub words: usize,
    /// The rows.
    pub rows: Vec<Vec<TableCell>>,
}

impl DataTable {
    /// It for the terminal, its caption above.
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

/// What leads elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// A file.
    File(String),
    /// A report, without the ending of its name: each format leads to its own.
    Report(String),
}

impl Link {
    /// The address, for a format whose reports end so.
    #[must_use]
    pub fn address(&self, ending: &str) -> String {
        match self {
            Self::File(path) => path.clone(),
            Self::Report(path) => format!("{path}.{ending}"),
        }
    }
}

/// What makes a figure, and what it is made from.
#[derive(Clone, Debug)]
pub struct Made {
    /// The command lines, in order.
    pub commands: Vec<String>,
    /// The file with the numbers drawn.
    pub rows: String,
}

/// One place of a table.
#[derive(Clone, Debug, Default)]
pub struct TableCell {
    /// What is written there.
    pub text: String,
    /// What it is sorted by, if not by its words.
    pub number: Option<f64>,
    /// Where its words lead.
    pub link: Option<Link>,
}

impl TableCell {
    /// A number and how it is written.
    pub fn number(text: impl Into<String>, number: f64) -> Self {
        Self { text: text.into(), number: Some(number), link: None }
    }

    /// Words that lead elsewhere.
    pub fn link(text: impl Into<String>, link: Link) -> Self {
        Self { text: text.into(), number: None, link: Some(link) }
    }
}

impl<T: Into<String>> From<T> for TableCell {
    fn from(text: T) -> Self {
        Self { text: text.into(), number: None, link: None }
    }
}

/// What a finding comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Yes.
    Good,
    /// No.
    Bad,
    /// Neither.
    Open,
    /// Not looked at.
    Absent,
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict in a word or two.
    pub verdict: String,
    /// Which kind of verdict it is.
    pub tone: Tone,
    /// What it is a verdict on.
    pub sentence: String,
    /// What there is to say about it: name and text.
    pub facts: Vec<(String, String)>,
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its file.
    pub file: String,
    /// What it shows.
    pub caption: String,
    /// The same for who cannot see it.
    pub alt: String,
    /// The picture.
    pub svg: String,
    /// The numbers drawn, where they are not in the summary of all cells.
    pub rows: Option<DataTable>,
}

impl Document {
    /// The pictures in it.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
    }
}
