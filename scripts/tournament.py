#!/usr/bin/env python3
"""Plays engines, or settings of one engine, against each other, and reports Elo differences with error bars.

    python3 -m venv venv && venv/bin/pip install chess
    venv/bin/python scripts/tournament.py --games 100 --limit 1+0.01 \\
        "one=target/release/supplant uci" "two=target/release/supplant uci;Threads=2"

A player is NAME=COMMAND, then options as ;Name=Value. NAME=xboard:COMMAND is a program that speaks the older protocol.
;@limit=nodes:20000 or ;@limit=move:0.1 gives a player a limit of its own, to see what a handicap is worth.
Every player meets every other. Each pair of games has one opening with colours reversed; openings.py says which.

The clock is kept here, outside of the engines: who uses more than there is loses on time. An engine that gives no move
within --patience after that, or under a limit of nodes within --patience, is killed and loses on time too. Illegal moves,
losses on time and crashes lose the game, are counted, and make the exit code 1. Draws are those of the rules, the third repetition and
fifty moves without being claimed, and games of 400 plies.

Elo differences are of the first player named, with the interval of 95 % of the mean of pairs (elo.py).
Ctrl-C, or SIGTERM, ends it and reports the pairs that were finished.

--sprt ELO0,ELO1 plays two players until a sequential test decides (sprt.py): H0 says that the first player is ELO0 stronger
than the second, H1 says ELO1. The test counts pairs in the order in which they were started, so a slow pair is not left out.
When it decides, later pairs are abandoned and not counted. Before that, --games ends it without a decision.

Exit codes: 0 the games are played, or the test has accepted H0 or H1. 1 an engine made a fault. 2 the arguments are wrong,
or a file could not be written. 3 the test reached --games without a decision. 130 interrupted.
"""
import argparse
import asyncio
import collections
import concurrent.futures
import contextlib
import itertools
import logging
import math
import os
import shlex
import shutil
import signal
import sys
import threading
import time

import command
from command import Bad

try:
    import chess
    import chess.engine
    import chess.pgn
except ImportError:
    sys.exit(command.refuse("needs the Python package chess; python3 -m venv venv && venv/bin/pip install chess"))

import elo
import openings
import record
import sprt

# Longer games are drawn. Chosen, not measured.
LONGEST = 400
# Eleven days. Timers do not take every number.
MOST_SECONDS = 10**6
# Engines read 64 bits with a sign.
MOST_NODES = 2**63
UNDECIDED = 3
RUNNING, STOPPING = set(), threading.Event()
NO_MOVE = (chess.IllegalMoveError, chess.InvalidMoveError, chess.AmbiguousMoveError)


