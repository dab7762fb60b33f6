"""The protocol of a game that supplant.solve takes, and three small games to begin with."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Protocol, Self


class Game(Protocol):
    """A position of a two-player game without chance and hidden information.

    The game ends after finitely many moves. A position never changes: play() returns another one.
    Two optional members are not part of the protocol: player(), which tells the players of a game
    apart in which they do not strictly take turns, and the attribute value_range.
    """

    def moves(self) -> Iterable[Any]:
        """Return the legal moves, in the order to try them. It is called if the game is not over."""

    def play(self, move: Any, /) -> Self:
        """Return the position after a move."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def value(self) -> int:
        """Return the value of a finished game from the view of the player to move, or of player()."""

    def key(self) -> int | Hashable:
        """Return what tells this position from others of another value, as supplant.key takes it."""


class Nim:
    """Nim: the player who takes the last counter wins.

    The player to move wins if and only if the exclusive or of the heaps is not 0 (Bouton 1901). A
    move is (heap, counters taken), and heaps are sorted.

    >>> import supplant
    >>> supplant.solve(supplant.games.Nim(1, 3, 5, 7)).value
    -1
    """

    value_range = (-1, 1)

    def __init__(self, *heaps: int) -> None:
        self.heaps = tuple(sorted(heap for heap in heaps if heap))

    def moves(self) -> list[tuple[int, int]]:
        """Return each number of counters of each heap, once for equal heaps."""
        heaps = enumerate(self.heaps)
        return [(i, n) for i, heap in heaps if i == 0 or self.heaps[i - 1] != heap for n in range(1, heap + 1)]

    def play(self, move: tuple[int, int]) -> Nim:
        """Take counters of a heap."""
        heap, taken = move
        return Nim(*self.heaps[:heap], self.heaps[heap] - taken, *self.heaps[heap + 1 :])

    def is_terminal(self) -> bool:
        """Return whether all counters are taken."""
        return not self.heaps

    def value(self) -> int:
        """Return -1: the other player took the last counter."""
        return -1

    def key(self) -> tuple[int, ...]:
        """Return the heaps: who is to move does not matter."""
        return self.heaps


class TicTacToe:
    """Tic-tac-toe: three in a row win; a move is a cell from 0 to 8.

    >>> import supplant
    >>> supplant.solve(supplant.games.TicTacToe()).value
    0
    """

    value_range = (-1, 1)
    _lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]

    def __init__(self, mine: int = 0, theirs: int = 0) -> None:
        # Bits of the cells of the player to move and of the other one.
        self.mine, self.theirs = mine, theirs

    def moves(self) -> list[int]:
        """Return the empty cells."""
        taken = self.mine | self.theirs
        return [cell for cell in range(9) if not taken >> cell & 1]

    def play(self, move: int) -> TicTacToe:
        """Take a cell."""
        return TicTacToe(self.theirs, self.mine | 1 << move)

    def _is_lost(self) -> bool:
        return any(self.theirs & line == line for line in self._lines)

    def is_terminal(self) -> bool:
        """Return whether the last move won, or no cell is empty."""
        return self._is_lost() or self.mine | self.theirs == 0o777

    def value(self) -> int:
        """Return -1 if the last move won, 0 for a draw."""
        return -1 if self._is_lost() else 0

    def key(self) -> int:
        """Return the cells of both; their numbers tell who is to move."""
        return self.mine << 9 | self.theirs


class ConnectFour:
    """Connect Four on a board of any size up to 63 cells: four in a row win; a move is a column.

    >>> import supplant
    >>> supplant.solve(supplant.games.ConnectFour(columns=4, rows=4)).value
    0
    """

    value_range = (-1, 1)

    def __init__(self, columns: int = 7, rows: int = 6, mine: int = 0, theirs: int = 0) -> None:
        if columns < 1 or rows < 1 or columns * (rows + 1) > 63:
            raise ValueError(f"{columns} columns of {rows} rows: columns * (rows + 1) must be 1 to 63")
        self.columns, self.rows = columns, rows
        # A column has a bit for each row, and one above that stays empty.
        self.mine, self.theirs = mine, theirs

    def moves(self) -> list[int]:
        """Return the columns that are not full, the middle ones first."""
        taken, height = self.mine | self.theirs, self.rows + 1
        free = [column for column in range(self.columns) if not taken >> (column * height + self.rows - 1) & 1]
        return sorted(free, key=lambda column: abs(2 * column - self.columns + 1))

    def play(self, move: int) -> ConnectFour:
        """Drop a disc into a column."""
        bottom = 1 << (move * (self.rows + 1))
        column = bottom * ((1 << self.rows) - 1)
        taken = self.mine | self.theirs
        disc = (taken + bottom) & column & ~taken
        return ConnectFour(self.columns, self.rows, self.theirs, self.mine | disc)

    def _is_lost(self) -> bool:
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            pairs = self.theirs & self.theirs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_terminal(self) -> bool:
        """Return whether the last move won, or the board is full."""
        return self._is_lost() or (self.mine | self.theirs).bit_count() == self.columns * self.rows

    def value(self) -> int:
        """Return -1 if the last move won, 0 for a draw."""
        return -1 if self._is_lost() else 0

    def key(self) -> int:
        """Return a number that tells both players' discs: the cells of one, and the lowest free ones."""
        height = self.rows + 1
        bottom = sum(1 << column * height for column in range(self.columns))
        return self.mine + (self.mine | self.theirs) + bottom
