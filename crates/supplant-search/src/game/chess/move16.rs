//! A chess move in 16 bits: from (6), to (6), promotion piece (3; 0 none, 1 knight … 4 queen).
//!
//! Castling is the king's move onto its own rook; zero would be a1–a1, not a move.

use cozy_chess::{Move, Piece, Square};

use supplant::entry::Move16;

pub(super) fn encode(mv: Move) -> Move16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    Move16(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
}

pub(super) fn decode(bits: Move16) -> Option<Move> {
    let promotion = match bits.0 >> 12 {
        0 => None,
        code @ 1..=4 => Some(Piece::index(code.into())),
        _ => return None,
    };
    let square = |shift: u32| Square::index(usize::from(bits.0 >> shift & 63));
    bits.is_some().then(|| Move { from: square(0), to: square(6), promotion })
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use supplant::entry::Move16;

    #[test]
    fn every_pattern_decodes_to_a_move_that_encodes_to_it_or_to_none() {
        let moves = (0..=u16::MAX).filter_map(|bits| decode(Move16(bits)).map(|mv| (bits, mv)));
        let mut count = 0;
        for (bits, mv) in moves {
            assert_eq!(encode(mv), Move16(bits));
            count += 1;
        }
        assert_eq!(count, 64 * 64 * 5 - 1);
    }
}
