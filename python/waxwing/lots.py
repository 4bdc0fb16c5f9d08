"""Experiments whose games other processes play, in lots: what ``waxwing.ray`` puts a cluster around.

One process has the store. It gives out lots, each some games of one cell; others play them, and what they send back is written
down as it comes. A lot has all that its games need, so that a process elsewhere needs this package and nothing else. The
games are those of a run on one machine, whoever plays them, and whatever ends in the middle.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import NamedTuple

from . import _waxwing
from .experiments import Experiment


class Lot(NamedTuple):
    """Games to be played elsewhere."""

    number: int
    """The lot's number in its run."""
    threads: int
    """How many threads its agents may use."""
    games: int
    """How many games it has."""
    content: bytes
    """What ``play`` is given."""


class Progress(NamedTuple):
    """How far a run has come."""

    finished: int
    """Games that are finished, before or now."""
    wanted: int
    """Games that are to be played."""
    played: int
    """Games that were played in this run."""
    failed: int
    """Games that failed in this run."""
    lots: int
    """Lots that are out."""


class Lots:
    """A run of experiments whose games are given out in lots. It has the store, and ends with ``close`` or its ``with``.

    Args:
        experiments: what is played.
        store: the file that the games go to; what it has is not played again.
        cells: only the cells with these labels.
        scale: a part of the games that the files ask for.
        time: nothing is given out after this many seconds.
        retry: whether games that failed before are played again.
    """

    def __init__(
        self,
        experiments: Iterable[Experiment],
        store: str | os.PathLike[str],
        *,
        cells: Iterable[str] = (),
        scale: float = 1.0,
        time: float | None = None,
        retry: bool = False,
    ) -> None:
        self._inner = _waxwing.Lots(os.fspath(store), [one._inner for one in experiments], list(cells), scale, time, retry)

    def give(self, seconds: float, players: int) -> Lot | None:
        """A lot that takes about this many seconds, less where little is left for this many players; ``None`` if there is nothing now."""
        given = self._inner.give(seconds, players)
        return None if given is None else Lot(*given)

    def take(self, batch: bytes) -> None:
        """Writes down what ``play`` has yielded."""
        self._inner.take(batch)

    def end(self, number: int) -> None:
        """Says that a lot is no longer being played: it is done, or whoever played it is gone. What is not played is given out again."""
        self._inner.end(number)

    def look(self) -> bool:
        """To be called every second or so, so that other runs see that this one is alive. Returns whether all is done."""
        return self._inner.look()

    @property
    def late(self) -> bool:
        """Whether the time is over: what is out should be ended."""
        return self._inner.late

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(*self._inner.progress())

    def close(self) -> None:
        """Ends the run. What is out is free for other runs."""
        self._inner.close()

    def __enter__(self) -> Lots:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def play(content: bytes, modules: Iterable[str] = (), every: float = 10.0) -> Iterator[bytes]:
    """Plays a lot, in any process, and yields what ``Lots.take`` writes down: at once that it has begun, and then games every that many seconds.

    ``modules`` are imported before, for games and strategies that are written in Python.
    """
    for module in modules:
        importlib.import_module(module)
    lot = _waxwing.Lot(content)
    yield lot.play(0.0)
    while not lot.done:
        yield lot.play(every)
