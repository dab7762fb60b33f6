//! Every adapter keeps its entries and takes the memory that it states.

use std::collections::HashMap;
use std::process::Command;
use std::sync::Mutex;

use rivals::check::check;
use rivals::rival::Rival;
use rivals::roster::{Visitor, visit};
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

const BYTES: usize = 16 << 20;

struct Each<T>(Vec<(&'static str, T)>);

struct Checked;

trait Ask {
    type Answer;
    fn of<T: Rival>() -> Self::Answer;
}

impl Ask for Checked {
    type Answer = Result<(), String>;
    fn of<T: Rival>() -> Self::Answer {
        check::<T>(BYTES)
    }
}

struct Sizes;

impl Ask for Sizes {
    type Answer = Vec<(usize, f64)>;
    fn of<T: Rival>() -> Self::Answer {
        [BYTES / 2, BYTES, 3 * BYTES]
            .map(|bytes| {
                let capacity = T::with_bytes(bytes, 2).expect("there is memory for a small one").capacity();
                (bytes, capacity as f64 * T::BYTES_PER_ENTRY)
            })
            .to_vec()
    }
}

struct Abouts;

impl Ask for Abouts {
    type Answer = About;
    fn of<T: Rival>() -> About {
        T::ABOUT
    }
}

struct Asking<A: Ask>(Each<A::Answer>);

impl<A: Ask> Visitor for Asking<A> {
    fn rival<T: Rival>(&mut self) {
        self.0.0.push((T::ABOUT.name, A::of::<T>()));
    }

    fn left_out(&mut self, _: &'static str, _: SubjectKind, _: &'static str) {}
}

fn ask_all<A: Ask>() -> Vec<(&'static str, A::Answer)> {
    let mut asking = Asking::<A>(Each(Vec::new()));
    visit(&mut asking);
    asking.0.0
}

#[test]
fn every_rival_finds_what_was_stored_and_nothing_else() {
    for (name, checked) in ask_all::<Checked>() {
        assert_eq!(checked, Ok(()), "{name}");
    }
}

#[test]
fn every_rival_has_room_for_as_much_as_fits_into_the_bytes_asked_for() {
    for (name, sizes) in ask_all::<Sizes>() {
        for (asked, taken) in sizes {
            let ratio = taken / asked as f64;
            assert!((1.0 / 1.5..1.5).contains(&ratio), "{name}: {ratio:.2} of {asked} bytes");
        }
    }
}

#[test]
fn an_entry_takes_the_bytes_that_the_adapter_says() {
    let resident = Command::new(env!("CARGO_BIN_EXE_resident")).arg("32").output().unwrap();
    let printed = String::from_utf8(resident.stdout).unwrap();
    assert!(resident.status.success(), "{printed}{}", String::from_utf8_lossy(&resident.stderr));
    let rows: Vec<Vec<&str>> = printed.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), ask_all::<Abouts>().len());
    for row in rows {
        let [measured, said] = [row[2], row[3]].map(|number| number.parse::<f64>().unwrap());
        assert!(
            (1.0 / 1.5..1.5).contains(&(measured / said)),
            "{}: {measured} bytes, and it says {said}",
            row[0]
        );
    }
}

struct Faulty<const FAULT: u8>(Mutex<HashMap<u64, Score>>);

impl<const FAULT: u8> Subject for Faulty<FAULT> {
    const ABOUT: About = About {
        name: "faulty",
        kind: SubjectKind::Map,
        variant: "",
        slots: 0,
        prefetches: false,
        answers: true,
    };

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        if bytes > 0 { Ok(Self(Default::default())) } else { Err("no bytes".to_owned()) }
    }

    fn capacity(&self) -> usize {
        if FAULT == 5 { 9_999 } else { 1 << 20 }
    }

    fn probe(&self, key: Key) -> Option<Score> {
        let found = self.0.lock().expect("no holder panics").get(&key.0).copied();
        match FAULT {
            1 => found.map(|score| if key.0.is_multiple_of(997) { score + 1 } else { score }),
            2 => found.or(key.0.is_multiple_of(997).then_some(0)),
            3 => found.filter(|_| !key.0.is_multiple_of(10)),
            _ => found,
        }
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        let mut kept = self.0.lock().expect("no holder panics");
        if FAULT != 4 || !kept.contains_key(&key.0) {
            kept.insert(key.0, entry.score);
        }
    }
}

#[test]
fn an_adapter_that_lies_or_forgets_or_invents_is_found_out() {
    assert_eq!(check::<Faulty<0>>(BYTES), Ok(()));
    let why = |checked: Result<(), String>| checked.expect_err("it is at fault");
    assert!(why(check::<Faulty<1>>(BYTES)).contains("was stored"));
    // Also answers for keys that are stored later.
    assert!(why(check::<Faulty<2>>(BYTES)).contains("it answers"));
    assert!(why(check::<Faulty<3>>(BYTES)).contains("it finds"));
    assert!(why(check::<Faulty<4>>(BYTES)).contains("second store"));
    assert!(why(check::<Faulty<5>>(BYTES)).contains("room for"));
    assert_eq!(why(check::<Faulty<0>>(0)), "no bytes");
}

#[test]
fn the_versions_in_rows_are_those_of_the_lock_file_and_the_readme_has_each() {
    let root = env!("CARGO_MANIFEST_DIR");
    let lock = std::fs::read_to_string(format!("{root}/Cargo.lock")).unwrap();
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    for (name, about) in ask_all::<Abouts>() {
        assert!(readme.contains(&format!("| {name} |")), "README.md has no row for {name}");
        for part in about.variant.split(", ").filter(|part| !part.is_empty()) {
            let (package, version) =
                part.rsplit_once(' ').unwrap_or((name.split(' ').next().unwrap_or(name), part));
            let entry = format!("name = \"{package}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "{name}: no {package} {version} in Cargo.lock");
            assert!(readme.contains(version), "README.md does not name {package} {version}");
        }
    }
}
