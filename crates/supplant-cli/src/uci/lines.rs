//! Reads lines of bounded length.
//!
//! Bytes that are not UTF-8 become U+FFFD.

use std::io::{BufRead, Result};

/// The longest line that is read: a game of a hundred thousand moves. Chosen, not measured.
pub(super) const LONGEST: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputLine {
    Text(String),
    TooLong,
}

pub(super) fn next(input: &mut impl BufRead) -> Result<Option<InputLine>> {
    let (mut line, mut is_too_long) = (Vec::new(), false);
    loop {
        let read = input.fill_buf()?;
        if read.is_empty() && line.is_empty() && !is_too_long {
            return Ok(None);
        }
        let end = read.iter().position(|&byte| byte == b'\n');
        let piece = &read[..end.unwrap_or(read.len())];
        is_too_long |= line.len() + piece.len() > LONGEST;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(piece);
        }
        let (used, is_whole) = (piece.len() + usize::from(end.is_some()), end.is_some() || read.is_empty());
        input.consume(used);
        if is_whole {
            let text = || String::from_utf8_lossy(&line).into_owned();
            return Ok(Some(if is_too_long { InputLine::TooLong } else { InputLine::Text(text()) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{InputLine, LONGEST, next};

    fn all(bytes: &[u8]) -> Vec<InputLine> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next(&mut input).expect("a slice can be read")).collect()
    }

    #[test]
    fn lines_end_at_a_newline_or_with_the_input() {
        let text = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(all(b""), []);
        assert_eq!(all(b"isready\n\nquit"), [text("isready"), text(""), text("quit")]);
        assert_eq!(all(b"\xff\0go\r\n"), [text("\u{fffd}\0go\r")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out_and_the_next_is_read() {
        for (length, is_kept) in [(LONGEST, true), (LONGEST + 1, false), (10 * LONGEST, false)] {
            let lines = all(&[vec![b'x'; length].as_slice(), b"\nquit\n"].concat());
            assert_eq!((lines.len(), lines[0] != InputLine::TooLong), (2, is_kept), "{length}");
            assert_eq!(lines[1], InputLine::Text("quit".to_owned()));
        }
    }
}
