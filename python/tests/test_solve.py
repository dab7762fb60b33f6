"""The solver: known values, an independent solver beside it, limits, and games that are wrong."""

import functools
import gc
import itertools
import os
import random
import signal
import threading
import time
import unittest
import weakref

import supplant
from supplant import Table, solve
from supplant.games import ConnectFour, Nim, TicTacToe


def negamax(game, known=None):
    """The value by plain search with a dictionary, without bounds: an independent solver."""
    known = {} if known is None else known
    if game.is_terminal():
        return game.value()
    key = game.key()
    if key not in known:
        known[key] = max(-negamax(game.play(move), known) for move in game.moves())
    return known[key]


class Tree:
    """A random tree with a position for each path: values, players and forms are drawn from a seed."""

    def __init__(self, seed, takes_turns=True, most=9, path=(), player=0):
        self.random = random.Random(f"{seed} {path}")
        self.seed, self.takes_turns, self.most, self.path, self._player = seed, takes_turns, most, path, player
        self.width = 0 if len(path) >= 6 or path and self.random.random() < 0.1 else self.random.randint(1, 4)

    def moves(self):
        return iter([f"move {number}" for number in range(self.width)])

    def play(self, move):
        number = int(move.split()[1])
        turns = self.takes_turns or self.random.random() < 0.5
        player = 1 - self._player if turns else self._player
        return type(self)(self.seed, self.takes_turns, self.most, (*self.path, number), player)

    def is_terminal(self):
        return self.width == 0

    def value(self):
        return random.Random(f"value {self.seed} {self.path}").randint(-self.most, self.most)

    def key(self):
        return (self.seed, self.path)


class Nested:
    """A tree written as lists: an integer is the value of a finished game, a list has a move for each element."""

    def __init__(self, at):
        self.at = at

    def moves(self):
        return range(len(self.at))

    def play(self, move):
        return type(self)(self.at[move])

    def is_terminal(self):
        return isinstance(self.at, int)

    def value(self):
        return self.at

    def key(self):
        return repr(self.at)


class Endless:
    """A game that never ends. Its positions are numbers that grow, or come again after a cycle."""

    def __init__(self, at=0, cycle=2**63):
        self.at, self.cycle = at, cycle

    def moves(self):
        return [1, 2]

    def play(self, move):
        return Endless((self.at + move) % self.cycle, self.cycle)

    def is_terminal(self):
        return False

    def value(self):
        return 0

    def key(self):
        return self.at


@functools.cache
def drawn(seed, least, most, below):
    """From least to most numbers below a limit, always the same for a seed."""
    numbers = random.Random(seed)
    return [numbers.randrange(below) for _ in range(numbers.randint(least, most))]


class Graph:
    """A random graph in layers: a position is reached on many paths, with many windows."""

    def __init__(self, seed, layer=0, number=0):
        self.seed, self.layer, self.number = seed, layer, number

    def moves(self):
        return drawn(f"graph {self.seed} {self.layer} {self.number}", 1, 5, 12)

    def play(self, number):
        return Graph(self.seed, self.layer + 1, number)

    def is_terminal(self):
        return self.layer == 9

    def value(self):
        return drawn(f"value {self.seed} {self.number}", 1, 1, 19)[0] - 9

    def key(self):
        return (self.layer, self.number)


class TreeOfPlayers(Tree):
    """The same where players do not take turns: the next one is drawn once for each position."""

    def __init__(self, seed, takes_turns=False, most=9, path=(), player=0):
        super().__init__(seed, takes_turns, most, path, player)
        self.next_player = self.random.choice([0, 1])

    def play(self, move):
        number = int(move.split()[1])
        return type(self)(self.seed, self.takes_turns, self.most, (*self.path, number), self.next_player)

    def player(self):
        return "ab"[self._player]

    def first_players_value(self):
        """By plain minimax from the view of player a."""
        if self.is_terminal():
            return self.value() if self._player == 0 else -self.value()
        values = [self.play(move).first_players_value() for move in self.moves()]
        return max(values) if self._player == 0 else min(values)


