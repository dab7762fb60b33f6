//! Splits a PGN text into tags, words and variations.

use super::ReadError;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag(&'a str, String),
    Word(&'a str),
    Open,
    Close,
}

pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    begins_line: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: super::without_mark(text), line: 1, begins_line: true }
    }

    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, ReadError> {
        self.skip()?;
        let line = self.line;
        let token = match self.rest.chars().next() {
            None => return Ok(None),
            Some('[') => self.tag()?,
            Some('(') => self.sign(Token::Open),
            Some(')') => self.sign(Token::Close),
            Some(c) => {
                // A stray bracket is a word, so that the error shows it.
                let end = self.rest[c.len_utf8()..].find(ends_word).unwrap_or(self.rest.len() - c.len_utf8());
                Token::Word(self.take(c.len_utf8() + end))
            }
        };
        Ok(Some((line, token)))
    }

    fn skip(&mut self) -> Result<(), ReadError> {
        while let Some(c) = self.rest.chars().next() {
            let length = match c {
                _ if c.is_whitespace() => c.len_utf8(),
                ';' => self.line_length(),
                '%' if self.begins_line => self.line_length(),
                '{' => self.comment()?,
                '$' => 1 + self.rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len() - 1),
                _ => break,
            };
            self.take(length);
        }
        Ok(())
    }

    fn comment(&self) -> Result<usize, ReadError> {
        self.rest.find('}').map(|end| end + 1).ok_or_else(|| {
            let comment = &self.rest[..self.line_length()];
            ReadError::of(comment, "begins a comment that does not end", "close it with `}`")
                .at_line(self.line)
        })
    }

    fn tag(&mut self) -> Result<Token<'a>, ReadError> {
        let text = &self.rest[..self.line_length()];
        let (name, value, length) = tag(text).ok_or_else(|| {
            ReadError::of(text.trim_end(), "is not a tag", "write [Name \"value\"] on one line")
                .at_line(self.line)
        })?;
        self.take(length);
        Ok(Token::Tag(name, value))
    }

    fn sign(&mut self, token: Token<'a>) -> Token<'a> {
        self.take(1);
        token
    }

    fn line_length(&self) -> usize {
        self.rest.find('\n').unwrap_or(self.rest.len())
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.begins_line = taken.ends_with('\n');
        taken
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || "{}()[];$".contains(c)
}

fn tag(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let (name, after) = inner.split_at(inner.find(|c: char| c.is_whitespace() || c == '"')?);
    let (value, after) = string(after.trim_start().strip_prefix('"')?)?;
    let after = after.trim_start().strip_prefix(']')?;
    (!name.is_empty()).then(|| (name, value, line.len() - after.len()))
}

fn string(text: &str) -> Option<(String, &str)> {
    let mut content = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return Some((content, chars.as_str())),
            '\\' => content.push(chars.next()?),
            c => content.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, Tokens};

    fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
        let mut tokens = Tokens::of(text);
        std::iter::from_fn(|| tokens.next().unwrap()).collect()
    }

    fn complaint(text: &str) -> String {
        let mut tokens = Tokens::of(text);
        loop {
            match tokens.next() {
                Ok(token) => assert!(token.is_some(), "no error in {text}"),
                Err(error) => return error.to_string(),
            }
        }
    }

    #[test]
    fn comments_glyphs_and_escaped_lines_are_left_out() {
        let text = "% no\n1.e4$1 {a ( [ ;\n} e5; no ) }\n%no\nNf3$ 100% (x) *";
        let words = [(2, "1.e4"), (3, "e5"), (5, "Nf3"), (5, "100%")];
        let seen = tokens(text);
        let seen: Vec<_> = seen
            .iter()
            .filter_map(
                |(line, token)| if let Token::Word(word) = token { Some((*line, *word)) } else { None },
            )
            .collect();
        assert_eq!(seen[..4], words);
        assert_eq!(seen[4..], [(5, "x"), (5, "*")]);
    }

    #[test]
    fn tags_may_share_a_line_and_hold_quotation_marks() {
        let tag = |name, value: &str| Token::Tag(name, value.to_owned());
        let text = r#"[A "x"] [ B  "say \"hi\" \\" ][C ""]"#;
        let seen: Vec<_> = tokens(text).into_iter().map(|(_, token)| token).collect();
        assert_eq!(seen, [tag("A", "x"), tag("B", r#"say "hi" \"#), tag("C", "")]);
    }

    #[test]
    fn a_bracket_separates_words_without_a_blank() {
        let seen: Vec<_> = tokens("e4(d4)e5").into_iter().map(|(_, token)| token).collect();
        let words = ["e4", "d4", "e5"].map(Token::Word);
        let [a, b, c] = words;
        assert_eq!(seen, [a, Token::Open, b, Token::Close, c]);
    }

    #[test]
    fn a_broken_tag_is_refused() {
        for text in
            ["[", "[]", "[A]", "[A \"x\"", "[A \"x]", "[\"x\"]", "[A \"x\\", "[A \"x\ny\"]", "[A \"x\" y]"]
        {
            let message = complaint(&format!("\n{text}"));
            assert!(message.starts_with("line 2: `[") && message.contains("is not a tag"), "{message}");
        }
    }

    #[test]
    fn an_open_comment_is_refused_where_it_begins() {
        assert_eq!(
            complaint("e4\n {never\nends"),
            "line 2: `{never` begins a comment that does not end; close it with `}`"
        );
    }
}
