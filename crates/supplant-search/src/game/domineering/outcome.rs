//! The winner of each board, computed or published.

use std::fmt;
use std::str::FromStr;

use super::Player;

/// The winner of an empty board with perfect play.
///
/// ```
/// use supplant_search::game::domineering::{OutcomeClass, Player};
/// // Vertical wins when he starts, and when she does.
/// let class = OutcomeClass::of(Player::Vertical, Player::Vertical);
/// assert_eq!((class, class.to_string().as_str(), "V".parse()), (OutcomeClass::Vertical, "V", Ok(class)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeClass {
    /// The player who starts wins: `1`.
    First,
    /// The player who does not start wins: `2`.
    Second,
    /// Vertical wins, whoever starts: `V`.
    Vertical,
    /// Horizontal wins, whoever starts: `H`.
    Horizontal,
}

const LETTERS: [(OutcomeClass, &str); 4] = [
    (OutcomeClass::First, "1"),
    (OutcomeClass::Second, "2"),
    (OutcomeClass::Vertical, "V"),
    (OutcomeClass::Horizontal, "H"),
];

impl OutcomeClass {
    /// The class for the winners when Vertical starts and when Horizontal starts.
    #[must_use]
    pub fn of(vertical_starts: Player, horizontal_starts: Player) -> Self {
        match (vertical_starts, horizontal_starts) {
            (Player::Vertical, Player::Horizontal) => Self::First,
            (Player::Horizontal, Player::Vertical) => Self::Second,
            (Player::Vertical, Player::Vertical) => Self::Vertical,
            (Player::Horizontal, Player::Horizontal) => Self::Horizontal,
        }
    }

    /// The winner when `starts` makes the first move.
    #[must_use]
    pub fn winner(self, starts: Player) -> Player {
        match self {
            Self::First => starts,
            Self::Second => starts.other(),
            Self::Vertical => Player::Vertical,
            Self::Horizontal => Player::Horizontal,
        }
    }

    /// A clause that says who wins.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::First => "who starts wins",
            Self::Second => "who does not start wins",
            Self::Vertical => "Vertical wins, whoever starts",
            Self::Horizontal => "Horizontal wins, whoever starts",
        }
    }

    /// The class of the board laid on its side.
    #[must_use]
    pub fn on_its_side(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
            same => same,
        }
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS.iter().find(|(class, _)| class == self).map(|&(_, letter)| letter);
        f.pad(letter.expect("every class has a letter"))
    }
}

/// The error for a text other than `1`, `2`, `V` and `H`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOutcomeClassError(String);

impl fmt::Display for UnknownOutcomeClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an outcome class; there are 1, 2, V and H", self.0)
    }
}

impl std::error::Error for UnknownOutcomeClassError {}

impl FromStr for OutcomeClass {
    type Err = UnknownOutcomeClassError;

    fn from_str(text: &str) -> Result<Self, UnknownOutcomeClassError> {
        let class = LETTERS.iter().find(|(_, letter)| *letter == text).map(|&(class, _)| class);
        class.ok_or_else(|| UnknownOutcomeClassError(text.to_owned()))
    }
}

/// A board whose outcome is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownBoard {
    /// The number of rows; in [`Self::all`] at most that of columns.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The outcome class of the board.
    pub class: OutcomeClass,
    /// Nodes of a plain solver for both players starting; `None` if it was not tried.
    pub plain_nodes: Option<u64>,
}

impl KnownBoard {
    /// The boards whose outcome is known.
    ///
    /// 8 × 8 is from Breuker, Uiterwijk and van den Herik, *Solving 8 × 8 domineering*, Theoretical
    /// Computer Science 230 (2000). The others are from an exhaustive solver that shares no code
    /// with this crate.
    pub fn all() -> impl Iterator<Item = Self> {
        const OUTCOMES: &str = include_str!("outcomes.csv");
        let lines = OUTCOMES.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
        lines.map(|line| Self::read(line).expect("every line of the file has four fields"))
    }

    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split(',');
        Some(Self {
            rows: fields.next()?.parse().ok()?,
            columns: fields.next()?.parse().ok()?,
            class: fields.next()?.parse().ok()?,
            plain_nodes: fields.next()?.parse().ok(),
        })
    }

    /// The outcome of a board of `rows` × `columns`, or of its transpose.
    ///
    /// ```
    /// use supplant_search::game::domineering::{OutcomeClass, KnownBoard};
    /// assert_eq!(KnownBoard::of(4, 5).map(|known| known.class), Some(OutcomeClass::Vertical));
    /// assert_eq!(KnownBoard::of(5, 4).map(|known| known.class), Some(OutcomeClass::Horizontal));
    /// assert_eq!(KnownBoard::of(1, 1), None);
    /// ```
    #[must_use]
    pub fn of(rows: usize, columns: usize) -> Option<Self> {
        let known = |rows, columns| Self::all().find(|one| (one.rows, one.columns) == (rows, columns));
        known(rows, columns).or_else(|| {
            let on_its_side = known(columns, rows)?;
            Some(Self { rows, columns, class: on_its_side.class.on_its_side(), ..on_its_side })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownBoard, LETTERS, OutcomeClass};
    use crate::game::domineering::Player;

    #[test]
    fn a_class_says_who_wins_and_is_read_as_it_is_written() {
        for (class, letter) in LETTERS {
            let [vertical, horizontal] =
                [Player::Vertical, Player::Horizontal].map(|starts| class.winner(starts));
            assert_eq!(OutcomeClass::of(vertical, horizontal), class);
            assert_eq!((class.to_string().as_str(), letter.parse()), (letter, Ok(class)));
            assert_eq!(class.on_its_side().on_its_side(), class);
        }
        assert!("h".parse::<OutcomeClass>().is_err());
    }

    #[test]
    fn every_published_board_is_read() {
        let boards: Vec<_> = KnownBoard::all().collect();
        assert_eq!(boards.len(), 24);
        assert!(boards.iter().all(|board| board.rows <= board.columns));
        assert!(
            boards.iter().all(|board| board.plain_nodes.is_some() == (board.columns, board.rows).ne(&(8, 8)))
        );
        assert_eq!(KnownBoard::of(8, 8).map(|board| board.class), Some(OutcomeClass::First));
    }
}
