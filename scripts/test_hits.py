"""Tests of hits.py with a program in the place of supplant."""
import json
import math
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import hits

SCRIPT = Path(__file__).with_name("hits.py")
# Answers each position with the hits of its scheme: TWICE finds twice as many, each two plies deep.
FAKE = """#!{python}
import json, sys, time
if "--version" in sys.argv:
    sys.exit(print("supplant 0"))
if "SLOW" in sys.argv:
    print("begun", file=open({begun!r}, "w"), flush=True)
    time.sleep(1000)
# Fails in searches, and not in the check before them.
if "LATE" in sys.argv and "--depth" not in sys.argv:
    sys.exit("error: too late")
if "--scheme" in sys.argv and sys.argv[sys.argv.index("--scheme") + 1] == "WRONG":
    sys.exit("supplant: error: unknown scheme")
if "uci" in sys.argv:
    for line in sys.stdin:
        if line.startswith("go nodes 7"):
            print("info depth 1 score", "mate -3" if "worst" in line else "cp -5000" if "lost" in line else "cp 10" if "bad" in line else "cp 50")
            print("info depth 2 score cp 900 lowerbound")
            print("bestmove", line.split()[4] if "searchmoves" in line else "good", flush=True)
        elif line.startswith("go nodes 8"):
            print("info string nothing\\nbestmove good", flush=True)
        elif line.startswith("go"):
            sys.exit()
    sys.exit()
twice = "TWICE" in sys.argv
for number, line in enumerate(sys.stdin.read().splitlines()):
    print(json.dumps({{"kind": "outcome", "fen": line, "best": ("bad" if number % 2 else "good") if twice else ["worst", "lost", "good"][min(number, 2)] if "ONE" in sys.argv else "good"}}))
    found = 10 + number
    print(json.dumps({{"kind": "table", "hits_by_depth": [[0, 999], [2, 2 * found] if twice else [1, found]],
        "stores_same_position": 4096, "stores_refused": 4096, "stores_filled": 8192, "stores_replaced": 4096}}))
"""


class Searched(unittest.TestCase):
    def test_entries_of_depth_0_are_not_counted(self):
        stores = {"stores_same_position": 1, "stores_refused": 20, "stores_filled": 300, "stores_replaced": 4000}
        table = json.dumps({"kind": "table", "hits_by_depth": [[0, 100], [1, 5], [3, 2]], **stores})
        outcome = json.dumps({"kind": "outcome", "fen": "a position", "best": "e2e4"})
        self.assertEqual(hits.searched(table + "\n" + outcome), [(7, 11, 4321, ("a position", "e2e4"))])


