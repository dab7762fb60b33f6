#!/usr/bin/env python3
"""Plays engines, or settings of one engine, against each other, and reports Elo differences with error bars.

    python3 -m venv venv && venv/bin/pip install chess
    venv/bin/python scripts/tournament.py --games 100 --clock 1+0.01 \
        "one=target/release/supplant uci" "two=target/release/supplant uci;Threads=2"

A player is NAME=COMMAND, then options as ;Name=Value. `NAME=xboard:COMMAND` stands for a program that speaks the older protocol.
Each pair of players has every opening twice, with colours reversed. The clock is kept here: who needs more than it has loses on
time. Illegal moves, losses on time and crashes are counted, and make the exit code 1.

The interval is that of the mean of pairs of games, 95 %: two games of one opening are not independent, so the pair is the unit
(the pentanomial model). Fewer than ten pairs have no interval.
"""

import argparse
import itertools
import math
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import chess
import chess.engine

# Common lines of opening theory, after which nobody is much better.
OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
e4 c5 c3 d5 exd5 Qxd5
e4 e6 d4 d5 Nc3 Nf6
e4 e6 d4 d5 Nd2 c5
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
e4 c6 d4 d5 e5 Bf5
e4 d5 exd5 Qxd5 Nc3 Qa5
e4 d6 d4 Nf6 Nc3 g6
e4 g6 d4 Bg7 Nc3 d6
e4 Nf6 e5 Nd5 d4 d6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
d4 Nf6 c4 g6 Nc3 d5
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O
d4 Nf6 c4 e6 Nf3 b6 g3 Bb7
d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6
d4 f5 g3 Nf6 Bg2 g6
d4 d5 Nf3 Nf6 Bf4 c5
c4 e5 Nc3 Nf6 Nf3 Nc6
c4 c5 Nf3 Nf6 g3 b6
Nf3 d5 g3 Nf6 Bg2 e6
b3 e5 Bb2 Nc6 e3 Nf6
""".split("\n")
OPENINGS = [line.split() for line in OPENINGS if line]

# Longer games are drawn: nobody adjudicates anything else.
LONGEST = 400


class Player:
    def __init__(self, text):
        head, *options = text.split(";")
        self.name, self.command = head.split("=", 1)
        self.options = dict(option.split("=", 1) for option in options)

    def start(self):
        if self.command.startswith("xboard:"):
            return chess.engine.SimpleEngine.popen_xboard(shlex.split(self.command[7:]), timeout=60)
        engine = chess.engine.SimpleEngine.popen_uci(shlex.split(self.command), timeout=60)
        engine.configure(self.options)
        return engine


class Clock:
    """`60+0.6` for the game, `move:0.1` for each move."""

    def __init__(self, text):
        self.of_move = float(text[5:]) if text.startswith("move:") else None
        self.start, self.increment = (0.0, 0.0) if self.of_move else map(float, text.split("+"))


def play(players, opening, clock, grace):
    """One game: the score of the first player, who has White, and what went wrong."""
    engines = []
    board = chess.Board()
    for word in opening:
        board.push_san(word)
    left = [clock.start, clock.start]
    try:
        engines = [player.start() for player in players]
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            side = 0 if board.turn else 1
            if clock.of_move:
                limit = chess.engine.Limit(time=clock.of_move)
            else:
                limit = chess.engine.Limit(
                    white_clock=left[0], black_clock=left[1], white_inc=clock.increment, black_inc=clock.increment
                )
            begun = time.perf_counter()
            try:
                result = engines[side].play(board, limit, game=game)
            except (chess.engine.EngineError, chess.engine.EngineTerminatedError) as error:
                return side, f"{players[side].name}: {type(error).__name__} {error}; {board.fen()}"
            taken = time.perf_counter() - begun
            if clock.of_move:
                late = taken - clock.of_move
            else:
                left[side] -= taken
                late = -left[side]
                left[side] += clock.increment
            if late > grace:
                return side, f"{players[side].name}: lost on time by {late * 1000:.0f} ms; {board.fen()}"
            if result.move is None or result.move not in board.legal_moves:
                return side, f"{players[side].name}: illegal move {result.move}; {board.fen()}"
            board.push(result.move)
        outcome = board.outcome(claim_draw=True)
        score = {None: 0.5, True: 1.0, False: 0.0}[outcome.winner if outcome else None]
        return score, None
    finally:
        for engine in engines:
            try:
                engine.quit()
            except (chess.engine.EngineError, chess.engine.EngineTerminatedError, TimeoutError):
                engine.close()


def elo(share):
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def report(name, pairs):
    """The line of a match: of `pairs`, the scores of the first player in both games of an opening."""
    games = [score for pair in pairs for score in pair]
    wins, draws = games.count(1.0), games.count(0.5)
    means = [sum(pair) / len(pair) for pair in pairs]
    mean = sum(means) / len(means)
    line = f"{name}: {len(games)} games, +{wins} ={draws} -{len(games) - wins - draws}, {100 * mean:.1f} %"
    if len(pairs) < 10:
        return f"{line}; too few for an interval"
    spread = math.sqrt(sum((one - mean) ** 2 for one in means) / (len(means) - 1) / len(means))
    if spread == 0:
        return f"{line}; every pair alike, no interval"
    low, high = elo(mean - 1.96 * spread), elo(mean + 1.96 * spread)
    return f"{line}; Elo {elo(mean):+.0f}, 95 % from {low:+.0f} to {high:+.0f}"


def match(first, second, arguments):
    clock, wrong = Clock(arguments.clock), []

    def pair(number):
        opening = OPENINGS[number % len(OPENINGS)]
        scores = []
        for players in ((first, second), (second, first)):
            score, fault = play(players, opening, clock, arguments.grace)
            if fault:
                wrong.append(fault)
                print(f"FAULT {fault}", file=sys.stderr, flush=True)
                score = float(score)  # Of the side that erred: White (0) has lost, or Black (1).
            scores.append(score if players[0] is first else 1 - score)
        return scores

    with ThreadPoolExecutor(arguments.at_once) as pool:
        pairs = list(pool.map(pair, range(max(arguments.games // 2, 1))))
    print(report(f"{first.name} against {second.name}", pairs), flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="+", type=Player, help="NAME=COMMAND;Option=Value")
    parser.add_argument("--games", type=int, default=20, help="games of each pair of players, an even number")
    parser.add_argument("--clock", default="1+0.01", help="seconds+increment, or move:seconds")
    parser.add_argument("--grace", type=float, default=0.0, help="seconds beyond the clock that are forgiven")
    parser.add_argument("--at-once", type=int, default=1, help="games at once")
    arguments = parser.parse_args()
    wrong = []
    for first, second in itertools.combinations(arguments.players, 2):
        wrong += match(first, second, arguments)
    print(f"{len(wrong)} illegal moves, losses on time and crashes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
