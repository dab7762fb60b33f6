//! Measures saving and loading of a table beside plain writes and reads of equal size.
//!
//!     cargo run --release --example kept MEBIBYTES ROUNDS FOLDER
//!
//! It prints medians of rounds, and the median of the ratios within a round.

#![allow(clippy::print_stdout, reason = "it is what an example is for")]

use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Instant;
use supplant::table::{SizedTable, TableBuilder};

use supplant::key::SplitMix64;
use supplant::scheme::TwoBig1;
use supplant::{Bound, Key, Move16, SizedEntry};

const PIECE: usize = 512 << 10;

const NAMES: [&str; 6] =
    ["save", "write through a buffer", "write straight", "load", "read through a buffer", "read straight"];

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let number =
        |i: usize, default| arguments.get(i).map_or(default, |text: &String| text.parse().expect("a number"));
    let (mebibytes, rounds) = (number(0, 512), number(1, 7));
    let folder = arguments.get(2).map_or("/dev/shm", String::as_str);
    let folder = tempfile::tempdir_in(folder).expect("the folder can be written");
    let table: SizedTable<TwoBig1> =
        TableBuilder::new().mebibytes(mebibytes).build().expect("there is the memory");
    let mut random = SplitMix64::new(1);
    for _ in 0..table.slots() * 2 {
        let (key, bits) = (Key(random.next()), random.next());
        table.store(
            key,
            SizedEntry {
                mv: Move16(bits as u16 | 1),
                score: (bits >> 16) as i16,
                size: bits >> 40,
                ..SizedEntry::new(Bound::Exact, 0, 9)
            },
        );
    }
    let bytes: Vec<u8> =
        std::iter::repeat_with(|| random.next().to_ne_bytes()).take(table.bytes() / 8).flatten().collect();
    println!(
        "{mebibytes} MiB in {}, {rounds} rounds, {:.1} % of the slots filled",
        folder.path().display(),
        f64::from(table.occupancy().permille()) / 10.0
    );
    let times: Vec<[f64; 6]> = (0..=rounds).map(|_| round(&table, &bytes, folder.path())).skip(1).collect();
    for (i, name) in NAMES.iter().enumerate() {
        let column = |of: &dyn Fn(&[f64; 6]) -> f64| median(times.iter().map(of).collect());
        let speed = column(&|round| mebibytes as f64 / 1024.0 / round[i]);
        let ratio = column(&|round| round[i] / round[i / 3 * 3]);
        println!("{name:>22} {speed:6.2} GiB/s   the table's speed is {ratio:.2} of it");
    }
}

fn round(table: &SizedTable<TwoBig1>, bytes: &[u8], folder: &Path) -> [f64; 6] {
    let [kept, plain] = ["kept", "plain"].map(|name| folder.join(name));
    let save = timed(|| table.save(&kept).expect("there is room"));
    let buffered = timed(|| write(&plain, bytes, true));
    std::fs::remove_file(&plain).expect("it was written");
    let straight = timed(|| write(&plain, bytes, false));
    let load = timed(|| {
        let (table, what) = SizedTable::<TwoBig1>::load(&kept).expect("it was saved");
        assert!(what.is_whole(), "{what}");
        table
    });
    let read_buffered = timed(|| read(&plain, bytes.len(), true));
    let read_straight = timed(|| read(&plain, bytes.len(), false));
    [kept, plain].iter().for_each(|path| std::fs::remove_file(path).expect("it was written"));
    [save, buffered, straight, load, read_buffered, read_straight]
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    let made = black_box(work());
    let elapsed = started.elapsed().as_secs_f64();
    drop(made);
    elapsed
}

fn write(path: &Path, bytes: &[u8], is_buffered: bool) {
    let mut file = File::create(path).expect("there is room");
    let mut buffer = vec![0; PIECE];
    for piece in bytes.chunks(PIECE) {
        if is_buffered {
            let buffer = &mut buffer[..piece.len()];
            buffer.copy_from_slice(piece);
            file.write_all(black_box(buffer)).expect("there is room");
        } else {
            file.write_all(piece).expect("there is room");
        }
    }
    file.sync_all().expect("there is room");
}

fn read(path: &Path, len: usize, is_buffered: bool) -> Vec<u8> {
    let mut file = File::open(path).expect("it was written");
    let (mut bytes, mut buffer) = (vec![0; len], vec![0; PIECE]);
    for piece in bytes.chunks_mut(PIECE) {
        if is_buffered {
            let buffer = &mut buffer[..piece.len()];
            file.read_exact(buffer).expect("it was written");
            piece.copy_from_slice(black_box(buffer));
        } else {
            file.read_exact(piece).expect("it was written");
        }
    }
    bytes
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
