//! Sets of positions that studies search.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::fnv::fnv1a;
use super::games::{self, AnyGame, Playable};
use super::plan::digest;
use super::words::{listed, once_each};
use supplant::entry::Depth;
use supplant_search::game::Game as _;
use supplant_search::game::chess::notation::{self, Position};
use supplant_search::game::chess::{Chess, positions};
use supplant_search::search::MAX_DEPTH;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Listing", try_from = "Listing")]
pub struct PositionSet {
    pub name: String,
    pub positions: Arc<[(String, AnyGame)]>,
    pub source: String,
}

#[derive(Serialize, Deserialize)]
struct Listing {
    name: String,
    positions: Vec<(String, Option<String>)>,
}

/// The positions behind a name must never change: unit ids contain the name.
const OF_CHESS: [(&str, Positions); 6] = [
    (KASPAROV_SHORT, positions::kasparov_short),
    (RABINOVICH_ROMANOVSKY, positions::rabinovich_romanovsky),
    ("middlegames", positions::middlegames),
    ("endings", positions::endings),
    ("strong", positions::strong),
    ("heldout", positions::heldout),
];

static BUILT_IN: LazyLock<HashMap<&'static str, OnceLock<PositionSet>>> =
    LazyLock::new(|| PositionSet::built_in_names().map(|name| (name, OnceLock::new())).collect());

type Positions = fn() -> Vec<Position>;

const KASPAROV_SHORT: &str = "breuker1994";
const RABINOVICH_ROMANOVSKY: &str = "breuker1996";

const GAMES: &str = "games";

pub const ALL_GAMES: &str = "all";

impl PositionSet {
    #[must_use]
    pub fn empty() -> Self {
        Self::new(String::new(), Vec::new())
    }

    #[must_use]
    pub fn kasparov_short() -> Self {
        Self::built_in(KASPAROV_SHORT).expect("it is in the list")
    }

    #[must_use]
    pub fn rabinovich_romanovsky() -> Self {
        Self::built_in(RABINOVICH_ROMANOVSKY).expect("it is in the list")
    }

    #[must_use]
    pub fn games() -> Self {
        Self::built_in(GAMES).expect("it is in the list")
    }

