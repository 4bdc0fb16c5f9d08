"""The twelve games in OpenSpiel: ``pyspiel.load_game("waxwing_othello")``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

import numpy
import pyspiel

from ..errors import WaxwingError
from ..observations import observations_of
from ..position import Position, game as open_game, games
from .deals import plan_of

PREFIX = "waxwing_"

Parameters = dict[str, Any]


def register() -> list[str]:
    """Makes OpenSpiel know the twelve games, as ``waxwing_othello`` and so on, with their options as parameters. Returns the names.

    What is dealt in one move here is decided card by card there, by chance with its probabilities. Actions are the keys of moves. Two
    players get -1, 0 or 1 in the end, more players their rewards from 0 to 1. Information states and observations say
    what the player has seen, and no more.

    Examples:
        >>> import pyspiel
        >>> from waxwing import open_spiel
        >>> "waxwing_kalah" in open_spiel.register()
        True
        >>> state = pyspiel.load_game("waxwing_kalah(houses=3,stones=2)").new_initial_state()
        >>> [state.action_to_string(action) for action in state.legal_actions()]
        ['1', '2', '3']
    """
    names = []
    for entry in games():
        if entry["name"] not in LENGTHS:
            continue
        name = PREFIX + entry["name"].replace("-", "_")
        names.append(name)
        if name not in pyspiel.registered_names():
            # A class of its own, as OpenSpiel's games in Python have: what else can be called does not outlive Python's end.
            pyspiel.register_game(_type_of(entry), type(name, (Game,), {"entry": entry}))
    return names


def _value(text: str) -> int | float | str:
    """The value of an option as a parameter of OpenSpiel: a number if it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _most_players(entry: Any) -> tuple[int, int]:
    """The fewest and the most players of a game."""
    for option in entry["options"]:
        if option["name"] == "players":
            values = option["values"]
            counts = [int(word) for word in values["words"]] if "words" in values else [values["least"], values["most"]]
            return min(counts), max(counts)
    players = open_game(entry["name"]).players
    return players, players


def _type_of(entry: Any, start: Position | None = None) -> Any:
    """What OpenSpiel knows of a game, with its default options or with others."""
    start = start or open_game(entry["name"])
    least, most = _most_players(entry)
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + entry["name"].replace("-", "_"),
        long_name=f"{entry['about']} (Waxwing)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if _has_chance(start) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if start.is_hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if start.players == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={option["name"].replace("-", "_"): _value(option["default"]) for option in entry["options"]},
    )