class Player:
    """An engine as it is called, and its options."""

    def __init__(self, text):
        head, *options = text.split(";")
        self.name, _, program = head.partition("=")
        self.is_old = program.startswith("xboard:")
        self.command = shlex.split(program.removeprefix("xboard:"))
        if not self.name or not self.command:
            raise argparse.ArgumentTypeError(f"`{text}` is no player; give NAME=COMMAND;Option=Value")
        if not shutil.which(self.command[0]):
            raise argparse.ArgumentTypeError(f"{self.name}: there is no program {self.command[0]}; build or install it")
        wrong = [option for option in options if "=" not in option]
        if wrong:
            raise argparse.ArgumentTypeError(f"{self.name}: `{wrong[0]}` is no option; give Name=Value")
        self.options = dict(option.split("=", 1) for option in options)
        own = self.options.pop("@limit", None)
        self.limit = Limit(own) if own else None
        if self.limit and self.limit.start:
            raise argparse.ArgumentTypeError(f"{self.name}: @limit={own}: a player's own limit has no clock; give move: or nodes:")

    def start(self, patience):
        speaks, says = ("xboard", "feature done=1") if self.is_old else ("UCI", "uciok")
        opened = Engine.popen_xboard if self.is_old else Engine.popen_uci
        try:
            # In a process group of its own: Ctrl-C is for this program.
            engine = opened(self.command, timeout=patience, setpgrp=True)
        except asyncio.TimeoutError:
            raise Bad(f"no `{says}` within {patience} s; check that it speaks {speaks}, or wait longer with --patience") from None
        except chess.engine.EngineError as error:
            raise Bad(f"{command.short(error)}, before it said `{says}`; check that it speaks {speaks}, and its arguments") from None
        except FileNotFoundError:
            raise Bad(f"cannot be started: {self.command[0]}, or the interpreter in its first line, is missing; install it") from None
        except OSError as error:
            raise Bad(f"cannot be started: {error.strerror}; give a program that can be executed") from None
        try:
            engine.configure(self.options)
        except chess.engine.EngineTerminatedError as error:
            engine.close()
            raise Bad(f"{command.short(error)}, where it was given its options") from None
        except chess.engine.EngineError as error:
            engine.close()
            raise Bad(f"{error}; mend or remove this option") from None
        return engine

    def introduced(self, patience):
        """The engine's own name; Bad where it does not start, or knows no such option."""
        try:
            engine = self.start(patience)
        except Bad as error:
            raise Bad(f"{self.name}: {error}") from None
        name = engine.id.get("name", self.name)
        leave(engine)
        return name


