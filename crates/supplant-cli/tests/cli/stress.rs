//! `supplant stress` by several processes at once.

use std::process::{Command, Stdio};

use crate::common::{code, program, run, stderr, stdout};

#[test]
fn processes_stress_shared_tables_of_equal_options_and_of_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let shared = folder.path().to_str().unwrap();
    let with = |seed| {
        let options = ["stress", "--seconds", "200ms", "--schemes", "new,depthage", "--layouts", "xor16"];
        [&options[..], &["--threads", "1", "--json", "--seed", seed, "--shared", shared]].concat()
    };
    let other = Command::new(program()).args(with("1")).stdout(Stdio::piped()).spawn().unwrap();
    let both = [run(&with("1")), other.wait_with_output().unwrap()];
    for output in both {
        assert!(output.status.success(), "{}", stderr(&output));
        let cells: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for cell in cells.as_array().unwrap() {
            assert!(
                cell["hits"].as_u64() > Some(0) && cell["wrong"] == 0 && cell["dead"].is_null(),
                "{cell}"
            );
        }
        assert_eq!(cells.as_array().map(Vec::len), Some(2));
    }
    for file in ["NEW-xor16", "DEPTHAGE-xor16"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
    let refused = run(&with("2"));
    let said = stderr(&refused);
    assert!(code(&refused) == 2 && stdout(&refused).trim() == "[]", "{said}");
    assert!(said.contains("key seed") && said.contains("use an empty folder"), "{said}");
}
