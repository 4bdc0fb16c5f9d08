"""Agents: what they are made of, searches, and games in which they sit."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any

from . import _waxwing
from .errors import ExpressionError, SearchError
from .games import CHANCE
from .position import Position, inner_of
from .report import Budget, Progress, Report, search
from .tables import Table


class Agent:
    """An agent, made of an expression such as ``rave > mast + nast(n=2) with solver``. ``agent`` makes one."""

    __slots__ = ("_expression",)

    def __init__(self, expression: str) -> None:
        self._expression = expression

    @property
    def expression(self) -> str:
        """The expression as it is printed; a level (``easy`` to ``best``) is another agent in each game."""
        return self._expression

    def search(
        self,
        position: Position,
        *,
        iterations: int | None = None,
        time: float | None = None,
        seed: int = 0,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Thinks about a position, and returns what it thinks.

        The budget is a number of iterations (10,000 if nothing is said), or a time in seconds. With iterations the same seed gives
        the same numbers, here and on the command line. ``progress`` is called now and then with the report so far. Ctrl-C stops
        the search. Other threads go on meanwhile.

        Examples:
            >>> import waxwing as ww
            >>> report = ww.agent("uct").search(ww.game("othello"), iterations=500, seed=7)
            >>> sum(report.moves["visits"])
            500
        """
        budget = Budget(iterations, time, threads, memory)
        return search(position, self._expression, budget, seed, progress)

    def sit(self, position: Position, seat: int, seed: int = 0) -> Player:
        """Takes a seat in a game that begins with this position, and keeps what its strategies keep from move to move."""
        return Player(self, position, seat, seed)

    def why(
        self, position: Position, *, iterations: int = 10_000, seed: int = 0, other: str | None = None
    ) -> Why:
        """Which part of the agent made it choose its move: the same search without each of its parts. With ``other``, how that move
        stands beside the chosen one."""
        told = json.loads(_waxwing.why(inner_of(position), self._expression, seed, iterations, other))
        return Why(told["report"], told["beside"])

    def explain(self) -> str:
        """What the expression means, part by part."""
        return explain(self._expression)

    def without(self) -> dict[str, Agent]:
        """What is left of the agent without each of its parts."""
        return {part: Agent(rest) for part, rest in _waxwing.without(_one(self._expression))}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agent) and self._expression == other._expression

    def __hash__(self) -> int:
        return hash(self._expression)

    def __str__(self) -> str:
        return self._expression

    def __repr__(self) -> str:
        return f"waxwing.agent({self._expression!r})"


LEVELS = ("easy", "medium", "hard", "best")


def agent(expression: str) -> Agent:
    """The agent of an expression, a preset such as ``icarus/NRML``, or a level: ``easy``, ``medium``, ``hard``, ``best``.

    Examples:
        >>> import waxwing as ww
        >>> ww.agent("rave(k=300)>mast+nast( n=3 ) with solver")
        waxwing.agent('rave(k=300) > mast + nast(n=3) with solver')
        >>> ww.agent("rave > mats")
        Traceback (most recent call last):
            ...
        waxwing.ExpressionError: unknown strategy `mats`
          rave > mats
                 ^^^^
        help: did you mean `mast`?
    """
    return Agent(expression if expression in LEVELS else _waxwing.canonical(expression))


def _one(expression: str) -> str:
    """An expression that means the same in every game."""
    if expression in LEVELS:
        raise ExpressionError(f"`{expression}` is another agent in each game: the `agent` of a report says which")
    return expression


def agents() -> dict[str, Any]:
    """Every word of expressions, with its parameters, defaults and paper."""
    catalogue: dict[str, Any] = json.loads(_waxwing.agents())
    return catalogue


