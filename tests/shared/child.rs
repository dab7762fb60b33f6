//! The other processes of these tests.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use supplant::table::SizedTable;

use supplant::entry::bucket::Pairs;
use supplant::key::SplitMix64;
use supplant::scheme::New;
use supplant::table::Size;
use supplant::{Bucket, SizedEntry, Table};

use super::naive::Naive;
use super::{KEYS, certified, key};

const ROLE: &str = "SUPPLANT_TEST_ROLE";
const FILE: &str = "SUPPLANT_TEST_FILE";
const NUMBER: &str = "SUPPLANT_TEST_NUMBER";

pub(crate) const SLOTS: usize = 16;
pub(crate) const LARGE: Size = Size::Bytes(48 << 20);

pub(crate) fn start(role: &str, file: &Path, number: u64) -> Running {
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args(["child::a_child", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .envs([(ROLE, role), (NUMBER, &number.to_string())])
        .env(FILE, file)
        .stdout(Stdio::null())
        .spawn();
    Running(child.expect("a process"))
}

pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn kill(mut self) {
        self.0.kill().expect("it is this process's child");
        self.0.wait().expect("it was killed");
    }

    pub(crate) fn join(mut self) {
        assert!(self.0.wait().expect("it ends").success(), "a child failed");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "it is what other tests start"]
fn a_child() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let file = std::env::var_os(FILE).expect("a child has a file");
    let number = std::env::var(NUMBER).expect("a child has a number").parse().expect("a number");
    match role.as_str() {
        "write" => write_for_ever::<Pairs<1, SizedEntry>>(file.as_ref(), number),
        "write naively" => write_for_ever::<Naive>(file.as_ref(), number),
        "store one" => {
            let table =
                SizedTable::<New>::open_shared(&file, Size::Slots(1 << 12)).expect("it is there or is made");
            table.store(key(number), certified(key(number), number));
            table.new_generation();
        }
        "make" => drop(SizedTable::<New>::open_shared(&file, LARGE).expect("it is there or is made")),
        role => panic!("no child is {role}"),
    }
}

fn write_for_ever<B: Bucket<Payload = SizedEntry>>(file: &Path, seed: u64) {
    let table = Table::<New, B>::open_shared(file, Size::Slots(SLOTS)).expect("it is there");
    let mut random = SplitMix64::new(seed);
    loop {
        let key = key(random.below(KEYS));
        table.store(key, certified(key, random.next() & 0xFFFF));
        if random.below(1 << 16) == 0 {
            table.new_generation();
        }
    }
}
