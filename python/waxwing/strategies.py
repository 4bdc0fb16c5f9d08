"""Strategies that are written in Python, for trying an idea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from . import _waxwing
from ._waxwing import Iteration, Ply
from .declared import about, name_of, parameters


class Strategy:
    """A strategy of one's own: what is learned from finished iterations, and how it chooses.

    Examples:
        >>> import math
        >>> import waxwing as ww
        >>> class Averages(ww.Strategy):
        ...     "Move averages, by Gibbs sampling: MAST, slowly."
        ...     gives = "weights"
        ...     def __init__(self, tau: float = 1.0):
        ...         self.tau = tau
        ...     def begin(self, new_game):
        ...         self.sums = {}
        ...     def score(self, ply):
        ...         def mean(key):
        ...             total, count = self.sums.get((ply.player, key), (0.0, 0))
        ...             return total / count if count else 1.0
        ...         return [math.exp(mean(key) / self.tau) for key in ply.keys]
        ...     def capture(self, iteration):
        ...         for player, key in iteration.steps:
        ...             if player is not None:
        ...                 total, count = self.sums.get((player, key), (0.0, 0))
        ...                 self.sums[player, key] = total + iteration.rewards[player], count + 1
        >>> Averages.add()
        'averages'
        >>> report = ww.agent("uct > averages(tau=0.5)").search(ww.game("breakthrough"), iterations=50, seed=1)
        >>> report.iterations
        50

    The arguments of ``__init__`` are the strategy's parameters: numbers with their defaults. A strategy that is written like this
    runs at Python's speed, a few thousand plies a second: it is for finding out whether an idea is worth writing in Rust.
    """

    name: ClassVar[str] = ""
    """What it is called in an expression. The class's own name, in lower case with hyphens, if it is not said."""

    gives: ClassVar[Literal["values", "weights"]] = "values"
    """What its scores are: values, of which a greatest one is chosen, or weights, in proportion to which one is drawn."""

    def begin(self, new_game: bool) -> None:
        """A search begins: what is not kept is forgotten here."""

    def score(self, ply: Ply) -> Sequence[float]:
        """A value or a weight for each legal action, in the order of ``ply.keys``."""
        raise NotImplementedError(f"{type(self).__name__} has no method `score`")

    def capture(self, iteration: Iteration) -> None:
        """Learns from a finished iteration."""

    @classmethod
    def add(cls) -> str:
        """Adds the strategy to those that expressions know, and returns its name. One of the same name that was added before is
        replaced."""
        name, given = name_of(cls), parameters(cls)
        if cls.gives not in ("values", "weights"):
            raise ValueError(f"`gives` is 'values' or 'weights', not {cls.gives!r}")
        for parameter in given:
            if not isinstance(parameter.default, int | float):
                raise TypeError(f"the parameter `{parameter.name}` needs a number as its default")
        declared = [(parameter.name, float(parameter.default), -1e9, 1e9, parameter.name) for parameter in given]

        def make(values: list[tuple[str, float]]) -> Strategy:
            made = cls(**dict(values))
            made.begin(True)
            return made

        _waxwing.add_strategy(name, about(cls, "a strategy written in Python"), declared, cls.gives == "weights", make)
        return name
