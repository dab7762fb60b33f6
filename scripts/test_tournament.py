"""Tests of the tournament's parts: python -m unittest discover scripts. Those of games need the package chess and are skipped without it."""
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import elo

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    import chess

    import openings
except ImportError:
    chess = None

# An engine of a few lines, which errs as it is told to: it plays any legal move.
ENGINE = """
import sys, time
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]: print("id name tiny\\nuciok", flush=True)
    if words[:1] == ["isready"]: print("readyok", flush=True)
    if words[:1] == ["quit"]: break
    if words[:1] == ["position"]:
        fen = line.split(" moves ")[0].removeprefix("position fen ").strip()
        board = chess.Board() if "startpos" in line else chess.Board(fen)
        for move in (words[words.index("moves") + 1:] if "moves" in words else []): board.push_uci(move)
    if words[:1] == ["go"]:
        if "late" in sys.argv: time.sleep(0.4)
        if "slow" in sys.argv: time.sleep(0.05)
        if "crash" in sys.argv: sys.exit(1)
        wrong = {"illegal": "e2e5", "null": "0000", "nonsense": "a1a1"}
        move = next((wrong[word] for word in sys.argv if word in wrong), None) or next(iter(board.legal_moves)).uci()
        print("bestmove", move, flush=True)
"""


class Elo(unittest.TestCase):
    def test_a_share_of_three_quarters_is_191(self):
        self.assertEqual([round(elo.elo(share)) for share in (0.5, 0.75, 0.25, 0.64)], [0, 191, -191, 100])

    def test_few_pairs_or_equal_ones_have_no_interval(self):
        self.assertEqual(elo.Tally([[1.0, 0.0]] * 9).elo(), (0, None, None))
        self.assertEqual(elo.Tally([[1.0, 0.5]] * 50).elo(), (191, None, None))
        self.assertIn("too few pairs", str(elo.Tally([[1.0, 0.0]] * 9)))
        self.assertIn("alike", str(elo.Tally([[1.0, 0.5]] * 50)))
        self.assertEqual(str(elo.Tally([])), "no pair of games finished")

    def test_an_interval_is_that_of_pairs_and_not_of_games(self):
        # Every opening is won by White in both games: the games spread as far as they can, the pairs not at all.
        self.assertIsNone(elo.Tally([[1.0, 0.0]] * 100).interval)
        tally = elo.Tally([[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 20 + [[1.0, 0.0]] * 50)
        self.assertEqual((tally.wins, tally.draws, tally.losses, tally.kinds), (110, 0, 90, [20, 0, 50, 0, 30]))
        # By hand: mean 0.55, variance (30 · 0.45² + 20 · 0.55² + 50 · 0.05²) / 99, and 1.96 standard errors of 100 pairs.
        spread = 1.96 * ((30 * 0.2025 + 20 * 0.3025 + 50 * 0.0025) / 99 / 100) ** 0.5
        self.assertAlmostEqual(tally.interval[0], 0.55 - spread)
        self.assertAlmostEqual(tally.interval[1], 0.55 + spread)
        self.assertIn("tells nothing from 0", str(tally))
        self.assertIn("differs from 0", str(elo.Tally([[1.0, 1.0]] * 30 + [[0.5, 0.5]] * 20)))


@unittest.skipIf(chess is None, "needs the Python package chess")
class Openings(unittest.TestCase):
    def test_no_opening_comes_twice_and_a_seed_fixes_them(self):
        first, again, other = openings.Openings(1), openings.Openings(1), openings.Openings(2)
        boards = [first.board(number).fen() for number in range(150)]
        self.assertEqual(boards, [again.board(number).fen() for number in range(150)])
        self.assertGreater(len(set(boards)), 145)
        self.assertEqual(boards[:30], [other.board(number).fen() for number in range(30)])
        self.assertNotEqual(boards[30:], [other.board(number).fen() for number in range(30, 150)])
        self.assertGreater(len({first.board(number).fen() for number in range(270, 1270)}), 990)

    def test_a_file_that_is_none_is_refused_with_its_line(self):
        for text, said in [("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;\nnonsense\n", "line 2"), ("\n", "no position"), ("7k/5QQ1/8/8/8/8/8/K7 b - -", "line 1")]:
            with tempfile.NamedTemporaryFile("w", suffix=".epd") as file:
                file.write(text)
                file.flush()
                with self.assertRaisesRegex(ValueError, said):
                    openings.positions(file.name)


@unittest.skipIf(chess is None, "needs the Python package chess")
class Games(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.engine = os.path.join(self.folder.name, "tiny.py")
        with open(self.engine, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(ENGINE))

    def tearDown(self):
        self.folder.cleanup()

    def player(self, name, *faults):
        return f"{name}={sys.executable} {self.engine} {' '.join(faults)}"

    def command(self, *arguments):
        return [sys.executable, os.path.join(HERE, "tournament.py"), *arguments]

    def run_it(self, *arguments):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=300)

    def test_two_that_do_not_err_have_no_faults_and_are_recorded(self):
        record, pgn = (os.path.join(self.folder.name, name) for name in ("record.csv", "games.pgn"))
        run = self.run_it("--games", "2", "--limit", "nodes:1", "--record", record, "--pgn", pgn, self.player("a"), self.player("b"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("illegal 0, late 0, crashes 0", run.stdout)
        self.assertIn("a against b: 2 of 2", run.stderr)
        with open(record, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 2)
        with open(pgn, encoding="utf-8") as file:
            self.assertEqual(file.read().count('[Event "'), 2)

    def test_every_kind_of_fault_is_seen_counted_and_lost(self):
        illegal = "illegal 2, late 0, crashes 0"
        for fault, told in [("illegal", illegal), ("null", illegal), ("nonsense", illegal), ("late", "illegal 0, late 2, crashes 0"), ("crash", "illegal 0, late 0, crashes 2")]:
            run = self.run_it("--games", "2", "--limit", "0.3+0", self.player("a"), self.player("b", fault))
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn(told, run.stdout)
            self.assertIn("2 games, +2 =0 -0", run.stdout)
            self.assertIn("FAULT b: ", run.stderr)

    def test_bad_arguments_are_refused_in_one_line(self):
        a, b = self.player("a"), self.player("b")
        for arguments, said in [
            ([], "players"),
            ([a], "two players"),
            ([a, a], "different names"),
            ([a, "b"], "NAME=COMMAND"),
            ([a, "b=no-such-program"], "no program no-such-program"),
            ([a, b + ";Hash"], "`Hash` is no option"),
            ([a, b + ";Hash=1"], "does not support option Hash"),
            ([a, b, "--games", "3"], "even number"),
            ([a, b, "--limit", "5"], "is no limit"),
            ([a, b, "--limit", "nodes:0"], "more than nothing"),
            ([a, b, "--openings", "no-such-file"], "no-such-file"),
            ([a, b, "--openings", self.engine], "line 2"),
            ([a, b, "--chess960", "--openings", "x"], "one of them"),
        ]:
            run = self.run_it(*arguments)
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (2, 1, ""), run.stderr)
            self.assertIn(said, run.stderr)

    def test_interrupted_it_tells_what_was_finished(self):
        arguments = ["--games", "1000", "--limit", "nodes:1", self.player("a"), self.player("b")]
        for sign in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stderr.readline()
            time.sleep(0.1)
            process.send_signal(sign)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            self.assertRegex(out, r"^a against b: \d+ games, .*illegal 0, late 0, crashes 0\n$")


if __name__ == "__main__":
    unittest.main()
