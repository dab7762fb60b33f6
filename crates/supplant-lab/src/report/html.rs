//! Reports as one HTML file that fetches nothing. Without scripts, only sorting is missing.

use std::fmt::Write as _;

use serde::Serialize;

use super::document::{Block, DataTable, Document, Figure, Finding, Link, TableCell, Tone, address};

#[must_use]
pub fn render(document: &Document) -> String {
    let mut body = String::new();
    for (i, block) in document.blocks.iter().enumerate() {
        body += &render_block(block, i);
    }
    let title = escape(&document.title);
    let contents = contents(document);
    let body = format!("<header>\n<h1>{title}</h1>\n{contents}</header>\n<main>\n{body}</main>\n");
    page(&document.title, STYLE, &body, include_str!("page/sort.js"))
}

pub(crate) const STYLE: &str = include_str!("page/style.css");

pub(crate) fn page(title: &str, style: &str, body: &str, script: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{style}</style>\n\
         </head>\n<body>\n{body}<script>\n{script}</script>\n</body>\n</html>\n",
        escape(title),
    )
}

/// No text in the data can end the element.
///
/// # Panics
/// If the data cannot be written as JSON.
pub(crate) fn data(id: &str, data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("numbers and words can be written as JSON");
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>\n", json.replace('<', "\\u003c"))
}

#[must_use]
pub fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&#39;"),
            _ => text.push(letter),
        }
    }
    text
}

fn inline(words: &str) -> String {
    let pieces = words.split('`').enumerate();
    let piece = |(i, piece): (usize, &str)| {
        if i % 2 == 1 { format!("<code>{}</code>", escape(piece)) } else { escape(piece) }
    };
    pieces.map(piece).collect()
}

fn contents(document: &Document) -> String {
    let mut links = String::new();
    for (i, block) in document.blocks.iter().enumerate() {
        if let Block::Heading(words) = block {
            let name = words.split_once(": ").map_or(words.as_str(), |(name, _)| name);
            let _ = writeln!(links, "<a href=\"#s{i}\">{}</a>", inline(name));
        }
    }
    format!("<nav aria-label=\"Sections\">\n{links}</nav>\n")
}

fn render_block(block: &Block, id: usize) -> String {
    match block {
        Block::Heading(words) => format!("<h2 id=\"s{id}\">{}</h2>\n", inline(words)),
        Block::Words(words) => format!("<p>{}</p>\n", inline(words)),
        Block::List(items) => {
            let items = items.iter().map(|item| format!("<li>{}</li>\n", inline(item)));
            format!("<ul>\n{}</ul>\n", items.collect::<String>())
        }
        Block::Table(table) => {
            format!("<p class=\"caption\">{}</p>\n{}", inline(&table.caption), grid(table))
        }
        Block::Folded(table) => {
            let caption = inline(&table.caption);
            format!("<details>\n<summary>{caption}</summary>\n{}</details>\n", grid(table))
        }
        Block::Findings(findings) => {
            format!("<ul class=\"findings\">\n{}</ul>\n", findings.iter().map(finding).collect::<String>())
        }
        Block::Figures(figures) => {
            format!(
                "<div class=\"figures\">\n{}</div>\n",
                figures.iter().map(render_figure).collect::<String>()
            )
        }
        Block::Command(text) | Block::Code(_, text) => {
            format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escape(text))
        }
        Block::Links(links) => {
            let links = links.iter().map(|(words, to)| link(words, to)).collect::<Vec<_>>();
            format!("<p>{}</p>\n", links.join(" · "))
        }
    }
}

