//! The checksum of a line: its last field, over all text before it.
//!
//! It detects accidents, not forgery.

use serde::Serialize;

use super::JournalHeader;
use crate::experiment::plan::digest;

const FIELD: &str = ",\"fnv1a\":\"";
const END: &str = "\"}";

/// Writes `value` as a JSON line without newline.
///
/// ```
/// use supplant_lab::experiment::journal::sealed;
/// let line = sealed(&serde_json::json!({ "unit": 7 }))?;
/// assert_eq!(line, r#"{"unit":7,"fnv1a":"12c6d4a32a880abf"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// If `value` cannot be written as JSON.
///
/// # Panics
/// If `value` is not a JSON object.
pub fn sealed(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    let body = text.strip_suffix('}').expect("a line is an object");
    Ok(format!("{body}{FIELD}{}{END}", digest(body.bytes())))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seal {
    Fits,
    Broken,
    Missing,
}

pub(super) fn opened(line: &str) -> (String, Seal) {
    let digits = |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts = line.strip_suffix(END).and_then(|line| line.rsplit_once(FIELD));
    let Some((body, sum)) = parts.filter(|(_, sum)| digits(sum)) else {
        return (line.to_owned(), Seal::Missing);
    };
    let fits = sum == digest(body.bytes());
    (format!("{body}}}"), if fits { Seal::Fits } else { Seal::Broken })
}

pub(super) fn is_sealed(line: &str) -> bool {
    opened(line).1 == Seal::Fits
}

pub(in crate::experiment) fn opened_header(line: &str) -> Option<JournalHeader> {
    let (json, seal) = opened(line);
    serde_json::from_str(&json).ok().filter(|_| seal == Seal::Fits)
}

#[cfg(test)]
mod tests {
    use super::{Seal, opened, sealed};

    #[test]
    fn a_line_comes_back_and_every_change_of_a_byte_is_told() {
        let value = serde_json::json!({ "unit": { "id": "a/b", "nodes": 1234 } });
        let line = sealed(&value).expect("plain data");
        let (json, seal) = opened(&line);
        assert_eq!((serde_json::from_str(&json).ok(), seal), (Some(value), Seal::Fits));
        for at in 0..line.len() {
            let mut changed = line.clone().into_bytes();
            changed[at] ^= 1;
            let changed = String::from_utf8(changed).expect("still one byte a character");
            assert_ne!(opened(&changed).1, Seal::Fits, "byte {at}");
        }
    }

    #[test]
    fn a_line_of_before_there_were_checksums_is_left_as_it_is() {
        let old = r#"{"unit":{"id":"a"}}"#;
        assert_eq!(opened(old), (old.to_owned(), Seal::Missing));
    }
}
