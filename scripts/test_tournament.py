"""Tests of the tournament's parts: python -m unittest discover scripts. Those of games need the package chess and are skipped without it."""
import argparse
import contextlib
import csv
import importlib.util
import io
import itertools
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import command
import elo
import sprt
from command import Bad

try:
    import resource
except ImportError:
    resource = None

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    import chess

    import openings
    import tournament
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
        if "pause" in sys.argv: time.sleep(0.5)
        if "crash" in sys.argv: sys.exit(1)
        if any(word.startswith("wants") and words[2] != word[5:] for word in sys.argv): sys.exit(1)
        if "hang" in sys.argv: print("hangs", file=sys.stderr, flush=True) or time.sleep(1000)
        wrong = {"illegal": "e2e5", "null": "0000", "nonsense": "a1a1", "rubbish": "\x1b[31m" + "x" * 3000}
        move = next((wrong[word] for word in sys.argv if word in wrong), None) or next(iter(board.legal_moves)).uci()
        print("bestmove", move, flush=True)
        if "once" in sys.argv: sys.exit(0)
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


class Sprt(unittest.TestCase):
    """Pairs of these tests are simulated from a fixed seed, so each run sees the same ones."""

    BALANCED = (0.03, 0.17, 0.60, 0.17, 0.03)
    # Both games of a pair tend to end alike: the spread of pairs is 1.9 times that of independent games.
    ALIKE = (0.25, 0.05, 0.40, 0.05, 0.25)

    def test_the_ratio_is_the_published_one(self):
        # Counts from losses to wins. The first eight: Stockfish, pull requests 2971, 3098, 3209 and 3331, of the time when
        # fishtest had bounds in logistic Elo. The others: app/tests/sprt_test.cpp of fastchess.
        for published, elo0, elo1, counts in [
            (2.96, -0.50, 1.50, (17, 253, 1042, 337, 39)),
            (2.93, 0.25, 1.75, (11, 407, 3238, 513, 11)),
            (2.96, -0.25, 1.25, (491, 7345, 29693, 7670, 465)),
            (2.97, 0.25, 1.25, (53, 2220, 21459, 2445, 47)),
            (2.94, -0.25, 1.25, (253, 4282, 17604, 4431, 286)),
            (2.97, 0.25, 1.25, (58, 3302, 33130, 3518, 84)),
            (2.94, -0.25, 1.25, (115, 2196, 11328, 2317, 136)),
            (2.93, 0.25, 1.25, (14, 1030, 14318, 1163, 19)),
            (-3.07, 0.5, 2.5, (223, 9863, 21279, 10037, 246)),
            (-4.98, 0, 2, (871, 26175, 55983, 26678, 821)),
            (-1.57, 0.5, 2.5, (21184, 40708, 21404)),
            (-2.59, 0, 2, (57030, 106593, 57433)),
        ]:
            self.assertAlmostEqual(sprt.llr(counts, elo.share(elo0), elo.share(elo1)), published, delta=0.006)

    def test_the_ratio_is_that_of_a_search_by_force(self):
        for counts in [(3, 9, 20, 14, 6), (0, 2, 5, 1, 0), (0, 0, 7, 0, 0), (0, 0, 0, 0, 4), (5, 0, 0, 0, 0), (0, 3, 0, 2, 0)]:
            for share0, share1 in [(0.5, 0.6), (0.2, 0.9)]:
                forced = most_likely(counts, share1) - most_likely(counts, share0)
                self.assertAlmostEqual(sprt.llr(counts, share0, share1), forced, delta=0.001)

    def test_pairs_that_are_all_alike_have_a_finite_ratio(self):
        # By hand: all pairs won have probability `share` each; all drawn 1 - 2 * (share - 1/2), and the rest is won.
        share = elo.share(100)
        self.assertAlmostEqual(sprt.llr([0, 0, 0, 0, 9], 0.5, share), 9 * math.log(share / 0.5))
        self.assertAlmostEqual(sprt.llr([0, 0, 9, 0, 0], 0.5, share), 9 * math.log(2 - 2 * share))
        self.assertAlmostEqual(sprt.llr([9, 0, 0, 0, 0], 0.5, share), 9 * math.log((1 - share) / 0.5))
        self.assertEqual(sprt.llr([0] * 5, 0.5, share), 0)
        self.assertAlmostEqual(sprt.llr([4, 5, 9, 5, 4], 1 - share, share), 0)

    def test_wrong_decisions_are_as_rare_as_stated(self):
        # 5 % are stated. 300 tests that err with 5 % have a standard error of 1.3 %.
        plan = sprt.Sprt("0,60")
        for true, wrong in [(0, "H1"), (60, "H0")]:
            runs = [simulated(plan, self.BALANCED, true, seed) for seed in range(300)]
            self.assertLess(share_of(wrong, runs), 0.075)
            # Wald's expectation counts no overshoot: 26 and 28 pairs.
            spread = sum(p * (place / 4 - elo.share(true)) ** 2 for place, p in enumerate(tilted(self.BALANCED, elo.share(true))))
            drift = (plan.share1 - plan.share0) * (elo.share(true) - (plan.share0 + plan.share1) / 2) / spread
            expected = 0.9 * (plan.upper if true else plan.lower) / drift
            self.assertTrue(expected < sum(sum(counts) for _, counts in runs) / 300 < 1.4 * expected)

    def test_games_taken_as_independent_decide_wrongly(self):
        # The control: the same test on wins, draws and losses errs three times as often as stated where pairs are alike.
        plan = sprt.Sprt("0,100")
        by_pairs, by_games = (
            [simulated(plan, self.ALIKE, 0, seed, is_by_games) for seed in range(300)] for is_by_games in (False, True)
        )
        self.assertLess(share_of("H1", by_pairs), 0.075)
        self.assertGreater(share_of("H1", by_games), 0.12)

    def test_pairs_count_in_the_order_in_which_they_were_started(self):
        order = sprt.InOrder()
        self.assertEqual([order.add(number, number) for number in (1, 3, 0, 2)], [[], [], [0, 1], [2, 3]])
        order.add(5, 5)
        self.assertEqual((order.counted, order.waiting), (4, {5: 5}))


