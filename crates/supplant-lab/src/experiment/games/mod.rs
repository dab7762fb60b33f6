//! The games that studies can be about: a file each, a line each in the list below.
//!
//! A further game implements [`Game`] (`crates/supplant-search/src/game/`), and [`Playable`] in a file here: how its positions are written down, how many plies deeper they are searched,
//! and which of them are its own set. Every study then takes it by `--game`.

mod chess;
mod connect_four;
mod domineering;
mod synthetic;
#[cfg(test)]
mod tests;

use anyhow::{Context as _, Result, ensure};

use supplant::entry::Depth;
use supplant::key::SplitMix64;
use supplant_search::game::chess::Chess;
use supplant_search::game::connect_four::ConnectFour;
use supplant_search::game::domineering::Domineering;
use supplant_search::game::synthetic::Synthetic;
use supplant_search::game::{Game, Ranked, Root};

/// A game that studies can be about.
pub trait Playable: Game + Into<AnyGame> {
    /// Its name: of its set, and on the command line.
    const WORD: &'static str;
    /// By how many plies its positions are searched more deeply than a study asks, so that trees are about as large as those of chess.
    const DEEPER: Depth;

    /// Itself, if `game` is of its kind.
    fn of(game: &AnyGame) -> Option<&Self>;
    /// The position in words, all that a search depends on: [`Self::read`] reads them.
    fn text(&self) -> String;
    /// The position that `text` stands for.
    ///
    /// # Errors
    /// If it stands for none.
    fn read(text: &str) -> Result<Self>;
    /// The same game under the keys of a [`Draw`](supplant::key::Draw).
    #[must_use]
    fn under(self, draw: u64) -> Self;
    /// The same game under keys of words that were chosen for distance, if it has such.
    #[must_use]
    fn under_distant(self) -> Option<Self> {
        None
    }
    /// The positions of its own set, by id.
    fn set() -> Vec<(String, Self)>;
}

/// What is done with a position, whatever its game.
pub trait GameVisitor {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<G: Playable>(self, game: &G) -> Self::Out;
}

macro_rules! games {
    ($($kind:ident in $module:ident;)*) => {
        /// A position, its game named at run time.
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $(
                #[doc = concat!("Of `", stringify!($module), "`.")]
                $kind($kind),
            )*
        }

        $(
            impl From<$kind> for AnyGame {
                fn from(game: $kind) -> Self {
                    Self::$kind(game)
                }
            }
        )*

        /// The names of the games.
        pub const NAMES: &[&str] = &[$($kind::WORD),*];

        /// By how many plies positions of the game of a name are searched more deeply than a study asks; 0 of no game.
        #[must_use]
        pub fn deeper(name: &str) -> Depth {
            match name {
                $($kind::WORD => $kind::DEEPER,)*
                _ => 0,
            }
        }

        impl AnyGame {
            /// Does what is to be done with it.
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Out {
                match self {
                    $(Self::$kind(game) => visitor.visit(game),)*
                }
            }

            /// The position that `text` stands for: `WORD …`, or a FEN.
            ///
            /// # Errors
            /// If it stands for none.
            pub fn read(text: &str) -> Result<Self> {
                let word = text.split(' ').next().unwrap_or_default();
                match word {
                    $($kind::WORD => $kind::read(text).map(Self::$kind),)*
                    _ => Chess::read(text).map(Self::Chess),
                }
            }

            /// The positions of the game of a name, by id.
            #[must_use]
            pub fn set(name: &str) -> Option<Vec<(String, Self)>> {
                let any = |set: Vec<(String, Self)>| Some(set);
                match name {
                    $($kind::WORD => any($kind::set().into_iter().map(|(id, game)| (id, game.into())).collect()),)*
                    _ => None,
                }
            }
        }
    };
}

games! {
    Chess in chess;
    Domineering in domineering;
    ConnectFour in connect_four;
    Synthetic in synthetic;
}

