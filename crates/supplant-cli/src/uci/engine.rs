//! The table and workers of one engine, and how options change them.

use super::options::EngineOptions;
use supplant::scheme::SchemeName;
use supplant::table::{BuildError, Origin, TableBuilder};
use supplant::table::{Size, TableFile};
use supplant::table::{Table, Touch};
use supplant_lab::experiment::room;
use supplant_search::game::chess::Chess;
use supplant_search::search::StudyTable;
use supplant_search::smp::Pool;

pub(super) struct Engine {
    pub(super) options: EngineOptions,
    pub(super) table: Box<dyn StudyTable>,
    pub(super) pool: Pool<Chess>,
    pub(super) lone: Pool<Chess>,
    /// Whether the pool of several workers, and the lone one, have learnt from this game.
    continues: [bool; 2],
    pub(super) has_searched: bool,
}

impl Engine {
    /// # Errors
    /// In one line, if the system does not have the room.
    pub(super) fn new(options: EngineOptions) -> Result<Self, String> {
        let table = table(&options, options.bytes())?;
        let pool = Pool::try_new(options.threads).map_err(|error| error.to_string())?;
        let lone = Pool::try_new(1).map_err(|error| error.to_string())?;
        Ok(Self { options, table, pool, lone, continues: [false; 2], has_searched: false })
    }

    /// # Errors
    /// In one line, if there is no room for the smallest table.
    pub(super) fn fitting(options: &EngineOptions) -> Result<(Self, Option<String>), String> {
        let (engine, hash) =
            halved(options.hash, |hash| Self::new(EngineOptions { hash, ..options.clone() }))?;
        let told = format!("no room for a table of {} MiB; it has {hash} MiB", options.hash);
        Ok((engine, (hash < options.hash).then_some(told)))
    }

    /// # Errors
    /// In one line; table and options are then unchanged.
    pub(super) fn become_as(&mut self, asked: EngineOptions) -> Result<(), String> {
        let is = &self.options;
        if asked.threads != is.threads {
            self.pool = Pool::try_new(asked.threads).map_err(|error| error.to_string())?;
            self.continues[0] = false;
        }
        if (asked.scheme, asked.layout) != (is.scheme, is.layout) {
            self.table = table(&asked, asked.bytes())?;
        } else if asked.bytes() != is.bytes() {
            has_room(asked.bytes())?;
            self.table.resize(Size::Bytes(asked.bytes())).map_err(|error| error.to_string())?;
        }
        if asked.preset.0 != self.options.preset.0 {
            self.continues = [false; 2];
        }
        let is_anew = asked.evaluation != self.options.evaluation;
        self.options = asked;
        if is_anew {
            self.forget();
        }
        Ok(())
    }

    pub(super) fn save(&self) -> Result<String, String> {
        self.table.save(self.file()?).map_err(|error| format!("{error:#}"))?;
        Ok(format!("table saved: {}", self.options.size_in_words()))
    }

    /// # Errors
    /// In one line; everything is then unchanged.
    pub(super) fn load(&mut self) -> Result<String, String> {
        let EngineOptions { scheme, layout, .. } = self.options;
        let file = self.file()?;
        let header = file.header().map_err(|error| format!("{error:#}"))?;
        let bytes = usize::try_from(header.bytes()).unwrap_or(usize::MAX);
        has_room(bytes)?;
        let origin = Origin::Saved(file);
        let loaded = <dyn StudyTable>::build_from(scheme, layout, builder(scheme), origin);
        let (table, loaded) = loaded.map_err(|error| format!("{error:#}"))?;
        self.table = table;
        self.options.set_bytes(bytes);
        self.has_searched = true;
        self.continues = [false; 2];
        Ok(format!("table loaded: {}; {loaded}", self.options.size_in_words()))
    }

    fn file(&self) -> Result<TableFile, String> {
        let path = self.options.file.as_ref().ok_or("no file for the table; set Table File first")?;
        Ok(TableFile::new(path).keyed(Chess::default().with_evaluation(self.options.evaluation).key_seed()))
    }

    pub(super) fn workers(&mut self, is_hurried: bool) -> (&mut Pool<Chess>, &dyn StudyTable) {
        (if self.takes_the_lone(is_hurried) { &mut self.lone } else { &mut self.pool }, &*self.table)
    }

