//! Castling rights of X-FEN: `KQkq` stand for the outermost rooks, wherever they are.
//!
//! `cozy-chess` takes these letters for rooks in the corners, so they become files here.

use std::borrow::Cow;

pub(super) fn files<'a>(rights: &'a str, board: &str) -> Cow<'a, str> {
    let ranks =
        [board.rsplit('/').next(), board.split('/').next()].map(|rank| squares(rank.unwrap_or_default()));
    let of_letter = |letter: char| match letter {
        'K' | 'Q' => file(letter, &ranks[0], ['K', 'R']),
        'k' | 'q' => file(letter, &ranks[1], ['k', 'r']),
        _ => None,
    };
    let files: Option<String> = rights.chars().map(of_letter).collect();
    files.map_or(Cow::Borrowed(rights), Cow::Owned)
}

fn file(letter: char, rank: &[char], [king, rook]: [char; 2]) -> Option<char> {
    let king = rank.iter().position(|&man| man == king)?;
    let at = if letter.eq_ignore_ascii_case(&'k') {
        rank.iter().rposition(|&man| man == rook).filter(|&at| at > king)
    } else {
        rank.iter().position(|&man| man == rook).filter(|&at| at < king)
    }?;
    let first = if letter.is_ascii_uppercase() { b'A' } else { b'a' };
    Some(char::from(first + at as u8))
}

fn squares(rank: &str) -> Vec<char> {
    let empty = |man: char| man.to_digit(10).map_or(0, |count| count as usize);
    rank.chars()
        .flat_map(|man| if man.is_ascii_digit() { vec![' '; empty(man)] } else { vec![man] })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::files;

    #[test]
    fn letters_become_files_all_or_none() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!([files("KQkq", start), files("Kq", start), files("-", start)], ["HAha", "Ha", "-"]);
        let elsewhere = "4k1r1/8/8/8/8/8/8/1R2K3";
        assert_eq!([files("Qk", elsewhere), files("Bg", elsewhere)], ["Bg", "Bg"]);
        assert_eq!([files("KQ", elsewhere), files("Qx", elsewhere)], ["KQ", "Qx"]);
    }
}
