"""Arguments of every wrong kind: each call returns or raises an ordinary exception with one line of text."""

import itertools
import os
import pickle
import tempfile
import unittest

import supplant
from supplant import Table, solve
from supplant.games import Nim


class Awkward:
    """Fails at whatever it is asked."""

    def __getattr__(self, name):
        raise RuntimeError(f"no {name}")

    def __repr__(self):
        return "awkward"

    def __eq__(self, other):
        raise RuntimeError("no equality")

    def __hash__(self):
        raise RuntimeError("no hash")

    def __bool__(self):
        raise RuntimeError("no truth")

    def __index__(self):
        raise RuntimeError("no index")

    def __fspath__(self):
        raise RuntimeError("no path")

    def __iter__(self):
        raise RuntimeError("nothing to iterate")

    def __call__(self, *arguments):
        raise RuntimeError("no call")


ANYTHING = [
    None, True, 0, -1, 1, 255, 256, 2**31, 2**63, 2**64, -(2**64), 10**400, 0.0, -0.5, 1e300, float("nan"), float("inf"),
    "", "x", "\0", "\n", "a\nb", "\ud800", "TWOBIG1", "64 MiB", "1e9", "９", "x" * 10_000, b"", b"\xff", bytearray(b"x"),
    (), (1, 2), [], [1], {}, {"a": 1}, set(), frozenset({1}), object(), Awkward(), Awkward, len, lambda: 1, iter([1]), 1j,
    range(3), Ellipsis, type, os, memoryview(b"x"), ValueError("x"),
]  # fmt: skip

# RuntimeError and the like: of Awkward itself.
ORDINARY = (TypeError, ValueError, OverflowError, OSError, MemoryError, RuntimeError, AttributeError)


class Anything(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        here = os.getcwd()
        os.chdir(folder.name)
        self.addCleanup(os.chdir, here)

    def hold(self, calls):
        """Make the calls; return how many raised."""
        raised = 0
        for number, call in enumerate(calls):
            try:
                call()
            except ORDINARY as error:
                raised += 1
                self.assertNotIn("\n", str(error).rstrip("\n"), f"call {number}: {error!r}")
                self.assertNotIn("a fault of supplant", str(error), f"call {number}")
                self.assertTrue(str(error), f"call {number}: {error!r}")
        return raised

    def test_of_a_table(self):
        table = Table("64 KiB")
        calls = []
        for value in ANYTHING:
            small = value not in ("64 MiB",) if isinstance(value, str) else True
            calls += [lambda v=value: supplant.key(v), lambda v=value: table.probe(v), lambda v=value: table.store(v, 1)]
            calls += [lambda v=value, n=name: table.store(1, **({"score": 1} | {n: v})) for name in ("score", "depth", "bound", "move", "size")]
            calls += [lambda v=value, n=name: Table("64 KiB", **{n: v}) for name in ("scheme", "layout")]
            if small and not (isinstance(value, int) and value > 2**30):
                calls += [lambda v=value: Table(v), lambda v=value: Table.open_shared("shared", v)]
            calls += [lambda v=value, n=name: Table.open_shared("other", 4096, **{n: v}) for name in ("scheme", "layout", "key_seed")]
            calls += [lambda v=value: Table.load(v), lambda v=value: table.save(v), lambda v=value: Table.load("x", key_seed=v)]
            calls += [lambda v=value: Table.open_shared(v), lambda v=value: table.clear(v), lambda v=value: table == v]
        self.assertGreater(self.hold(calls), 500)
        self.assertTrue(table.store(1, 2))
        self.assertEqual(table.probe(1).score, 2)

    def test_of_the_solver(self):
        calls = [lambda v=value: solve(v) for value in ANYTHING]
        names = ("table", "nodes", "seconds", "value_range", "progress", "every")
        calls += [lambda v=value, n=name: solve(Nim(1, 2), **{n: v}) for value, name in itertools.product(ANYTHING, names)]
        for name in ("moves", "play", "is_terminal", "value", "key", "player", "value_range"):
            for value in ANYTHING:
                returned = type("Returns", (Nim,), {name: (lambda self, *_, v=value: v) if name != "value_range" else value})
                calls += [lambda game=returned(1, 2): solve(game, nodes=1000)]
                calls += [lambda game=type("Is", (Nim,), {name: value})(1, 2): solve(game, nodes=1000)]
        self.assertGreater(self.hold(calls), 500)
        self.assertEqual(solve(Nim(1, 2)).value, 1)

    def test_of_chess(self):
        calls = [lambda v=value: supplant.search_chess(v, depth=1) for value in ANYTHING]
        for name in ("depth", "nodes", "seconds", "table", "scheme", "layout", "size", "threads", "search", "progress"):
            usual = {"depth": 1, "size": 4096}
            for value in ANYTHING:
                huge = name == "size" and isinstance(value, int) and value > 2**30
                many = name == "threads" and isinstance(value, int) and value > 4
                if not huge and not many:
                    calls.append(lambda v=value, n=name: supplant.search_chess("startpos", **(usual | {n: v})))
        self.assertGreater(self.hold(calls), 200)

    def test_of_adapters(self):
        calls = [lambda v=value: supplant.games.ConnectFour(v, 4) for value in ANYTHING if not isinstance(value, int)]
        try:
            import pyspiel  # noqa: F401

            calls += [lambda v=value: supplant.openspiel(v) for value in ANYTHING]
        except ImportError:
            pass
        self.hold(calls)


class Results(unittest.TestCase):
    def test_results_can_be_sent_to_another_process(self):
        solution = solve(Nim(1, 2))
        again = pickle.loads(pickle.dumps(solution))
        self.assertEqual(repr(again), repr(solution))
        found = supplant.search_chess(depth=3)
        again = pickle.loads(pickle.dumps(found))
        self.assertEqual((repr(again), again.san, again.iterations), (repr(found), found.san, found.iterations))
        stats = Table("64 KiB").stats()
        self.assertEqual(repr(pickle.loads(pickle.dumps(stats))), repr(stats))
        error = pickle.loads(pickle.dumps(supplant.CommandError("words", 2)))
        self.assertEqual((str(error), error.code), ("words", 2))

    def test_results_cannot_be_changed(self):
        for result in (solve(Nim(1)), supplant.search_chess(depth=1), Table("64 KiB").stats()):
            with self.assertRaises(AttributeError):
                result.nodes = 5


if __name__ == "__main__":
    unittest.main()
