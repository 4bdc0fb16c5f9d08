"""Iterations per second in a game that is written in Python: ours beside other packages, by the same rules in the same Python code.

    pip install mcts==1.0.4 mctspy==0.1.1
    python python/benchmarks/peers.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import mcts as pypi_mcts
from mctspy.games.common import TwoPlayersAbstractGameState
from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
from mctspy.tree.search import MonteCarloTreeSearch

import waxwing as ww

ROUNDS, ITERATIONS = 15, 1_000

State = tuple[int, int, tuple[int, ...]]
"""The discs of the player to move and of the other one as bits, seven for each column, and the heights of the columns."""


def moves(state: State) -> list[int]:
    return [column for column in range(7) if state[2][column] < 6]


def play(state: State, column: int) -> State:
    own, other, heights = state
    placed = own | 1 << (7 * column + heights[column])
    return other, placed, heights[:column] + (heights[column] + 1,) + heights[column + 1 :]


def has_won(discs: int) -> bool:
    for step in (1, 6, 7, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def is_over(state: State) -> bool:
    return has_won(state[1]) or sum(state[2]) == 42


class ConnectFour(ww.Game):
    """Four in a row."""

    def start(self) -> State:
        return 0, 0, (0,) * 7

    def turn(self, state: State) -> int | None:
        return None if is_over(state) else sum(state[2]) % 2

    def moves(self, state: State) -> list[int]:
        return moves(state)

    def play(self, state: State, move: int) -> State:
        return play(state, move)

    def rewards(self, state: State) -> tuple[float, float]:
        if not has_won(state[1]):
            return 0.5, 0.5
        return (0, 1) if sum(state[2]) % 2 == 0 else (1, 0)


class ForMcts:
    """The same game for `mcts`."""

    def __init__(self, state: State) -> None:
        self.state = state

    def getCurrentPlayer(self) -> int:
        return 1 if sum(self.state[2]) % 2 == 0 else -1

    def getPossibleActions(self) -> list[int]:
        return moves(self.state)

    def takeAction(self, action: int) -> ForMcts:
        return ForMcts(play(self.state, action))

    def isTerminal(self) -> bool:
        return is_over(self.state)

    def getReward(self) -> float:
        return -self.getCurrentPlayer() if has_won(self.state[1]) else 0


class ForMctspy(TwoPlayersAbstractGameState):  # type: ignore[misc]
    """The same game for `mctspy`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.next_to_move = 1 if sum(state[2]) % 2 == 0 else -1

    @property
    def game_result(self) -> int | None:
        if has_won(self.state[1]):
            return -self.next_to_move
        return 0 if sum(self.state[2]) == 42 else None

    def is_game_over(self) -> bool:
        return is_over(self.state)

    def move(self, action: int) -> ForMctspy:
        return ForMctspy(play(self.state, action))

    def get_legal_actions(self) -> list[int]:
        return moves(self.state)


def seconds_of_the_rules(seed: int) -> float:
    """How long it takes to play as many random games by these rules, with no search at all."""
    game, rng = ConnectFour(), random.Random(seed)
    began = time.process_time()
    for _ in range(ITERATIONS):
        state = game.start()
        while game.turn(state) is not None:
            possible = game.moves(state)
            state = game.play(state, possible[int(rng.random() * len(possible))])
        game.rewards(state)
    return time.process_time() - began


def main() -> None:
    """Measures, and prints a table: the best of several searches, by processor time."""
    start, agent = (0, 0, (0,) * 7), ww.agent("uct")
    searches: dict[str, Callable[[int], Any]] = {
        # A new board each time: one that was searched before knows the states near it.
        "waxwing": lambda seed: agent.search(ww.game(ConnectFour), iterations=ITERATIONS, seed=seed),
        "mcts": lambda _: pypi_mcts.mcts(iterationLimit=ITERATIONS).search(ForMcts(start)),
        "mctspy": lambda _: MonteCarloTreeSearch(TwoPlayersGameMonteCarloTreeSearchNode(ForMctspy(start))).best_action(ITERATIONS),
    }
    speeds: dict[str, list[float]] = {name: [] for name in [*searches, "the rules alone"]}
    for seed in range(ROUNDS):
        for name, search in searches.items():
            began = time.process_time()
            search(seed)
            speeds[name].append(ITERATIONS / (time.process_time() - began))
        speeds["the rules alone"].append(ITERATIONS / seconds_of_the_rules(seed))
    ours = max(speeds["waxwing"])
    rows = [
        {"package": name, "iterations per second": max(speed), "speed of ours divided by its": ours / max(speed)}
        for name, speed in speeds.items()
    ]
    print(ww.Table(rows))


if __name__ == "__main__":
    main()