    pub fn of_game(name: &str) -> Result<Self, String> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            ALL_GAMES => Ok(Self::games()),
            Chess::WORD => Ok(Self::kasparov_short()),
            other => Self::built_in(other).filter(|_| games::NAMES.contains(&other)).ok_or_else(|| {
                format!("no game is called `{name}`; there are {}, and {ALL_GAMES}", games::NAMES.join(", "))
            }),
        }
    }

    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        let others = games::NAMES.iter().copied().filter(|&name| name != Chess::WORD);
        OF_CHESS.iter().map(|&(name, _)| name).chain(others).chain([GAMES])
    }

    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let (name, set) = BUILT_IN.get_key_value(name)?;
        Some(set.get_or_init(|| Self::new((*name).to_owned(), Self::of_name(name))).clone())
    }

    fn of_name(name: &str) -> Vec<(String, AnyGame)> {
        if let Some((_, positions)) = OF_CHESS.iter().find(|(known, _)| *known == name) {
            return Self::any(positions());
        }
        let games = games::NAMES.iter().filter(|game| name == GAMES || name == **game);
        games.filter_map(|game| AnyGame::set(game)).flatten().collect()
    }

    /// `middlegames:4` is the first, the fifth … position of `middlegames`.
    pub fn named(name: &str) -> Result<Self> {
        if let Some(built_in) = Self::built_in(&name.to_ascii_lowercase()) {
            return Ok(built_in);
        }
        if let Some((whole, step)) = Self::part(name) {
            return whole.every(step);
        }
        let path = Path::new(name);
        if let Some((file, _)) =
            name.rsplit_once(':').filter(|(file, _)| !path.exists() && Path::new(file).exists())
        {
            bail!("{name}: a part can be taken of sets that are built in; give {file}, which is read whole");
        }
        if name != "-" && !path.exists() && path.extension().is_none() {
            let all = Self::built_in_names().collect::<Vec<_>>().join(", ");
            bail!("no set is called `{name}`, and no file; there are {all}, and EPD files");
        }
        Self::read(path)
    }

    #[must_use]
    pub fn needs_no_file(name: &str) -> bool {
        let whole = name.split_once(':').map_or(name, |(whole, _)| whole);
        BUILT_IN.contains_key(whole.to_ascii_lowercase().as_str())
    }

    fn part(name: &str) -> Option<(Self, &str)> {
        let (whole, step) = name.split_once(':')?;
        Some((Self::built_in(&whole.to_ascii_lowercase())?, step))
    }

    fn every(self, step: &str) -> Result<Self> {
        let all = self.positions.len();
        let Some(step) = step.parse().ok().filter(|&step| (2..=all).contains(&step)) else {
            bail!("{}:{step} is not a part of a set; give a number from 2 to {all}", self.name);
        };
        let positions = self.positions.iter().step_by(step).cloned();
        Ok(Self::new(format!("{}:{step}", self.name), positions.collect()))
    }

    pub fn read(path: &Path) -> Result<Self> {
        let (set, _) = Self::read_with_operations(path)?;
        Ok(set)
    }

    pub fn read_with_operations(path: &Path) -> Result<(Self, Vec<Position>)> {
        let name = name_of(path);
        let text = read_text(path)?;
        let positions = notation::epd(&text).map_err(|error| error.in_source(&name))?;
        let mut ids = HashSet::new();
        if let Some(twice) = positions.iter().find(|position| !ids.insert(&position.id)) {
            bail!("{name}: the id `{}` stands twice; give each position an id of its own", twice.id);
        }
        if let Some(odd) = positions.iter().find(|position| position.id.chars().any(char::is_control)) {
            bail!("{name}: the id {:?} has characters that do not print; give it another", odd.id);
        }
        let mut games = HashSet::new();
        for of_game in positions.chunk_by(|one, next| played_game(&one.id) == played_game(&next.id)) {
            let id = &of_game[0].id;
            if let Some(game) = played_game(id).filter(|&game| !games.insert(game)) {
                bail!("{name}: `{id}` is apart from other positions of game `{game}`; put them together");
            }
        }
        let mut boards = HashMap::new();
        for position in &positions {
            let board = position.game.board().to_string();
            let board = board.split(' ').take(4).collect::<Vec<_>>().join(" ");
            if let Some(same) = boards.insert(board, &position.id) {
                bail!("{name}: `{same}` and `{}` are one position; leave one of them out", position.id);
            }
        }
        if let Some(over) = positions.iter().find(|position| !position.game.has_moves()) {
            bail!("{name}: `{}` has no legal moves; remove it", over.id);
        }
        let stem = Path::new(&name).file_stem();
        let stem = stem.map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        let named = format!("{stem}-{:016x}", fnv1a(text.bytes()));
        Ok((Self { source: name, ..Self::new(named, Self::any(positions.clone())) }, positions))
    }

    fn any(positions: Vec<Position>) -> Vec<(String, AnyGame)> {
        positions.into_iter().map(|position| (position.id, position.game.into())).collect()
    }

    fn new(name: String, positions: Vec<(String, AnyGame)>) -> Self {
        Self { source: name.clone(), name, positions: positions.into() }
    }

    #[must_use]
    pub fn game(&self) -> &'static str {
        let mut names = self.positions.iter().map(|(_, game)| game.name());
        let first = names.next().unwrap_or(Chess::WORD);
        if names.all(|name| name == first) { first } else { ALL_GAMES }
    }

    pub fn check_game(&self, asked: Option<&str>) -> Result<(), String> {
        match asked.filter(|asked| !asked.eq_ignore_ascii_case(self.game())) {
            Some(asked) => Err(format!(
                "game {asked}: the positions {} are of {}; leave out one of the two",
                self.source,
                self.game()
            )),
            None => Ok(()),
        }
    }

    fn games_in_it(&self) -> Vec<(&'static str, Depth)> {
        once_each(self.positions.iter().map(|(_, game)| (game.name(), game.deeper())))
    }

    #[must_use]
    pub fn other_games(&self) -> String {
        let others = self.games_in_it().into_iter().filter(|(name, _)| *name != Chess::WORD);
        let (mut names, mut deeper) = (Vec::new(), Vec::new());
        for (name, plies) in others {
            names.push(name);
            match plies {
                0 => {}
                1 => deeper.push(format!("of {name} 1 ply")),
                _ => deeper.push(format!("of {name} {plies} plies")),
            }
        }
        if names.is_empty() {
            return String::new();
        }
        let deeper = match deeper.is_empty() {
            true => String::new(),
            false => format!(
                " Searches {} go deeper than is said, so that trees are about as large as those of chess at 7 ply.",
                deeper.join(", ")
            ),
        };
        format!(
            "There are no captures, checks, passes and repetitions in {}: what a search makes of them does nothing there.{deeper}",
            listed(&names)
        )
    }

    pub fn check_depth(&self, plies: Depth) -> Result<(), String> {
        let too_deep =
            |&&(_, deeper): &&(&str, Depth)| u32::from(plies) + u32::from(deeper) > u32::from(MAX_DEPTH);
        match self.games_in_it().iter().find(too_deep) {
            Some((name, deeper)) => {
                Err(format!("{plies} and the {deeper} more of {name} are above {MAX_DEPTH}; give fewer"))
            }
            None => Ok(()),
        }
    }

    pub fn all_of<G: Playable>(&self) -> Result<Vec<(String, G)>> {
        let of = |(id, game): &(String, AnyGame)| {
            let own = G::of(game).cloned();
            let own =
                own.with_context(|| format!("{id} is a position of {}; give {}", game.name(), G::WORD))?;
            Ok((id.clone(), own))
        };
        self.positions.iter().map(of).collect()
    }

    /// FNV-1a over one line `id FEN` for each position. Other games write their own text instead.
    #[must_use]
    pub fn digest(&self) -> String {
        let lines = self.positions.iter().map(|(id, game)| format!("{id} {}\n", game.text()));
        digest(lines.flat_map(String::into_bytes))
    }
}

