"""Where games begin: lines of opening theory, positions of a file, or the starting positions of Chess960.

Engines at fixed nodes play the same game again from the same position. So the lines are gone through once as they are, and after
that with two moves more, one of each side, drawn by lot from a seed: quiet ones, to squares that the other side does not attack.
From the tenth round on there are four moves more. With two, 3,000 of 10,000 openings would repeat an earlier one, and repeated
games make every interval too narrow.
"""
import random

import chess

from command import Bad, lines, short

# Common lines, after which nobody is much better.
LINES = """
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
""".strip().split("\n")


class Openings:
    """The `number`th opening, for any number."""

    def __init__(self, seed, file=None, is_chess960=False):
        self.seed, self.is_chess960 = seed, is_chess960
        self.starts = positions(file) if file else [begun(line) for line in LINES]

    def board(self, number):
        lot = random.Random(f"{self.seed}-{number}")
        if self.is_chess960:
            return chess.Board.from_chess960_pos(lot.randrange(960))
        board = self.starts[number % len(self.starts)].copy()
        finished_rounds = number // len(self.starts)
        for _ in range(4 if finished_rounds >= 9 else 2 if finished_rounds else 0):
            moves = [move for move in board.legal_moves if is_quiet(board, move)]
            if moves:
                board.push(lot.choice(moves))
        return board


def begun(line):
    board = chess.Board()
    for word in line.split():
        board.push_san(word)
    return board


def positions(path):
    """The positions of a file of FEN or EPD lines; Bad with file and line where one is none."""
    boards = []
    for number, line in enumerate(lines(path), 1):
        fields = line.split()
        if not fields:
            continue
        counters = fields[4:6] if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit() else ["0", "1"]
        try:
            board = chess.Board(" ".join(fields[:4] + counters))
        except ValueError as error:
            raise Bad(f"{path} line {number}: {short(error)}; mend or remove it") from None
        if not board.is_valid() or board.is_game_over():
            raise Bad(f"{path} line {number}: no position to play from; remove it")
        boards.append(board)
    if not boards:
        raise Bad(f"{path}: no position in it")
    return boards


def is_quiet(board, move):
    return not board.is_capture(move) and not move.promotion and not board.is_attacked_by(not board.turn, move.to_square)