fn grid(table: &DataTable) -> String {
    let class = |column: usize| if column < table.words { "" } else { " class=\"n\"" };
    let is_of_words = table.words == table.header.len();
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table{}>\n<thead>\n<tr>",
        escape(&table.caption),
        if is_of_words { " class=\"stack\"" } else { "" }
    );
    let label = |column: usize| match table.header.get(column).filter(|_| is_of_words) {
        Some(name) => format!(" data-label=\"{}\"", escape(name)),
        None => String::new(),
    };
    for (column, name) in table.header.iter().enumerate() {
        let _ = write!(text, "<th scope=\"col\"{}>{}</th>", class(column), inline(name));
    }
    text += "</tr>\n</thead>\n<tbody>\n";
    for row in &table.rows {
        text += "<tr>";
        for (column, TableCell { text: words, number, link: to }) in row.iter().enumerate() {
            let number = number.map_or_else(String::new, |number| format!(" data-n=\"{number}\""));
            let words = to.as_ref().map_or_else(|| inline(words), |to| link(words, to));
            text += &match column {
                0 => format!("<th scope=\"row\"{}{}{number}>{words}</th>", class(0), label(0)),
                _ => format!("<td{}{}{number}>{words}</td>", class(column), label(column)),
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table>\n</div>\n"
}

fn link(words: &str, to: &Link) -> String {
    format!("<a href=\"{}\">{}</a>", escape(&to.address("html")), inline(words))
}

fn finding(finding: &Finding) -> String {
    let tone = match finding.tone {
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Open => "open",
        Tone::Absent => "absent",
    };
    let facts = finding.facts.iter().filter(|(_, text)| !text.is_empty());
    let facts = facts.map(|(name, text)| format!("<dt>{}</dt><dd>{}</dd>\n", inline(name), inline(text)));
    format!(
        "<li class=\"{tone}\">\n<p><strong class=\"verdict\">{}</strong> {}</p>\n<dl>\n{}</dl>\n</li>\n",
        inline(&finding.verdict),
        inline(&finding.sentence),
        facts.collect::<String>()
    )
}

fn render_figure(figure: &Figure) -> String {
    let rows = figure
        .rows_file()
        .map_or_else(String::new, |file| format!(" <a href=\"{}\">Its numbers</a>", escape(&address(&file))));
    format!("<figure>\n{}<figcaption>{}{rows}</figcaption>\n</figure>\n", figure.svg, inline(&figure.caption))
}

#[cfg(test)]
mod tests {
    use super::{escape, render};
    use crate::report::document::{Block, DataTable, Document, Finding, Link, Tone};

    #[test]
    fn text_in_a_page_never_becomes_markup() {
        let evil = "<script>\"'&`<i>`";
        let table = DataTable {
            caption: evil.into(),
            header: vec![evil.into()],
            words: 1,
            rows: vec![vec![evil.into()]],
        };
        let finding = Finding {
            verdict: evil.into(),
            tone: Tone::Open,
            sentence: evil.into(),
            facts: vec![(evil.into(), evil.into())],
        };
        let blocks = vec![
            Block::Heading(evil.into()),
            Block::Words(evil.into()),
            Block::Table(table.clone()),
            Block::Folded(table),
            Block::Findings(vec![finding]),
            Block::Command(evil.into()),
            Block::Links(vec![(evil.into(), Link::Report(evil.into()))]),
        ];
        let page = render(&Document { title: evil.into(), blocks });
        assert_eq!(page.matches("<script>").count(), 1, "the page's own");
        assert!(!page.contains("<i>"));
        assert_eq!(escape("a<b&\"c'"), "a&lt;b&amp;&quot;c&#39;");
    }

    #[test]
    fn each_place_in_a_table_of_words_has_the_name_of_its_column_for_a_phone_and_numbers_have_not() {
        let table = |words| DataTable {
            caption: "c".into(),
            header: vec!["one".into(), "two".into()],
            words,
            rows: vec![vec!["a".into(), "b".into()]],
        };
        let page = |words| render(&Document { title: "t".into(), blocks: vec![Block::Table(table(words))] });
        let of_words = page(2);
        assert!(of_words.contains("<table class=\"stack\">"), "{of_words}");
        for place in ["<th scope=\"row\" data-label=\"one\">a</th>", "<td data-label=\"two\">b</td>"] {
            assert!(of_words.contains(place), "{of_words}");
        }
        assert!(!page(1).contains("data-label=\""));
        assert!(include_str!("page/style.css").contains(".stack"));
    }

    #[test]
    fn the_page_fetches_nothing() {
        let page = render(&Document { title: "t".into(), blocks: Vec::new() });
        for loaded in ["http://", "https://", " src=", "@import", "url("] {
            assert!(!page.contains(loaded), "{loaded}");
        }
    }
}
