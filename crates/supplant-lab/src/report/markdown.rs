//! Reports as GitHub Markdown. Pictures are linked as files in the same folder.

use super::document::{Block, DataTable, Document, Figure, Finding, Link, TableCell, address};

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
            Block::Figures(figures) => figures.iter().map(picture).collect::<Vec<_>>().join("\n"),
            Block::Command(line) => fenced("console", &format!("$ {line}")),
            Block::Code(language, text) => fenced(language, text),
            Block::Links(links) => {
                let links: Vec<_> = links.iter().map(|(words, to)| link(words, to)).collect();
                format!("{}\n", links.join(" · "))
            }
        });
    }
    text
}

fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}{language}\n{text}\n{fence}\n")
}

#[must_use]
pub fn grid(table: &DataTable) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let aligned = |column| if column < table.words { ":--" } else { "--:" };
    let mut text = row(table.header.iter().map(|name| escape(name)).collect());
    text += &format!("|{}|\n", (0..table.header.len()).map(aligned).collect::<Vec<_>>().join("|"));
    for cells in &table.rows {
        text += &row(cells.iter().map(place).collect());
    }
    text
}

fn place(cell: &TableCell) -> String {
    cell.link.as_ref().map_or_else(|| escape(&cell.text), |to| link(&cell.text, to))
}

fn link(words: &str, to: &Link) -> String {
    format!("[{}]({})", escape(words), to.address("md"))
}

fn picture(Figure { file, alt, caption, .. }: &Figure) -> String {
    format!("![{}]({})\n\n{}\n", escape(alt), address(file), escape(caption))
}

fn finding(finding: &Finding) -> String {
    let facts = finding.facts.iter().filter(|(_, text)| !text.is_empty());
    let facts: String = facts.map(|(name, text)| format!("  - {name}: {}\n", escape(text))).collect();
    format!("- **{}**: {}\n{facts}", escape(&finding.verdict), escape(&finding.sentence))
}

fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    let mut code = false;
    // A mark without a partner must not begin code, where nothing would be escaped.
    let mut marks = words.matches('`').count() / 2 * 2;
    for letter in words.chars() {
        if letter == '`' && marks == 0 {
            text.push_str("\\`");
            continue;
        }
        if letter == '`' {
            (code, marks) = (!code, marks - 1);
        }
        match letter {
            '\n' | '\r' => text.push(' '),
            '|' => text.push_str("\\|"),
            '<' if !code => text.push_str("&lt;"),
            '>' if !code => text.push_str("&gt;"),
            '\\' | '*' | '_' | '[' | ']' | '~' if !code => text.extend(['\\', letter]),
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{escape, fenced, grid};
    use crate::report::document::{DataTable, TableCell};

    #[test]
    fn a_table_is_aligned_and_no_cell_breaks_it() {
        let table = DataTable {
            caption: String::new(),
            header: vec!["name".into(), "n".into()],
            words: 1,
            rows: vec![vec!["a|b\nc".into(), TableCell::number("1,000", 1e3)]],
        };
        assert_eq!(grid(&table), "| name | n |\n|:--|--:|\n| a\\|b c | 1,000 |\n");
    }

    #[test]
    fn words_are_not_markup_but_code_is_left_alone() {
        assert_eq!(escape("<b> *a* `x*_y` _"), "&lt;b&gt; \\*a\\* `x*_y` \\_");
        assert_eq!(escape("a `<b>` ` <script>"), "a `<b>` \\` &lt;script&gt;", "a mark alone begins no code");
        assert_eq!(fenced("toml", "a = '```'"), "````toml\na = '```'\n````\n");
    }
}