    /// Whether these workers have learnt from this game; from now on they have.
    pub(super) fn go_on(&mut self, is_hurried: bool) -> bool {
        let pool = usize::from(self.takes_the_lone(is_hurried));
        std::mem::replace(&mut self.continues[pool], true)
    }

    fn takes_the_lone(&self, is_hurried: bool) -> bool {
        is_hurried && self.options.threads > 1
    }

    /// Before the first search it costs nothing, because a clock may be running.
    pub(super) fn forget(&mut self) {
        if std::mem::take(&mut self.has_searched) {
            self.table.clear(self.options.threads);
        }
        self.continues = [false; 2];
    }
}

fn halved<T>(most: usize, of: impl Fn(usize) -> Result<T, String>) -> Result<(T, usize), String> {
    let mut size = most;
    loop {
        match of(size) {
            Ok(made) => return Ok((made, size)),
            Err(why) if size <= 1 => return Err(why),
            Err(_) => size /= 2,
        }
    }
}

fn has_room(bytes: usize) -> Result<(), String> {
    room::check(Size::Bytes(bytes), bytes as u64, room::free()).map_err(|error| error.to_string())
}

/// The table of an engine with these options, but of so many bytes.
///
/// # Errors
/// In one line, if there is no room.
pub(crate) fn table(options: &EngineOptions, bytes: usize) -> Result<Box<dyn StudyTable>, String> {
    has_room(bytes)?;
    let builder = builder(options.scheme).size(Size::Bytes(bytes)).touch(Touch::Threads(options.threads));
    <dyn StudyTable>::build(options.scheme, options.layout, builder)
        .map_err(|error: BuildError| format!("{error:#}"))
}

/// A scheme that uses ages does better without stamping (the study `living`).
fn builder(scheme: SchemeName) -> TableBuilder {
    Table::builder().time_stamping(!scheme.info().uses_age)
}

#[cfg(test)]
mod tests {
    use super::{Engine, EngineOptions, halved};
    use supplant::entry::{Bound, SizedEntry};
    use supplant::key::{Key, SplitMix64};
    use supplant::scheme::SchemeName;
    use supplant_search::search::Enhancements;

    fn engine() -> Engine {
        Engine::new(EngineOptions { hash: 1, ..EngineOptions::default() }).expect("a small one")
    }

    #[test]
    fn no_pool_goes_on_after_the_game_is_forgotten_or_the_search_is_another() {
        let two = EngineOptions { hash: 1, threads: 2, ..EngineOptions::default() };
        let modern = EngineOptions { preset: ("modern".to_owned(), Enhancements::MODERN), ..two.clone() };
        let mut engine = Engine::new(two).expect("a small one");
        assert_eq!(
            [false, true, false, true].map(|is_hurried| engine.go_on(is_hurried)),
            [false, false, true, true]
        );
        engine.forget();
        assert_eq!([false, true].map(|is_hurried| engine.go_on(is_hurried)), [false, false]);
        engine.become_as(modern).expect("the same table");
        assert_eq!([true, false].map(|is_hurried| engine.go_on(is_hurried)), [false, false]);
    }

    #[test]
    fn a_table_of_another_size_keeps_its_entries_and_one_of_another_scheme_does_not() {
        let mut engine = engine();
        engine.table.store(Key(5 << 60), SizedEntry::new(Bound::Exact, 1, 1));
        engine.become_as(EngineOptions { hash: 3, ..engine.options.clone() }).expect("room for 3 MiB");
        assert!(engine.table.bytes() > 2 << 20 && engine.table.probe(Key(5 << 60)).is_some());
        let scheme = "DEPTHAGE".parse().expect("there is such a scheme");
        engine.become_as(EngineOptions { scheme, ..engine.options.clone() }).expect("room for 3 MiB");
        assert!(engine.table.probe(Key(5 << 60)).is_none());
    }

    #[test]
    fn entries_of_earlier_moves_yield() {
        for &scheme in SchemeName::ALL {
            let options = EngineOptions { scheme, kibibytes: 1, ..EngineOptions::default() };
            let engine = Engine::new(options).expect("a small one");
            let mut random = SplitMix64::new(3);
            let mut stored = |depth, size| {
                let key = Key(random.next());
                engine.table.store(key, SizedEntry::new(Bound::Exact, 1, depth).with_size(size));
                engine.table.probe(key).is_some()
            };
            for _ in 0..100 {
                (0..100).for_each(|_| _ = stored(20, 1 << 20));
                (0..4).for_each(|_| engine.table.new_generation());
                assert!(stored(1, 1 << 10), "{scheme}");
            }
        }
    }

