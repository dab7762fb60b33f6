//! Each way in which a table holds entries, though not every pair of a scheme and a layout: for tests of what the table does, whatever
//! the rule of its scheme is.

use crate::entry::SizedEntry;
use crate::entry::bucket::{Cluster, OneWord, Pairs};
use crate::scheme::{Crafty, DepthAge, ExactAge, New, Siege, Thompson, TwoBig1, Visit};

/// Does `work` with these schemes in `xor16`: one slot (NEW), two levels (TWOBIG1), a position held twice (THOMPSON), a refresh by a
/// probe (EXACTAGE) and by a cutoff (CRAFTY), a move that is left (DEPTHAGE), wear (SIEGE); and with the last two in each other layout.
/// `work` is told how many tables came before.
///
/// A scheme sees packed entries and no layout, so that a pair adds nothing. Each pair is a type, and takes a quarter of a second and
/// more to compile for each test that goes over all 68 of them; `tests/properties` does.
pub fn in_every_kind<V: Visit<Payload = SizedEntry, Out = ()>>(mut work: impl FnMut(usize) -> V) {
    work(0).visit::<New, Pairs<1, SizedEntry>>();
    work(1).visit::<TwoBig1, Pairs<2, SizedEntry>>();
    work(2).visit::<Thompson, Pairs<2, SizedEntry>>();
    work(3).visit::<ExactAge, Pairs<4, SizedEntry>>();
    work(4).visit::<Crafty, Pairs<4, SizedEntry>>();
    work(5).visit::<DepthAge, Pairs<4, SizedEntry>>();
    work(6).visit::<DepthAge, OneWord<4, SizedEntry>>();
    work(7).visit::<DepthAge, OneWord<8, SizedEntry>>();
    work(8).visit::<DepthAge, Pairs<8, SizedEntry>>();
    work(9).visit::<DepthAge, Cluster<SizedEntry>>();
    work(10).visit::<Siege, Pairs<4, SizedEntry>>();
    work(11).visit::<Siege, OneWord<4, SizedEntry>>();
    work(12).visit::<Siege, OneWord<8, SizedEntry>>();
    work(13).visit::<Siege, Pairs<8, SizedEntry>>();
    work(14).visit::<Siege, Cluster<SizedEntry>>();
}
