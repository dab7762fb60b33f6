//! Says what the names of searches and of sets of positions stand for.

/// One sentence on the search and one on the set of positions. Both are empty where the name is not
/// one of ours.
#[must_use]
pub fn in_words(search: &str, set: &str) -> String {
    let sentences = [searched(search), set_in_words(set)];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The longer of two names that begin alike comes first.
const SEARCHES: [(&str, &str); 7] = [
    ("alibaba-leaves", "`alibaba`, with leaves stored too"),
    (
        "alibaba",
        "the search of the program of 1994: full width and iterative deepening, with a search of captures (quiescence) beyond the leaves, \
         and without null move or reductions",
    ),
    ("modern", "a search closer to today's engines: with null move, late move reductions and extensions"),
    (
        "today",
        "`modern` with more heuristics of current engines: late moves and losing captures skipped, logarithmic reductions, singular \
         extensions, quiescence stored",
    ),
    ("pruning", "`alibaba` with null move, late move reductions and killers"),
    ("plain", "iterative deepening with a table and quiescence, without any heuristic that orders moves"),
    ("sound", "`alibaba` with killers, without anything that can change the value found"),
];

fn searched(search: &str) -> Option<String> {
    let (preset, words) = SEARCHES.into_iter().find(|(preset, _)| search.starts_with(preset))?;
    let switches = &search[preset.len()..];
    match switches.chars().next() {
        None => Some(format!("`{preset}` is {words}.")),
        Some('+' | '-') => Some(format!(
            "`{search}` is `{preset}` with switches added (+) or removed (−); `{preset}` is {words}."
        )),
        Some(_) => None,
    }
}

/// The name of a set, how many positions it has, and what they are.
const SETS: [(&str, usize, &str); 9] = [
    ("breuker1994", 18, "middle-game positions of one game, which the paper of 1994 searched"),
    ("breuker1996", 21, "endgame positions of one game, which the paper of 1996 searched"),
    ("middlegames", 240, "middle games, each from another game of our search against itself"),
    ("endings", 240, "endings, each from another game of our search against itself"),
    ("strong", 296, "positions, each from another game of Stockfish 15.1 against itself"),
    (
        "heldout",
        148,
        "positions, each from another game of Stockfish 15.1 against itself; no rule was ever tuned on them",
    ),
    ("domineering", 18, "positions on a board of 8 × 8 after eight random moves"),
    ("connect-four", 18, "positions on a board of 7 × 6 after eight random moves"),
    ("synthetic", 18, "made game trees, each from a seed of its own; half of all moves transpose"),
];

fn set_in_words(set: &str) -> Option<String> {
    let (whole, step) = set.split_once(':').map_or((set, None), |(whole, step)| (whole, Some(step)));
    if let Some((_, count, words)) = SETS.into_iter().find(|(name, ..)| *name == whole) {
        let part = step.map_or_else(String::new, |step| format!(". `{set}` is every {} of them", nth(step)));
        return Some(format!("`{whole}` holds {count} {words}{part}."));
    }
    let (file, digest) = set.rsplit_once('-')?;
    let is_digest = digest.len() == 16 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then(|| format!("`{set}` is the file `{file}`; the digits are a digest of its text."))
}

fn nth(step: &str) -> String {
    match step {
        "2" => "second".to_owned(),
        "3" => "third".to_owned(),
        "4" => "fourth".to_owned(),
        "8" => "eighth".to_owned(),
        other => format!("{other}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::{SETS, in_words};
    use crate::experiment::positions::PositionSet;
    use supplant_search::search::Enhancements;

    #[test]
    fn names_of_ours_are_explained_and_others_are_left_alone() {
        let told = in_words("alibaba", "heldout");
        assert!(told.contains("program of 1994") && told.contains("148 positions"), "{told}");
        assert!(in_words("alibaba-leaves", "").starts_with("`alibaba-leaves` is `alibaba`, with leaves"));
        assert!(in_words("alibaba+recap", "").contains("switches added (+)"));
        assert!(in_words("", "strong:4").ends_with("itself. `strong:4` is every fourth of them."));
        assert!(in_words("", "locked-c117237d69d79cd7").contains("the file `locked`"));
        assert_eq!(in_words("mine", "own-game"), "");
    }

    #[test]
    fn the_sets_have_as_many_positions_as_is_said() {
        for (name, count, _) in SETS {
            let set = PositionSet::built_in(name).expect(name);
            assert_eq!(set.positions.len(), count, "{name}");
        }
        for &(preset, _) in Enhancements::PRESETS.iter().filter(|(preset, _)| *preset != "none") {
            assert!(!in_words(preset, "").is_empty(), "{preset}");
        }
    }
}