class Ratio(unittest.TestCase):
    def test_it_is_the_geometric_mean_with_an_interval_of_student(self):
        middle, low, high = hits.ratio([2, 8] * 5, [1, 1] * 5)
        self.assertAlmostEqual(middle, 4)
        spread = 2.262 * math.log(2) * math.sqrt(10 / 9 / 10)
        self.assertAlmostEqual(math.log(high / middle), spread)
        self.assertAlmostEqual(math.log(middle / low), spread)

    def test_equal_counts_have_an_interval_of_no_width(self):
        self.assertEqual(hits.ratio([5] * 10, [5] * 10), (1, 1, 1))

    def test_a_search_without_hits_is_refused(self):
        with self.assertRaises(hits.Bad):
            hits.ratio([0] * 10, [1] * 10)


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.fake = self.folder / "supplant"
        self.fake.write_text(FAKE.format(python=sys.executable, begun=str(self.folder / "begun")))
        self.fake.chmod(self.fake.stat().st_mode | stat.S_IXUSR)
        self.positions = self.folder / "positions.epd"
        self.positions.write_text("a position\n" * 12)

    def words(self, *arguments):
        return list(map(str, [sys.executable, SCRIPT, self.positions, "--supplant", self.fake, "--slots", "8K", *arguments]))

    def hits(self, *arguments):
        return subprocess.run(self.words(*arguments), capture_output=True, text=True, timeout=60)

    def test_ratios_are_to_the_first_scheme(self):
        done = self.hits("--schemes", "ONCE,TWICE", "--csv", self.folder / "rows.csv")
        self.assertIn("| 8K | 2.5 | ONCE | 1.00 (1.00–1.00) | 1.00 (1.00–1.00) |", done.stdout)
        self.assertIn("| 8K | 2.5 | TWICE | 2.00 (2.00–2.00) | 4.00 (4.00–4.00) |", done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = (self.folder / "rows.csv").read_text().splitlines()
        self.assertEqual(rows[2].split(",")[:3] + rows[2].split(",")[4:5], ["8K", "2.50", "TWICE", "2.0000"])

    def test_a_move_errs_by_what_a_deep_search_says_that_it_is_worth_less(self):
        done = self.hits("--schemes", "ONCE,TWICE", "--deep", "7", "--csv", self.folder / "rows.csv")
        self.assertIn("| 8K | 2.5 | ONCE | 1.00 (1.00–1.00) | 1.00 (1.00–1.00) | 0.0 (0.0 to 0.0) | 0.0 (0.0 to 0.0) |", done.stdout)
        # Every other move is worth 40 less.
        self.assertIn(" | 20.0 (6.4 to 33.6) | 20.0 (6.4 to 33.6) |", done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        # Two moves of twelve lose all: ten pawns and a half each.
        worst = self.hits("--schemes", "ONCE,ONE", "--deep", "7")
        self.assertIn("| 175.0 (", worst.stdout, worst.stderr)
        head, *rows = (self.folder / "rows.csv").read_text().splitlines()
        self.assertTrue(head.endswith(",error,error_low,error_high,more_error,more_error_low,more_error_high"), head)
        self.assertEqual([row.split(",")[10] for row in rows], ["0.0000", "20.0000"])

    def test_what_is_wrong_is_one_line(self):
        few = self.folder / "few.epd"
        few.write_text("a position\n" * 9)
        old = self.folder / "old.csv"
        old.write_text("mine\n")
        for arguments, says in [
            (["--schemes", "ONCE,WRONG"], "unknown scheme"),
            (["--schemes", "ONCE"], "give two or more"),
            (["--schemes", "ONCE,TWICE", "--every", "2"], "6 positions; an interval needs 10"),
            (["--schemes", "ONCE,TWICE", "--slots", "8Q"], "--slots 8Q: expected numbers such as"),
            (["--schemes", "ONCE,TWICE", "--every", "0"], "must be 1 or more"),
            (["--schemes", "ONCE,TWICE", "--deep", "0"], "must be 1 or more"),
            (["--schemes", "ONCE,ONCE"], "give two or more different"),
            (["--schemes", "ONCE,TWICE", "--nodes", "many"], "--nodes: invalid int"),
            (["--schemes", "ONCE,TWICE", "--supplant", self.folder / "none"], "No such file"),
            (["--schemes", "ONCE,TWICE", "--supplant", ""], "not the command `supplant`"),
            (["--schemes", "ONCE,TWICE", "--supplant", sys.executable], "not the command `supplant`"),
            (["--schemes", "ONCE,TWICE", "--csv", self.folder], f"--csv {self.folder}: cannot be written"),
            (["--schemes", "ONCE,TWICE", "--csv", self.folder / "none" / "rows.csv"], "No such file"),
            (["--schemes", "ONCE,TWICE", "--csv", old], f"--csv {old}: holds something already"),
            (["--schemes", "ONCE,WRONG", "--csv", old], "unknown scheme"),
            (["--schemes", "ONCE,WRONG", "--csv", self.folder / "new.csv"], "unknown scheme"),
        ]:
            done = self.hits(*arguments)
            self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (2, 1, ""), done.stderr)
            self.assertIn(says, done.stderr)
            self.assertTrue(done.stderr.startswith("hits.py: "), done.stderr)
        self.assertEqual(old.read_text(), "mine\n")
        self.assertFalse((self.folder / "new.csv").exists())

    def test_a_run_that_fails_later_keeps_its_rows(self):
        done = self.hits("--schemes", "ONCE,TWICE,LATE", "--csv", self.folder / "rows.csv")
        self.assertEqual((done.returncode, done.stderr), (2, "hits.py: too late\n"))
        self.assertEqual(len((self.folder / "rows.csv").read_text().splitlines()), 3)

    def test_a_deep_search_that_ends_is_one_line(self):
        for nodes, says in [("8", "gives no score of the best move in a position; give --deep more nodes"), ("9", "ended before it answered")]:
            done = self.hits("--schemes", "ONCE,TWICE", "--deep", nodes)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(says, done.stderr)

    def test_a_scheme_or_a_size_that_is_named_twice_is_taken_once(self):
        done = self.hits("--schemes", "ONCE,TWICE,ONCE", "--slots", "8K,8K")
        self.assertEqual(done.stdout.count("| 8K |"), 2, done.stdout)

    def test_a_stdout_that_cannot_be_written_is_one_line_and_a_closed_pipe_none(self):
        words = self.words("--schemes", "ONCE,TWICE")
        told = lambda line, shell: (line, subprocess.run(["bash", "-c", shell, "bash", *words], stderr=subprocess.PIPE, text=True, timeout=60))
        for line, done in (
            told("stdout: is closed", '"$@" >&-'),
            told("", '"$@" | :; exit "${PIPESTATUS[0]}"'),
            *([told("stdout: cannot be written", '"$@" >/dev/full')] if os.path.exists("/dev/full") else []),
        ):
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1) if line else (0, 0), done.stderr)
            self.assertIn(line, done.stderr)

    def test_a_closed_pipe_loses_no_row(self):
        words = self.words("--schemes", "ONCE,TWICE", "--slots", "8K,16K", "--csv", self.folder / "piped.csv")
        done = subprocess.run(["bash", "-c", '"$@" | :; exit "${PIPESTATUS[0]}"', "bash", *words], stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len((self.folder / "piped.csv").read_text().splitlines()), 5)

    def test_interrupted_it_says_so_in_one_line(self):
        for sign in (signal.SIGINT, signal.SIGTERM):
            begun = self.folder / "begun"
            process = subprocess.Popen(self.words("--schemes", "SLOW,ONCE"), stderr=subprocess.PIPE, text=True)
            while not begun.exists():
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            process.send_signal(sign)
            _, told = process.communicate(timeout=60)
            self.assertEqual((process.returncode, told), (130, "hits.py: interrupted\n"))
            begun.unlink()


if __name__ == "__main__":
    unittest.main()
