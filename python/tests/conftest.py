"""What tests share: a small game, and the command line to compare with."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import waxwing as ww


class Nim(ww.Game):
    """Take one to three stones; who takes the last one wins."""

    rules = "Two players take one, two or three stones in turn. The player who takes the last stone wins."
    names = ("First", "Second")

    def __init__(self, heap: int = 21) -> None:
        self.heap = heap

    def start(self) -> tuple[int, int]:
        return self.heap, 0

    def turn(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, min(3, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def rewards(self, state: tuple[int, int]) -> tuple[float, float]:
        return (0, 1) if state[1] == 0 else (1, 0)

    def evaluate(self, state: tuple[int, int], player: int) -> float:
        return -0.5 if (state[0] % 4 == 0) == (player == state[1]) else 0.5

    def draw(self, state: tuple[int, int], viewer: int | None) -> str:
        return f"{state[0]} stones"


SMALL = """
name = 'small'
title = 'A small experiment'
source = 'nobody'
[[cell]]
label = 'c = {c}'
game = 'breakthrough(rows=5, columns=4)'
agent = 'uct(c={c})'
against = 'uct'
over = { c = [0.2, 0.4] }
games = 10
budget = 50
"""


def games(store: Path) -> list[tuple[Any, ...]]:
    """What a store has of each game: its cell and number, its result, its length, and its moves as a number."""
    query = "SELECT key, number, result, plies, moves_hash FROM game JOIN cell ON cell.id = game.cell ORDER BY key, number"
    with sqlite3.connect(store) as connection:
        return connection.execute(query).fetchall()


def command_line(*arguments: str) -> Any:
    """What the command line answers as JSON."""
    done = subprocess.run([sys.executable, "-m", "waxwing", *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture
def nim() -> type[ww.Game]:
    return Nim