def value_of_line(game, solution):
    """The value that the line reaches, from the view of the root's player."""
    sign, root = 1, game.player() if hasattr(game, "player") else None
    for move in solution.line:
        game = game.play(move)
        sign = -sign
    if root is not None:
        sign = 1 if game.player() == root else -1
    assert game.is_terminal()
    return sign * game.value()


class Values(unittest.TestCase):
    def check(self, game, value, **options):
        solution = solve(game, **options)
        self.assertEqual((solution.value, solution.finished), (value, True), solution)
        self.assertEqual(value_of_line(game, solution), value, solution)
        return solution

    def test_tic_tac_toe_is_a_draw(self):
        solution = self.check(TicTacToe(), 0)
        self.assertEqual(len(solution.line), 9)
        self.assertEqual(solution.best, solution.line[0])
        self.assertLess(solution.nodes, 5478, "fewer than the positions of the game")

    def test_every_position_of_tic_tac_toe_has_the_value_of_a_plain_search(self):
        known, table, seen, left = {}, Table("1 MiB"), set(), [TicTacToe()]
        while left:
            game = left.pop()
            if game.key() in seen:
                continue
            seen.add(game.key())
            if game.is_terminal():
                self.check(game, game.value(), table=table)
                continue
            self.check(game, negamax(game, known), table=table)
            left += [game.play(move) for move in game.moves()]
        self.assertEqual(len(seen), 5478)

    def test_nim_is_won_unless_the_exclusive_or_is_zero(self):
        for heaps in itertools.combinations_with_replacement(range(5), 3):
            first, second, third = heaps
            self.check(Nim(*heaps), 1 if first ^ second ^ third else -1)
        self.check(Nim(1, 3, 5, 7), -1)
        self.check(Nim(2, 3, 4, 6), 1)

    def test_connect_four_has_the_values_of_a_plain_search(self):
        for columns, rows in [(4, 4), (3, 5), (5, 3), (4, 3), (1, 6), (7, 1)]:
            game = ConnectFour(columns, rows)
            self.check(game, negamax(game))

    @unittest.skipUnless(os.environ.get("SUPPLANT_SLOW"), "a plain search of 5 columns takes a minute: set SUPPLANT_SLOW")
    def test_connect_four_of_five_columns_has_the_value_of_a_plain_search(self):
        self.assertEqual(negamax(ConnectFour(5, 4)), 0)

    def test_connect_four_of_five_columns_and_four_rows_is_a_draw(self):
        # 0 by a plain search with a dictionary, the test above, and by OpenSpiel's solver (benchmarks/openspiel.py).
        self.check(ConnectFour(5, 4), 0)

    def test_random_trees_have_the_value_of_a_plain_search_under_any_scheme_and_size(self):
        for seed in range(60):
            schemes = supplant.schemes()
            scheme = schemes[seed % len(schemes)]["name"]
            table = Table([64, 1024, 1 << 16][seed % 3] * 4, scheme=scheme)
            most = [1, 3, 9, 32767][seed % 4]
            game = Tree(seed, most=most)
            wanted = negamax(game)
            self.check(game, wanted, table=table)
            self.check(game, wanted, table=table)
            self.check(game, wanted, value_range=(-most, most))

    def test_random_graphs_have_the_value_of_a_plain_search(self):
        for seed in range(60):
            table = Table([64, 1024, 1 << 16][seed % 3], scheme=["TWOBIG1", "TWODEEP"][seed % 2])
            game = Graph(seed)
            known = {}
            self.check(game, negamax(game, known), table=table)
            for number in range(12):
                for layer in (1, 4, 7):
                    inner = Graph(seed, layer, number)
                    self.assertEqual(solve(inner, table=table).value, negamax(inner, known))

    def test_a_player_may_move_several_times_in_a_row(self):
        differ = 0
        for seed in range(60):
            for root in (0, 1):
                game = TreeOfPlayers(seed, player=root)
                value = game.first_players_value()
                self.check(game, value if root == 0 else -value, table=Table(1024))
                differ += negamax(Tree(seed)) != value
        self.assertGreater(differ, 20, "control: most values differ if players take turns")

    def test_a_table_answers_the_second_time(self):
        table = Table("1 MiB")
        first = solve(ConnectFour(4, 4), table=table)
        second = solve(ConnectFour(4, 4), table=table)
        self.assertEqual(second.value, first.value)
        self.assertLess(second.nodes, first.nodes / 10)
        self.assertGreater(second.hits, 0)

    def test_a_narrow_range_saves_work_and_keeps_the_value(self):
        wide = solve(ConnectFour(4, 4), value_range=(-100, 100))
        narrow = solve(ConnectFour(4, 4))
        self.assertEqual(wide.value, narrow.value)
        self.assertLessEqual(narrow.nodes, wide.nodes)

    def test_a_range_that_differs_by_player_is_the_first_players(self):
        class Scored(Tree):
            value_range = None

            def value(self):
                # From 2 to 5 for the first player.
                value = 2 + abs(super().value()) % 4
                return value if len(self.path) % 2 == 0 else -value

        for seed in range(40):
            game = Scored(seed)
            self.check(game, negamax(game), value_range=(2, 5))
            with self.assertRaisesRegex(ValueError, "not in the range"):
                solve(Scored(seed), value_range=(-7, -6))

    def test_a_game_of_a_hundred_thousand_plies_is_solved(self):
        class Countdown:
            def __init__(self, left):
                self.left = left

            def moves(self):
                return [1]

            def play(self, taken):
                return Countdown(self.left - taken)

            def is_terminal(self):
                return self.left == 0

            def value(self):
                return -1

            def key(self):
                return self.left

        solution = solve(Countdown(100_000), table=Table("16 MiB"))
        self.assertEqual((solution.value, len(solution.line)), (-1, 100_000))
        self.assertEqual(solve(Countdown(100_001)).value, 1)

    def test_values_may_be_whole_floats_and_integers_of_any_kind(self):
        class One(Nim):
            kind = float

            def value(self):
                return self.kind(-1)

            def play(self, move):
                return type(self)(*super().play(move).heaps)

        class Number:
            def __init__(self, number):
                self.number = number

            def __index__(self):
                return self.number

        for kind in (float, int, Number):
            self.assertEqual(solve(type("One", (One,), {"kind": kind})(1, 2)).value, 1)


