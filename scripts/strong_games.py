#!/usr/bin/env python3
"""Lets a strong engine play against itself, and chooses positions from its games.

    scripts/strong_games.py play ENGINE GAMES.pgn [--games 400]
    scripts/strong_games.py choose GAMES.pgn POSITIONS.epd [--held-out POSITIONS.epd]
    scripts/strong_games.py whole GAMES.pgn POSITIONS.epd [--games 40]

Each game starts with an opening of its own: for ten plies a move is drawn from those that the engine thinks nearly as good as the
best. Then both sides play the best move of a fixed number of nodes, on one thread, so one version of the engine plays the same
games again. Needs python-chess.

Of each game one position is chosen. Opening, middle game and ending take turns, and so do the sides to move. Each position is
open, within three pawns. A third of them goes to the held-out file, on which no rule is ever tuned.

Of whole games, all positions behind the opening are taken in which one side is to move: White in the first game, Black in the
second, and so on. A position that occurred before is left out.
"""
import argparse
import asyncio
import os
import random
import sys

import command
from command import Bad

try:
    import chess
    import chess.engine
    import chess.pgn
except ImportError:
    sys.exit(command.refuse("needs the Python package chess; python3 -m venv venv && venv/bin/pip install chess"))

OPENING_PLIES = 10
# Moves of an opening: the best six, if they lose at most this many centipawns.
CHOICES, NEARLY = 6, 50
NODES = 20_000
DECIDED, DECIDED_PLIES, MOST_PLIES = 1000, 6, 240
OPEN = 300
PHASES = ["opening", "middle game", "ending"]


def centipawns(info, board):
    return info["score"].pov(board.turn).score(mate_score=100_000)