    #[test]
    fn an_engine_without_memory_for_its_table_begins_with_a_smaller_one() {
        let up_to = |most: usize| move |size| if size <= most { Ok(()) } else { Err(format!("no {size}")) };
        let sizes = [64, 63, 20, 1].map(|most| halved(64, up_to(most)).map(|((), size)| size));
        assert_eq!(sizes, [Ok(64), Ok(32), Ok(16), Ok(1)]);
        assert_eq!(halved(64, up_to(0)), Err("no 1".to_owned()));
        let (engine, told) = Engine::fitting(&engine().options).expect("a small one");
        assert_eq!((engine.options.hash, told), (1, None));
    }

    #[test]
    fn a_table_that_was_saved_comes_back_whatever_its_size_and_another_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let mut engine = engine();
        assert_eq!(engine.save(), Err("no file for the table; set Table File first".to_owned()));
        engine.options.file = Some(path.clone());
        assert!(engine.load().expect_err("it was not saved").contains("cannot be read"));
        engine.table.store(Key(5 << 60), SizedEntry::new(Bound::Exact, 1, 1));
        assert_eq!(engine.save(), Ok("table saved: 1 MiB".to_owned()));
        engine.become_as(EngineOptions { hash: 2, ..engine.options.clone() }).expect("room for 2 MiB");
        engine.table.clear(1);
        let told = engine.load().expect("it was saved");
        assert!(told.starts_with("table loaded: 1 MiB; all ") && told.ends_with(" are whole"), "{told}");
        assert_eq!((engine.options.hash, engine.table.bytes()), (1, 1 << 20));
        assert!(engine.table.probe(Key(5 << 60)).is_some());
        let bytes = std::fs::read(&path).expect("it was saved");
        std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("room");
        let told = engine.load().expect("half of it");
        assert!(told.contains("blocks are damaged or missing"), "{told}");
        let scheme = "DEPTHAGE".parse().expect("there is such a scheme");
        engine.become_as(EngineOptions { scheme, ..engine.options.clone() }).expect("room for 1 MiB");
        assert!(
            engine.load().expect_err("another scheme").contains("a table of scheme TWOBIG1, not DEPTHAGE")
        );
        assert_eq!(engine.table.bytes(), 1 << 20);
    }

    #[test]
    fn a_table_below_a_mebibyte_has_its_size_in_kibibytes_also_when_it_was_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut engine = engine();
        let file = Some(folder.path().join("table"));
        engine.become_as(EngineOptions { kibibytes: 64, file, ..engine.options.clone() }).expect("room");
        assert_eq!(engine.table.bytes(), 64 << 10);
        assert_eq!(engine.save(), Ok("table saved: 64 KiB".to_owned()));
        engine.become_as(EngineOptions { kibibytes: 0, ..engine.options.clone() }).expect("room for 1 MiB");
        assert_eq!(engine.table.bytes(), 1 << 20);
        assert!(engine.load().expect("it was saved").starts_with("table loaded: 64 KiB; "));
        assert_eq!((engine.options.kibibytes, engine.table.bytes()), (64, 64 << 10));
        engine.become_as(EngineOptions { hash: 3, ..engine.options.clone() }).expect("it has room");
        assert!(engine.load().is_ok());
        assert_eq!((engine.options.hash, engine.table.bytes()), (3, 64 << 10), "Hash KiB decides");
    }

    #[test]
    fn an_impossible_option_is_refused_and_changes_nothing() {
        let mut engine = engine();
        let layout = "cluster10".parse().expect("there is such a layout");
        for asked in [
            EngineOptions { layout, ..EngineOptions::default() },
            EngineOptions { hash: 1 << 25, ..EngineOptions::default() },
        ] {
            let refused = engine.become_as(asked).expect_err("there is none");
            assert_eq!(
                (refused.lines().count(), engine.options.hash, engine.table.bytes()),
                (1, 1, 1 << 20),
                "{refused}"
            );
        }
    }
}
