"""What Python costs: a move, and a search beside the same search of the command line's `bench`.

    $ python python/benchmarks/speed.py

Processes of both sides measure in turn, by processor time, and the best of each side counts: it is the one that was disturbed least.
Python's time is that of the whole call, with the report.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time

import waxwing as ww

ROUNDS, ITERATIONS = 12, 5_000
AGENTS = ["uct", "rave > mast + nast with solver"]

SEARCH = """
import sys, time
import waxwing as ww
board, agent, least = ww.game("othello"), ww.agent(sys.argv[1]), 1e9
for _ in range(12):
    began = time.process_time()
    agent.search(board, iterations=int(sys.argv[2]), seed=1)
    least = min(least, time.process_time() - began)
print(least)
"""


def seconds_here(agent: str) -> float:
    """How long a search of Python takes."""
    command = [sys.executable, "-c", SEARCH, agent, str(ITERATIONS)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def seconds_there(agent: str) -> float:
    """How long the same search of the command line takes."""
    command = [sys.executable, "-m", "waxwing", "bench", "othello", "--agent", agent, "--iterations", str(ITERATIONS), "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return ITERATIONS / float(told["games"][0]["agents"][0]["iterations_per_second"])


def microseconds_of_a_move() -> float:
    """How long a move of a random game takes, the best of several games."""
    games = []
    for seed in range(20):
        board, rng = ww.game("othello"), random.Random(seed)
        moves = []
        while board.turn is not None:
            moves.append(rng.choice(board.legal))
            board = board.play(moves[-1])
        board = ww.game("othello")
        began = time.perf_counter()
        for move in moves:
            board = board.play(move)
        games.append((time.perf_counter() - began) / len(moves))
    return min(games) * 1e6


def main() -> None:
    """Measures, and prints a line for each figure."""
    print(f"a move in Othello: {microseconds_of_a_move():.2f} µs")
    for agent in AGENTS:
        here, there = [], []
        for _ in range(ROUNDS):
            here.append(seconds_here(agent))
            there.append(seconds_there(agent))
        ratio = min(here) / min(there)
        print(f"{agent}, {ITERATIONS:,} iterations: {min(here) * 1e3:.2f} ms, {ratio:.3f} of the command line's {min(there) * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