def opening(engine, draw):
    """A board after ten plies that are open to both."""
    while True:
        board = chess.Board()
        for _ in range(OPENING_PLIES):
            lines = engine.analyse(board, chess.engine.Limit(nodes=NODES // 4), multipv=CHOICES)
            scores = [(centipawns(info, board), info["pv"][0]) for info in lines if info.get("pv")]
            best = max(score for score, _ in scores)
            board.push(draw.choice([move for score, move in scores if score >= best - NEARLY]))
        if abs(centipawns(engine.analyse(board, chess.engine.Limit(nodes=NODES)), board)) <= NEARLY:
            return board


def play(path, out, games):
    draw, seen = random.Random(1), set()
    with chess.engine.SimpleEngine.popen_uci(path) as engine, open(out, "x", encoding="ascii") as file:
        engine.configure({"Threads": 1, "Hash": 16})
        number = 0
        while number < games:
            board = opening(engine, draw)
            if board.epd() in seen:
                continue
            seen.add(board.epd())
            number += 1
            # Another game object: the engine clears its table.
            this_game, decided, scores = object(), 0, []
            while not board.is_game_over(claim_draw=True) and decided < DECIDED_PLIES and board.ply() < MOST_PLIES:
                limit = chess.engine.Limit(nodes=NODES)
                played = engine.play(board, limit, game=this_game, info=chess.engine.INFO_SCORE)
                score = centipawns(played.info, board)
                decided = decided + 1 if abs(score) >= DECIDED else 0
                scores.append(score if board.turn == chess.WHITE else -score)
                board.push(played.move)
            game = chess.pgn.Game.from_board(board)
            game.headers.clear()
            game.headers.update({"Event": "self-play", "Round": str(number), "White": engine.id["name"]})
            game.headers.update({"Black": engine.id["name"], "Result": board.result(claim_draw=True)})
            for node, score in zip(list(game.mainline())[OPENING_PLIES:], scores):
                node.comment = str(score)
            print(game, file=file, end="\n\n", flush=True)
            print(f"\r{number} of {games}", end="", file=sys.stderr)
    print(file=sys.stderr)


def pieces(board):
    """Knights and bishops count 1, rooks 2, queens 4."""
    worth = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
    return sum(worth.get(piece.piece_type, 0) for piece in board.piece_map().values())


def phase(board):
    points = pieces(board)
    return 2 if points <= 8 else 0 if points >= 22 and board.ply() < 30 else 1


def score(comment):
    try:
        return int(comment)
    except ValueError:
        raise Bad(f"`{comment}` is no score; give games that `play` has written") from None


def candidates(game):
    """Each open position of a game behind its opening, with the phase, the side and the ply."""
    board = game.board()
    for node in game.mainline():
        comment, before = node.comment, board.copy()
        board.push(node.move)
        if not comment or abs(score(comment)) > OPEN or before.legal_moves.count() < 5:
            continue
        yield before, phase(before), before.turn, node.move


def choose(games, out, held_out):
    draw, chosen, wanted = random.Random(2), [], 0
    with open(games, encoding="ascii") as file:
        for number in range(1, 100_000):
            game = chess.pgn.read_game(file)
            if game is None:
                break
            found = list(candidates(game))
            turn = chess.WHITE if wanted // 3 % 2 == 0 else chess.BLACK
            here = [one for one in found if one[1:3] == (wanted % 3, turn)]
            if not here:
                continue
            board, of, _, move = draw.choice(here)
            is_quiet = not (board.is_check() or board.is_capture(move) or board.gives_check(move) or move.promotion)
            chosen.append((board, f"game {number}, ply {board.ply()}, {PHASES[of]}, {'quiet' if is_quiet else 'tactical'}"))
            wanted += 1
    # So that every fourth position of a set is of any phase.
    draw.shuffle(chosen)
    parts = {out: chosen}
    if held_out:
        third = len(chosen) // 3
        parts = {out: chosen[third:], held_out: chosen[:third]}
    for path, positions in parts.items():
        name = path.rsplit("/", 1)[-1].removesuffix(".epd")
        with open(path, "w", encoding="ascii") as file:
            for i, (board, about) in enumerate(positions, 1):
                print(f'{board.epd()} id "{name}.{i:03}"; c0 "{about}";', file=file)
        print(f"{path}: {len(positions)} positions")


def whole(games, out, count):
    seen, lines = set(), []
    with open(games, encoding="ascii") as file:
        for number in range(1, count + 1):
            game = chess.pgn.read_game(file)
            if game is None:
                more = f"no game {number} in it; give --games {number - 1} or fewer" if number > 1 else "no game in it"
                raise Bad(f"{games}: {more}")
            board, side = game.board(), chess.WHITE if number % 2 else chess.BLACK
            for node in game.mainline():
                if node.comment and board.turn == side and board.epd() not in seen:
                    seen.add(board.epd())
                    lines.append(f'{board.epd()} id "{number:02}/{board.ply():03}";\n')
                board.push(node.move)
    with open(out, "w", encoding="ascii") as file:
        file.writelines(lines)
    print(f"{out}: {len(lines)} positions of {count} games")


def main():
    parser = command.Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    part = parts.add_parser("play")
    part.add_argument("engine")
    part.add_argument("games_file")
    part.add_argument("--games", type=int, default=400)
    part = parts.add_parser("choose")
    part.add_argument("games_file")
    part.add_argument("positions")
    part.add_argument("--held-out")
    part = parts.add_parser("whole")
    part.add_argument("games_file")
    part.add_argument("positions")
    part.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    for path in [given.games_file] if given.part == "play" else [given.positions, getattr(given, "held_out", None)]:
        if path and os.path.exists(path):
            raise Bad(f"{path}: is there already; give another file")
    try:
        if given.part == "play":
            play(given.engine, given.games_file, given.games)
        elif given.part == "whole":
            whole(given.games_file, given.positions, given.games)
        else:
            choose(given.games_file, given.positions, given.held_out)
    except asyncio.TimeoutError:
        raise Bad(f"{given.engine}: no answer to `uci`; give a UCI engine") from None
    except (OSError, UnicodeDecodeError, chess.engine.EngineError) as error:
        raise Bad(f"{given.part}: {command.short(error)}") from None


if __name__ == "__main__":
    command.run(main)