class Engine(chess.engine.SimpleEngine):
    """An engine that can be killed at any time, also while it starts."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        RUNNING.add(self)
        if STOPPING.is_set():
            self.kill()

    def kill(self):
        """Kills the engine with its children: it has a process group of its own."""
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self.transport.get_pid(), signal.SIGKILL)
            else:
                self.transport.kill()

    def close(self):
        # Also called where the engine does not start.
        if self in RUNNING and self.transport.get_returncode() is None:
            self.kill()
        RUNNING.discard(self)
        super().close()


def stop():
    """Ends all games. Engines are killed, so that nothing waits for one that hangs."""
    STOPPING.set()
    for engine in list(RUNNING):
        engine.kill()


def leave(engine):
    """Ends an engine; one that does not go when it is told to is killed."""
    try:
        engine.quit()
    except (chess.engine.EngineError, asyncio.TimeoutError):
        pass
    engine.close()


class Limit:
    """`60+0.6` for the game, `move:0.1` for each move, `nodes:20000` for each move and no clock."""

    def __init__(self, text):
        self.text, self.of_move, self.nodes, self.start, self.increment = text, None, None, 0.0, 0.0
        try:
            if text.startswith("move:"):
                self.of_move = float(text[5:])
            elif text.startswith("nodes:"):
                self.nodes = int(text[6:])
            else:
                self.start, self.increment = map(float, text.split("+"))
            seconds = (self.of_move or 0, self.start, self.increment)
            # Written so that NaN fails too.
            if not all(0 <= part <= MOST_SECONDS for part in seconds) or (self.nodes or 0) >= MOST_NODES:
                raise ValueError
        except ValueError:
            examples = f"10+0.1, move:0.1 or nodes:20000, with at most {MOST_SECONDS} s"
            raise argparse.ArgumentTypeError(f"`{text}` is no limit; give such as {examples}") from None
        if (self.of_move or self.nodes or self.start) <= 0:
            raise argparse.ArgumentTypeError(f"`{text}`: give more than nothing")

    def engine(self, left):
        if self.of_move or self.nodes:
            return chess.engine.Limit(time=self.of_move, nodes=self.nodes)
        white, black = left
        return chess.engine.Limit(
            white_clock=white, black_clock=black, white_inc=self.increment, black_inc=self.increment
        )

    def wait(self, left, side, patience):
        """Seconds after which an engine that has not moved counts as hung."""
        return (0.0 if self.nodes else max(0.0, self.of_move or left[side])) + patience

    def late(self, left, side, taken):
        """Seconds by which a move came too late; below 0 where it did not. The clock is set on."""
        if self.nodes:
            return -1.0
        if self.of_move:
            return taken - self.of_move
        left[side] -= taken
        late = -left[side]
        left[side] += self.increment
        return late


class Fault(Exception):
    """A fault of an engine: `kind` is illegal, late or crash."""

    def __init__(self, side, kind, what):
        super().__init__(command.short(what))
        self.side, self.kind = side, kind


def move(engine, side, board, limit, left, arguments, game):
    """One move, played on the board."""
    begun, wait = time.perf_counter(), limit.wait(left, side, arguments.patience)
    hung = threading.Event()

    def end():
        hung.set()
        engine.kill()

    # engine.play() waits without end under a clock or a limit of nodes.
    watch = threading.Timer(wait, end)
    watch.start()
    try:
        result = engine.play(board, limit.engine(left), game=game, ponder=arguments.ponder)
    except (chess.engine.EngineError, asyncio.TimeoutError) as error:
        if hung.is_set() or isinstance(error, asyncio.TimeoutError):
            engine.kill()
            raise Fault(side, "late", f"hung: no move within {wait:.0f} s, so it was killed; --patience waits longer") from None
        if isinstance(error, chess.engine.EngineTerminatedError):
            raise Fault(side, "crash", f"ended: {error}") from None
        # Moves that are not legal are refused by the client, before they come here.
        is_move = any(isinstance(cause, NO_MOVE) for cause in error.args)
        kind = "illegal" if is_move else "crash"
        raise Fault(side, kind, f"{type(error).__name__}: {error}") from None
    finally:
        watch.cancel()
    late = limit.late(left, side, time.perf_counter() - begun)
    if late * 1000 > arguments.margin:
        raise Fault(side, "late", f"lost on time by {late * 1000:.0f} ms")
    if result.move not in board.legal_moves:
        raise Fault(side, "illegal", f"illegal move {result.move}")
    board.push(result.move)


def is_over(board):
    # The moves of the game alone: an opening of a FEN may have a counter of its own.
    return board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves() or len(board.move_stack) >= LONGEST


def play(players, board, arguments):
    """One game, White first; its score for White, and the fault that ended it. None where it was interrupted."""
    engines, left, game = [], [arguments.limit.start] * 2, object()
    limits = [player.limit or arguments.limit for player in players]
    try:
        try:
            for side, player in enumerate(players):
                try:
                    engines.append(player.start(arguments.patience))
                except Bad as error:
                    raise Fault(side, "crash", f"does not start: {error}") from None
            while not is_over(board):
                if STOPPING.is_set():
                    return None
                side = 0 if board.turn else 1
                move(engines[side], side, board, limits[side], left, arguments, game)
        except Fault as fault:
            fault.player = players[fault.side].name
            fault.told = f"{fault.player}: {fault}; {board.fen()}"
            return float(fault.side), fault
        outcome = board.outcome()
        return {None: 0.5, True: 1.0, False: 0.0}[outcome.winner if outcome else None], None
    finally:
        for engine in engines:
            leave(engine)


class Match:
    """Two players, and what became of their games."""

    def __init__(self, first, second, arguments):
        self.first, self.second, self.arguments = first, second, arguments
        self.pairs, self.faults, self.lock = [], [], threading.Lock()
        self.order, self.llr, self.verdict = sprt.InOrder(), 0.0, None
        self.name = f"{first.name} against {second.name}"

    def pair(self, number):
        """Both games of an opening; scores are of the first player."""
        if STOPPING.is_set():
            return
        scores, faults = [], []
        for players in ((self.first, self.second), (self.second, self.first)):
            board = self.arguments.start.board(number)
            ended = play(players, board, self.arguments)
            if ended is None or STOPPING.is_set():
                return
            score, fault = ended
            if fault:
                faults.append(fault)
                say(f"FAULT {fault.told}")
            scores.append(score if players[0] is self.first else 1 - score)
            self.keep(board, number, players, score, fault)
        self.finish(number, (scores, faults))

    def finish(self, number, pair):
        """Counts a finished pair. With a test, counts all pairs whose turn has come, until the test decides."""
        test = self.arguments.sprt
        with self.lock:
            for scores, faults in self.order.add(number, pair) if test else [pair]:
                if self.verdict:
                    return
                self.pairs.append(scores)
                self.faults += faults
                tally = elo.Tally(self.pairs)
                if test:
                    self.llr = test.llr(tally.kinds)
                    self.verdict = test.verdict(self.llr)
                state = f"; LLR {self.llr:.2f} ({test.lower:.2f} to {test.upper:.2f})" if test else ""
                say(f"{self.name}: {2 * len(self.pairs)} of {self.arguments.games}: {tally}{state}")
                if self.verdict:
                    STOPPING.set()

    def keep(self, board, number, players, score, fault):
        if not self.arguments.pgn:
            return
        game = chess.pgn.Game.from_board(board)
        white, black = (player.name for player in players)
        result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[score]
        game.headers.update(Round=str(number + 1), White=white, Black=black, Result=result)
        game.headers["TimeControl"] = self.arguments.limit.text
        game.headers["Termination"] = fault.kind if fault else "normal"
        with self.lock:
            command.append(self.arguments.pgn, f"{game}\n\n", ends=2)

    def play(self):
        """All pairs, or as many as there are time for."""
        with concurrent.futures.ThreadPoolExecutor(self.arguments.at_once) as pool:
            jobs = [pool.submit(self.pair, number) for number in range(self.arguments.games // 2)]
            try:
                for job in concurrent.futures.as_completed(jobs):
                    job.result()
            except BaseException:
                stop()
                pool.shutdown(cancel_futures=True)
                raise

    def count(self, kind):
        return sum(1 for fault in self.faults if fault.kind == kind)

    def told(self):
        wrong = f"illegal {self.count('illegal')}, late {self.count('late')}, crashes {self.count('crash')}"
        if self.faults:
            made = collections.Counter(f"{fault.player}: {fault.kind}" for fault in self.faults)
            wrong += f" ({', '.join(f'{which} {count}' for which, count in made.items())})"
        return "\n".join([f"{self.name}: {elo.Tally(self.pairs)}; {wrong}", *self.tested()])

    def tested(self):
        """The lines of a test: its verdict, and what not to do with the Elo."""
        if not self.arguments.sprt:
            return
        verdict = f"{self.verdict} accepted" if self.verdict else "no decision"
        yield f"{self.arguments.sprt}: {verdict}, LLR {self.llr:.2f} after {2 * len(self.pairs)} of at most {self.arguments.games} games"
        if self.verdict:
            far = "high" if self.verdict == "H1" else "low"
            yield f"warning: the test stopped because of this result: its Elo is too {far} on average, and its interval too narrow"
            return
        yield "warning: a test without a decision supports neither H0 nor H1"
        if self.order.waiting:
            yield f"{len(self.order.waiting)} finished pairs are not counted: a pair that began before them was not finished"


def say(line):
    if not QUIET:
        command.complain(line)


QUIET = False


class Remarks(logging.Handler):
    """Prints what python-chess says of an engine's output: a line each, without a traceback."""

    def emit(self, remark):
        command.complain(command.short(remark.getMessage()))


