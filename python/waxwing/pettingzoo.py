"""PettingZoo: the twelve games as environments in which agents act in turn (AEC).

Examples:
    >>> from waxwing import pettingzoo
    >>> env = pettingzoo.env("othello")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     done = termination or truncation
    ...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    >>> env.close()

PettingZoo is installed by ``pip install 'waxwing[pettingzoo]'``.
"""

from __future__ import annotations

import random
from typing import Any

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("waxwing.pettingzoo needs PettingZoo: pip install 'waxwing[pettingzoo]'") from error

from .errors import WaxwingError
from .observations import observations_of
from .position import Position, game as open_game

MOST = 1_000.0
"""No number of an observation is greater: it counts pieces, cards or points."""


def env(game: str, *, render_mode: str | None = None, **options: object) -> Any:
    """An environment of a game, with the game's options.

    Agents are ``player_0``, ``player_1`` and so on. What one observes is a dictionary: ``observation`` is what its player sees, as
    ``Observations`` says, and ``action_mask`` says which actions are legal now. Actions are the keys of moves, and
    ``environment.unwrapped.position`` is the position. What chance does happens by itself, from the seed of ``reset``. Rewards come at the end: two
    players get -1, 0 or 1, more players get theirs from 0 to 1. Whoever makes an illegal move gets -1, and the game ends.

    With ``render_mode="ansi"`` it draws itself as text, and with ``"human"`` it prints that.

    Examples:
        >>> from waxwing import pettingzoo
        >>> hearts = pettingzoo.env("hearts", limit=20)
        >>> hearts.reset(seed=3)
        >>> observation = hearts.observe("player_0")
        >>> int(observation["observation"][:52].sum())
        13
    """
    made = raw_env(game, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(made, illegal_reward=-1))
    )


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The environment without what checks its use."""

    def __init__(self, game: str, *, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        start = open_game(game, **options)
        if not start.action_space:
            raise WaxwingError(f"{start.game} has no fixed list of actions, which an environment needs: leave out `turn=whole`")
        if render_mode not in (None, "ansi", "human"):
            raise WaxwingError(f"there is no render mode {render_mode!r}: there are `ansi` and `human`")
        self.metadata = {"name": start.game, "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}
        self.render_mode = render_mode
        self.position: Position = start
        """What is on the table."""
        self._start, self._layout, self._random = start, observations_of(start), random.Random()
        self.possible_agents = [f"player_{player}" for player in range(start.players)]
        self.agents: list[str] = []
        actions, numbers = start.action_space, len(self._layout.names)
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(0.0, MOST, (numbers,), numpy.float32),
                "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
            })
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do, in any position."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. What chance does in it comes from the seed."""
        if seed is not None:
            self._random.seed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._arrive(self._start)

    def step(self, action: int | None) -> None:
        """Makes the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise WaxwingError(f"{agent} is to act, and was given no action")
        self._cumulative_rewards[agent] = 0.0
        self._arrive(self.position.play(self.position.move(int(action))))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _arrive(self, position: Position) -> None:
        """Lets chance act, and finds whose turn it is."""
        while position.turn == -1:
            position = position.roll(self._random.getrandbits(63))
        self.position = position
        if position.turn is not None:
            self.agent_selection = self.possible_agents[position.turn]
            return
        gained = position.rewards or []
        rewards = [2 * reward - 1 for reward in gained] if len(gained) == 2 else gained
        self.rewards = dict(zip(self.agents, rewards))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do if it is to act."""
        player = self.possible_agents.index(agent)
        mask = numpy.zeros(self.action_spaces[agent].n, numpy.int8)
        if self.position.turn == player:
            mask[self.position._inner.legal_keys] = 1
        return {"observation": self._layout.array(self.position, player), "action_mask": mask}

    def render(self) -> str | None:
        """Draws the position, with everything that is hidden."""
        if self.render_mode is None:
            return None
        drawing = self.position.draw()
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing

    def close(self) -> None:
        """There is nothing to close."""