def simulated(plan, distribution, true, seed, is_by_games=False):
    """The verdict of a test on simulated pairs, and the counts of scores when it stopped."""
    lot, counts, weights = random.Random(seed), [0] * (3 if is_by_games else 5), tilted(distribution, elo.share(true))
    while True:
        place = lot.choices(range(5), weights)[0]
        for score in (place // 2, place - place // 2) if is_by_games else (place,):
            counts[score] += 1
        verdict = plan.verdict(plan.llr(counts))
        if verdict:
            return verdict, counts


def share_of(verdict, runs):
    return sum(found == verdict for found, _ in runs) / len(runs)


def tilted(distribution, mean):
    """The distribution, with weights that grow by a constant factor from score to score so that it has the mean."""
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        weights = [p * math.exp(middle * place) for place, p in enumerate(distribution)]
        found = sum(place / 4 * weight for place, weight in enumerate(weights)) / sum(weights)
        low, high = (middle, high) if found < mean else (low, middle)
    return [weight / sum(weights) for weight in weights]


def most_likely(counts, mean):
    """The greatest log-likelihood of a distribution of that mean, by moving probability among three scores at a time."""
    end = 2 * abs(mean - 0.5)
    p = [(1 - end) / 5] * 5
    p[4 if mean > 0.5 else 0] += end

    def likelihood(p):
        return sum(count * math.log(max(share, 1e-300)) for count, share in zip(counts, p) if count)

    for _ in range(30):
        for i, j, k in itertools.combinations(range(5), 3):
            # Takes from j and gives to i and k, so that neither the sum nor the mean changes.
            way = [0.0] * 5
            way[i], way[j], way[k] = k - j, i - k, j - i
            low = max(-p[place] / step for place, step in enumerate(way) if step > 0)
            high = min(-p[place] / step for place, step in enumerate(way) if step < 0)
            for _ in range(30):
                a, b = (2 * low + high) / 3, (low + 2 * high) / 3
                left, right = (likelihood([share + x * step for share, step in zip(p, way)]) for x in (a, b))
                low, high = (a, high) if left < right else (low, b)
            p = [max(share + low * step, 0.0) for share, step in zip(p, way)]
    return likelihood(p)


class Files(unittest.TestCase):
    def test_what_is_appended_begins_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            for before, ends, after in [
                (None, 1, "a\n"),
                ("", 2, "a\n"),
                ("b\n", 1, "b\na\n"),
                ("b", 1, "b\na\n"),
                ("b\n", 2, "b\n\na\n"),
                ("b", 2, "b\n\na\n"),
                ("b\n\n", 2, "b\n\na\n"),
            ]:
                if before is not None:
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(before)
                command.append(path, "a\n", ends)
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(file.read(), after)


@unittest.skipIf(chess is None, "needs the Python package chess")
class Strong(unittest.TestCase):
    def refused(self, *arguments):
        run = subprocess.run([sys.executable, os.path.join(HERE, "strong_games.py"), *arguments], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), run.stderr)
        return run.stderr

    def test_what_is_missing_short_or_there_already_is_refused_in_a_line_and_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            games, out = os.path.join(folder, "games.pgn"), os.path.join(folder, "out.epd")
            self.assertIn("No such file", self.refused("whole", games, out))
            with open(games, "w", encoding="ascii") as file:
                file.write("1. e4 *\n\n")
            self.assertIn("no game 2 in it; give --games 1", self.refused("whole", games, out))
            self.assertFalse(os.path.exists(out))
            for part in (["play", "cat", games], ["choose", games, games], ["whole", games, games]):
                self.assertIn(f"{games}: is there already", self.refused(*part))
            with open(games, encoding="ascii") as file:
                self.assertEqual(file.read(), "1. e4 *\n\n")
            self.assertIn("No such file", self.refused("play", "/nowhere/engine", out))
            self.assertFalse(os.path.exists(out), "a start that failed leaves no file")
            open(games, "w").close()
            self.assertIn("no game in it", self.refused("whole", games, out))