def _has_chance(start: Position) -> bool:
    """Whether chance acts in a game: at its start or, in Hearts and Confrontation, also later."""
    return start.turn == -1 or start.is_hidden


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of the twelve games: which one says the class that extends this one."""

    entry: ClassVar[Any]

    def __init__(self, parameters: Parameters | None = None) -> None:
        entry = self.entry
        given = {name.replace("_", "-"): _text(value) for name, value in (parameters or {}).items()}
        start = open_game(entry["name"], **given)
        if not start.action_space:
            raise WaxwingError(f"{start.game} has no fixed list of actions, which OpenSpiel needs: leave out `turn=whole`")
        outcomes = 0
        if _has_chance(start):
            outcomes = max(start.action_space, len(plan_of(start).names) if start.is_deal else 0)
        information = pyspiel.GameInfo(
            num_distinct_actions=start.action_space,
            max_chance_outcomes=outcomes,
            num_players=start.players,
            min_utility=-1.0 if start.players == 2 else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if start.players == 2 else None,
            max_game_length=LENGTHS[start.name](start.options),
        )
        super().__init__(_type_of(entry, start), information, parameters or {})
        self.position = start
        """The start as a position of Waxwing."""

    def new_initial_state(self) -> State:
        return State(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise WaxwingError(f"observations have no parameters, and were given {params}")
        return Observer(self.position, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _loaded(text: str) -> Any:
    """The game of a text, also where the twelve have not been registered yet."""
    register()
    return pyspiel.load_game(text)


def _text(value: Any) -> str:
    """A parameter as the text of an option."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class State(pyspiel.State):  # type: ignore[misc]
    """A state: a position, and what chance has decided of the deal that comes next."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.position
        """The state as a position of Waxwing."""
        self._choices: tuple[int, ...] = ()
        # What each player had been told before the position's first move, where the state was drawn anew.
        self._told: tuple[str, ...] | None = None

    def current_player(self) -> int:
        turn = self.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        rewards = self.position.rewards
        if rewards is None:
            return [0.0] * self.position.players
        return [2 * reward - 1 for reward in rewards] if len(rewards) == 2 else rewards

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position._inner.legal_keys)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position.is_deal:
            return plan_of(self.position).outcomes(self._choices)
        return sorted((self.position.key(outcome), chance) for outcome, chance in self.position.outcomes.items())

    def _apply_action(self, action: int) -> None:
        if not self.position.is_deal:
            self.position = self.position.play(self._named(action))
            return
        plan = plan_of(self.position)
        self._choices += (action,)
        if len(self._choices) == plan.steps:
            self.position, self._choices = self.position.play(plan.deal(self._choices)), ()

    def _named(self, action: int) -> str:
        """The move or outcome of a number."""
        if self.position.turn == -1:
            return next(outcome for outcome in self.position.outcomes if self.position.key(outcome) == action)
        return self.position.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.position.is_deal:
            return str(plan_of(self.position).names[action])
        return self._named(action)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player has seen since the start: its cards or pieces after each deal, and the moves."""
        viewer = self.current_player() if player is None else player
        if not self.position.is_hidden:
            return "\n".join([" ".join(self.position.moves), *self._dealt(viewer)])
        lines = [] if self._told is None else [self._told[viewer]]
        for number, seen in enumerate(self.position.history(viewer)):
            if seen["text"] is not None:
                lines.append(f"{seen['by']} {seen['text']}")
            elif self.position.at(number).is_deal:
                lines.append(self.position.at(number + 1).draw(viewer))
        return "\n".join([*lines, *self._dealt(viewer), f"turn {self.current_player()}"])

    def observation_string(self, player: int | None = None) -> str:
        """The position as a player sees it."""
        viewer = self.current_player() if player is None else player
        return "\n".join([self.position.draw(viewer), *self._dealt(viewer), f"turn {self.current_player()}"])

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """A state that a player cannot tell from this one. Others have been told there what they see now."""
        if self.current_player() < 0:
            raise WaxwingError("what is hidden can be drawn anew where a player is to act")
        seed = int(probability_sampler() * 2**53)
        other = State(self.get_game())
        other.position = self.position.determinize(player_id, seed)
        before = self.information_state_string(player_id).rpartition("\n")[0]
        seats = range(other.position.players)
        other._told = tuple(before if seat == player_id else other.position.draw(seat) for seat in seats)
        return other

    def _dealt(self, viewer: int) -> list[str]:
        return [f"dealing {plan_of(self.position).seen(self._choices, viewer)}"] if self._choices else []

    def __str__(self) -> str:
        names = plan_of(self.position).names if self._choices else []
        return "\n".join([self.position.draw(), *(names[choice] for choice in self._choices)])


class Observer:
    """What a player sees as numbers; ``observations.py`` says what they mean."""

    def __init__(self, start: Position, recalls: bool) -> None:
        self._layout, self._recalls = observations_of(start), recalls
        self.tensor = numpy.zeros(len(self._layout.names), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Takes the numbers of a state."""
        self.tensor[:] = self._layout.array(state.position, player)

    def string_from(self, state: State, player: int) -> str:
        """The same in words."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


def _number(options: dict[str, str], name: str) -> int:
    found = re.match(r"\d+", options[name])
    return int(found[0]) if found else 0


LENGTHS: dict[str, Callable[[dict[str, str]], int]] = {
    # A thousand turns of at most four moves.
    "backgammon": lambda options: 4_000,
    # Every piece goes forward one row at a time.
    "breakthrough": lambda options: 4 * _number(options, "columns") * (_number(options, "rows") - 1),
    # Eighty plies after each capture and each move of a man.
    "checkers": lambda options: 80 * (24 + 24 * 7 + 1),
    "chinese-checkers": lambda options: 1_000,
    # Four hundred turns of a move and its fights.
    "confrontation": lambda options: 400 * 16,
    # Two passes after each play.
    "dou-di-zhu": lambda options: 3 * 54,
    "focus": lambda options: 2_000,
    "go": lambda options: max(100, 3 * _number(options, "size") ** 2),
    # Rounds until somebody has reached the limit, if the points are spread evenly.
    "hearts": lambda options: (
        (4 * (_number(options, "limit") - 1) // (13 + _number(options, "ranks")) + 1) * 4 * (_number(options, "ranks") + 1)
    ),
    # Each seed that goes to a store may have come through all houses.
    "kalah": lambda options: (2 * _number(options, "houses") * _number(options, "stones")) ** 2 * _number(options, "houses"),
    "lines-of-action": lambda options: 400,
    # A disc on each square, and a pass after each.
    "othello": lambda options: 120,
}
"""The most moves of a game with these options, for each of the twelve."""