class Parser(command.Parser):
    def error(self, message):
        # A value that begins with a minus is taken for an option.
        if message == "argument --sprt: expected one argument":
            message += "; if ELO0 is negative, write --sprt=-5,0"
        super().error(message)


def whole(least, most=math.inf, is_even=False):
    def read(text):
        number = int(text) if text.isdecimal() else -1
        if not least <= number <= most or is_even and number % 2:
            kind = "an even number" if is_even else "a whole number"
            end = f" and at most {most}" if most < math.inf else ""
            raise argparse.ArgumentTypeError(f"`{text}`: give {kind} of at least {least}{end}")
        return number

    return read


def arguments():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="+", type=Player, help="NAME=COMMAND;Option=Value, at least two")
    parser.add_argument("--games", type=whole(2, is_even=True), help="games of each two players [20]; with --sprt the most games")
    parser.add_argument(
        "--sprt", type=sprt.Sprt, metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop when a sequential test decides; 0.05 for ALPHA and BETA if left out; if ELO0 is negative, write --sprt=-5,0",
    )
    parser.add_argument("--limit", type=Limit, default="1+0.01", help="SECONDS+INCREMENT, move:SECONDS or nodes:NUMBER [1+0.01]")
    parser.add_argument("--margin", type=whole(0), default=0, metavar="MS", help="milliseconds beyond the clock that are forgiven [0]")
    parser.add_argument(
        "--patience", type=whole(1, most=MOST_SECONDS), default=60, metavar="S",
        help="seconds that an engine may take to start, or to move beyond its clock, before it counts as hung [60]",
    )
    parser.add_argument("--ponder", action="store_true", help="engines think in the time of the other")
    parser.add_argument("--at-once", type=whole(1), default=1, metavar="N", help="games at once [1]")
    parser.add_argument("--openings", metavar="FILE", help="begin from the positions of a file of FEN or EPD lines")
    parser.add_argument("--chess960", action="store_true", help="begin from starting positions of Chess960")
    parser.add_argument("--seed", type=whole(0), default=0, help="fixes what is drawn by lot of openings [0]")
    parser.add_argument("--pgn", metavar="FILE", help="append the games to it")
    parser.add_argument("--record", metavar="FILE", help="append the results to it, a line of CSV for each two players")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    given = parser.parse_args()
    given.client = chess.__version__
    names = [player.name for player in given.players]
    if len(names) < 2 or len(set(names)) < len(names):
        parser.error("give at least two players, of different names")
    if given.sprt and len(names) > 2:
        parser.error(f"--sprt tests two players, and {len(names)} are given")
    if given.sprt and not given.games:
        parser.error("--sprt: give --games too, the most games that the test may take")
    given.games = given.games or 20
    if given.chess960 and given.openings:
        parser.error("--chess960 and --openings: give one of them")
    files = [os.path.realpath(path) for path in (given.openings, given.pgn, given.record) if path]
    if len(set(files)) < len(files):
        parser.error("--openings, --pgn and --record: give each another file")
    given.start = openings.Openings(given.seed, given.openings, given.chess960)
    given.introduced = {player.name: player.introduced(given.patience) for player in given.players}
    for option, path in (("--pgn", given.pgn), ("--record", given.record)):
        if path:
            command.begin(option, path)
    missing = record.missing(given.record) if given.record else None
    if missing:
        command.complain(f"{parser.prog}: {given.record} was begun without these columns, which stay unrecorded: {', '.join(missing)}")
    return given


def play_all(given):
    """All matches; the exit code."""
    ended, wrong = None, 0
    if given.sprt:
        say(f"{given.sprt}: at most {given.games} games")
    for first, second in itertools.combinations(given.players, 2):
        match = Match(first, second, given)
        begun = time.time()
        try:
            match.play()
        except KeyboardInterrupt:
            ended = command.INTERRUPTED
            say("interrupted: what was finished")
        except Bad as error:
            ended = command.refuse(error)
        try:
            if given.record and match.pairs:
                record.append(given.record, match, given, time.time() - begun)
        except Bad as error:
            ended = command.refuse(error)
        command.tell(match.told())
        wrong += len(match.faults)
        if ended:
            return ended
    if wrong:
        return 1
    return UNDECIDED if given.sprt and not match.verdict else 0


def main():
    global QUIET
    logging.basicConfig(handlers=[Remarks()])
    # asyncio complains of engines that were killed.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    try:
        given = arguments()
        QUIET = given.quiet
        return play_all(given)
    finally:
        stop()


if __name__ == "__main__":
    command.run(main)
