//! Reports as GitHub Markdown; pictures are linked as files in the same folder.

use super::document::{Block, Cell, Document, Finding, Link, Made, Table};

/// The report as Markdown.
#[must_use]
pub fn render(document: &Document) -> String {
    let mut text = format!("# {}\n", escape(&document.title));
    for block in &document.blocks {
        text.push('\n');
        text.push_str(&match block {
            Block::Heading(words) => format!("## {}\n", escape(words)),
            Block::Words(words) => format!("{}\n", escape(words)),
            Block::List(items) => items.iter().map(|item| format!("- {}\n", escape(item))).collect(),
            Block::Table(table) => format!("{}:\n\n{}", escape(&table.caption), grid(table)),
            Block::Folded(table) => format!(
                "<details><summary>{}</summary>\n\n{}\n</details>\n",
                super::html::escape(&table.caption),
                grid(table)
            ),
            Block::Findings(findings) => findings.iter().map(finding).collect(),
            Block::Figure(figure) => {
                format!("![{}]({})\n\n{}\n", escape(&figure.alt), figure.file, escape(&figure.caption))
            }
            Block::Command(line) => format!("```console\n$ {line}\n```\n"),
            Block::Toml(text) => format!("```toml\n{text}\n```\n"),
            Block::Made(Made { commands, rows }) => {
                let commands: Vec<_> = commands.iter().map(|line| format!("`{line}`")).collect();
                format!("Rows: [`{rows}`]({rows}). Made by {}.\n", commands.join(", then "))
            }
            Block::Links(links) => {
                let links: Vec<_> = links.iter().map(|(words, to)| link(words, to)).collect();
                format!("{}\n", links.join(" · "))
            }
        });
    }
    text
}

/// A table: words to the left, numbers to the right.
#[must_use]
pub fn grid(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let aligned = |column| if column < table.words { ":--" } else { "--:" };
    let mut text = row(table.header.iter().map(|name| escape(name)).collect());
    text += &format!("|{}|\n", (0..table.header.len()).map(aligned).collect::<Vec<_>>().join("|"));
    for cells in &table.rows {
        text += &row(cells.iter().map(place).collect());
    }
    text
}

fn place(cell: &Cell) -> String {
    cell.link.as_ref().map_or_else(|| escape(&cell.text), |to| link(&cell.text, to))
}

fn link(words: &str, to: &Link) -> String {
    format!("[{}]({})", escape(words), to.address("md"))
}

fn finding(finding: &Finding) -> String {
    let facts = finding.facts.iter().filter(|(_, text)| !text.is_empty());
    let facts: String = facts.map(|(name, text)| format!("  - {name}: {}\n", escape(text))).collect();
    format!("- **{}**: {}\n{facts}", escape(&finding.verdict), escape(&finding.sentence))
}

/// Takes their meaning from the characters that Markdown and its tables would read; `` ` `` keeps it.
fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    let mut code = false;
    for letter in words.chars() {
        code ^= letter == '`';
        match letter {
            '\n' | '\r' => text.push(' '),
            '|' => text.push_str("\\|"),
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '~' if !code => text.extend(['\\', letter]),
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{escape, grid};
    use crate::report::document::{Cell, Table};

    #[test]
    fn a_table_is_aligned_and_no_cell_breaks_it() {
        let table = Table {
            caption: String::new(),
            header: vec!["name".into(), "n".into()],
            words: 1,
            rows: vec![vec!["a|b\nc".into(), Cell::number("1,000", 1e3)]],
        };
        assert_eq!(grid(&table), "| name | n |\n|:--|--:|\n| a\\|b c | 1,000 |\n");
    }

    #[test]
    fn words_are_not_markup_but_code_is_left_alone() {
        assert_eq!(escape("<b> *a* `x*_y` _"), "\\<b\\> \\*a\\* `x*_y` \\_");
    }
}
