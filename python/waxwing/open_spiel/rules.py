"""Games of OpenSpiel as games of this package: its states are positions here."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Sequence
from typing import Any

import pyspiel

from .._waxwing import Random
from ..errors import WaxwingError
from ..games import CHANCE, Game
from ..position import Position, game as open_game

MOST_PLAYERS = 8
"""As many as a search knows."""

_given: dict[str, Any] = {}
"""Games that were given as objects, by their texts: not each of them can be loaded by its text."""


class Unserved(WaxwingError):
    """A game of OpenSpiel that cannot be searched; the message says why."""


Unserved.__module__ = "waxwing.open_spiel"


class Rules(Game):
    """A game of OpenSpiel that hides nothing."""

    name = "open-spiel"
    rules = "A game of OpenSpiel, named as OpenSpiel loads it. Moves are OpenSpiel's numbers of actions."

    def __init__(self, game: str = "tic_tac_toe") -> None:
        self._game = game_of(game)
        reason = why_not(self._game)
        if reason is not None:
            raise Unserved(f"{self._game.get_type().short_name}: {reason}")
        self._least, self._span = self._game.min_utility(), self._game.max_utility() - self._game.min_utility()
        # Two players whose rewards do not sum up alike are no opponents. With a third who never acts nobody takes them for some.
        self._silent = [0.0] if self._game.num_players() == 2 and not _are_opponents(self._game) else []
        self.players = self._game.num_players() + len(self._silent)

    def start(self) -> Any:
        return self._game.new_initial_state()

    def turn(self, state: Any) -> int | None:
        player: int = state.current_player()
        if player < CHANCE and player != pyspiel.PlayerId.TERMINAL:
            raise Unserved("players act at once in the middle of this game, and a search here knows only turns")
        return player if player >= CHANCE else None

    # OpenSpiel's own methods do where they fit.
    moves = staticmethod(pyspiel.State.legal_actions)
    copy = staticmethod(pyspiel.State.clone)
    chance = staticmethod(pyspiel.State.chance_outcomes)

    def play(self, state: Any, move: int) -> Any:
        state.apply_action(move)
        return state

    def rewards(self, state: Any) -> Sequence[float]:
        return [(utility - self._least) / self._span for utility in state.returns()] + self._silent

    def read(self, text: str) -> int:
        return int(text)

    def draw(self, state: Any, viewer: int | None) -> str:
        return str(state)


class HiddenRules(Rules):
    """A game of OpenSpiel that hides something."""

    name = "open-spiel-hidden"

    def __init__(self, game: str = "kuhn_poker") -> None:
        super().__init__(game)
        self._say = _what_is_seen(self._game)

    def determinize(self, state: Any, observer: int, random: Random) -> Any:
        return state.resample_from_infostate(observer, random.random)

    def observe(self, state: Any, move: int, observer: int) -> int | None:
        """Players see their own moves. Of others they see what it changes in their information: a number stands for that."""
        if observer >= self._game.num_players():
            return None
        if self._say is None or state.current_player() == observer:
            return move
        after = state.child(move)
        if after.is_terminal():
            return move
        return -1 - (zlib.crc32(self._say(after, observer).encode()) & SEEN)

    def draw(self, state: Any, viewer: int | None) -> str:
        if viewer is None or viewer >= self._game.num_players():
            return str(state)
        return "" if self._say is None else self._say(state, viewer)


SEEN = (1 << 18) - 1
"""The bits of the numbers that stand for what is seen. Each number is kept as long as the game is open, so there are not too many
of them; two things that may be seen in one place hardly ever have the same."""


def _are_opponents(game: Any) -> bool:
    """Whether two players share what there is, so that one gets what the other loses."""
    utility = game.get_type().utility
    if utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM):
        return False
    return math.isclose(game.utility_sum(), game.min_utility() + game.max_utility(), abs_tol=1e-9)


def _what_is_seen(game: Any) -> Any:
    kind = game.get_type()
    if kind.provides_information_state_string:
        return pyspiel.State.information_state_string
    return pyspiel.State.observation_string if kind.provides_observation_string else None


def game_of(game: Any) -> Any:
    """The game that a text names, or the game itself."""
    if isinstance(game, pyspiel.Game):
        return game
    if not isinstance(game, str):
        raise WaxwingError(f"a game of OpenSpiel or its name is wanted here, not {game!r}")
    known = _given.get(game)
    return pyspiel.load_game(game) if known is None else known


def why_not(game: Any) -> str | None:
    """Why a game cannot be searched; ``None`` if it can.

    Examples:
        >>> from waxwing import open_spiel
        >>> open_spiel.why_not("chess")
        >>> open_spiel.why_not("matrix_rps")
        'its players act at once, and a search here knows only turns'
    """
    game = game_of(game)
    kind = game.get_type()
    dynamics, information = pyspiel.GameType.Dynamics, pyspiel.GameType.Information
    if kind.dynamics == dynamics.SIMULTANEOUS:
        return "its players act at once, and a search here knows only turns"
    if kind.dynamics == dynamics.MEAN_FIELD:
        return "it is a mean field game: it has a population instead of players"
    if kind.action_structs_only:
        return "its actions have no numbers, only structures"
    if game.num_players() > MOST_PLAYERS:
        return f"it has {game.num_players()} players, and a search at most {MOST_PLAYERS}"
    least, most = game.min_utility(), game.max_utility()
    if not (math.isfinite(least) and math.isfinite(most) and least < most):
        return f"its utilities have no bounds to bring them into [0, 1] by: {least} to {most}"
    if kind.information != information.PERFECT_INFORMATION:
        return _why_not_hidden(game)
    return None


def _why_not_hidden(game: Any) -> str | None:
    """Why what the game hides cannot be drawn anew: tried where players first decide in a random game."""
    drawn, state = random.Random(1), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(drawn.choices(outcomes, weights)[0])
            continue
        try:
            state.resample_from_infostate(state.current_player(), drawn.random)
            return None
        except (pyspiel.SpielError, RuntimeError) as error:
            if "not implemented" in str(error):
                return "it hides something, and has no `resample_from_infostate` to draw that anew"
            return f"it hides something, and `resample_from_infostate` cannot draw that anew: {error}"
    return "no player ever acts"


def start_of(game: Any) -> Position:
    """The start of a game of OpenSpiel, named or given. ``Unserved`` says why it cannot be searched."""
    game = game_of(game)
    reason = why_not(game)
    if reason is not None:
        raise Unserved(f"{game.get_type().short_name}: {reason}")
    text = str(game)
    _given[text] = game
    is_open = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    return open_game(Rules if is_open else HiddenRules, game=text)


def position(of: Any) -> Position:
    """A state of OpenSpiel, or the start of a game of it, as a position. Moves are OpenSpiel's numbers.

    Examples:
        >>> import waxwing as ww
        >>> from waxwing import open_spiel
        >>> board = open_spiel.position("breakthrough(rows=6,columns=6)")
        >>> report = ww.agent("rave > mast").search(board, iterations=200, seed=1)
        >>> report.best in board.legal
        True
        >>> ww.match(board, "uct", "random", games=2, iterations=50, seed=1, progress=False).games
        2
    """
    if isinstance(of, pyspiel.State):
        return start_of(of.get_game()).with_state(of.clone())
    return start_of(of)
