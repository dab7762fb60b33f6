//! One look at a bucket, judged by each function that validates.

use supplant::SizedEntry;
use supplant::entry::Bucket;

use crate::positions::Position;

/// *Invented*: `open` returns data that nobody stored for this key. *At odds*: `find` or
/// `claimed_key` contradicts `open`.
pub(crate) fn read<B: Bucket<Payload = SizedEntry>>(
    cells: &B::Cells,
    slot: usize,
    stored: &[Position],
) -> &'static str {
    let looks = B::look(cells);
    let words = looks.as_ref()[slot];
    let claimed = B::claimed_key(words);
    let mut is_hit = false;
    for p in stored {
        let opened = B::open(words, p.key);
        let is_stored = |data| stored.iter().any(|q| q.key == p.key && B::rounded([q.data]) == data);
        if opened.is_some_and(|data| !is_stored(data)) {
            return "invented";
        }
        let first = (0..B::SLOTS).find(|&at| B::open(looks.as_ref()[at], p.key).is_some());
        let found = B::find(looks, p.key).map(|(at, _)| at);
        let is_claimed = claimed.map_or(opened.is_some(), |key| key == p.key);
        if found != first || is_claimed != opened.is_some() {
            return "at odds";
        }
        is_hit |= opened.is_some();
    }
    match claimed {
        _ if is_hit => "hit",
        Some(_) => "rejected",
        None => "miss",
    }
}
