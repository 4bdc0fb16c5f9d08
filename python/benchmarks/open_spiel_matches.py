"""Waxwing's agents beside OpenSpiel's own search, at the same number of simulations: prints a table of Markdown.

    python python/benchmarks/open_spiel_matches.py --games 200 --iterations 200

Both have the same exploration constant for rewards in [0, 1] (0.7; OpenSpiel's is 1.4, for utilities from -1 to 1), one random rollout
for each simulation, and no solver. Each takes the first seat in half of the games.

OpenSpiel's search gives a move that ends the game its utility, without the bonus that UCB1 gives to moves that were seldom tried.
`--ucb1` plays against its search in Python with UCB1 for all moves.
"""

from __future__ import annotations

import argparse
import math

from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

from waxwing import open_spiel

GAMES = [
    "breakthrough(rows=6,columns=6)",
    "clobber(rows=5,columns=5)",
    "connect_four",
    "dots_and_boxes",
    "hex(board_size=5)",
    "einstein_wurfelt_nicht",
    "pig(winscore=40)",
]
AGENTS = ["uct(c=0.7)", "rave > mast", "uct(c=0.7) > nast"]


def ucb1(node: mcts.SearchNode, trials: int, c: float) -> float:
    """UCB1, also for a move that ends the game."""
    if node.explore_count == 0:
        return math.inf
    return node.total_reward / node.explore_count + c * math.sqrt(math.log(trials) / node.explore_count)


def opponent(game: Any, iterations: int, seed: int, with_ucb1: bool) -> Any:
    """OpenSpiel's search."""
    if not with_ucb1:
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(game, rollouts, 1.4, iterations, 1000, False, seed, False)
    generator = numpy.random.RandomState(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, generator)
    return mcts.MCTSBot(game, 1.4, iterations, rollouts, solve=False, random_state=generator, child_selection_fn=ucb1)


def score(game: str, agent: str, numbers: range, iterations: int, with_ucb1: bool) -> tuple[float, float]:
    """The mean score of the agent against OpenSpiel's search, and half of its 95 % interval."""
    loaded = pyspiel.load_game(game)
    scores = []
    for number in numbers:
        ours = open_spiel.Bot(loaded, agent, iterations=iterations, seed=number)
        theirs = opponent(loaded, iterations, number, with_ucb1)
        seat = number % 2
        bots = [theirs, ours] if seat else [ours, theirs]
        utilities = evaluate_bots(loaded.new_initial_state(), bots, numpy.random.RandomState(number // 2))
        scores.append((1 + utilities[seat]) / 2)
    return float(numpy.mean(scores)), 1.96 * float(numpy.std(scores, ddof=1)) / math.sqrt(len(numbers))


def main() -> None:
    """The command line."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=200, help="for each agent in each game (200)")
    reader.add_argument("--first", type=int, default=0, help="the number of the first game, for other games than before (0)")
    reader.add_argument("--iterations", type=int, default=200, help="for a move (200)")
    reader.add_argument("--only", nargs="*", default=GAMES, metavar="GAME", help="these games")
    reader.add_argument("--agents", nargs="*", default=AGENTS, metavar="EXPR", help="these agents")
    reader.add_argument("--ucb1", action="store_true", help="against OpenSpiel's search with UCB1 for all moves")
    said = reader.parse_args()
    numbers = range(said.first, said.first + said.games)
    print("| game | " + " | ".join(f"`{agent}`" for agent in said.agents) + " |")
    print("|---" * (1 + len(said.agents)) + "|")
    for game in said.only:
        cells = (score(game, agent, numbers, said.iterations, said.ucb1) for agent in said.agents)
        print(f"| `{game}` | " + " | ".join(f"{mean:.1%} ± {half:.1%}" for mean, half in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
