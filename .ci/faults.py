#!/usr/bin/env python3
"""Which checker sees which fault of src/sync/fault.rs. Each must be seen by two at least.

    .ci/faults.py            runs the tests that docs/measured/faults.txt names, each under its fault: all must fail
    .ci/faults.py --write    runs every checker under every fault, and writes docs/measured/faults.txt and .md anew
"""

import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.chdir(Path(__file__).resolve().parent.parent)
LIST, TABLE = Path("docs/measured/faults.txt"), Path("docs/measured/faults.md")
LONGEST_S = 100

OF_TABLE = ["test", "--locked", "-p", "supplant", "--features", "conformance,mmap"]
PROPTEST = {"PROPTEST_RNG_SEED": "1994", "PROPTEST_MAX_SHRINK_ITERS": "0", "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1"}
FAULTY = {"RUSTFLAGS": "--cfg faults", "CARGO_TARGET_DIR": "target/faults"}
# Left out, as in `.ci/targets.sh`: what takes long, and two of statistics.
SLOW_TESTS = ["memory_is_given_back", "what_would_be_given", "random_words", "flipping_any_one"]
# Left out of loom: models that take minutes.
LONG_MODELS = ["by_three_writers", "shows_a_reader", "three_writers", "stores_that_", "two_level_bucket", "pool", "desk", "halves"]


def without(*names):
    return [word for name in names for word in ("--skip", name)]


# Checker: cargo's arguments, its environment, and what libtest is told. The quickest come first.
CHECKERS = {
    "unit": (OF_TABLE + ["--lib"], FAULTY, without("conformance::", *SLOW_TESTS)),
    "shuttle": (["shuttle"], {}, []),
    "properties": (OF_TABLE + ["--test", "properties"], FAULTY, []),
    "loom": (["loom"], {}, without(*LONG_MODELS)),
    "coherence": (["coherence"], {}, []),
    "conformance": (OF_TABLE + ["--test", "conformance"], FAULTY, []),
    "processes": (OF_TABLE + ["--test", "shared"], FAULTY, []),
    "stress": (OF_TABLE + ["--lib"], FAULTY, ["conformance::stress"]),
}


def faults():
    """The faults and their meanings, in the order of the source."""
    source = Path("src/sync/fault.rs").read_text().split("faults! {")[1].split("\n}")[0]
    return re.findall(r"/// (.+)\n    (\w+),", source)


def programs(checker):
    """Builds the test programs of a checker, and returns them."""
    arguments, environment, _ = CHECKERS[checker]
    command = ["cargo", *arguments, "--no-run", "--message-format=json"]
    built = subprocess.run(command, env=os.environ | environment, stdout=subprocess.PIPE, check=True, text=True)
    messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    return [message["executable"] for message in messages if message.get("executable")]


def failing(program, arguments, fault):
    """The tests that fail, or `None` if the program did not end, or ended without a word."""
    environment = os.environ | ({"SUPPLANT_FAULT": fault} if fault else {}) | PROPTEST
    run = subprocess.Popen(
        [program, *arguments, "--test-threads=2"], env=environment, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
    )
    try:
        said, _ = run.communicate(timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        said, _ = run.communicate()
    failed = re.findall(r"^test (\S+).* \.\.\. FAILED$", said, re.M)
    return failed if failed or run.returncode == 0 else None


def write():
    ready = {checker: programs(checker) for checker in CHECKERS}
    for checker, exes in ready.items():
        unplanted = [failing(exe, CHECKERS[checker][2], None) for exe in exes]
        assert all(failed == [] for failed in unplanted), f"{checker}: {unplanted} without a fault"
    found = {}
    for _, fault in faults():
        for checker, exes in ready.items():
            seen = [failing(exe, CHECKERS[checker][2], fault) for exe in exes]
            found[fault, checker] = None if None in seen else [name for names in seen for name in names]
            print(fault, checker, found[fault, checker], flush=True)
    return publish(found)


def publish(found):
    """Writes both files; of what did not end nothing is known."""
    lines = [f"{fault:<24} {checker:<12} {tests[0]}" for (fault, checker), tests in found.items() if tests]
    LIST.write_text("# .ci/faults.py --write: fault, checker, and the first test that fails\n" + "\n".join(lines) + "\n")
    cell = lambda tests: "does not end" if tests is None else str(len(tests) or "–")
    rows = [[f"`{fault}`", meaning, *(cell(found[fault, checker]) for checker in CHECKERS)] for meaning, fault in faults()]
    table = [["fault", "meaning", *CHECKERS], ["---"] * (2 + len(CHECKERS)), *rows]
    TABLE.write_text(
        "# Which checker sees which fault\n\n"
        "`.ci/faults.py --write` makes this page. It plants each fault of `src/sync/fault.rs` alone and runs\n"
        "all checkers. A cell is the number of tests that fail. *Does not end*: some test was stopped after\n"
        f"{LONGEST_S} s. Left out of loom are the models that take minutes, of the unit tests the slowest.\n\n"
        + "".join("| " + " | ".join(row) + " |\n" for row in table)
    )
    return enough(lines)


def enough(lines):
    """Whether every fault is seen by two checkers."""
    seen = [line.split()[0] for line in lines]
    few = [fault for _, fault in faults() if seen.count(fault) < 2]
    for fault in few:
        print(f"{fault}: seen by fewer than two checkers; write a test, or run .ci/faults.py --write")
    return not few


def check():
    lines = LIST.read_text().splitlines()[1:]
    known = {fault for _, fault in faults()}
    chosen = {}
    for fault, checker, test in (line.split() for line in lines):
        assert fault in known, f"{LIST}: {fault} is no fault; run .ci/faults.py --write"
        chosen.setdefault(fault, []).append((checker, test))
    if not enough(lines):
        return False
    # Two of each, in the order of the checkers.
    asked = [(fault, checker, test) for fault, seen in chosen.items() for checker, test in seen[:2]]
    ready = {checker: programs(checker) for checker in {checker for _, checker, _ in asked}}
    good = True
    for checker, exes in ready.items():
        tests = sorted({test for _, other, test in asked if other == checker})
        for exe in exes:
            unplanted = failing(exe, ["--exact", *tests], None)
            if unplanted != []:
                print(f"control: without a fault, {checker} fails: {unplanted}")
                good = False
    is_seen = lambda case: any(failing(exe, ["--exact", case[2]], case[0]) for exe in ready[case[1]])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (fault, checker, test), seen in zip(asked, pool.map(is_seen, asked)):
            if not seen:
                print(f"{fault}: {checker} no longer sees it by {test}")
                good = False
    if good:
        print(f"{len(known)} faults: each makes two tests fail, of two checkers, that pass without it")
    return good


if __name__ == "__main__":
    sys.exit(0 if (write() if "--write" in sys.argv[1:] else check()) else 1)