class Limits(unittest.TestCase):
    def test_a_limit_ends_the_search_and_the_same_call_goes_on(self):
        table, calls = Table("1 MiB"), 0
        while True:
            solution = solve(ConnectFour(4, 4), table=table, nodes=3000)
            calls += 1
            self.assertLessEqual(solution.nodes, 3000)
            if solution.finished:
                break
            self.assertLess(calls, 100)
            self.assertTrue(solution.value is None or solution.line)
        self.assertGreater(calls, 2)
        self.assertEqual(solution.value, 0)
        stopped = solve(ConnectFour(5, 4), nodes=100)
        self.assertEqual((stopped.value, stopped.line, stopped.best, stopped.finished, stopped.nodes), (None, [], None, False, 100))
        self.assertIn("value=None, line=[], finished=False", repr(stopped))

    def test_a_value_that_is_known_stays_if_the_limit_strikes_in_the_line(self):
        whole = solve(Nim(3, 4, 5))
        for nodes in range(whole.nodes):
            part = solve(Nim(3, 4, 5), nodes=nodes)
            self.assertFalse(part.finished)
            self.assertIn(part.value, (None, whole.value))
        self.assertEqual(part.value, whole.value)
        self.assertEqual(part.line, whole.line[: len(part.line)])
        self.assertTrue(solve(Nim(3, 4, 5), nodes=whole.nodes).finished)

    def test_a_time_limit_ends_the_search(self):
        start = time.monotonic()
        solution = solve(ConnectFour(), seconds=0.2)
        self.assertFalse(solution.finished)
        self.assertLess(time.monotonic() - start, 5)
        self.assertGreater(solution.nodes, 0)
        self.assertEqual(solve(ConnectFour(), seconds=0).nodes, 0)

    def test_progress_is_told_and_grows(self):
        told = []
        solve(ConnectFour(4, 4), progress=told.append, every=0.01)
        self.assertGreater(len(told), 1)
        nodes = [one.nodes for one in told]
        self.assertEqual(nodes, sorted(nodes))
        self.assertGreater(told[-1].plies, 0)
        self.assertTrue(repr(told[0]).startswith("Progress(nodes="))
        every = []
        whole = solve(Nim(1, 2), progress=every.append, every=0)
        self.assertEqual(len(every), whole.nodes)

    def test_an_exception_of_progress_comes_through(self):
        class Enough(Exception):
            pass

        def stop(progress):
            raise Enough(progress.nodes)

        with self.assertRaises(Enough):
            solve(ConnectFour(5, 4), progress=stop, every=0.01)

    def test_wrong_limits_are_refused(self):
        wrong = [
            {"seconds": -1}, {"seconds": float("nan")}, {"every": -1}, {"every": float("nan")},
            {"value_range": (1, -1)}, {"value_range": (0, 0)}, {"value_range": (-40000, 1)}, {"value_range": (0, 2**40)},
        ]
        for options in wrong:
            with self.assertRaises(ValueError, msg=options) as raised:
                solve(TicTacToe(), **options)
            self.assertIn("give", str(raised.exception))
        wrong = [
            {"seconds": "1"}, {"nodes": 1.5}, {"nodes": "many"}, {"value_range": 3}, {"value_range": (1, 2, 3)},
            {"progress": 5}, {"table": {}}, {"table": "1 MiB"}, {"foo": 1},
        ]
        for options in wrong:
            with self.assertRaises((TypeError, ValueError), msg=options):
                solve(TicTacToe(), **options)
        for options in [{"nodes": -1}, {"nodes": 2**64}]:
            with self.assertRaises(OverflowError, msg=options):
                solve(TicTacToe(), **options)

    def test_a_layout_whose_answers_are_no_proof_is_refused(self):
        for layout in ("cluster10", "single8"):
            with self.assertRaisesRegex(ValueError, "verifies 16 bits of a key, so that its answers are no proof; give xor16"):
                solve(TicTacToe(), table=Table("1 MiB", scheme="DEPTHAGE", layout=layout))
        self.assertEqual(solve(TicTacToe(), table=Table("1 MiB", scheme="DEPTHAGE", layout="lines16")).value, 0)


