"""What the run of an experiment on a cluster costs besides its games: giving lots out, writing down what comes back, merging, and starting tasks.

    $ python python/benchmarks/cluster.py --games 50000 --tasks 500

Games of random players on a small board are over in no time, so that everything else can be measured. Without ``--tasks``, Ray is not
needed. ``docs/cluster.md`` says what the figures mean for a million games.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import waxwing as ww
from waxwing.lots import Lots, play

T = TypeVar("T")

EXPERIMENT = """
name = 'overheads'
title = 'Games that are over in no time'
source = 'nobody'
[[cell]]
label = '{number}'
game = 'breakthrough(rows=4, columns=3)'
agent = 'uct @{number}'
against = 'random'
over = { number = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }
games = GAMES
budget = 1
"""


class Stopwatch:
    """Adds up how long some calls take."""

    def __init__(self) -> None:
        self.seconds, self.calls = 0.0, 0

    def __call__(self, work: Callable[[], T]) -> T:
        began = time.perf_counter()
        done = work()
        self.seconds, self.calls = self.seconds + time.perf_counter() - began, self.calls + 1
        return done


def play_here(experiment: ww.Experiment, store: Path) -> tuple[Stopwatch, Stopwatch, int, int]:
    """Plays an experiment in lots in this process: how long giving and taking take, how many bytes travel, and how many games."""
    giving, taking, travelled = Stopwatch(), Stopwatch(), 0
    with Lots([experiment], store) as lots:
        while lot := giving(lambda: lots.give(0.02, 1)):
            travelled += len(lot.content)
            for batch in play(lot.content):
                travelled += len(batch)
                taking(lambda batch=batch: lots.take(batch))  # type: ignore[misc]
            lots.end(lot.number)
        return giving, taking, travelled, lots.progress.played


def start_tasks(count: int) -> tuple[float, float, float]:
    """How long Ray takes for a task on this machine: one after the other, and many at once; and to ask which of many have answered."""
    import ray

    ray.init(num_cpus=1, include_dashboard=False, object_store_memory=80_000_000, log_to_driver=False, logging_level=logging.ERROR)
    try:
        def two_answers(content: bytes) -> Any:
            yield content[:1]
            yield content[:1]

        def sleep() -> Any:
            time.sleep(60.0)
            yield b""

        task: Any = ray.remote(num_returns="streaming", max_retries=0)(two_answers)
        content = bytes(4_000)
        [ray.get(answer) for answer in task.remote(content)]
        one, all_at_once = Stopwatch(), Stopwatch()
        for _ in range(count // 5):
            one(lambda: [ray.get(answer) for answer in task.remote(content)])
        all_at_once(lambda: [[ray.get(answer) for answer in running] for running in [task.remote(content) for _ in range(count)]])
        sleepers: Any = ray.remote(num_returns="streaming", max_retries=0)(sleep)
        asleep, asking = [sleepers.remote() for _ in range(count)], Stopwatch()
        for _ in range(20):
            asking(lambda: ray.wait(asleep, num_returns=count, timeout=0.0, fetch_local=False))
        return one.seconds / one.calls, all_at_once.seconds / count, asking.seconds / asking.calls
    finally:
        ray.shutdown()


def main() -> None:
    """Measures, and prints a line for each figure."""
    parser = argparse.ArgumentParser(description="What a run on a cluster costs besides its games.")
    parser.add_argument("--games", type=int, default=20_000, help="how many games (default: 20000)")
    parser.add_argument("--tasks", type=int, default=0, help="how many tasks of Ray (default: none)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file, store, whole = folder / "overheads.toml", folder / "part.sqlite", folder / "whole.sqlite"
        file.write_text(EXPERIMENT.replace("GAMES", str(given.games // 10)), encoding="utf-8")
        giving, taking, travelled, games = play_here(ww.experiment(file), store)
        print(f"{games:,} games in {giving.calls:,} lots and {taking.calls:,} batches")
        print(f"claiming and giving out: {giving.seconds / games * 1e6:.1f} µs a game")
        print(f"reading and writing down: {taking.seconds / games * 1e6:.1f} µs a game")
        print(f"on the way: {travelled / games:.0f} bytes a game; in the store: {store.stat().st_size / games:.0f}")
        merging = Stopwatch()
        command = [sys.executable, "-m", "waxwing", "experiment", "merge", str(whole), str(store)]
        merging(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        print(f"merging: {merging.seconds / games * 1e6:.1f} µs a game")
    with tempfile.TemporaryDirectory() as name:
        # A batch for each game: what a transaction costs where games are long.
        file, store = Path(name) / "overheads.toml", Path(name) / "store.sqlite"
        file.write_text(EXPERIMENT.replace("GAMES", "60"), encoding="utf-8")
        taking = Stopwatch()
        with Lots([ww.experiment(file)], store) as lots:
            while lot := lots.give(1e-9, 1):
                for batch in play(lot.content):
                    taking(lambda batch=batch: lots.take(batch))  # type: ignore[misc]
                lots.end(lot.number)
        print(f"a batch of one game: {taking.seconds / taking.calls * 1e6:.0f} µs")
    if given.tasks:
        alone, together, asking = start_tasks(given.tasks)
        print(f"a task of Ray: {alone * 1e3:.1f} ms one after the other, {together * 1e3:.1f} ms each of {given.tasks:,} on one core")
        print(f"asking which of {given.tasks:,} tasks have answered: {asking * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
