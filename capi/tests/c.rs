//! Compiles C and C++ programs against the header, links them both ways, and runs them. Without a C
//! compiler the tests pass, unless `CI` is set.

#![allow(clippy::print_stdout, reason = "what is skipped is said")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"];

#[derive(Clone, Copy)]
enum Linked {
    Static,
    Shared,
}

struct Program(PathBuf);

impl Program {
    fn compiled(source: &str, linked: Linked, defines: &[&str]) -> Option<Self> {
        let (compiler, standard) =
            if source.ends_with(".cpp") { ("c++", "-std=c++17") } else { ("cc", "-std=c11") };
        let name =
            env::var_os(if compiler == "cc" { "CC" } else { "CXX" }).unwrap_or_else(|| compiler.into());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let way = match linked {
            Linked::Static => "static",
            Linked::Shared => "shared",
        };
        let stem = Path::new(source).file_stem().and_then(OsStr::to_str).expect("a source has a name");
        let program =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{stem}-{way}{}", defines.concat()));
        let mut command = Command::new(&name);
        command.arg(standard).args(STRICT).args(defines).arg("-I").arg(folder.join("include"));
        command.arg(folder.join(source)).arg("-o").arg(&program);
        match linked {
            Linked::Static => command.arg(libraries().join("libsupplant.a")),
            Linked::Shared => command.arg(libraries().join("libsupplant.so")),
        };
        command.args(["-pthread", "-lm"]).arg(format!("-Wl,-rpath,{}", libraries().display()));
        let Ok(done) = command.output() else {
            assert!(env::var_os("CI").is_none(), "there is no compiler `{}`", name.display());
            println!("skipped: there is no compiler `{}`", name.display());
            return None;
        };
        assert!(done.status.success(), "{source}, {way}: {}", String::from_utf8_lossy(&done.stderr));
        Some(Self(program))
    }

    fn run(&self) -> Output {
        Command::new(&self.0).output().expect("a program that was compiled can be run")
    }

    fn runs_well(&self) -> String {
        self.ended_well(self.run())
    }

    fn ended_well(&self, done: Output) -> String {
        let printed = String::from_utf8_lossy(&done.stdout).into_owned();
        let complained = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{}: {}\n{printed}{complained}", self.0.display(), done.status);
        printed
    }
}

fn libraries() -> PathBuf {
    let this = env::current_exe().expect("a test knows where it is");
    let folder = this.parent().expect("it is in a folder").to_owned();
    assert!(fs::exists(folder.join("libsupplant.a")).unwrap_or(false), "{}", folder.display());
    folder
}

#[test]
fn the_example_answers_right_from_four_threads_linked_either_way() {
    for linked in [Linked::Static, Linked::Shared] {
        let Some(program) = Program::compiled("examples/engine.c", linked, &[]) else { return };
        let printed = program.runs_well();
        assert!(printed.contains(" 0 wrong\n") && printed.contains("cleared: hashfull 0\n"), "{printed}");
    }
}

#[test]
fn the_example_notices_entries_that_are_wrong() {
    let Some(program) = Program::compiled("examples/engine.c", Linked::Static, &["-DCONTROL"]) else {
        return;
    };
    let done = program.run();
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
fn null_and_names_and_sizes_that_are_none_are_refused_in_a_line() {
    for linked in [Linked::Static, Linked::Shared] {
        let Some(program) = Program::compiled("tests/c/errors.c", linked, &[]) else { return };
        program.runs_well();
    }
}

#[test]
#[cfg(unix)]
fn tables_are_kept_in_files_merged_and_shared_by_processes() {
    for linked in [Linked::Static, Linked::Shared] {
        let Some(program) = Program::compiled("tests/c/kept.c", linked, &[]) else { return };
        let folder = program.0.with_extension("files");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("beside the program there is room");
        let done =
            Command::new(&program.0).arg(&folder).output().expect("a program that was compiled can be run");
        program.ended_well(done);
        fs::remove_dir_all(&folder).expect("the program has ended");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_system_that_has_no_thread_left_is_no_fault() {
    let Some(program) = Program::compiled("tests/c/no_threads.c", Linked::Static, &[]) else { return };
    program.runs_well();
}

#[test]
fn a_program_in_cpp_can_own_a_table() {
    let Some(program) = Program::compiled("tests/c/owner.cpp", Linked::Shared, &[]) else { return };
    program.runs_well();
}
