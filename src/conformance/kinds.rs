//! Covers each way in which a table holds entries, without every pair of a scheme and a layout.

use crate::entry::SizedEntry;
use crate::entry::bucket::{Cluster, OneWord, Pairs};
use crate::scheme::{Crafty, DepthAge, ExactAge, FourIter, Merit, New, Siege, Thompson, TwoBig1, Visit};

/// Does `work` once for each kind of table, and passes it the number of earlier calls.
///
/// - NEW: one slot.
/// - TWOBIG1: two levels.
/// - THOMPSON: a position held twice.
/// - EXACTAGE: a refresh by a probe.
/// - CRAFTY: a refresh by a cutoff.
/// - DEPTHAGE: a move that is left.
/// - SIEGE: wear.
/// - FOURITER: iterations, and wear that ends with a second store.
/// - MERIT: wear that grows with each store of the position.
///
/// Other pairs add nothing, but each costs at least a quarter of a second of compile time per test.
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
    work(15).visit::<FourIter, Pairs<4, SizedEntry>>();
    work(16).visit::<FourIter, Cluster<SizedEntry>>();
    work(17).visit::<Merit, Pairs<4, SizedEntry>>();
    work(18).visit::<Merit, OneWord<8, SizedEntry>>();
}
