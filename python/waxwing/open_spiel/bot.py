"""A bot of OpenSpiel that thinks with Waxwing."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from ..agent import Agent, Player, agent
from ..errors import MoveError, SearchError, WaxwingError
from ..position import Position
from ..report import Report
from .rules import start_of


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """Plays a game of OpenSpiel with an agent: a ``pyspiel.Bot``.

    The game is OpenSpiel's, or its name; the agent is an expression. ``iterations``, ``time``, ``threads`` and ``memory`` are what
    it may use for a move, as in ``Agent.search``. With iterations the same seed gives the same games; each game that is
    begun with ``restart`` has other random numbers.

    A bot may play several seats at once. It keeps what its strategies keep from move to move, and finds out from the state that
    it is given which moves have been made: nobody has to tell it, though ``inform_action`` may. Where something is hidden it
    uses what the player to move can know, by ``resample_from_infostate``.

    ``Unserved`` is raised for games that cannot be searched, such as those in which players act at once.

    Examples:
        >>> import pyspiel
        >>> from waxwing import open_spiel
        >>> game = pyspiel.load_game("connect_four")
        >>> bots = [open_spiel.Bot(game, "rave > mast", iterations=50, seed=seat) for seat in (0, 1)]
        >>> sorted(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) in ([-1.0, 1.0], [0.0, 0.0])
        True
    """

    def __init__(
        self,
        game: Any,
        expression: str | Agent,
        *,
        iterations: int | None = None,
        time: float | None = None,
        seed: int = 0,
        threads: int | None = None,
        memory: int | None = None,
    ) -> None:
        super().__init__()
        self._start = start_of(game)
        self.agent = expression if isinstance(expression, Agent) else agent(expression)
        self.seed = seed
        self.report: Report | None = None
        """What it thought when it acted last. Moves are OpenSpiel's numbers, as texts."""
        self._budget = {"iterations": iterations, "time": time, "threads": threads, "memory": memory}
        self._games = 0
        self._forget()

    def _forget(self) -> None:
        self._position: Position | None = None
        self._history: list[int] = []
        self._players: dict[int, Player] = {}
        self._decided: list[int] | None = None

    def step(self, state: Any) -> int:
        """The action that it chooses for the player to move."""
        return int(self._think(state).best)

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """The policy, and the action that it chooses by it."""
        return self.get_policy(state), self.step(state)

    def provides_policy(self) -> bool:
        """Yes: the shares of the visits."""
        return True

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """The legal actions with their shares of the visits."""
        report = self._think(state)
        policy = report.policy()
        # An only move, and whatever an agent chooses that counts no visits.
        if not any(policy.values()):
            policy[report.best] = 1.0
        return [(int(move), share) for move, share in policy.items()]

    def restart(self) -> None:
        """Begins another game, wherever that will be met."""
        self._games += 1
        self._forget()

    def restart_at(self, state: Any) -> None:
        """Begins another game with this state."""
        self.restart()
        self._begin(state)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Is told of an action of another player. Nothing has to be done: the next state tells it too."""

    def inform_actions(self, state: Any, actions: list[int]) -> None:
        """Is told of actions that are made at once, which no game has that it plays."""

    def provides_force_action(self) -> bool:
        """Yes: it goes on from whatever was played."""
        return True

    def force_action(self, state: Any, action: int) -> None:
        """Is told that it has to play this action. The next state tells it too."""

    def is_clonable(self) -> bool:
        """Yes."""
        return True

    def clone(self) -> Bot:
        """Another bot in the same place of the game. It knows the moves so far, and nothing of what this one has learned."""
        restored, parts = self.__reduce__()
        other: Bot = restored(*parts)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Bot:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        game = self._start.state.get_game()
        return _restored, (game, self.agent, self._budget, self.seed, self._games, self._position, self._history)

    def __str__(self) -> str:
        return f"Waxwing: {self.agent}"

    def _think(self, state: Any) -> Report:
        """What it thinks about a state; asked again about the same one, it does not think twice."""
        if state.current_player() < 0:
            raise SearchError("the game is over" if state.is_terminal() else "chance is to act: no player has to think")
        position = self._follow(state)
        if self._decided == self._history and self.report is not None:
            return self.report
        seat: int = state.current_player()
        player = self._players.get(seat)
        if player is None:
            seed = random.Random(f"{self.seed}/{self._games}/{seat}").getrandbits(64)
            player = self._players[seat] = self.agent.sit(position, seat, seed)
        self.report = player.choose(position, **self._budget)  # type: ignore[arg-type]
        self._decided = self._history
        return self.report

    def _begin(self, state: Any) -> Position:
        self._position, self._history = self._start.with_state(state.clone()), state.history()
        return self._position

    def _follow(self, state: Any) -> Position:
        """The position of a state: behind the one before if it comes of that, otherwise a new beginning."""
        if str(state.get_game()) != str(self._start.state.get_game()):
            raise WaxwingError(f"the state is one of {state.get_game()}, and the bot plays {self._start.state.get_game()}")
        history, known = state.history(), len(self._history)
        if self._position is not None and history[:known] == self._history:
            try:
                position = self._position.play(*(str(action) for action in history[known:]))
            except MoveError:
                position = None
            # A state may have begun elsewhere than it says.
            if position is not None and str(position.state) == str(state):
                self._position, self._history = position, history
                return position
        self._forget()
        return self._begin(state)


def _restored(
    game: Any, agent: Agent, budget: dict[str, Any], seed: int, games: int, position: Position | None, history: list[int]
) -> Bot:
    bot = Bot(game, agent, seed=seed, **budget)
    bot._games, bot._position, bot._history = games, position, history
    return bot
