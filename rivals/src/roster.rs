//! The list of all rivals.

use supplant_lab::experiment::throughput::{Subject, SubjectKind};

use crate::rival::Rival;

pub trait Visitor {
    fn rival<T: Rival>(&mut self);
    fn left_out(&mut self, name: &'static str, kind: SubjectKind, feature: &'static str);
}

macro_rules! roster {
    ($($feature:literal, $kind:ident, $name:literal: $rival:path;)*) => {
        pub fn visit(visitor: &mut impl Visitor) {
            $(
                #[cfg(feature = $feature)]
                {
                    const { assert!(is_about::<$rival>($name, SubjectKind::$kind), "the roster calls it what it calls itself") };
                    visitor.rival::<$rival>();
                }
                #[cfg(not(feature = $feature))]
                visitor.left_out($name, SubjectKind::$kind, $feature);
            )*
        }
    };
}

roster! {
    "protocols", Protocol, "bare XOR prototype": crate::protocol::Bucketed<crate::protocol::bare_xor::BareXor>;
    "protocols", Protocol, "no validation (wrong)": crate::protocol::Bucketed<crate::protocol::unvalidated::Unvalidated>;
    "protocols", Protocol, "128-bit compare-exchange": crate::protocol::Bucketed<crate::protocol::wide::Wide>;
    "protocols", Protocol, "sequence lock": crate::protocol::Bucketed<crate::protocol::sequence::Sequence>;
    "protocols", Protocol, "spin bit": crate::protocol::Bucketed<crate::protocol::spin::Spin>;
    "protocols", Protocol, "mutex in the line": crate::protocol::Bucketed<crate::protocol::mutex::InLine>;
    "protocols", Protocol, "striped mutexes": crate::protocol::Bucketed<crate::protocol::striped::Striped>;
    "blunders", Engine, "blunders": crate::engine::blunders::Blunders;
    "pleco", Engine, "pleco": crate::engine::pleco::Pleco;
    "dashmap", Map, "dashmap": crate::map::dashmap::Dashmap;
    "leapfrog", Map, "leapfrog": crate::map::leapfrog::Leapfrog;
    "papaya", Map, "papaya": crate::map::papaya::Papaya;
    "scc", Map, "scc map": crate::map::scc::SccMap;
    "sharded", Map, "sharded mutex": crate::map::sharded::ShardedMutex;
    "sharded", Map, "sharded rwlock": crate::map::sharded::ShardedRwLock;
    "moka", Cache, "moka": crate::cache::moka::Moka;
    "quick_cache", Cache, "quick_cache": crate::cache::quick_cache::QuickCache;
    "scc", Cache, "scc cache": crate::cache::scc::SccCache;
}

#[must_use]
pub const fn is_about<T: Subject>(name: &str, kind: SubjectKind) -> bool {
    let (own, name) = (T::ABOUT.name.as_bytes(), name.as_bytes());
    let mut at = 0;
    while at < own.len() && at < name.len() && own[at] == name[at] {
        at += 1;
    }
    at == own.len() && at == name.len() && T::ABOUT.kind as u8 == kind as u8
}
