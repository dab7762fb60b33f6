//! Reads what an engine says: its options, and the `info` lines of a search.
//!
//! Any text is accepted: what is not understood is left out.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    pub name: String,
    pub kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Spin { least: i64, most: i64 },
    Check,
    Combo(Vec<String>),
    Button,
    Text,
}

impl EngineOption {
    pub(super) fn read(line: &str) -> Option<Self> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<_> = rest.split_whitespace().collect();
        let behind = |word: &str| {
            let at = words.iter().position(|&known| known == word)?;
            words.get(at + 1)?.parse().ok()
        };
        let kind = match *words.first()? {
            "spin" => OptionKind::Spin {
                least: behind("min").unwrap_or(i64::MIN),
                most: behind("max").unwrap_or(i64::MAX),
            },
            "check" => OptionKind::Check,
            "combo" => {
                OptionKind::Combo(rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect())
            }
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Describes the accepted values if `value` is not one of them.
    pub(super) fn refuses(&self, value: Option<&str>) -> Option<String> {
        match (&self.kind, value) {
            (OptionKind::Button, None) => None,
            (OptionKind::Button, Some(_)) => Some("its name alone: it is a button".to_owned()),
            (_, None) => Some("a value, as in Name=Value".to_owned()),
            (&OptionKind::Spin { least, most }, Some(value)) => {
                let is_in = value.parse().is_ok_and(|number: i64| (least..=most).contains(&number));
                (!is_in).then(|| format!("a whole number from {least} to {most}"))
            }
            (OptionKind::Check, Some(value)) => {
                (!["true", "false"].contains(&value)).then(|| "true or false".to_owned())
            }
            (OptionKind::Combo(known), Some(value)) => {
                let is_known = known.iter().any(|known| known.eq_ignore_ascii_case(value));
                (!is_known).then(|| format!("one of {}", known.join(", ")))
            }
            (OptionKind::Text, Some(_)) => None,
        }
    }
}

/// More than an engine searches in a year.
pub const MOST_NODES: u64 = 1 << 50;
const MOST_DEPTH: u32 = 1000;

/// The numbers of an `info` line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchInfo {
    /// The depth of a whole iteration: of a first line with moves and an exact score.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Occupied part of the table, in thousandths.
    pub(super) hashfull: Option<u16>,
}

impl SearchInfo {
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let (mut info, mut depth) = (Self::default(), None);
        let (mut has_line, mut is_whole) = (false, true);
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next().and_then(|value| value.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|value| value.parse().ok()),
                "hashfull" => info.hashfull = words.next().and_then(|value| value.parse().ok()),
                "multipv" => is_whole &= words.next() == Some("1"),
                "lowerbound" | "upperbound" => is_whole = false,
                "pv" => has_line = true,
                _ => {}
            }
            // Moves or free text follow to the end of the line.
            if ["pv", "string", "refutation", "currline"].contains(&word) {
                break;
            }
        }
        // Impossible numbers would overflow sums.
        info.nodes = info.nodes.filter(|&nodes| nodes <= MOST_NODES);
        info.hashfull = info.hashfull.filter(|&full| full <= 1000);
        info.depth = depth.filter(|&depth| depth <= MOST_DEPTH && has_line && is_whole);
        Some(info)
    }
}

#[cfg(test)]
mod tests {
    use super::{EngineOption, OptionKind, SearchInfo};

    fn option(line: &str) -> EngineOption {
        EngineOption::read(line).expect(line)
    }

    #[test]
    fn options_are_read_with_their_kinds_and_ranges() {
        let hash = option("option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(hash.kind, OptionKind::Spin { least: 1, most: 33_554_432 });
        assert_eq!(option("option name Clear Hash type button").name, "Clear Hash");
        let combo = option("option name Style type combo default Very Solid var Very Solid var Risky");
        assert_eq!(combo.kind, OptionKind::Combo(vec!["Very Solid".into(), "Risky".into()]));
        assert_eq!(option("option name Debug Log File type string default ").kind, OptionKind::Text);
        for line in ["", "option", "option name Hash", "id name option name x", "option name  type "] {
            assert_eq!(EngineOption::read(line), None, "{line}");
        }
    }

    #[test]
    fn an_option_says_what_it_would_accept() {
        let refuses = |line: &str, value: Option<&str>| option(line).refuses(value);
        let hash = "option name Hash type spin default 16 min 1 max 64";
        assert_eq!(refuses(hash, Some("64")), None);
        assert_eq!(refuses(hash, Some("65")), Some("a whole number from 1 to 64".to_owned()));
        assert!(refuses(hash, Some("many")).is_some() && refuses(hash, None).is_some());
        let button = "option name Clear Hash type button";
        assert_eq!((refuses(button, None), refuses(button, Some("x")).is_some()), (None, true));
        assert!(refuses("option name Ponder type check default false", Some("yes")).is_some());
        let combo = "option name Style type combo default A var A var B";
        assert_eq!(refuses(combo, Some("b")), None);
        assert_eq!(refuses(combo, Some("c")), Some("one of A, B".to_owned()));
    }

    #[test]
    fn a_depth_counts_once_its_line_is_whole() {
        let of = |line: &str| SearchInfo::read(line).expect(line);
        let whole = of(
            "info depth 20 seldepth 31 multipv 1 score cp 8 nodes 99 nps 5 hashfull 12 time 3 pv e2e4 depth 7",
        );
        assert_eq!(whole, SearchInfo { depth: Some(20), nodes: Some(99), hashfull: Some(12) });
        for unfinished in [
            "info depth 21 currmove e2e4 currmovenumber 1",
            "info depth 21 score cp 8 lowerbound nodes 99 pv e2e4",
            "info depth 21 multipv 2 score cp 8 pv e2e4",
            "info string depth 21 pv",
        ] {
            assert_eq!(of(unfinished).depth, None, "{unfinished}");
        }
        assert_eq!(of("info nodes many hashfull 70000 depth"), SearchInfo::default());
        assert_eq!(of("info hashfull 1001"), SearchInfo::default());
        let impossible = of("info depth 4000000000 score cp 1 nodes 18446744073709551615 pv e2e4");
        assert_eq!(impossible, SearchInfo::default());
        assert_eq!(SearchInfo::read("bestmove e2e4"), None);
    }
}