impl From<PositionSet> for Listing {
    fn from(set: PositionSet) -> Self {
        let built_in = PositionSet::built_in_names().any(|name| name == set.name);
        let listed = |(id, game): &(String, AnyGame)| (id.clone(), (!built_in).then(|| game.text()));
        Self { positions: set.positions.iter().map(listed).collect(), name: set.name }
    }
}

impl TryFrom<Listing> for PositionSet {
    type Error = anyhow::Error;

    fn try_from(listing: Listing) -> Result<Self> {
        if let Some(built_in) = Self::built_in(&listing.name) {
            return Ok(built_in);
        }
        let read = |(id, text): (String, Option<String>)| {
            let text = text.with_context(|| format!("position {id} of set {} is not given", listing.name))?;
            let game =
                AnyGame::read(&text).with_context(|| format!("position {id} of set {}", listing.name))?;
            Ok((id, game))
        };
        let positions = listing.positions.into_iter().map(read).collect::<Result<_>>()?;
        Ok(Self::new(listing.name, positions))
    }
}

/// The game in which a position was played, if its id names one: `12/034` is of game `12`.
#[must_use]
pub fn played_game(id: &str) -> Option<&str> {
    id.split_once('/').map(|(game, _)| game)
}

pub fn read_text(path: &Path) -> Result<String> {
    let name = name_of(path);
    let bytes = if path == Path::new(STDIN) {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.with_context(|| format!("{name}: cannot be read"))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("{name}: is not UTF-8 text; convert it"))
}

#[must_use]
pub fn name_of(path: &Path) -> String {
    if path == Path::new(STDIN) { "stdin".to_owned() } else { path.display().to_string() }
}

const STDIN: &str = "-";

#[cfg(test)]
mod tests {
    use super::{Listing, MAX_DEPTH, PositionSet};
    use supplant_search::game::chess::Chess;

    fn read(lines: &str) -> Result<PositionSet, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("set.epd");
        std::fs::write(&path, lines).expect("it is ours");
        PositionSet::read(&path).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_listing_of_any_games_is_read_back_by_a_program_that_does_not_know_the_set() {
        let known = PositionSet::games();
        assert!(
            Listing::from(known.clone()).positions.iter().all(|(_, text)| text.is_none()),
            "its name says it"
        );
        let mine = PositionSet { name: "mine".to_owned(), ..known.clone() };
        let listing = Listing::from(mine);
        assert!(listing.positions.iter().all(|(_, text)| text.is_some()));
        let read = PositionSet::try_from(listing).expect("it has all");
        assert_eq!((read.digest(), read.game()), (known.digest(), "all"));
        assert_eq!(
            PositionSet::try_from(Listing::from(known.clone())).expect("it is known").digest(),
            known.digest()
        );
    }

    #[test]
    fn a_part_of_a_set_is_every_so_many_of_it_and_no_other_number_is_taken() {
        let (whole, part) =
            (PositionSet::built_in("breuker1994").expect("a set"), PositionSet::named("Breuker1994:4"));
        let part = part.expect("a part");
        let ids = |set: &PositionSet| set.positions.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
        let all = ids(&whole);
        assert_eq!(ids(&part), [0, 4, 8, 12, 16].map(|at| all[at].clone()));
        assert_eq!(part.name, "breuker1994:4");
        let read = PositionSet::try_from(Listing::from(part.clone())).expect("it has all");
        assert_eq!(read.digest(), part.digest());
        for wrong in ["breuker1994:0", "breuker1994:1", "breuker1994:19", "breuker1994:", "breuker1994:x"] {
            let error = PositionSet::named(wrong).expect_err("no part").to_string();
            assert!(error.starts_with(wrong) && error.ends_with("give a number from 2 to 18"), "{error}");
        }
        assert!(PositionSet::needs_no_file("games:2") && !PositionSet::needs_no_file("mine.epd:2"));
    }

