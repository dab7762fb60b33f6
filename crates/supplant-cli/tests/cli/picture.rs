use crate::common::{code, run, stderr};

#[test]
fn a_picture_is_three_files_and_the_same_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str| {
        let out = folder.path().join(name);
        let output = run(&["picture", "--depth", "6", "--slots", "16", "--out", out.to_str().unwrap()]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let files = ["picture.svg", "lives.svg", "picture.html"];
        files.map(|file| std::fs::read_to_string(out.join(file)).unwrap())
    };
    let first = made("first");
    assert_eq!(first, made("second"));
    assert!(
        first[0].contains("<title>One search to 6 plies with a table of 16 slots"),
        "{}",
        &first[0][..400]
    );
    assert!(first[1].contains("<title>NEW, 16 slots: ") && first[1].contains(" TWOBIG1, 16 slots: "));
}

#[test]
fn a_wrong_picture_is_answered_in_one_line_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (wrong, said) in [
        (["--slots", "7"], "an even number from 4 to 400"),
        (["--slots", "64k"], "an even number from 4 to 400"),
        (["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "--fen"),
        (["--schemes", "BEST"], "no scheme is called `BEST`"),
        (["--depth", "0"], "is not a depth"),
        (["--depth", "60"], "more than 100000 times"),
    ] {
        let output = run(&[&["picture", "--out", out.to_str().unwrap()][..], &wrong].concat());
        assert_eq!(code(&output), 2, "{wrong:?}");
        let told = stderr(&output);
        assert!(told.contains(said) && told.lines().count() == 1, "{wrong:?}: {told}");
        assert!(!out.exists(), "{wrong:?}");
    }
}