def explain(expression: str) -> str:
    """What an expression means, part by part, with the paper that each part comes from."""
    told = json.loads(_waxwing.explain(_one(expression)))
    lines = [told["expression"]]
    if told["stands_for"]:
        lines.append(f"stands for {told['stands_for']}")

    def part(one: Mapping[str, Any], depth: int) -> None:
        paper = f" ({one['paper']})" if one["paper"] else ""
        lines.append("  " * depth + f"{one['text']}: {one['about']}{paper}")
        for argument in one["arguments"]:
            lines.append("  " * (depth + 1) + f"{argument['name']}={argument['value']}: {argument['about']}")
        for other in one["parts"]:
            part(other, depth + 1)

    for section in told["sections"]:
        lines.append(section["title"])
        for one in section["parts"]:
            part(one, 1)
    lines.append(told["budget"])
    return "\n".join(lines)


class Player:
    """An agent in a seat of a game: it is told the moves, and keeps what its strategies keep. A copy sits in the same place of the
    game, and has learned nothing yet.

    Examples:
        >>> import waxwing as ww
        >>> board = ww.game("breakthrough", rows=5, columns=4)
        >>> seats = [ww.agent("uct with reuse").sit(board, seat, seed=seat) for seat in (0, 1)]
        >>> while not board.is_over:
        ...     board = board.play(seats[board.turn].choose(board, iterations=100).best)
        >>> sum(board.rewards)
        1.0
    """

    def __init__(self, agent: Agent, position: Position, seat: int, seed: int = 0) -> None:
        self.agent, self.seat, self.seed = agent, seat, seed
        self._mind = _waxwing.Mind(inner_of(position), agent.expression)
        self._mind.sit(inner_of(position), seat, seed)
        self._position = position

    def observe(self, position: Position) -> None:
        """Is told of the moves that led to a position of the game. ``choose`` does so by itself."""
        self._mind.follow(inner_of(position))
        self._position = position

    def choose(
        self,
        position: Position,
        *,
        iterations: int | None = None,
        time: float | None = None,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Chooses a move. An only move is played without a search."""
        inner, budget, expression = inner_of(position), Budget(iterations, time, threads, memory), self.agent.expression
        if position.turn is not None and position.turn not in (self.seat, CHANCE):
            raise SearchError(f"player {position.turn} is to move, and this one sits in seat {self.seat}")

        def tell(thought: str) -> None:
            if progress is not None:
                progress(Report(json.loads(thought), position, expression, budget, None, None))

        told = self._mind.choose(inner, iterations, time, threads, memory, tell if progress else None)
        self._position = position
        return Report(json.loads(told), position, expression, budget, None, self._mind)

    def __reduce__(self) -> tuple[Any, ...]:
        return Player, (self.agent, self._position, self.seat, self.seed)

    def __repr__(self) -> str:
        return f"<Player of {self.agent} in seat {self.seat}, {self._position!r}>"


class Why:
    """Which part of an agent made it choose its move."""

    def __init__(self, report: Mapping[str, Any], beside: Mapping[str, Any] | None) -> None:
        self.data, self.beside = report, beside

    @property
    def best(self) -> str:
        """The move that the whole agent chooses."""
        best: str = self.data["whole"]["best"]["action"]
        return best

    @property
    def table(self) -> Table:
        """The same search without each part: what it would have played, whether that is another move, and what it thinks of the
        one that was played."""
        rows = []
        for one in self.data["without"]:
            result = one.get("result") or {}
            best, played = result.get("best") or {}, result.get("played") or {}
            rows.append({
                "without": one["part"],
                "left": one["agent"],
                "best": best.get("action"),
                "changed": result.get("changed"),
                "value": best.get("value"),
                "value of the played": played.get("value"),
                "failed": one.get("failure"),
            })
        columns = ["without", "left", "best", "changed", "value", "value of the played"]
        return Table(rows, [*columns, "failed"] if any(row["failed"] for row in rows) else columns)

    def __str__(self) -> str:
        return f"{self.best}\n\n{self.table}"

    def __repr__(self) -> str:
        return f"<Why {self.best}: {len(self.table)} parts>"

    def _repr_html_(self) -> str:
        return f"<b>{html.escape(self.best)}</b>{self.table._repr_html_()}"
