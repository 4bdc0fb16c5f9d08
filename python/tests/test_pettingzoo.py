"""The twelve games as environments of PettingZoo."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, seed_test

import waxwing as ww
from waxwing import pettingzoo
from waxwing.observations import observations_of

TWELVE = [
    "backgammon",
    "breakthrough",
    "checkers",
    "chinese-checkers",
    "confrontation",
    "dou-di-zhu",
    "focus",
    "go",
    "hearts",
    "kalah",
    "lines-of-action",
    "othello",
]
QUICK = ["kalah(start=random)", "dou-di-zhu(kitty=shown)", "confrontation", "backgammon(checkers=3)"]


def check(game: str, cycles: int) -> None:
    api_test(pettingzoo.env(game), num_cycles=cycles, verbose_progress=False)
    seed_test(lambda: pettingzoo.env(game), num_cycles=cycles)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", QUICK)
def test_pettingzoos_own_tests_pass(game: str) -> None:
    check(game, 30)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", [*TWELVE, "focus(players=4)", "chinese-checkers(players=6)", "hearts(passing=none)"])
def test_pettingzoos_own_tests_pass_for_all(game: str) -> None:
    check(game, 300)


@pytest.mark.parametrize("game", [*TWELVE, "focus(players=4, reserve=0)", "dou-di-zhu(kitty=shown)", "hearts(ranks=4)"])
def test_every_position_has_its_numbers(game: str) -> None:
    """Each piece of the scenes of random games has a number, and positions that look different have others."""
    start = ww.game(game)
    layout = observations_of(start)
    assert len(set(layout.names)) == len(layout.names)
    for seed in range(2):
        board = start.deal(seed)
        seen: dict[Any, str] = {}
        for ply in range(150):
            if board.is_over:
                break
            if board.turn != -1:
                for viewer in range(board.players):
                    numbers = tuple(layout.array(board, viewer))
                    assert max(numbers) <= pettingzoo.MOST
                    shown = repr((sorted(map(repr, board.scene(viewer)["pieces"])), board.turn))
                    assert seen.setdefault((numbers, viewer), shown) == shown
            board = board.play_random(1_000 * seed + ply)


def test_an_observation_says_what_is_there() -> None:
    board = ww.game("backgammon").roll(1)
    layout = observations_of(board)
    numbers = dict(zip(layout.names, layout.array(board, 0)))
    assert sum(number for name, number in numbers.items() if name.endswith("disc of 0")) == 15
    assert sum(number for name, number in numbers.items() if name.startswith("die-")) == 2
    board = ww.game("kalah")
    kalah = dict(zip(observations_of(board).names, observations_of(board).array(board, 0)))
    assert kalah["south-1 seeds"] == 4 and kalah["south seeds"] == 0 and kalah["turn of 0"] == 1


def test_pieces_of_confrontation_are_where_they_stand() -> None:
    board = ww.game("confrontation").deal(3)
    layout = observations_of(board)
    numbers = dict(zip(layout.names, layout.array(board, 0)))
    here = {region: {name: number for name, number in numbers.items() if name.startswith(f"{region} ")} for region in range(16)}
    assert [sum(here[region].values()) for region in range(16)] == [4, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 4]
    assert here[15]["15 unknown of 1"] == 4 and here[0]["0 unknown of 0"] == 0


def test_rewards_come_at_the_end() -> None:
    environment = pettingzoo.env("kalah", houses=3, stones=2)
    environment.reset(seed=1)
    totals = dict.fromkeys(environment.possible_agents, 0.0)
    drawn = random.Random(1)
    for agent in environment.agent_iter():
        observation, reward, termination, _, _ = environment.last()
        totals[agent] += reward
        if termination:
            environment.step(None)
            continue
        assert reward == 0
        environment.step(drawn.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
    rewards = environment.unwrapped.position.rewards
    assert [totals["player_0"], totals["player_1"]] == [2 * reward - 1 for reward in rewards]


def test_an_illegal_move_ends_the_game() -> None:
    environment = pettingzoo.env("othello")
    environment.reset(seed=1)
    environment.step(0)
    assert environment.rewards["player_0"] == -1 and all(environment.terminations.values())


def test_wrong_use_has_a_message() -> None:
    with pytest.raises(ww.ExpressionError, match="did you mean `othello`"):
        pettingzoo.env("othelo")
    with pytest.raises(ww.WaxwingError, match="no fixed list of actions"):
        pettingzoo.env("checkers", turn="whole")
    with pytest.raises(ww.WaxwingError, match="no render mode"):
        pettingzoo.env("othello", render_mode="rgb_array")
    raw = pettingzoo.raw_env("othello")
    raw.reset(seed=1)
    with pytest.raises(ww.MoveError, match="no legal move has the key 0"):
        raw.step(0)
    with pytest.raises(ww.WaxwingError, match="was given no action"):
        raw.step(None)


def test_environments_are_copied_and_drawn() -> None:
    environment = pickle.loads(pickle.dumps(pettingzoo.env("breakthrough", render_mode="ansi", rows=5, columns=4)))
    environment.reset(seed=1)
    assert environment.render() == ww.game("breakthrough", rows=5, columns=4).draw()
    assert environment.unwrapped.position.game == "breakthrough(rows=5, columns=4)"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))], ids=["copied", "pickled"])
def test_a_copy_goes_on_with_the_game_and_its_dice(copied: Callable[[Any], Any]) -> None:
    environment = pettingzoo.env("backgammon")
    environment.reset(seed=4)
    for _ in range(5):
        environment.step(int(environment.last()[0]["action_mask"].argmax()))
    other = copied(environment)
    assert other.unwrapped.position == environment.unwrapped.position
    for _ in range(10):
        for one in (environment, other):
            one.step(int(one.last()[0]["action_mask"].argmax()))
        assert other.unwrapped.position == environment.unwrapped.position


def test_nobody_sees_more_than_its_player() -> None:
    environment = pettingzoo.env("hearts")
    environment.reset(seed=5)
    board = environment.unwrapped.position
    for viewer in range(4):
        seen = environment.observe(f"player_{viewer}")
        other = observations_of(board).array(board.determinize(viewer, 9), viewer)
        assert list(seen["observation"]) == list(other)
        assert bool(seen["action_mask"].any()) == (board.turn == viewer)
