//! Cuts a table that is too wide for the terminal into several, each with some of the columns.

use std::ops::Range;

use comfy_table::{ContentArrangement, Table};

pub(super) enum Piece<'a> {
    Words(&'a str),
    Table(Vec<&'a str>),
}

pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found: Vec<Piece<'_>> = Vec::new();
    for line in text.split('\n') {
        let is_row = line.starts_with(' ');
        match found.last_mut() {
            Some(Piece::Table(lines)) if is_row => lines.push(line),
            Some(&mut Piece::Words(last)) if is_row && last.starts_with(' ') => {
                found.pop();
                found.push(Piece::Table(vec![last, line]));
            }
            _ => found.push(Piece::Words(line)),
        }
    }
    found
}

pub(super) fn fitted(text: &str, width: usize) -> String {
    let piece = |piece| match piece {
        Piece::Words(line) => line.to_owned(),
        Piece::Table(lines) if lines.iter().all(|line| length(line) <= width) => lines.join("\n"),
        Piece::Table(lines) => cut(&lines, width),
    };
    pieces(text).into_iter().map(piece).collect::<Vec<_>>().join("\n")
}

fn length(line: &str) -> usize {
    line.chars().count()
}

fn cut(lines: &[&str], width: usize) -> String {
    let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let columns = columns(&rows);
    let keys = keys(&rows, &columns);
    let wide = |columns: &[Range<usize>]| columns.iter().map(|column| column.len() + GAP).sum::<usize>();
    let (key, others) = columns.split_at(keys);
    let mut tables = Vec::new();
    let mut rest = others;
    while !rest.is_empty() {
        let fits = |&count: &usize| wide(key) + wide(&rest[..count]) < width + GAP;
        let (now, later) = rest.split_at((1..=rest.len()).take_while(fits).last().unwrap_or(1));
        let of_row = |row: &Vec<char>| {
            let cells = key.iter().chain(now).map(|column| padded(row, column));
            format!(" {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
        };
        tables.push(rows.iter().map(of_row).collect::<Vec<_>>().join("\n"));
        rest = later;
    }
    tables.join("\n\n")
}

const GAP: usize = 2;

fn padded(row: &[char], column: &Range<usize>) -> String {
    column.clone().map(|i| row.get(i).copied().unwrap_or(' ')).collect()
}

/// Numbers stand under the end of their name, so a part without a name belongs to its right
/// neighbour.
fn columns(rows: &[Vec<char>]) -> Vec<Range<usize>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_blank = |i: usize| rows.iter().all(|row| row.get(i).is_none_or(|&c| c == ' '));
    let mut parts: Vec<Range<usize>> = Vec::new();
    for i in (0..width).filter(|&i| !is_blank(i)) {
        match parts.last_mut() {
            Some(part) if i < part.end + GAP => part.end = i + 1,
            _ => parts.push(i..i + 1),
        }
    }
    let has_name = |part: &Range<usize>| !padded(&rows[0], part).trim().is_empty();
    let mut columns: Vec<Range<usize>> = Vec::new();
    let mut begun = None;
    for part in parts {
        let start = begun.unwrap_or(part.start);
        if has_name(&part) {
            columns.push(start..part.end);
            begun = None;
        } else {
            begun = Some(start);
        }
    }
    if let (Some(_), Some(last)) = (begun, columns.last_mut()) {
        last.end = width;
    }
    columns
}

fn keys(rows: &[Vec<char>], columns: &[Range<usize>]) -> usize {
    let tells_apart = |&count: &usize| {
        let mut seen = std::collections::HashSet::new();
        rows.iter().all(|row| {
            seen.insert(columns[..count].iter().map(|column| padded(row, column)).collect::<Vec<_>>())
        })
    };
    (1..columns.len()).find(tells_apart).unwrap_or(1)
}

pub(in crate::cli) fn wrap_words(table: &mut Table, width: Option<usize>) {
    if let Some(width) = width.and_then(|width| u16::try_from(width).ok()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
}

pub(in crate::cli) fn folded(cells: &[String], width: Option<usize>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for cell in cells {
        match lines.last_mut() {
            Some(line) if width.is_none_or(|width| length(line) + 1 + length(cell.trim_end()) <= width) => {
                line.push(' ');
                line.push_str(cell);
            }
            Some(_) => lines.push(format!("    {cell}")),
            None => lines.push(cell.clone()),
        }
    }
    if lines.len() == 1 {
        lines.remove(0)
    } else {
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

pub(in crate::cli) fn hanging(row: &str, words: &[String], width: Option<usize>) -> String {
    let indent = length(row);
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(indent).max(1));
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    format!("{row}{}", lines.join(&format!("\n{:indent$}", "")))
}

#[cfg(test)]
mod tests {
    use super::{fitted, folded, hanging};

    const WIDE: &str = "Nodes:\n\n \
        nodes             8K            64K            1M\n \
        (no table)  500            500           500\n \
        NEW          35*  79.8%     33*  97.0%    30   99.9%\n \
        OLD          37   74.4%     34   95.1%\n\nThat is all.\n";

    #[test]
    fn a_table_that_fits_and_words_however_long_are_left_alone() {
        assert_eq!(fitted(WIDE, 60), WIDE);
        let words = "word ".repeat(40);
        assert_eq!(fitted(&words, 20), words);
        assert_eq!(
            fitted(" one row of a list, far too long for it\n", 20),
            " one row of a list, far too long for it\n"
        );
    }

    #[test]
    fn too_wide_a_table_is_cut_between_columns_and_each_part_begins_with_the_first() {
        let expected = "Nodes:\n\n \
            nodes             8K\n (no table)  500\n NEW          35*  79.8%\n OLD          37   74.4%\n\n \
            nodes              64K\n (no table)  500\n NEW          33*  97.0%\n OLD          34   95.1%\n\n \
            nodes              1M\n (no table)  500\n NEW         30   99.9%\n OLD\n\nThat is all.\n";
        let squeezed = |text: &str| {
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        let cut = fitted(WIDE, 30);
        assert_eq!(squeezed(&cut), squeezed(expected), "{cut}");
        assert!(cut.lines().all(|line| line.chars().count() <= 30), "{cut}");
    }

    #[test]
    fn as_many_columns_begin_each_part_as_tell_the_rows_apart() {
        let rows = " who  ply  nodes  ratio\n NEW    3     10   1.00\n NEW    4     20   1.50";
        assert_eq!(
            fitted(rows, 20),
            " who  ply  nodes\n NEW    3     10\n NEW    4     20\n\n who  ply  ratio\n NEW    3   1.00\n NEW    4   1.50"
        );
    }

    #[test]
    fn rows_printed_one_by_one_are_folded_where_they_must_be() {
        let cells = ["NEW  ", "  12", "x    "].map(str::to_owned);
        assert_eq!(folded(&cells, None), "NEW     12 x    ");
        assert_eq!(folded(&cells, Some(12)), "NEW     12 x    ");
        assert_eq!(folded(&cells, Some(10)), "NEW     12\n    x");
        let words = ["e4", "e5", "Nf3"].map(str::to_owned);
        assert_eq!(hanging("1  ", &words, None), "1  e4 e5 Nf3");
        assert_eq!(hanging("1  ", &words, Some(9)), "1  e4 e5\n   Nf3");
        assert_eq!(hanging("1  ", &[], Some(9)), "1  ");
    }
}