impl AnyGame {
    /// The name of its game.
    #[must_use]
    pub fn name(&self) -> &'static str {
        struct Name;
        impl GameVisitor for Name {
            type Out = &'static str;

            fn visit<G: Playable>(self, _: &G) -> Self::Out {
                G::WORD
            }
        }
        self.visit(Name)
    }

    /// Whether it has keys of words that were chosen for distance.
    #[must_use]
    pub fn has_distant_keys(&self) -> bool {
        struct Distant;
        impl GameVisitor for Distant {
            type Out = bool;

            fn visit<G: Playable>(self, game: &G) -> Self::Out {
                game.clone().under_distant().is_some()
            }
        }
        self.visit(Distant)
    }

    /// By how many plies it is searched more deeply than a study asks.
    #[must_use]
    pub fn deeper(&self) -> Depth {
        deeper(self.name())
    }

    /// The position in words.
    #[must_use]
    pub fn text(&self) -> String {
        struct Text;
        impl GameVisitor for Text {
            type Out = String;

            fn visit<G: Playable>(self, game: &G) -> Self::Out {
                game.text()
            }
        }
        self.visit(Text)
    }
}

/// A beginning and the moves that led from there to `game`: the words of games whose positions are known by how they came about.
fn line<G: Game>(game: &G) -> (G, String) {
    let (mut game, mut keys) = (game.clone(), Vec::new());
    while game.played() != Root(0) {
        keys.push(game.key());
        game.undo();
    }
    let (beginning, mut words) = (game.clone(), String::new());
    for key in keys.into_iter().rev() {
        // One key, one position: of moves that lead to the same one it does not matter which.
        let leads_there = |mv: &G::Move| {
            let mut next = game.clone();
            next.play(*mv);
            next.key() == key
        };
        let mv = moves(&game).into_iter().find(leads_there).expect("it was played");
        words.push(' ');
        words.push_str(&game.notation(mv));
        game.play(mv);
    }
    (beginning, words)
}

/// `game` after the moves of `words`.
fn after<G: Game>(mut game: G, words: &[&str]) -> Result<G> {
    for word in words {
        let mv = moves(&game).into_iter().find(|&mv| game.notation(mv) == *word);
        game.play(mv.with_context(|| format!("`{word}` is no legal move there"))?);
    }
    Ok(game)
}

/// Two numbers as boards have them: `8x8`.
fn sides(text: Option<&str>, most: (usize, usize)) -> Result<(usize, usize)> {
    let text = text.context("it needs a board, such as 4x4")?;
    let sides = text.split_once('x').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    let (one, other) = sides.with_context(|| format!("`{text}` is no board; give such as 4x4"))?;
    ensure!(
        (1..=most.0).contains(&one) && (1..=most.1).contains(&other),
        "boards are 1x1 to {}x{}",
        most.0,
        most.1
    );
    Ok((one, other))
}

fn moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves: Vec<Ranked<G::Move>> = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|ranked| ranked.mv).collect()
}

/// Positions in a set of a game whose positions are drawn by lot.
const DRAWN: usize = 18;

/// The positions of a set: `beginning`s after so many moves by lot, from seed 1 on one stream, of which those are left out whose game is over, and those that are there
/// already. Their ids are the game's name and a number of two digits.
fn drawn<G: Playable>(beginning: &G, plies: usize) -> Vec<(String, G)> {
    let (mut stream, mut keys, mut set) = (SplitMix64::new(1), Vec::new(), Vec::new());
    while set.len() < DRAWN {
        let mut game = beginning.clone();
        while game.played() != Root(plies) && game.has_moves() {
            let moves = moves(&game);
            game.play(moves[stream.below(moves.len() as u64) as usize]);
        }
        if game.has_moves() && !keys.contains(&game.key()) {
            keys.push(game.key());
            set.push((format!("{}.{:02}", G::WORD, set.len() + 1), game));
        }
    }
    set
}