@unittest.skipIf(chess is None, "needs the Python package chess")
class Openings(unittest.TestCase):
    def test_a_game_is_as_long_as_its_own_moves_whatever_its_opening_counts(self):
        self.assertFalse(tournament.is_over(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 300")))

    def test_a_limit_of_nodes_is_waited_for_without_the_clock(self):
        limits = [tournament.Limit(text) for text in ("nodes:1000", "60+0.6")]
        self.assertEqual([limit.wait([60.0, 60.0], 0, 5.0) for limit in limits], [5.0, 65.0])

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
                with self.assertRaisesRegex(Bad, said):
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

    def program(self, script, interpreter="/bin/sh"):
        path = os.path.join(self.folder.name, f"program{len(os.listdir(self.folder.name))}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{interpreter}\n{script}\n")
        os.chmod(path, 0o755)
        return path

    def command(self, *arguments):
        return [sys.executable, os.path.join(HERE, "tournament.py"), *arguments]

    def run_it(self, *arguments, **more):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=300, **more)

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

    def test_a_player_may_have_a_limit_of_its_own(self):
        played = lambda own: self.run_it("--games", "2", "--limit", "nodes:7", self.player("a", "wants7"), self.player("b", "wants20") + own)
        self.assertEqual(played(";@limit=nodes:20").returncode, 0)
        self.assertEqual(played("").returncode, 1, "the engine ends if it is given the limit of the match")

    def test_every_kind_of_fault_is_seen_counted_and_lost(self):
        illegal = "illegal 2, late 0, crashes 0"
        for fault, told in [("illegal", illegal), ("null", illegal), ("nonsense", illegal), ("rubbish", illegal), ("late", "illegal 0, late 2, crashes 0"), ("crash", "illegal 0, late 0, crashes 2")]:
            run = self.run_it("--games", "2", "--limit", "0.3+0", self.player("a"), self.player("b", fault))
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn(told, run.stdout)
            self.assertIn("2 games, +2 =0 -0", run.stdout)
            self.assertIn("FAULT b: ", run.stderr)
            self.assertIn(f"(b: {fault if fault in told else 'illegal'} 2)", run.stdout)
            self.assertTrue(all(len(line) < 400 and line.isprintable() for line in run.stderr.split("\n")), run.stderr)

    def test_an_engine_that_ends_between_its_moves_loses(self):
        run = self.run_it("--games", "2", "--limit", "nodes:1", self.player("a", "pause"), self.player("b", "once"))
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("2 games, +2 =0 -0", run.stdout)
        self.assertIn("crashes 2", run.stdout)

    def test_an_engine_that_hangs_loses_on_time_and_the_match_goes_on(self):
        for limit in ("nodes:1", "0.3+0", "move:0.1"):
            begun = time.monotonic()
            run = self.run_it("--games", "2", "--limit", limit, "--patience", "4", self.player("a"), self.player("b", "hang"))
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn("2 games, +2 =0 -0, 100.0 %, pairs 0 0 0 0 1; too few pairs for an interval; illegal 0, late 2, crashes 0", run.stdout, run.stderr)
            self.assertEqual(run.stderr.count("FAULT b: hung: no move within 4"), 2, run.stderr)
            self.assertLess(time.monotonic() - begun, 30)

    @unittest.skipIf(resource is None, "needs a limit on the size of files, which stands for a full disk")
    def test_a_full_disk_ends_a_match_in_one_line_and_keeps_what_was_played(self):
        pgn, results = (os.path.join(self.folder.name, name) for name in ("games.pgn", "record.csv"))
        arguments = ["--games", "40", "--limit", "nodes:1", "--pgn", pgn, "--record", results, self.player("a"), self.player("b")]
        run = self.run_it(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)))
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual([line for line in run.stderr.splitlines() if not line.startswith("a against b: ")], [f"tournament.py: {pgn}: cannot be written: File too large; make room, or give another file"])
        with open(pgn, encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.endswith("\n\n"), "the last game is whole")
        with open(results, encoding="utf-8") as file:
            row = next(csv.DictReader(file))
        self.assertEqual(int(row["games"]), text.count('[Event "') // 2 * 2)
        self.assertIn(f"{row['games']} games, ", run.stdout)

    def test_a_file_that_is_no_record_of_matches_is_refused_and_stays_as_it_is(self):
        path = os.path.join(self.folder.name, "other.csv")
        for content in (b"name,games\nx,1\n", b"first,second,games,mine\na,b,2,3\n", b"\n", b'[Event "?"]\n', b"\xff\xfe\n", b"x" * 200000):
            with open(path, "wb") as file:
                file.write(content)
            run = self.run_it("--games", "2", "--limit", "nodes:1", "--record", path, self.player("a"), self.player("b"))
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (2, 1, ""), run.stderr)
            self.assertIn(f"--record {path}: not a record of matches", run.stderr)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), content)

    def test_bad_arguments_are_refused_in_one_line(self):
        a, b, new = self.player("a"), self.player("b"), os.path.join(self.folder.name, "new")
        for arguments, said in [
            ([], "players"),
            ([a], "two players"),
            ([a, a], "different names"),
            ([a, "b"], "NAME=COMMAND"),
            ([a, "b=no-such-program"], "no program no-such-program"),
            ([a, b + ";Hash"], "`Hash` is no option"),
            ([a, b + ";@limit=1+0.1"], "b: @limit=1+0.1: a player's own limit has no clock"),
            ([a, b + ";@limit=5"], "is no limit"),
            ([a, b + ";Hash=1"], "does not support option Hash"),
            ([a, b, "--games", "3"], "even number"),
            ([a, b, "--limit", "5"], "is no limit"),
            *(([a, b, "--limit", limit], f"`{limit}` is no limit") for limit in ("nan+1", "inf+0", "1+inf", "move:nan", "1e9+0")),
            ([a, b, "--patience", "99999999999"], "at most 1000000"),
            ([f"b={self.program('sleep 1000')}", a, "--patience", "1"], "b: no `uciok` within 1 s; check that it speaks UCI"),
            ([f"b=xboard:{self.program('cat')}", a, "--patience", "1"], "b: no `feature done=1` within 1 s"),
            ([a, f"b={self.program('exit 3')}"], "(exit code: 3), before it said `uciok`"),
            ([a, f"b={self.program('', '/no/interpreter')}"], "the interpreter in its first line, is missing"),
            ([a, b, "--openings", sys.executable], f"{sys.executable}: this is not a text file"),
            ([a, b, "--openings", self.folder.name], f"{self.folder.name}: Is a directory"),
            ([a, b, "--pgn", new, "--record", f"{self.folder.name}/./new"], "give each another file"),
            ([a, b, "--pgn", f"{new}/x"], f"--pgn {new}/x: cannot be written"),
            ([a, b, "--limit", "nodes:0"], "more than nothing"),
            ([a, b, "--openings", "no-such-file"], "no-such-file"),
            ([a, b, "--openings", self.engine], "line 2"),
            ([a, b, "--chess960", "--openings", "x"], "one of them"),
            ([a, b, "--sprt", "0,10"], "give --games too"),
            ([a, b, "--sprt", "-5,0"], "write --sprt=-5,0"),
            ([a, b, self.player("c"), "--games", "2", "--sprt", "0,10"], "tests two players, and 3 are given"),
            *(
                ([a, b, "--games", "2", f"--sprt={test}"], said)
                for test, said in [
                    ("5", "give ELO0,ELO1"),
                    ("0,10,0.05", "give ELO0,ELO1"),
                    ("0,ten", "give ELO0,ELO1"),
                    ("5,5", "ELO0 must be less"),
                    ("10,0", "ELO0 must be less"),
                    ("0,1e-300", "ELO0 must be less"),
                    ("nan,5", "between -1000 and 1000"),
                    ("0,inf", "between -1000 and 1000"),
                    ("0,5,0.5,0.05", "less than 0.5"),
                    ("0,5,0.05,0", "more than 0"),
                    ("0,5,nan,0.05", "more than 0"),
                ]
            ),
        ]:
            run = self.run_it(*arguments)
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (2, 1, ""), run.stderr)
            self.assertIn(said, run.stderr)
        self.assertFalse(os.path.exists(new))

    def test_without_the_package_chess_it_says_what_to_install(self):
        # Without packages.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        run = subprocess.run([sys.executable, "-S", *self.command("--help")[1:]], capture_output=True, text=True, env=environment)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertRegex(run.stderr, "^tournament.py: needs the Python package chess; .*pip install chess\n$")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is full")
    def test_a_stdout_that_cannot_be_written_loses_no_record(self):
        for shell, line in (('"$@" >/dev/full', "stdout: cannot be written"), ('"$@" | :; exit "${PIPESTATUS[0]}"', "")):
            record = os.path.join(self.folder.name, f"{len(line)}.csv")
            words = self.command("--quiet", "--games", "2", "--limit", "nodes:1", "--record", record, self.player("a"), self.player("b"))
            run = subprocess.run(["bash", "-c", shell, "bash", *words], stderr=subprocess.PIPE, text=True, timeout=300)
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1) if line else (0, 0), run.stderr)
            self.assertIn(line, run.stderr)
            with open(record, encoding="utf-8") as file:
                self.assertEqual(len(file.readlines()), 2)

    def test_one_signal_ends_it_though_an_engine_hangs(self):
        # The second one starts once, to be introduced, and hangs when it is to play.
        once = f"mkdir {self.folder.name}/started 2>/dev/null && exec {sys.executable} {self.engine}; echo hangs >&2; sleep 1000"
        for engine in (self.player("b", "hang"), f"b={self.program(once)}"):
            arguments = ["--limit", "nodes:1", self.player("a"), engine]
            process = subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while not process.stderr.readline().endswith("hangs\n"):
                self.assertIsNone(process.poll())
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=20)
            self.assertEqual((process.returncode, out.count("no pair of games finished")), (130, 1), out)

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

    def test_a_test_stops_by_itself_at_the_same_pair_whatever_is_played_at_once(self):
        for at_once in ("1", "3"):
            arguments = ["--sprt", "0,300", "--games", "100", "--limit", "nodes:1", "--at-once", at_once, self.player("a")]
            # By hand: a drawn pair adds ln(2 - 2 * 0.849) = -1.197, a won one ln(2 * 0.849) = 0.529; the bounds are 2.944 away.
            drawn = self.run_it(*arguments, self.player("b"))
            self.assertIn("H0 accepted, LLR -3.59 after 6 of at most 100 games", drawn.stdout)
            self.assertIn("too low on average", drawn.stdout)
            self.assertEqual(drawn.returncode, 0, drawn.stderr)
            won = self.run_it(*arguments, self.player("b", "crash"))
            self.assertIn("H1 accepted, LLR 3.18 after 12 of at most 100 games", won.stdout)
            self.assertIn("crashes 12", won.stdout)
            self.assertEqual(won.returncode, 1, won.stderr)

    def test_a_test_without_a_decision_has_its_own_exit_code_and_is_recorded(self):
        new, old = (os.path.join(self.folder.name, name) for name in ("new.csv", "old.csv"))
        with open(old, "w", encoding="utf-8") as file:
            file.write("first,second,games\na,b,4\n")
        for record, lost in ((new, []), (old, [f"tournament.py: {old} was begun without these columns, which stay unrecorded: "])):
            run = self.run_it("--sprt=-5,5", "--games", "2", "--limit", "nodes:1", "--record", record, self.player("a"), self.player("b"))
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn("no decision, LLR 0.00 after 2 of at most 2 games", run.stdout)
            self.assertIn("supports neither H0 nor H1", run.stdout)
            said = [line for line in run.stderr.splitlines() if "unrecorded" in line]
            self.assertEqual([line.partition("limit, ")[0] for line in said], lost)
            self.assertTrue(all(line.endswith(", sprt") for line in said), said)
        with open(new, encoding="utf-8") as file:
            self.assertEqual(next(csv.DictReader(file))["sprt"], "undecided [-5, 5]")
        with open(old, encoding="utf-8") as file:
            self.assertEqual(file.read(), "first,second,games\na,b,4\na,b,2\n")

    def test_an_interrupted_test_reports_its_state(self):
        arguments = ["--sprt=-1,1", "--games", "1000", "--limit", "nodes:1", self.player("a"), self.player("b")]
        process = subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2):
            process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(out, r"bounds -2.94 and 2.94: no decision, LLR -?0.00 after \d+ of at most 1000 games\nwarning: .* neither H0 nor H1\n$")

    def test_a_match_with_a_test_leaves_out_pairs_after_the_decision(self):
        given = argparse.Namespace(sprt=sprt.Sprt("0,300"), games=100)
        match = tournament.Match(argparse.Namespace(name="a"), argparse.Namespace(name="b"), given)
        self.addCleanup(tournament.STOPPING.clear)
        with contextlib.redirect_stderr(io.StringIO()):
            for number in range(1, 8):
                match.finish(number, ([1.0, 1.0], []))
            self.assertEqual((match.pairs, match.verdict), ([], None))
            match.finish(0, ([0.5, 1.0], []))
        # Pair 0 counts first, and the test decides before pair 6.
        self.assertEqual((match.pairs[0], len(match.pairs), match.verdict), ([0.5, 1.0], 6, "H1"))


class Matches(unittest.TestCase):
    """The table of docs/engine.md: .ci/matches.py, which is no module of a package."""

    def test_an_undecided_test_is_told_from_a_decision(self):
        spec = importlib.util.spec_from_file_location("matches", os.path.join(HERE, "../.ci/matches.py"))
        matches = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(matches)
        self.assertEqual(matches.difference({"elo": "7", "sprt": "H1 [0, 10]"}), "+7 (biased), SPRT: H1 [0, 10]")
        self.assertEqual(
            matches.difference({"elo": "7", "sprt": "undecided [0, 10]"}), "+7 (biased), SPRT: undecided [0, 10], supports neither"
        )


if __name__ == "__main__":
    unittest.main()