    #[test]
    fn what_is_built_in_is_found_by_its_name_and_what_is_of_another_game_is_named() {
        for name in PositionSet::built_in_names() {
            assert_eq!(PositionSet::named(name).expect("it is built in").name, name);
        }
        assert!(PositionSet::built_in("chess").is_none(), "a game, and no set");
        let of = |game| PositionSet::of_game(game).map(|set| set.name);
        assert_eq!(of("Chess"), Ok("breuker1994".to_owned()));
        assert_eq!(of("all"), Ok("games".to_owned()));
        assert!(
            of("endings")
                .is_err_and(|why| why.contains("chess, domineering, connect-four, synthetic, and all"))
        );
        let refused = PositionSet::games().all_of::<Chess>().expect_err("three of four are of others");
        assert_eq!(refused.to_string(), "domineering.01 is a position of domineering; give chess");
        assert_eq!(PositionSet::kasparov_short().all_of::<Chess>().map(|all| all.len()).ok(), Some(18));
    }

    #[test]
    fn how_deep_games_are_searched_is_said_and_none_is_searched_deeper_than_any() {
        assert_eq!(PositionSet::kasparov_short().other_games(), "");
        let said = PositionSet::games().other_games();
        assert!(said.contains("repetitions in domineering, connect-four and synthetic: what"), "{said}");
        assert!(said.contains("of domineering 1 ply, of connect-four 6 plies go deeper"), "{said}");
        let said = PositionSet::of_game("synthetic").expect("a game").other_games();
        assert!(said.contains("in synthetic: what") && !said.contains("deeper"), "{said}");
        let four = PositionSet::of_game("connect-four").expect("a game");
        assert_eq!(four.check_depth(MAX_DEPTH - 6), Ok(()));
        let refused = four.check_depth(MAX_DEPTH - 5).expect_err("one too deep");
        assert!(refused.contains("6 more of connect-four"), "{refused}");
        assert_eq!(four.check_game(Some("Connect-Four")), Ok(()));
        assert!(
            four.check_game(Some("chess")).is_err_and(|why| why.contains("connect-four are of connect-four"))
        );
    }

    #[test]
    fn one_position_after_more_moves_is_no_other() {
        let pawns = "4k3/4p3/8/8/8/8/4P3/4K3 w - -";
        let twice = read(&format!("{pawns} id \"a\";\n{pawns} hmvc 4; fmvn 30; id \"b\";\n"));
        assert!(twice.expect_err("one position").contains("`a` and `b` are one position"));
        let other = pawns.replace(" w ", " b ");
        assert!(read(&format!("{pawns} id \"a\";\n{other} id \"b\";\n")).is_ok());
    }

    #[test]
    fn positions_of_one_played_game_must_stand_together() {
        let pawns =
            |file: char| format!("4k3/4p3/8/8/8/8/{}P{}/4K3 w - -", file as u8 - b'a', b'h' - file as u8);
        let set = |ids: [&str; 3]| {
            let lines = ids.into_iter().zip(['b', 'c', 'd']);
            read(&lines.map(|(id, file)| format!("{} id \"{id}\";\n", pawns(file))).collect::<String>())
        };
        assert!(set(["1/2", "1/4", "2/1"]).is_ok() && set(["a", "1/4", "b"]).is_ok());
        let refused = set(["1/2", "2/1", "1/4"]).expect_err("game 1 twice");
        assert!(
            refused.ends_with("`1/4` is apart from other positions of game `1`; put them together"),
            "{refused}"
        );
    }

    #[test]
    fn a_position_that_is_over_is_refused() {
        for over in ["R5k1/5ppp/8/8/8/8/8/6K1 b - -", "7k/5Q2/8/8/8/8/8/6K1 b - -"] {
            let refused = read(&format!("{over} id \"over\";\n")).expect_err("mate, or stalemate");
            assert!(refused.contains("`over` has no legal moves"), "{refused}");
        }
    }

    #[test]
    fn a_digest_is_of_ids_positions_and_their_order() {
        let [one, other] = ["4k3/4p3/8/8/8/8/4P3/4K3 w - -", "4k3/3pp3/8/8/8/8/4P3/4K3 w - -"];
        let digest = |lines: [(&str, &str); 2]| {
            let lines = lines.map(|(position, id)| format!("{position} id \"{id}\";\n"));
            read(&lines.concat()).expect("two positions").digest()
        };
        let known = digest([(one, "a"), (other, "b")]);
        assert_eq!(known, digest([(one, "a"), (other, "b")]));
        for changed in [[(one, "a"), (other, "c")], [(one, "b"), (other, "a")], [(other, "b"), (one, "a")]] {
            assert_ne!(known, digest(changed), "{changed:?}");
        }
    }
}
