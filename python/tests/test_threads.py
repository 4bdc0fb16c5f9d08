"""What else goes on around a search: other threads, other processes, Ctrl-C."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import waxwing as ww
from conftest import SMALL, Nim


def test_other_threads_go_on_while_a_search_runs() -> None:
    """In its middle: a search that kept Python's lock would let nothing happen there."""
    ticks, times = [], []

    def search() -> None:
        times.append(time.monotonic())
        ww.agent("uct").search(ww.game("othello"), time=0.5)
        times.append(time.monotonic())

    thread = threading.Thread(target=search)
    thread.start()
    while len(times) < 2:
        ticks.append(time.monotonic())
        time.sleep(0)
    thread.join()
    began, ended = times
    assert sum(began + 0.1 < tick < ended - 0.1 for tick in ticks) > 10


SEVERAL = """
import threading
import waxwing as ww
from test_threads import Sticks

board = ww.game(Sticks, heap=30)
found = {}

def search(expression, number):
    found[number] = ww.agent(expression).search(board, iterations=300, seed=1).moves["visits"]

expressions = ["rave > mast", "uct", "uct with tree(2)", "rave > mast", "uct", "uct with root(2)"]
threads = [threading.Thread(target=search, args=(one, number)) for number, one in enumerate(expressions)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(found) == 6 and found[0] == found[3] and found[1] == found[4]
"""


class Stick:
    """A move with code of its own for what dictionaries ask. It lets other threads run, as all that waits for something does."""

    def __init__(self, taken: int) -> None:
        self.taken = taken

    def __hash__(self) -> int:
        time.sleep(0)
        return hash(self.taken)

    def __eq__(self, other: object) -> bool:
        time.sleep(0)
        return isinstance(other, Stick) and self.taken == other.taken

    def __str__(self) -> str:
        return str(self.taken)


class Sticks(Nim):
    """Nim whose moves are objects."""

    def turn(self, state: tuple[int, int]) -> int | None:
        time.sleep(0)
        return super().turn(state)

    def moves(self, state: tuple[int, int]) -> Any:
        return [Stick(taken) for taken in super().moves(state)]

    def play(self, state: tuple[int, int], move: Any) -> tuple[int, int]:
        return super().play(state, move.taken)


def test_threads_search_one_position_of_a_game_of_ones_own() -> None:
    """In a process of its own: threads that wait for each other would wait for ever."""
    subprocess.run([sys.executable, "-c", SEVERAL], cwd=Path(__file__).parent, check=True, timeout=120)


def test_each_thread_gets_what_its_own_game_has_raised() -> None:
    kinds = [ZeroDivisionError, LookupError, OSError, RuntimeError]

    def failing(kind: type[Exception]) -> ww.Position:
        def play(self: Nim, state: tuple[int, int], move: int) -> tuple[int, int]:
            if state[0] < 9:
                raise kind("too few")
            return Nim.play(self, state, move)

        return ww.game(type(f"Few{kind.__name__}", (Nim,), {"play": play, "__doc__": "fails"}))

    raised: dict[type[Exception], set[type[BaseException]]] = {kind: set() for kind in kinds}

    def search(kind: type[Exception]) -> None:
        board = failing(kind)
        for seed in range(100):
            with pytest.raises(Exception, match="too few") as error:
                ww.agent("uct").search(board, iterations=50, seed=seed)
            raised[kind].add(error.type)

    threads = [threading.Thread(target=search, args=(kind,)) for kind in kinds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert raised == {kind: {kind} for kind in kinds}


def searched(agent: ww.Agent, position: ww.Position) -> ww.Report:
    return agent.search(position, iterations=300, seed=2)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_search_what_they_are_sent(method: str) -> None:
    agent, boards = ww.agent("rave > mast"), [ww.game("othello"), ww.game("hearts").deal(1), ww.game(Nim, heap=12).play("2")]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        reports = list(pool.map(searched, [agent] * len(boards), boards))
    for board, report in zip(boards, reports):
        here = searched(agent, board)
        assert report.moves == here.moves and report.position == board
        assert [child.visits for child in report.tree] == [child.visits for child in here.tree]


class Endless(Nim):
    """Nim with more stones than anybody can take."""

    def start(self) -> tuple[int, int]:
        return 10**9, 0


class Stuck(Nim):
    """Nim whose second move is never made."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        while state[1]:
            pass
        return super().play(state, move)


class Pensive(ww.Strategy):
    """Never knows."""

    def score(self, ply: ww.Ply) -> list[float]:
        while True:
            pass


def stuck_experiment(folder: Path) -> None:
    """An experiment with a game that never ends. That it was interrupted is no fault of the game."""
    ww.register(Stuck)
    file = folder / "stuck.toml"
    file.write_text(SMALL.replace("breakthrough(rows=5, columns=4)", "stuck"))
    try:
        ww.experiment(file).run(folder / "store.sqlite", progress=False)
    finally:
        assert ww.experiment(file).results(folder / "store.sqlite").status["failed"] == [0, 0]


@pytest.mark.parametrize(
    "work",
    [
        lambda folder: ww.agent("uct").search(ww.game("go"), time=60),
        lambda folder: ww.agent("uct").sit(ww.game("go"), 0).choose(ww.game("go"), time=60),
        lambda folder: ww.agent("rave > mast").why(ww.game("go"), iterations=10**7),
        lambda folder: ww.match("go", "uct", "uct", games=100, time=60, progress=False),
        lambda folder: ww.game("othello").perft(20),
        lambda folder: ww.game("othello").playouts(10**10),
        lambda folder: ww.agent("uct").search(ww.game("othello"), iterations=10).ownership(10**10),
        lambda folder: ww.agent("uct").search(ww.game(Endless), time=60),
        lambda folder: ww.match(Endless, "uct", "uct", games=100, time=60, progress=False),
        lambda folder: ww.check_game(Nim, games=10**6),
        lambda folder: ww.agent("uct").search(ww.game(Stuck), iterations=10),
        lambda folder: ww.agent("uct with tree(2)").search(ww.game(Stuck), iterations=10),
        lambda folder: ww.match(Stuck, "random", "random", games=2, progress=False),
        lambda folder: ww.agent(f"uct > {Pensive.add()}").search(ww.game("othello"), iterations=10),
        stuck_experiment,
    ],
    ids=["search", "player", "why", "match", "perft", "playouts", "ownership", "own search", "own match", "own check"]
    + ["loop", "loop in threads", "loop in a match", "loop in a strategy", "loop in an experiment"],
)
def test_ctrl_c_ends_what_takes_long(work: Callable[[Path], object], tmp_path: Path) -> None:
    # Where the tests were started in the background, the signal is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, interrupt_main)
    timer.start()
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work(tmp_path)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 20


LONG_LINE = """
import waxwing as ww
from test_threads import Endless

first = board = ww.game(Endless)
for _ in range(150_000):
    # A state is kept from the second departure on.
    board.play("1")
    board = board.play("1").as_start()
print(board.state[0])
"""


def test_a_long_line_of_states_is_let_go_of() -> None:
    """In a process of its own, which would end with a fault if the stack did not suffice."""
    told = subprocess.run([sys.executable, "-c", LONG_LINE], cwd=Path(__file__).parent, check=True, capture_output=True, text=True)
    assert told.stdout == f"{10**9 - 150_000}\n"
