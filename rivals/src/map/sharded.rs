//! Shards of hashbrown tables, each behind a `parking_lot` lock, as in a program without a map
//! crate.
//!
//! Bits in the middle of the key choose the shard, because hashbrown uses the high and low ones.

use hashbrown::HashMap;
use parking_lot::{Mutex, RwLock};
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::{at_least_one, nearest_power_of_two};
use crate::word;

/// Key, word and control byte.
const BUCKET_BYTES: usize = 17;
/// Fewer if shards would have less than [`MIN_BUCKETS`].
const SHARDS: usize = 4096;
/// With fewer buckets, the fullest shards would double before the mean is at three quarters.
const MIN_BUCKETS: usize = 4096;

type Shard = HashMap<u64, u64, BuildIdentity>;

pub trait Lock: From<Shard> + Sync + 'static {
    const NAME: &'static str;
    fn read<R>(&self, read: impl FnOnce(&Shard) -> R) -> R;
    fn write(&self, write: impl FnOnce(&mut Shard));
}

impl Lock for Mutex<Shard> {
    const NAME: &'static str = "sharded mutex";

    #[inline(always)]
    fn read<R>(&self, read: impl FnOnce(&Shard) -> R) -> R {
        read(&self.lock())
    }

    #[inline(always)]
    fn write(&self, write: impl FnOnce(&mut Shard)) {
        write(&mut self.lock());
    }
}

impl Lock for RwLock<Shard> {
    const NAME: &'static str = "sharded rwlock";

    #[inline(always)]
    fn read<R>(&self, read: impl FnOnce(&Shard) -> R) -> R {
        read(&self.read())
    }

    #[inline(always)]
    fn write(&self, write: impl FnOnce(&mut Shard)) {
        write(&mut self.write());
    }
}

/// Two cache lines for each lock: processors fetch lines in pairs.
#[derive(Debug)]
#[repr(align(128))]
struct Padded<L>(L);

pub type ShardedMutex = Sharded<Mutex<Shard>>;
pub type ShardedRwLock = Sharded<RwLock<Shard>>;

#[derive(Debug)]
pub struct Sharded<L> {
    shards: Box<[Padded<L>]>,
    capacity: usize,
}

impl<L> Sharded<L> {
    #[inline(always)]
    fn shard(&self, key: Key) -> &L {
        let middle = (key.0 >> 16) & 0xFFFF_FFFF;
        &self.shards[((middle * self.shards.len() as u64) >> 32) as usize].0
    }
}

impl<L: Lock> Rival for Sharded<L> {
    const BYTES_PER_ENTRY: f64 = 23.0;
}

impl<L: Lock> Subject for Sharded<L> {
    const ABOUT: About = about(L::NAME, SubjectKind::Map, "hashbrown 0.17.1, parking_lot 0.13.0");

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let buckets = nearest_power_of_two(bytes / BUCKET_BYTES / SHARDS).max(MIN_BUCKETS);
        let count = at_least_one(bytes / (BUCKET_BYTES * buckets), "shard", bytes)?;
        // hashbrown fills seven eighths of its buckets, so this requests `buckets`.
        let shard =
            || Padded(L::from(Shard::with_capacity_and_hasher(buckets / 8 * 7, BuildIdentity::default())));
        Ok(Self { shards: (0..count).map(|_| shard()).collect(), capacity: count * (buckets / 4 * 3) })
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.shard(key).read(|shard| shard.get(&key.0).map(|&word| word::score(word)))
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.shard(key).write(|shard| {
            shard.insert(key.0, word::of(entry));
        });
    }
}
