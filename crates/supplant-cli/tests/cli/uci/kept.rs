//! The options that save and load a table.

use super::engine::Engine;

fn nodes(lines: &[String]) -> u64 {
    let told = lines.iter().rev().find_map(|line| line.split_once(" nodes ")).expect("it tells its nodes");
    told.1.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_table_is_saved_and_loaded_by_options() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a table");
    let search = |engine: &mut Engine| {
        engine.say("go depth 8");
        nodes(&engine.until("bestmove"))
    };
    let mut engine = Engine::start();
    engine.say("setoption name Save Table\nisready");
    assert!(engine.until("readyok").iter().any(|line| line.contains("set Table File first")));
    engine.say(&format!("setoption name Table File value {}", path.display()));
    let first = search(&mut engine);
    engine.say("setoption name Save Table\nisready");
    assert_eq!(engine.until("readyok"), ["info string table saved: 64 MiB", "readyok"]);
    engine.say("quit");

    let mut engine = Engine::start();
    engine.say(&format!("setoption name Hash value 1\nsetoption name Table File value {}", path.display()));
    engine.say("setoption name Load Table\nisready");
    let told = engine.until("readyok");
    assert!(told[0].starts_with("info string table loaded: 64 MiB; all ") && told.len() == 2, "{told:?}");
    let second = search(&mut engine);
    assert!(second * 3 < first, "{first} nodes, then {second}");
    engine.say("ucinewgame");
    assert_eq!(search(&mut engine), first);
    std::fs::write(&path, "no table").unwrap();
    engine.say("setoption name Load Table\nisready");
    assert!(
        engine.until("readyok").iter().any(|line| line.contains("not a table of supplant; check the name"))
    );
    engine.say("setoption name Save Table\nisready");
    assert!(
        engine
            .until("readyok")
            .iter()
            .any(|line| line.contains("this file exists and is not a table of supplant"))
    );
    assert_eq!(std::fs::read(&path).unwrap(), b"no table");
    engine.say("quit");
    assert_eq!(engine.end().1, "");
}

#[test]
fn what_one_evaluation_has_found_answers_for_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a table");
    let search = |engine: &mut Engine| {
        engine.say("go depth 8");
        nodes(&engine.until("bestmove"))
    };
    let mut engine = Engine::start();
    engine.say(&format!("setoption name Table File value {}", path.display()));
    let fitted = search(&mut engine);
    engine.say("setoption name Save Table\nsetoption name Evaluation value 1994\nisready");
    engine.until("readyok");
    let other = search(&mut engine);
    assert!(other != fitted && other * 2 > fitted, "{fitted} {other}");
    engine.say("setoption name Load Table\nisready");
    let told = engine.until("readyok");
    assert!(told[0].contains("keys") && told.len() == 2, "{told:?}");
    engine.say("setoption name Evaluation value Fitted\nsetoption name Load Table\nisready");
    assert!(engine.until("readyok")[0].starts_with("info string table loaded"));
    assert!(search(&mut engine) * 3 < fitted);
    engine.say("quit");
    assert_eq!(engine.end().1, "");
}
