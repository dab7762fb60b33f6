"""Chess, studies, replays, traces and figures: what the laboratory and the command give to Python."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import supplant
from supplant import CommandError, Table, search_chess

try:
    import numpy
    import pandas
except ImportError:
    pandas = None
try:
    import matplotlib

    matplotlib.use("Agg")
except ImportError:
    matplotlib = None

TINY = {"quick": True, "positions": "middlegames:40", "plies": "3", "sizes": ["1K", "4K"], "schemes": ["NEW", "TWOBIG1"], "further": "none"}


def quiet():
    return contextlib.redirect_stderr(io.StringIO())


class Chess(unittest.TestCase):
    def test_a_mate_is_found_with_its_line(self):
        found = search_chess("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", depth=3)
        self.assertEqual((found.mate, found.line, found.san, found.best), (1, ["a1a8"], ["Ra8#"], "a1a8"))
        self.assertEqual((found.depth, found.finished), (3, True))
        mated = search_chess("7k/1R6/8/8/8/8/8/R5K1 b - - 0 1", depth=4)
        self.assertEqual((mated.mate, mated.san), (-1, ["Kg8", "Ra8#"]))

    def test_one_thread_visits_the_nodes_that_the_command_prints(self):
        found = search_chess(depth=6, size="64 MiB")
        again = search_chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", depth=6, size="64 MiB")
        self.assertEqual((found.nodes, found.line, found.score), (again.nodes, again.line, again.score))
        self.assertEqual([one["depth"] for one in found.iterations], [1, 2, 3, 4, 5, 6])
        self.assertIn(f"{found.nodes} nodes", supplant.command("search", "--depth", "6", "--hash", "64", show=False))
        other = search_chess(depth=6, scheme="NEW", size="16 KiB")
        self.assertNotEqual(other.nodes, found.nodes, "control: another table, other nodes")

    def test_a_table_is_kept_from_search_to_search(self):
        table = Table("16 MiB")
        first, second = search_chess(depth=6, table=table), search_chess(depth=6, table=table)
        self.assertLess(second.nodes, first.nodes)
        self.assertGreater(second.hits, 0)

    def test_a_finished_game_has_no_line(self):
        for fen in ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            found = search_chess(fen)
            self.assertEqual((found.score, found.mate, found.line, found.best, found.finished), (None, None, [], None, True))

    def test_limits_end_a_search(self):
        found = search_chess(nodes=5000)
        self.assertLessEqual(found.nodes, 6100)
        self.assertFalse(search_chess(depth=50, seconds=0.1).finished)
        self.assertGreater(search_chess(depth=7, threads=2).nodes, 0)

    def test_progress_gets_each_iteration_and_its_exception_comes_through(self):
        told = []
        found = search_chess(depth=5, progress=told.append)
        self.assertEqual(told, found.iterations)

        calls = []

        def fail(iteration):
            calls.append(iteration["depth"])
            raise LookupError(iteration["depth"])

        with self.assertRaises(LookupError):
            search_chess(depth=30, progress=fail)
        self.assertEqual(len(calls), 1, "no more calls after the exception")

    def test_wrong_arguments_are_refused_in_a_line(self):
        wrong = [
            ({"fen": "x"}, "is not a position"), ({"fen": ""}, ""), ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, ""),
            ({"depth": 0}, "`0` is not a depth; give plies from 1 to 100"), ({"depth": 101}, "not a depth"),
            ({"depth": -1}, "not a depth"), ({"nodes": 0}, "nodes=0: give"), ({"seconds": 0}, "above 0"),
            ({"seconds": float("nan")}, "above 0"), ({"threads": 0}, "`0` is not a number of threads; give 1 to 1024"),
            ({"threads": 1025}, "not a number of threads"), ({"search": "x"}, "no search is called `x`"),
            ({"scheme": "x"}, "no scheme is called"), ({"table": Table("64 KiB"), "size": 1024}, "give either it or them"),
        ]
        for options, said in wrong:
            with self.assertRaises(ValueError, msg=options) as raised:
                search_chess(**options)
            self.assertIn(said, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
        for options in ({"fen": 3}, {"depth": "x"}, {"depth": 1.5}, {"progress": 3}, {"threads": None}):
            with self.assertRaises(TypeError, msg=options):
                search_chess(**options)


class Command(unittest.TestCase):
    def test_it_is_the_command_itself(self):
        self.assertIn("TWOBIG1", supplant.command("schemes"))
        done = subprocess.run([sys.executable, "-m", "supplant", "schemes", "twobig"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        with self.assertRaises(CommandError) as raised:
            supplant.command("schemes", "twobig")
        self.assertEqual(done.stderr, f"error: {raised.exception}\n")
        self.assertEqual(raised.exception.code, 2)
        self.assertIsInstance(raised.exception, ValueError)

    def test_bad_usage_is_an_error_in_the_words_of_the_command(self):
        for words, said in [
            (["sudy"], "did you mean study?"), (["study", "1994", "--foo"], "--foo"), ([""], ""), (["replay", "/nowhere"], "cannot be read"),
            (["study", "1994", "--sizes", "x", "--out", "/nowhere"], "--sizes: `x` is not a table size"),
        ]:
            with self.assertRaises(CommandError) as raised:
                supplant.command(*words)
            self.assertIn(said, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
        with self.assertRaises(TypeError):
            supplant.command("schemes", 3)


@unittest.skipUnless(pandas, "pandas is not installed")
class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        with quiet():
            cls.rows = supplant.study("1994", cls.folder / "study", **TINY)

    def test_a_study_is_a_row_per_measurement_and_equals_its_csv(self):
        rows = self.rows
        self.assertEqual(set(rows["scheme"]), {"NEW", "TWOBIG1", "none", "unbounded"})
        self.assertEqual(sorted(set(rows["slots"].dropna())), [1024, 4096])
        self.assertTrue((rows["nodes"] == rows["interior"] + rows["leaf"] + rows["quiescence"]).all())
        csv = pandas.read_csv(self.folder / "study" / "1994.csv")
        self.assertEqual(list(csv.columns), list(rows.columns))
        self.assertEqual(csv["nodes"].tolist(), rows["nodes"].tolist())

    def test_a_study_goes_on_where_it_was(self):
        before = (self.folder / "study" / "1994.jsonl").read_text().count('"unit"')
        with quiet():
            rows = supplant.study("1994", self.folder / "study", **TINY)
        self.assertEqual((self.folder / "study" / "1994.jsonl").read_text().count('"unit"'), before)
        self.assertEqual(len(rows), len(self.rows))

    def test_packed_journals_are_read(self):
        import gzip
        import lzma

        journal = (self.folder / "study" / "1994.jsonl").read_bytes()
        for ending, pack in ((".xz", lzma.compress), (".gz", gzip.compress)):
            folder = self.folder / f"packed{ending}"
            folder.mkdir()
            (folder / f"1994.jsonl{ending}").write_bytes(pack(journal))
            pandas.testing.assert_frame_equal(supplant.read_study(folder), self.rows)

    def test_a_damaged_line_is_named_and_does_not_count(self):
        folder = self.folder / "damaged"
        folder.mkdir()
        lines = (self.folder / "study" / "1994.jsonl").read_text().splitlines(keepends=True)
        lines[1] = lines[1].replace('"nodes":', '"nodes":1', 1)
        (folder / "1994.jsonl").write_text("".join(lines))
        with self.assertWarnsRegex(UserWarning, "line 2"):
            rows = supplant.read_study(folder)
        self.assertLess(len(rows), len(self.rows))

    def test_folders_without_results_are_refused_in_a_line(self):
        for folder in (self.folder / "nowhere", self.folder, Path("/dev/null")):
            with self.assertRaises((ValueError, OSError), msg=folder) as raised:
                supplant.read_study(folder)
            self.assertNotIn("\n", str(raised.exception))
        with self.assertRaisesRegex(ValueError, "holds no results of study 1996"):
            supplant.read_study(self.folder / "study", study="1996")

    def test_a_study_of_ones_own_is_run_from_its_file(self):
        own = self.folder / "own.toml"
        own.write_text(
            'name = "own"\ntitle = "Which is better?"\nintroduction = "Two schemes."\nsource = "A test."\n[axes]\n'
            'schemes = ["NEW", "SIEGE"]\nsizes = ["1K"]\nplies = "3..=3"\npositions = "middlegames:60"\n'
        )
        with quiet():
            rows = supplant.study(own, self.folder / "own")
            again = supplant.study(str(own), self.folder / "own")
        self.assertEqual(set(rows["study"]), {"own"})
        self.assertLessEqual({"NEW", "SIEGE"}, set(rows["scheme"]))
        pandas.testing.assert_frame_equal(rows, again)

    def test_options_are_refused_in_the_words_of_the_command(self):
        for options, said in [({"schemes": "TWOBIG"}, "did you mean TWOBIG1?"), ({"foo": 1}, "--foo"), ({"sizes": []}, "--sizes"), ({"jobs": 0}, "`0`")]:
            with self.assertRaises(CommandError) as raised, quiet():
                supplant.study("1994", self.folder / "refused", **options)
            self.assertIn(said, str(raised.exception))

    def record(self):
        path = self.folder / "engine.record"
        if not path.exists():
            supplant.command("search", "--epd", self.epd(), "--depth", "5", "--record", path, show=False)
        return path

    def epd(self):
        path = self.folder / "two.epd"
        path.write_text(
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n"
            "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3\n"
        )
        return path

    def test_a_replay_is_a_row_per_table(self):
        with quiet():
            rows = supplant.replay(self.record(), schemes=["NEW", "SIEGE"], sizes=["16KiB", "64KiB"], clear=True)
        self.assertEqual(len(rows), 4)
        self.assertEqual(set(rows["scheme"]), {"NEW", "SIEGE"})
        lost = rows.set_index(["scheme", "bytes"])["lost"]
        self.assertGreater(lost["NEW", 16384], lost["NEW", 65536])
        self.assertTrue((rows["lost_low"] <= rows["lost"]).all())
        with self.assertRaisesRegex(CommandError, "cannot be read"), quiet():
            supplant.replay(self.folder / "nowhere")
        with self.assertRaisesRegex(CommandError, "not a recording"), quiet():
            supplant.replay(self.epd())

    def test_a_trace_is_a_row_per_record(self):
        path = self.folder / "search.trace"
        words = ["--lockstep", "--workers", "2", "--seed", "7", "--depth", "4"]
        supplant.command("search", *words, "--trace", path, show=False)
        trace = supplant.read_trace(path)
        self.assertEqual(trace.attrs["heading"]["workers"], 2)
        self.assertEqual(set(trace["worker"]), {0, 1})
        self.assertLessEqual({"asked", "missed", "found", "stored", "cut"}, set(trace["what"]))
        asked = trace["what"] == "asked"
        self.assertTrue((trace["score"] < trace["beta"])[asked].all() and (trace["beta"] == 0)[~asked].all())
        self.assertTrue((trace["move"] == 0)[asked].all())
        self.assertEqual(trace["key"].dtype, numpy.dtype("uint64"))
        stored = trace[trace["what"] == "stored"]
        self.assertTrue((stored["size"] > 0).all() and (stored["depth"] <= 5).all())
        # The same bytes once more, as docs/trace.md reads them.
        import gzip

        with gzip.open(path) as file:
            file.readline()
            bytes_of = numpy.frombuffer(file.read(), dtype="u1").reshape(-1, 32)
        self.assertEqual(len(bytes_of), len(trace))
        self.assertEqual(bytes_of[:, 28].tolist(), trace["depth"].tolist())
        self.assertEqual(bytes_of[:, 26:28].copy().view("<i2")[:, 0].tolist(), trace["score"].tolist())
        whole = path.read_bytes()
        for damaged in (whole[: len(whole) // 2], b"x" * 100, b""):
            path.write_bytes(damaged)
            with self.assertRaises((ValueError, OSError)) as raised:
                supplant.read_trace(path)
            self.assertIn("search.trace", str(raised.exception))
        with self.assertRaises(FileNotFoundError):
            supplant.read_trace(self.folder / "nowhere")

    @unittest.skipUnless(matplotlib, "matplotlib is not installed")
    def test_figures_show_what_frames_have(self):
        axes = supplant.plot_study(self.rows)
        labels = axes.get_legend_handles_labels()[1]
        self.assertEqual(set(labels), {"NEW", "TWOBIG1", "no table", "no collisions"})
        drawn = {line.get_label(): line for line in axes.get_lines()}
        here = self.rows[(self.rows["ply"] == 3) & (self.rows["scheme"] == "NEW") & (self.rows["slots"] == 1024)]
        self.assertAlmostEqual(drawn["NEW"].get_ydata()[0], here["nodes"].sum() / 1e6)
        with self.assertRaisesRegex(ValueError, "no row of a table with mode keep"):
            supplant.plot_study(self.rows, mode="keep")
        with quiet():
            replayed = supplant.replay(self.record(), schemes=["NEW", "SIEGE"], sizes=["16KiB", "64KiB"])
        self.assertEqual(len(supplant.plot_replay(replayed).get_lines()), 2)

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_sums_are_of_one_mode_and_of_the_mean_of_repeats(self):
        with quiet():
            rows = supplant.study("1994", self.folder / "modes", **TINY, modes=["clear", "stamp"], repeats=2)
        sums = supplant.study_nodes(rows)
        whole = rows[(rows["scheme"] == "unbounded") & (rows["mode"] == "clear") & (rows["ply"] == 3)]
        self.assertEqual(sums.loc["unbounded"].tolist(), [whole["nodes"].sum()] * 2)
        new = rows[(rows["scheme"] == "NEW") & (rows["mode"] == "clear") & (rows["ply"] == 3) & (rows["slots"] == 1024)]
        self.assertEqual(set(new["repeat"]), {1, 2})
        self.assertEqual(sums.loc["NEW", 1024], new["nodes"].sum() / 2)
        unfinished = rows.drop(new[new["position"] == new["position"].iloc[0]].index)
        self.assertGreater(new["position"].nunique(), 1)
        self.assertTrue(pandas.isna(supplant.study_nodes(unfinished).loc["NEW", 1024]))
        for axis, other in (("search", "modern"), ("threads", 2), ("verified", "24"), ("lockstep", 64)):
            several = pandas.concat([rows, rows.assign(**{axis: other})])
            with self.assertRaisesRegex(ValueError, f"several values of {axis}: .*select"):
                supplant.study_nodes(several)


class Missing(unittest.TestCase):
    def test_without_a_module_a_line_says_how_to_get_it(self):
        program = (
            "import sys\n"
            "for name in ('pandas', 'numpy', 'matplotlib', 'pyspiel'): sys.modules[name] = None\n"
            "import supplant\n"
            "assert supplant.solve(supplant.games.Nim(1, 2)).value == 1\n"
            "calls = [lambda: supplant.read_study('x'), lambda: supplant.read_trace('x'), lambda: supplant.study('1994', 'x'),\n"
            "         lambda: supplant.replay('x'), lambda: supplant.openspiel('nim'), lambda: supplant.plot_study(None)]\n"
            "for call in calls:\n"
            "    try: call()\n"
            "    except ImportError as error: print(error)\n"
        )
        printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        self.assertEqual(
            printed.splitlines(),
            [
                "supplant.read_study needs pandas: pip install pandas",
                "supplant.read_trace needs pandas: pip install pandas",
                "supplant.study needs pandas: pip install pandas",
                "supplant.replay needs pandas: pip install pandas",
                "supplant.openspiel needs OpenSpiel: pip install open_spiel",
                "supplant.plot_study needs matplotlib: pip install matplotlib",
            ],
        )


if __name__ == "__main__":
    unittest.main()
