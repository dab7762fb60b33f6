#!/usr/bin/env python3
"""Writes the tests named, or all, for C11 and five architectures, runs herd7 on them, and prints a line for each.

    python3 formal/litmus/run.py [NAME…]

HERD names the program, HERD_LIB its folder of models where it does not find them. The files go to target/litmus. Exit code 1
where a model does not say what is expected.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import emit  # noqa: E402
from programs import DEPENDS, TESTS  # noqa: E402

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[2] / "target" / "litmus"

# Column, notation, model.
COLUMNS = [
    ("rc11", None, "rc11.cat"),
    ("c11_partialSC", None, "c11_partialSC.cat"),
    ("coh", None, "coh.cat"),
    ("AArch64", emit.AARCH64, "aarch64.cat"),
    ("AArch64-llsc", emit.AARCH64_LLSC, "aarch64.cat"),
    ("RISCV", emit.RISCV, "riscv.cat"),
    ("PPC", emit.PPC, "ppc.cat"),
    ("X86_64", emit.X86_64, "x86tso-mixed.cat"),
]


def written(name, column, architecture):
    test = TESTS[name]
    header = column.removesuffix("-llsc")
    text = emit.assembly(name, header, architecture, test) if architecture else emit.c11(name, test)
    path = OUT / (column if architecture else "C") / f"{name}.litmus"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def verdict(path, model):
    """herd7's answer, and the number of states."""
    command = [os.environ.get("HERD", "herd7"), "-I", str(HERE.parent), "-model", model, str(path)]
    if "HERD_LIB" in os.environ:
        command[1:1] = ["-set-libdir", os.environ["HERD_LIB"]]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    except subprocess.TimeoutExpired:
        return "unfinished", "-"
    found = re.search(r"^Observation \S+ (\w+)", said.stdout, re.M)
    states = re.search(r"^States (\d+)", said.stdout, re.M)
    if not found or not states:
        sys.exit(f"{path}: herd7 says {said.stderr.strip() or said.stdout.strip()}")
    return found[1], states[1]


def main(names):
    unknown = [name for name in names if name not in TESTS]
    if unknown:
        sys.exit(f"no test is called {unknown[0]}; there are {' '.join(TESTS)}")
    unexpected = 0
    for name in names or TESTS:
        expected, line = TESTS[name][3], []
        exchanges = any(op[0] == "exchange" for thread in TESTS[name][1] for op in thread)
        for column, architecture, model in COLUMNS:
            if architecture is emit.AARCH64_LLSC and not exchanges:
                continue
            found, states = verdict(written(name, column, architecture), model)
            is_wrong = found not in (expected, "unfinished") and expected != DEPENDS
            unexpected += is_wrong
            line.append(f"{column} {found} {states}{'!' if is_wrong else ''}")
        print(f"{name:32} {expected:9}  {'  '.join(line)}", flush=True)
    print("unexpected:", unexpected)
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
