//! The table of the Blunders engine: buckets of 32 bytes with two entries, validated by XOR.
//!
//! A new entry of at least equal depth replaces the priority entry, which is lost; a shallower one
//! replaces the other.

use std::fmt;

use blunders_engine::coretypes::{Cp, Move, PieceKind, Square};
use blunders_engine::transposition::{self, NodeKind, TranspositionTable};
use supplant::entry::{Move16, Score};
use supplant::{Bound, Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::rival::Rival;
use crate::size::at_least_one;

const BUCKET_BYTES: usize = 32;
const AGE: u8 = 1;

pub struct Blunders(TranspositionTable);

impl fmt::Debug for Blunders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blunders").field("buckets", &self.0.bucket_capacity()).finish()
    }
}

/// The engine's rule: `replace_scheme` in its `search/negamax.rs`, which is private.
#[inline(always)]
fn replaces(new: &transposition::Entry, now: u8, resident: &transposition::Entry, then: u8) -> bool {
    now != then || (resident.node_kind != NodeKind::Pv && new.ply >= resident.ply)
}

#[inline(always)]
fn to_move(Move16(bits): Move16) -> Move {
    let square = |bits: u16| Square::try_from((bits & 63) as u8).unwrap_or(Square::A1);
    let promotion = match bits >> 12 & 7 {
        1 => Some(PieceKind::Knight),
        2 => Some(PieceKind::Bishop),
        3 => Some(PieceKind::Rook),
        4 => Some(PieceKind::Queen),
        _ => None,
    };
    Move::new(square(bits), square(bits >> 6), promotion)
}

impl Rival for Blunders {
    const BYTES_PER_ENTRY: f64 = 16.0;
}

impl Subject for Blunders {
    const ABOUT: About = About {
        name: "blunders",
        kind: SubjectKind::Engine,
        variant: "blunders-engine 0.1.0",
        slots: 2,
        prefetches: false,
        answers: true,
    };

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let buckets = at_least_one(bytes / BUCKET_BYTES, "bucket", bytes)?;
        Ok(Self(TranspositionTable::with_capacity(2 * buckets)))
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.0.get(key.0).map(|entry| entry.score.0)
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        let kind = match entry.bound {
            Bound::Upper | Bound::None => NodeKind::All,
            Bound::Lower => NodeKind::Cut,
            Bound::Exact => NodeKind::Pv,
        };
        let entry = transposition::Entry::new(key.0, to_move(entry.mv), Cp(entry.score), entry.depth, kind);
        if kind == NodeKind::Pv {
            self.0.replace(entry, AGE);
        } else {
            self.0.replace_by(entry, AGE, replaces);
        }
    }
}
