//! Escapes control characters, so that text from somebody else's file cannot command this terminal.

pub(in crate::cli) fn in_text(text: &str) -> String {
    written_out(text, |c| c.is_control() && c != '\n', |c| c.escape_unicode().to_string())
}

pub(in crate::cli) fn in_json(json: &str) -> String {
    written_out(json, char::is_control, |c| format!("\\u{:04x}", u32::from(c)))
}

fn written_out(text: &str, is_out: impl Fn(char) -> bool, word: impl Fn(char) -> String) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_out(c) {
            safe.push_str(&word(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{in_json, in_text};

    #[test]
    fn control_characters_are_written_out_and_letters_of_all_languages_are_not() {
        assert_eq!(in_text("a\u{1b}[31m\tb\u{9b}2J\r\n× é"), "a\\u{1b}[31m\\u{9}b\\u{9b}2J\\u{d}\n× é");
    }

    #[test]
    fn escaped_json_parses_to_the_same_text() {
        let text = "\u{1b}[2J \u{7f} \u{9b} \n é";
        let safe = in_json(&serde_json::to_string(text).expect("a string"));
        assert!(!safe.chars().any(char::is_control), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).expect("still JSON"), text);
    }
}
