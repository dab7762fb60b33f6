"""Games of OpenSpiel for supplant.solve."""

from __future__ import annotations

from typing import Any

from supplant.frames import needed


def openspiel(game: Any, *, scale: int = 1) -> SpielPosition:
    """Return a position that supplant.solve takes, of a game or a state of OpenSpiel.

    Args:
        game: a name such as "tic_tac_toe" or "connect_four(rows=4,columns=5)", a pyspiel.Game, or a
            pyspiel.State.
        scale: what returns are multiplied by, so that they are integers.

    Moves are OpenSpiel's actions; state.action_to_string(action) names one. The value is that of the
    player to move, and the key is the player with str(state), as OpenSpiel's own solver has it.

    Raises ValueError for a game with chance, hidden information, simultaneous moves, another number
    of players than two, or returns that do not sum to zero, and ImportError without OpenSpiel.
    """
    pyspiel = needed("pyspiel", "openspiel")
    if isinstance(game, str):
        name = game.partition("(")[0]
        if name not in pyspiel.registered_names():
            raise ValueError(f"OpenSpiel has no game {name!r}; pyspiel.registered_names() lists them")
        try:
            game = pyspiel.load_game(game)
        except (RuntimeError, pyspiel.SpielError) as error:
            raise ValueError(f"{name} of OpenSpiel: {str(error).splitlines()[0]}") from None
    if not isinstance(game, (pyspiel.Game, pyspiel.State)):
        raise TypeError(f"give the name of a game, a pyspiel.Game or a pyspiel.State, not {type(game).__name__}")
    state = game if isinstance(game, pyspiel.State) else game.new_initial_state()
    kind = state.get_game().get_type()
    wanted = [
        (state.get_game().num_players() == 2, "it is not a game of two players"),
        (kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL, "players move at the same time"),
        (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC, "it has chance"),
        (kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION, "it hides information"),
        (kind.utility == pyspiel.GameType.Utility.ZERO_SUM, "returns do not sum to zero"),
    ]
    for is_met, why in wanted:
        if not is_met:
            raise ValueError(f"{kind.short_name} of OpenSpiel cannot be solved here: {why}")
    return SpielPosition(state, scale)


class SpielPosition:
    """A state of OpenSpiel as a position for supplant.solve; `state` is OpenSpiel's own."""

    __slots__ = ("scale", "state")

    def __init__(self, state: Any, scale: int) -> None:
        self.state, self.scale = state, scale

    @property
    def value_range(self) -> tuple[int, int]:
        """The least and the greatest value, from those that OpenSpiel states."""
        game = self.state.get_game()
        most = max(abs(game.min_utility()), abs(game.max_utility())) * self.scale
        bound = int(most) + (most > int(most))
        return -bound, bound

    def moves(self) -> list[int]:
        """Return OpenSpiel's legal actions."""
        actions: list[int] = self.state.legal_actions()
        return actions

    def play(self, move: int) -> SpielPosition:
        """Return the position after an action."""
        return SpielPosition(self.state.child(move), self.scale)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.state.is_terminal())

    def player(self) -> int:
        """Return who moves; after the end, the first player."""
        return 0 if self.state.is_terminal() else int(self.state.current_player())

    def value(self) -> float:
        """Return the returns of the first player, times the scale."""
        return float(self.state.returns()[0]) * self.scale

    def key(self) -> tuple[int, str]:
        """Return who moves, and the state in OpenSpiel's words."""
        return self.state.current_player(), str(self.state)