class Interrupts(unittest.TestCase):
    def setUp(self):
        # Who started the tests may ignore the signal: a shell does so for what it runs in the background.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    @unittest.skipIf(os.name == "nt", "signals of this kind are of POSIX")
    def test_ctrl_c_ends_the_search_and_what_was_found_stays(self):
        table = Table("16 MiB")
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            solve(ConnectFour(), table=table)
        timer.join()
        self.assertGreater(len(table), 100)
        table.clear()

    @unittest.skipIf(os.name == "nt", "signals of this kind are of POSIX")
    def test_ctrl_c_ends_a_search_of_chess(self):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            supplant.search_chess(depth=100)
        timer.join()
        self.assertLess(time.monotonic() - start, 10)


class WrongGames(unittest.TestCase):
    def game(self, **methods):
        def make(*_):
            return type("Wrong", (Tree,), methods)(3)

        return make()

    def test_an_exception_of_the_game_comes_through_unchanged(self):
        class Mine(Exception):
            pass

        error = Mine("my words")

        def fail(*_):
            raise error

        for name in ("moves", "play", "is_terminal", "value", "key", "player"):
            with self.assertRaises(Mine) as raised:
                solve(self.game(**{name: fail}))
            self.assertIs(raised.exception, error)

        def in_the_middle(self):
            yield "move 0"
            raise error

        def of_a_number(name):
            return type("Number", (), {name: fail})()

        for methods in (
            {"moves": in_the_middle},
            {"moves": lambda self: of_a_number("__iter__")},
            {"is_terminal": lambda self: True, "value": lambda self: of_a_number("__index__")},
        ):
            with self.assertRaises(Mine, msg=methods):
                solve(self.game(**methods))

        def leave(*_):
            raise SystemExit(3)

        with self.assertRaises(SystemExit):
            solve(self.game(value=leave))

    def test_what_is_no_game_is_told_what_it_lacks(self):
        for thing in (None, 3, "x", [], object()):
            with self.assertRaisesRegex(TypeError, r"is not a game: it lacks moves\(\), play\(\), is_terminal\(\), value\(\), key\(\)"):
                solve(thing)
        with self.assertRaisesRegex(TypeError, r"player is int: make it a method player\(\)"):
            solve(self.game(player=1))
        with self.assertRaisesRegex(TypeError, r"it lacks key\(\); see help"):
            solve(self.game(key=None))

    def test_wrong_results_of_methods_are_refused_in_a_line(self):
        wrong = [
            ("value", lambda self: 0.5, ValueError, "give an integer; multiply"),
            ("value", lambda self: float("nan"), ValueError, "value() returned nan"),
            ("value", lambda self: 40_000, ValueError, "not in the range -32767 to 32767"),
            ("value", lambda self: -(10**30), ValueError, "not in the range"),
            ("value", lambda self: None, TypeError, "value() returned NoneType: give an integer"),
            ("value", lambda self: "1", TypeError, "value() returned str"),
            ("play", lambda self, move: None, TypeError, "play() returned None: return another one"),
            ("play", lambda self, move: 5, TypeError, "play() returned int, which is not a position"),
            ("moves", lambda self: None, TypeError, "moves() returned NoneType: return a list of moves"),
            ("moves", lambda self: [], ValueError, "moves() returned none, and is_terminal() says"),
            ("moves", lambda self: iter(()), ValueError, "moves() returned none"),
            ("moves", lambda self: itertools.count(), ValueError, "moves() returned more than 1048576 moves"),
            ("moves", lambda self: 3, TypeError, "moves() returned int: return a list of moves"),
            ("key", lambda self: [], TypeError, "list has no stable form for a key"),
            ("key", lambda self: -1, OverflowError, "from 0 to 2**64 - 1"),
            ("key", lambda self: 7, ValueError, "key() does not tell positions apart"),
            ("value_range", (1,), TypeError, "value_range of the game is not a pair"),
            ("value_range", (5, 1), ValueError, "give the least and a greater value"),
        ]
        for name, method, kind, said in wrong:
            with self.assertRaises(kind, msg=(name, said)) as raised:
                solve(self.game(**{name: method}))
            self.assertIn(said, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))

    def test_limits_that_no_clock_reaches_are_none(self):
        for options in [{"seconds": 1e300}, {"seconds": float("inf"), "every": float("inf"), "progress": print}]:
            self.assertEqual(solve(TicTacToe(), **options).value, 0)

    def test_a_range_that_was_too_narrow_leaves_no_wrong_entry(self):
        table = supplant.Table("64 KiB")
        self.assertEqual(solve(Nested([-1, -9]), table=table, value_range=(-1, 1)).value, 1)
        self.assertEqual(solve(Nested([-1, -9]), table=table).value, 9)

    def test_the_move_of_the_table_comes_first_and_no_other_is_left_out(self):
        table = supplant.Table("64 KiB")
        table.store(repr([-9, 1, 2]), -30000, bound="lower", move=2)
        self.assertEqual(solve(Nested([-9, 1, 2]), table=table).value, 9)

    def test_a_solution_that_its_moves_hold_is_collected(self):
        class Held(Nested):
            def moves(self):
                return [Held(at) for at in self.at]

            def play(self, move):
                return move

        game = Held([1, [2, 3]])
        for move in (solution := solve(game)).line:
            move.solution = solution
        gone = weakref.ref(solution.line[0])
        del game, move, solution
        gc.collect()
        self.assertIsNone(gone())

    def test_what_a_property_raises_comes_through(self):
        class Interrupts(TicTacToe):
            @property
            def key(self):
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            solve(Interrupts())

    def test_a_class_in_the_place_of_a_position_is_refused(self):
        with self.assertRaisesRegex(TypeError, "is a class: give a position"):
            solve(TicTacToe)

    def test_a_game_that_only_grows_is_refused_before_it_takes_all_memory(self):
        with self.assertRaisesRegex(ValueError, "after 262144 plies the game goes on"):
            solve(Endless())

    def test_a_game_without_an_end_is_refused(self):
        with self.assertRaisesRegex(ValueError, "the game repeats a position, and has no end, or key"):
            solve(Endless(cycle=5))

    def test_a_position_that_changes_under_the_search_is_noticed(self):
        class Mutable(TicTacToe):
            def play(self, move):
                self.mine, self.theirs = self.theirs, self.mine | 1 << move
                return self

        with self.assertRaisesRegex(TypeError, "play\\(\\) returned the position itself: return another one"):
            solve(Mutable())

    def test_a_key_that_mixes_positions_of_different_values_is_noticed_in_the_line(self):
        noticed = 0
        for seed in range(40):
            game = type("Mixed", (Tree,), {"key": lambda self: (len(self.path), sum(self.path) % 2)})(seed)
            try:
                solution = solve(game)
            except ValueError as error:
                self.assertIn("key()", str(error))
                noticed += 1
            else:
                self.assertEqual(value_of_line(game, solution), solution.value)
        self.assertGreater(noticed, 0)

    def test_a_panic_is_an_exception_and_the_interpreter_goes_on(self):
        from supplant import _native

        with self.assertRaisesRegex(RuntimeError, "a fault of supplant, please report it: on purpose"):
            _native.panic_for_a_test("on purpose")
        self.assertEqual(solve(Nim(1)).value, 1)

    def test_a_table_may_be_used_by_the_game_itself_and_is_not_emptied_meanwhile(self):
        table, said = Table("1 MiB"), []

        def value(self):
            table.store("mine", 3)
            try:
                table.clear()
            except RuntimeError as error:
                said.append(str(error))
            return 1

        solve(self.game(value=value), table=table)
        self.assertEqual(table.probe("mine").score, 3)
        self.assertIn("used by a search or a save of another thread", said[0])
        table.clear()
        self.assertEqual(len(table), 0)

    def test_solve_may_be_called_within_solve(self):
        def value(self):
            return solve(Nim(1, 2)).value

        self.assertIn(solve(self.game(value=value)).value, (-1, 1))


