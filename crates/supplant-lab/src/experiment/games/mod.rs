//! The games that studies can search.

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

pub trait Playable: Game + Into<AnyGame> {
    const WORD: &'static str;
    /// Additional plies, so that trees are about as large as those of chess.
    const DEEPER: Depth;

    fn of(game: &AnyGame) -> Option<&Self>;
    fn text(&self) -> String;
    fn read(text: &str) -> Result<Self>;
    #[must_use]
    fn under(self, draw: u64) -> Self;
    #[must_use]
    fn under_distant(self) -> Option<Self> {
        None
    }
    fn set() -> Vec<(String, Self)>;
}

pub trait GameVisitor {
    type Out;

    fn visit<G: Playable>(self, game: &G) -> Self::Out;
}

macro_rules! games {
    ($($kind:ident in $module:ident;)*) => {
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

        pub const NAMES: &[&str] = &[$($kind::WORD),*];

        #[must_use]
        pub fn deeper(name: &str) -> Depth {
            match name {
                $($kind::WORD => $kind::DEEPER,)*
                _ => 0,
            }
        }

        impl AnyGame {
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Out {
                match self {
                    $(Self::$kind(game) => visitor.visit(game),)*
                }
            }

            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $kind::WORD,)*
                }
            }

            #[must_use]
            pub fn text(&self) -> String {
                match self {
                    $(Self::$kind(game) => game.text(),)*
                }
            }

            #[must_use]
            pub fn has_distant_keys(&self) -> bool {
                match self {
                    $(Self::$kind(game) => game.clone().under_distant().is_some(),)*
                }
            }

            pub fn read(text: &str) -> Result<Self> {
                let word = text.split(' ').next().unwrap_or_default();
                match word {
                    $($kind::WORD => $kind::read(text).map(Self::$kind),)*
                    _ => Chess::read(text).map(Self::Chess),
                }
            }

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
    #[must_use]
    pub fn deeper(&self) -> Depth {
        deeper(self.name())
    }
}

fn line<G: Game>(game: &G) -> (G, String) {
    let (mut game, mut keys) = (game.clone(), Vec::new());
    while game.played() != Root(0) {
        keys.push(game.key());
        game.undo();
    }
    let (beginning, mut words) = (game.clone(), String::new());
    for key in keys.into_iter().rev() {
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

fn after<G: Game>(mut game: G, words: &[&str]) -> Result<G> {
    for word in words {
        let mv = moves(&game).into_iter().find(|&mv| game.notation(mv) == *word);
        game.play(mv.with_context(|| format!("`{word}` is not a legal move there"))?);
    }
    Ok(game)
}

fn sides(text: Option<&str>, most: (usize, usize)) -> Result<(usize, usize)> {
    let text = text.context("it needs a board, such as 4x4")?;
    let sides = text.split_once('x').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    let (one, other) = sides.with_context(|| format!("`{text}` is not a board; write for example 4x4"))?;
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

const DRAWN: usize = 18;

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
