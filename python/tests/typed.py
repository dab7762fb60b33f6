"""A program of a user, for the checker of types: .ci/python.sh checks it, and a wrong one beside it."""

import supplant
from supplant.games import Game, Nim


def solved(game: Game) -> int | None:
    return supplant.solve(game, seconds=1.0).value


table: supplant.Table = supplant.Table("1 MiB", scheme="DEPTHAGE")
kept: bool = table.store(("x", 1), 3, depth=2, bound="lower")
found: supplant.Entry | None = table.probe(7)
value: int | None = solved(Nim(1, 2))
line: list[str] = supplant.search_chess(depth=1).line