class OpenSpiel(unittest.TestCase):
    def setUp(self):
        try:
            import pyspiel
        except ImportError:
            self.skipTest("OpenSpiel is not installed")
        self.pyspiel = pyspiel

    def test_its_games_have_the_values_of_its_own_solver(self):
        from open_spiel.python.algorithms import minimax

        for name in ["tic_tac_toe", "nim(pile_sizes=1;2;3)", "nim(pile_sizes=3;4;5)", "connect_four(rows=3,columns=3,x_in_row=3)"]:
            game = self.pyspiel.load_game(name)
            wanted = minimax.alpha_beta_search(game, value_function=None, maximum_depth=1000, maximizing_player_id=0)[0]
            self.assertEqual(solve(supplant.openspiel(name)).value, wanted, name)
            self.assertEqual(solve(supplant.openspiel(game)).value, wanted, name)

    def test_a_game_in_which_players_do_not_take_turns(self):
        name = "dots_and_boxes(num_rows=1,num_cols=2)"
        from open_spiel.python.algorithms import minimax

        try:
            game = self.pyspiel.load_game(name)
        except Exception:
            self.skipTest("this OpenSpiel lacks the game")
        wanted = minimax.alpha_beta_search(game, value_function=None, maximum_depth=1000, maximizing_player_id=0)[0]
        self.assertEqual(solve(supplant.openspiel(name)).value, wanted)

    def test_positions_after_moves_are_solved_for_the_player_to_move(self):
        state = self.pyspiel.load_game("tic_tac_toe").new_initial_state()
        for action in (0, 3, 1, 4):
            state.apply_action(action)
        solution = solve(supplant.openspiel(state))
        self.assertEqual((solution.value, solution.line), (1, [2]))
        state.apply_action(8)
        solution = solve(supplant.openspiel(state))
        self.assertEqual((solution.value, solution.best in (2, 5)), (1, True))

    def test_what_cannot_be_solved_is_refused_in_a_line(self):
        wrong = [
            ("kuhn_poker", "it has chance"), ("backgammon", "it has chance"), ("matrix_rps", "at the same time"),
            ("liars_dice", "it has chance"), ("phantom_ttt", "it hides information"), ("chinese_checkers(players=3)", "two players"),
            ("no such game", "OpenSpiel has no game 'no such game'"),
            ("nim(foo=1)", "nim of OpenSpiel: "),
        ]
        for name, said in wrong:
            with self.assertRaises(ValueError, msg=name) as raised:
                supplant.openspiel(name)
            self.assertIn(said, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
