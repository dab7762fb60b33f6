//! Files written by this crate and by the header for C, and that they are the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use supplant_record::{BLOCK, Event, MAGIC, Recorder, Settings, Stored, checksum};

const NODES: u64 = 40_000;

/// The nodes of a third search, which nobody announces.
const LAST: u64 = 5_000_000_007;

/// As `session.c` does.
fn session(path: &Path, settings: Settings) {
    let recorder = Recorder::create(path, settings).expect("a new file");
    let mut thread = recorder.thread();
    thread.new_search(0);
    thread.new_iteration(3, 0);
    for nodes in (0..NODES).step_by(10) {
        if nodes == NODES / 2 {
            thread.new_search(3);
            thread.new_iteration(2, 4);
        }
        let key = (nodes % 997).wrapping_mul(0x0123_4567_89ab_cdef);
        let ply = (nodes / 10 % 300) as usize;
        let (depth, score) = (nodes as i32 % 300 - 10, nodes as i32 * 3 - 60_000);
        thread.probe(ply, key, depth, score, score + 1, nodes);
        thread.probe(ply, key ^ 5, depth, score, score + 1, nodes + 1);
        if nodes % 3 == 0 {
            thread.cut(key ^ 5);
        }
        let bound = (nodes % 4) as u8;
        let stored = Stored {
            depth: depth.clamp(0, 255) as u8,
            score: score.clamp(-32768, 32767) as i16,
            bound,
            has_move: nodes % 7 == 0,
        };
        thread.store(ply, key, stored, nodes + 9);
    }
    thread.store(4, 1, Stored::default(), NODES - 1);
    thread.probe(0, 0, -1, -70_000, 70_000, 7);
    let last = Stored { depth: 255, score: i16::MAX, bound: 3, has_move: true };
    thread.store(0, 0, last, LAST);
    drop(thread);
    recorder.finish().expect("there is room");
}

fn events(bytes: &[u8]) -> (Vec<Event>, u64) {
    let words: Vec<_> =
        bytes.chunks(8).map(|word| u64::from_le_bytes(word.try_into().expect("whole words"))).collect();
    assert_eq!(words[0], MAGIC);
    let (mut rest, mut events, mut last) = (&words[2..], Vec::new(), 0);
    while let [first, nodes, sum, behind @ ..] = rest {
        let (of_block, later) = behind.split_at(2 * (first >> 32) as usize);
        assert!(of_block.len() <= 2 * BLOCK);
        assert_eq!(checksum([first, nodes].into_iter().chain(of_block).copied()), *sum);
        last = *nodes;
        events.extend(of_block.chunks(2).map(|event| Event::of([event[0], event[1]]).expect("an event")));
        rest = later;
    }
    (events, last)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

fn recorded(name: &str, settings: Settings) -> Vec<u8> {
    let path = folder().join(format!("{name}.record"));
    let _ = std::fs::remove_file(&path);
    session(&path, settings);
    std::fs::read(path).expect("it was written")
}

#[test]
fn a_store_has_the_nodes_since_the_probe_of_its_key_though_another_key_was_asked_at_its_ply() {
    let (events, nodes) = events(&recorded("sizes", Settings::default()));
    let stores = events.iter().filter_map(|event| match event {
        Event::Store { nodes, .. } => Some(*nodes),
        _ => None,
    });
    let sizes: Vec<_> = stores.collect();
    assert_eq!(sizes.len(), NODES as usize / 10 + 2);
    assert!(sizes[..NODES as usize / 10].iter().all(|&size| size == 9));
    let [.., before, last] = sizes[..] else { panic!("there are many") };
    assert_eq!((before, last), (1, u32::MAX), "its key was never asked; more than a field holds");
    assert_eq!(nodes, NODES / 2 - 1 + NODES - 1 + LAST, "in three searches");
    assert_eq!(events.last(), Some(&Event::End { nodes }));
}

#[test]
fn a_file_of_its_own_is_never_written_over() {
    let path = folder().join("there.record");
    std::fs::write(&path, "something").expect("a file");
    assert!(Recorder::create(&path, Settings::default()).is_err());
    assert_eq!(std::fs::read(&path).expect("a file"), b"something");
}

#[test]
fn a_file_ends_at_its_limit_and_says_so() {
    let bytes = recorded("limit", Settings { limit: 100_000, ..Settings::default() });
    assert!((100_000..100_000 + 2 * 16 * (BLOCK + 2)).contains(&bytes.len()));
    assert_eq!(events(&bytes).0.last(), Some(&Event::Full));
    let whole = recorded("whole", Settings::default());
    let just = recorded("just", Settings { limit: whole.len() as u64, ..Settings::default() });
    assert!(just == whole, "nothing was left to record");
}

#[test]
fn the_header_for_c_writes_the_same_bytes() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (compiler, standard) in [("cc", "-std=c99"), ("c++", "-std=c++11")] {
        let program = folder().join(format!("session-{compiler}"));
        let mut command = Command::new(compiler);
        command.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1", "-x"]);
        command.arg(if compiler == "cc" { "c" } else { "c++" }).arg("-I").arg(sources.join("include"));
        command.arg(sources.join("tests/session.c")).arg("-o").arg(&program);
        let Ok(compiled) = command.output() else {
            assert!(std::env::var_os("CI").is_none(), "there is no compiler `{compiler}`");
            continue;
        };
        assert!(compiled.status.success(), "{compiler}: {}", String::from_utf8_lossy(&compiled.stderr));
        for settings in [
            Settings::default(),
            Settings { sample_bits: 3, ..Settings::default() },
            Settings { limit: 100_000, ..Settings::default() },
            Settings {
                limit: recorded("whole-for-c", Settings::default()).len() as u64,
                ..Settings::default()
            },
        ] {
            let path = folder().join(format!("{compiler}.record"));
            let _ = std::fs::remove_file(&path);
            let [bits, limit] = [settings.sample_bits.to_string(), settings.limit.to_string()];
            let run =
                || Command::new(&program).arg(&path).args([&bits, &limit]).status().expect("it was compiled");
            assert!(run().success());
            let of_c = std::fs::read(&path).expect("it was written");
            assert!(of_c == recorded(&format!("rust-{compiler}"), settings), "{compiler}, {settings:?}");
            assert!(!run().success(), "{compiler}: it wrote over a file");
            std::fs::remove_file(&path).expect("it is there");
            let unended = Command::new(&program).arg(&path).args([&bits, &limit, "unended"]).status();
            assert!(!unended.expect("it was compiled").success(), "{compiler}: a thread did not end");
        }
    }
}
